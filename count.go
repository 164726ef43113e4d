package queens

import (
	"context"
	"slices"
	"sync/atomic"
)

// Count returns the number of solutions of the n×n board; see [Board.Count].
// It returns the error of [New] if n is negative or greater than [MaxN].
func Count(ctx context.Context, n int, opts ...Option) (uint64, error) {
	s, err := New(n)
	if err != nil {
		return 0, err
	}
	return s.Count(ctx, opts...)
}

// Count returns the number of solutions. It goes through all of them, up to the
// symmetries that keep the board's constraints, on as many goroutines as
// [Workers] says. On empty boards one row more takes 5 to 10 times as long: on one core
// with AVX-512 some hundredths of a second at n = 16, a second or two at n = 18, and
// about a minute at n = 20.
//
// Empty boards that are no torus are counted by joining halves, from n = 18 on, or 16
// without vector instructions, to n = 32: upper halves are listed by their columns, and
// paired with the lower halves that fit. That takes less than 200 MB up to n = 21,
// and less than a gigabyte up to n = 26, on two workers.
//
// All other boards are cut into pieces by the queens of the middle rows and columns, and
// of pieces that are images of each other only one is counted, in a few megabytes. Up to
// 32 rows a piece is searched row by row, for many boards at a time, with vector
// instructions where there are any; above, one board at a time. A board with at most 11
// rows to fill is counted whole, on the calling goroutine: n = 8 takes some
// microseconds. On an empty torus only the solutions with a queen in the middle are
// searched for; translations make n times as many of them.
//
// A cancelled context ends it within milliseconds, with the context's error. The
// error is [ErrOverflow] if there are 2⁶⁴ solutions or more.
func (b *Board) Count(ctx context.Context, opts ...Option) (uint64, error) {
	r, err := newRun(opts)
	if err != nil {
		return 0, err
	}
	return b.count(ctx, kernelFor(b.given.emptyRows()), r)
}

func (b *Board) count(ctx context.Context, k *kernel, r run) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if b.given.emptyRows() <= smallBoard {
		return b.countSmall(k, r), nil
	}
	if b.joins(k.joinsFrom) {
		return countJoined(ctx, k, len(b.start.open), r)
	}
	pieces, err := b.pieces(ctx, r.enoughPieces())
	if err != nil {
		return 0, err
	}
	_, all, err := b.countPieces(ctx, k, pieces, r)
	return all, err
}

// smallBoard is the largest number of rows to fill that pieces and goroutines do not
// pay for.
const smallBoard = 11

// countSmall counts in place, and half of the solutions only if the board is its
// own mirror image.
func (s *Board) countSmall(k *kernel, r run) uint64 {
	c := counter{blocks: s.takeBlocks(k)}
	defer c.release()
	var solutions uint64
	for _, b := range s.withoutMirrors() {
		found, _ := c.countOn(b.board, s.given, new(atomic.Bool))
		solutions += found * b.weight
	}
	r.report(Progress{Done: 1, Total: 1, Solutions: solutions, Fraction: 1})
	return solutions
}

// A weighted board is one whose solutions stand for weight times as many.
type weighted struct {
	board  bitboard
	weight uint64
}

// withoutMirrors splits a board that is its own mirror image by the column of the first
// row's queen: those in the left half stand for their mirror images as well.
func (b *Board) withoutMirrors() []weighted {
	n := len(b.start.open)
	if n == 0 || !slices.Contains(b.group, FlipColumns) {
		return []weighted{{b.start, 1}}
	}
	left := fullRow(n / 2)
	middle := fullRow((n+1)/2) &^ left
	return []weighted{{b.start.withFirst(left), 2}, {b.start.withFirst(middle), 1}}
}

// enoughPieces returns how many pieces a count should have at least, so that the
// workers end at about the same time and progress can be seen.
func (r run) enoughPieces() int { return 32 * r.workers }

// countPieces returns the number of solutions that each piece stands for, and their
// sum.
func (b *Board) countPieces(ctx context.Context, k *kernel, pieces []*piece, r run) (counts []uint64, all uint64, err error) {
	counts = make([]uint64, len(pieces))
	costs := func() []float64 { return b.costs(ctx, pieces) }
	all, err = r.countEach(ctx, counts, costs, func(stop *atomic.Bool) (countPiece, func()) {
		c := b.newCounter(k)
		count := func(i int) (err error) {
			counts[i], err = c.weighted(pieces[i], stop)
			return err
		}
		return count, c.release
	})
	return counts, all, err
}

// joins reports whether the join can count the board and n is at least from.
func (b *Board) joins(from int) bool {
	n := len(b.start.open)
	return from <= n && n <= maxBlockRows && !b.start.torus && b.start.unconstrained()
}

// joinedPerWorker is how many pieces a join has for each worker. They take about a
// millisecond at n = 18, and a minute at n = 24.
const joinedPerWorker = 1024

// countJoined counts an empty board with the join, whose lists the workers share.
func countJoined(ctx context.Context, k *kernel, n int, r run) (uint64, error) {
	j := newJoin(n)
	pieces, err := j.pieces(ctx, joinedPerWorker*r.workers)
	if err != nil {
		return 0, err
	}
	counts := make([]uint64, len(pieces))
	return r.countEach(ctx, counts, func() []float64 { return j.costs(pieces) }, func(stop *atomic.Bool) (countPiece, func()) {
		c := j.newJoiner(k)
		count := func(i int) (err error) {
			counts[i], err = c.count(pieces[i], stop)
			return err
		}
		return count, func() {}
	})
}
