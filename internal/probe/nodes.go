package probe

import (
	"math/rand/v2"

	"example.com/queens/internal/bitboard"
)

// Nodes estimates how many partial boards a search row by row goes through, at the rows that are
// searched and below the last one. It goes down the rows as the search does. Where more than most
// boards wait at a row, it keeps one in every few, which stands for the others (Knuth 1975).
func Nodes(b bitboard.Board, searched func(row int) bool, rng *rand.Rand, most int) (nodes float64) {
	// What the queens above attack in a row: straight down, and along the diagonals to either side.
	type attacks struct{ cols, left, right uint64 }
	weight := 1.0 // each board that waits stands for weight boards
	waiting := []attacks{{}}
	var next []attacks
	for row, open := range b.Open {
		if searched(row) {
			nodes += weight * float64(len(waiting))
		}
		step := (len(waiting) + most - 1) / most
		if step == 0 {
			break
		}
		weight *= float64(step)
		for i := rng.IntN(step); i < len(waiting); i += step {
			above := waiting[i]
			for free := open &^ (above.cols | above.left | above.right); free != 0; free &= free - 1 {
				queen := free & -free
				left, right := b.Shift(above.left|queen, above.right|queen)
				next = append(next, attacks{above.cols | queen, left, right})
			}
		}
		waiting, next = next, waiting[:0]
	}
	return nodes + weight*float64(len(waiting)) // with those that are full
}
