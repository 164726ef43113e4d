package regions_test

import (
	"context"
	"runtime"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// calls are the calls that may take long, on some board.
var calls = map[string]func(context.Context) error{
	"Find":      func(ctx context.Context) error { _, err := board().Find(ctx); return err },
	"Unique":    func(ctx context.Context) error { _, err := board().Unique(ctx); return err },
	"Another":   func(ctx context.Context) error { _, err := board().Another(ctx, make(queens.Placement, 5)); return err },
	"Count":     func(ctx context.Context) error { _, err := board().Count(ctx); return err },
	"Rate":      func(ctx context.Context) error { _, err := board().Rate(ctx); return err },
	"Solutions": func(ctx context.Context) error { return boardtest.Ended(board().Solutions(ctx)) },
	"Deduce":    func(ctx context.Context) error { return boardtest.Ended(board().Deduce(ctx)) },
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
