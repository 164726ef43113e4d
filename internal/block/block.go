// Package block counts the solutions of one board many partial boards at a time, up to 32 rows.
//
// The boards that wait at a row stand in flat arrays, and a kernel makes the
// children of a whole block of them at once: each child is a board with one queen
// more, waiting at the next row, and kept only if it leaves a free square in each of
// the next two rows. That takes no branch that the processor could mispredict, and
// fills every lane of a vector register.
//
//	row  boards that wait
//	 0   .
//	 1   ............               a kernel takes a block from the end of one
//	 2   ..................         row's boards and appends its children to
//	 3   .......|=======|           the next row's
//	 4   ..|++++++++++++|
//
// The deepest row that has a whole block goes first, so that only a few blocks wait
// at any row. Rows that have a queen from the start are passed over, by a longer shift
// of the diagonals. What those queens attack is the same for all boards of a search,
// so it is taken off the open squares of each row once.
package block

import (
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/work"
)

// A Search counts on one board after the other, in buffers that it keeps.
type Search struct {
	kernel    *kernel.Kernel
	expansion kernel.Expansion // of the kernel, for the plane or the torus
	block     int              // boards that a kernel is given at once, if that many wait
	waiting   []kernel.Boards  // at each row to fill
	rows      []kernel.OpenRow
}

// newSearch returns a search for boards with the given number of rows to fill.
func newSearch(k *kernel.Kernel, rows int) *Search {
	s := &Search{
		kernel:  k,
		block:   blockSize(rows),
		waiting: make([]kernel.Boards, rows),
		rows:    make([]kernel.OpenRow, rows),
	}
	for i := range s.waiting {
		// Less than a block waits here when a block of the row above comes down, each
		// of whose boards has at most one child for each of the rows-i+1 columns without
		// a queen.
		s.waiting[i] = k.NewBoards(s.block * (rows - i + 2))
	}
	return s
}

// idleSearches are the block searches that are not in use, by the number of rows that
// they fill.
var idleSearches [kernel.MaxRows + 1]sync.Pool

// Take returns a search that is not in use, or a new one. Getting and
// clearing the memory of a new one can take longer than a count.
func Take(k *kernel.Kernel, rows int) *Search {
	if s, ok := idleSearches[rows].Get().(*Search); ok && s.kernel == k {
		return s
	}
	return newSearch(k, rows)
}

// Release keeps the buffers for the next count.
func (s *Search) Release() { idleSearches[len(s.rows)].Put(s) }

// blockSize returns the fastest size of block: larger ones need fewer calls of a kernel,
// smaller ones less memory to get and to go through.
func blockSize(rows int) int {
	switch {
	case rows <= 8:
		return 64
	case rows <= 14:
		return 256
	default:
		return 1024
	}
}

// Count returns the number of solutions of a board. It ends once it has counted enough. The error is work.ErrStopped if stop was set.
func (s *Search) Count(enough uint64, b Board, stop *atomic.Bool) (uint64, error) {
	s.expansion = s.kernel.Plane
	if b.Torus {
		s.expansion = s.kernel.Torus
	}
	depth := s.setRows(b)
	switch {
	case slices.Contains(b.Open, 0):
		return 0, nil
	case depth == 0:
		return 1, nil
	case depth == 1:
		return uint64(bits.OnesCount32(s.rows[0].Open[0])), nil
	}
	s.waiting[0].Push(kernel.Partial{Cols: b.columns()})
	var solutions uint64
	for at, calls := 0, 1; at >= 0 && solutions < enough; at, calls = s.next(at, depth), calls+1 {
		if stop.Load() {
			s.clear()
			return 0, work.ErrStopped
		}
		if calls%pauseEvery == 0 {
			runtime.Gosched()
		}
		solutions += s.step(at, depth)
	}
	s.clear()
	return solutions, nil
}

// pauseEvery is how many calls of a kernel come between two chances for other
// goroutines to run. The scheduler cannot interrupt assembly, so without them a timer or
// a cancellation may wait half a second for a processor.
const pauseEvery = 1024

// step takes a block of the boards that wait at a row and makes their children, or
// returns the number of their solutions.
//
// The runtime can stop a goroutine when it enters a function, and not while it is
// in assembly, where almost all the time goes. If step were inlined, a garbage collection
// would wait for the worker, and everything else for the collection.
//
//go:noinline
func (s *Search) step(at, depth int) uint64 {
	in, row := &s.waiting[at], &s.rows[at]
	count := min(in.N, s.block)
	in.N -= count
	if at == depth-2 {
		return s.kernel.Finish(in, in.N, count, row)
	}
	out := &s.waiting[at+1]
	expand := s.expansion.Expand
	if at == depth-4 {
		expand = s.expansion.ExpandLast
	}
	expand(in, in.N, count, row, out)
	return 0
}

// next returns the row to continue with, or -1: the deepest one with a whole block of
// boards or, failing that, the first with any. The search was at a row: no row deeper than the
// one below it has a whole block.
func (s *Search) next(at, depth int) int {
	for row := min(at+1, depth-2); row >= 0; row-- {
		if s.waiting[row].N >= s.block {
			return row
		}
	}
	for row := range depth - 1 {
		if s.waiting[row].N > 0 {
			return row
		}
	}
	return -1
}

func (s *Search) clear() {
	for i := range s.waiting {
		s.waiting[i].N = 0
	}
}

// setRows lists the rows without a queen, those to fill, and returns their number.
func (s *Search) setRows(b Board) int {
	full := uint32(bitset.Below(len(b.Open)))
	depth, last := 0, 0
	for row, col := range b.Queens {
		if col != None {
			continue
		}
		s.rows[depth] = kernel.OpenRow{Open: [4]uint32{uint32(b.Open[row])}, Full: full}
		for up := 1; up <= min(3, depth); up++ {
			s.rows[depth-up].Open[up] = uint32(b.Open[row])
			s.rows[depth-up].Below[up-1] = uint32(row - last)
			s.rows[depth-up].Around[up-1] = b.around(row - last)
		}
		depth++
		last = row
	}
	return depth
}

// around is how far diagonals that move down some rows shift the other way, to come
// in again at the other edge. On the plane none do: a shift by 32 bits leaves nothing of
// a word.
func (b Board) around(rows int) uint32 {
	if b.Torus {
		return uint32(len(b.Open) - rows)
	}
	return 32
}

// columns returns the columns of the queens, a bit each.
func (b Board) columns() uint32 {
	var cols uint32
	for _, col := range b.Queens {
		if col != None {
			cols |= 1 << col
		}
	}
	return cols
}

// Easiest returns the image of a board whose first rows leave the search the
// fewest squares, of the four that differ in the side to search from. All have equally
// many solutions, but the fewer choices there are to begin with, the fewer boards a
// search looks at. The image shares no memory with the board.
func Easiest(b Board) Board {
	rows := Board{slices.Clone(b.Open), b.Torus, slices.Clone(b.Queens)}
	cols := b.transposed()
	var best Board
	var fromBelow bool
	least := math.MaxInt
	for _, p := range []Board{rows, cols} {
		above, below := p.early()
		if fewer := min(above, below); fewer < least {
			best, fromBelow, least = p, below < above, fewer
		}
	}
	if fromBelow {
		slices.Reverse(best.Open)
		slices.Reverse(best.Queens)
	}
	return best
}

// transposed returns b with rows and columns exchanged.
func (b Board) transposed() Board {
	t := Board{make([]uint64, len(b.Open)), b.Torus, slices.Repeat([]int{None}, len(b.Queens))}
	for row, open := range b.Open {
		for col := range bitset.Members(open) {
			t.Open[col] |= 1 << row
		}
		if col := b.Queens[row]; col != None {
			t.Queens[col] = row
		}
	}
	return t
}

// A Board is a board with queens that were placed on it.
type Board struct {
	Open   []uint64 // squares, by row
	Torus  bool
	Queens []int // columns, by row, or None
}

const None = -1

// early returns the number of open squares in two thirds of the rows without a queen:
// those that a search from above comes to first, and those that one from below does.
func (b Board) early() (above, below int) {
	rows := b.toFill()
	early, row := rows*2/3, 0
	for i, col := range b.Queens {
		if col != None {
			continue
		}
		squares := bits.OnesCount64(b.Open[i])
		if row < early {
			above += squares
		}
		if row >= rows-early {
			below += squares
		}
		row++
	}
	return above, below
}

// toFill returns the number of rows without a queen.
func (b Board) toFill() int {
	rows := 0
	for _, col := range b.Queens {
		if col == None {
			rows++
		}
	}
	return rows
}
