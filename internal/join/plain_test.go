package join

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

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
	return func(yield func(placement) bool) {
		p, more := noQueens(n), true
		var fill func(row int, cols, left, right uint64)
		fill = func(row int, cols, left, right uint64) {
			if row == n {
				more = yield(p)
			}
			for col := 0; col < n && row < n && more; col++ {
				if queen := uint64(1) << col; (cols|left|right)&queen == 0 {
					p[row] = col
					fill(row+1, cols|queen, (left|queen)<<1, (right|queen)>>1)
				}
			}
		}
		fill(0, 0, 0, 0)
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
