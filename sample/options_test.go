package sample_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/sample"
)

// calls are all that take options.
var calls = map[string]boardtest.Call{
	"New": func(ctx context.Context, b *queens.Board, opts ...queens.Option) error {
		return boardtest.ErrorOf(sample.New(ctx, b, opts...))
	},
	"EstimateCount": func(ctx context.Context, b *queens.Board, opts ...queens.Option) error {
		return boardtest.ErrorOf(sample.EstimateCount(ctx, rand.New(rand.NewPCG(1, 0)), b, 1<<30, opts...))
	},
}

func TestOptions(t *testing.T) {
	for name, call := range calls {
		boardtest.CheckOptions(t, "sample", name, call)
		boardtest.CheckWorkersBound(t, name, call)
	}
}

func TestProgressEnds(t *testing.T) {
	boardtest.CheckLastReport(t, "New", 0, 14200, func(o queens.Option) error {
		return boardtest.ErrorOf(sample.New(t.Context(), boardtest.New(t, 12), o))
	})
	boardtest.CheckLastReport(t, "EstimateCount", 32, 0, func(o queens.Option) error {
		return boardtest.ErrorOf(sample.EstimateCount(t.Context(), seeded(1), boardtest.New(t, 30), 1e4, o))
	})
}

func TestProgressPanics(t *testing.T) {
	boardtest.CheckReportPanics(t, "EstimateCount", func(o queens.Option) {
		sample.EstimateCount(t.Context(), seeded(1), boardtest.New(t, queens.MaxN), 1<<30, o)
	})
}

// Whatever a call is doing on a board that takes it long, it ends soon after its context.
func TestCancel(t *testing.T) {
	corner := queens.Blocked(queens.Square{Row: 0, Col: 1})
	for _, n := range []int{20, 32, queens.MaxN} {
		for name, call := range calls {
			boardtest.CheckCancel(t, boardtest.New(t, n), name, call)
		}
	}
	for _, b := range []*queens.Board{boardtest.New(t, queens.MaxN, corner), boardtest.New(t, 61, queens.Toroidal())} {
		boardtest.CheckCancel(t, b, "EstimateCount", calls["EstimateCount"])
	}
	for _, b := range []*queens.Board{boardtest.New(t, 24, corner), boardtest.New(t, 29, queens.Toroidal())} {
		boardtest.CheckCancel(t, b, "New", calls["New"])
	}
}
