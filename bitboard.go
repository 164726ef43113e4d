package queens

import (
	"iter"
	"math/bits"
	"slices"
	"sync/atomic"

	"golang.org/x/exp/constraints"
)

// A row of the board is one word, bit c standing for column c:
//
//	        column   0 1 2 3
//	row 0            . Q . .    0b0010
//	row 1            . . . Q    0b1000
//	row 2            Q . . .    0b0001
//	row 3            . . Q .    0b0100
//
// Seen from one row, the queens above it attack three sets of its columns: those
// they stand in, and those that their diagonals have reached. Going down a row,
// diagonals that lead to higher columns shift left by a bit and the others
// shift right, so that the attacks of all queens cost a few operations a row.
// Boards of up to 32 columns are searched on 32-bit words, larger ones on 64.

// board is what a search has to know: which squares of each row a queen may
// take, and whether the diagonals wrap around.
type board struct {
	open  []uint64
	torus bool
}

// fullRow has a bit for each column of a board of size n.
func fullRow(n int) uint64 { return 1<<n - 1 }

// columns yields the columns of a row's word, in order.
func columns(row uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; row != 0; row &= row - 1 {
			if !yield(bits.TrailingZeros64(row)) {
				return
			}
		}
	}
}

// with is b with a queen on an open square: no other square of its row stays
// open, nor any that it attacks.
func (b board) with(queen Square) board {
	n := len(b.open)
	open := slices.Clone(b.open)
	open[queen.Row] &= 1 << queen.Col
	for row := range open {
		rows := max(row-queen.Row, queen.Row-row)
		if rows == 0 {
			continue
		}
		left, right := queen.Col+rows, queen.Col-rows
		if b.torus {
			left, right = left%n, (right+n)%n
		}
		attacked := uint64(1) << queen.Col
		if left < n {
			attacked |= 1 << left
		}
		if right >= 0 {
			attacked |= 1 << right
		}
		open[row] &^= attacked
	}
	return board{open, b.torus}
}

// withFirst is b with only the given columns of the first row open.
func (b board) withFirst(columns uint64) board {
	b.open = slices.Clone(b.open)
	b.open[0] &= columns
	return b
}

// hopeless reports whether a row or a column has no open square.
func (b board) hopeless() bool {
	var columns uint64
	for _, row := range b.open {
		columns |= row
	}
	return slices.Contains(b.open, 0) || columns != fullRow(len(b.open))
}

// search pushes every solution, in lexicographic order, to yield, in a Placement
// that the search goes on to use. It returns false if yield did or if stop was
// set.
func (b board) search(stop *atomic.Bool, yield func(Placement) bool) bool {
	if b.hopeless() {
		return true
	}
	if len(b.open) <= 32 {
		return newBacktracker[uint32](b, stop).run(yield)
	}
	return newBacktracker[uint64](b, stop).run(yield)
}

// A backtracker goes through the solutions of one board, row by row. It goes down
// only while each of the next rows and both outer columns have a free square.
type backtracker[W constraints.Unsigned] struct {
	torus  bool
	full   W                 // every column
	rows   []backtrackRow[W] // of the board, and as many below it as the search looks ahead
	queens Placement         // as far as placed
	stop   *atomic.Bool
}

// backtrackRow is a row's part of the search. What is fixed comes first: the open
// columns, and the rows from this one down in which the outer columns are open.
// The right diagonals that are i columns from the first one reach it i rows
// below, so with bit i standing for the row i below, they are the very squares
// of the first column that are attacked; likewise the left diagonals and the
// last column, with the bits in reverse.
type backtrackRow[W constraints.Unsigned] struct {
	open                W
	firstOpen, lastOpen W
	beyond              W // not 0 below the board, where no square needs to be free

	taken, left, right W // columns attacked from above: straight down, and along both diagonals
	untried            W // free columns still to try
}

const lookAhead = 2 // rows below the next one

func newBacktracker[W constraints.Unsigned](b board, stop *atomic.Bool) *backtracker[W] {
	n := len(b.open)
	s := &backtracker[W]{b.torus, W(fullRow(n)), make([]backtrackRow[W], n+lookAhead), make(Placement, n), stop}
	for i := range lookAhead {
		s.rows[n+i].beyond = 1
	}
	var firstOpen, lastOpen W
	for row := n - 1; row >= 0; row-- {
		open := W(b.open[row])
		firstOpen = (firstOpen<<1 | open&1) & s.full
		lastOpen = lastOpen>>1 | open>>(n-1)<<(n-1)
		s.rows[row] = backtrackRow[W]{open: open, firstOpen: firstOpen, lastOpen: lastOpen}
	}
	return s
}

func (s *backtracker[W]) run(yield func(Placement) bool) bool {
	last := len(s.queens) - 1
	if last < 0 {
		return yield(s.queens)
	}
	s.rows[0].untried = s.rows[0].open
	for row := 0; row >= 0; {
		at := &s.rows[row]
		if at.untried == 0 {
			if s.stop.Load() {
				return false
			}
			row--
			continue
		}
		queen := at.untried & -at.untried
		at.untried ^= queen
		s.queens[row] = bits.TrailingZeros64(uint64(queen))
		if row == last {
			if !yield(s.queens) {
				return false
			}
			continue
		}

		taken := at.taken | queen
		left, right := s.down(at.left|queen, at.right|queen)
		below := &s.rows[row+1]
		free := below.open &^ (taken | left | right)
		second, third := &s.rows[row+2], &s.rows[row+3]
		secondFree := second.open&^(taken|left<<1|right>>1) | second.beyond
		thirdFree := third.open&^(taken|left<<2|right>>2) | third.beyond
		if min(free, secondFree, thirdFree) == 0 {
			continue
		}
		firstColumn := below.firstOpen&^right | taken&1
		lastColumn := below.lastOpen&^left | taken>>last
		if min(firstColumn, lastColumn) == 0 {
			continue
		}
		below.taken, below.left, below.right, below.untried = taken, left, right, free
		row++
	}
	return true
}

// down moves diagonals to the row below.
func (s *backtracker[W]) down(left, right W) (W, W) {
	if s.torus {
		last := len(s.queens) - 1
		return (left<<1 | left>>last) & s.full, (right>>1 | right<<last) & s.full
	}
	return left << 1, right >> 1
}
