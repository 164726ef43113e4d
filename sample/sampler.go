package sample

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/internal/cross"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/work"
)

// A Sampler draws solutions of one board at random, all with the same probability. [New] makes one.
// It is immutable and safe for concurrent use. For the number of solutions, see
// [queens.Board.Count]. Sample of the zero Sampler panics.
type Sampler struct {
	board  cross.Board
	group  []queens.Symmetry
	pieces []cross.Cross // the pieces of the count that have solutions
	sums   []uint64      // sums[i] is the number of solutions that the first i pieces stand for
}

const (
	// samplerPieces is the least number of pieces of a Sampler, if the board can be cut into so
	// many. It does not depend on the number of workers, so the samples do not either.
	samplerPieces = 1024
	// fewSolutions are listed one by one: splitting their piece and counting the parts would
	// take as long.
	fewSolutions = 64
)

// New returns a [Sampler] of the board's solutions. It counts them once, with [queens.Workers] and
// [queens.OnProgress] as in [queens.Board.Count], and keeps less than a megabyte in most cases. That
// takes little longer than Count does, except on empty boards from n = 18 on, where Count has a
// faster method: two and a half times as long at n = 18 and 19, and far longer beyond.
//
// The error is [queens.ErrNoSolution] if there is no solution and [queens.ErrOverflow] if there are
// 2⁶⁴ or more. A cancelled context ends the count within milliseconds, with the context's error.
func New(ctx context.Context, b *queens.Board, opts ...queens.Option) (*Sampler, error) {
	team, err := newTeam(opts)
	if err != nil {
		return nil, err
	}
	board := cross.New(b)
	var all *cross.Pieces
	var counts []uint64
	if err = work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		all = cross.Cut(board, samplerPieces, stop)
		counts, _, err = team.Count(stop, all.On(kernel.Fastest()))
		return err
	}); err != nil {
		return nil, err
	}
	m := &Sampler{board: board, group: b.Symmetries(), sums: []uint64{0}}
	for i, count := range counts {
		if count > 0 {
			m.pieces = append(m.pieces, all.At(i))
			m.sums = append(m.sums, m.solutions()+count)
		}
	}
	if m.pieces == nil {
		return nil, queens.ErrNoSolution
	}
	return m, nil
}

// solutions returns the number of solutions.
func (m *Sampler) solutions() uint64 { return m.sums[len(m.sums)-1] }

// Sample returns a solution drawn at random. The [queens.Placement] is the caller's to keep and to
// change. Goroutines may share m, each with an rng of its own. For a given state of rng the
// sample is always the same, on any machine; if rng is nil, the seed is drawn at random.
//
// The count consists of parts. Sample draws one of them with a probability in proportion to its
// number of solutions, then one of these solutions, and then one of its images under the symmetries
// ([Jerrum, Valiant and Vazirani 1986]). A sample takes a small part of the time of the count, and
// both grow alike with n.
//
// [Jerrum, Valiant and Vazirani 1986]: https://doi.org/10.1016/0304-3975(86)90174-X
func (m *Sampler) Sample(rng *rand.Rand) queens.Placement {
	b := m.board
	if m.sums == nil {
		panic("sample: the zero Sampler has no solutions, want one that New made")
	}
	rng = work.Rand(rng)
	drawn := rng.Uint64N(m.solutions())
	i, _ := slices.BinarySearch(m.sums, drawn+1)
	p, start, end := m.pieces[i-1], m.sums[i-1], m.sums[i]
	// A solution of a piece is drawn with a probability in proportion to the weight of the piece.
	// Take any solution and its image under each symmetry, on an empty torus also under each
	// translation. The images that belong to pieces have weights that add up to the number of
	// symmetries. So the image of the drawn solution under a random symmetry is any solution with
	// the same probability.
	solution := solutionOf(b, p, (end-start)/p.Weight, (drawn-start)/p.Weight)
	if len(m.group) > 1 {
		solution = solution.Transform(m.group[rng.IntN(len(m.group))])
	}
	if b.Translates() {
		solution = translate(solution, rng.IntN(len(solution)), rng.IntN(len(solution)))
	}
	return solution
}

// solutionOf returns one of the solutions of a piece, by its index. As long as there are many, it
// splits the piece and counts the parts up to the one with the solution.
func solutionOf(b cross.Board, p cross.Cross, all, index uint64) queens.Placement {
	c := cross.NewCounter(b, kernel.Fastest())
	defer c.Release()
	never := new(atomic.Bool)
	for all > fewSolutions {
		for _, p = range b.Split(p) {
			if all = c.Solutions(p, never); index < all {
				break
			}
			index -= all
		}
	}
	var solution queens.Placement
	b.Solutions(p, never, func(next []int) bool {
		if index > 0 {
			index--
			return true
		}
		solution = slices.Clone(queens.Placement(next))
		return false
	})
	return solution
}

// translate moves the queens down and to the right, around the edges.
func translate(p queens.Placement, rows, cols int) queens.Placement {
	n := len(p)
	moved := make(queens.Placement, n)
	for row, col := range p {
		moved[(row+rows)%n] = (col + cols) % n
	}
	return moved
}

func newTeam(opts []queens.Option) (work.Team, error) {
	team, err := work.TeamOf(runtime.GOMAXPROCS(0), opts)
	if err != nil {
		return team, fmt.Errorf("sample: %w", err)
	}
	return team, nil
}
