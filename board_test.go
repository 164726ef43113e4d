package queens_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

func TestNewErrors(t *testing.T) {
	for _, test := range []struct {
		n           int
		constraints []queens.Constraint
		want        string
	}{
		{-1, nil, "queens: n = -1 out of range 0..64"},
		{65, nil, "queens: n = 65 out of range 0..64"},
		{math.MaxInt, nil, fmt.Sprintf("queens: n = %d out of range 0..64", math.MaxInt)},
		{8, []queens.Constraint{queens.Given(queens.Square{8, 0})}, "queens: given queen a9 is off the 8×8 board"},
		{8, []queens.Constraint{queens.Given(queens.Square{0, 0}, queens.Square{3, -1})}, "queens: given queen (3, -1) is off the 8×8 board"},
		{8, []queens.Constraint{queens.Blocked(queens.Square{0, 8})}, "queens: blocked square i1 is off the 8×8 board"},
		{0, []queens.Constraint{queens.Blocked(queens.Square{0, 0})}, "queens: blocked square a1 is off the 0×0 board"},
		{8, []queens.Constraint{queens.Given(queens.Square{3, 3}, queens.Square{0, 0})}, "queens: given queens a1 and d4 attack each other"},
		{8, []queens.Constraint{queens.Given(queens.Square{2, 5}), queens.Given(queens.Square{7, 5})}, "queens: given queens f3 and f8 attack each other"},
		{8, []queens.Constraint{queens.Given(queens.Square{2, 6}), queens.Given(queens.Square{2, 5})}, "queens: given queens f3 and g3 attack each other"},
		{8, []queens.Constraint{queens.Given(queens.Square{0, 1}, queens.Square{7, 2}), queens.Toroidal()}, "queens: given queens b1 and c8 attack each other around the edge"},
		{8, []queens.Constraint{queens.Blocked(queens.Square{1, 1}), queens.Given(queens.Square{1, 1})}, "queens: given queen b2 stands on a blocked square"},
		{8, []queens.Constraint{queens.Toroidal(), nil, queens.Given()}, "queens: constraint is nil, want Given, Blocked or Toroidal"},
	} {
		b, err := queens.New(test.n, test.constraints...)
		if got := outcome(b, err); got != test.want {
			t.Errorf("New(%d, %v): %s, want %s", test.n, test.constraints, got, test.want)
		}
		if ofRules := strings.Contains(test.want, "attack") || strings.Contains(test.want, "stands"); errors.Is(err, queens.ErrGiven) != ofRules {
			t.Errorf("New(%d, %v): whether %v is %v: want %v", test.n, test.constraints, err, queens.ErrGiven, ofRules)
		}
	}
}

// Constraints are values: they can be used twice, and do not see later changes to the squares
// that they were made of.
func TestConstraintsAreValues(t *testing.T) {
	squares := []queens.Square{{3, 1}, {4, 3}}
	given := queens.Given(squares...)
	squares[0] = queens.Square{7, 7}
	blocked := []queens.Square{{0, 0}}
	block := queens.Blocked(blocked...)
	blocked[0] = queens.Square{3, 1}
	for range 2 {
		b := testkit.Must(queens.New(8, given, given, block, block))
		if got := count(t, b); got != 2 {
			t.Errorf("%d completions of b4 and d5, want 2", got)
		}
	}
}

func TestNewFrom(t *testing.T) {
	for _, test := range []struct {
		p           queens.Placement
		constraints []queens.Constraint
		want        string
	}{
		{nil, nil, "n=0"},
		{queens.Placement{1, queens.Empty, queens.Empty, 2}, nil, "n=4 given=b1,c4"},
		{queens.Placement{1, queens.Empty, queens.Empty, queens.Empty}, []queens.Constraint{queens.Toroidal(), queens.Blocked(queens.Square{0, 0})}, "n=4 torus given=b1 blocked=a1"},
		{queens.Placement{1, queens.Empty, queens.Empty, queens.Empty}, []queens.Constraint{queens.Given(queens.Square{1, 3}), queens.Given(queens.Square{0, 1})}, "n=4 given=b1,d2"},
		{queens.Placement{queens.Empty, -2, 9, queens.Empty}, nil, "queens: placement has -2 on rank 2, want a column 0..3 or Empty (-1)"},
		{queens.Placement{1, queens.Empty, 1}, nil, "queens: given queens b1 and b3 attack each other"},
		{queens.Placement{1, queens.Empty, 2}, []queens.Constraint{queens.Toroidal()}, "queens: given queens b1 and c3 attack each other around the edge"},
		{queens.Placement{1, queens.Empty}, []queens.Constraint{queens.Blocked(queens.Square{0, 1})}, "queens: given queen b1 stands on a blocked square"},
		{slices.Repeat(queens.Placement{queens.Empty}, 100), nil, "queens: n = 100 out of range 0..64; Placement.Complete completes larger placements"},
	} {
		if got := outcome(queens.NewFrom(test.p, test.constraints...)); got != test.want {
			t.Errorf("NewFrom(%d, %v): %s, want %s", []int(test.p), test.constraints, got, test.want)
		}
	}
}

// A board made in two steps equals the board made in one, and the second step does not change
// the first.
func TestWith(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		spec := boardtest.RandomSpec(rng, 1+rng.IntN(7))
		list := spec.Constraints()
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		cut := rng.IntN(len(list) + 1)
		want, wantErr := queens.New(spec.N, list...)
		first, err := queens.New(spec.N, list[:cut]...)
		if err != nil {
			continue
		}
		before := first.String()
		got, err := first.With(list[cut:]...)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("%+v: With gives error %v, New %v", spec, err, wantErr)
		}
		if after := first.String(); after != before {
			t.Fatalf("With changes %q to %q", before, after)
		}
		if err != nil {
			if got != nil {
				t.Fatalf("%+v: With returns a Board with its error", spec)
			}
			continue
		}
		if got.String() != want.String() || !cmp.Equal(some(t, got), some(t, want)) || !cmp.Equal(got.Symmetries(), want.Symmetries()) {
			t.Fatalf("%q with the rest is %q, want %q", before, got, want)
		}
	}
}

func TestRandomBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 92))
	for range 3000 {
		checkBoard(t, boardtest.RandomSpec(rng, rng.IntN(8)))
	}
}

func FuzzBoard(f *testing.F) {
	for n := range uint8(8) {
		f.Add(n, uint64(n))
	}
	f.Fuzz(func(t *testing.T, n uint8, seed uint64) {
		checkBoard(t, boardtest.RandomSpec(rand.New(rand.NewPCG(seed, 1)), int(n%8)))
	})
}

// Boards as wide as a word, and a column narrower or wider. All queens but those in six rows
// are given, so that the brute force can keep up.
func TestWideBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 32))
	for _, n := range []int{29, 31, 32, 33, 35, 61, 63, 64} {
		solution := testkit.Must(queens.Construct(n))
		for _, torus := range []bool{false, n%2 != 0 && n%3 != 0} { // for which it solves the torus as well
			for range 20 {
				spec := boardtest.Spec{N: n, Torus: torus}
				for _, row := range rng.Perm(n)[6:] {
					spec.Given = append(spec.Given, queens.Square{row, solution[row]})
				}
				checkBoard(t, spec)
			}
		}
	}
}

// A row or a column without an open square ends a search before it begins.
func TestHopelessBoards(t *testing.T) {
	for _, blocked := range [][]queens.Square{
		boardtest.SquaresWhere(64, func(s queens.Square) bool { return s.Row == 50 }),
		boardtest.SquaresWhere(64, func(s queens.Square) bool { return s.Col == 50 }),
	} {
		b := boardtest.Spec{N: 64, Blocked: blocked}.Board(t)
		all := slices.Concat(testkit.Collect(t, b.Solutions(t.Context())), testkit.Collect(t, b.Fundamental(t.Context())))
		if got := count(t, b); got != 0 || all != nil {
			t.Errorf("%d solutions %v with %v to %v blocked", got, all, blocked[0], blocked[63])
		}
	}
}

// Check finds no fault in the solutions of the brute force, and one in every other placement.
func TestCheckOneByOne(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := rng.IntN(6)
		spec := boardtest.RandomSpec(rng, n)
		b, err := queens.New(n, spec.Constraints()...)
		if err != nil {
			continue
		}
		solutions := spec.Solutions()
		for p := range everyPlacement(n) {
			_, want := slices.BinarySearchFunc(solutions, p, slices.Compare)
			if err := b.Check(p); (err == nil) != want {
				t.Fatalf("%v: Check(%v) = %v, solution: %v", b, p, err, want)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	const board = "n=5 given=c1 blocked=a2,e5"
	for _, test := range []struct {
		board string
		p     queens.Placement
		want  string
	}{
		{board, queens.Placement{2, 4, 1, 3, 0}, "<nil>"},
		{board, queens.Placement{2, 4, 1, 3}, "placement of 4 rows on a board of 5"},
		{board, queens.Placement{2, 5, 5, -2, 0}, "placement has 5 on rank 2, want a column 0..4 or Empty (-1)"},
		{board, queens.Placement{2, 4, 1, -2, 0}, "placement has -2 on rank 4, want a column 0..4 or Empty (-1)"},
		{board, queens.Placement{2, 4, 1, 3, math.MaxInt}, fmt.Sprintf("placement has %d on rank 5, want a column 0..4 or Empty (-1)", math.MaxInt)},
		{board, queens.Placement{1, 4, 2, 0, 3}, "given queen c1 is missing"},
		{board, queens.Placement{2, 0, 3, 1, 4}, "queen a2 stands on a blocked square"},
		{board, queens.Placement{2, queens.Empty, 2, queens.Empty, 4}, "queen e5 stands on a blocked square"},
		{board, queens.Placement{2, 4, queens.Empty, 4, queens.Empty}, "e2 and e4 attack each other"},
		{board, queens.Placement{2, queens.Empty, queens.Empty, queens.Empty, queens.Empty}, "rank 2 has no queen"},
		{"n=5 torus", queens.Placement{0, 2, 4, 1, 3}, "<nil>"},
		{"n=4 torus", queens.Placement{1, 3, 0, 2}, "b1 and c4 attack each other around the edge"},
		{"n=4 torus", queens.Placement{1, 2, queens.Empty, queens.Empty}, "b1 and c2 attack each other"},
		{"n=4 torus", queens.Placement{3, 0, queens.Empty, queens.Empty}, "d1 and a2 attack each other around the edge"},
		{"n=4", queens.Placement{3, 0, queens.Empty, queens.Empty}, "rank 3 has no queen"},
		{"n=0", nil, "<nil>"},
		{"n=1", queens.Placement{queens.Empty}, "rank 1 has no queen"},
	} {
		got := fmt.Sprint(testkit.Must(queens.ParseBoard(test.board)).Check(test.p))
		if strings.TrimPrefix(got, "queens: ") != test.want || (got == test.want) != (got == "<nil>") {
			t.Errorf("%s: Check(%d) = %q, want %q", test.board, []int(test.p), got, test.want)
		}
	}
}

func TestBoardConflicts(t *testing.T) {
	testkit.Sequential(t)
	for n := range 6 { // TestPlacementsOneByOne has the plain boards
		spec := boardtest.Spec{N: n, Torus: true}
		b := spec.Board(t)
		for p := range everyPlacement(n) {
			if diff := cmp.Diff(spec.AttackingPairs(p), boardtest.Pairs(b.Conflicts(p))); diff != "" {
				t.Fatalf("%v: conflicts of %v (-want +got):\n%s", b, p, diff)
			}
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{6, 7, 12, 64} {
		spec := boardtest.Spec{N: n, Torus: true}
		b := spec.Board(t)
		for range 100 {
			p := make(queens.Placement, n)
			for row := range p {
				p[row] = rng.IntN(n+1) - 1
			}
			want := spec.AttackingPairs(p)
			if diff := cmp.Diff(want, boardtest.Pairs(b.Conflicts(p))); diff != "" {
				t.Fatalf("%v: conflicts of %v (-want +got):\n%s", b, p, diff)
			}
			for range b.Conflicts(p) { // which may be left
				break
			}
		}
	}
}

// Two squares attack each other by the rules alone, and none does that is off the board.
func TestBoardAttacks(t *testing.T) {
	for n := range 8 {
		for _, torus := range []bool{false, true} {
			spec := boardtest.Spec{N: n, Torus: torus}
			b := spec.Board(t)
			for i := range (n + 2) * (n + 2) * (n + 2) * (n + 2) {
				at := func(place int) int { return i/place%(n+2) - 1 }
				s, u := queens.Square{at(1), at(n + 2)}, queens.Square{at((n + 2) * (n + 2)), at((n + 2) * (n + 2) * (n + 2))}
				on := min(s.Row, s.Col, u.Row, u.Col) >= 0 && max(s.Row, s.Col, u.Row, u.Col) < n
				if want := on && s != u && spec.Attack(s, u); b.Attacks(s, u) != want {
					t.Fatalf("%v: Attacks(%v, %v) is %v", b, s, u, !want)
				}
			}
		}
	}
}

// A placement that is not of the size of the board has the conflicts of its own size.
func TestBoardConflictsOtherSize(t *testing.T) {
	for _, torus := range []bool{false, true} {
		b := boardtest.Spec{N: 8, Torus: torus}.Board(t)
		for _, p := range []queens.Placement{nil, {0}, {3, 0, queens.Empty, 1}, {0, 1, 2, 3, 9, 5, 6, 7, 0}} {
			want := boardtest.Spec{N: len(p), Torus: torus}.AttackingPairs(p)
			testkit.WantSame(t, want, boardtest.Pairs(b.Conflicts(p)), "%v: conflicts of %v", b, p)
		}
	}
}

// answers returns what a board says of itself, by the names of the methods. What a caller
// changes in a solution is seen by nobody else.
func answers(t *testing.T, b *queens.Board) map[string]any {
	t.Helper()
	ctx, empty := t.Context(), queens.NewPlacement(b.N())
	solution := func(p queens.Placement, err error) string {
		said := fmt.Sprint(p, err)
		clear(p)
		return said
	}
	return map[string]any{
		"N":           b.N(),
		"Given":       slices.Collect(b.Given()),
		"Blocked":     slices.Collect(b.Blocked()),
		"Toroidal":    b.Toroidal(),
		"Symmetries":  b.Symmetries(),
		"Orbit":       b.Orbit(empty),
		"Check":       fmt.Sprint(b.Check(empty), b.Check(queens.Placement{0})),
		"Diagram":     b.Diagram(nil, queens.DiagramStyle{}),
		"Count":       count(t, b),
		"Solutions":   testkit.Collect(t, b.Solutions(ctx)),
		"Fundamental": testkit.Collect(t, b.Fundamental(ctx)),
		"Find":        solution(b.Find(ctx)),
		"First":       solution(b.First(ctx)),
		"Unique":      solution(b.Unique(ctx)),
		"Another":     solution(b.Another(ctx, empty)),
		"Steps":       fmt.Sprint(slices.Collect(b.Steps())),
		"With":        outcome(b.With(queens.Toroidal())),
	}
}

// The zero Board is that of size 0, in all that it says.
func TestZeroBoard(t *testing.T) {
	var zero queens.Board
	roundTripBoard(t, &zero)
	testkit.WantSame(t, answers(t, testkit.Must(queens.New(0))), answers(t, &zero), "what New(0) says, and the zero Board")
}

// A board gives goroutines that ask at the same time the answers that one of them gets.
func TestConcurrentUse(t *testing.T) {
	for _, text := range []string{"n=8 blocked=a1,h8", "n=8 given=b4,d5", "n=8 given=b4,d5,a6"} {
		b := testkit.Must(queens.ParseBoard(text))
		want := answers(t, b)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { testkit.WantSame(t, want, answers(t, b), "%v: answers in a goroutine", b) })
		}
		wg.Wait()
	}
}

// Boards are equal if their texts are, by Equal and for go-cmp; nil equals nothing but nil.
func TestEqual(t *testing.T) {
	rng := seeded(44)
	boards := []*queens.Board{nil, new(queens.Board), testkit.Must(queens.New(0)), testkit.Must(queens.New(0, queens.Toroidal())), testkit.Must(queens.New(1)), testkit.Must(queens.New(1, queens.Toroidal()))}
	for len(boards) < 60 {
		if spec := boardtest.RandomSpec(rng, rng.IntN(4)); !spec.Contradicts() {
			boards = append(boards, spec.Board(t))
		}
	}
	equal := 0
	for i, b := range boards {
		for j, c := range boards {
			want := b == c
			if b != nil && c != nil {
				want = b.String() == c.String()
			}
			if got := b.Equal(c); got != want || cmp.Equal(b, c) != want || cmp.Equal([]*queens.Board{b}, []*queens.Board{c}) != want {
				t.Errorf("%v equals %v: %t, want %t", b, c, got, want)
			}
			if want && i != j {
				equal++
			}
		}
	}
	if equal < 20 {
		t.Errorf("only %d pairs are equal", equal)
	}
}
