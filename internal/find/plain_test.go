package find

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"

	"example.com/queens/internal/bitset"
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

// blockedBoard leaves each square open with some probability.
func blockedBoard(rng *rand.Rand, n int, torus bool, open float64) Board {
	b := Board{make([]uint64, n), torus}
	for row := range b.Open {
		for col := range n {
			if rng.Float64() < open {
				b.Open[row] |= 1 << col
			}
		}
	}
	return b
}

// fullBoard has every square open.
func fullBoard(n int, torus bool) Board {
	return Board{slices.Repeat([]uint64{bitset.Below(n)}, n), torus}
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
