// Package find looks for one solution of a board, the least one, or a proof that there is none, by constraint
// propagation and restarts. Each file says which of the rules it has: tracks that must hold a queen (tracks.go), room
// in corners (corners.go), sums of squares (balance.go), cases by residues (residues.go), and boards that are left to the
// block search (sweep.go); search.go branches, find.go restarts, and least.go asks for the least solution.
package find

import (
	"errors"
	"math/bits"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/block"
)

// ErrNone says that there is no solution, and ErrSeveral that there is more than one.
var (
	ErrNone    = errors.New("no solution")
	ErrSeveral = errors.New("more than one solution")
)

// maxRows is the size of the largest board, whose rows fill a word.
const maxRows = 64

// A square is in a row and a column, both numbered from 0.
type square struct{ row, col int }

// A Board is what is searched: the open squares of each row, and whether the diagonals wrap around
// the edges. A solution has the column of each row's queen.
type Board struct {
	Open  []uint64
	Torus bool
}

// with returns a copy of b with a queen on an open square: no other square of its row remains open,
// and no square that it attacks.
func (b Board) with(queen square) Board {
	b.Open = slices.Clone(b.Open)
	column := uint64(1) << queen.col
	for _, step := range [2]int{1, -1} {
		left, right := column, column
		for row := queen.row + step; 0 <= row && row < len(b.Open); row += step {
			left, right = b.shift(left, right)
			b.Open[row] &^= column | left | right
		}
	}
	b.Open[queen.row] &= column
	return b
}

// shift moves diagonals to the next row.
func (b Board) shift(left, right uint64) (uint64, uint64) {
	if b.Torus {
		last := len(b.Open) - 1
		return left<<1 | left>>last, right>>1 | right<<last
	}
	return left << 1, right >> 1
}

// without returns a copy of b in which columns of a row are closed.
func (b Board) without(row int, columns uint64) Board {
	b.Open = slices.Clone(b.Open)
	b.Open[row] &^= columns
	return b
}

// queens returns the column of the queen in each row with a single open square, and block.None in others.
func (b Board) queens() []int {
	queens := slices.Repeat([]int{block.None}, len(b.Open))
	for row, open := range b.Open {
		if open&(open-1) == 0 {
			queens[row] = bits.TrailingZeros64(open)
		}
	}
	return queens
}

// toFill returns the number of rows with two open squares or more.
func (b Board) toFill() (rows int) {
	for _, open := range b.Open {
		if open&(open-1) != 0 {
			rows++
		}
	}
	return rows
}

// admits reports whether all queens of a solution are on open squares.
func (b Board) admits(solution []int) bool {
	for row, col := range solution {
		if b.Open[row]>>col&1 == 0 {
			return false
		}
	}
	return true
}

// solution returns the first solution other than the excluded one, by a search row by row, or nil if there is
// none or stop was set.
func (b Board) solution(excluded []int, stop *atomic.Bool) []int {
	if len(b.Open) < 3 {
		return nil // such a board is never a leaf
	}
	s := rowSearch{b, excluded, stop, make([]int, len(b.Open))}
	if !s.fill(0, b.Open[0], 0, 0, 0) {
		return nil
	}
	return s.queens
}

// A rowSearch is the backtracker of the library, up to the first solution.
type rowSearch struct {
	board    Board
	excluded []int
	stop     *atomic.Bool
	queens   []int
}

// fill puts a queen on each free column of a row in turn, and goes on to the next row as
// long as the next three rows have a free column each.
func (s *rowSearch) fill(row int, free, cols, left, right uint64) bool {
	open := s.board.Open
	for free != 0 {
		queen := free & -free
		free ^= queen
		s.queens[row] = bits.TrailingZeros64(queen)
		below := cols | queen
		belowLeft, belowRight := s.board.shift(left|queen, right|queen)
		next := open[row+1] &^ (below | belowLeft | belowRight)
		switch {
		case next == 0:
		case row+2 == len(open):
			s.queens[row+1] = bits.TrailingZeros64(next) // the only column left
			if !slices.Equal(s.queens, s.excluded) {
				return true
			}
		case open[row+2]&^(below|belowLeft<<1|belowRight>>1) == 0:
		case row+3 < len(open) && open[row+3]&^(below|belowLeft<<2|belowRight>>2) == 0:
		case free == 0: // the last branch: go on without a call
			row, free, cols, left, right = row+1, next, below, belowLeft, belowRight
		case s.fill(row+1, next, below, belowLeft, belowRight):
			return true
		case s.stop.Load():
			return false
		}
	}
	return false
}
