package queens

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/kernel"
	"example.com/queens/internal/words"
)

// A Sampler draws solutions of one board at random, all with the same probability.
// [Board.Sampler] makes one. It is immutable and safe for concurrent use. The zero Sampler has
// none to draw, and Sample panics.
type Sampler struct {
	board  *Board
	pieces []cross  // of the count, those with solutions
	sums   []uint64 // sums[i] is how many solutions the first i pieces stand for
}

const (
	// samplerPieces is how many pieces a Sampler has at least, if the board can be cut into
	// that many. It does not depend on the number of workers, so the samples do not either.
	samplerPieces = 1024
	// fewSolutions are listed one by one: splitting their piece and counting the parts would
	// take as long.
	fewSolutions = 64
)

// Sampler returns a [Sampler] of the board's solutions. It counts them once, with [Workers]
// and [OnProgress] as in [Board.Count], and keeps less than a megabyte in most cases. That
// takes about as long as Count does, or a few milliseconds more; on empty boards from n = 18
// on, where Count has a faster method, two and a half times as long at n = 18 and 19, and far
// longer beyond: at n = 20 it has no answer within a minute on one core.
//
// The error is [ErrNoSolution] if there is no solution and [ErrOverflow] if there are 2⁶⁴ or
// more. A cancelled context ends the count within milliseconds, with the context's error.
func (b *Board) Sampler(ctx context.Context, opts ...Option) (*Sampler, error) {
	team, err := newTeam(opts)
	if err != nil {
		return nil, err
	}
	var all *crosses
	var counts []uint64
	if err = untilDone(ctx, func(stop *atomic.Bool) (err error) {
		if all, err = b.cut(stop, samplerPieces); err != nil {
			return err
		}
		counts, _, err = team.Count(stop, all, kernel.Fastest())
		return err
	}); err != nil {
		return nil, err
	}
	m := &Sampler{board: all.board, sums: []uint64{0}}
	for i, count := range counts {
		if count > 0 {
			m.pieces = append(m.pieces, all.list[i])
			m.sums = append(m.sums, m.solutions()+count)
		}
	}
	if m.pieces == nil {
		return nil, ErrNoSolution
	}
	return m, nil
}

// String returns what m draws from: "sampler of 92 solutions of n=8". The zero Sampler is
// "no sampler".
func (m *Sampler) String() string {
	if m.board == nil {
		return "no sampler"
	}
	return fmt.Sprintf("sampler of %s of %v", words.Plural(m.solutions(), "solution"), m.board)
}

// solutions returns how many there are.
func (m *Sampler) solutions() uint64 { return m.sums[len(m.sums)-1] }

// Sample returns a solution drawn at random. The [Placement] is the caller's to keep and to
// change. Goroutines may share m, each with an rng of its own. For a given state of rng the
// sample is always the same, on any machine; if rng is nil, the seed is drawn at random.
//
// Sample draws a part of the count in proportion to its solutions, then one of these, and an
// image of it under one of the symmetries ([Jerrum, Valiant and Vazirani 1986]). The time grows
// like that of a count, but is a small part of it: on empty boards a few microseconds at n = 8,
// a tenth of a millisecond at n = 16 and a few milliseconds at n = 18.
//
// [Jerrum, Valiant and Vazirani 1986]: https://doi.org/10.1016/0304-3975(86)90174-X
func (m *Sampler) Sample(rng *rand.Rand) Placement {
	b := m.board
	if b == nil {
		panic("queens: the zero Sampler has no solutions, want one that Board.Sampler made")
	}
	rng = orRandom(rng)
	drawn := rng.Uint64N(m.solutions())
	i, _ := slices.BinarySearch(m.sums, drawn+1)
	p, start, end := m.pieces[i-1], m.sums[i-1], m.sums[i]
	// A solution of a piece is drawn with a probability in proportion to the weight of
	// the piece. Of the images of any solution, one for each symmetry (on an empty torus,
	// with the translations), those that belong to pieces weigh as much together as there
	// are symmetries. So an image under a random symmetry is any solution with the same
	// probability.
	solution := b.solution(p, (end-start)/p.weight, (drawn-start)/p.weight)
	if len(b.group) > 1 {
		solution = solution.Transform(b.group[rng.IntN(len(b.group))])
	}
	if b.start.translates() {
		solution = solution.translate(rng.IntN(len(solution)), rng.IntN(len(solution)))
	}
	return solution
}

// solution returns one of the solutions of a piece, by its index. As long as there are many, it
// splits the piece and counts the parts up to the one with the solution.
func (b *Board) solution(p cross, all, index uint64) Placement {
	c := newCounter(b, kernel.Fastest())
	defer c.Release()
	never := new(atomic.Bool)
	for all > fewSolutions {
		for _, p = range b.split(p) {
			if all, _ = c.solutions(p, never); index < all {
				break
			}
			index -= all
		}
	}
	var solution Placement
	b.start.withAll(p.queens).search(never, func(next Placement) bool {
		if index > 0 {
			index--
			return true
		}
		solution = slices.Clone(next)
		return false
	})
	return solution
}

// translate moves the queens down and to the right, around the edges.
func (p Placement) translate(rows, cols int) Placement {
	n := len(p)
	moved := make(Placement, n)
	for row, col := range p {
		moved[(row+rows)%n] = (col + cols) % n
	}
	return moved
}
