package regions_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// calls are the calls that may take long. A puzzle that is made is of the size of the board, and hard if
// that is large.
var calls = map[string]func(context.Context, *regions.Board) error{
	"Find":   func(ctx context.Context, b *regions.Board) error { return boardtest.ErrorOf(b.Find(ctx)) },
	"Unique": func(ctx context.Context, b *regions.Board) error { return boardtest.ErrorOf(b.Unique(ctx)) },
	"Another": func(ctx context.Context, b *regions.Board) error {
		return boardtest.ErrorOf(b.Another(ctx, make(queens.Placement, b.N())))
	},
	"Count":     func(ctx context.Context, b *regions.Board) error { return boardtest.ErrorOf(b.Count(ctx)) },
	"Rate":      func(ctx context.Context, b *regions.Board) error { return boardtest.ErrorOf(b.Rate(ctx)) },
	"Solutions": func(ctx context.Context, b *regions.Board) error { return boardtest.Ended(b.Solutions(ctx)) },
	"Deduce":    func(ctx context.Context, b *regions.Board) error { return boardtest.Ended(b.Deduce(ctx)) },
	"Generate": func(ctx context.Context, b *regions.Board) error {
		return boardtest.ErrorOf(regions.Generate(ctx, rand.New(rand.NewPCG(1, 2)), b.N(), puzzle.Difficulty(b.N()/16)))
	},
}

// A context that has ended is an error of any call, and one that ends meanwhile ends it soon: on boards
// with many solutions, and on some where the first one or the first step takes seconds. No call leaves a
// goroutine behind.
func TestCalls(t *testing.T) {
	before := runtime.NumGoroutine()
	rng := rand.New(rand.NewPCG(24, 7))
	large := map[string]*regions.Board{
		"a board of 24 rows": randomBoard(rng, 24), "scattered": randomBoard(rng, regions.MaxN), "rows": rowsBoard(regions.MaxN),
		"hard": connectedBoard(rand.New(rand.NewPCG(2, 32)), 32),
	}
	for name, call := range calls {
		if err := call(testkit.Cancelled(t), board()); err != context.Canceled {
			t.Errorf("%s with a cancelled context gives error %v", name, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		testkit.NoError(t, call(ctx, board()))
		testkit.CheckGoroutines(t, before)
		cancel()
		for kind, b := range large {
			testkit.CheckCancel(t, name+", "+kind, func(ctx context.Context) error { return call(ctx, b) })
		}
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
