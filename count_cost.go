package queens

import (
	"math/rand/v2"
)

// References:
//
//	[knuth]  Donald E. Knuth. Estimating the Efficiency of Backtrack Programs.
//	         Mathematics of Computation 29, pages 121–136. 1975.

// A few pieces may take most of the time of a count. To say how far it is, each
// piece has a cost: about as many boards as its search goes through.
//
// A probe goes down the rows as the search does. Where more boards wait at a row than it may
// keep, it keeps one in every few, which stands for them all ([knuth], some boards at a time).

// probedBoards is how many boards a probe keeps at most. Then it takes some microseconds.
const probedBoards = 32

// cost returns the cost of the piece, always the same.
func (p *crossPiece) cost() float64 { return newCostProbe(p.board.start).boardsOf(p, probedBoards) }

// A costProbe makes one probe after the other, in buffers that it keeps.
type costProbe struct {
	counter      counter
	rng          *rand.Rand
	boards, next []partial64
}

func newCostProbe(start bitboard) *costProbe {
	return &costProbe{
		counter: counter{rows: newPosition(start), cols: newPosition(start.transpose())},
		rng:     rand.New(rand.NewPCG(0, 0)),
	}
}

// A partial64 is a [partial] of up to 64 columns.
type partial64 struct{ cols, left, right uint64 }

// boardsOf estimates how many boards the search of a piece goes through. It looks at no
// more than most of each row.
func (c *costProbe) boardsOf(p *crossPiece, most int) float64 {
	b := c.counter.easiest(p)
	cost, weight := 0.0, 1.0 // each board kept stands for weight boards
	c.boards = append(c.boards[:0], partial64{})
	for row, open := range b.board.open {
		// The block search passes over the rows that have a queen.
		if b.queens[row] == Empty || len(b.board.open) > maxBlockRows {
			cost += weight * float64(len(c.boards))
		}
		step := (len(c.boards) + most - 1) / most
		if step == 0 {
			break
		}
		weight *= float64(step)
		c.next = c.next[:0]
		for i := c.rng.IntN(step); i < len(c.boards); i += step {
			c.expand(b.board, open, c.boards[i])
		}
		c.boards, c.next = c.next, c.boards
	}
	return cost + weight*float64(len(c.boards)) // with those that are full
}

// expand appends the children of a board that waits at a row.
func (c *costProbe) expand(b bitboard, open uint64, above partial64) {
	for free := open &^ (above.cols | above.left | above.right); free != 0; free &= free - 1 {
		queen := free & -free
		left, right := b.shift(above.left|queen, above.right|queen)
		c.next = append(c.next, partial64{above.cols | queen, left, right})
	}
}
