package queens_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/queens/internal/boardtest"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

func TestSquareString(t *testing.T) {
	for s, want := range map[queens.Square]string{
		{0, 0}:      "a1",
		{7, 7}:      "h8",
		{99, 25}:    "z100",
		{0, 26}:     "aa1",
		{26, 51}:    "az27",
		{0, 52}:     "ba1",
		{0, 701}:    "zz1",
		{0, 702}:    "aaa1",
		{0, 18277}:  "zzz1",
		{0, 18278}:  "aaaa1",
		{-1, 3}:     "(-1, 3)",
		{3, -1}:     "(3, -1)",
		{1e6, 16e3}: "wqk1000001",
	} {
		if got := s.String(); got != want {
			t.Errorf("Square{%d, %d} is %q, want %q", s.Row, s.Col, got, want)
		}
	}
}

// Squares far off any board have names, too.
func TestSquareStringExtremes(t *testing.T) {
	for _, s := range []queens.Square{{math.MaxInt, math.MaxInt}, {math.MaxInt - 1, 0}, {0, math.MaxInt}, {1 << 28, 1 << 30}} {
		name := s.String()
		rank := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
		var file uint64
		for _, letter := range []byte(name[:len(name)-len(rank)]) {
			file = 26*file + uint64(letter-'a') + 1
		}
		if row, err := strconv.ParseUint(rank, 10, 64); err != nil || row-1 != uint64(s.Row) || file-1 != uint64(s.Col) {
			t.Errorf("Square{%d, %d} is %q", s.Row, s.Col, name)
		}
	}
	if got, want := (queens.Square{math.MinInt, 0}).String(), fmt.Sprintf("(%d, 0)", math.MinInt); got != want {
		t.Errorf("the square of the lowest row is %q, want %q", got, want)
	}
}

// Attacks is right even where differences and sums of coordinates do not fit an int.
func TestSquareAttacksExtremes(t *testing.T) {
	values := []int{math.MinInt, math.MinInt + 1, -1, 0, 1, math.MaxInt - 1, math.MaxInt}
	difference := func(a, b int) *big.Int {
		d := new(big.Int).Sub(big.NewInt(int64(a)), big.NewInt(int64(b)))
		return d.Abs(d)
	}
	square := func(i int) queens.Square { return queens.Square{values[i/len(values)], values[i%len(values)]} }
	for i := range len(values) * len(values) {
		for j := range len(values) * len(values) {
			s, u := square(i), square(j)
			rows, cols := difference(s.Row, u.Row), difference(s.Col, u.Col)
			want := s != u && (rows.Sign() == 0 || cols.Sign() == 0 || rows.Cmp(cols) == 0)
			if got := s.Attacks(u); got != want {
				t.Errorf("Square{%d, %d} attacks Square{%d, %d}: %v, want %v", s.Row, s.Col, u.Row, u.Col, got, want)
			}
		}
	}
}

// A queen attacks the squares that it reaches in steps along the eight directions.
func TestSquareAttacks(t *testing.T) {
	const n = 6
	for s := range boardtest.Squares(n) {
		reached := map[queens.Square]bool{}
		for dr := -1; dr <= 1; dr++ {
			for dc := -1; dc <= 1; dc++ {
				for step := 1; step < n; step++ {
					reached[queens.Square{s.Row + step*dr, s.Col + step*dc}] = dr != 0 || dc != 0
				}
			}
		}
		reached[s] = false
		for u := range boardtest.Squares(n) {
			if got := s.Attacks(u); got != reached[u] {
				t.Errorf("%v attacks %v: %v, want %v", s, u, got, reached[u])
			}
		}
	}
}

func TestPlacementsOneByOne(t *testing.T) {
	testkit.Sequential(t)
	for n := range 6 {
		board := testkit.Must(queens.New(n))
		solved := 0
		for p := range everyPlacement(n) {
			want := boardtest.Spec{}.AttackingPairs(p)
			if diff := cmp.Diff(want, boardtest.Pairs(p.Conflicts())); diff != "" {
				t.Fatalf("conflicts of %v (-want +got):\n%s", p, diff)
			}
			if got := p.Valid(); got != (len(want) == 0) {
				t.Errorf("%v valid: %v, but conflicts are %v", p, got, want)
			}
			whole := !slices.Contains(p, queens.Empty)
			if got := p.Solved(); got != (whole && p.Valid()) {
				t.Errorf("%v solved: %v", p, got)
			}
			if p.Solved() {
				solved++
			}
			if got, want := fmt.Sprint(p.Check()), fmt.Sprint(board.Check(p)); got != want || (got == "<nil>") != p.Solved() {
				t.Errorf("Check of %v says %s, and of the board %s", p, got, want)
			}
		}
		if solved != int(testkit.Reference[n].All) {
			t.Errorf("%d placements of size %d are solved, want %d", solved, n, testkit.Reference[n].All)
		}
	}
}

func TestPlacementCheck(t *testing.T) {
	large := testkit.Must(queens.Construct(100_000))
	if err := large.Check(); err != nil {
		t.Errorf("a solution of 100000 rows: %v", err)
	}
	for _, test := range []struct {
		p    queens.Placement
		want string
	}{
		{nil, "<nil>"},
		{queens.Placement{1, 3, 0, 2}, "<nil>"},
		{queens.Placement{0, 0, 4, queens.Empty}, "queens: placement has 4 on rank 3, want a column 0..3 or Empty (-1)"},
		{queens.Placement{math.MinInt}, fmt.Sprintf("queens: placement has %d on rank 1, want a column 0..0 or Empty (-1)", math.MinInt)},
		{queens.Placement{1, queens.Empty, 1, 0}, "queens: b1 and b3 attack each other"},
		{queens.Placement{3, 0, queens.Empty, queens.Empty}, "queens: rank 3 has no queen"},
		{slices.Concat(large[:99_999], queens.Placement{queens.Empty}), "queens: rank 100000 has no queen"},
	} {
		if got := fmt.Sprint(test.p.Check()); got != test.want {
			t.Errorf("Check of %.80d says %q, want %q", []int(test.p), got, test.want)
		}
	}
}

func TestOffTheBoard(t *testing.T) {
	for _, p := range []queens.Placement{{4, 1, 3, queens.Empty}, {-2, queens.Empty, 0, 2}, {1, 3, 0, math.MaxInt}} {
		if p.Valid() || p.Solved() {
			t.Errorf("%d is valid or solved", []int(p))
		}
		for s := range p.Queens() {
			if s.Col < 0 || s.Col >= len(p) {
				t.Errorf("%d has a queen on %v", []int(p), s)
			}
		}
		testkit.WantSame(t, boardtest.Spec{}.AttackingPairs(p), boardtest.Pairs(p.Conflicts()), "conflicts of %d", []int(p))
	}
}

func TestQueensIteration(t *testing.T) {
	p := queens.Placement{0, 0, 0, 1, 1}
	testkit.CheckIterator(t, "Conflicts", func(yield func([2]queens.Square) bool) {
		p.Conflicts()(func(s, u queens.Square) bool { return yield([2]queens.Square{s, u}) })
	})
	testkit.CheckIterator(t, "Queens", p.Queens())

	// A loop may change the placement: that used to make it endless.
	moving := queens.Placement{queens.Empty, 1, 2, queens.Empty, queens.Empty}
	want, got := boardtest.Pairs(moving.Conflicts()), [][2]queens.Square(nil)
	for s, u := range moving.Conflicts() {
		moving[0], moving[3], moving[4] = 0, 3, 4
		if got = append(got, [2]queens.Square{s, u}); len(got) > len(want) {
			break
		}
	}
	testkit.WantSame(t, want, got, "conflicts of a placement that changes")
}

// TestConflictsAtScale moves a few queens of a large solution. Every conflicting pair then
// includes one of these, and a pass for each of them finds all pairs by the rules.
func TestConflictsAtScale(t *testing.T) {
	testkit.Sequential(t)
	const n = 100_000
	p := testkit.Must(queens.NewPlacement(n).Complete(t.Context(), seeded(1)))
	if got := boardtest.Pairs(p.Conflicts()); got != nil || !p.Solved() {
		t.Errorf("a solution is solved: %v, with the conflicts %v", p.Solved(), got)
	}
	moved := []int{0, 17, 50_000, n - 1}
	for _, row := range moved {
		p[row] = (p[row] + n/3) % n
	}
	p[99] = queens.Empty
	var want [][2]queens.Square
	for s := range p.Queens() {
		for _, row := range moved {
			u := queens.Square{row, p[row]}
			if s.Attacks(u) && (s.Row < row || !slices.Contains(moved, s.Row)) {
				first, second := s, u
				if u.Row < s.Row {
					first, second = u, s
				}
				want = append(want, [2]queens.Square{first, second})
			}
		}
	}
	slices.SortFunc(want, func(a, b [2]queens.Square) int {
		return slices.Compare([]int{a[0].Row, a[1].Row}, []int{b[0].Row, b[1].Row})
	})
	if len(want) < len(moved) {
		t.Fatalf("only %v in conflict", want)
	}
	testkit.WantSame(t, want, boardtest.Pairs(p.Conflicts()), "conflicts")
	if p.Valid() || p.Solved() {
		t.Error("valid or solved")
	}
}

// TestConflictsOfColumn takes a few of the 5·10⁹ pairs of a board with all queens in one column.
func TestConflictsOfColumn(t *testing.T) {
	const n = 100_000
	p := slices.Repeat(queens.Placement{7}, n)
	var got [][2]queens.Square
	for s, u := range p.Conflicts() {
		if got = append(got, [2]queens.Square{s, u}); len(got) == 3 {
			break
		}
	}
	want := [][2]queens.Square{{{0, 7}, {1, 7}}, {{0, 7}, {2, 7}}, {{0, 7}, {3, 7}}}
	testkit.WantSame(t, want, got, "conflicts")
}
