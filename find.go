package queens

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Find returns a solution, if there is one. Which one is unspecified, but it is
// always the same for the same board. The given queens are part of it. On large
// or hard boards Find is far faster than the first of [Solver.Solutions].
//
// A line with one open square left takes a queen, and a line with none refutes
// the board; a line is a row, a column or, on a toroidal board, a wrapped
// diagonal. Otherwise Find tries the squares of a line with few of them,
// preferably one that has refuted many boards before ([wdeg]), and first the
// square that attacks the fewest others. It starts again after 100 boards, after
// 200 more and so on, with other choices among equals ([gomes]). As the limit
// doubles, a board without solutions is refuted in the end.
//
// To complete a board is NP-complete ([gent]): time is exponential in n at worst,
// and nothing but the answer ends it. The empty board of any size takes less than
// a millisecond, and so do boards with queens placed at random, however many.
// Among those with squares blocked at random the hardest have about 7 open squares
// in a row, where half of them have a solution: they take some milliseconds at
// n = 30, and up to a second at n = 40. Harder are boards with whole diagonals
// blocked, about n of them or a few less: some take seconds at n = 20 and a minute
// or more at n = 24, and at n = 30 many are out of reach, while half or twice as
// many blocked diagonals leave them easy. Hard, too, are toroidal boards with more
// than half of their squares blocked, from n = 31 on.
func (s *Solver) Find() (Placement, bool) { return newFinder(s.board).find(nil) }

// Unique returns the solution if there is exactly one. That is what makes a board
// with given queens a puzzle. It searches as [Solver.Find] does, for a solution
// and then for another one, and stops at the second. The cost is that of Find, and
// if there is no second solution that of Find on a hard board without any:
// exponential in n at worst.
func (s *Solver) Unique() (Placement, bool) { return newFinder(s.board).unique() }

// The lines of a board are of four families. Each line is a word with a bit for
// every open square: bit c for column c in a row, and bit r for row r in all
// others. Every queen stands on one line of each family, and no two of them on
// the same. So n lines of a family hold queens; and if no more than n have open
// squares, each of these holds one. That is so of rows and columns from the start,
// and of the n wrapped diagonals of a toroidal board. It comes to be so of the 2n-1
// diagonals of other boards when all but n have lost their last square.
const (
	rowFamily = iota
	colFamily
	diagonalFamily
	antidiagonalFamily
	families
)

const maxLines = 6 * MaxN

// A finder searches one board for one solution. It works on a single copy of the
// board, from which it takes squares and to which it gives them back.
type finder struct {
	n       int
	torus   bool
	first   [families + 1]int // first line of each family, and the end
	lines   [maxLines]uint64  // open squares
	spare   [families]int     // lines with open squares, less n
	removed []Square          // in order
	single  []int             // lines that got down to a square, whose queens are to be placed
	refuted bool              // some family is short of lines
	weights [maxLines]int     // how often the line's last square was taken, plus 1
	other   Placement         // a solution that does not count
	nodes   uint64            // boards branched on
	limit   uint64            // nodes at which to give up
	rng     *rand.Rand
}

func newFinder(b board) *finder {
	n := len(b.open)
	diagonals := max(2*n-1, 0)
	if b.torus {
		diagonals = n
	}
	f := &finder{
		n:     n,
		torus: b.torus,
		first: [...]int{0, n, 2 * n, 2*n + diagonals, 2*n + 2*diagonals},
		spare: [...]int{-n, -n, -n, -n},
		rng:   rand.New(rand.NewPCG(0, 0)),
	}
	for line := range f.weights {
		f.weights[line] = 1
	}
	for row, open := range b.open {
		for col := range columns(open) {
			f.add(Square{row, col})
		}
	}
	return f
}

func (f *finder) unique() (Placement, bool) {
	p, ok := f.find(nil)
	if !ok {
		return nil, false
	}
	if _, ok := f.find(p); ok {
		return nil, false
	}
	return p, true
}

// find returns a solution that is not the other one.
func (f *finder) find(other Placement) (Placement, bool) {
	defer f.restore(0)
	f.other = other
	if f.torus {
		if !torusHasSolutions(f.n) {
			return nil, false
		}
		if p, ok := f.lattice(); ok {
			return p, true
		}
	}
	if slices.Min(f.spare[:]) < 0 {
		return nil, false
	}
	for family := range families {
		f.checkAll(family)
	}
	if !f.propagate() || !f.torus && f.tooFarOut() {
		return nil, false
	}
	root := len(f.removed)
	for restart := uint64(100); ; restart *= 2 {
		f.limit = f.nodes + restart
		switch f.search() {
		case found:
			return f.placement(), true
		case none:
			return nil, false
		}
		f.restore(root)
	}
}

// lattice tries the placements with an equal step from each row to the next. They
// solve the empty toroidal board if n has no divisor in common with the step, nor
// with one more or one less.
func (f *finder) lattice() (Placement, bool) {
	p := make(Placement, f.n)
	for step := range f.n {
		if gcd(f.n, (step-1)*step*(step+1)) != 1 {
			continue
		}
		for start := range f.n {
			open := true
			for row := range p {
				p[row] = (start + row*step) % f.n
				open = open && f.lines[row]>>p[row]&1 != 0
			}
			if open && !f.isOther(p) {
				return p, true
			}
		}
	}
	return nil, false
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// tooFarOut reports whether the open diagonals are too far from the middle.
// Count rows and columns from the middle of the board: the squares of the rows
// add up to n(n²-1)/12, and so do those of the columns. Then
// (r-c)² + (r+c)² = 2r² + 2c² adds up to n(n²-1)/3 over the queens of a solution;
// and to no less than the n open diagonals of each direction nearest to the middle
// give.
func (f *finder) tooFarOut() bool {
	least := 0
	for _, family := range [...]int{diagonalFamily, antidiagonalFamily} {
		middle := f.first[family] + f.n - 1
		missing := f.n
		for i := 0; missing > 0; i++ {
			// 0, -1, 1, -2, 2 and so on
			out := (i + 1) / 2 * (i%2*-2 + 1)
			if f.lines[middle+out] != 0 {
				least += out * out
				missing--
			}
		}
	}
	return least > f.n*(f.n*f.n-1)/3
}

type outcome uint8

const (
	none   outcome = iota // there is no solution
	found                 // the board is a solution
	gaveUp                // after as many nodes as the limit
)

// search goes on from a board that propagation left alone.
func (f *finder) search() outcome {
	for {
		family, line := f.tightest()
		if line < 0 {
			if f.isOther(f.placement()) {
				return none
			}
			return found
		}
		if f.nodes == f.limit {
			return gaveUp
		}
		f.nodes++
		queen := f.choose(family, line)
		mark := len(f.removed)
		f.place(queen)
		if f.propagate() {
			if result := f.search(); result != none {
				return result
			}
		}
		f.restore(mark)
		f.remove(queen)
		if !f.propagate() {
			return none
		}
	}
}

// propagate places the queens of the lines with one open square, until there is
// no such line or no solution.
func (f *finder) propagate() bool {
	for len(f.single) > 0 && !f.refuted {
		last := len(f.single) - 1
		line := f.single[last]
		f.single = f.single[:last]
		family := 0
		for line >= f.first[family+1] {
			family++
		}
		f.place(f.square(family, line, bits.TrailingZeros64(f.lines[line])))
	}
	return !f.refuted
}

// tightest returns the line to branch on, or -1 if every queen is placed: the one
// with the fewest open squares for its weight.
func (f *finder) tightest() (family, line int) {
	line = -1
	fewest, weight, ties := 0, 0, 0
	for k, spare := range f.spare {
		if spare > 0 {
			continue
		}
		for i := f.first[k]; i < f.first[k+1]; i++ {
			open := bits.OnesCount64(f.lines[i])
			if open < 2 {
				continue
			}
			order := open*weight - fewest*f.weights[i]
			if order < 0 || line < 0 {
				ties = 0
			} else if order > 0 {
				continue
			}
			ties++
			if f.rng.IntN(ties) == 0 {
				family, line, fewest, weight = k, i, open, f.weights[i]
			}
		}
	}
	return family, line
}

// choose returns the open square of a line that shares its four lines with the
// fewest others, or nearly.
func (f *finder) choose(family, line int) Square {
	var best Square
	least := math.MaxInt
	for i := range columns(f.lines[line]) {
		s := f.square(family, line, i)
		taken := f.rng.IntN(16) // breaks ties
		for _, l := range f.linesOf(s) {
			taken += 16 * bits.OnesCount64(f.lines[l])
		}
		if taken < least {
			best, least = s, taken
		}
	}
	return best
}

// place takes all squares that a queen on s attacks.
func (f *finder) place(s Square) {
	for family, line := range f.linesOf(s) {
		others := f.lines[line] &^ bitOf(family, s)
		for ; others != 0 && !f.refuted; others &= others - 1 {
			f.remove(f.square(family, line, bits.TrailingZeros64(others)))
		}
	}
}

// remove takes an open square from its lines.
func (f *finder) remove(s Square) {
	f.removed = append(f.removed, s)
	for family, line := range f.linesOf(s) {
		f.lines[line] &^= bitOf(family, s)
		if f.lines[line] != 0 {
			f.check(family, line)
			continue
		}
		f.spare[family]--
		switch spare := f.spare[family]; {
		case spare < 0:
			f.weights[line]++
			f.refuted = true
		case spare == 0:
			f.checkAll(family)
		}
	}
}

// check notes a line that has to hold a queen and has one square for it.
func (f *finder) check(family, line int) {
	if open := f.lines[line]; f.spare[family] == 0 && open != 0 && open&(open-1) == 0 {
		f.single = append(f.single, line)
	}
}

func (f *finder) checkAll(family int) {
	for line := f.first[family]; line < f.first[family+1]; line++ {
		f.check(family, line)
	}
}

// restore gives back all squares but the first ones removed.
func (f *finder) restore(first int) {
	for _, s := range f.removed[first:] {
		f.add(s)
	}
	f.removed = f.removed[:first]
	f.single = f.single[:0]
	f.refuted = false
}

// add opens a square on its lines.
func (f *finder) add(s Square) {
	for family, line := range f.linesOf(s) {
		if f.lines[line] == 0 {
			f.spare[family]++
		}
		f.lines[line] |= bitOf(family, s)
	}
}

// placement reads the board, which has one open square in each row.
func (f *finder) placement() Placement {
	p := make(Placement, f.n)
	for row := range p {
		p[row] = bits.TrailingZeros64(f.lines[row])
	}
	return p
}

func (f *finder) isOther(p Placement) bool {
	return f.other != nil && slices.Equal(p, f.other)
}

// linesOf returns the line of each family that s is on.
func (f *finder) linesOf(s Square) [families]int {
	diagonal, antidiagonal := s.Row-s.Col, s.Row+s.Col
	if !f.torus {
		diagonal += f.n - 1
	} else {
		if diagonal < 0 {
			diagonal += f.n
		}
		if antidiagonal >= f.n {
			antidiagonal -= f.n
		}
	}
	return [...]int{s.Row, f.n + s.Col, f.first[diagonalFamily] + diagonal, f.first[antidiagonalFamily] + antidiagonal}
}

// bitOf returns the bit of s in its line of a family.
func bitOf(family int, s Square) uint64 {
	if family == rowFamily {
		return 1 << s.Col
	}
	return 1 << s.Row
}

// square returns the square whose bit in a line of the family is the i-th.
func (f *finder) square(family, line, i int) Square {
	line -= f.first[family]
	var col int
	switch family {
	case rowFamily:
		return Square{line, i}
	case colFamily:
		return Square{i, line}
	case diagonalFamily:
		col = i - line
		if !f.torus {
			col += f.n - 1
		}
	case antidiagonalFamily:
		col = line - i
	}
	if col < 0 {
		col += f.n // on a torus
	}
	return Square{i, col}
}
