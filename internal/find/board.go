// Package find looks for one solution of a board, the least one, or a proof that there is none, by constraint
// propagation and restarts. Each file says which of the rules it has: tracks that must hold a queen (tracks.go), room
// in corners (corners.go), sums of squares (balance.go), and cases by residues (residues.go); search.go branches, find.go
// restarts, and least.go asks for the least solution.
package find

import (
	"errors"
	"math/bits"
	"slices"
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

// queens returns the column of the queen in each row; each must have a single open square.
func (b Board) queens() []int {
	queens := make([]int, len(b.Open))
	for row, open := range b.Open {
		queens[row] = bits.TrailingZeros64(open)
	}
	return queens
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
