package join

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/plain"
)

// A placement has the column of the queen in each row, or none.
type placement []int

const none = -1

func noQueens(n int) placement { return slices.Repeat(placement{none}, n) }

// squares yields the squares with queens, row by row.
func (p placement) squares() iter.Seq[square] {
	return func(yield func(square) bool) {
		for row, col := range p {
			if col != none && !yield(square{row, col}) {
				return
			}
		}
	}
}

// A symmetry is one of the square, by its number in the library.
type symmetry int

const (
	identity symmetry = iota
	rotate90
	rotate180
	rotate270
	flipRows
	transpose
	flipColumns
	antiTranspose
)

// transform returns the image of a solution.
func (p placement) transform(g symmetry) placement {
	image := slices.Clone(p)
	for row, col := range p {
		at := square{row, col}
		if g >= flipRows {
			at.row = len(p) - 1 - at.row
		}
		for range g % 4 {
			at = square{at.col, len(p) - 1 - at.row}
		}
		image[at.row] = at.col
	}
	return image
}

// valid reports whether no queen attacks another.
func (p placement) valid() bool {
	for s := range p.squares() {
		for t := range p.squares() {
			rows, cols := s.row-t.row, s.col-t.col
			if s != t && (cols == 0 || rows == cols || rows == -cols) {
				return false
			}
		}
	}
	return true
}

// solutions yields the solutions of an empty board, in an array that it reuses.
func solutions(n int) iter.Seq[placement] {
	return solutionsOn(slices.Repeat([]uint64{bitboard.Below(n)}, n))
}

// solutionsOn yields the solutions of a board with these open squares.
func solutionsOn(open []uint64) iter.Seq[placement] {
	return func(yield func(placement) bool) {
		plain.Solutions(open, false, new(atomic.Bool), func(queens []int) bool { return yield(queens) })
	}
}

// parse reads columns from 1.
func parse(vector string) (p placement) {
	for word := range strings.FieldsSeq(vector) {
		var col int
		fmt.Sscan(word, &col)
		p = append(p, col-1)
	}
	return p
}
