// Package probe estimates how many solutions a board has, and draws solutions at random, each
// with a weight.
//
// A probe places queens at random, one after the other, each in the row or column with the fewest
// open squares left (Knuth 1975). A population of partial boards goes down the levels of this
// search side by side, each with a weight. Let L(x) be the number of solutions below a board x. If
// all children of the population are kept, with their parents' weights, the sum of weight·L stays
// the same. If there are too many, some are drawn, and the weight of each is its parent's divided
// by how often it is drawn on average, so that the expected sum stays the same. It begins as the
// number of solutions and ends as the sum of the weights: the result is unbiased, with any chances
// of the children, as long as every child with L > 0 has a chance. This is sequential importance
// sampling with resampling (Fearnhead and Clifford 2003).
//
// The nearer the chances are to weight·L, the less the result varies. They are in proportion
// to weight·value, where value is a guess at L up to a factor common to the level: the product,
// over the rows to fill, of their numbers of open squares to the power of 3/4. The product
// itself is the number of ways to choose a square in each of the rows; the power allows for
// attacks between these. Powers of 1/2 and 1 are nearly as precise.
//
// Where squares are blocked at random, a population takes a fraction of the probes that would
// be needed one by one: a third if half of the squares are blocked, an eighth if two thirds
// are. On empty boards the gain is small. A population of one draws solutions.
//
// References:
//
//   - D. E. Knuth. Estimating the efficiency of backtrack programs. Mathematics of Computation
//     29, pages 121–136. 1975.
//   - P. Fearnhead, P. Clifford. On-line inference for hidden Markov models via particle
//     filters. Journal of the Royal Statistical Society B 65, pages 887–899. 2003.
package probe

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
)

const (
	// maxN is the size of the largest board, whose rows fill a word each.
	maxN = 64
	// valuePower is the power of the numbers of open squares in a value.
	valuePower = 0.75
	// childrenPerProbe bounds the children of a level, and with them the time on large boards,
	// where a board has dozens of children at first. The population is so much smaller there,
	// which loses hardly any precision.
	childrenPerProbe = 8
)

// A Prober makes one estimate or draw after another, of the same board, in buffers that it
// keeps.
type Prober struct {
	n        int      // of the board
	size     int      // of the population
	toFill   int      // rows, in the next population
	lines    []uint64 // of the board: its rows, then its columns
	value    float64  // of the board
	stop     *atomic.Bool
	attacks  []uint64                // see attacksOf
	tieBreak []uint32                // of lines: distance from the middle, and in the low 8 bits their index
	losing   [4 * (maxN + 1)]float64 // [4*open+lost]: the factor of value for at most 3 squares lost in a row
	filling  [maxN + 1]float64       // [open]: the factor of value for a row filled
	from, to *population
	children []child
	queens   []int // by row, of a population of one
}

// A population is partial boards of one level. A board is the words of its lines, with a bit
// for each open square. A line is a row or a column: each must get a queen, and none is open
// once it has one.
type population struct {
	count         int
	lines         []uint64 // of one board after the other: its rows, then its columns
	fill          []int    // which line to fill next
	weight, value []float64
}

// A child is the board of a parent with one queen more.
type child struct {
	parent   int
	row, col int // of the queen
	value    float64
}

// New returns a prober of the board with these open squares in each row, whose diagonals wrap
// around the edges if torus is set. Its population has at most size boards. Estimates end once
// stop is set.
func New(open []uint64, torus bool, size int, stop *atomic.Bool) *Prober {
	n := len(open)
	p := &Prober{n: n, size: size, stop: stop, attacks: attacksOf(n, torus), value: 1}
	p.lines = append(slices.Clone(open), make([]uint64, n)...)
	for row, squares := range open {
		p.value *= math.Pow(float64(bits.OnesCount64(squares)), valuePower)
		for col := range bitboard.Members(squares) {
			p.lines[n+col] |= 1 << row
		}
	}
	for squares := 1; squares <= n; squares++ {
		p.filling[squares] = math.Pow(float64(squares), -valuePower)
		for lost := range min(squares, 3) + 1 {
			p.losing[4*squares+lost] = math.Pow(float64(squares-lost)/float64(squares), valuePower)
		}
	}
	for i := range 2 * n {
		fromMiddle := 2*(i%n) + 1 - n
		p.tieBreak = append(p.tieBreak, uint32(max(fromMiddle, -fromMiddle)<<8|i))
	}
	p.losing[0] = 1 // a row that is filled
	p.from, p.to, p.queens = newPopulation(n, size), newPopulation(n, size), make([]int, n)
	return p
}

func newPopulation(n, size int) *population {
	return &population{
		lines:  make([]uint64, 2*n*size),
		fill:   make([]int, size),
		weight: make([]float64, size),
		value:  make([]float64, size),
	}
}

// attacksOf returns the columns that queens attack: a queen in column c and row r attacks those
// at [2n·c + n + s - r] in another row, s.
func attacksOf(n int, torus bool) []uint64 {
	board := bitboard.Board{Open: make([]uint64, n), Torus: torus}
	attacks := make([]uint64, 2*n*n)
	for col := range n {
		for rows := 1; rows < n; rows++ {
			attacked := board.Attacked(0, col, rows) & bitboard.Below(n)
			attacks[2*n*col+n+rows], attacks[2*n*col+n-rows] = attacked, attacked
		}
	}
	return attacks
}

// attacked returns the columns that a queen attacks in each row, none in its own. With row and
// column swapped, it returns the rows in each column.
func (p *Prober) attacked(row, col int) []uint64 {
	first := 2*p.n*col + p.n - row
	return p.attacks[first : first+p.n]
}

// Estimate makes one estimate in each round and returns their mean. It also reports
// whether that is the number of solutions itself: then one round is enough.
func (p *Prober) Estimate(rng *rand.Rand, rounds int) (mean float64, exact bool) {
	for range rounds {
		estimate, exact := p.round(rng)
		if exact || p.stop.Load() {
			return estimate, exact
		}
		mean += estimate / float64(rounds)
	}
	return mean, false
}

// Draw returns a random solution, by row, with its weight, or nil and 0 if it came to a dead
// end. The population must be of size 1.
func (p *Prober) Draw(rng *rand.Rand) (queens []int, weight float64) {
	if weight, _ = p.round(rng); weight == 0 {
		return nil, 0
	}
	return slices.Clone(p.queens), weight
}

// round makes one estimate. It is exact if nothing was drawn.
func (p *Prober) round(rng *rand.Rand) (estimate float64, exact bool) {
	copy(p.to.lines, p.lines)
	p.to.count = 0
	p.to.admit(p.tieBreak, p.n, 1, p.value)
	exact = true
	for p.toFill = p.n - 1; p.toFill >= 0 && p.to.count > 0 && !p.stop.Load(); p.toFill-- {
		if p.size > 1 {
			runtime.Gosched() // a timer or a cancellation may wait for this processor
		}
		p.from, p.to = p.to, p.from
		p.to.count = 0
		p.children = p.children[:0]
		total := 0.0 // of weight·value
		for parent := range p.from.count {
			total += p.from.weight[parent] * p.expand(parent)
		}
		most := min(p.size, 1+childrenPerProbe*p.size*p.from.count/max(len(p.children), 1))
		if len(p.children) > most {
			exact = false
			p.draw(rng, total, most)
		} else {
			for _, c := range p.children {
				p.keep(c, p.from.weight[c.parent])
			}
		}
	}
	for _, weight := range p.to.weight[:p.to.count] {
		estimate += weight
	}
	return estimate, exact
}

// expand lists the children of a parent that leave an open square in each row to fill, and returns
// the sum of their values.
func (p *Prober) expand(parent int) (total float64) {
	board, fill := p.from.board(parent, p.n), p.from.fill[parent]
	rows := board[:p.n]
	var array [maxN]uint8
	counts := array[:len(rows)] // open squares of each row
	for row, open := range rows {
		counts[row] = uint8(bits.OnesCount64(open))
	}
	for i := range bitboard.Members(board[fill]) {
		row, col := fill, i
		if fill >= p.n {
			row, col = i, fill-p.n
		}
		count := counts[row]
		value := p.from.value[parent] * p.filling[count]
		counts[row] = 0
		attacked := p.attacked(row, col)[:len(rows)]
		for other, open := range rows {
			value *= p.losing[4*int(counts[other])+bits.OnesCount64(open&attacked[other])]
		}
		counts[row] = count
		if value > 0 {
			p.children = append(p.children, child{parent, row, col, value})
			total += value
		}
	}
	return total
}

// draw draws as many of the children as most says, where total is the sum of their
// weight·value. How often a child is drawn is its share of that, rounded up or down so that it
// is right on average. Only one random number enters: children near to each other in the list,
// which are near in the tree, are drawn as evenly as any.
func (p *Prober) draw(rng *rand.Rand, total float64, most int) {
	unit := total / float64(most)
	due := rng.Float64()
	for _, c := range p.children {
		due += p.from.weight[c.parent] * c.value / unit
		if due >= 1 {
			times := min(math.Floor(due), float64(most)) // rounding must not draw one more
			due -= times
			most -= int(times)
			p.keep(c, times*unit/c.value)
		}
		if most == 0 {
			return
		}
	}
}

// keep puts a child into the next population.
func (p *Prober) keep(c child, weight float64) {
	to := p.to
	from, lines := p.from.board(c.parent, p.n), to.board(to.count, p.n)
	for i, attacked := range p.attacked(c.row, c.col) {
		lines[i] = from[i] &^ attacked
	}
	for i, attacked := range p.attacked(c.col, c.row) {
		lines[p.n+i] = from[p.n+i] &^ attacked
	}
	lines[c.row], lines[p.n+c.col] = 0, 0
	p.queens[c.row] = c.col
	to.admit(p.tieBreak, p.toFill, weight, c.value)
}

// board returns the lines of the i-th board, of size n.
func (p *population) board(i, n int) []uint64 { return p.lines[2*n*i : 2*n*(i+1)] }

// admit takes in the board whose lines are in place after the others, unless one of those
// still to fill has no square. It will branch on the line with the fewest; among those, on one
// nearest to the middle. The key of a line has the number of its squares less one above its
// tie-break, so that lines without a square come last.
func (p *population) admit(tieBreak []uint32, toFill int, weight, value float64) {
	first, open := uint32(math.MaxUint32), uint64(0)
	for i, line := range p.board(p.count, len(tieBreak)/2) {
		open += (line | -line) >> 63 // 1 if the line is open
		squares := uint32(bits.OnesCount64(line))
		first = min(first, (squares-1)<<16|tieBreak[i])
	}
	if open == 2*uint64(toFill) {
		p.fill[p.count], p.weight[p.count], p.value[p.count] = int(first&0xff), weight, value
		p.count++
	}
}
