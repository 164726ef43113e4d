package puzzle_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Every step follows by its rule, no weaker rule leads on, and the steps end where they
// should, on boards of any kind that are small enough for the brute force.
func TestDeduce(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(21, 1))
	boards := testkit.Fewer(1200, 200)
	var ends [3]int
	for range boards {
		pos := boardtest.RandomSpec(rng, rng.IntN(9))
		if rng.IntN(2) == 0 && pos.N > 1 { // a board with a solution
			pos = thinnedPosition(rng, pos.N, pos.Torus)
		}
		if _, err := queens.New(pos.N, pos.Constraints()...); err != nil {
			continue
		}
		solutions := pos.Solutions()
		checkDeduce(t, pos, solutions)
		ends[min(len(solutions), 2)]++
		if t.Failed() {
			t.Fatalf("%v", pos.Board(t))
		}
	}
	if slices.Min(ends[:]) < boards/20 {
		t.Errorf("boards with none, one and several solutions: %d", ends)
	}
}

// thinnedPosition keeps some queens of a solution and blocks some squares off it.
func thinnedPosition(rng *rand.Rand, n int, torus bool) boardtest.Spec {
	pos := boardtest.Spec{N: n, Torus: torus}
	solutions := pos.Solutions()
	if len(solutions) == 0 {
		return pos
	}
	solution := solutions[rng.IntN(len(solutions))]
	for queen := range solution.Queens() {
		if rng.IntN(4) == 0 {
			pos.Given = append(pos.Given, queen)
		}
	}
	blocked := rng.IntN(4)
	pos.Blocked = boardtest.SquaresWhere(n, func(sq queens.Square) bool {
		return rng.IntN(4) < blocked && solution[sq.Row] != sq.Col && rng.IntN(2) == 0
	})
	return pos
}

// checkDeduce follows the steps of a position on a worksheet of its own.
func checkDeduce(t *testing.T, pos boardtest.Spec, solutions []queens.Placement) {
	t.Helper()
	w := newWorksheet(pos)
	board := pos.Board(t)
	steps, end := testkit.CollectUntil(t, puzzle.Deduce(t.Context(), board))
	checkRating(t, board, steps, boardtest.UniqueError(len(solutions)))
	for i, d := range steps {
		for _, p := range solutions {
			in := func(s queens.Square) bool { return p[s.Row] == s.Col }
			if !all(d.Queens, in) || slices.ContainsFunc(d.Excluded, in) {
				t.Errorf("step %d, %v, contradicts the solution %v", i, d, p)
			}
		}
		if err := w.check(d); err != nil {
			t.Errorf("step %d, %v: %v", i, d, err)
			return
		}
		w.apply(d)
		if i == len(steps)-1 || i > 3 {
			continue
		}
		// Somebody who has got so far gets the next step as a hint.
		board = testkit.Must(board.With(queens.Given(d.Queens...), queens.Blocked(d.Excluded...)))
		further, _ := testkit.CollectUntil(t, puzzle.Deduce(t.Context(), board))
		if diff := cmp.Diff(steps[i+1:], further, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("after step %d, %v (-want +got):\n%s", i, d, diff)
		}
	}
	contradiction := len(steps) > 0 && steps[len(steps)-1].Rule == puzzle.Contradiction
	if contradiction != (len(solutions) == 0 && pos.N > 0) {
		t.Errorf("%d solutions, and the steps end with a contradiction: %v", len(solutions), contradiction)
	}
	if want := boardtest.UniqueError(len(solutions)); end != want {
		t.Errorf("%d solutions, and the steps end with %v, want %v", len(solutions), end, want)
	}
	if len(solutions) == 1 && len(w.queens) != pos.N {
		t.Errorf("the steps end with %d queens, but there is one solution, %v", len(w.queens), solutions[0])
	}
	for sq := range w.open {
		if len(solutions) > 0 && !slices.ContainsFunc(solutions, func(p queens.Placement) bool { return p[sq.Row] == sq.Col }) {
			t.Errorf("the steps end before %v is excluded, which is in no solution", sq)
		}
	}
}

// checkRating compares the rating of a board with its steps.
func checkRating(t *testing.T, board *queens.Board, steps []puzzle.Deduction, want error) {
	t.Helper()
	hardest := puzzle.Easy
	for _, step := range steps {
		hardest = max(hardest, takes(step))
	}
	got, err := puzzle.Rate(t.Context(), board)
	if wrong := got.Difficulty != hardest || got.Steps != len(steps) || got.Score < 0 || got.Score > 100 || got.Score == 0 != (steps == nil); err != want || err == nil && wrong {
		t.Errorf("%v, %v, want %v: there are %d steps that are %v", got, err, want, len(steps), hardest)
	}
}

// No board takes long, though some are given up: the largest ones, boards that take far
// more trials than any person could make, and a torus on which nothing refutes a queen.
func TestDeduceEnds(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(21, 2))
	thinned := boardtest.SquaresWhere(50, func(queens.Square) bool { return rng.IntN(50) >= 7 })
	for _, test := range []struct {
		n           int
		constraints []queens.Constraint
		end         error
	}{
		{queens.MaxN, nil, queens.ErrNotUnique},
		{32, []queens.Constraint{queens.Toroidal()}, puzzle.ErrRulesEnd},
		{50, []queens.Constraint{queens.Blocked(thinned...)}, puzzle.ErrRulesEnd},
		{61, []queens.Constraint{queens.Toroidal()}, puzzle.ErrRulesEnd},
		{queens.MaxN, []queens.Constraint{queens.Toroidal()}, puzzle.ErrRulesEnd},
	}[:testkit.Fewer(5, 3)] {
		board := testkit.Must(queens.New(test.n, test.constraints...))
		if steps, end := testkit.CollectUntil(t, puzzle.Deduce(t.Context(), board)); steps != nil || end != test.end {
			t.Errorf("n = %d: %v, then %v, want %v", test.n, steps, end, test.end)
		}
	}
}
