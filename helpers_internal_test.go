package queens

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/cross"
	"example.com/queens/internal/join"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
	"example.com/queens/internal/work"
)

func newBoard(t testing.TB, n int, constraints ...Constraint) *Board {
	t.Helper()
	return testkit.Must(New(n, constraints...))
}

// SquaresWhere returns some squares of a board, row by row.
func SquaresWhere(n int, keep func(Square) bool) (some []Square) {
	for i := range n * n {
		if s := (Square{i / n, i % n}); keep(s) {
			some = append(some, s)
		}
	}
	return some
}

// countSolutions counts one by one.
func countSolutions(b *Board) uint64 {
	var count uint64
	for range b.Solutions(context.Background()) {
		count++
	}
	return count
}

// Listings are the methods that list solutions.
var Listings = map[string]func(*Board, context.Context, ...Option) iter.Seq2[Placement, error]{
	"Solutions": (*Board).Solutions, "Fundamental": (*Board).Fundamental,
}

// BigPlacements returns placements that are too large to try all, full, sparse and empty, on boards
// whose ranks and files have names of several characters. The tests of package queens_test use it
// as well.
func BigPlacements(sizes ...int) []Placement {
	rng := rand.New(rand.NewPCG(1, 2))
	var all []Placement
	for _, n := range sizes {
		full := Placement(rng.Perm(n))
		sparse := slices.Clone(full)
		for row := range sparse {
			if rng.IntN(3) > 0 {
				sparse[row] = Empty
			}
		}
		all = append(all, full, sparse, NewPlacement(n))
	}
	return all
}

// pieces are a count that is cut.
type pieces interface {
	Len() int
	On(k *kernel.Kernel) work.Job
}

// countBy counts with a kernel, in pieces, without the shortcut for small boards.
func countBy(t testing.TB, cut func(b *Board, atLeast int) pieces, b *Board, k *kernel.Kernel, atLeast int, opts ...Option) uint64 {
	t.Helper()
	_, all, err := testTeam(t, opts...).Count(new(atomic.Bool), cut(b, atLeast).On(k))
	return testkit.Must(all, err)
}

// byCrosses cuts by crosses, and byColumns by sets of columns.
func byCrosses(b *Board, atLeast int) pieces {
	return cross.Cut(b.crossed(), atLeast, new(atomic.Bool))
}
func byColumns(b *Board, atLeast int) pieces {
	return join.Cut(b.N(), atLeast, new(atomic.Bool))
}
