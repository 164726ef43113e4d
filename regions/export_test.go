package regions

import (
	"iter"
	"math/rand/v2"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/puzzle"
)

// What the tests, which are in a package of their own, see of the inside.

const SquareNodes = squareNodes

// Grow returns a board with connected regions around the queens of a solution.
func Grow(rng *rand.Rand, n int) *Board {
	m := newMaker(new(atomic.Bool), n, rng, puzzle.Easy)
	m.begin()
	m.grow()
	return m.board()
}

// Prune reports whether the rules solve a board, and whether they leave it a chance.
func Prune(b *Board) (solved, ok bool) {
	p := newSheet(b)
	_, ok = newSearch(new(atomic.Bool), p).prune(p)
	return p.solved(), ok
}

// TrialSquares returns the open squares, and what a search with so many nodes for each square
// finds out about them: which are in a solution, and which are in none.
func TrialSquares(b *Board, nodes int) (open, alive, dead iter.Seq[queens.Square]) {
	t := newTrials(new(atomic.Bool), newSheet(b), nodes)
	named := func(s set) iter.Seq[queens.Square] { return (&Board{n: b.n, blocked: s}).Blocked() }
	return named(t.start.open), named(t.alive), named(t.dead)
}
