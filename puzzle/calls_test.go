package puzzle_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
)

// calls are the calls that may take long.
var calls = map[string]func(context.Context, *queens.Board) error{
	"Deduce": func(ctx context.Context, b *queens.Board) error { return boardtest.Ended(puzzle.Deduce(ctx, b)) },
	"Rate": func(ctx context.Context, b *queens.Board) error {
		return boardtest.ErrorOf(puzzle.Rate(ctx, b))
	},
	"Generate easy": func(ctx context.Context, b *queens.Board) error {
		return boardtest.ErrorOf(puzzle.Generate(ctx, rand.New(rand.NewPCG(1, 2)), b, puzzle.Easy))
	},
	"Generate expert": func(ctx context.Context, b *queens.Board) error {
		return boardtest.ErrorOf(puzzle.Generate(ctx, rand.New(rand.NewPCG(1, 2)), b, puzzle.Expert))
	},
}

// Whatever takes long ends soon after its context, with the context's error, and leaves no
// goroutine behind.
func TestCancel(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 1))
	thinned := boardtest.SquaresWhere(50, func(queens.Square) bool { return rng.IntN(50) >= 7 })
	a := testkit.Must(queens.Construct(40))
	b := a.Transform(queens.FlipColumns)
	two := boardtest.SquaresWhere(40, func(sq queens.Square) bool { return a[sq.Row] != sq.Col && b[sq.Row] != sq.Col })
	boards := []*queens.Board{
		boardtest.New(t, 64), boardtest.New(t, 61, queens.Toroidal()), boardtest.New(t, 50, queens.Blocked(thinned...)),
		boardtest.New(t, 40, queens.Blocked(two...)), // of which all puzzles are easy
	}
	for name, call := range calls {
		for _, text := range []string{"n=0", "n=1", "n=8 given=b4,d5", "n=64"} {
			if err := call(testkit.Cancelled(t), testkit.Must(queens.ParseBoard(text))); err != context.Canceled {
				t.Errorf("%s with a cancelled context, %s: %v", name, text, err)
			}
		}
		for _, board := range boards {
			testkit.CheckCancel(t, fmt.Sprintf("%s, %.30v", name, board), func(ctx context.Context) error {
				for { // some end by themselves
					if err := call(ctx, board); errors.Is(err, context.Canceled) {
						return err
					}
				}
			})
		}
	}
}

// The calls run on the goroutine of the caller: each loop and each call leaves none behind.
func TestGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	board := testkit.Must(queens.ParseBoard("n=8 given=c4,e3,g2"))
	for range puzzle.Deduce(ctx, board) {
		if now := runtime.NumGoroutine(); now > before {
			t.Errorf("%d goroutines in the loop, %d before", now, before)
		}
		break
	}
	for _, call := range calls {
		if err := call(ctx, board); !errors.Is(err, puzzle.ErrNoPuzzle) { // of which there is no expert one
			testkit.NoError(t, err)
		}
		testkit.CheckGoroutines(t, before)
	}
}

// The steps can be left at any time and are the caller's. They are of the board at the time of the
// call, even if another board takes its place.
func TestDeduceIterator(t *testing.T) {
	testkit.CheckListing(t, puzzle.Deduce(t.Context(), testkit.Must(queens.ParseBoard("n=8 given=e4,a5"))))
	board := testkit.Must(queens.ParseBoard("n=8 given=c4,e3,g2"))
	steps := puzzle.Deduce(t.Context(), board)
	want := testkit.Collect(t, steps)
	i := 0
	for step := range testkit.Values(t, steps) {
		testkit.NoError(t, board.UnmarshalText([]byte("n=4 torus blocked=a1")))
		testkit.WantSame(t, want[i], step, "step %d", i)
		for _, list := range [][]queens.Square{step.Queens, step.Excluded, step.Because} {
			clear(list)
		}
		clear(step.Steps)
		i++
	}
	testkit.WantSame(t, want, testkit.Collect(t, steps), "the steps of a board with another text")
}

func TestNames(t *testing.T) {
	testkit.CheckNames[puzzle.Rule](t, "single", "pin", "trial", "contradiction")
	testkit.CheckNames[puzzle.Difficulty](t, "easy", "medium", "hard", "expert")
}

// Whatever a program may store comes back from its JSON.
func TestStored(t *testing.T) {
	for _, text := range []string{"n=8 given=b4,d5", "n=6 given=a1", "n=8 given=c4,e3,g2"} {
		steps, _ := testkit.CollectUntil(t, puzzle.Deduce(t.Context(), testkit.Must(queens.ParseBoard(text))))
		for _, step := range steps {
			testkit.CheckStored(t, [2]any{step, ""})
			var read puzzle.Deduction
			testkit.NoError(t, json.Unmarshal(testkit.Must(json.Marshal(step)), &read))
			testkit.WantSame(t, fmt.Sprintf("%#v", step), fmt.Sprintf("%#v", read), "%v, from JSON", step)
		}
	}
	testkit.CheckStored(t,
		[2]any{puzzle.Rating{Difficulty: puzzle.Hard, Score: 58, Steps: 14}, `{"difficulty":"hard","score":58,"steps":14}`},
		[2]any{puzzle.Expert, `"expert"`}, [2]any{puzzle.Trial, `"trial"`}, [2]any{[]puzzle.Rule{puzzle.Pin}, `["pin"]`},
		[2]any{map[puzzle.Difficulty]int{puzzle.Easy: 3}, `{"easy":3}`},
		[2]any{puzzle.Line{Column: true, Index: 27}, `"file ab"`}, [2]any{map[puzzle.Line]int{{}: 3}, `{"rank 1":3}`})
	for index := range queens.MaxN {
		testkit.CheckStored(t, [2]any{puzzle.Line{Index: index}, ""}, [2]any{puzzle.Line{Column: true, Index: index}, ""})
	}
	for _, text := range []string{"", "rank", "rank 0", "rank 65", "rank 05", "file", "file 1", "file bm", "file A", "row 1", "rank  1", "rank 1 "} {
		line := puzzle.Line{Column: true, Index: 3}
		if err := line.UnmarshalText([]byte(text)); err == nil || line.Index != 3 {
			t.Errorf("%q is read as %v, %v", text, line, err)
		}
	}
}

func TestOddReceivers(t *testing.T) {
	testkit.CheckMethods(t, []any{
		puzzle.Difficulty(99), puzzle.Rule(99), puzzle.Rating{}, puzzle.Rating{Difficulty: 9, Score: -1, Steps: math.MinInt},
		puzzle.Line{}, puzzle.Line{Index: math.MaxInt}, puzzle.Line{Column: true, Index: math.MaxInt}, puzzle.Line{Column: true, Index: math.MinInt},
		puzzle.Deduction{}, puzzle.Deduction{Rule: 99, Queens: make([]queens.Square, 3), Steps: make([]puzzle.Deduction, 2)},
		puzzle.Deduction{Rule: puzzle.Trial, Excluded: make([]queens.Square, 1), Steps: make([]puzzle.Deduction, 2)},
	}, []any{[]byte("\x00{")})
}

// The same seed gives the same puzzle, and without one each call gives another.
func TestSeeds(t *testing.T) {
	testkit.CheckSeeds(t, map[string]func(*rand.Rand) any{"Generate": func(rng *rand.Rand) any {
		return testkit.Must(puzzle.Generate(t.Context(), rng, boardtest.New(t, 20), puzzle.Medium))
	}})
}

// The score is the documented one.
func TestScore(t *testing.T) {
	for effort, want := range map[float64]int{0: 0, 1: 3, 30: 50, 240: 89, 5: 14, math.Inf(1): 100} {
		if got := puzzle.Score(effort); got != want {
			t.Errorf("the effort %g has the score %d, want %d", effort, got, want)
		}
	}
}

func TestDocExample(t *testing.T) { testkit.CheckDocExample(t, "puzzle.go", "example_test.go") }
