package regions_test

import (
	"context"
	"runtime"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// A board is what boards of both kinds are, for programs that take either.
type anyBoard interface {
	N() int
	Attacks(p, q queens.Square) bool
	Check(queens.Placement) error
	Find(context.Context) (queens.Placement, error)
	Unique(context.Context) (queens.Placement, error)
	Another(context.Context, queens.Placement) (queens.Placement, error)
}

// Boards of both kinds answer all questions of the same puzzle, and agree with each other.
func TestPuzzleOfEitherKind(t *testing.T) {
	ctx := t.Context()
	for _, b := range []anyBoard{board(), testkit.Must(queens.ParseBoard("n=8 given=e4,a5,f7"))} {
		only := testkit.Must(b.Unique(ctx))
		if len(only) != b.N() || b.Check(only) != nil || !slices.Equal(testkit.Must(b.Find(ctx)), only) {
			t.Errorf("%v: the solution is %v", b, only)
		}
		if _, err := b.Another(ctx, only); err != queens.ErrNoSolution {
			t.Errorf("%v has another solution: %v", b, err)
		}
		for first := range only.Queens() {
			for second := range only.Queens() {
				if b.Attacks(first, second) {
					t.Errorf("%v: queens %v and %v of a solution attack each other", b, first, second)
				}
			}
		}
	}
}

// calls are the calls that may take long, on some board.
var calls = map[string]func(context.Context) error{
	"Find":      func(ctx context.Context) error { _, err := board().Find(ctx); return err },
	"Unique":    func(ctx context.Context) error { _, err := board().Unique(ctx); return err },
	"Another":   func(ctx context.Context) error { _, err := board().Another(ctx, make(queens.Placement, 5)); return err },
	"Count":     func(ctx context.Context) error { _, err := board().Count(ctx); return err },
	"Rate":      func(ctx context.Context) error { _, err := board().Rate(ctx); return err },
	"Solutions": func(ctx context.Context) error { return endOf(board().Solutions(ctx)) },
	"Deduce":    func(ctx context.Context) error { return endOf(board().Deduce(ctx)) },
	"Generate":  func(ctx context.Context) error { _, err := regions.Generate(ctx, nil, 8, puzzle.Easy); return err },
}

// A context that has ended is an error of any call. No call leaves a goroutine behind.
func TestCalls(t *testing.T) {
	before := runtime.NumGoroutine()
	for name, call := range calls {
		if err := call(testkit.Cancelled(t)); err != context.Canceled {
			t.Errorf("%s with a cancelled context gives error %v", name, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		testkit.NoError(t, call(ctx))
		testkit.CheckGoroutines(t, before)
		cancel()
	}
	for range board().Deduce(t.Context()) {
		if now := runtime.NumGoroutine(); now > before {
			t.Errorf("%d goroutines in the loop, %d before", now, before)
		}
	}
}

// An iterator is of the board at the time of the call, even if another board takes its place.
func TestIteratorsKeepTheirBoard(t *testing.T) {
	b, kept := board(), board()
	wrong := make(queens.Placement, b.N())
	solutions, steps, conflicts, given, blocked := b.Solutions(t.Context()), b.Deduce(t.Context()), b.Conflicts(wrong), b.Given(), b.Blocked()
	testkit.NoError(t, b.UnmarshalText([]byte("AB/AB given=a1 blocked=b1")))
	testkit.WantSame(t, testkit.Collect(t, kept.Solutions(t.Context())), testkit.Collect(t, solutions), "solutions")
	testkit.WantSame(t, testkit.Collect(t, kept.Deduce(t.Context())), testkit.Collect(t, steps), "steps")
	if len(slices.Collect(given))+len(slices.Collect(blocked)) != 0 {
		t.Error("the board had no queens and crosses")
	}
	pairs := 0
	for range conflicts {
		pairs++
	}
	if pairs != 10 {
		t.Errorf("%d pairs of 5 queens in a column attack each other", pairs)
	}
}
