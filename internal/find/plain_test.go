package find

import (
	"iter"
	"math/rand/v2"
	"sync/atomic"

	"example.com/queens/internal/plain"
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

// gridWithout returns a plain board on which some squares are blocked.
func gridWithout(n int, blocked func(square) bool) Grid {
	g := Empty(n, false)
	for i := range n * n {
		if s := (square{i / n, i % n}); blocked(s) {
			g.Open[s.row].remove(s.col)
		}
	}
	return g
}

// blockedGrid leaves each square open with some probability.
func blockedGrid(rng *rand.Rand, n int, torus bool, open float64) Grid {
	g := gridWithout(n, func(square) bool { return rng.Float64() >= open })
	g.Torus = torus
	return g
}

// solutionsIn returns the first solutions of a board of up to 64 rows, at most as many as asked
// for.
func solutionsIn(g Grid, most int) (solutions [][]int) {
	open := make([]uint64, len(g.Open))
	for row, squares := range g.Open {
		open[row] = squares.Low
	}
	plain.Solutions(open, g.Torus, new(atomic.Bool), func(queens []int) bool {
		solutions = append(solutions, append([]int{}, queens...))
		return len(solutions) < most
	})
	return solutions
}

// uniqueError is what Unique says of a board with so many solutions, or with more than two.
func uniqueError(solutions int) error {
	return [...]error{ErrNone, nil, ErrSeveral}[min(solutions, 2)]
}
