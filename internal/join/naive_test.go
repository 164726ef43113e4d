package join

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/naive"
)

// A placement has the column of the queen in each row, or none.
type placement []int

const none = -1

func noQueens(n int) placement { return slices.Repeat(placement{none}, n) }

// squares yields the squares with queens, row by row.
func (p placement) squares() iter.Seq[bitboard.Square] {
	return func(yield func(bitboard.Square) bool) {
		for row, col := range p {
			if col != none && !yield(bitboard.Square{Row: row, Col: col}) {
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
		at := bitboard.Square{Row: row, Col: col}
		if g >= flipRows {
			at.Row = len(p) - 1 - at.Row
		}
		for range g % 4 {
			at = bitboard.Square{Row: at.Col, Col: len(p) - 1 - at.Row}
		}
		image[at.Row] = at.Col
	}
	return image
}

// valid reports whether no queen attacks another.
func (p placement) valid() bool {
	for s := range p.squares() {
		for t := range p.squares() {
			rows, cols := s.Row-t.Row, s.Col-t.Col
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
		naive.Solutions(open, false, new(atomic.Bool), func(queens []int) bool { return yield(queens) })
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
