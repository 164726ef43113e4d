package main

import (
	"context"
	"slices"

	"example.com/queens"
)

// fundamental returns the number of orbits of solutions under the symmetries that
// keep the board's constraints, given the number of solutions. By Burnside's lemma
// it is the mean, over the symmetries, of the number of solutions that each keeps.
// The identity keeps all. A reflection keeps none of two queens or more: a queen's
// image is in its row or column, or on its diagonal.
func (c *constraints) fundamental(ctx context.Context, s *queens.Solver, all uint64) (uint64, error) {
	if c.n < 2 {
		return all, nil
	}
	group := s.Symmetries()
	order := uint64(len(group))
	kept := all % order // the rest is added last: the sum might not fit
	for _, turn := range []queens.Symmetry{queens.Rotate90, queens.Rotate180} {
		if !slices.Contains(group, turn) {
			continue
		}
		solutions, err := c.kept(ctx, turn)
		if err != nil {
			return 0, err
		}
		if turn == queens.Rotate90 {
			solutions *= 2 // Rotate270 keeps the same
		}
		kept += solutions
	}
	return all/order + kept/order, nil
}

// kept counts the solutions that a turn of the board keeps: those that are made of
// whole orbits of squares under it.
func (c *constraints) kept(ctx context.Context, turn queens.Symmetry) (uint64, error) {
	search := orbitSearch{ctx: ctx, lines: newLines(c.n, c.torus)}
	// An orbit that meets a row meets its mirror image, so half of the rows will do.
	// Those near the middle come first, where queens attack most.
	for row := (c.n - 1) / 2; row >= 0; row-- {
		search.rows = append(search.rows, row)
		search.orbits = append(search.orbits, c.orbits(row, turn))
	}
	search.place()
	return search.solutions, ctx.Err()
}

// orbits returns the orbits of the squares of a row in which queens may stand
// together.
func (c *constraints) orbits(row int, turn queens.Symmetry) [][]queens.Square {
	var orbits [][]queens.Square
	for col := range c.n {
		first := queens.Square{Row: row, Col: col}
		lines := newLines(c.n, c.torus)
		var orbit []queens.Square
		for at := first; ; {
			if !c.open(at) || !lines.free(at) {
				break
			}
			lines.set(at, true)
			orbit = append(orbit, at)
			if at = turn.Apply(c.n, at); at == first {
				orbits = append(orbits, orbit)
				break
			}
		}
	}
	return orbits
}

// open reports whether a queen may stand on a square: it is not blocked, and no other
// queen is given in its row.
func (c *constraints) open(s queens.Square) bool {
	return !slices.Contains(c.blocked, s) &&
		!slices.ContainsFunc(c.given, func(queen queens.Square) bool { return queen.Row == s.Row && queen != s })
}

// orbitSearch counts the placements of orbits that fill all rows.
type orbitSearch struct {
	ctx       context.Context
	rows      []int
	orbits    [][][]queens.Square // by index into rows
	lines     lines
	solutions uint64
}

func (o *orbitSearch) place() {
	next := slices.IndexFunc(o.rows, func(row int) bool { return !o.lines.rows[row] })
	if next < 0 {
		o.solutions++
		return
	}
	if o.ctx.Err() != nil {
		return
	}
	for _, orbit := range o.orbits[next] {
		if !slices.ContainsFunc(orbit, func(s queens.Square) bool { return !o.lines.free(s) }) {
			o.lines.setAll(orbit, true)
			o.place()
			o.lines.setAll(orbit, false)
		}
	}
}

// lines are the lines of a board that have a queen.
type lines struct {
	torus                                bool
	rows, cols, diagonals, antidiagonals []bool
}

func newLines(n int, torus bool) lines {
	return lines{torus, make([]bool, n), make([]bool, n), make([]bool, 2*n), make([]bool, 2*n)}
}

// through returns the flags of the lines through a square.
func (l *lines) through(s queens.Square) [4]*bool {
	n := len(l.rows)
	diagonal, antidiagonal := s.Row-s.Col+n, s.Row+s.Col
	if l.torus {
		diagonal, antidiagonal = diagonal%n, antidiagonal%n
	}
	return [4]*bool{&l.rows[s.Row], &l.cols[s.Col], &l.diagonals[diagonal], &l.antidiagonals[antidiagonal]}
}

func (l *lines) free(s queens.Square) bool {
	for _, line := range l.through(s) {
		if *line {
			return false
		}
	}
	return true
}

func (l *lines) set(s queens.Square, queen bool) {
	for _, line := range l.through(s) {
		*line = queen
	}
}

func (l *lines) setAll(squares []queens.Square, queen bool) {
	for _, s := range squares {
		l.set(s, queen)
	}
}
