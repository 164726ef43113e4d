package queens

import (
	"math/rand/v2"
)

// References:
//
//	[knuth]  Donald E. Knuth. Estimating the Efficiency of Backtrack Programs.
//	         Mathematics of Computation 29, pages 121–136. 1975.

// A few pieces may take most of the time of a count. To tell how far it has come, each
// piece has a cost: about the number of boards that its search goes through.
//
// A probe goes down the rows as the search does. Where more boards wait at a row than it may
// keep, it keeps one in every few, which stands for them all ([knuth], some boards at a time).

// probedBoards is how many boards a probe keeps at most. Then it takes some microseconds.
const probedBoards = 32

// cost returns the cost of the piece, always the same.
func (p *crossPiece) cost() float64 { return p.probe(rand.New(rand.NewPCG(0, 0)), probedBoards) }

// A partial64 is a [partial] of up to 64 columns.
type partial64 struct{ cols, left, right uint64 }

// probe estimates how many boards the search of the piece goes through. It keeps at most
// that many at each row.
func (p *crossPiece) probe(rng *rand.Rand, most int) float64 {
	b := p.easiest()
	cost, weight := 0.0, 1.0 // each board kept stands for weight boards
	boards := []partial64{{}}
	var next []partial64
	for row, open := range b.board.open {
		// The block search passes over the rows that have a queen.
		if b.queens[row] == Empty || len(b.board.open) > maxBlockRows {
			cost += weight * float64(len(boards))
		}
		step := (len(boards) + most - 1) / most
		if step == 0 {
			break
		}
		weight *= float64(step)
		for i := rng.IntN(step); i < len(boards); i += step {
			next = boards[i].appendChildren(next, b.board, open)
		}
		boards, next = next, boards[:0]
	}
	return cost + weight*float64(len(boards)) // with those that are full
}

// appendChildren appends the children of a board that waits at a row.
func (above partial64) appendChildren(children []partial64, b bitboard, open uint64) []partial64 {
	for free := open &^ (above.cols | above.left | above.right); free != 0; free &= free - 1 {
		queen := free & -free
		left, right := b.shift(above.left|queen, above.right|queen)
		children = append(children, partial64{above.cols | queen, left, right})
	}
	return children
}
