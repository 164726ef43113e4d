package find

import (
	"iter"
	"math/bits"
	"slices"
)

// squares yields the squares of queens, row by row.
func squares(p []int) iter.Seq[square] {
	return func(yield func(square) bool) {
		for row, col := range p {
			if !yield(square{row, col}) {
				return
			}
		}
	}
}

// image returns where one of the eight symmetries takes a square.
func (s square) image(symmetry, n int) square {
	if symmetry >= 4 {
		s.row = n - 1 - s.row
	}
	for range symmetry % 4 {
		s = square{s.col, n - 1 - s.row}
	}
	return s
}

// boardWithout returns a plain board on which some squares are blocked.
func boardWithout(n int, blocked func(square) bool) Board {
	b := Board{make([]uint64, n), false}
	for i := range n * n {
		if s := (square{i / n, i % n}); !blocked(s) {
			b.Open[s.row] |= 1 << s.col
		}
	}
	return b
}

// solutionsIn returns the first solutions of a board, at most as many as asked for.
func solutionsIn(b Board, most int) (solutions [][]int) {
	queens := make([]int, len(b.Open))
	var fill func(row int, cols, left, right uint64)
	fill = func(row int, cols, left, right uint64) {
		if row == len(b.Open) {
			solutions = append(solutions, slices.Clone(queens))
			return
		}
		for free := b.Open[row] &^ (cols | left | right); free != 0 && len(solutions) < most; free &= free - 1 {
			queen := free & -free
			queens[row] = bits.TrailingZeros64(queen)
			l, r := b.shift(left|queen, right|queen)
			fill(row+1, cols|queen, l, r)
		}
	}
	fill(0, 0, 0, 0)
	return solutions
}

// uniqueError is what unique says of a board with so many solutions, or with more than two.
func uniqueError(solutions int) error {
	return [...]error{ErrNone, nil, ErrSeveral}[min(solutions, 2)]
}
