package queens

import (
	"math"
	"math/bits"
)

// Count rows and columns from the middle of a plain board. A queen then has two
// offsets, r-c and r+c, and so do the diagonals that it stands on. Over the queens of a
// solution the offsets of either direction add up to 0. The squares of all offsets add up
// to n(n²-1)/3: a queen has (r-c)² + (r+c)² = 2r² + 2c², and the squares of the n rows
// add up to n(n²-1)/12, as do those of the columns.
//
// So the queens cannot stand too far out. Let the offsets x of the missing ones in one
// direction have to make the sum s. Whatever the number b,
//
//	Σx² = Σx(x-b) + bs
//
// where x(x-b) is the cost of an open diagonal, which is the larger the farther x is from
// b/2. The costs add up to the least if the cheapest diagonals are taken, and these are
// next to each other. The larger b is, the larger is the sum of their offsets; where it
// comes to s, the bound is best. To take another diagonal costs at least what it is dearer
// than the dearest of these, and to leave out one of these at least what the cheapest of
// the others is dearer. What is more than the sum of the squares allows is ruled out.
//
// The diagonals of one direction fall into classes: those whose r-c, or whose r+c, is the
// same modulo a power of two. In a part of the board it is known how many queens stand on
// the diagonals of each class. Then as many of each have to be taken, so that the least is
// more. What is more, few sums are left. To take x+c in place of x, for c classes, adds c to
// the sum of the offsets, and 2cx + c² to that of the squares: modulo c, and modulo 2c if c
// is even, the sums are the same whatever diagonals of the classes are taken. So only those
// parts have solutions where they agree with the sums that are known. Two classes are the
// colours of the squares: as many dark diagonals of one direction hold a queen as of the
// other.

// tightSlack is how much of the squares' sum, as one part of so many, the first look at a
// board has to leave at most for more such looks to pay. Where diagonals are blocked, and
// half of the boards have a solution, it leaves up to 0.3; where squares are, 0.4 to 0.5.
const tightSlack = 3

// squaresOfOffsets returns what the squares of all offsets add up to.
func (b *lineBoard) squaresOfOffsets() int { return b.n * (b.n*b.n - 1) / 3 }

// maxClasses is how many classes of diagonals of one direction are told apart at most: a
// power of two. On boards of up to 32 rows each diagonal has a class of its own.
const maxClasses = 64

// A part of a board is the solutions that have so many queens on the diagonals of each
// class: r-c, and r+c, modulo the number of classes.
type part struct {
	classes int
	queens  [2]classCounts // on the diagonals, and on the antidiagonals
	slack   int            // what the squares' sum leaves, negative if there is no solution
}

type classCounts [maxClasses]uint8

// wholeBoard is the part with all solutions.
func wholeBoard(n int) part {
	return part{classes: 1, queens: [2]classCounts{{uint8(n)}, {uint8(n)}}}
}

// A balancedBoard is a plain board with what it takes to see which squares are too far out.
type balancedBoard struct {
	lineBoard
	aims [2]aim // of the diagonals and the antidiagonals
}

// An aim is how the missing queens come nearest to the middle in one direction.
type aim struct {
	family  int
	classes int
	held    [2 * MaxN]bool  // the diagonals with a queen, by their place in the family
	sum     int             // of the offsets of the missing queens
	free    [2 * MaxN]int16 // the offsets of the other open diagonals, class by class
	shades  [maxClasses]shade
	b       int // what costs are counted with
	bound   int // what the squares of the missing queens' offsets add up to at least
	least   int // the same, but a sum that there may be
}

// A shade is one class of diagonals: how many hold a queen, and the others that are open,
// in order, from begin up to end but without it. Of these, those are taken that are from
// low on, up to high.
type shade struct{ held, begin, low, high, end int16 }

// balance closes the squares of a plain board that are too far out in a part of it, and
// notes lines that would leave the queens too far out without a queen. It returns whether
// anything changed. Nothing may be left to settle.
func (b *balancedBoard) balance(p *part) (changed bool) {
	if b.aim(p); p.slack < 0 {
		b.refuted = true
		return false
	}
	begun := len(b.closed)
	b.closeBeyond(p.slack)
	for i := range b.aims {
		b.aims[i].forceWithin(&b.lineBoard, p.slack)
	}
	return len(b.closed) > begun || len(b.forced) > 0
}

// aim finds how the missing queens of a part come nearest to the middle, and sets its
// slack.
func (b *balancedBoard) aim(p *part) {
	p.slack = b.look(p.classes)
	for i := range b.aims {
		a := &b.aims[i]
		if !a.take(&p.queens[i]) {
			p.slack = -1
			return
		}
		p.slack -= a.least
	}
}

// look finds the diagonals that hold a queen, and those that are open, of so many classes.
// It returns what the squares' sum leaves for the missing queens.
func (b *balancedBoard) look(classes int) (rest int) {
	for i := range b.aims {
		b.aims[i].begin(diagonalFamily+i, classes)
	}
	rest = b.squaresOfOffsets()
	for row, open := range b.lines[:b.n] {
		if open&(open-1) != 0 {
			continue
		}
		lines := b.linesOf(Square{row, bits.TrailingZeros64(open)})
		for i := range b.aims {
			offset := b.aims[i].hold(&b.lineBoard, lines[diagonalFamily+i])
			rest -= offset * offset
		}
	}
	for i := range b.aims {
		b.aims[i].open(&b.lineBoard)
	}
	return rest
}

func (a *aim) begin(family, classes int) {
	a.family, a.classes = family, classes
	a.sum = 0
	clear(a.held[:])
	clear(a.shades[:classes])
}

// hold notes that a queen stands on a line, and returns its offset.
func (a *aim) hold(b *lineBoard, line int) int {
	place := line - b.first[a.family]
	offset := place - (b.n - 1)
	a.held[place] = true
	a.shades[(place+a.shift(b))%a.classes].held++
	a.sum -= offset
	return offset
}

// shift returns what has to be added to a diagonal's place in its family to make it r-c or
// r+c, modulo the number of classes.
func (a *aim) shift(b *lineBoard) int {
	if a.family == antidiagonalFamily {
		return 0
	}
	return (a.classes - 1) * (b.n - 1) % a.classes
}

// open finds the open diagonals without a queen.
func (a *aim) open(b *lineBoard) {
	lines := b.lines[b.first[a.family]:b.first[a.family+1]]
	shift := a.shift(b)
	free := int16(0)
	for class := range a.classes {
		a.shades[class].begin = free
		for place := (class + a.classes - shift) % a.classes; place < len(lines); place += a.classes {
			if lines[place] != 0 && !a.held[place] {
				a.free[free] = int16(place - (b.n - 1))
				free++
			}
		}
		a.shades[class].end = free
	}
}

// take takes as many diagonals of each class as queens are missing there. It returns false
// if there are not so many, or if their offsets cannot make the sum.
func (a *aim) take(queens *classCounts) bool {
	rest, squares := a.sum, 0 // what is left to add to the sum
	for class := range a.classes {
		s := &a.shades[class]
		missing := int16(queens[class]) - s.held
		if missing < 0 || missing > s.end-s.begin {
			return false
		}
		s.low, s.high = s.begin, s.begin+missing
		for _, x := range a.free[s.low:s.high] {
			rest -= int(x)
			squares += int(x) * int(x)
		}
	}
	if rest%a.classes != 0 || !a.move(rest, squares) {
		return false
	}
	a.least = a.bound + (squares-a.bound)&(squaresStep(a.classes)-1)
	return true
}

// squaresStep returns what the sums of squares are apart, a power of two: to take x+c in
// place of x adds 2cx + c², for c classes.
func squaresStep(classes int) int { return classes * min(classes, 2) }

// move takes diagonals farther to the right, until their sum has grown by rest.
func (a *aim) move(rest, squares int) bool {
	for rest >= 0 {
		next, turn := 0, far
		for class := range a.classes {
			if t := a.turn(class); t < turn {
				next, turn = class, t
			}
		}
		if turn == far {
			a.bound = squares
			return rest == 0
		}
		a.b = turn
		s := &a.shades[next]
		low, high := int(a.free[s.low]), int(a.free[s.high])
		if rest <= high-low {
			a.bound = squares + turn*rest
			return true
		}
		rest -= high - low
		squares += high*high - low*low
		s.low++
		s.high++
	}
	return false
}

// far is more than any cost.
const far = math.MaxInt32 / 4

// turn returns the b for which the first diagonal of a shade that is taken costs as much
// as the first one behind, which is cheaper from there on.
func (a *aim) turn(class int) int {
	s := &a.shades[class]
	if s.low == s.high || s.high == s.end {
		return far
	}
	return int(a.free[s.low]) + int(a.free[s.high])
}

// cost returns the cost of a diagonal.
func (a *aim) cost(offset int16) int { return int(offset) * (int(offset) - a.b) }

// dearest returns what a diagonal of the shade that is taken costs at most.
func (a *aim) dearest(s shade) int {
	if s.low == s.high {
		return -far
	}
	return max(a.cost(a.free[s.low]), a.cost(a.free[s.high-1]))
}

// cheapest returns what a diagonal of the shade that is not taken costs at least.
func (a *aim) cheapest(s shade) int {
	least := far
	if s.low > s.begin {
		least = a.cost(a.free[s.low-1])
	}
	if s.high < s.end {
		least = min(least, a.cost(a.free[s.high]))
	}
	return least
}

// closeBeyond closes the squares whose diagonals take more than the slack.
func (b *balancedBoard) closeBeyond(slack int) {
	var more [2][2 * MaxN]int
	most := 0
	for i := range b.aims {
		most += b.aims[i].more(&b.lineBoard, &more[i])
	}
	if most <= slack {
		return
	}
	for row, open := range b.lines[:b.n] {
		for ; open != 0 && !b.refuted; open &= open - 1 {
			s := Square{row, bits.TrailingZeros64(open)}
			lines := b.linesOf(s)
			if more[0][lines[diagonalFamily]-b.first[diagonalFamily]]+more[1][lines[antidiagonalFamily]-b.first[antidiagonalFamily]] > slack {
				b.close(s)
			}
		}
	}
}

// more sets how much more than the least it takes to use each open diagonal, and returns
// the most.
func (a *aim) more(b *lineBoard, more *[2 * MaxN]int) int {
	most := 0
	for _, s := range a.shades[:a.classes] {
		dearest := a.dearest(s)
		for _, x := range a.free[s.begin:s.end] {
			m := a.stepped(a.cost(x) - dearest)
			more[int(x)+b.n-1] = m
			most = max(most, m)
		}
	}
	return most
}

// stepped returns how far a sum is from the least if it is so far above the bound or more.
func (a *aim) stepped(above int) int {
	step := squaresStep(a.classes)
	return (max(0, above-(a.least-a.bound)) + step - 1) &^ (step - 1)
}

// forceWithin notes the diagonals with one open square that have to hold a queen.
func (a *aim) forceWithin(b *lineBoard, slack int) {
	for _, s := range a.shades[:a.classes] {
		cheapest := a.cheapest(s)
		for _, x := range a.free[s.low:s.high] {
			line := b.first[a.family] + int(x) + b.n - 1
			if open := b.lines[line]; a.stepped(cheapest-a.cost(x)) > slack && open != 0 && open&(open-1) == 0 {
				b.forced = append(b.forced, line)
			}
		}
	}
}
