// Package construct makes solutions of boards of any size: from a formula, or at random, around given
// queens, by minimising conflicts (Sosič and Gu 1994).
package construct

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/find"
	"example.com/queens/internal/words"
)

// A Stuck is the error for a rank or a file, which it names, that given queens leave no square.
type Stuck string

// Error says so.
func (where Stuck) Error() string { return "the given queens leave no square in " + string(where) }

// Solution returns a solution of the empty board of n rows, which is not 2 or 3.
//
// It fills the first half of an even board with queens a knight's move apart, two
// columns further in each row, and the other half with their images under a half turn. If they
// start in the second column, no two share a diagonal unless n ≡ 2 modulo 6. If they start
// just left of the middle and wrap around at the edge, no two share one unless 6 divides n.
// In neither case is there a queen on the main diagonal, so one more queen in a new corner
// completes an odd board (Hoffman, Loessi and Moore).
func Solution(n int) []int {
	p := make([]int, n)
	even := n &^ 1
	if even < n {
		p[n-1] = n - 1
	}
	start := 1
	if even%6 == 2 {
		start = even/2 - 1
	}
	for row := range even / 2 {
		col := (start + 2*row) % even
		p[row], p[even-1-row] = col, even-1-col
	}
	return p
}

// Complete returns a random solution of the plain board with the given queens, by row, which do not
// attack each other. If there is none, the error is find.ErrNone or a Stuck.
func Complete(rng *rand.Rand, given []int, stop *atomic.Bool) ([]int, error) {
	return newMinimizer(rng, given, stop).complete()
}

// A minimizer looks for a solution among the permutations of the columns, in which queens
// attack each other only on diagonals.
type minimizer struct {
	stop         *atomic.Bool
	rng          *rand.Rand
	queens       []int
	given        []int   // rows with a given queen
	open         []int32 // the other rows, in any order
	diags, antis []uint8 // queens on each diagonal
	filled       int     // open rows whose queens were put on free squares, from the first on
}

// maxPairs is how many pairs of queens may attack each other after fill, so that the number of
// queens on a diagonal fits a uint8: k of them are k(k-1)/2 pairs. Afterwards there are fewer
// and fewer pairs, except during a swap.
const maxPairs = 250 * 249 / 2

// newMinimizer returns a minimizer that keeps the given queens, which do not attack each other. The
// columns that they leave stand in the open rows.
func newMinimizer(rng *rand.Rand, given []int, stop *atomic.Bool) *minimizer {
	n := len(given)
	m := &minimizer{stop: stop, rng: rng, queens: make([]int, n), diags: make([]uint8, 2*n), antis: make([]uint8, 2*n)}
	m.open = make([]int32, 0, n)
	taken := make([]bool, n)
	for row := range n {
		if stop.Load() {
			break
		}
		if given[row] == bitboard.None {
			m.open = append(m.open, int32(row))
		} else {
			m.given = append(m.given, row)
			m.queens[row] = given[row]
			taken[given[row]] = true
		}
	}
	rows := m.open
	for col := range n {
		if stop.Load() {
			break
		}
		if !taken[col] {
			m.queens[rows[0]], rows = col, rows[1:]
		}
	}
	return m
}

// exchange exchanges the columns of two open rows.
func (m *minimizer) exchange(i, j int) {
	a, b := m.open[i], m.open[j]
	m.queens[a], m.queens[b] = m.queens[b], m.queens[a]
}

// diagonalCounts returns the numbers of queens on the two diagonals through a square.
func (m *minimizer) diagonalCounts(row, col int) (onDiag, onAnti *uint8) {
	return &m.diags[row-col+len(m.queens)], &m.antis[row+col]
}

// drop puts the queen of a row on the board, and returns how many queens it attacks.
func (m *minimizer) drop(row int) int {
	diag, anti := m.diagonalCounts(row, m.queens[row])
	attacked := int(*diag) + int(*anti)
	*diag++
	*anti++
	return attacked
}

// lift takes the queen of a row off the board, and returns how many queens it attacked.
func (m *minimizer) lift(row int) int {
	diag, anti := m.diagonalCounts(row, m.queens[row])
	*diag--
	*anti--
	return int(*diag) + int(*anti)
}

// reset puts the given queens on an empty board. It returns false if it was stopped.
func (m *minimizer) reset() bool {
	m.filled = 0
	for row := range m.queens {
		clear(m.diags[2*row : 2*row+2])
		clear(m.antis[2*row : 2*row+2])
		if m.stop.Load() {
			return false
		}
	}
	for _, row := range m.given {
		if m.drop(row); m.stop.Load() {
			return false
		}
	}
	return true
}

// free reports whether no queen attacks the square in the i-th open row and the column of the
// j-th.
func (m *minimizer) free(i, j int) bool {
	diag, anti := m.diagonalCounts(int(m.open[i]), m.queens[m.open[j]])
	return *diag+*anti == 0
}

// refuted names a rank or a file in which the given queens, alone on the board, leave no
// square. It returns "" if there is none, or if it was stopped.
func (m *minimizer) refuted() string {
	rows := len(m.open)
	for i := range rows {
		var inRow, inCol bool
		for j := 0; j < rows && !(inRow && inCol); j++ {
			inRow = inRow || m.free(i, j) || m.stop.Load()
			inCol = inCol || m.free(j, i) || m.stop.Load()
		}
		switch {
		case !inRow:
			return fmt.Sprintf("rank %d", m.open[i]+1)
		case !inCol:
			return "file " + words.File(m.queens[m.open[i]])
		}
	}
	return ""
}

// fill starts afresh. It puts queens on free squares of the open rows where it finds some, and
// the remaining columns into the remaining rows. It reports whether few enough pairs of queens
// attack each other.
func (m *minimizer) fill() bool {
	if !m.reset() {
		return false
	}
	rows := len(m.open)
	for end := rows; m.filled < end; {
		if m.fillRow(m.filled) {
			m.filled++
		} else { // another row may have one
			end--
			m.open[m.filled], m.open[end] = m.open[end], m.open[m.filled]
		}
		if m.stop.Load() {
			return false
		}
	}
	m.rng.Shuffle(rows-m.filled, func(i, j int) { m.exchange(m.filled+i, m.filled+j) })
	pairs := 0
	for i := m.filled; i < rows && pairs <= maxPairs; i++ {
		pairs += m.drop(int(m.open[i]))
	}
	return pairs <= maxPairs
}

// fillRow puts a queen on a free square of an open row, if it finds one among some random
// columns of those that remain.
func (m *minimizer) fillRow(i int) bool {
	const draws = 200 // they miss all free squares in a few dozen of a million rows
	row := int(m.open[i])
	for range draws {
		j := i + m.rng.IntN(len(m.open)-i)
		if diag, anti := m.diagonalCounts(row, m.queens[m.open[j]]); *diag+*anti == 0 {
			m.exchange(i, j)
			*diag, *anti = 1, 1
			return true
		}
	}
	return false
}

// repair exchanges the columns of attacked queens with those of others until no queen is
// attacked. It returns false if no exchange helps, or if it was stopped.
func (m *minimizer) repair() bool {
	// At first, one of any two queens that attack each other is in a row that was not filled:
	// most conflicts are gone before the search for more starts from the top.
	attacked := m.firstAttacked(m.filled)
	for attacked < len(m.open) {
		if !m.improve(attacked) || m.stop.Load() {
			return false
		}
		if attacked = m.firstAttacked(attacked); attacked == len(m.open) {
			attacked = m.firstAttacked(0)
		}
	}
	return true
}

// firstAttacked returns the first open row, from the i-th on, whose queen is attacked, or the
// number of open rows if there is none.
func (m *minimizer) firstAttacked(i int) int {
	for ; i < len(m.open); i++ {
		row := int(m.open[i])
		if diag, anti := m.diagonalCounts(row, m.queens[row]); *diag > 1 || *anti > 1 || m.stop.Load() {
			break
		}
	}
	return i
}

// improve tries to exchange columns with every other open row, from a random one on, until that
// helps.
func (m *minimizer) improve(i int) bool {
	rows := len(m.open)
	start := m.rng.IntN(rows)
	for k := range rows {
		if j := (start + k) % rows; j != i && m.swap(i, j) {
			return true
		}
		if m.stop.Load() {
			return false
		}
	}
	return false
}

// swap exchanges the columns of two open rows if that leaves fewer pairs of queens that attack
// each other.
func (m *minimizer) swap(i, j int) bool {
	a, b := int(m.open[i]), int(m.open[j])
	exchange := func() (before, after int) {
		before = m.lift(a) + m.lift(b)
		m.exchange(i, j)
		return before, m.drop(a) + m.drop(b)
	}
	if before, after := exchange(); after < before {
		return true
	}
	exchange()
	return false
}

// maxExhausted is the most open rows of a board that is searched exhaustively: one look at each
// of its squares takes some ten milliseconds.
const maxExhausted = 2000

// complete returns a solution with the given queens, or why there is none.
func (m *minimizer) complete() ([]int, error) {
	if m.reset() {
		if where := m.refuted(); where != "" {
			return nil, Stuck(where)
		}
	}
	var known []int // a solution, which need not be random
	// What one round does not decide, the next one with twice the effort may.
	starts := 10
	if len(m.given) == 0 && len(m.queens) <= find.MaxRows {
		starts = 50 // they take less time than one of the searches below
	}
	for budget := 1 << 23; !m.stop.Load(); starts, budget = 2*starts, 2*budget {
		for range starts {
			if m.fill() && m.repair() {
				return m.queens, nil
			}
		}
		if len(m.given) == 0 && len(m.queens) > find.MaxRows {
			return Solution(len(m.queens)), nil // if rng is not random
		}
		if len(m.open) > maxExhausted {
			continue
		}
		if known == nil && len(m.queens) <= find.MaxRows {
			g := find.Empty(len(m.queens), false)
			for _, row := range m.given {
				g = g.With(row, m.queens[row])
			}
			var err error
			if known, err = find.New(g, m.stop).Find(nil); err != nil {
				return nil, err
			}
		}
		if found, certain := m.exhaust(budget); found {
			return m.queens, nil
		} else if certain {
			return nil, find.ErrNone
		} else if known != nil {
			return known, nil
		}
	}
	return nil, nil
}

// exhaust reports whether there is a solution, which it leaves in m.queens, and whether that is
// certain: it is not if that takes more squares to look at than the budget, or if m was stopped.
func (m *minimizer) exhaust(budget int) (found, certain bool) {
	found = m.reset() && m.fillTightest(&budget)
	return found, found || budget >= 0 && !m.stop.Load()
}

// fillTightest reports whether the open rows that are not filled can be. It tries all columns
// of a row, or all rows of a column: of one with the fewest free squares each time.
func (m *minimizer) fillTightest(budget *int) bool {
	first, rows := m.filled, len(m.open)
	if first == rows {
		return true
	}
	if *budget -= (rows - first) * (rows - first); *budget < 0 {
		return false
	}
	row, col := m.tightest()
	for i := first; i < rows; i++ {
		if row >= 0 && m.try(row, i, budget) || row < 0 && m.try(i, col, budget) {
			return true
		}
	}
	return false
}

// tightest returns the open row with the fewest free squares, or the one that has the column
// with the fewest, and -1 for the other.
func (m *minimizer) tightest() (row, col int) {
	rows := m.open[m.filled:]
	cols, inRow, inCol := make([]int, len(rows)), make([]int, len(rows)), make([]int, len(rows))
	for i, row := range rows {
		cols[i] = m.queens[row]
	}
	for i, row := range rows {
		for j, col := range cols {
			if diag, anti := m.diagonalCounts(int(row), col); *diag+*anti == 0 {
				inRow[i]++
				inCol[j]++
			}
		}
	}
	fewestInRow, fewestInCol := slices.Min(inRow), slices.Min(inCol)
	if fewestInRow <= fewestInCol {
		return m.filled + slices.Index(inRow, fewestInRow), -1
	}
	return -1, m.filled + slices.Index(inCol, fewestInCol)
}

// try goes on with a queen in the i-th open row and the column of the j-th, if that square is
// free.
func (m *minimizer) try(i, j int, budget *int) bool {
	if !m.free(i, j) || m.stop.Load() {
		return false
	}
	first := m.filled
	m.exchange(i, j)
	m.open[first], m.open[i] = m.open[i], m.open[first]
	m.drop(int(m.open[first]))
	m.filled++
	if m.fillTightest(budget) {
		return true
	}
	m.filled--
	m.lift(int(m.open[first]))
	m.open[first], m.open[i] = m.open[i], m.open[first]
	m.exchange(i, j)
	return false
}
