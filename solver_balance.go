package queens

import (
	"math"
	"math/bits"
)

// Number rows and columns from the centre of a plain board. A queen at (r, c) then has
// two offsets, r-c and r+c, which say on which diagonal and on which antidiagonal it
// stands. Over the n queens of a solution, the offsets of either direction add up to 0,
// and the squares of all offsets add up to n(n²-1)/3: each queen contributes
// (r-c)² + (r+c)² = 2r² + 2c², and the squares of the rows add up to n(n²-1)/12, as do
// those of the columns.
//
// So the queens cannot stand too far out. Take one direction, in which the offsets x of
// the missing queens must add up to s. With a Lagrange multiplier b,
//
//	Σx² = Σx(x-b) + bs
//
// Call x(x-b) the cost of a diagonal. For any b, the cheapest open diagonals bound Σx²
// from below. The cost grows with the distance from b/2, so these diagonals are
// neighbours. The larger b is, the larger is the sum of their offsets, and the bound is
// best where that sum reaches s. To use another diagonal raises the bound at least by
// what it costs more than the dearest of them; to leave one of them out raises it at
// least by what the cheapest other one costs more. Whatever raises the bound above the
// known sum of the squares is ruled out.
//
// Two diagonals of one direction are in the same residue class if their r-c, or their
// r+c, agree modulo a power of two. If it is known how many queens stand on the diagonals
// of each class, as many of each class have to be chosen, which raises the bound. What is
// more, few sums are attainable. With c classes, to replace x by x+c adds c to the sum of
// the offsets and 2cx + c² to the sum of their squares. So the number of queens in each
// class alone determines the first sum modulo c, and the second modulo c, or modulo 2c if
// c is even. If they disagree with the sums that are known, there is no solution. The two
// classes modulo 2 are the colours of the squares: as many diagonals with a queen are dark
// in one direction as in the other.

// A board is tight if the first bound leaves at most one part in tightSlack of the sum of
// the squares. Only then do balancing it again and splitting it into cases pay. Of the
// families of boards of which half have a solution, those with whole diagonals blocked
// leave up to 0.3, and those with single squares blocked 0.4 to 0.5.
const tightSlack = 3

// squaresOfOffsets returns the sum of the squares of all offsets.
func (b *lineBoard) squaresOfOffsets() int { return b.n * (b.n*b.n - 1) / 3 }

// maxClasses is the largest number of residue classes in either direction, a power of
// two. On boards of up to 32 rows each diagonal then has a class of its own.
const maxClasses = 64

// A residueCase is the solutions of a board that have a given number of queens on the
// diagonals of each residue class.
type residueCase struct {
	classes [2]int         // of the diagonals, by r-c, and of the antidiagonals, by r+c
	queens  [2]classCounts // on these
	slack   int            // the sum of the squares less its bound; negative if there is no solution
}

// classCounts are numbers of queens by residue class.
type classCounts [maxClasses]uint8

// wholeBoard is the case of one class, which has all solutions.
func wholeBoard(n int) residueCase {
	return residueCase{classes: [2]int{1, 1}, queens: [2]classCounts{{uint8(n)}, {uint8(n)}}}
}

// A balancer finds the squares of a plain board that are too far out.
type balancer struct {
	board       *lineBoard
	relaxations [2]relaxation // of the diagonals and of the antidiagonals
}

func newBalancer(b *lineBoard) *balancer {
	return &balancer{b, [2]relaxation{{board: b, family: diagonalFamily}, {board: b, family: antidiagonalFamily}}}
}

// A relaxation asks of one direction only that the missing queens take as many diagonals
// of each class as they should, and that their offsets make the required sum. It bounds
// the sum of the squares of these offsets.
type relaxation struct {
	board      *lineBoard
	family     int
	classes    int
	held       [2 * MaxN]bool  // the diagonals with a queen, by their index in the family
	sum        int             // required of the offsets of the missing queens
	free       [2 * MaxN]int16 // the offsets of the other open diagonals, class by class
	byClass    [maxClasses]residueClass
	multiplier int
	central    []int // lines that must hold a queen, though others are open
	bound      int   // of the sum of the squares
	attainable int   // the bound, rounded up to an attainable sum
}

// A residueClass has the number of its diagonals that hold a queen, and the range of the
// others in [relaxation.free], in ascending order: from begin to end, without end. Chosen
// of these are those from low to high, without high.
type residueClass struct{ held, begin, low, high, end int16 }

// balance closes the squares that are too far out for any solution of the case, and notes
// lines as forced that leave the queens too far out without theirs. It reports whether
// anything changed. Nothing may be left to settle.
func (q *balancer) balance(c *residueCase) (changed bool) {
	b := q.board
	if q.relax(c); c.slack < 0 {
		b.refuted = true
		return false
	}
	begun := len(b.closed)
	q.closeOutlying(c.slack)
	for i := range q.relaxations {
		q.relaxations[i].forceCentral(c.slack)
	}
	return len(b.closed) > begun || len(b.forced) > 0
}

// relax solves the relaxations of a case and sets its slack.
func (q *balancer) relax(c *residueCase) {
	c.slack = q.read(c.classes)
	for i := range q.relaxations {
		r := &q.relaxations[i]
		if !r.solve(&c.queens[i]) {
			c.slack = -1
			return
		}
		c.slack -= r.attainable
	}
}

// read finds the diagonals that hold a queen, and those that are open, in each class. It
// returns what the sum of the squares leaves for the missing queens.
func (q *balancer) read(classes [2]int) (rest int) {
	b := q.board
	for i := range q.relaxations {
		q.relaxations[i].reset(classes[i])
	}
	rest = b.squaresOfOffsets()
	for row, open := range b.rows() {
		if open&(open-1) != 0 {
			continue
		}
		lines := b.linesOf(Square{row, bits.TrailingZeros64(open)})
		for i := range q.relaxations {
			offset := q.relaxations[i].hold(lines[diagonalFamily+i])
			rest -= offset * offset
		}
	}
	for i := range q.relaxations {
		q.relaxations[i].readFree()
	}
	return rest
}

func (r *relaxation) reset(classes int) {
	r.classes = classes
	r.sum = 0
	clear(r.held[:])
	clear(r.byClass[:classes])
}

// hold notes that a queen stands on a diagonal, and returns its offset.
func (r *relaxation) hold(line int) int {
	index := line - r.board.first[r.family]
	offset := index - (r.board.n - 1)
	r.held[index] = true
	r.byClass[(index+r.shift())%r.classes].held++
	r.sum -= offset
	return offset
}

// shift returns what turns the index of a diagonal in its family into r-c or r+c, modulo
// the number of classes, if it is added.
func (r *relaxation) shift() int {
	if r.family == antidiagonalFamily {
		return 0
	}
	return (r.classes - 1) * (r.board.n - 1) % r.classes
}

// readFree finds the open diagonals without a queen.
func (r *relaxation) readFree() {
	b := r.board
	lines := b.lines[b.first[r.family]:b.first[r.family+1]]
	shift := r.shift()
	free := int16(0)
	for class := range r.classes {
		r.byClass[class].begin = free
		for index := (class + r.classes - shift) % r.classes; index < len(lines); index += r.classes {
			if lines[index] != 0 && !r.held[index] {
				r.free[free] = int16(index - (b.n - 1))
				free++
			}
		}
		r.byClass[class].end = free
	}
}

// solve bounds the sum of the squares, given how many queens stand in each class. It
// returns false if a class has too few diagonals for its queens, or if their offsets
// cannot make the required sum.
func (r *relaxation) solve(queens *classCounts) bool {
	missing, squares := r.sum, 0 // missing from the sum of the offsets
	for i := range r.classes {
		c := &r.byClass[i]
		need := int16(queens[i]) - c.held
		if need < 0 || need > c.end-c.begin {
			return false
		}
		c.low, c.high = c.begin, c.begin+need
		for _, x := range r.free[c.low:c.high] {
			missing -= int(x)
			squares += int(x) * int(x)
		}
	}
	if missing%r.classes != 0 || !r.raise(missing, squares) {
		return false
	}
	r.attainable = r.bound + (squares-r.bound)&(squaresStep(r.classes)-1)
	return true
}

// squaresStep returns the distance between attainable sums of squares, a power of two:
// with c classes, replacing x by x+c adds 2cx + c².
func squaresStep(classes int) int { return classes * min(classes, 2) }

// raise raises the multiplier, and with it the chosen diagonals and the sum of their
// offsets, until that has grown by what is missing.
func (r *relaxation) raise(missing, squares int) bool {
	var store [maxClasses]breakpoint
	left := store[:0]
	for class := range r.classes {
		if b, ok := r.breakpoint(class); ok {
			left = append(left, b)
		}
	}
	for missing >= 0 {
		if len(left) == 0 {
			r.bound = squares
			return missing == 0
		}
		next := 0
		for i, b := range left {
			if b < left[next] {
				next = i
			}
		}
		class := left[next].class()
		c := &r.byClass[class]
		low, high := int(r.free[c.low]), int(r.free[c.high])
		r.multiplier = low + high
		if missing <= high-low {
			r.bound = squares + r.multiplier*missing
			return true
		}
		missing -= high - low
		squares += high*high - low*low
		c.low++
		c.high++
		if b, ok := r.breakpoint(class); ok {
			left[next] = b
		} else {
			left[next] = left[len(left)-1]
			left = left[:len(left)-1]
		}
	}
	return false
}

// beyondCost is more than any cost.
const beyondCost = math.MaxInt32 / 4

// A breakpoint is a multiplier at which the first chosen diagonal of a class costs as much
// as the one after the last, times maxClasses, plus the class. That diagonal is the cheaper
// for larger multipliers.
type breakpoint int

func (b breakpoint) class() int { return int(b & (maxClasses - 1)) }

// breakpoint returns the next breakpoint of a class, if there is one.
func (r *relaxation) breakpoint(class int) (b breakpoint, ok bool) {
	c := &r.byClass[class]
	if c.low == c.high || c.high == c.end {
		return 0, false
	}
	return breakpoint(int(r.free[c.low])+int(r.free[c.high]))*maxClasses + breakpoint(class), true
}

// cost returns the cost of a diagonal.
func (r *relaxation) cost(offset int16) int { return int(offset) * (int(offset) - r.multiplier) }

// dearest returns the highest cost of a chosen diagonal.
func (r *relaxation) dearest(c residueClass) int {
	if c.low == c.high {
		return -beyondCost
	}
	return max(r.cost(r.free[c.low]), r.cost(r.free[c.high-1]))
}

// cheapest returns the lowest cost of a diagonal that is not chosen.
func (r *relaxation) cheapest(c residueClass) int {
	least := beyondCost
	if c.low > c.begin {
		least = r.cost(r.free[c.low-1])
	}
	if c.high < c.end {
		least = min(least, r.cost(r.free[c.high]))
	}
	return least
}

// closeOutlying closes the squares whose two diagonals raise the bounds by more than the
// slack.
func (q *balancer) closeOutlying(slack int) {
	b := q.board
	var raises [2][2 * MaxN]int
	most := 0
	for i := range q.relaxations {
		most += q.relaxations[i].raisesOfUse(&raises[i])
	}
	if most <= slack {
		return
	}
	for row, open := range b.rows() {
		for ; open != 0 && !b.refuted; open &= open - 1 {
			col := bits.TrailingZeros64(open)
			if raises[0][row-col+b.n-1]+raises[1][row+col] > slack {
				b.close(Square{row, col})
			}
		}
	}
}

// raisesOfUse sets by how much the use of each free diagonal raises the bound, by the
// diagonal's index, and returns the most.
func (r *relaxation) raisesOfUse(raises *[2 * MaxN]int) int {
	most := 0
	for _, c := range r.byClass[:r.classes] {
		dearest := r.dearest(c)
		for _, x := range r.free[c.begin:c.end] {
			raised := r.raised(r.cost(x) - dearest)
			raises[int(x)+r.board.n-1] = raised
			most = max(most, raised)
		}
	}
	return most
}

// raised returns by how much r.attainable grows if the bound grows by the given amount.
func (r *relaxation) raised(by int) int {
	step := squaresStep(r.classes)
	return (max(0, by-(r.attainable-r.bound)) + step - 1) &^ (step - 1)
}

// forceCentral finds the diagonals without whose queen the bound is raised by more than the
// slack, and notes those as forced that have one open square.
func (r *relaxation) forceCentral(slack int) {
	b := r.board
	r.central = r.central[:0]
	for _, c := range r.byClass[:r.classes] {
		cheapest := r.cheapest(c)
		for _, x := range r.free[c.low:c.high] {
			line := b.first[r.family] + int(x) + b.n - 1
			if r.raised(cheapest-r.cost(x)) <= slack {
				continue
			}
			if open := b.lines[line]; open != 0 && open&(open-1) == 0 {
				b.forced = append(b.forced, line)
			}
			r.central = append(r.central, line)
		}
	}
}
