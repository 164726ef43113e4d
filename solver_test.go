package queens_test

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

// checkFind compares what Find, Unique and Another say of a boardSpec with all its
// solutions, or with some of them: at least two, if there are two.
func checkFind(t *testing.T, pos boardtest.Spec, solutions []queens.Placement) {
	t.Helper()
	b := pos.Board(t)
	p, err := b.Find(t.Context())
	if !errors.Is(err, boardtest.UniqueError(min(1, len(solutions)))) {
		t.Fatalf("%+v: found %v, %v, but there are %d solutions", pos, p, err, len(solutions))
	}
	if err == nil {
		checkSolves(t, pos, p)
	} else if p != nil {
		t.Errorf("%+v: found %v, with error %v", pos, p, err)
	}
	again, _ := b.Find(t.Context())
	if !cmp.Equal(p, again) {
		t.Errorf("%+v: found %v, and then %v", pos, p, again)
	}
	p, err = b.Unique(t.Context())
	if !errors.Is(err, boardtest.UniqueError(len(solutions))) {
		t.Fatalf("%+v: unique %v, %v, but there are %d solutions", pos, p, err, len(solutions))
	}
	if err == nil && !cmp.Equal(p, solutions[0]) || err != nil && p != nil {
		t.Errorf("%+v: unique %v, %v, want one of %v", pos, p, err, solutions)
	}
	checkAnother(t, pos, solutions)
}

// checkAnother is checkFind for Another, asked for a solution besides each of these and
// besides what is not a solution.
func checkAnother(t *testing.T, pos boardtest.Spec, solutions []queens.Placement) {
	t.Helper()
	b := pos.Board(t)
	none := slices.Repeat(queens.Placement{queens.Empty}, pos.N) // is a solution if n is 0
	for i, p := range slices.Concat([]queens.Placement{none}, solutions[:min(len(solutions), 10)]) {
		others := len(solutions)
		if i > 0 || pos.N == 0 {
			others--
		}
		before := slices.Clone(p)
		q, err := b.Another(t.Context(), p)
		if others == 0 {
			if q != nil || !errors.Is(err, queens.ErrNoSolution) {
				t.Fatalf("%+v: another than %v is %v, %v, but there is none", pos, p, q, err)
			}
			continue
		}
		if err != nil || cmp.Equal(p, q) {
			t.Fatalf("%+v: another than %v is %v, %v", pos, p, q, err)
		}
		checkSolves(t, pos, q)
		if again, _ := b.Another(t.Context(), p); !cmp.Equal(q, again) || !cmp.Equal(p, before) {
			t.Errorf("%+v: another than %v is %v, and then %v than %v", pos, before, q, again, p)
		}
	}
}

// checkSolves checks by the rules alone that p solves the board.
func checkSolves(t *testing.T, pos boardtest.Spec, p queens.Placement) {
	t.Helper()
	for row, col := range p {
		if col < 0 || col >= pos.N || !pos.Fits(p[:row], queens.Square{row, col}) {
			t.Fatalf("%+v: %v has a queen that may not be on %v", pos, p, queens.Square{row, col})
		}
	}
	if len(p) != pos.N {
		t.Fatalf("%+v: %v is not a solution", pos, p)
	}
}

// consistent drops what New would refuse: given queens that attack an earlier
// one, and blocked squares under given queens.
func consistent(pos boardtest.Spec) boardtest.Spec {
	var given []queens.Square
	for _, s := range pos.Given {
		if !slices.ContainsFunc(given, func(g queens.Square) bool { return g != s && pos.Attack(g, s) }) {
			given = append(given, s)
		}
	}
	pos.Given = given
	pos.Blocked = slices.DeleteFunc(slices.Clone(pos.Blocked), func(s queens.Square) bool { return slices.Contains(given, s) })
	return pos
}

func TestFindRandomPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2017))
	boards := testkit.Fewer(4000, 400)
	answers := map[int]int{}
	for i := range boards {
		n := 8
		if i%2 == 0 {
			n = rng.IntN(10)
		}
		pos := consistent(boardtest.RandomSpec(rng, n))
		solutions := pos.Solutions()
		checkFind(t, pos, solutions)
		answers[min(len(solutions), 2)]++
	}
	for k := range 3 {
		if answers[k] < boards/20 {
			t.Errorf("only %d of %d boards have %d solutions", answers[k], boards, k)
		}
	}
}

func FuzzFind(f *testing.F) {
	for n := range uint8(9) {
		f.Add(n, uint64(n))
	}
	f.Fuzz(func(t *testing.T, n uint8, seed uint64) {
		pos := consistent(boardtest.RandomSpec(rand.New(rand.NewPCG(seed, 2)), int(n%9)))
		checkFind(t, pos, pos.Solutions())
	})
}

// Empty boards and tori of every size, most of which have several solutions to go through.
func TestFindEmptyBoard(t *testing.T) {
	testkit.Sequential(t)
	for n := range queens.MaxN + 1 {
		for torus, solvable := range map[bool]bool{false: n != 2 && n != 3, true: n == 0 || n%2 != 0 && n%3 != 0} {
			pos := boardtest.Spec{N: n, Torus: torus}
			b := pos.Board(t)
			solutions := 0 // or 2 if there are more
			if solvable {
				solutions = 1 + min(1, n/2)
			}
			p, err := b.Find(t.Context())
			if !errors.Is(err, boardtest.UniqueError(min(1, solutions))) {
				t.Errorf("%+v: found %v, %v", pos, p, err)
			}
			if p, err := b.Unique(t.Context()); !errors.Is(err, boardtest.UniqueError(solutions)) {
				t.Errorf("%+v: unique %v, %v", pos, p, err)
			}
			if solvable {
				checkSolves(t, pos, p)
			}
			for i := 0; i < 5 && solutions > 1; i++ {
				q, err := b.Another(t.Context(), p)
				if err != nil || cmp.Equal(p, q) {
					t.Fatalf("%+v: another than %v is %v, %v", pos, p, q, err)
				}
				checkSolves(t, pos, q)
				p = q
			}
		}
	}
}

// Any solution will do besides a placement that is not one.
func TestAnotherThanNoSolution(t *testing.T) {
	unique := boardtest.Spec{N: 8, Given: []queens.Square{{3, 1}, {4, 3}, {5, 0}}}
	solution := unique.Solutions()[0]
	for _, p := range []queens.Placement{
		{0, 4, 7, 5, 2, 6, 1, 3}, // of the empty board
		{2, 5, 7, 1, 3, 0, 6, queens.Empty},
		{0, 1, 2, 3, 4, 5, 6, 7},
	} {
		if q, err := unique.Board(t).Another(t.Context(), p); err != nil || !cmp.Equal(q, solution) {
			t.Errorf("another than %v is %v, %v, want %v", p, q, err, solution)
		}
	}
	torus := boardtest.Spec{N: 7, Torus: true}
	if q, err := torus.Board(t).Another(t.Context(), queens.Placement{0, 2, 5, 1, 6, 4, 3}); err != nil {
		t.Errorf("no solution of the torus besides one of the plain board: %v", err)
	} else {
		checkSolves(t, torus, q)
	}
	if q, err := new(queens.Board).Another(t.Context(), nil); q != nil || err != queens.ErrNoSolution {
		t.Errorf("found %v, %v besides the solution of size 0", q, err)
	}
	if q, err := (boardtest.Spec{N: 3}).Board(t).Another(t.Context(), queens.Placement{0, 2, queens.Empty}); q != nil || err != queens.ErrNoSolution {
		t.Errorf("found %v, %v on a board without solutions", q, err)
	}
}

func TestAnotherBadInput(t *testing.T) {
	b := boardtest.Spec{N: 8}.Board(t)
	for _, p := range []queens.Placement{nil, {0, 2, 4, 6, 1, 3, 5}, {0, 4, 7, 5, 2, 8, 1, 3}, {0, 4, 7, 5, 2, -2, 1, 3}} {
		if q, err := b.Another(t.Context(), p); q != nil || err == nil || err.Error() != b.Check(p).Error() {
			t.Errorf("another than %v is %v, %v, want the error %v", p, q, err, b.Check(p))
		}
	}
}

// familyBoards yields the boards of a family with what is known of them.
func familyBoards(t testing.TB, f testkit.Family) iter.Seq2[*queens.Board, string] {
	squares := func(pairs [][2]int) (squares []queens.Square) {
		for _, pair := range pairs {
			squares = append(squares, queens.Square{Row: pair[0], Col: pair[1]})
		}
		return squares
	}
	return func(yield func(*queens.Board, string) bool) {
		for b, answer := range f.Boards() {
			spec := boardtest.Spec{N: f.N, Given: squares(b.Given), Blocked: squares(b.Blocked), Torus: b.Torus}
			if !yield(spec.Board(t), answer) {
				return
			}
		}
	}
}

// answer says whether Find found a solution, or ? if it had no time to tell.
func answer(t testing.TB, b *queens.Board, p queens.Placement, err error) string {
	t.Helper()
	switch {
	case err == nil:
		if err := b.Check(p); err != nil {
			t.Fatalf("%v: found %v: %v", b, p, err)
		}
		return "yes"
	case errors.Is(err, queens.ErrNoSolution):
		return "no"
	case !errors.Is(err, context.DeadlineExceeded):
		t.Fatalf("%v: %v", b, err)
	}
	return "?"
}

func TestFindFamilies(t *testing.T) {
	testkit.Sequential(t)
	for _, f := range testkit.Families(t, "testdata/find_families.txt") {
		if f.N > 32 || f.Name == "torus" && f.N > 20 && testing.Short() {
			continue // BenchmarkFindFamilies checks these
		}
		if testkit.RaceEnabled && f.N > 20 { // a search by one goroutine, some ten times slower
			continue
		}
		for b, want := range familyBoards(t, f) {
			p, err := b.Find(t.Context())
			if got := answer(t, b, p, err); got != want && want != "?" {
				t.Errorf("%v: Find says %s, want %s", b, got, want)
			}
			if f.N < 20 {
				if solutions := count(t, b); (solutions > 0) != (want == "yes") {
					t.Errorf("%v: %d solutions, but Find should say %s", b, solutions, want)
				}
			}
		}
	}
}
