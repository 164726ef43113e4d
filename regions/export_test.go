package regions

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"

	"example.com/queens"
	"example.com/queens/puzzle"
)

// What the tests, which are in a package of their own, see of the inside.

var ErrTooLong = errTooLong

const SquareNodes = squareNodes

// Grow returns a board with connected regions around the queens of a solution.
func Grow(ctx context.Context, rng *rand.Rand, n int) *Board {
	m := newMaker(ctx, n, rng, puzzle.Easy)
	m.begin()
	m.grow()
	return m.board()
}

// CountAfter is [Board.Count] with a first search that branches on so many sheets.
func CountAfter(ctx context.Context, b *Board, nodes int) (uint64, error) {
	return countSheet(ctx, newSheet(b), nodes)
}

// CountBranches adds up the solutions with a queen on each of the squares of a unit.
func CountBranches(ctx context.Context, b *Board, u Unit) (uint64, error) {
	return countBranches(ctx, newSheet(b), unitOf(u.Kind, u.Index))
}

// CountByRows counts solutions row by row, or column by column, with the given work. It is an
// error if single squares decide the board.
func CountByRows(ctx context.Context, b *Board, kind Kind, work int) (uint64, error) {
	p := newSheet(b)
	if _, ok := p.settle(); !ok || p.solved() {
		return 0, errors.ErrUnsupported
	}
	return countByRows(ctx, rowsOf(p, kind), b.n, work)
}

// Prune reports whether the rules solve a board, and whether they leave it a chance.
func Prune(ctx context.Context, b *Board) (solved, ok bool) {
	p := newSheet(b)
	_, ok = newSearch(ctx, p).prune(p)
	return p.solved(), ok
}

// TrialSquares returns the open squares, and what a search with so many nodes for each square
// finds out about them: which are in a solution, and which are in none.
func TrialSquares(ctx context.Context, b *Board, nodes int) (open, alive, dead iter.Seq[queens.Square]) {
	t := newTrials(ctx, newSheet(b), nodes)
	named := func(s set) iter.Seq[queens.Square] { return (&Board{n: b.n, blocked: s}).Blocked() }
	return named(t.start.open), named(t.alive), named(t.dead)
}
