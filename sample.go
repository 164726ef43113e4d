package queens

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
)

// Sample returns a solution drawn at random, each with the same probability, and
// false if there is none. The [Placement] is the caller's to keep and to change.
//
// Before each sample it counts the solutions, with [Workers] goroutines, and takes
// about as long as [Solver.Count]: some milliseconds at n = 14. The count is a sum
// over the ways to fill the middle rows and columns, up to symmetry. Of these one
// is drawn in proportion to what it adds, then one of its solutions, and one of
// the symmetries ([jerrum]).
//
// At a given state of rng the sample is always the same. Sample panics with
// [ErrOverflow] if there are 2⁶⁴ solutions or more, when it has counted so many.
func (s *Solver) Sample(rng *rand.Rand) (Placement, bool) {
	ctx, r := context.Background(), run{workers: 1}
	pieces, _ := s.pieces(ctx, r.enoughPieces()) // the same with any number of workers
	r.workers = runtime.GOMAXPROCS(0)
	counts, total, err := s.countPieces(ctx, kernelFor(s.given.emptyRows()), pieces, r)
	if err != nil {
		panic(err)
	}
	if total == 0 {
		return nil, false
	}
	rest, i := rng.Uint64N(total), 0
	for rest >= counts[i]*pieces[i].weight {
		rest -= counts[i] * pieces[i].weight
		i++
	}
	// Each solution of a piece is drawn with probability weight/total. The pieces'
	// weights are such that the solutions found among the images of any solution,
	// one image for each symmetry, weigh as much as there are symmetries, those of
	// an empty torus with its translations. Hence an image under one drawn at random
	// is any solution with probability 1/total.
	p := s.solutionOf(pieces[i], rest/pieces[i].weight)
	if len(s.group) > 1 {
		p = p.Transform(s.group[rng.IntN(len(s.group))])
	}
	if s.translates() {
		p = p.translate(rng.IntN(len(p)), rng.IntN(len(p)))
	}
	return p, true
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

// solutionOf returns one of the solutions of a piece, by its index.
func (s *Solver) solutionOf(p *piece, index uint64) Placement {
	var solution Placement
	s.withAll(p.queens(len(s.open))).search(new(atomic.Bool), func(q Placement) bool {
		solution = q
		index--
		return index != math.MaxUint64 // until below 0
	})
	return solution
}
