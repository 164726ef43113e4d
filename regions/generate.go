package regions

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"example.com/queens"
)

// Generate returns a random board of n rows with connected regions, one solution and just
// the difficulty asked for. The same state of rng gives the same board, on all machines.
//
// There are no boards of 2 or 3 rows with a solution, one board of 1 row, which is easy,
// and none of 4 rows that is harder than medium: to ask for these is an error, and so is
// an n that is not in 1 to [MaxN]. A cancelled context ends the search within
// milliseconds, with its error.
//
// It draws boards until one is of the difficulty. For half of them it grows regions from
// the queens of a random solution, each at its own speed, and as long as there is another
// solution it gives one of its squares to a neighbouring region. For the other half it
// adds square by square to regions and keeps the solution unique all along, which makes
// harder boards. A board of up to 8 rows takes a few milliseconds at most, of 10 rows some ten
// and of 12 rows some twenty; the time grows about threefold with each further row, and
// from 18 rows on it is a matter of luck.
func Generate(ctx context.Context, n int, rng *rand.Rand, d queens.Difficulty) (*Board, error) {
	if err := impossible(n, d); err != nil {
		return nil, fmt.Errorf("regions: generate: %w", err)
	}
	m := newMaker(ctx, n, rng)
	for {
		found := m.make(rng.IntN(2) == 0) && m.rate() == d
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if found {
			return m.board(), nil
		}
	}
}

// impossible says why there is no board of a size and a difficulty.
func impossible(n int, d queens.Difficulty) error {
	hardest := queens.Hard
	switch {
	case n < 1 || n > MaxN:
		return fmt.Errorf("n = %d out of range 1..%d", n, MaxN)
	case n == 2 || n == 3:
		return fmt.Errorf("no board of %d rows has a solution", n)
	case d > queens.Hard:
		return fmt.Errorf("%v is not a difficulty", d)
	case n == 1:
		hardest = queens.Easy
	case n == 4:
		hardest = queens.Medium
	}
	if d > hardest {
		return fmt.Errorf("no board of %s is %v, the hardest are %v", plural(n, "row"), d, hardest)
	}
	return nil
}

// A maker makes boards of one size.
type maker struct {
	*division // of the board in the making; squares that are in no region are not open
	rng       *rand.Rand
	inRegion  set
	solution  []uint8 // the column of the queen of each row; its region has the row's number
	speeds    []int   // at which regions grow
	edges     []edge
	start     *position
	search    *search
	rules     *rules
	other     []uint8 // another solution
}

// An edge leads from a region to a square next to it that it may grow to.
type edge struct {
	square int
	region uint8
}

func newMaker(ctx context.Context, n int, rng *rand.Rand) *maker {
	g := geometryOf(n)
	m := &maker{
		division: &division{g, make([]uint8, n*n), makeSets(n, g.words)},
		rng:      rng, inRegion: make(set, g.words),
		solution: make([]uint8, n), speeds: make([]int, n), other: make([]uint8, n),
	}
	m.start = &position{division: m.division, open: make(set, g.words), queens: make([]uint8, n)}
	m.search, m.rules = newSearch(ctx, m.start), newRules(ctx, m.start)
	return m
}

// make makes a board with one solution, or fails. It grows the regions either square by
// square with one solution all along, or all at once.
func (m *maker) make(slowly bool) bool {
	m.begin()
	if slowly {
		m.grow(func() bool { return m.unique() == yes })
		m.findEdges() // what is left makes the solution ambiguous, and is repaired
	}
	m.grow(func() bool { return true })
	return m.repair()
}

// begin draws a solution and puts each queen in a region of its own.
func (m *maker) begin() {
	m.drawSolution(0)
	clear(m.inRegion)
	clear(m.masks.words)
	m.edges = m.edges[:0]
	for region := range m.n {
		m.speeds[region] = 1 + m.rng.IntN(fastest)
	}
	for region, col := range m.solution {
		m.insert(region*m.n+int(col), uint8(region))
	}
}

const fastest = 8

// drawSolution draws the queens from a row on.
func (m *maker) drawSolution(row int) bool {
	if row == m.n {
		return true
	}
	for _, col := range m.rng.Perm(m.n) {
		if m.fits(row, uint8(col)) {
			m.solution[row] = uint8(col)
			if m.drawSolution(row + 1) {
				return true
			}
		}
	}
	return false
}

func (m *maker) fits(row int, col uint8) bool {
	above := m.solution[:row]
	return !slices.Contains(above, col) && (row == 0 || max(col, above[row-1])-min(col, above[row-1]) > 1)
}

// insert adds a square that is in no region to one.
func (m *maker) insert(square int, region uint8) {
	m.region[square] = region
	m.masks.at(int(region)).insert(square)
	m.inRegion.insert(square)
	m.addEdges(square)
}

// addEdges adds the edges from a square to its neighbours.
func (m *maker) addEdges(square int) {
	for _, next := range m.beside(square) {
		if next >= 0 && !m.inRegion.has(next) {
			m.edges = append(m.edges, edge{next, m.region[square]})
		}
	}
}

// findEdges finds all edges anew.
func (m *maker) findEdges() {
	m.edges = m.edges[:0]
	for square := range m.inRegion.squares() {
		m.addEdges(square)
	}
}

// grow grows the regions along the edges, each at its speed, and takes a square back if
// it is not accepted. If it is not, it will not be later either: more squares make more
// solutions.
func (m *maker) grow(accept func() bool) {
	for len(m.edges) > 0 {
		i := m.rng.IntN(len(m.edges))
		e := m.edges[i]
		if m.rng.IntN(fastest) >= m.speeds[e.region] {
			continue
		}
		last := len(m.edges) - 1
		m.edges[i] = m.edges[last]
		m.edges = m.edges[:last]
		if m.inRegion.has(e.square) {
			continue
		}
		m.region[e.square] = e.region
		m.masks.at(int(e.region)).insert(e.square)
		m.inRegion.insert(e.square)
		if accept() {
			m.addEdges(e.square)
		} else {
			m.masks.at(int(e.region)).remove(e.square)
			m.inRegion.remove(e.square)
		}
	}
}

// repair gives squares of other solutions to neighbouring regions until there are no
// other solutions. It fails if it cannot, or if that takes long.
func (m *maker) repair() bool {
	for range m.n * m.n {
		switch m.unique() {
		case yes:
			return true
		case unknown:
			return false
		}
		if !m.giveAway() {
			return false
		}
	}
	return false
}

// giveAway gives a square of the other solution to a neighbouring region, where that
// leaves both connected. The other solution has two queens in one region then. If no
// square can be given, some other square is, so that the next attempt finds other
// regions.
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

// give gives a square to a neighbouring region, unless it has the queen of its own or
// that would not be connected any more.
func (m *maker) give(square int) bool {
	row, from := square/m.n, m.region[square]
	to, ok := m.neighbour(square)
	if !ok || int(m.solution[row]) == square%m.n {
		return false
	}
	m.masks.at(int(from)).remove(square)
	if !m.connected(from) {
		m.masks.at(int(from)).insert(square)
		return false
	}
	m.masks.at(int(to)).insert(square)
	m.region[square] = to
	return true
}

// neighbour draws a region next to a square that the square is not in.
func (m *maker) neighbour(square int) (region uint8, ok bool) {
	options := 0
	for _, next := range m.beside(square) {
		if next >= 0 && m.region[next] != m.region[square] {
			if options++; m.rng.IntN(options) == 0 {
				region = m.region[next]
			}
		}
	}
	return region, options > 0
}

func (m *maker) connected(region uint8) bool {
	mask := m.masks.at(int(region))
	first := int(region)*m.n + int(m.solution[region]) // its queen
	reached := m.flood(first, func(_, to int) bool { return mask.has(to) })
	return len(reached) == mask.size()
}

type answer uint8

const (
	no answer = iota
	yes
	unknown
)

// unique reports whether there is no other solution. If there is one, other is it.
func (m *maker) unique() answer {
	m.reset()
	another := false
	m.search.nodes, m.search.limit = 0, 50*m.n
	complete := m.search.run(m.start, func(p *position) bool {
		another = !slices.Equal(p.queens, m.solution)
		copy(m.other, p.queens)
		return !another
	})
	switch {
	case another:
		return no
	case complete:
		return yes
	}
	return unknown
}

// reset sets the position to the start of the game.
func (m *maker) reset() {
	copy(m.start.open, m.inRegion)
	all := uint32(1<<m.n - 1)
	m.start.pending = [kinds]uint32{all, all, all}
}

func (m *maker) rate() queens.Difficulty {
	m.reset()
	return rate(m.start, m.rules)
}

// board returns the board that is made, its regions numbered by their first squares.
func (m *maker) board() *Board {
	numbers := make(map[uint8]int)
	matrix := make([][]int, m.n)
	for square, region := range m.region {
		if _, known := numbers[region]; !known {
			numbers[region] = len(numbers)
		}
		row := square / m.n
		matrix[row] = append(matrix[row], numbers[region])
	}
	b, err := New(matrix)
	if err != nil {
		panic(err) // each region has its queen
	}
	return b
}
