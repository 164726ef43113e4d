package queens

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/find"
)

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
	q := find.LeastQuery{Workers: r.workers, Seed: seed}
	if r.onClaim != nil {
		q.Claim = func(prefix, columns []int, proved bool) { r.onClaim(Claim{prefix, columns}, proved) }
	}
	n := len(b.open)
	q.Settled = func(rows int) {
		fraction := 1.0
		if rows < n {
			fraction = float64(rows) / float64(n)
		}
		r.report(Progress{Done: rows, Total: n, Fraction: fraction})
	}
	p, err := q.Least(ctx, b.findBoard())
	if err == find.ErrNone {
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
		asked.solution, asked.err = b.least(asking, run{workers: workers}, 0)
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
func (c Claim) constrain(to *config) error {
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
	return to.given.add("given queen", queens)
}
