package queens

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
)

// References:
//
//	[dijkstra]  Edsger W. Dijkstra. Notes on Structured Programming. In O.-J.
//	            Dahl, E. W. Dijkstra and C. A. R. Hoare, Structured Programming.
//	            1972.
//	[wirth]     Niklaus Wirth. Program Development by Stepwise Refinement.
//	            Communications of the ACM 14, pages 221–227. 1971.

// All returns an iterator over all solutions of the n×n board, in
// lexicographic order; see [Solver.Solutions]. It panics if n is negative or
// greater than [MaxN].
func All(n int) iter.Seq[Placement] { return mustNew(n).Solutions(context.Background()) }

// Fundamental returns an iterator over the fundamental solutions of the n×n
// board, in lexicographic order; see [Solver.Fundamental]. It panics if n is
// negative or greater than [MaxN].
func Fundamental(n int) iter.Seq[Placement] { return mustNew(n).Fundamental(context.Background()) }

func mustNew(n int) *Solver {
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
// [Solver.Find] is faster.
func (s *Solver) Solutions(ctx context.Context) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		stop, release := stopWith(ctx)
		defer release()
		var out arena
		s.search(stop, func(p Placement) bool {
			return ctx.Err() == nil && yield(out.placement(p))
		})
	}
}

// Fundamental returns an iterator over the fundamental solutions, the
// lexicographically least of each orbit, in lexicographic order. Orbits are
// taken under [Solver.Symmetries], the symmetries that keep the board's
// constraints. Each [Placement] is the caller's to keep and to change. A cancelled
// context ends the search as in [Solver.Solutions].
//
// It does not go through all solutions: the column of the first row's queen bars
// squares along all four edges, and most of the search with them. On empty boards
// of 10 rows and more it takes about a quarter of the time of Solutions.
func (s *Solver) Fundamental(ctx context.Context) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		stop, release := stopWith(ctx)
		defer release()
		var out arena
		transpose, views := make(Placement, len(s.open)), views(s.group)
		s.narrow(0, s.group, func(b board) bool {
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
func (b board) narrow(row int, ties []Symmetry, visit func(board) bool) bool {
	n := len(b.open)
	if b.hopeless() {
		return true
	}
	if row == n || len(ties) == 1 {
		return visit(b)
	}
	for col := range columns(b.open[row]) {
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

// An Op is what a [Step] does.
type Op uint8

// The operations of a [Step].
const (
	Place  Op = iota // put a queen on the square
	Remove           // take it away again
	Found            // the queen on the square completed a solution
)

// String returns the name of op: "Place", "Remove" or "Found".
func (op Op) String() string {
	switch op {
	case Place:
		return "Place"
	case Remove:
		return "Remove"
	case Found:
		return "Found"
	}
	return fmt.Sprintf("Op(%d)", uint8(op))
}

// A Step is one step of a backtracking search.
type Step struct {
	Op     Op
	Square Square
}

// String returns s in words: "Place b4".
func (s Step) String() string { return s.Op.String() + " " + s.Square.String() }

// Steps returns an iterator over the steps of the textbook search for all
// solutions ([dijkstra], [wirth]): row by row and in each row column by column,
// a queen is placed on every square that is open and not attacked, the rows
// below are searched, and the queen is removed again. There is one Remove for
// each Place. Found follows the Place of the queen that completes a solution;
// the board of size 0 is complete at the start, and its one step is Found with
// the zero Square.
//
// The steps are meant for lessons and animations: Steps does not look ahead, and so
// takes far longer than [Solver.Solutions] for the same solutions. It ends with the
// loop alone.
func (s *Solver) Steps() iter.Seq[Step] {
	return func(yield func(Step) bool) {
		if len(s.open) == 0 {
			yield(Step{Op: Found})
			return
		}
		newBacktracker[uint64](s.board, nil).steps(0, 0, 0, 0, yield)
	}
}

// steps searches from a row down, given the columns attacked from above.
func (t *backtracker[W]) steps(row int, cols, left, right W, yield func(Step) bool) bool {
	if row == len(t.queens) {
		return true
	}
	for free := t.rows[row].open &^ (cols | left | right); free != 0; free &= free - 1 {
		queen := free & -free
		sq := Square{row, bits.TrailingZeros64(uint64(queen))}
		if !yield(Step{Place, sq}) || row == len(t.queens)-1 && !yield(Step{Found, sq}) {
			return false
		}
		nextLeft, nextRight := t.down(left|queen, right|queen)
		if !t.steps(row+1, cols|queen, nextLeft, nextRight, yield) || !yield(Step{Remove, sq}) {
			return false
		}
	}
	return true
}
