package regions

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/internal/work"
)

// Find returns a solution, or [queens.ErrNoSolution] if there is none. Which solution is
// unspecified, but it is always the same for the same board. The placement is the caller's. A
// cancelled context ends the search within milliseconds, with its error.
//
// Find places the queens of rows, columns and regions with one open square, and then branches on
// the open squares of the row, column or region that has the fewest. If that takes long, it applies
// the rules of deduction to every board that it reaches. Puzzles for people hardly branch; the
// worst boards take time exponential in n.
func (b *Board) Find(ctx context.Context) (queens.Placement, error) {
	return b.search(ctx, 1, nil)
}

// Unique returns the solution if there is just one, as a puzzle should have. The error is
// [queens.ErrNoSolution] if there is none, and [queens.ErrNotUnique] if there are several; then
// there is no placement. It searches as [Board.Find] does, for two solutions.
func (b *Board) Unique(ctx context.Context) (queens.Placement, error) {
	return b.search(ctx, 2, nil)
}

// Another returns a solution other than p, or [queens.ErrNoSolution] if there is none. So it tells
// whether a solution p is the only one and, if not, what else fits. p need not solve this board: if
// it is partial or wrong, Another returns any solution. It is an error if p differs in size from
// the board, or holds a value that is neither a column nor [queens.Empty].
//
// It searches as [Board.Find] does. Which solution it returns is unspecified, but always the
// same for the same board and p.
func (b *Board) Another(ctx context.Context, p queens.Placement) (queens.Placement, error) {
	if err := b.checkFits(p); err != nil {
		return nil, fmt.Errorf("regions: %w", err)
	}
	return b.search(ctx, 1, append(queens.Placement{}, p...)) // not nil, even if p is
}

// search looks for at most the given number of solutions, and leaves out excluded if that is not
// nil. It returns the first solution if it finds no second.
func (b *Board) search(ctx context.Context, most int, excluded queens.Placement) (first queens.Placement, err error) {
	p, count := newSheet(b), 0
	err = work.UntilDone(ctx, func(stop *atomic.Bool) error {
		newSearch(stop, p).run(p, func(p *sheet) bool {
			if solution := p.placement(); excluded == nil || !slices.Equal(solution, excluded) {
				first = solution
				count++
			}
			return count < most
		})
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case count == 0:
		return nil, queens.ErrNoSolution
	case count > 1:
		return nil, queens.ErrNotUnique
	}
	return first, nil
}

// Count returns the number of solutions, which it visits one after another: the time grows with
// the number, and otherwise as that of [Board.Find]. A cancelled context ends it within
// milliseconds, with the context's error.
func (b *Board) Count(ctx context.Context) (uint64, error) {
	p, total := newSheet(b), uint64(0)
	err := work.UntilDone(ctx, func(stop *atomic.Bool) error {
		s := newSearch(stop, p)
		s.run(p, func(*sheet) bool {
			total++
			s.nodes = 0 // rules do not pay as long as most branches have solutions
			return !stop.Load()
		})
		return nil
	})
	if err != nil {
		return 0, err
	}
	return total, nil
}

// Solutions returns an iterator over all solutions, in lexicographic order. Each placement is the
// caller's. Each loop over it is a new search, which ends with the loop. If the context ends the
// listing early, the last pair is nil and the context's error. A loop without an error has seen all
// solutions.
//
// It branches row by row. After many branches in turn without a solution, it searches each further
// branch for some solution, as [Board.Find] does, before it lists all of them.
func (b *Board) Solutions(ctx context.Context) iter.Seq2[queens.Placement, error] {
	board := *b // which UnmarshalText may replace
	return work.Listing(ctx, func(stop *atomic.Bool, visit func(queens.Placement) bool) error {
		p := newSheet(&board)
		l := &inOrder{search: newSearch(stop, p), oracle: newSearch(stop, p), visit: visit}
		l.list(p, 0)
		return nil
	})
}

// An inOrder goes through solutions in lexicographic order.
type inOrder struct {
	search, oracle *search
	fruitless      int // branches since the last solution
	visit          func(queens.Placement) bool
}

// patience is how many branches an inOrder takes without a solution before it asks.
const patience = 50

// list visits the solutions of p. It returns false if a visit did or stop was set.
func (l *inOrder) list(p *sheet, depth int) bool {
	if _, ok := p.settle(); !ok {
		return true
	}
	if p.solved() {
		l.fruitless = 0
		return l.visit(p.placement())
	}
	if l.fruitless++; l.fruitless > patience && !l.hasSolution(p) {
		return !l.oracle.stop.Load()
	}
	top := unitOf(Row, bits.TrailingZeros32(p.pending[Row]))
	child := &l.search.stack[depth+1]
	for square, ok := p.firstOpen(top); ok; square, ok = p.firstOpen(top) {
		child.assign(p)
		child.place(square)
		if !l.list(child, depth+1) {
			return false
		}
		p.open.remove(square)
	}
	return true
}

func (l *inOrder) hasSolution(p *sheet) bool {
	some := false
	l.oracle.run(p, func(*sheet) bool { some = true; return false })
	return some
}
