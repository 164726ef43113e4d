package regions

import (
	"context"
	"math/bits"

	"example.com/queens"
)

// Count returns the number of solutions. It does not visit them one by one unless there are
// few. If there are 2⁶⁴ or more, the error is [queens.ErrOverflow]. A cancelled context ends
// it within milliseconds, with the context's error.
//
// If a short search does not finish, it counts row by row, or column by column. Two ways
// to fill the rows so far can be continued in the same ways if their queens occupy the same
// columns and regions and the same square of the last row, so only the number of ways is kept.
//
// Puzzles take microseconds. Boards with connected regions and many solutions take milliseconds
// at 14 rows and up to a second at 18. If each region is a row, each further row multiplies the
// time by about three, and 17 rows take two seconds. Scattered regions are the hardest: with
// every square in a random region, a board of 12 rows takes a tenth of a second, one of 14 some
// seconds, and one of 16 some minutes. It uses at most some 200 MB.
func (b *Board) Count(ctx context.Context) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return countSheet(ctx, newSheet(b), firstNodes)
}

// The search and the frontier take turns, with more work each time, until one of them finishes:
// neither can tell in advance how long it will take.
const (
	firstNodes    = 2000 // sheets branched on by the first search
	statesPerNode = 4    // states gone through in the time of a node
	moreWork      = 4    // times as much work in each turn
)

// countSheet returns the number of solutions of p. The first search branches on at most the
// given number of sheets. It may change p.
func countSheet(ctx context.Context, p *sheet, nodes int) (total uint64, err error) {
	for ; ; nodes *= moreWork {
		s := newSearch(ctx, p)
		s.limit, s.plain = nodes, true
		total = 0
		switch complete := s.run(p, func(*sheet) bool { total++; return true }); {
		case complete:
			return total, nil
		case s.err != nil:
			return 0, s.err
		}
		tightest, ok := s.prune(p)
		if !ok {
			return 0, nil
		}
		if p.solved() {
			return 1, nil
		}
		total, err = countByRows(ctx, fewestStates(p), p.n, nodes*statesPerNode)
		switch err {
		case errTooLong:
			continue
		case errTooLarge:
			return countBranches(ctx, p, tightest)
		}
		return total, err
	}
}

// countBranches adds up the solutions with a queen on each of the squares of a unit.
func countBranches(ctx context.Context, p *sheet, u unit) (total uint64, err error) {
	child := &makeSheets(p.division, 1)[0]
	for square, ok := p.firstOpen(u); ok; square, ok = p.firstOpen(u) {
		child.copy(p)
		child.place(square)
		some, err := countSheet(ctx, child, firstNodes)
		if err != nil {
			return 0, err
		}
		var carry uint64
		if total, carry = bits.Add64(total, some, 0); carry != 0 {
			return 0, queens.ErrOverflow
		}
		p.open.remove(square)
	}
	return total, nil
}
