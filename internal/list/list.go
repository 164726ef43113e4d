// Package list lists the solutions of boards in lexicographic order, faster than a recursion can.
//
// A recursion takes one board at a time from row to row, and the processor mispredicts where it
// turns back. Here each row has a buffer of partial boards, which have a queen in every row above.
// A block of them is expanded into the buffer of the next row in one loop without unpredictable
// branches: it writes every child, and keeps it, by counting it, if each of the next three rows
// still has a free square.
//
//	row  partial boards
//	 0   .
//	 1   ..|===|.......             a block is expanded into the whole buffer of the next row,
//	 2   |++++|++++++++             then a block of that one: the search goes depth first, by
//	 3   +++++++                    blocks instead of boards
//
// The children of a board stand in the order of their columns, and those of a block in the order
// of their parents. So the search meets the boards of each row in lexicographic order, and nothing
// is ever sorted. Each partial board knows its parent by its place in the buffer above, which is
// not overwritten before the search is done with its children: from a complete board, the chain of
// parents leads back through the queens.
//
// Blocks start small and grow, so that the first solution does not wait for many boards that come
// after it. A search takes 8 kB for each row, which the next one uses again.
//
// [InOrder] lists several boards, and may have workers search parts of them ahead of the visitor.
package list

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
)

const (
	// maxRows is the size of the largest board, and narrowRows that of the largest one whose rows
	// fill half of a word.
	maxRows, narrowRows = 64, 32
	// bufferSize is how many partial boards a buffer holds. Larger buffers are hardly faster.
	bufferSize = 256
	// firstBuffer is how much of the buffers is used at first. The first solutions of most
	// boards come soonest with about so much.
	firstBuffer = 16
)

// A partial is a partial board, as the row below its queens sees it: the columns that they attack
// there, straight down and along both diagonals. Bits beyond the board have no meaning.
type partial struct {
	cols, left, right uint64
	parent            uint32 // its index in the buffer above
}

// A search lists the solutions of one part of a board after the other.
type search struct {
	n, from int // the size of the board, and the first row to fill
	// closed has the closed squares of each row. Bits beyond the board are set. The three rows
	// below the board have the last bit only: all squares there are open.
	closed [maxRows + 3]uint64
	board  bitboard.Board
	wrap   uint // how far diagonals shift back to come in again at the other edge
	// The last element of a buffer is written and read, but holds no board.
	buffers [narrowRows]*[bufferSize + 1]partial
	size    int // how much of each buffer is used
	queens  [maxRows]int
	stop    *atomic.Bool
	yield   func(queens []int) bool
}

// idle are the searches that are not in use.
var idle = sync.Pool{New: func() any { return new(search) }}

// Solutions yields the solutions of a board in lexicographic order, each as the columns of its
// queens in a slice that it reuses. It returns false if yield did or stop was set.
func Solutions(b bitboard.Board, stop *atomic.Bool, yield func(queens []int) bool) bool {
	return b.Hopeless() || whole(b).solutions(stop, yield)
}

// A part of a board is the solutions that begin with certain queens.
type part struct {
	bitboard.Board
	queens []int   // of the first rows
	below  partial // the board with these queens
}

// whole returns the part with all solutions of a board.
func whole(b bitboard.Board) part { return part{Board: b, queens: []int{}} }

// solutions yields the solutions of a part.
func (p part) solutions(stop *atomic.Bool, yield func(queens []int) bool) bool {
	if len(p.queens) == len(p.Open) {
		return yield(p.queens)
	}
	s := idle.Get().(*search)
	s.board, s.n, s.from, s.size = p.Board, len(p.Open), len(p.queens), firstBuffer
	s.wrap = 63 // shifts all out
	if p.Torus {
		s.wrap = uint(s.n - 1)
	}
	for row, columns := range p.Open {
		s.closed[row] = ^columns
	}
	for below := range 3 {
		s.closed[s.n+below] = 1 << 63
	}
	copy(s.queens[:], p.queens)
	s.stop, s.yield = stop, yield
	done := s.run(p.below)
	s.board, s.stop, s.yield = bitboard.Board{}, nil, nil
	idle.Put(s) // unless yield panicked
	return done
}

// run lists the solutions of a partial board of the first row to fill. It returns false if yield did
// or stop was set.
func (s *search) run(below partial) bool {
	if s.n > narrowRows {
		return s.backtrack(s.from, below)
	}
	for row := range s.n {
		if s.buffers[row] == nil {
			s.buffers[row] = new([bufferSize + 1]partial)
		}
	}
	s.buffers[s.from][0] = below
	return s.list(s.from, 1)
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
		if kept := s.expand(row, first, block); kept > 0 && !s.list(row+1, kept) {
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
// The portable kernel of the block search has the same loop for boards that do not know their
// parents, with a look at two rows.
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
		p := &block[i]
		cols, left, right := p.cols|queen, p.left|queen, p.right|queen
		left = uint64(uint32(left<<1 | left>>(wrap&63)))
		right = uint64(uint32(right>>1 | right<<(wrap&63)))
		children[kept] = partial{cols, left, right, uint32(first + i)}
		done := bitboard.MaskIfEmpty(free)
		free |= next & uint64(done)
		i -= done
		taken1 := closed1 | cols | left | right
		taken2 := closed2 | cols | left<<1 | right>>1
		taken3 := closed3 | cols | left<<2 | right>>2
		kept += int((taken1 + 1) & (taken2 + 1) & (taken3 + 1) >> 63)
	}
	return kept
}

// backtrack yields the solutions that a partial board of a row has, and takes one board at a time. On
// boards of more than narrowRows most rows have a queen already, and then it takes two thirds of the
// time, or less. It returns false if yield did or stop was set.
func (s *search) backtrack(row int, p partial) bool {
	for free := p.free(s.closed[row]); free != 0; {
		queen := free & -free
		free ^= queen
		s.queens[row] = bits.TrailingZeros64(queen)
		child := p.child(s.board, queen)
		switch {
		case row == s.n-1:
			if !s.yield(s.queens[:s.n]) {
				return false
			}
		case child.freeBelow(0, s.closed[row+1]) == 0:
		case row+2 < s.n && child.freeBelow(1, s.closed[row+2]) == 0:
		case row+3 < s.n && child.freeBelow(2, s.closed[row+3]) == 0:
		case free == 0: // the last branch: go on without a call
			row, p, free = row+1, child, child.free(s.closed[row+1])
		case !s.backtrack(row+1, child):
			return false
		}
	}
	return !s.stop.Load()
}

// free returns the free squares of the row, given the closed ones.
func (p *partial) free(closed uint64) uint64 { return ^(closed | p.cols | p.left | p.right) }

// freeBelow returns the free squares some rows below, but misses diagonals that wrap around on the
// way.
func (p *partial) freeBelow(rows int, closed uint64) uint64 {
	return ^(closed | p.cols | p.left<<rows | p.right>>rows)
}

// child returns p with a queen in its row, or none, as the next row of the board sees it.
func (p partial) child(b bitboard.Board, queen uint64) partial {
	p.left, p.right = b.Shift(p.left|queen, p.right|queen)
	p.cols |= queen
	return p
}

// emit yields the solutions that the first count partial boards of the last row have: one each.
func (s *search) emit(count int) bool {
	last, queens := s.n-1, s.queens[:s.n]
	for i := range s.buffers[last][:count] {
		p := &s.buffers[last][i]
		queens[last] = bits.TrailingZeros64(p.free(s.closed[last]))
		for row := last - 1; row >= s.from; row-- {
			parent := &s.buffers[row][p.parent]
			queens[row] = bits.TrailingZeros64(p.cols ^ parent.cols)
			p = parent
		}
		if !s.yield(queens) {
			return false
		}
	}
	return true
}
