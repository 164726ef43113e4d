package queens

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
)

// References:
//
//	[knuth]  Donald E. Knuth. Estimating the Efficiency of Backtrack Programs.
//	         Mathematics of Computation 29, pages 121–136. 1975.

// A few pieces may take most of the time of a count. To say how far it is, each
// piece has a cost: about as many boards as its search goes through.
//
// A first guess is the square root of the number of ways to choose an open square
// in each row: a search is widest halfway down. Probes put it right. They are made for
// some pieces, evenly spread over the cost as guessed; the pieces up to the next one
// are taken to be off by the same factor. A probe goes down the rows as the search
// does. Where more boards wait at a row than it may keep, it keeps one of every few, to
// stand for them all ([knuth], some boards at a time).

const (
	// probes is how many equal parts of the cost get a probe each. One takes some
	// microseconds.
	probes = 256
	// probeBoards is how many boards a probe keeps for each part that it stands for.
	probeBoards = 32
)

// costs returns the cost of each piece, always the same, or nil if it is cancelled.
func (b *Board) costs(ctx context.Context, pieces []*piece) []float64 {
	costs := make([]float64, len(pieces))
	var sum float64
	for i, p := range pieces {
		if ctx.Err() != nil {
			return nil
		}
		costs[i] = b.guess(p)
		sum += costs[i]
	}
	pr := costProbe{
		counter: counter{rows: newPosition(b.start), cols: newPosition(b.start.transpose())},
		rng:     rand.New(rand.NewPCG(0, 0)),
	}
	parts, factor := 1.0, 0.0 // parts begun since the last probe, and what that found
	for i, p := range pieces {
		parts += probes * costs[i] / sum
		if parts >= 1 {
			factor = pr.boardsOf(p, int(probeBoards*parts)) / costs[i]
			parts = 0
		}
		costs[i] *= factor
	}
	return costs
}

// guess returns the square root of the product of the open squares in each row.
func (b *Board) guess(p *piece) float64 {
	guess := 1.0
	for row, open := range b.start.withAll(p.queens(b.N())).open {
		if p.cols[row] == Empty {
			guess *= math.Sqrt(float64(max(1, bits.OnesCount64(open))))
		}
	}
	return guess
}

// A costProbe makes one probe after the other, in buffers that it keeps.
type costProbe struct {
	counter
	rng          *rand.Rand
	boards, next []partial64
}

// A partial64 is a [partial] of up to 64 columns.
type partial64 struct{ cols, left, right uint64 }

// boardsOf estimates how many boards the search of a piece goes through, from no more
// than most of each row.
func (pr *costProbe) boardsOf(p *piece, most int) float64 {
	b := pr.easiest(p)
	cost, weight := 0.0, 1.0 // each board kept stands for weight boards
	pr.boards = append(pr.boards[:0], partial64{})
	for row, open := range b.board.open {
		// The block search passes over the rows that have a queen.
		if b.queens[row] == Empty || len(b.board.open) > maxBlockRows {
			cost += weight * float64(len(pr.boards))
		}
		step := (len(pr.boards) + most - 1) / most
		if step == 0 {
			break
		}
		weight *= float64(step)
		pr.next = pr.next[:0]
		for i := pr.rng.IntN(step); i < len(pr.boards); i += step {
			pr.expand(b.board, open, pr.boards[i])
		}
		pr.boards, pr.next = pr.next, pr.boards
	}
	return cost + weight*float64(len(pr.boards)) // with those that are full
}

// expand appends the children of a board that waits at a row.
func (pr *costProbe) expand(b bitboard, open uint64, above partial64) {
	for free := open &^ (above.cols | above.left | above.right); free != 0; free &= free - 1 {
		queen := free & -free
		left, right := b.shift(above.left|queen, above.right|queen)
		pr.next = append(pr.next, partial64{above.cols | queen, left, right})
	}
}
