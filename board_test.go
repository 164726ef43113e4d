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

	"example.com/queens/internal/boardtest"

	. "example.com/queens"
	. "example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

func TestNewErrors(t *testing.T) {
	for _, test := range []struct {
		n           int
		constraints []Constraint
		want        string
	}{
		{-1, nil, "queens: n = -1 out of range 0..64"},
		{65, nil, "queens: n = 65 out of range 0..64"},
		{math.MaxInt, nil, fmt.Sprintf("queens: n = %d out of range 0..64", math.MaxInt)},
		{8, []Constraint{Given(Square{8, 0})}, "queens: given queen a9 is off the 8×8 board"},
		{8, []Constraint{Given(Square{0, 0}, Square{3, -1})}, "queens: given queen (3, -1) is off the 8×8 board"},
		{8, []Constraint{Blocked(Square{0, 8})}, "queens: blocked square i1 is off the 8×8 board"},
		{0, []Constraint{Blocked(Square{0, 0})}, "queens: blocked square a1 is off the 0×0 board"},
		{8, []Constraint{Given(Square{3, 3}, Square{0, 0})}, "queens: given queens a1 and d4 attack each other"},
		{8, []Constraint{Given(Square{2, 5}), Given(Square{7, 5})}, "queens: given queens f3 and f8 attack each other"},
		{8, []Constraint{Given(Square{2, 5}), Given(Square{2, 6})}, "queens: given queens f3 and g3 attack each other"},
		{8, []Constraint{Given(Square{0, 1}, Square{7, 2}), Toroidal()}, "queens: given queens b1 and c8 attack each other around the edge"},
		{8, []Constraint{Blocked(Square{1, 1}), Given(Square{1, 1})}, "queens: given queen b2 stands on a blocked square"},
		{8, []Constraint{Toroidal(), nil, Given()}, "queens: constraint is nil, want Given, Blocked or Toroidal"},
	} {
		b, err := New(test.n, test.constraints...)
		if got := outcome(b, err); got != test.want {
			t.Errorf("New(%d, %v): %s, want %s", test.n, test.constraints, got, test.want)
		}
		if ofRules := strings.Contains(test.want, "attack") || strings.Contains(test.want, "stands"); errors.Is(err, ErrGiven) != ofRules {
			t.Errorf("New(%d, %v): whether %v is %v: want %v", test.n, test.constraints, err, ErrGiven, ofRules)
		}
	}
}

// Constraints are values: they can be used twice, and do not see later changes to the squares
// that they were made of.
func TestConstraintsAreValues(t *testing.T) {
	squares := []Square{{3, 1}, {4, 3}}
	given := Given(squares...)
	squares[0] = Square{7, 7}
	blocked := []Square{{0, 0}}
	block := Blocked(blocked...)
	blocked[0] = Square{3, 1}
	for range 2 {
		b := Must(New(8, given, given, block, block))
		if got := count(t, b); got != 2 {
			t.Errorf("%d completions of b4 and d5, want 2", got)
		}
	}
}

func TestNewFrom(t *testing.T) {
	for _, test := range []struct {
		p           Placement
		constraints []Constraint
		want        string
	}{
		{nil, nil, "n=0"},
		{Placement{}, nil, "n=0"},
		{Placement{Empty}, nil, "n=1"},
		{Placement{1, Empty, Empty, 2}, nil, "n=4 given=b1,c4"},
		{Placement{Empty, 3, Empty, 2}, nil, "n=4 given=d2,c4"},
		{Placement{1, Empty, Empty, Empty}, []Constraint{Toroidal(), Blocked(Square{0, 0})}, "n=4 torus given=b1 blocked=a1"},
		{Placement{1, Empty, Empty, Empty}, []Constraint{Given(Square{1, 3}), Given(Square{0, 1})}, "n=4 given=b1,d2"},
		{Placement{Empty, 4, 2, Empty}, nil, "queens: placement has 4 on rank 2, want a column 0..3 or Empty (-1)"},
		{Placement{Empty, -2, 9, Empty}, nil, "queens: placement has -2 on rank 2, want a column 0..3 or Empty (-1)"},
		{Placement{1, Empty, 1}, nil, "queens: given queens b1 and b3 attack each other"},
		{Placement{1, Empty, 2}, []Constraint{Toroidal()}, "queens: given queens b1 and c3 attack each other around the edge"},
		{Placement{1, Empty}, []Constraint{Blocked(Square{0, 1})}, "queens: given queen b1 stands on a blocked square"},
		{slices.Repeat(Placement{Empty}, 100), nil, "queens: n = 100 out of range 0..64; Placement.Complete completes larger placements"},
	} {
		if got := outcome(NewFrom(test.p, test.constraints...)); got != test.want {
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
		want, wantErr := New(spec.N, list...)
		first, err := New(spec.N, list[:cut]...)
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
		solution := Must(Construct(n))
		for _, torus := range []bool{false, n%2 != 0 && n%3 != 0} { // for which it solves the torus as well
			for range 20 {
				spec := boardtest.Spec{N: n, Torus: torus}
				for _, row := range rng.Perm(n)[6:] {
					spec.Given = append(spec.Given, Square{row, solution[row]})
				}
				checkBoard(t, spec)
			}
		}
	}
}

// A row or a column without an open square ends a search before it begins.
func TestHopelessBoards(t *testing.T) {
	for _, blocked := range [][]Square{
		SquaresWhere(64, func(s Square) bool { return s.Row == 50 }),
		SquaresWhere(64, func(s Square) bool { return s.Col == 50 }),
	} {
		b := boardtest.Spec{N: 64, Blocked: blocked}.Board(t)
		all := slices.Concat(Collect(t, b.Solutions(t.Context())), Collect(t, b.Fundamental(t.Context())))
		if got := count(t, b); got != 0 || all != nil {
			t.Errorf("%d solutions %v with %v to %v blocked", got, all, blocked[0], blocked[63])
		}
	}
}

// Check finds no fault in the solutions of the brute force, and one in every other placement.
func TestCheckOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := rng.IntN(6)
		spec := boardtest.RandomSpec(rng, n)
		b, err := New(n, spec.Constraints()...)
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
		p     Placement
		want  string
	}{
		{board, Placement{2, 4, 1, 3, 0}, "<nil>"},
		{board, Placement{2, 4, 1, 3}, "placement of 4 rows on a board of 5"},
		{board, Placement{2}, "placement of 1 row on a board of 5"},
		{board, nil, "placement of 0 rows on a board of 5"},
		{board, Placement{2, 5, 5, -2, 0}, "placement has 5 on rank 2, want a column 0..4 or Empty (-1)"},
		{board, Placement{2, 4, 1, -2, 0}, "placement has -2 on rank 4, want a column 0..4 or Empty (-1)"},
		{board, Placement{2, 4, 1, 3, math.MaxInt}, fmt.Sprintf("placement has %d on rank 5, want a column 0..4 or Empty (-1)", math.MaxInt)},
		{board, Placement{1, 4, 2, 0, 3}, "given queen c1 is missing"},
		{board, Placement{Empty, 0, 0, Empty, Empty}, "given queen c1 is missing"},
		{board, Placement{2, 0, 3, 1, 4}, "queen a2 stands on a blocked square"},
		{board, Placement{2, Empty, 2, Empty, 4}, "queen e5 stands on a blocked square"},
		{board, Placement{2, 4, Empty, 4, Empty}, "e2 and e4 attack each other"},
		{board, Placement{2, Empty, Empty, Empty, Empty}, "rank 2 has no queen"},
		{board, Placement{2, 4, 1, 3, Empty}, "rank 5 has no queen"},
		{"n=5 torus", Placement{0, 2, 4, 1, 3}, "<nil>"},
		{"n=4 torus", Placement{1, 3, 0, 2}, "b1 and c4 attack each other around the edge"},
		{"n=4 torus", Placement{1, 2, Empty, Empty}, "b1 and c2 attack each other"},
		{"n=4 torus", Placement{0, Empty, 2, Empty}, "a1 and c3 attack each other"},
		{"n=4 torus", Placement{3, 0, Empty, Empty}, "d1 and a2 attack each other around the edge"},
		{"n=4", Placement{3, 0, Empty, Empty}, "rank 3 has no queen"},
		{"n=0", nil, "<nil>"},
		{"n=0", Placement{}, "<nil>"},
		{"n=1", Placement{Empty}, "rank 1 has no queen"},
	} {
		got := fmt.Sprint(Must(ParseBoard(test.board)).Check(test.p))
		if strings.TrimPrefix(got, "queens: ") != test.want || (got == test.want) != (got == "<nil>") {
			t.Errorf("%s: Check(%d) = %q, want %q", test.board, []int(test.p), got, test.want)
		}
	}
}

func TestBoardConflicts(t *testing.T) {
	for n := range 6 {
		for _, torus := range []bool{false, true} {
			spec := boardtest.Spec{N: n, Torus: torus}
			b := spec.Board(t)
			for p := range everyPlacement(n) {
				if diff := cmp.Diff(spec.AttackingPairs(p), Pairs(b.Conflicts(p))); diff != "" {
					t.Fatalf("%v: conflicts of %v (-want +got):\n%s", b, p, diff)
				}
			}
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{6, 7, 12, 64} {
		spec := boardtest.Spec{N: n, Torus: true}
		b := spec.Board(t)
		for range 100 {
			p := make(Placement, n)
			for row := range p {
				p[row] = rng.IntN(n+1) - 1
			}
			want := spec.AttackingPairs(p)
			if diff := cmp.Diff(want, Pairs(b.Conflicts(p))); diff != "" {
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
				s, u := Square{at(1), at(n + 2)}, Square{at((n + 2) * (n + 2)), at((n + 2) * (n + 2) * (n + 2))}
				on := min(s.Row, s.Col, u.Row, u.Col) >= 0 && max(s.Row, s.Col, u.Row, u.Col) < n
				if want := on && s != u && spec.Attack(s, u); b.Attacks(s, u) != want {
					t.Fatalf("%v: Attacks(%v, %v) is %v", b, s, u, !want)
				}
			}
		}
	}
}

func TestNewPlacement(t *testing.T) {
	for n := range 10 {
		p := NewPlacement(n)
		if len(p) != n || len(slices.Collect(p.Queens())) > 0 || !p.Valid() || p == nil {
			t.Errorf("NewPlacement(%d) is %#v", n, p)
		}
	}
	wantPanic(t, "queens: placement of -1 rows, want 0 or more", func() { NewPlacement(-1) })
}

// A placement that is not of the size of the board has the conflicts of its own size.
func TestBoardConflictsOtherSize(t *testing.T) {
	for _, torus := range []bool{false, true} {
		b := boardtest.Spec{N: 8, Torus: torus}.Board(t)
		for _, p := range []Placement{nil, {0}, {3, 0, Empty, 1}, {0, 1, 2, 3, 9, 5, 6, 7, 0}} {
			want := boardtest.Spec{N: len(p), Torus: torus}.AttackingPairs(p)
			WantSame(t, want, Pairs(b.Conflicts(p)), "%v: conflicts of %v", b, p)
		}
	}
}

func TestBoardOrbitPanics(t *testing.T) {
	b := boardtest.Spec{N: 3, Blocked: []Square{{0, 1}}}.Board(t)
	wantPanic(t, "queens: placement has no transpose: queens b1 and b3 share a column", func() { b.Orbit(Placement{1, Empty, 1}) })
	wantPanic(t, "queens: placement has 3 on rank 1, want a column 0..2 or Empty (-1)", func() { b.Orbit(Placement{3, 0, 1}) })
}

// answers returns what a board says of itself, by the names of the methods. What a caller
// changes in a solution is seen by nobody else.
func answers(t *testing.T, b *Board) map[string]any {
	t.Helper()
	ctx, empty := t.Context(), NewPlacement(b.N())
	solution := func(p Placement, err error) string {
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
		"Check":       fmt.Sprint(b.Check(empty), b.Check(Placement{0})),
		"Diagram":     b.Diagram(nil, DiagramStyle{}),
		"Count":       count(t, b),
		"Solutions":   Collect(t, b.Solutions(ctx)),
		"Fundamental": Collect(t, b.Fundamental(ctx)),
		"Find":        solution(b.Find(ctx)),
		"First":       solution(b.First(ctx)),
		"Unique":      solution(b.Unique(ctx)),
		"Another":     solution(b.Another(ctx, empty)),
		"Steps":       fmt.Sprint(slices.Collect(b.Steps())),
		"With":        outcome(b.With(Toroidal())),
	}
}

// The zero Board is that of size 0, in all that it says.
func TestZeroBoard(t *testing.T) {
	var zero Board
	roundTripBoard(t, &zero)
	WantSame(t, answers(t, Must(New(0))), answers(t, &zero), "what New(0) says, and the zero Board")
}

// A board gives goroutines that ask at the same time the answers that one of them gets.
func TestConcurrentUse(t *testing.T) {
	for _, text := range []string{"n=8 blocked=a1,h8", "n=8 given=b4,d5", "n=8 given=b4,d5,a6"} {
		b := Must(ParseBoard(text))
		want := answers(t, b)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { WantSame(t, want, answers(t, b), "%v: answers in a goroutine", b) })
		}
		wg.Wait()
	}
}

// Boards are equal if their texts are, by Equal and for go-cmp; nil equals nothing but nil.
func TestEqual(t *testing.T) {
	rng := seeded(44)
	boards := []*Board{nil, new(Board), Must(New(0)), Must(New(0, Toroidal())), Must(New(1)), Must(New(1, Toroidal()))}
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
			if got := b.Equal(c); got != want || cmp.Equal(b, c) != want || cmp.Equal([]*Board{b}, []*Board{c}) != want {
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
