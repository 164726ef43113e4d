package find

import (
	"iter"
	"math/rand/v2"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/naive"
)

// squares yields the squares of queens, row by row.
func squares(p []int) iter.Seq[bitboard.Square] {
	return func(yield func(bitboard.Square) bool) {
		for row, col := range p {
			if !yield(bitboard.Square{Row: row, Col: col}) {
				return
			}
		}
	}
}

// gridWithout returns a plain board on which some squares are blocked.
func gridWithout(n int, blocked func(bitboard.Square) bool) Grid {
	g := Empty(n, false)
	for i := range n * n {
		if s := (bitboard.Square{Row: i / n, Col: i % n}); blocked(s) {
			g.Open[s.Row].remove(s.Col)
		}
	}
	return g
}

// blockedGrid leaves each square open with some probability.
func blockedGrid(rng *rand.Rand, n int, torus bool, open float64) Grid {
	g := gridWithout(n, func(bitboard.Square) bool { return rng.Float64() >= open })
	g.Torus = torus
	return g
}

// grid returns the open squares, which remain the board's own.
func (b *trackBoard) grid() Grid { return Grid{b.tracks[:b.n], b.torus} }

// solutionsIn returns the first solutions of a board of up to 64 rows, at most as many as asked
// for.
func solutionsIn(g Grid, most int) (solutions [][]int) {
	open := make([]uint64, len(g.Open))
	for row, squares := range g.Open {
		open[row] = squares.Low
	}
	naive.Solutions(open, g.Torus, new(atomic.Bool), func(queens []int) bool {
		solutions = append(solutions, append([]int{}, queens...))
		return len(solutions) < most
	})
	return solutions
}

// uniqueError is what Unique says of a board with so many solutions, or with more than two.
func uniqueError(solutions int) error {
	return [...]error{ErrNone, nil, ErrSeveral}[min(solutions, 2)]
}

// solves reports whether some columns, one for each row, are a solution of g.
func (g Grid) solves(queens []int) bool {
	for row, col := range queens {
		if row >= len(g.Open) || !g.Open[row].Has(col) {
			return false
		}
		g = g.With(row, col)
	}
	return len(queens) == len(g.Open)
}
