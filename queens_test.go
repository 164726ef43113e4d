package queens_test

import (
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

// Squares far off any board have names, too, and are pairs without one. TestSquareText has the others.
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
	for s, want := range map[queens.Square]string{
		{-1, 3}: "(-1, 3)", {3, -1}: "(3, -1)", {math.MinInt, 0}: fmt.Sprintf("(%d, 0)", math.MinInt),
	} {
		if got := s.String(); got != want {
			t.Errorf("Square{%d, %d} is %q, want %q", s.Row, s.Col, got, want)
		}
	}
}

// Attacks is right, as TestBoardAttacks shows for boards, even where differences and sums of coordinates do not fit an int.
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

// conflicts yields the pairs of Conflicts.
func conflicts(p queens.Placement) iter.Seq[[2]queens.Square] {
	return func(yield func([2]queens.Square) bool) {
		p.Conflicts()(func(s, u queens.Square) bool { return yield([2]queens.Square{s, u}) })
	}
}

func TestQueensIteration(t *testing.T) {
	p := queens.Placement{0, 0, 0, 1, 1}
	testkit.CheckIterator(t, "Conflicts", conflicts(p))
	testkit.CheckIterator(t, "Queens", p.Queens())

	// A loop may change the placement: that used to make it endless.
	moving := queens.Placement{queens.Empty, 1, 2, queens.Empty, queens.Empty}
	want, got := boardtest.Pairs(moving.Conflicts()), [][2]queens.Square(nil)
	for pair := range conflicts(moving) {
		moving[0], moving[3], moving[4] = 0, 3, 4
		if got = append(got, pair); len(got) > len(want) {
			break
		}
	}
	testkit.WantSame(t, want, got, "conflicts of a placement that changes")
}

// Large placements take time in proportion to their size: a solution with one queen moved, of whose
// conflicts a pass finds all, and a board with all queens in one column, of whose 5·10⁹ pairs it takes a few.
func TestConflictsAtScale(t *testing.T) {
	testkit.Sequential(t)
	const n, moved = 100_000, 50_000
	p := testkit.Must(queens.NewPlacement(n).Complete(t.Context(), seeded(1)))
	if got := boardtest.Pairs(p.Conflicts()); got != nil || p.Check() != nil {
		t.Errorf("a solution has the conflicts %v, %v", got, p.Check())
	}
	p[moved] = (p[moved] + n/3) % n
	queen := queens.Square{moved, p[moved]}
	var want [][2]queens.Square
	for s := range p.Queens() {
		if s.Row < moved && s.Attacks(queen) {
			want = append(want, [2]queens.Square{s, queen})
		} else if s.Attacks(queen) {
			want = append(want, [2]queens.Square{queen, s})
		}
	}
	testkit.WantSame(t, want, boardtest.Pairs(p.Conflicts()), "conflicts")
	if want == nil || p.Valid() || p.Solved() {
		t.Errorf("the queen moved has the conflicts %v", want)
	}
	column := slices.Repeat(queens.Placement{7}, n)
	want = [][2]queens.Square{{{0, 7}, {1, 7}}, {{0, 7}, {2, 7}}, {{0, 7}, {3, 7}}}
	testkit.WantSame(t, want, testkit.UpTo(3, conflicts(column)), "conflicts in a column")
}
