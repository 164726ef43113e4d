package queens

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/work"
)

// A prober estimates the number of solutions of one board, again and again.
//
// It goes down the levels of a search tree with a population of partial boards,
// each with a weight. Let L(x) be the number of solutions below a board x. If
// all children of the population are kept, with their parents' weights, the sum
// of weight·L stays the same. If there are too many, some are drawn, and the
// weight of each is its parent's divided by how often it is drawn on average, so
// that the expected sum stays the same. It begins as the number of solutions and
// ends as the sum of the weights. So the result is unbiased, whatever the chances
// of the children, if none with L > 0 is without a chance. Where squares are
// blocked at random, it takes a fraction of the probes that would be needed one
// by one: a third if half of them are, an eighth if two thirds are. On empty
// boards the gain is small.
//
// The nearer the chances are to weight·L, the less it varies. They are in
// proportion to weight·value, where value is a guess at L up to a factor common
// to the level: the product, over the rows to fill, of their numbers of open
// squares to the power of 3/4. The product itself is the number of ways to choose
// a square in each of the rows; the power allows for attacks between these.
type prober struct {
	n        int      // of the board
	size     int      // of the population
	toFill   int      // rows, in the next population
	lines    []uint64 // of the board: its rows, then its columns
	value    float64  // of the board
	stop     *atomic.Bool
	attacks  []uint64                // see attacksOf
	tieBreak []uint32                // of lines: distance from the middle, and in the low 8 bits their index
	losing   [4 * (MaxN + 1)]float64 // [4*open+lost]: the factor of value for at most 3 squares lost in a row
	filling  [MaxN + 1]float64       // [open]: the factor of value for a row filled
	from, to *population
	children []child
}

// A population is partial boards of one level. A board is the words of its lines,
// with a bit for each open square. A line is a row or a column: each must get a queen,
// and none is open once it has one.
type population struct {
	count         int
	lines         []uint64 // of one board after the other: its rows, then its columns
	fill          []int    // which line to fill next
	weight, value []float64
}

// A child is the board of a parent with one queen more.
type child struct {
	parent int
	queen  Square
	value  float64
}

const (
	// valuePower is the power of the numbers of open squares in a value.
	valuePower = 0.75
	// childrenPerProbe bounds the children that a level has, and with them the
	// time on large boards, where a board has dozens of children at first. The
	// population is so much smaller there, which loses hardly any precision.
	childrenPerProbe = 8
)

func newProber(b bitboard, size int, stop *atomic.Bool) *prober {
	n := len(b.open)
	p := &prober{n: n, size: size, stop: stop, attacks: attacksOf(n, b.torus), value: 1}
	p.lines = slices.Concat(b.open, b.transpose().open)
	for _, open := range b.open {
		p.value *= math.Pow(float64(bits.OnesCount64(open)), valuePower)
	}
	for open := 1; open <= n; open++ {
		p.filling[open] = math.Pow(float64(open), -valuePower)
		for lost := range min(open, 3) + 1 {
			p.losing[4*open+lost] = math.Pow(float64(open-lost)/float64(open), valuePower)
		}
	}
	for i := range 2 * n {
		fromMiddle := 2*(i%n) + 1 - n
		p.tieBreak = append(p.tieBreak, uint32(max(fromMiddle, -fromMiddle)<<8|i))
	}
	p.losing[0] = 1 // a row that is filled
	p.from, p.to = newPopulation(n, size), newPopulation(n, size)
	return p
}

func newPopulation(n, size int) *population {
	size++ // rounding may draw one more than asked for
	return &population{
		lines:  make([]uint64, 2*n*size),
		fill:   make([]int, size),
		weight: make([]float64, size),
		value:  make([]float64, size),
	}
}

// attacksOf returns the columns that queens attack: a queen in column c and row r
// attacks those at [2n·c + n + s - r] in another row, s.
func attacksOf(n int, torus bool) []uint64 {
	attacks := make([]uint64, 2*n*n)
	for col := range n {
		b := bitboard{emptyBitboard(n).open, torus}
		b.place(Square{0, col})
		for row := 1; row < n; row++ {
			attacked := bitset.Below(n) &^ b.open[row]
			attacks[2*n*col+n+row], attacks[2*n*col+n-row] = attacked, attacked
		}
	}
	return attacks
}

// attacked returns the columns that a queen attacks in each row, none in its own.
// With row and column swapped, it returns the rows in each column.
func (p *prober) attacked(row, col int) []uint64 {
	first := 2*p.n*col + p.n - row
	return p.attacks[first : first+p.n]
}

// estimate makes one estimate in each round and returns their mean. It also reports
// whether that is the number of solutions itself: then one round is enough. The error is
// work.ErrStopped if stop was set.
func (p *prober) estimate(rng *rand.Rand, rounds int) (mean float64, exact bool, err error) {
	for range rounds {
		estimate, exact := p.round(rng)
		if p.stop.Load() {
			return 0, false, work.ErrStopped
		}
		if exact {
			return estimate, true, nil
		}
		mean += estimate / float64(rounds)
	}
	return mean, false, nil
}

// round makes one estimate. It is exact if nothing was drawn. If stop was set, it is
// meaningless.
func (p *prober) round(rng *rand.Rand) (estimate float64, exact bool) {
	p.root()
	exact = true
	for p.toFill = p.n - 1; p.toFill >= 0 && !p.stop.Load(); p.toFill-- {
		runtime.Gosched() // a timer or a cancellation may wait for this processor
		p.from, p.to = p.to, p.from
		p.to.count = 0
		total := p.expand()
		most := min(p.size, 1+childrenPerProbe*p.size*p.from.count/max(len(p.children), 1))
		if len(p.children) > most {
			exact = false
			p.draw(rng, total/float64(most))
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

// root starts with a population of one board.
func (p *prober) root() {
	copy(p.to.lines, p.lines)
	p.to.count = 0
	p.to.admit(p.tieBreak, p.n, 1, p.value)
}

// expand lists the children that leave an open square in each row to fill, and
// returns the sum of their weight·value.
func (p *prober) expand() (total float64) {
	p.children = p.children[:0]
	for parent := range p.from.count {
		total += p.from.weight[parent] * p.expandTo(parent, p.from.squares(parent, p.n))
	}
	return total
}

// expandTo lists the children of a parent with a queen on one of the given squares of the
// line to fill, and returns the sum of their values.
func (p *prober) expandTo(parent int, squares uint64) (total float64) {
	fill := p.from.fill[parent]
	rows := p.from.board(parent, p.n)[:p.n]
	var array [MaxN]uint8
	counts := array[:len(rows)] // open squares of each row
	for row, open := range rows {
		counts[row] = uint8(bits.OnesCount64(open))
	}
	for i := range bitset.Members(squares) {
		queen := Square{fill, i}
		if fill >= p.n {
			queen = Square{i, fill - p.n}
		}
		count := counts[queen.Row]
		value := p.from.value[parent] * p.filling[count]
		counts[queen.Row] = 0
		attacked := p.attacked(queen.Row, queen.Col)[:len(rows)]
		for row, open := range rows {
			value *= p.losing[4*int(counts[row])+bits.OnesCount64(open&attacked[row])]
		}
		counts[queen.Row] = count
		if value > 0 {
			p.children = append(p.children, child{parent, queen, value})
			total += value
		}
	}
	return total
}

// draw draws from the children. The number of times that each is drawn is its
// weight·value in units, rounded up or down so that it is right on average. Only
// one random number enters: children near to each other in the list, which are
// near in the tree, are drawn as evenly as any.
func (p *prober) draw(rng *rand.Rand, unit float64) {
	due := rng.Float64()
	for _, c := range p.children {
		due += p.from.weight[c.parent] * c.value / unit
		if due >= 1 {
			times := math.Floor(due)
			due -= times
			p.keep(c, times*unit/c.value)
		}
	}
}

// keep puts a child into the next population.
func (p *prober) keep(c child, weight float64) {
	to := p.to
	from, lines := p.from.board(c.parent, p.n), to.board(to.count, p.n)
	row, col := c.queen.Row, c.queen.Col
	for i, attacked := range p.attacked(row, col) {
		lines[i] = from[i] &^ attacked
	}
	for i, attacked := range p.attacked(col, row) {
		lines[p.n+i] = from[p.n+i] &^ attacked
	}
	lines[row], lines[p.n+col] = 0, 0
	to.admit(p.tieBreak, p.toFill, weight, c.value)
}

// board returns the lines of the i-th board, of size n.
func (p *population) board(i, n int) []uint64 { return p.lines[2*n*i : 2*n*(i+1)] }

// squares returns the open squares of the line that the i-th board is to fill next.
func (p *population) squares(i, n int) uint64 { return p.board(i, n)[p.fill[i]] }

// admit takes in the board whose lines are in place after the others, unless one of
// those still to fill has no square. It will branch on the line with the fewest; among
// those, on one nearest to the middle. The key of a line has the number of its squares
// less one above its tie-break, so that lines without a square come last.
func (p *population) admit(tieBreak []uint32, toFill int, weight, value float64) {
	first, open := uint32(math.MaxUint32), uint64(0)
	for i, line := range p.board(p.count, len(tieBreak)/2) {
		open += notZero(line)
		squares := uint32(bits.OnesCount64(line))
		first = min(first, (squares-1)<<16|tieBreak[i])
	}
	if open == 2*uint64(toFill) {
		p.fill[p.count], p.weight[p.count], p.value[p.count] = int(first&0xff), weight, value
		p.count++
	}
}

// notZero returns 1 if x is not 0, and otherwise 0.
func notZero(x uint64) uint64 { return (x | -x) >> 63 }
