// Package list lists the solutions of boards of up to 32 rows, in lexicographic order, faster
// than a recursion can.
//
// A recursion takes one board at a time from row to row, and the processor mispredicts where it
// turns back. Here each row has a buffer of partial boards, those that have a queen in every row
// above. A block of them is expanded into the buffer of the next row in one loop without
// unpredictable branches: it writes every child, and keeps it, by counting it, if each of the
// next three rows still has a free square.
//
//	row  partial boards
//	 0   .
//	 1   ..|===|.......             a block is expanded into the whole buffer of the next row,
//	 2   |++++|++++++++             then a block of that one: the search goes depth first, by
//	 3   +++++++                    blocks instead of boards
//
// The children of a board stand in the order of their columns, and those of a block in the order
// of their parents. So whatever buffer the search goes through, it meets the boards in
// lexicographic order, and nothing is ever sorted. Each partial board knows its parent by its
// place in the buffer above, which is not overwritten before the search is done with its
// children: from a complete board, the chain of parents leads back through the queens.
//
// Blocks start small and grow, so that the first solution does not wait for many boards that
// come after it. A search takes 4 kB for each row, which the next one uses again.
//
// [InOrder] has several goroutines search the parts of a board, ahead of the loop that visits
// the solutions.
package list

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// MaxRows is the size of the largest board.
const MaxRows = 32

const (
	// bufferSize is how many partial boards a buffer holds. Larger buffers are hardly faster.
	bufferSize = 256
	// firstBuffer is how much of the buffers is used at first. The first solutions of most
	// boards come soonest with about so much.
	firstBuffer = 16
)

// A partial is a partial board, as the row below its queens sees it: the columns that they
// attack there, straight down and along both diagonals. Bits beyond the board have no meaning.
type partial struct {
	cols, left, right uint32
	parent            uint32 // its index in the buffer above
}

// A search lists the solutions of one board.
type search struct {
	n int
	// closed has the closed squares of each row. Bits beyond the board are set. The three rows
	// below the board have the last bit only: all squares there are open.
	closed [MaxRows + 3]uint64
	wrap   uint // how far diagonals shift back to come in again at the other edge
	// The last element of a buffer is written and read, but holds no board.
	buffers [MaxRows]*[bufferSize + 1]partial
	size    int // how much of each buffer is used
	queens  [MaxRows]int
	stop    *atomic.Bool
	yield   func([]int) bool
}

// idle are the searches that are not in use.
var idle = sync.Pool{New: func() any { return new(search) }}

// Solutions yields the solutions of a board, each as the columns of its queens in a slice that
// it reuses, in lexicographic order. The board has 1 to [MaxRows] rows, given by their open
// squares, and may be a torus of odd size. Solutions that begin with less than from, columns for
// some of the first rows, are left out; these queens but the last one stand on open squares, and
// do not attack each other. Solutions returns false if yield did or stop was set.
func Solutions(open []uint64, torus bool, from []int, stop *atomic.Bool, yield func([]int) bool) bool {
	s := idle.Get().(*search)
	s.set(open, torus)
	s.stop, s.yield = stop, yield
	done := s.listFrom(0, from)
	s.stop, s.yield = nil, nil
	idle.Put(s) // unless yield panicked
	return done
}

// set sets the board, with a single partial board that has no queens.
func (s *search) set(open []uint64, torus bool) {
	s.n, s.size = len(open), firstBuffer
	for row, columns := range open {
		s.closed[row] = ^columns
		if s.buffers[row] == nil {
			s.buffers[row] = new([bufferSize + 1]partial)
		}
	}
	for below := range 3 {
		s.closed[s.n+below] = 1 << 63
	}
	s.wrap = 63 // shifts all out
	if torus {
		s.wrap = uint(s.n - 1)
	}
	s.buffers[0][0] = partial{}
}

// listFrom lists the solutions of the first partial board of a row that begin, from there on, with
// no less than the given columns. It returns false if yield did or stop was set.
func (s *search) listFrom(row int, from []int) bool {
	closed, p := s.closed[row], s.buffers[row][0]
	if len(from) > 1 {
		s.buffers[row+1][0] = p.below(1<<from[0], s.wrap, 0)
		if !s.listFrom(row+1, from[1:]) {
			return false
		}
		s.closed[row] |= 2<<from[0] - 1
	} else if len(from) == 1 {
		s.closed[row] |= 1<<from[0] - 1
	}
	done := p.free(s.closed[row]) == 0 || s.list(row, 1)
	s.closed[row] = closed
	return done
}

// list lists the solutions of the first count partial boards of a row, each of which has a free
// square there. It returns false if yield did or stop was set.
func (s *search) list(row, count int) bool {
	if row == s.n-1 {
		return s.emit(count)
	}
	for first := 0; first < count; {
		// A partial board has at most one child for each column without a queen.
		block := min(max(1, s.size/(s.n-row)), count-first)
		kept := s.expand(row, first, block)
		if kept > 0 && !s.list(row+1, kept) {
			return false
		}
		first += block
		s.size = min(s.size+1, bufferSize)
	}
	return !s.stop.Load()
}

// expand makes the children of a block of partial boards, those of a row from the first on, and
// returns how many it keeps in the buffer of the next row. Each of the block has a free square.
//
// The loop places one queen after the other, and goes on to the next board by arithmetic. A row
// has a free square if not all bits are taken: then adding 1 leaves the last bit set, which is
// always taken. The look at the second and the third row misses diagonals that wrap around there.
//
// Shift counts are masked, and indices compared as unsigned numbers, only to tell the compiler
// that they are in range.
func (s *search) expand(row, first, count int) int {
	behind := s.buffers[row][first+1 : first+1+count]
	block, children := s.buffers[row][first:][:len(behind)], s.buffers[row+1]
	closed, closed1, closed2, closed3 := s.closed[row], s.closed[row+1], s.closed[row+2], s.closed[row+3]
	wrap, kept := s.wrap, 0
	free := block[0].free(closed)
	for i := 0; uint(i) < uint(len(block)); {
		next := behind[i].free(closed)
		queen := free & -free
		free ^= queen
		p := block[i].below(queen, wrap, first+i)
		children[kept] = p
		done := maskIfZero(free)
		free |= next & uint64(done)
		i -= done
		cols, left, right := uint64(p.cols), uint64(p.left), uint64(p.right)
		taken1 := closed1 | cols | left | right
		taken2 := closed2 | cols | left<<1 | right>>1
		taken3 := closed3 | cols | left<<2 | right>>2
		kept += int((taken1 + 1) & (taken2 + 1) & (taken3 + 1) >> 63)
	}
	return kept
}

// free returns the free squares of the row, given the closed ones.
func (p *partial) free(closed uint64) uint64 { return ^(closed | uint64(p.cols|p.left|p.right)) }

// below returns the child of p that has a queen in its row, as the next row sees it. Its parent is
// p, by its index.
func (p *partial) below(queen uint64, wrap uint, parent int) partial {
	left, right := uint64(p.left)|queen, uint64(p.right)|queen
	left, right = left<<1|left>>(wrap&63), right>>1|right<<(wrap&63)
	return partial{p.cols | uint32(queen), uint32(left), uint32(right), uint32(parent)}
}

// maskIfZero returns -1, all bits set, if x is 0, and otherwise 0, for x < 2⁶³.
func maskIfZero(x uint64) int { return int(int64(x-1) >> 63) }

// emit yields the solutions that the first count partial boards of the last row have: one each.
func (s *search) emit(count int) bool {
	last, queens := s.n-1, s.queens[:s.n]
	for i := range s.buffers[last][:count] {
		p := &s.buffers[last][i]
		queens[last] = bits.TrailingZeros64(p.free(s.closed[last]))
		for row := last - 1; row >= 0; row-- {
			parent := &s.buffers[row][p.parent]
			queens[row] = bits.TrailingZeros32(p.cols ^ parent.cols)
			p = parent
		}
		if !s.yield(queens) {
			return false
		}
	}
	return true
}
