package cross

import (
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
)

// The block search counts the solutions of a board of up to 32 rows, many partial boards at a time.
//
// The partial boards that wait at a row stand in flat arrays. A kernel takes a block of them and
// appends the children of all to the arrays of the next row: boards with one queen more, kept only
// if they leave a free square in each of the next two rows. That takes no branch that the processor
// could mispredict, and fills every lane of a vector register. A search that goes down one board at
// a time mispredicts about once for every queen that it places.
//
//	row  boards that wait
//	 0   .
//	 1   ............               a kernel takes a block from the end of one
//	 2   ..................         row's boards and appends its children to
//	 3   .......|=======|           the next row's
//	 4   ..|++++++++++++|
//
// The deepest row that has a whole block goes first, so that only a few blocks wait at any row,
// some megabytes in all. At the last two rows solutions are counted.

const none = bitboard.None

// A position is a board with queens on it. No square is open that one of them attacks.
type position struct {
	bitboard.Board
	queens []int // by row, or None
}

// A blockSearch counts the solutions of one position after the other, in buffers that it keeps.
type blockSearch struct {
	kernel  *kernel.Kernel
	expand  kernel.Expansion // of the kernel, for plain boards or for tori
	block   int              // the number of boards that a kernel is given at once, if that many wait
	waiting []kernel.Boards  // at each row to fill
	rows    []kernel.OpenRow // to fill
}

// newBlockSearch returns a search for positions with the given number of rows to fill.
func newBlockSearch(k *kernel.Kernel, rows int) *blockSearch {
	s := &blockSearch{
		kernel:  k,
		block:   blockSize(rows),
		waiting: make([]kernel.Boards, rows),
		rows:    make([]kernel.OpenRow, rows),
	}
	for i := range s.waiting {
		// When a block of the row above is expanded, less than a block waits here. Each board of
		// that block has at most one child for each of its rows-i+1 columns without a queen.
		s.waiting[i] = k.NewBoards(s.block * (rows - i + 2))
	}
	return s
}

// idleSearches are the searches that are not in use, by the number of rows that they fill.
var idleSearches [kernel.MaxRows + 1]sync.Pool

// takeBlockSearch returns a search that is not in use, or a new one. To get and clear the memory of a new one
// can take longer than a count.
func takeBlockSearch(k *kernel.Kernel, rows int) *blockSearch {
	if s, ok := idleSearches[rows].Get().(*blockSearch); ok && s.kernel == k {
		return s
	}
	return newBlockSearch(k, rows)
}

// release keeps the buffers for the next position.
func (s *blockSearch) release() { idleSearches[len(s.rows)].Put(s) }

// blockSize returns the fastest size of a block. Larger blocks take fewer calls of a kernel,
// smaller ones less memory to get and to read.
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

// count returns the number of solutions of a position.
func (s *blockSearch) count(p position, stop *atomic.Bool) uint64 {
	s.expand = s.kernel.Plain
	if p.Torus {
		s.expand = s.kernel.Torus
	}
	if len(p.Open) > smallSide {
		p = p.easiest()
	}
	depth, cols := s.setRows(p)
	switch {
	case slices.Contains(p.Open, 0):
		return 0
	case depth == 0:
		return 1
	case depth == 1:
		return uint64(bits.OnesCount32(s.rows[0].Open[0]))
	}
	s.waiting[0].Push(kernel.Partial{Cols: cols})
	var solutions uint64
	for at, calls := 0, 1; at >= 0; at, calls = s.next(at, depth), calls+1 {
		if stop.Load() {
			for i := range s.waiting {
				s.waiting[i].N = 0
			}
			return 0
		}
		if calls%pauseEvery == 0 {
			runtime.Gosched()
		}
		solutions += s.step(at, depth)
	}
	return solutions
}

// smallSide is the size of the largest board for which choosing the easiest side takes about as long as
// it saves: at n = 8 it is an eighth of the count.
const smallSide = 11

// pauseEvery is how many calls of a kernel come between two chances for other goroutines to run.
// The scheduler cannot interrupt assembly: without these chances, a timer or a cancellation may
// wait half a second for a processor.
const pauseEvery = 1024

// step takes a block of the boards that wait at a row and makes their children, or returns the
// number of their solutions.
//
// The runtime can stop a goroutine where it enters a function, but not in assembly, where almost
// all the time goes. If step were inlined, a garbage collection would wait for this worker, and
// everything else for the collection.
//
//go:noinline
func (s *blockSearch) step(at, depth int) uint64 {
	in, row := &s.waiting[at], &s.rows[at]
	count := min(in.N, s.block)
	in.N -= count
	if at == depth-2 {
		return s.kernel.Finish(in, in.N, count, row)
	}
	s.expand(in, in.N, count, row, &s.waiting[at+1])
	return 0
}

// next returns the row to continue with: the deepest one with a whole block of boards or, if there
// is none, the first with any boards, or -1. The search was at a row, so no row deeper than the one
// below it has a whole block.
func (s *blockSearch) next(at, depth int) int {
	for row := min(at+1, depth-2); row >= 0; row-- {
		if s.waiting[row].N >= s.block {
			return row
		}
	}
	return slices.IndexFunc(s.waiting[:depth-1], func(b kernel.Boards) bool { return b.N > 0 })
}

// setRows sets the rows to fill, and returns their number, and the columns of the queens in the others.
func (s *blockSearch) setRows(p position) (depth int, cols uint32) {
	last := 0
	for row, col := range p.queens {
		if col != none {
			cols |= 1 << col
			continue
		}
		s.rows[depth] = kernel.OpenRow{Open: [3]uint32{uint32(p.Open[row])}}
		for up := 1; up <= min(2, depth); up++ {
			s.rows[depth-up].Open[up] = uint32(p.Open[row])
			s.rows[depth-up].Below[up-1] = uint32(row - last)
			s.rows[depth-up].Around[up-1] = 32
			if p.Torus {
				s.rows[depth-up].Around[up-1] = uint32(len(p.Open) - (row - last))
			}
		}
		depth++
		last = row
	}
	return depth, cols
}

// easiest returns the image of a position whose first rows leave a search the fewest squares, of the
// four images that differ in the side to search from. All have equally many solutions, but the
// fewer choices there are to begin with, the fewer boards a search goes through: 27 % fewer at
// n = 14 to 16 than from a side chosen blindly. The best side for each position would save another
// 3 %.
func (p position) easiest() position {
	t := p.transposed()
	above, below := p.early()
	left, right := t.early()
	switch min(above, below, left, right) {
	case above:
		return p
	case below:
		return p.flipped()
	case left:
		return t
	}
	return t.flipped()
}

// early returns the number of open squares in two thirds of the rows to fill, the first and the last
// ones, to which a search from above and one from below come first.
func (p position) early() (first, last int) {
	squares := make([]int, 0, 64) // of each row to fill
	for row, col := range p.queens {
		if col == none {
			squares = append(squares, bits.OnesCount64(p.Open[row]))
		}
	}
	for i := range len(squares) * 2 / 3 {
		first += squares[i]
		last += squares[len(squares)-1-i]
	}
	return first, last
}

// flipped returns p upside down.
func (p position) flipped() position {
	p.Open, p.queens = slices.Clone(p.Open), slices.Clone(p.queens)
	slices.Reverse(p.Open)
	slices.Reverse(p.queens)
	return p
}

// transposed returns p with rows and columns exchanged.
func (p position) transposed() position {
	n := len(p.Open)
	t := position{bitboard.Board{Open: make([]uint64, n), Torus: p.Torus}, slices.Repeat([]int{none}, n)}
	for row, open := range p.Open {
		for col := range bitboard.Members(open) {
			t.Open[col] |= 1 << row
		}
		if col := p.queens[row]; col != none {
			t.queens[col] = row
		}
	}
	return t
}
