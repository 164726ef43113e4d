package queens

import (
	"cmp"
	"context"
	"sync/atomic"

	"example.com/queens/internal/find"
)

// Find returns a solution, or [ErrNoSolution] if there is none. Which solution is
// unspecified, but it is always the same for the same board. The [Placement] is the caller's
// to keep and to change.
//
// Completing a board is NP-complete ([Gent, Jefferson and Nightingale 2017]): in the worst
// case the time is exponential in n. A cancelled context ends the search within
// milliseconds, with the context's error. Most boards are easy. Empty boards of any size
// take less than a millisecond, and so do boards with queens given at random. Three kinds
// are hard:
//
//   - boards with squares blocked at random, down to about 7 open ones in a row, where
//     half of them have a solution: milliseconds at n = 30, up to a second at n = 50;
//   - boards with about n whole diagonals blocked: milliseconds up to n = 32, up to a
//     second at n = 40 and a few seconds at n = 48; half of those at n = 64 take longer;
//   - toroidal boards with more than half of their squares blocked, from n = 31 on.
//
// Find searches by constraint propagation. Every row and every column must hold a queen,
// and a diagonal must if there are no others to spare. Each of these takes its queen when
// one of its squares is left open, and refutes the board when none is. Squares too far
// from the centre are closed: the squares of the rows and columns of a solution add up
// to a known sum, which limits how far out its queens can stand. If the open squares lie in
// two corners, with a gap between them along a diagonal, there is room for few queens in
// either, and that limits how far they can stand from the edges.
//
// When nothing more follows, Find branches on a row, column or diagonal with few open squares,
// preferably one that has refuted many boards before (Boussemart, Hemery, Lecoutre and Sais 2004), and
// first tries the square that attacks the fewest others. After 100 branchings it starts
// again, with other choices among equals (Gomes, Selman and Kautz 1998). Each restart
// branches more often than the one before, in the end often enough to decide any board.
//
// Where few diagonals are open, every start but the first goes through cases: the
// possible numbers of queens on the diagonals whose r-c, or whose r+c, agree modulo 2, 4,
// 8 and so on. The sums of all r-c and r+c and of their squares are known. Few cases agree
// with them; often none does.
//
// From the fourth start on, boards of up to 32 rows are not searched to the end like
// this. Once few of their squares are open they are searched row by row, as [Board.Count]
// does, many at a time and on as many goroutines as [Workers] says.
//
// [Gent, Jefferson and Nightingale 2017]: https://doi.org/10.1613/jair.5512
func (b *Board) Find(ctx context.Context, opts ...Option) (Placement, error) {
	return b.withFinder(ctx, opts, func(f *find.Solver) ([]int, error) { return f.Find(nil) })
}

// Unique returns the solution if there is exactly one, which is what makes a board
// with given queens a puzzle. The error is [ErrNoSolution] if there is none and
// [ErrNotUnique] if there are several; then [Board.Find] returns one of them, and
// [Board.Another] a second one.
//
// It searches for a solution as Find does, and then for another. To prove that there is
// no other can take much longer than to find the first: the time is exponential in n in
// the worst case. A cancelled context ends the search within milliseconds, with the
// context's error.
func (b *Board) Unique(ctx context.Context, opts ...Option) (Placement, error) {
	return b.withFinder(ctx, opts, (*find.Solver).Unique)
}

// Another returns a solution other than p, or [ErrNoSolution] if there is none. Given one
// solution, it thus tells whether it is the only one and, if not, what else fits. p need not
// solve this board: if it is partial or wrong, Another returns any solution. It is an
// error if p differs in size from the board, or holds a value that is neither a column
// nor [Empty].
//
// Another searches as Find does, and takes about as long as [Board.Unique]. Which solution
// it returns is unspecified, but it is always the same for the same board and p. It may share
// most of its queens with p, or none. A cancelled context ends the search within
// milliseconds, with the context's error.
func (b *Board) Another(ctx context.Context, p Placement, opts ...Option) (Placement, error) {
	if err := b.misfit(p); err != nil {
		return nil, ours(err)
	}
	if b.Check(p) != nil {
		return b.Find(ctx, opts...)
	}
	excluded := append(Placement{}, p...) // not nil, even if p is
	return b.withFinder(ctx, opts, func(f *find.Solver) ([]int, error) { return f.Find(excluded) })
}

// withFinder runs a search on a finder, until ctx is cancelled.
func (b *Board) withFinder(ctx context.Context, opts []Option, search func(*find.Solver) ([]int, error)) (p Placement, err error) {
	r, err := newRun(opts)
	if err != nil {
		return nil, err
	}
	if b.start.hopeless() {
		return nil, cmp.Or(ctx.Err(), ErrNoSolution)
	}
	err = untilDone(ctx, func(stop *atomic.Bool) (err error) {
		p, err = search(find.New(b.start.findBoard(), find.NewCrew(r.workers), stop))
		return err
	})
	return p, err
}

// findBoard returns the board for the solver.
func (b bitboard) findBoard() find.Board { return find.Board{Open: b.open, Torus: b.torus} }
