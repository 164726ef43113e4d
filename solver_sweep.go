package queens

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"
)

// Most boards that a search for one solution comes to have none, and to see that of a
// board with few squares left takes the block search less time than it takes propagation
// to get on by some tens of boards. Such boards are leaves. They are collected, and swept
// many at a time on all processors, each only up to its first solution.

// A sweep has the leaves that wait, and what it takes to search them.
type sweep struct {
	n, rows  int // of the board, and of these the most that a leaf has to fill
	torus    bool
	excluded Placement // a solution that does not count, or nil
	kernel   *kernel
	run      run
	lines    []uint64 // of each leaf: its rows, and then its columns
}

const (
	// leafProduct is how large the product of the numbers of open squares in the rows of
	// a leaf is at most. Such a leaf takes some 40 µs. Larger ones, up to 2⁶⁴, do as well;
	// with 2⁴⁴ hard boards take three times as long.
	leafProduct = 1 << 56
	// leavesPerWorker is how many leaves wait for each worker before they are swept.
	leavesPerWorker = 32
)

// newSweep returns a sweep for a board by its rows. The board has at most maxBlockRows.
func newSweep(rows []uint64, torus bool, excluded Placement) *sweep {
	toFill := 0
	for _, open := range rows {
		if open&(open-1) != 0 {
			toFill++
		}
	}
	return &sweep{
		n: len(rows), rows: toFill, torus: torus, excluded: excluded,
		kernel: kernelFor(toFill), run: run{workers: runtime.GOMAXPROCS(0)},
	}
}

// isLeaf reports whether the board with these rows is small enough to be swept.
func isLeaf(rows []uint64) bool {
	product := 1.0
	for _, open := range rows {
		product *= float64(bits.OnesCount64(open))
	}
	return product <= leafProduct
}

// add takes a leaf by its rows and columns, and reports whether it is time to sweep.
func (s *sweep) add(lines []uint64) bool {
	s.lines = append(s.lines, lines...)
	return s.leaves() == leavesPerWorker*s.run.workers
}

func (s *sweep) leaves() int { return len(s.lines) / max(1, 2*s.n) }

// solution returns a solution of the first leaf that has one, or nil if none has, and
// lets go of the leaves.
func (s *sweep) solution(ctx context.Context) (Placement, error) {
	defer func() { s.lines = s.lines[:0] }()
	leaves := s.leaves()
	if leaves == 0 {
		return nil, nil
	}
	var first atomic.Int64 // leaf known to have a solution
	first.Store(int64(leaves))
	err := untilDone(ctx, func(stop *atomic.Bool) error {
		_, err := s.run.sum(stop, leaves, nil, func() (countAt, func()) {
			c := s.newLeafCounter()
			count := func(i int) (uint64, error) {
				if int64(i) > first.Load() {
					return 0, nil
				}
				enough := s.enough(i)
				rows, cols := s.leaf(i)
				solutions, err := c.count(rows, cols, enough, stop)
				if solutions >= enough {
					lower(&first, int64(i))
				}
				return 0, err // the leaves with a solution are not counted
			}
			return count, c.blocks.release
		})
		return err
	})
	if i := int(first.Load()); err == nil && i < leaves {
		return s.solve(ctx, i)
	}
	return nil, err
}

// lower makes x at most as large as to.
func lower(x *atomic.Int64, to int64) {
	for old := x.Load(); to < old && !x.CompareAndSwap(old, to); old = x.Load() {
	}
}

// leaf returns the rows and the columns of a leaf.
func (s *sweep) leaf(i int) (rows, cols []uint64) {
	lines := s.lines[2*s.n*i:][:2*s.n]
	return lines[:s.n], lines[s.n:]
}

// enough returns how many solutions a leaf has if one of them counts.
func (s *sweep) enough(i int) uint64 {
	rows, _ := s.leaf(i)
	for row, col := range s.excluded {
		if rows[row]>>col&1 == 0 {
			return 1
		}
	}
	return 1 + uint64(min(1, len(s.excluded)))
}

// solve returns the first solution of a leaf that counts.
func (s *sweep) solve(ctx context.Context, i int) (Placement, error) {
	stop, release := stopWith(ctx)
	defer release()
	rows, _ := s.leaf(i)
	var solution Placement
	bitboard{rows, s.torus}.search(stop, func(p Placement) bool {
		if s.excluded == nil || !slices.Equal(p, s.excluded) {
			solution = slices.Clone(p)
		}
		return solution == nil
	})
	if solution == nil {
		return nil, ctx.Err()
	}
	return solution, nil
}

// A leafCounter counts the solutions of leaves, in buffers that it keeps.
type leafCounter struct {
	rows, cols position // a leaf, and its transpose
	blocks     *blockSearch
}

func (s *sweep) newLeafCounter() *leafCounter {
	empty := bitboard{make([]uint64, s.n), s.torus}
	return &leafCounter{newPosition(empty), newPosition(empty), takeBlockSearch(s.kernel, s.rows)}
}

// count returns the number of solutions, or at least enough if there are more. The
// error is errStopped if stop was set.
func (c *leafCounter) count(rows, cols []uint64, enough uint64, stop *atomic.Bool) (uint64, error) {
	c.rows.set(rows)
	c.cols.set(cols)
	easiest := easiestSide(c.rows, c.cols)
	return c.blocks.countTo(enough, easiest.board, easiest.queens, stop)
}

// set takes the open squares of a board. A row with one open square has a queen there.
func (p position) set(open []uint64) {
	copy(p.board.open, open)
	for row, squares := range open {
		p.queens[row] = Empty
		if squares&(squares-1) == 0 {
			p.queens[row] = bits.TrailingZeros64(squares)
		}
	}
}
