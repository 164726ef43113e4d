package queens_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
)

// calls are all that take options.
var calls = map[string]boardtest.Call{
	"Solutions": func(ctx context.Context, b *queens.Board, opts ...queens.Option) error {
		return boardtest.Ended(b.Solutions(ctx, opts...))
	},
	"Fundamental": func(ctx context.Context, b *queens.Board, opts ...queens.Option) error {
		return boardtest.Ended(b.Fundamental(ctx, opts...))
	},
	"First": func(ctx context.Context, b *queens.Board, opts ...queens.Option) error {
		return boardtest.ErrorOf(b.First(ctx, opts...))
	},
	"Count": func(ctx context.Context, b *queens.Board, opts ...queens.Option) error {
		return boardtest.ErrorOf(b.Count(ctx, opts...))
	},
	"Census": func(ctx context.Context, b *queens.Board, opts ...queens.Option) error {
		return boardtest.ErrorOf(b.Census(ctx, opts...))
	},
}

func TestOptions(t *testing.T) {
	for name, call := range calls {
		boardtest.CheckOptions(t, "queens", name, call)
		boardtest.CheckWorkersBound(t, name, call)
	}
}

func TestProgressEnds(t *testing.T) {
	ctx := t.Context()
	boardtest.CheckLastReport(t, "First", 34, 0, func(o queens.Option) error {
		return boardtest.ErrorOf(boardtest.New(t, 34).First(ctx, o))
	})
	for _, n := range []int{0, 5, 8, 11, 12, 16} { // by all ways to count
		if n > 12 && testkit.RaceEnabled {
			continue
		}
		boardtest.CheckLastReport(t, fmt.Sprintf("Count, n = %d", n), 0, testkit.Reference[n].All, func(o queens.Option) error {
			return boardtest.ErrorOf(queens.Count(ctx, n, o))
		})
	}
}

func TestProgressPanics(t *testing.T) {
	for _, n := range []int{8, 13, 24} {
		boardtest.CheckReportPanics(t, fmt.Sprintf("Count, n = %d", n), func(o queens.Option) {
			queens.Count(t.Context(), n, queens.Workers(3), o)
		})
	}
	boardtest.CheckReportPanics(t, "First", func(o queens.Option) { boardtest.New(t, 8).First(t.Context(), o) })
}

// Whatever a call is doing on a board that takes it long, it ends soon after its context.
func TestCancel(t *testing.T) {
	check := func(b *queens.Board, names ...string) {
		t.Helper()
		for _, name := range names {
			boardtest.CheckCancel(t, b, name, calls[name])
		}
	}
	corner := queens.Blocked(queens.Square{Row: 0, Col: 1})
	for _, n := range []int{20, 23, 24, 31, 32, 33, 64} {
		for _, constraints := range [][]queens.Constraint{nil, {corner}, {queens.Toroidal()}} {
			check(boardtest.New(t, n, constraints...), "Count", "Census")
		}
	}
	for _, n := range []int{32, 48, 64} { // whose first solution is far away
		given := queens.Given(queens.Square{Row: n / 2, Col: n / 3})
		for _, constraints := range [][]queens.Constraint{nil, {corner}, {given}} {
			check(boardtest.New(t, n, constraints...), "Solutions", "Fundamental")
		}
	}
	for _, n := range []int{52, 60, queens.MaxN} { // two of every five diagonals of one direction blocked
		check(boardtest.New(t, n, queens.Blocked(boardtest.SquaresWhere(n, func(s queens.Square) bool {
			return (s.Row-s.Col+5*n)%5 < 2
		})...)), "First")
	}
}

// So do the calls that take no options, the search for another solution where the only one is found
// at once.
func TestCancelOthers(t *testing.T) {
	const n = 61
	p := make(queens.Placement, n)
	for row := range p {
		p[row] = 2 * row % n
	}
	rng := rand.New(rand.NewPCG(30, 64))
	b := boardtest.New(t, n, queens.Toroidal(), queens.Blocked(boardtest.SquaresWhere(n, func(s queens.Square) bool {
		return rng.IntN(10) < 6 && p[s.Row] != s.Col
	})...))
	found, err := b.Find(t.Context())
	testkit.NoError(t, err)
	testkit.WantSame(t, p, found, "the only solution")
	for name, call := range map[string]func(context.Context) (queens.Placement, error){
		"Unique":  b.Unique,
		"Another": func(ctx context.Context) (queens.Placement, error) { return b.Another(ctx, p) },
	} {
		if _, err := call(testkit.Cancelled(t)); err != context.Canceled {
			t.Errorf("%s with a cancelled context: %v", name, err)
		}
		testkit.CheckCancel(t, name, func(ctx context.Context) error { return boardtest.ErrorOf(call(ctx)) })
	}
	if _, err := b.Find(testkit.Cancelled(t)); err != context.Canceled {
		t.Errorf("Find with a cancelled context: %v", err)
	}
}
