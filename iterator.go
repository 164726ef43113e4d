package queens

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"
)

// All returns an iterator over all solutions of the empty plain n×n board, in lexicographic
// order; see [Board.Solutions]. It panics if n is negative or greater than [MaxN].
func All(n int) iter.Seq[Placement] {
	mustBeSize(n)
	if n >= startWithFirst {
		b := Board{start: emptyBitboard(n)}
		return unfailing(b.Solutions(context.Background()))
	}
	return func(yield func(Placement) bool) {
		queens := make(Placement, n)
		emptyBitboard(n).searchIn(queens, new(atomic.Bool), func() bool { return yield(slices.Clone(queens)) })
	}
}

// Fundamental returns an iterator over the fundamental solutions of the empty plain n×n
// board, in lexicographic order; see [Board.Fundamental]. It panics if n is negative or
// greater than [MaxN].
func Fundamental(n int) iter.Seq[Placement] {
	mustBeSize(n)
	b := Board{start: emptyBitboard(n), group: allSymmetries()}
	return unfailing(b.Fundamental(context.Background()))
}

// mustBeSize panics if there is no Board of size n.
func mustBeSize(n int) {
	if err := checkSize(n); err != nil {
		panic(fmt.Errorf("queens: %w", err))
	}
}

// Solutions returns an iterator over all solutions, in lexicographic order. Each [Placement]
// is the caller's to keep and to change. Each iteration is a search of its own, which ends
// with the loop.
//
// If the listing ends early, the last pair is nil and why: the error of the context, soon
// after it is cancelled, or that of an [Option]. A loop without an error has seen all solutions.
//
// The search backtracks row by row, and the time from one solution to
// the next grows exponentially with n. Where 30 rows or more lack a queen, the first
// solution is looked for as by [Board.First] with one worker, while another goroutine
// backtracks, and comes from whichever is faster; the others follow from there. First finds
// it sooner with several workers, and [Board.Find] is the fastest way to some solution.
func (b *Board) Solutions(ctx context.Context, opts ...Option) iter.Seq2[Placement, error] {
	start := b.start
	return listing(ctx, opts, func(_ run, stop *atomic.Bool, visit func(Placement) bool) error {
		copied := func(p Placement) bool { return visit(slices.Clone(p)) }
		if start.toFill() < startWithFirst {
			return stoppedUnless(start.search(stop, copied))
		}
		p, err := start.first(ctx)
		switch {
		case err == ErrNoSolution:
			return nil
		case err != nil:
			return err
		}
		return stoppedUnless(copied(p) && start.searchAfter(p, stop, copied))
	})
}

// stoppedUnless returns errStopped if a search did not come to its end.
func stoppedUnless(ended bool) error {
	if ended {
		return nil
	}
	return errStopped
}

// startWithFirst is from how many rows without a queen on First is worth the trouble: with
// fewer, backtracking finds the first solution of an empty board in 20 ms.
const startWithFirst = 30

// Fundamental returns an iterator over the fundamental solutions, the lexicographically
// least of each orbit, in lexicographic order. The orbits are those of [Board.Orbit], under
// the symmetries that preserve the constraints. Each [Placement] is the caller's to keep
// and to change. If the listing ends early, it says why, as [Board.Solutions] does.
//
// It does not go through all solutions: the column of the queen in the first row excludes
// squares along all four edges, and with them most of the search. On empty boards of 10
// rows or more it takes about a quarter of the time that Solutions takes.
func (b *Board) Fundamental(ctx context.Context, opts ...Option) iter.Seq2[Placement, error] {
	start, group := b.start, b.group
	return listing(ctx, opts, func(_ run, stop *atomic.Bool, visit func(Placement) bool) error {
		transpose, views := make(Placement, len(start.open)), viewsOf(group)
		return stoppedUnless(start.narrow(0, group, func(b bitboard) bool {
			return !stop.Load() && b.search(stop, func(p Placement) bool {
				return !p.imagerIn(transpose).least(views) || visit(slices.Clone(p))
			})
		}))
	})
}

// narrow visits boards, in the lexicographic order of their solutions, that together have
// the fundamental solutions of b and few others. It fixes the queens of the rows from the
// given one on, as long as some symmetry other than the identity ties: as long as it takes
// each queen fixed so far to itself, so that solutions and their images under it begin
// alike. A queen fixed in a row excludes every square that a tying symmetry takes to a lower
// column of that row, because with a queen there the image would precede the solution.
// narrow returns false if visit did.
func (b bitboard) narrow(row int, ties []Symmetry, visit func(bitboard) bool) bool {
	n := len(b.open)
	if b.hopeless() {
		return true
	}
	if row == n || len(ties) == 1 {
		return visit(b)
	}
	for col := range bitsOf(b.open[row]) {
		queen := Square{row, col}
		fixed := b.with(queen)
		var still []Symmetry
		for _, s := range ties {
			inverse := s.Inverse()
			for col := range queen.Col {
				excluded := inverse.Apply(n, Square{row, col})
				fixed.open[excluded.Row] &^= 1 << excluded.Col
			}
			if inverse.Apply(n, queen) == queen {
				still = append(still, s)
			}
		}
		if !fixed.narrow(row+1, still, visit) {
			return false
		}
	}
	return true
}
