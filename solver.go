package queens

import (
	"cmp"
	"context"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/find"
	"example.com/queens/internal/work"
)

// Find returns a solution, or [ErrNoSolution] if there is none. Which solution is unspecified,
// but it is always the same for the same board. The [Placement] is the caller's to keep and to
// change.
//
// Completing a board is NP-complete ([Gent, Jefferson and Nightingale 2017]): in the worst case the
// time is exponential in n. A cancelled context ends the search within milliseconds, with the
// context's error. Most boards are easy, such as empty boards and boards with queens given at
// random. Three kinds of boards are hard, from about 40 rows on:
//
//   - boards on which so many squares are blocked at random that about 7 in each row are open: half
//     of these boards have a solution;
//   - boards with about n whole diagonals blocked;
//   - toroidal boards with more than half of their squares blocked, from n = 31 on.
//
// [Gent, Jefferson and Nightingale 2017]: https://doi.org/10.1613/jair.5512
func (b *Board) Find(ctx context.Context) (Placement, error) {
	return b.solve(ctx, func(s *find.Solver) ([]int, error) { return s.Find(nil) })
}

// Unique returns the solution if there is exactly one, which is what makes a board with given
// queens a puzzle. The error is [ErrNoSolution] if there is none and [ErrNotUnique] if there
// are several; then [Board.Find] returns one of them, and [Board.Another] a second one.
//
// It searches for a solution as Find does, and then for another. To prove that there is no
// other can take much longer than to find the first: the time is exponential in n in the worst
// case. A cancelled context ends the search within milliseconds, with the context's error.
func (b *Board) Unique(ctx context.Context) (Placement, error) {
	return b.solve(ctx, (*find.Solver).Unique)
}

// Another returns a solution other than p, or [ErrNoSolution] if there is none. So it tells whether
// a solution p is the only one and, if not, what else fits. p need not solve this board: if it is
// partial or wrong, Another returns any solution. It is an error if p differs in size from the
// board, or holds a value that is neither a column nor [Empty].
//
// Another searches as Find does, and takes about as long as [Board.Unique]. Which solution it
// returns is unspecified, but it is always the same for the same board and p. It may share most
// of its queens with p, or none. A cancelled context ends the search within milliseconds, with
// the context's error.
func (b *Board) Another(ctx context.Context, p Placement) (Placement, error) {
	if err := b.checkFits(p); err != nil {
		return nil, prefixed(err)
	}
	if b.Check(p) != nil {
		return b.Find(ctx)
	}
	excluded := append(Placement{}, p...) // not nil, even if p is
	return b.solve(ctx, func(s *find.Solver) ([]int, error) { return s.Find(excluded) })
}

// solve runs a search with a solver for b, until ctx is cancelled.
func (b *Board) solve(ctx context.Context, search func(*find.Solver) ([]int, error)) (p Placement, err error) {
	if b.start.Hopeless() {
		return nil, cmp.Or(ctx.Err(), ErrNoSolution)
	}
	err = work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		p, err = search(find.New(gridOf(b.start), stop))
		return err
	})
	return p, err
}

// gridOf returns b in the form that package find takes.
func gridOf(b bitboard.Board) find.Grid {
	g := find.Grid{Open: make([]find.Set, len(b.Open)), Torus: b.Torus}
	for row, open := range b.Open {
		g.Open[row] = find.Set{Low: open}
	}
	return g
}

// First returns the first solution in lexicographic order, the one that [Board.Solutions]
// yields first, or [ErrNoSolution] if there is none. The [Placement] is the caller's to keep
// and to change.
//
// First places one queen after the other, row by row. For each it proves that no solution with the
// queens before it has this queen further left. That takes time exponential in n in the worst case,
// and much longer than Find. Empty boards of all sizes are easy; boards with blocked squares or
// given queens may be out of reach. A cancelled context ends First within milliseconds, with the
// context's error.
//
// With k > 1 [Workers], k proofs run at a time. In [Progress] the pieces are the rows, Done is how
// many have their queen, Solutions is 0, and Fraction is Done/Total.
func (b *Board) First(ctx context.Context, opts ...Option) (Placement, error) {
	team, err := newTeam(opts)
	if err != nil {
		return nil, err
	}
	n := b.N()
	return firstBy(ctx, b.start, find.FirstQuery{Workers: team.Workers, OnRows: func(settled int) {
		fraction := 1.0
		if settled < n {
			fraction = float64(settled) / float64(n)
		}
		team.Tell(settled, n, 0, fraction)
	}})
}

// firstBy returns the first solution, which q searches for.
func firstBy(ctx context.Context, b bitboard.Board, q find.FirstQuery) (Placement, error) {
	if b.Hopeless() {
		return nil, cmp.Or(ctx.Err(), ErrNoSolution)
	}
	return q.Find(ctx, gridOf(b))
}
