package queens

import (
	"context"
	"sync/atomic"

	"example.com/queens/internal/cross"
	"example.com/queens/internal/join"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/work"
)

// Count returns the number of solutions of the n×n board; see [Board.Count]. It returns the
// error of [New] if n is negative or greater than [MaxN].
func Count(ctx context.Context, n int, opts ...Option) (uint64, error) {
	b, err := New(n)
	if err != nil {
		return 0, err
	}
	return b.Count(ctx, opts...)
}

// Count returns the number of solutions. It searches for all of them, up to the symmetries that
// preserve the board's constraints, on as many goroutines as [Workers] says. On empty boards, one
// row more takes 5 to 10 times as long.
//
// On empty plain boards from n = 16 on, with AVX-512 from n = 18 on, up to n = 32, it pairs upper
// and lower halves. The lists of halves take less than 200 MB up to n = 21, and less than a
// gigabyte up to n = 26. All other boards are searched row by row, in a few megabytes. Above 32
// rows this is slower, since it uses no vector instructions. A board with at most 11 rows to fill
// is counted on the calling goroutine.
//
// A cancelled context ends the count within milliseconds, with the context's error. The error
// is [ErrOverflow] if there are 2⁶⁴ solutions or more.
func (b *Board) Count(ctx context.Context, opts ...Option) (uint64, error) {
	team, err := newTeam(opts)
	if err != nil {
		return 0, err
	}
	return b.count(ctx, kernel.Fastest(), team)
}

// count is [Board.Count] with a kernel of choice.
func (b *Board) count(ctx context.Context, k *kernel.Kernel, team work.Team) (all uint64, err error) {
	if b.given.emptyRows() <= smallBoard {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		all := cross.Count(b.crossed(), k)
		team.Tell(1, 1, all, 1)
		return all, nil
	}
	err = work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		var pieces interface{ On(*kernel.Kernel) work.Job }
		if b.N() >= k.JoinsFrom && join.Counts(b.start) {
			pieces = join.Cut(b.N(), joinedPerWorker*team.Workers, stop)
		} else {
			pieces = cross.Cut(b.crossed(), piecesPerWorker*team.Workers, stop)
		}
		_, all, err = team.Count(stop, pieces.On(k))
		return err
	})
	return all, err
}

const (
	// piecesPerWorker makes enough pieces for the workers to end at about the same time.
	piecesPerWorker = 32
	// joinedPerWorker makes pieces of a join small enough for frequent reports. With half or twice
	// as many a count takes as long.
	joinedPerWorker = 1024
)

// smallBoard is the largest number of rows to fill for which pieces and goroutines take longer
// than they save.
const smallBoard = 11

// crossed returns b in the form that package cross takes.
func (b *Board) crossed() cross.Board {
	return cross.Board{Board: b.start, Given: b.given, Group: viewsOf(b.group)}
}
