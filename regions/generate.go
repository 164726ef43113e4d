package regions

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
	"example.com/queens/puzzle"
)

// Generate returns a random board of n rows with connected regions, one solution and exactly
// the difficulty asked for. Most boards have no region of a single square. The same state of
// rng gives the same board on every machine; if rng is nil, the seed is random. Generate runs
// on the goroutine of the caller.
//
// The error is [puzzle.ErrNoPuzzle] if there is no such board: none of 2 or 3 rows has a
// solution, the one of 1 row is easy, those of 4 rows are easy or medium, and none of 5 rows
// is hard, though some are expert. It is an error, too, if n is not in 1 to [MaxN]. A cancelled
// context ends the search within milliseconds, with its error.
//
// It grows regions around the queens of a random solution. As long as there is another solution, it
// gives a square on which that solution has a queen to a neighbouring region. Then it moves squares
// between regions until the board is as hard as it should be. The number of attempts grows with the
// difficulty and, beyond the sizes that people play, quickly with n: boards of more than 20 rows
// are a matter of luck.
func Generate(ctx context.Context, rng *rand.Rand, n int, d puzzle.Difficulty) (*Board, error) {
	if n < 1 || n > MaxN {
		return nil, fmt.Errorf("regions: generate: n = %d out of range 1..%d", n, MaxN)
	}
	if d > puzzle.Expert {
		return nil, fmt.Errorf("regions: generate: %v is not a difficulty", d)
	}
	if !possible(n, d) {
		return nil, fmt.Errorf("%w: no board of %s divided into regions is %v", puzzle.ErrNoPuzzle, words.Plural(n, "row"), d)
	}
	var made *Board
	err := work.UntilDone(ctx, func(stop *atomic.Bool) error {
		m := newMaker(stop, n, work.Rand(rng), d)
		for !m.attempt() && !stop.Load() {
		}
		made = m.board()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// possible reports whether there are boards of a size and a difficulty. Boards of up to 4 rows can
// all be tried. On 5 rows, no set of three or four units says more than its complement, a set of
// two or a point.
func possible(n int, d puzzle.Difficulty) bool {
	switch n {
	case 1:
		return d == puzzle.Easy
	case 2, 3:
		return false
	case 4:
		return d <= puzzle.Medium
	case 5:
		return d != puzzle.Hard
	}
	return true
}

// attempt makes a board, or fails.
func (m *maker) attempt() bool {
	m.begin()
	m.grow()
	if !m.repair() || !m.ease() || !m.stir() {
		return false
	}
	m.roughen()
	return true
}

// repair gives squares of other solutions to neighbouring regions until there are no other
// solutions. It fails if it cannot, or if that takes long.
func (m *maker) repair() bool {
	for range giving * m.n {
		another, known := m.searchAnother()
		if !another {
			return known
		}
		if !m.giveAway() {
			return false
		}
	}
	return false
}

// giveAway gives a square of the other solution to a neighbouring region. The other solution
// has two queens in one region then. If no square can be given, some other square is, so that
// the next attempt finds other regions.
func (m *maker) giveAway() bool {
	for _, row := range m.rng.Perm(m.n) {
		if m.give(row*m.n + int(m.other[row])) {
			return true
		}
	}
	for range m.n * m.n {
		if m.give(m.rng.IntN(m.n * m.n)) {
			return true
		}
	}
	return false
}

// ease gives away squares that the strongest allowed rules leave open, until all queens are
// placed. A move that leaves more squares open is taken back.
func (m *maker) ease() bool {
	if m.difficulty == puzzle.Expert {
		return true
	}
	last := strongest[m.difficulty]
	open := m.openAfter(last)
	copy(m.stuck, m.start.open)
	for range easing * m.n * m.n {
		if open == 0 {
			return true
		}
		square := m.draw(m.stuck)
		from := m.region[square]
		if !m.give(square) {
			continue
		}
		if now := m.openAfter(last); now <= open {
			open = now
			copy(m.stuck, m.start.open)
		} else {
			m.move(square, from)
		}
	}
	return open == 0
}

// stir gives away squares until the board is as hard as it should be. A move that makes it too
// hard is taken back.
func (m *maker) stir() bool {
	if m.rate() == m.difficulty {
		return true
	}
	for range stirring * m.n * m.n {
		square := m.rng.IntN(m.n * m.n)
		from := m.region[square]
		if !m.give(square) {
			continue
		}
		now := m.rate()
		if now == m.difficulty {
			if now < puzzle.Expert { // solved by rules, so that there is no other solution
				return true
			}
			if another, known := m.searchAnother(); known && !another {
				return true
			}
		}
		if now >= m.difficulty {
			m.move(square, from)
		}
	}
	return false
}

// roughen gives away squares where that makes the borders of regions longer and leaves the
// board as hard as it is: regions that have only been grown are rounder than those that people
// draw. Hard boards have been stirred enough.
func (m *maker) roughen() {
	if m.difficulty >= puzzle.Hard {
		return
	}
	for range roughening * m.n {
		square := m.rng.IntN(m.n * m.n)
		from := m.region[square]
		inside := m.touching(square, from)
		if inside < 2 || !m.give(square) {
			continue
		}
		if m.touching(square, m.region[square]) >= inside || m.rate() != m.difficulty {
			m.move(square, from)
		}
	}
}

// touching returns how many squares of a region have a side in common with a square.
func (m *maker) touching(square int, region uint8) int {
	count := 0
	for _, next := range m.beside(square) {
		if next >= 0 && m.region[next] == region {
			count++
		}
	}
	return count
}

const (
	// giving for each row, easing and stirring for each square, are how many squares are given
	// away before another board is begun: easing and stirring end soon or never.
	giving   = 4
	easing   = 4
	stirring = 4
	// roughening is how many squares are tried for each row.
	roughening = 3
)

// openAfter returns how many squares rules up to the given one leave open, 0 if all queens are
// placed.
func (m *maker) openAfter(last Rule) int {
	m.start.begin(m.made)
	m.rules.divide(m.division)
	m.rules.settle(m.start, last)
	return m.start.open.size()
}

// draw draws a square of a set.
func (m *maker) draw(squares set) int {
	skip := m.rng.IntN(squares.size())
	for square := range squares.squares() {
		if skip == 0 {
			return square
		}
		skip--
	}
	panic("regions: a set has changed")
}

// give gives a square to a neighbouring region, unless the square has the queen of its own
// region, or that region would fall apart or become too small.
func (m *maker) give(square int) bool {
	row, from := square/m.n, m.region[square]
	if int(m.solution[row]) == square%m.n || m.sizes[from] <= m.least[from] || !m.canLose(square) {
		return false
	}
	next := m.drawBeside(square, func(region uint8) bool { return region != from })
	if next >= 0 {
		m.move(square, m.region[next])
	}
	return next >= 0
}

// move moves a square to another region.
func (m *maker) move(square int, to uint8) {
	m.remove(square)
	m.insert(square, to)
}

// canLose reports whether what is left of a region without a square is connected around the
// square.
func (m *maker) canLose(square int) bool {
	row, col, region := square/m.n, square%m.n, m.region[square]
	around := 0
	for i, step := range ring {
		r, c := row+step.Row, col+step.Col
		if 0 <= r && r < m.n && 0 <= c && c < m.n && m.region[r*m.n+c] == region {
			around |= 1 << i
		}
	}
	return connectedAround[around]
}

// ring has the steps to the squares around one, in turn; those of even number have a side in
// common with it.
var ring = [8]queens.Square{
	{Row: -1}, {Row: -1, Col: 1}, {Col: 1}, {Row: 1, Col: 1}, {Row: 1}, {Row: 1, Col: -1}, {Col: -1}, {Row: -1, Col: -1},
}

// connectedAround says of each set of squares around one whether those that have a side in common
// with it are connected by the others.
var connectedAround = func() (table [256]bool) {
	for around := range table {
		parts := 0
		for i := 0; i < 8; i += 2 {
			if around>>i&1 != 0 && (around>>(i+1)&1 == 0 || around>>((i+2)%8)&1 == 0) {
				parts++ // ends here
			}
		}
		table[around] = parts <= 1
	}
	return table
}()

// searchAnother looks for another solution, and leaves it in other. It reports whether there is
// one, and whether that is known: a search that takes long is given up.
func (m *maker) searchAnother() (another, known bool) {
	m.start.begin(m.made)
	m.search.nodes, m.search.limit = 0, 50*m.n
	complete := m.search.run(m.start, func(p *sheet) bool {
		another = string(p.queens) != string(m.solution)
		copy(m.other, p.queens)
		return !another
	})
	return another, another || complete
}

func (m *maker) rate() puzzle.Difficulty {
	m.start.begin(m.made)
	return rate(m.start, m.rules)
}

// board returns the board that is made, its regions numbered by their first squares.
func (m *maker) board() *Board { return m.made.renumbered(queens.Identity) }
