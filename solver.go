package queens

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/find"
	"example.com/queens/internal/work"
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
	if err := b.checkFits(p); err != nil {
		return nil, prefixed(err)
	}
	if b.Check(p) != nil {
		return b.Find(ctx, opts...)
	}
	excluded := append(Placement{}, p...) // not nil, even if p is
	return b.withFinder(ctx, opts, func(f *find.Solver) ([]int, error) { return f.Find(excluded) })
}

// withFinder runs a search on a finder, until ctx is cancelled.
func (b *Board) withFinder(ctx context.Context, opts []Option, search func(*find.Solver) ([]int, error)) (p Placement, err error) {
	if _, err := newRun(opts); err != nil {
		return nil, err
	}
	if b.start.hopeless() {
		return nil, cmp.Or(ctx.Err(), ErrNoSolution)
	}
	err = untilDone(ctx, func(stop *atomic.Bool) (err error) {
		p, err = search(find.New(b.start.findBoard(), stop))
		return err
	})
	return p, err
}

// findBoard returns the board for the solver.
func (b bitboard) findBoard() find.Board { return find.Board{Open: b.open, Torus: b.torus} }

// First returns the least solution in lexicographic order, the one that [Board.Solutions]
// yields first, or [ErrNoSolution] if there is none. The [Placement] is the caller's to keep
// and to change.
//
// The least solution begins with queens on low columns, which crowd one corner. Most of
// what begins like it cannot be completed, and seeing that can take time exponential in n,
// much longer than finding some solution. But an empty board takes a second or two of one
// core at most up to n = 63, and four at [MaxN]: what begins with too low columns leaves
// two corners without room for all queens that are missing. The solutions for n = 56 to 61
// and 63 were first found by integer programming ([Fischetti and Salvagnin 2019],
// [A141843]); we know of none for n = 62 and 64 before First's. A cancelled context ends
// First within milliseconds, with the context's error.
//
// First settles row by row. It knows a solution that begins with the rows settled so far,
// and asks, as [Board.Find] does, whether there is one with the next queen on the first of
// the columns to its left: if not, this column is refuted, and otherwise the row is
// settled. Once a hard question has left one way to share the queens among the corners, it
// asks about all columns to the left at once. With several [Workers] it asks as many
// questions at a time, and all of them work on those that are left. In [Progress], the rows
// that are settled are the pieces, Solutions is 0, and Fraction is the share of the rows.
//
// [A141843]: https://oeis.org/A141843
// [Fischetti and Salvagnin 2019]: https://arxiv.org/abs/1907.08246
func (b *Board) First(ctx context.Context, opts ...Option) (Placement, error) {
	r, err := newRun(opts)
	if err != nil {
		return nil, err
	}
	return b.start.least(ctx, r, 0)
}

// least returns the least solution; the seed is that of the search's choices among equals.
func (b bitboard) least(ctx context.Context, r run, seed uint64) (Placement, error) {
	if b.hopeless() {
		return nil, cmp.Or(ctx.Err(), ErrNoSolution)
	}
	q := find.LeastQuery{Workers: r.Workers, Seed: seed}
	if r.onClaim != nil {
		q.Claim = func(prefix, columns []int, proved bool) { r.onClaim(Claim{prefix, columns}, proved) }
	}
	n := len(b.open)
	q.Settled = func(rows int) {
		fraction := 1.0
		if rows < n {
			fraction = float64(rows) / float64(n)
		}
		r.Tell(work.Progress{Done: rows, Total: n, Fraction: fraction})
	}
	p, err := q.Least(ctx, b.findBoard())
	if errors.Is(err, find.ErrNone) {
		err = ErrNoSolution
	}
	return p, err
}

// first returns the least solution. It backtracks while workers ask as First does, until one of
// the two has the answer: boards with many blocked squares can be slow to ask about.
func (b bitboard) first(ctx context.Context, workers int) (Placement, error) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	var asked struct {
		solution Placement
		err      error
	}
	found := new(atomic.Bool) // or refuted: what stops the search
	var wait sync.WaitGroup
	wait.Go(func() {
		asked.solution, asked.err = b.least(asking, run{Team: work.Team{Workers: workers}}, 0)
		found.Store(true)
	})
	var searched Placement
	complete := b.search(found, func(p Placement) bool {
		searched = slices.Clone(p)
		return false
	})
	cancel()
	wait.Wait()
	switch {
	case searched != nil:
		return searched, nil
	case complete:
		return nil, ErrNoSolution
	}
	return asked.solution, asked.err
}

// constrain leaves the solutions that the claim denies.
func (c Claim) constrain(to *Board) error {
	n, row := len(to.blocked), len(c.Prefix)
	if row >= n {
		return fmt.Errorf("claim about row %d of a board of %d", row+1, n)
	}
	var claimed uint64
	for _, col := range c.Columns {
		if err := (Square{row, col}).checkOn(n); err != nil {
			return fmt.Errorf("claimed %w", err)
		}
		claimed |= 1 << col
	}
	to.blocked[row] |= bitset.Below(n) &^ claimed
	var queens []Square
	for i, col := range c.Prefix { // Empty is off the board too
		queens = append(queens, Square{i, col})
	}
	return givenQueens(queens).constrain(to)
}
