package queens

import (
	"context"
	"iter"
)

// All returns an iterator over all solutions of the n×n board, in
// lexicographic order; see [Board.Solutions]. It panics if n is negative or
// greater than [MaxN].
func All(n int) iter.Seq[Placement] { return mustNew(n).Solutions(context.Background()) }

// Fundamental returns an iterator over the fundamental solutions of the n×n
// board, in lexicographic order; see [Board.Fundamental]. It panics if n is
// negative or greater than [MaxN].
func Fundamental(n int) iter.Seq[Placement] { return mustNew(n).Fundamental(context.Background()) }

func mustNew(n int) *Board {
	s, err := New(n)
	if err != nil {
		panic(err)
	}
	return s
}

// Solutions returns an iterator over all solutions, in lexicographic order. Each
// [Placement] is the caller's to keep and to change. The search starts anew with
// each iteration and ends with it.
//
// A cancelled context ends the search as if the loop had stopped; ctx.Err() after
// the loop tells. Between two solutions the search backtracks row by row, for a time
// that grows exponentially with n: the first solution of the empty board comes
// within a second or so for n up to 33, and takes longer and longer beyond;
// [Board.Find] is faster.
func (b *Board) Solutions(ctx context.Context) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		stop, release := stopWith(ctx)
		defer release()
		var out arena
		b.start.search(stop, func(p Placement) bool {
			return ctx.Err() == nil && yield(out.placement(p))
		})
	}
}

// Fundamental returns an iterator over the fundamental solutions, the
// lexicographically least of each orbit, in lexicographic order. Orbits are
// taken under [Board.Symmetries], the symmetries that keep the board's
// constraints. Each [Placement] is the caller's to keep and to change. A cancelled
// context ends the search as in [Board.Solutions].
//
// It does not go through all solutions: the column of the first row's queen bars
// squares along all four edges, and most of the search with them. On empty boards
// of 10 rows and more it takes about a quarter of the time of Solutions.
func (s *Board) Fundamental(ctx context.Context) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		stop, release := stopWith(ctx)
		defer release()
		var out arena
		transpose, views := make(Placement, len(s.start.open)), views(s.group)
		s.start.narrow(0, s.group, func(b bitboard) bool {
			return !stop.Load() && b.search(stop, func(p Placement) bool {
				return !p.imagesIn(transpose).least(views) || ctx.Err() == nil && yield(out.placement(p))
			})
		})
	}
}

// narrow visits boards, in the lexicographic order of their solutions, which together
// contain the fundamental ones of b and few others. It fixes the queens of the rows
// from the given one on, as long as some symmetry but the identity ties: it keeps
// every queen fixed so far, so that the images of the solutions under it start as
// they do themselves. A queen fixed in a row bars the squares that a symmetry that
// ties takes to lower columns of that row: with a queen there the image would come
// before the solution. It returns false if visit did.
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
				barred := inverse.Apply(n, Square{row, col})
				fixed.open[barred.Row] &^= 1 << barred.Col
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

// arena hands out copies of placements, cut from shared arrays so that a long
// stream costs few allocations. Arrays start small, for those who want one
// solution, and stay small, because one kept Placement keeps its array. Each copy is
// cut to its capacity, so that to append to it does not write into the next.
type arena struct {
	free []int
	next int // placements in the next array
}

func (a *arena) placement(p Placement) Placement {
	n := len(p)
	if a.free == nil || len(a.free) < n {
		a.next = min(max(1, 2*a.next), 16)
		a.free = make([]int, a.next*n)
	}
	cut := a.free[:n:n]
	a.free = a.free[n:]
	copy(cut, p)
	return cut
}
