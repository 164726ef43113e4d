package queens

import (
	"context"
	"errors"
	"iter"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/find"
	"example.com/queens/internal/list"
	"example.com/queens/internal/work"
)

// All returns an iterator over all solutions of the empty plain n×n board, in lexicographic
// order; see [Board.Solutions]. It panics if n is negative or greater than [MaxN].
func All(n int) iter.Seq[Placement] {
	return unfailing(mustNew(n).Solutions(context.Background()))
}

// Fundamental returns an iterator over the fundamental solutions of the empty plain n×n board,
// in lexicographic order; see [Board.Fundamental]. It panics if n is negative or greater than
// [MaxN].
func Fundamental(n int) iter.Seq[Placement] {
	return unfailing(mustNew(n).Fundamental(context.Background()))
}

// mustNew returns the empty board of size n, and panics if there is none.
func mustNew(n int) *Board {
	b, err := New(n)
	if err != nil {
		panic(err)
	}
	return b
}

// Solutions returns an iterator over all solutions, in lexicographic order. Each [Placement] is the
// caller's to keep and to change. Each loop over it is a new search, which ends with the loop.
//
// If the listing ends early, the last pair is nil and the reason: the error of the context,
// within milliseconds after it is cancelled, or that of an [Option]. A loop that meets no error
// has seen all solutions.
//
// The search goes row by row, and the time from one solution to the next grows exponentially with
// n. Of a board of up to 14 rows that is its own mirror image, one half is searched: the second
// half of the list is the first half mirrored, in reverse order. For this the first half is kept,
// in 8 bytes a solution.
//
// By default the search runs on the goroutine of the loop. With k > 1 [Workers], k goroutines
// search ahead of the loop. The solutions come in the same order, and at most some ten thousand are
// kept for the loop. Two workers take about 0.6 of the time of one.
//
// If 30 rows or more lack a queen, a second goroutine searches for the first solution as
// [Board.First] does; the loop gets it from the search that finds it sooner. The search row by row
// lists the others. For any one solution, [Board.Find] is fastest.
func (b *Board) Solutions(ctx context.Context, opts ...Option) iter.Seq2[Placement, error] {
	start := b.start
	return listing(ctx, opts, func(l lister) error {
		switch {
		case start.ToFill() >= startWithFirst:
			return l.listFromFirst(ctx, start)
		case mirrored(start):
			l.listMirrored(start)
		default:
			l.list(start)
		}
		return nil
	})
}

// Fundamental returns an iterator over the fundamental solutions, the lexicographically least of
// each orbit, in lexicographic order. The orbits are those of [Board.Orbit], under the symmetries
// that preserve the constraints. Each [Placement] is the caller's to keep and to change. Errors and
// [Workers] are as in [Board.Solutions].
//
// It does not search for all solutions: the queen in the first row rules out those squares along
// all four edges on which a queen would make some image come first. That prunes most of the search.
// On empty boards of 10 rows or more it takes about half of the time that Solutions takes.
func (b *Board) Fundamental(ctx context.Context, opts ...Option) iter.Seq2[Placement, error] {
	start, group := b.start, b.group
	return listing(ctx, opts, func(l lister) error {
		l.group = group
		l.list(narrow(nil, start, 0, group)...)
		return nil
	})
}

// unfailing returns an iterator over the values of seq, which yields no errors.
func unfailing[T any](seq iter.Seq2[T, error]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for value := range seq {
			if !yield(value) {
				return
			}
		}
	}
}

// listing returns an iterator over what a lister visits, by default with one worker.
func listing(ctx context.Context, opts []Option, list func(lister) error) iter.Seq2[Placement, error] {
	return func(yield func(Placement, error) bool) {
		team, err := newTeamOf(1, opts)
		if err != nil {
			yield(nil, err)
			return
		}
		work.Listing(ctx, func(stop *atomic.Bool, visit func(Placement) bool) error {
			return list(lister{workers: team.Workers, stop: stop, visit: visit})
		})(yield)
	}
}

// A lister lists solutions of boards.
type lister struct {
	workers int
	group   []Symmetry // if not nil, list only the solutions that are least in their orbits under it
	stop    *atomic.Bool
	visit   func(Placement) bool
}

// list visits copies of the solutions of boards, one board after the other. It returns false if
// visit did or stop was set. Where many rows are to be filled, package list is faster than the
// backtracker.
func (l lister) list(boards ...bitboard.Board) bool {
	if slices.ContainsFunc(boards, byBlocks) {
		return list.InOrder(boards, l.workers, l.newTake, l.stop, l.visit)
	}
	var a arena
	isLeast := l.isLeast()
	for _, b := range boards {
		done := search(b, l.stop, func(queens []int) bool {
			return isLeast != nil && !isLeast(queens) || l.visit(a.clone(queens))
		})
		if !done {
			return false
		}
	}
	return true
}

// isLeast returns a function that tells whether a solution is least under the group, or nil if there is
// no group.
func (l lister) isLeast() func(Placement) bool {
	if l.group == nil {
		return nil
	}
	return leastUnder(l.group)
}

// newTake returns a function that copies the solutions that are least under the group.
func (l lister) newTake() func(queens []int) (Placement, bool) {
	var a arena
	isLeast := l.isLeast()
	return func(queens []int) (Placement, bool) {
		if isLeast != nil && !isLeast(queens) {
			return nil, false
		}
		return a.clone(queens), true
	}
}

// search yields every solution of a board, in lexicographic order, in a slice that it reuses. It
// returns false if yield did or if stop was set.
func search(b bitboard.Board, stop *atomic.Bool, yield func([]int) bool) bool {
	switch {
	case b.Hopeless():
		return true
	case byBlocks(b):
		return list.Solutions(b, stop, yield)
	}
	return backtrack(b, stop, yield)
}

// byBlocks reports whether package list lists a board sooner than the backtracker.
func byBlocks(b bitboard.Board) bool { return b.ToFill() >= 10 }

// solutionsPerArray is how many solutions are cloned into one array, and so take one
// allocation.
const solutionsPerArray = 16

// An arena makes placements, several in one array. The capacity of each placement is its length, so
// that appending to it does not write into the next one.
type arena struct{ array Placement }

func (a *arena) placement(n int) Placement {
	begin := len(a.array)
	if a.array == nil || n > cap(a.array)-begin {
		a.array, begin = make(Placement, 0, solutionsPerArray*n), 0
	}
	a.array = a.array[:begin+n]
	return a.array[begin : begin+n : begin+n]
}

func (a *arena) clone(p Placement) Placement {
	c := a.placement(len(p))
	copy(c, p)
	return c
}

// With at least startWithFirst rows to fill, Solutions runs First beside the search. With fewer,
// the search alone soon finds the first solution of an empty board.
const startWithFirst = 30

// listFromFirst lists the first solution, then the solutions after it.
func (l lister) listFromFirst(ctx context.Context, b bitboard.Board) error {
	p, err := first(ctx, b, max(1, l.workers-1)) // while this goroutine backtracks
	if errors.Is(err, ErrNoSolution) {
		return nil
	}
	following := after(b, p) // before the visitor may change p
	if err == nil && l.visit(p) {
		l.list(following...)
	}
	return err
}

// first returns the first solution. It backtracks while workers search as First does, until one
// of the two has the answer: boards with many blocked squares are often quicker to backtrack
// on.
func first(ctx context.Context, b bitboard.Board, workers int) (Placement, error) {
	otherCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	var other struct {
		solution Placement
		err      error
	}
	answered := new(atomic.Bool)
	var wait sync.WaitGroup
	wait.Go(func() {
		other.solution, other.err = firstBy(otherCtx, b, find.FirstQuery{Workers: workers})
		answered.Store(true)
	})
	var found Placement
	complete := search(b, answered, func(p []int) bool {
		found = slices.Clone(p)
		return false
	})
	cancel()
	wait.Wait()
	switch {
	case found != nil:
		return found, nil
	case complete:
		return nil, ErrNoSolution
	}
	return other.solution, other.err
}

// after returns boards with the solutions that come after the solution p, in order. Each board has
// the queens of p above some row, and leaves open only later columns in that row.
func after(b bitboard.Board, p Placement) (following []bitboard.Board) {
	for row, col := range p {
		following = append(following, b.Without(row, bitboard.Below(col+1)))
		b = b.With(row, col)
	}
	slices.Reverse(following)
	return following
}

// mirrored reports whether a board is its own mirror image, and small enough for its solutions
// to be kept.
func mirrored(b bitboard.Board) bool {
	const most = 14 // up to 16 rows would fit: a word has 4 bits for each
	n := len(b.Open)
	return 0 < n && n <= most && !slices.ContainsFunc(b.Open, func(row uint64) bool {
		return bits.Reverse64(row)>>(64-n) != row
	})
}

// listMirrored lists the solutions of a mirrored board: first the solutions whose queen in the
// first row is on the left or in the middle, then the mirror images of the solutions with this
// queen on the left. Of two solutions, the mirror image of the later one comes first.
func (l lister) listMirrored(b bitboard.Board) {
	n := len(b.Open)
	kept := make([]uint64, 0, 64)
	visit := l.visit
	l.visit = func(p Placement) bool {
		if p[0] < n/2 {
			var packed uint64
			for _, col := range p {
				packed = packed<<4 | uint64(col)
			}
			kept = append(kept, packed)
		}
		return visit(p)
	}
	if !l.list(b.Without(0, ^bitboard.Below((n+1)/2))) {
		return
	}
	var a arena
	for i := len(kept) - 1; i >= 0; i-- {
		p := a.placement(n)
		packed := kept[i]
		for row := n - 1; row >= 0; row-- {
			p[row] = n - 1 - int(packed&15)
			packed >>= 4
		}
		if !visit(p) {
			return
		}
	}
}
