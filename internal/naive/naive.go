// Package naive searches boards row by row, without any of the methods that make the other
// searches fast. It shares no code with them, and so it is what they are checked against.
package naive

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// maxN is the number of columns of the largest board: a row is a word.
const maxN = 64

// Solutions visits every way to put one queen in each row so that none attacks another, in
// lexicographic order: the columns by row, in a slice that it reuses. A row is given by its open
// squares, bit c for column c; the row of a given queen has only that one. There are at most 64
// rows. There may be fewer rows than columns, but not on a torus, whose diagonals wrap around
// after as many columns as there are rows.
//
// Solutions returns false if visit did or stop was set. The time is exponential in the number of
// rows with more than one open square.
func Solutions(open []uint64, torus bool, stop *atomic.Bool, visit func(queens []int) bool) bool {
	s := search{open: open, torus: torus, queens: make([]int, len(open)), stop: stop, visit: visit}
	for row := range open {
		s.rows = append(s.rows, row)
	}
	choices := func(row int) int { return min(2, bits.OnesCount64(open[row])) }
	slices.SortStableFunc(s.rows, func(r, t int) int { return choices(r) - choices(t) })
	return s.fill(s.rows)
}

// Count returns the number of solutions. It means nothing if stop was set.
func Count(open []uint64, torus bool, stop *atomic.Bool) (solutions uint64) {
	Solutions(open, torus, stop, func([]int) bool {
		solutions++
		return true
	})
	return solutions
}

// A search notes which columns and diagonals have a queen.
type search struct {
	open            []uint64
	torus           bool
	rows            []int // in the order in which they are filled: those without a choice first
	queens          []int // by row
	columns         uint64
	falling, rising [2 * maxN]bool
	stop            *atomic.Bool
	visit           func([]int) bool
}

// fill puts queens in rows in all ways.
func (s *search) fill(rows []int) bool {
	if len(rows) == 0 {
		return s.visit(s.queens)
	}
	row := rows[0]
	for open := s.open[row] &^ s.columns; open != 0; open &= open - 1 {
		col := bits.TrailingZeros64(open)
		falling, rising := s.diagonals(row, col)
		if *falling || *rising {
			continue
		}
		s.queens[row] = col
		s.columns ^= 1 << col
		*falling, *rising = true, true
		more := s.fill(rows[1:])
		s.columns ^= 1 << col
		*falling, *rising = false, false
		if !more {
			return false
		}
	}
	return !s.stop.Load()
}

// diagonals returns the diagonals of a square: the difference of row and column is the same along
// the one, and the sum along the other. On a torus they are equal modulo its size.
func (s *search) diagonals(row, col int) (falling, rising *bool) {
	difference, sum := row-col+maxN, row+col
	if n := len(s.open); s.torus {
		difference, sum = (row-col+n)%n, sum%n
	}
	return &s.falling[difference], &s.rising[sum]
}
