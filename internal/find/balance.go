package find

import (
	"math"

	"example.com/queens/internal/bitboard"
)

// Number rows and columns from the centre of a plain board. A queen at (r, c) then has two
// offsets, r-c and r+c, which say on which diagonal and on which antidiagonal it stands. Over
// the n queens of a solution, the offsets of either direction add up to 0, and the squares of
// all offsets add up to n(n²-1)/3: each queen contributes (r-c)² + (r+c)² = 2r² + 2c², and the
// squares of the rows add up to n(n²-1)/12, as do those of the columns.
//
// So the queens cannot stand too far out. Take one direction, in which the offsets x of the
// missing queens must add up to s. With a Lagrange multiplier b,
//
//	Σx² = Σx(x-b) + bs
//
// Call x(x-b) the cost of a diagonal. For any b, the cheapest open diagonals bound Σx² from
// below. The cost grows with the distance from b/2, so these diagonals are neighbours. The
// larger b is, the larger is the sum of their offsets, and the bound is best where that sum
// reaches s. To use another diagonal raises the bound by at least its cost minus that of
// the most expensive chosen one; to leave out a chosen one raises it by at least the cost of
// the cheapest other one minus its own. Whatever raises the bound above the known sum of the
// squares is ruled out.
//
// Two diagonals of one direction are in the same residue class if their r-c, or their r+c,
// agree modulo a power of two. If it is known how many queens stand on the diagonals of each
// class, that many of each class must be chosen, which raises the bound. What is more, few
// sums are attainable. With c classes, to replace x by x+c adds c to the sum of the offsets and
// 2cx + c² to the sum of their squares. So the number of queens in each class alone determines
// the first sum modulo c, and the second modulo c, or modulo 2c if c is even. If they disagree
// with the known sums, there is no solution. The two classes modulo 2 are the colours of the
// squares: as many diagonals with a queen are dark in one direction as in the other.

// A board is tight if the first bound leaves at most one part in tightSlack of the sum of the
// squares. Only then does it pay to balance it again and to split it into cases. Boards with
// blocked diagonals leave up to 0.3 of that sum, boards with blocked squares 0.4 to 0.5.
const tightSlack = 3

// squaresOfOffsets returns the sum of the squares of all offsets.
func (b *trackBoard) squaresOfOffsets() int { return b.n * (b.n*b.n - 1) / 3 }

// maxClasses is the largest number of residue classes in either direction, a power of two. On
// boards of up to 32 rows each diagonal then has a class of its own.
const maxClasses = 64

// A subcase is the solutions of a board that have given numbers of queens on the diagonals of
// each residue class and in each corner.
type subcase struct {
	corner  int            // queens in the first of the corners, or unknownQueens
	classes [2]int         // of the diagonals, by r-c, and of the antidiagonals, by r+c
	queens  [2]classCounts // on these
	slack   int            // the sum of the squares less its bound; negative if there is no solution
}

// classCounts are numbers of queens by residue class.
type classCounts [maxClasses]uint8

// unknownQueens stands for any number of queens in the first corner.
const unknownQueens = -1

// wholeBoard is the case of one class, which has all solutions.
func wholeBoard(n int) subcase {
	return subcase{corner: unknownQueens, classes: [2]int{1, 1}, queens: [2]classCounts{{uint8(n)}, {uint8(n)}}}
}

// A balancer finds the squares of a plain board that are too far out.
type balancer struct {
	board       *trackBoard
	relaxations [2]relaxation // of the diagonals and of the antidiagonals
	rest        int           // what the queens on the board leave of the sum of the squares
}

func newBalancer(b *trackBoard) *balancer {
	relaxed := func(family int) relaxation {
		return relaxation{board: b, family: family, held: make([]uint8, b.diagonals), free: make([]int16, b.diagonals+1), raises: make([]int, b.diagonals)}
	}
	return &balancer{board: b, relaxations: [2]relaxation{relaxed(diagonalFamily), relaxed(antidiagonalFamily)}}
}

// A relaxation keeps two conditions of one direction: the missing queens take a known number of
// diagonals of each class, and their offsets add up to a required sum. It bounds the sum of the
// squares of these offsets.
type relaxation struct {
	board      *trackBoard
	family     int
	classes    int
	held       []uint8 // 1 for each diagonal with a queen, by its index
	sum        int     // required of the offsets of the missing queens
	free       []int16 // the offsets of the other open diagonals, class by class
	raises     []int   // of the bound, by the use of a free diagonal, by its index
	byClass    [maxClasses]residueClass
	multiplier int
	mandatory  []int // tracks that must hold a queen, though others are open
	bound      int   // of the sum of the squares
	attainable int   // the bound, rounded up to an attainable sum
	step       int   // between attainable sums
}

// A residueClass has the number of its diagonals that hold a queen, and the range of the
// others in [relaxation.free], in ascending order: free[begin:end]. Those in free[low:high] are
// chosen.
type residueClass struct{ held, begin, low, high, end int16 }

// balance closes the squares that are too far out for any solution of the case, and notes
// the tracks as forced without which the queens would stand too far out. It reports whether
// anything changed. Nothing may be left to settle.
func (q *balancer) balance(c *subcase) (changed bool) {
	b := q.board
	if q.relax(c); c.slack < 0 {
		b.refuted = true
		return false
	}
	begun := b.closed
	q.closeOutlying(c.slack)
	for i := range q.relaxations {
		q.relaxations[i].forceMandatory(c.slack)
	}
	return b.closed > begun || len(b.forced) > 0
}

// relax solves the relaxations of a case and sets its slack.
func (q *balancer) relax(c *subcase) {
	q.read()
	c.slack = q.rest
	for i := range q.relaxations {
		r := &q.relaxations[i]
		r.classify(c.classes[i])
		if !r.solve(&c.queens[i]) {
			c.slack = -1
			return
		}
		c.slack -= r.attainable
	}
}

// read sets what the queens on the board leave of the sums.
func (q *balancer) read() {
	b := q.board
	for i := range q.relaxations {
		q.relaxations[i].sum = 0
		clear(q.relaxations[i].held)
	}
	q.rest = b.squaresOfOffsets()
	for row := range b.n {
		if b.sizes[row] == 1 {
			col := b.tracks[row].min()
			q.rest -= q.relaxations[0].subtract(row-col) + q.relaxations[1].subtract(row+col-(b.n-1))
		}
	}
}

// subtract takes the offset of a queen off the required sum, and returns its square.
func (r *relaxation) subtract(offset int) int {
	r.held[offset+r.board.n-1] = 1
	r.sum -= offset
	return offset * offset
}

// classify counts the diagonals with a queen, and lists the free ones, by residue class.
func (r *relaxation) classify(classes int) {
	r.classes, r.step = classes, squaresStep(classes)
	last, shift := r.board.n-1, 0 // from r-c or r+c to the index of the diagonal in its family
	if r.family == diagonalFamily {
		shift = last
	}
	sizes := r.board.sizes[r.board.offset[r.family]:]
	free := 0
	for class := range classes {
		c := &r.byClass[class]
		c.begin, c.held = int16(free), 0
		for i := (class + shift) & (classes - 1); i <= 2*last; i += classes {
			r.free[free] = int16(i - last)
			free += int(min(sizes[i], 1) - r.held[i])
			c.held += int16(r.held[i])
		}
		c.end = int16(free)
	}
}

// solve bounds the sum of the squares, given how many queens stand in each class. It returns
// false if a class has too few diagonals for its queens, or if their offsets cannot make the
// required sum.
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
	if missing&(r.classes-1) != 0 || !r.raise(missing, squares) {
		return false
	}
	r.attainable = r.bound + (squares-r.bound)&(r.step-1)
	return true
}

// squaresStep returns the distance between attainable sums of squares, a power of two: with c
// classes, replacing x by x+c adds 2cx + c².
func squaresStep(classes int) int { return classes * min(classes, 2) }

// raise raises the multiplier, and with it the chosen diagonals and the sum of their offsets,
// until that has grown by what is missing.
func (r *relaxation) raise(missing, squares int) bool {
	for missing >= 0 {
		next, multiplier := r.nextToRaise()
		if next == nil {
			r.bound = squares
			return missing == 0
		}
		r.multiplier = multiplier
		low, high := int(r.free[next.low]), int(r.free[next.high])
		if missing <= high-low {
			r.bound = squares + multiplier*missing
			return true
		}
		missing -= high - low
		squares += high*high - low*low
		next.low++
		next.high++
	}
	return false
}

// nextToRaise returns the class that replaces a chosen diagonal at the least multiplier, and
// that multiplier, or nil if no class has another diagonal to choose. A class replaces its
// first chosen diagonal by the one after the last when the multiplier is the sum of their
// offsets: then both cost the same.
func (r *relaxation) nextToRaise() (next *residueClass, multiplier int) {
	multiplier = beyondCost
	for i := range r.byClass[:r.classes] {
		if c := &r.byClass[i]; c.low < c.high && c.high < c.end {
			if equal := int(r.free[c.low]) + int(r.free[c.high]); equal < multiplier {
				next, multiplier = c, equal
			}
		}
	}
	return next, multiplier
}

// beyondCost is more than any cost.
const beyondCost = math.MaxInt32 / 4

func (r *relaxation) cost(offset int16) int { return int(offset) * (int(offset) - r.multiplier) }

// cheapest returns the lowest cost of a diagonal that is not chosen.
func (r *relaxation) cheapest(c *residueClass) int {
	least := beyondCost
	if c.low > c.begin {
		least = r.cost(r.free[c.low-1])
	}
	if c.high < c.end {
		least = min(least, r.cost(r.free[c.high]))
	}
	return least
}

// closeOutlying closes the squares whose two diagonals raise the bounds by more than the slack.
func (q *balancer) closeOutlying(slack int) {
	b := q.board
	diagonals, antidiagonals := &q.relaxations[0], &q.relaxations[1]
	if diagonals.findRaises()+antidiagonals.findRaises() <= slack {
		return
	}
	for row := range b.n {
		if b.sizes[row] == 1 {
			continue
		}
		falling, rising := diagonals.raises[row:][:b.n], antidiagonals.raises[row:][:b.n]
		for open := b.tracks[row]; open != (Set{}) && !b.refuted; open = open.withoutMin() {
			if col := open.min(); falling[b.n-1-col]+rising[col] > slack {
				b.close(bitboard.Square{Row: row, Col: col})
			}
		}
	}
}

// findRaises sets by how much the use of each free diagonal raises the bound, and returns the
// most that any of them does.
func (r *relaxation) findRaises() (most int) {
	for i := range r.classes {
		c := &r.byClass[i]
		highest := -beyondCost // of the chosen diagonals
		if c.low < c.high {
			highest = max(r.cost(r.free[c.low]), r.cost(r.free[c.high-1]))
		}
		for _, x := range r.free[c.begin:c.end] {
			raised := r.raised(r.cost(x) - highest)
			r.raises[int(x)+r.board.n-1] = raised
			most = max(most, raised)
		}
	}
	return most
}

// raised returns by how much r.attainable grows if the bound grows by the given amount.
func (r *relaxation) raised(by int) int {
	return (max(0, by-(r.attainable-r.bound)) + r.step - 1) &^ (r.step - 1)
}

// forceMandatory finds the diagonals that must hold a queen, since leaving them out raises the
// bound by more than the slack, and notes those with one open square as forced.
func (r *relaxation) forceMandatory(slack int) {
	b := r.board
	r.mandatory = r.mandatory[:0]
	for i := range r.classes {
		c := &r.byClass[i]
		cheapest := r.cheapest(c)
		for _, x := range r.free[c.low:c.high] {
			if r.raised(cheapest-r.cost(x)) <= slack {
				continue
			}
			track := b.offset[r.family] + int(x) + b.n - 1
			b.force(track)
			r.mandatory = append(r.mandatory, track)
		}
	}
}
