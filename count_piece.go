package queens

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"example.com/queens/internal/block"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/work"
)

// A counter counts the pieces of one board.
type counter struct {
	blocks *block.Search // nil if the board is too large for it
}

func (p *crossPiece) NewWorker(k *kernel.Kernel) work.Worker { return newCounter(p.board, k) }

func newCounter(b *Board, k *kernel.Kernel) *counter {
	if b.N() > kernel.MaxRows {
		return new(counter)
	}
	return &counter{block.Take(k, b.given.emptyRows())}
}

// release keeps the buffers for the next count.
func (c *counter) Release() {
	if c.blocks != nil {
		c.blocks.Release()
	}
}

// count returns how many solutions a piece stands for.
func (c *counter) Count(some work.Piece, stop *atomic.Bool) (uint64, error) {
	p := some.(*crossPiece)
	solutions, err := c.solutions(p, stop)
	if err != nil {
		return 0, err
	}
	all, ok := work.AddTimes(0, solutions, p.weight)
	if !ok {
		return 0, work.ErrOverflow
	}
	return all, nil
}

// checkedRows is how many rows are left to fill where a piece is checked.
const checkedRows = 10

// check counts a random part of a piece, with queens in more rows, by a search row by row as well.
func (c *counter) Check(some work.Piece, rng *rand.Rand, stop *atomic.Bool) error {
	p := some.(*crossPiece)
	for p.queens.emptyRows() > checkedRows {
		var further []*crossPiece
		p.cutFurther(func(q *crossPiece) { further = append(further, q) })
		if len(further) == 0 {
			return nil
		}
		p = further[rng.IntN(len(further))]
	}
	got, err := c.solutions(p, stop)
	if err != nil {
		return err
	}
	want, err := new(counter).countOn(p.board.start.withAll(p.queens), p.queens, stop)
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("the check of %v with queens %v fails: %d solutions in blocks, and %d in a search",
			p.board, p.queens, got, want)
	}
	return nil
}

// solutions returns the number of solutions of a piece, without its weight. The error
// is errStopped if stop was set.
func (c *counter) solutions(p *crossPiece, stop *atomic.Bool) (uint64, error) {
	easiest := p.easiest()
	return c.countOn(bitboard{easiest.Open, easiest.Torus}, easiest.Queens, stop)
}

// countOn returns the number of solutions of a board, given the queens that are placed
// on it. The error is errStopped if stop was set.
func (c *counter) countOn(b bitboard, queens Placement, stop *atomic.Bool) (solutions uint64, err error) {
	if b.hopeless() {
		return 0, nil
	}
	if c.blocks != nil {
		return c.blocks.Count(math.MaxUint64, b.boardWith(queens), stop)
	}
	done := b.search(stop, func(Placement) bool {
		solutions++
		return true
	})
	if !done {
		return 0, work.ErrStopped
	}
	return solutions, nil
}

// easiest returns the image of the piece whose first rows leave the search the
// fewest squares, of the four that differ in the side to search from. All have equally
// many solutions, but the fewer choices there are to begin with, the fewer boards a
// search looks at.
func (p *crossPiece) easiest() block.Board {
	b := p.board.start.withAll(p.queens)
	return block.Easiest(b.boardWith(p.queens))
}

// boardWith returns the board for the block search, with the queens that are placed on it.
func (b bitboard) boardWith(queens Placement) block.Board {
	return block.Board{Open: b.open, Torus: b.torus, Queens: queens}
}

// A few pieces may take most of the time of a count. To tell how far it has come, each
// piece has a cost: about the number of boards that its search goes through.
//
// A probe goes down the rows as the search does. Where more boards wait at a row than it may
// keep, it keeps one in every few, which stands for them all (Knuth 1975, as for [Board.Estimate]).

// probedBoards is how many boards a probe keeps at most. Then it takes some microseconds.
const probedBoards = 32

// cost returns the cost of the piece, always the same.
func (p *crossPiece) Cost() float64 { return p.probe(rand.New(rand.NewPCG(0, 0)), probedBoards) }

// A partial64 is a [partial] of up to 64 columns.
type partial64 struct{ cols, left, right uint64 }

// probe estimates how many boards the search of the piece goes through. It keeps at most
// that many at each row.
func (p *crossPiece) probe(rng *rand.Rand, most int) float64 {
	b := p.easiest()
	cost, weight := 0.0, 1.0 // each board that waits stands for weight boards
	waiting := []partial64{{}}
	var next []partial64
	for row, open := range b.Open {
		// The block search passes over the rows that have a queen.
		if b.Queens[row] == Empty || len(b.Open) > kernel.MaxRows {
			cost += weight * float64(len(waiting))
		}
		step := (len(waiting) + most - 1) / most
		if step == 0 {
			break
		}
		weight *= float64(step)
		for i := rng.IntN(step); i < len(waiting); i += step {
			next = waiting[i].appendChildren(next, bitboard{b.Open, b.Torus}, open)
		}
		waiting, next = next, waiting[:0]
	}
	return cost + weight*float64(len(waiting)) // with those that are full
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
