package regions

import (
	"math/rand/v2"
	"sync/atomic"

	"example.com/queens/puzzle"
)

// A maker makes boards of one size and difficulty.
type maker struct {
	*division  // of the board in the making
	made       *Board
	rng        *rand.Rand
	difficulty puzzle.Difficulty
	solution   []uint8 // the column of the queen of each row; its region has the row's number
	sizes      []int   // of regions
	least      []int   // that they may have

	// Regions take turns in which their queens are to be found: a region takes squares that the
	// queens of earlier turns attack, so that its own is left when its turn comes.
	turns    []int // of regions
	attacked []int // by square, the first turn whose queen attacks it
	speeds   []int // of regions
	edges    []edge

	start  *sheet
	search *search
	rules  *rules
	other  []uint8 // another solution
	stuck  set     // what rules leave open
}

func newMaker(stop *atomic.Bool, n int, rng *rand.Rand, d puzzle.Difficulty) *maker {
	made := makeBoard(n)
	start := newSheet(made)
	return &maker{
		division: start.division, made: made, rng: rng, difficulty: d,
		solution: make([]uint8, n), sizes: make([]int, n), least: make([]int, n),
		turns: make([]int, n), attacked: make([]int, n*n), speeds: make([]int, n),
		start: start, search: newSearch(stop, start), rules: newRules(stop, start),
		other: make([]uint8, n), stuck: make(set, start.words),
	}
}

// An edge leads from a region to a square next to it that it may grow to.
type edge struct {
	square int
	region uint8
}

const (
	none    = 255 // region of a square that is in none
	fastest = 8   // speed of a region
	// On average, half a region of a board may have a single square. On boards that are larger
	// than people play, singles/2 more may for each further row: otherwise such boards are rarely found.
	singles = 3
	largest = 12
)

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

// fits reports whether a queen may stand in a row below the queens drawn so far.
func (m *maker) fits(row int, col uint8) bool {
	attacks := m.attacks.at(row*m.n + int(col))
	for above, other := range m.solution[:row] {
		if attacks.has(above*m.n + int(other)) {
			return false
		}
	}
	return true
}

// begin draws a solution, puts each queen in a region of its own and draws how it grows.
func (m *maker) begin() {
	m.drawSolution(0)
	clear(m.masks.words)
	for square := range m.region {
		m.region[square] = none
		m.attacked[square] = m.n
	}
	copy(m.turns, m.rng.Perm(m.n))
	for row, col := range m.solution {
		queen := row*m.n + int(col)
		m.sizes[row] = 0
		m.insert(queen, uint8(row))
		m.speeds[row] = 1 + m.rng.IntN(fastest)
		m.least[row] = 2
		if m.rng.IntN(2*m.n) < max(1, singles*(m.n-largest)) {
			m.least[row] = 1
		}
		for square := range m.attacks.at(queen).squares() {
			m.attacked[square] = min(m.attacked[square], m.turns[row])
		}
	}
	for row, col := range m.solution {
		if m.least[row] > 1 {
			m.double(row*m.n + int(col))
		}
	}
}

// double gives the region of a queen a second square, if there is one for it.
func (m *maker) double(queen int) {
	if second := m.drawBeside(queen, func(region uint8) bool { return region == none }); second >= 0 {
		m.insert(second, m.region[queen])
	}
}

// drawBeside draws one of the squares beside a square, among those in a wanted region, or
// returns -1 if there is none.
func (m *maker) drawBeside(square int, wanted func(region uint8) bool) int {
	options, drawn := 0, -1
	for _, next := range m.beside(square) {
		if next >= 0 && wanted(m.region[next]) {
			if options++; m.rng.IntN(options) == 0 {
				drawn = next
			}
		}
	}
	return drawn
}

// grow grows the regions until they have all squares: first along edges that the rule allows,
// then along any.
func (m *maker) grow() {
	m.growAlong(func(e edge) bool { return m.turns[e.region] > m.attacked[e.square] })
	m.growAlong(func(edge) bool { return true })
}

// growAlong grows the regions along the edges that are allowed, each at its speed.
func (m *maker) growAlong(allowed func(edge) bool) {
	m.edges = m.edges[:0]
	for square, region := range m.region {
		if region != none {
			m.addEdges(square)
		}
	}
	for len(m.edges) > 0 {
		i := m.rng.IntN(len(m.edges))
		e := m.edges[i]
		if m.rng.IntN(fastest) >= m.speeds[e.region] {
			continue
		}
		last := len(m.edges) - 1
		m.edges[i] = m.edges[last]
		m.edges = m.edges[:last]
		if m.region[e.square] == none && allowed(e) {
			m.insert(e.square, e.region)
			m.addEdges(e.square)
		}
	}
}

// addEdges adds the edges from a square to its neighbours.
func (m *maker) addEdges(square int) {
	for _, next := range m.beside(square) {
		if next >= 0 && m.region[next] == none {
			m.edges = append(m.edges, edge{next, m.region[square]})
		}
	}
}

// insert adds a square that is in no region to one.
func (m *maker) insert(square int, region uint8) {
	m.region[square] = region
	m.sizes[region]++
	m.masks.at(int(region)).insert(square)
}

// remove takes a square from its region.
func (m *maker) remove(square int) {
	region := m.region[square]
	m.region[square] = none
	m.sizes[region]--
	m.masks.at(int(region)).remove(square)
}
