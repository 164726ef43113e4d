package queens

import "math/bits"

// Count rows and columns from the middle of a plain board. A queen then has two
// offsets, r-c and r+c, and so do the diagonals that it stands on. Over the queens of a
// solution the offsets of either direction add up to 0. The squares of all offsets add up
// to n(n²-1)/3: a queen has (r-c)² + (r+c)² = 2r² + 2c², and the squares of the n rows
// add up to n(n²-1)/12, as do those of the columns.
//
// So the queens cannot stand too far out. Let m queens be missing, and their offsets x in
// one direction have to make the sum s. Whatever the numbers a and b,
//
//	Σx² = Σ(x-a)(x-b) + (a+b)s - mab
//
// and of open diagonals a term (x-a)(x-b) is least between a and b, where it is
// negative. If there are m from a on, up to b but without it, then Σx² is least if the
// queens take these. To take another diagonal, x, makes (x-a)(x-b) more at least, and to
// leave out one of these (x-a)(b-x). What is more than the sum of the squares allows is
// ruled out.

// tightSlack is how much of the squares' sum, as one part of so many, the first look at a
// board has to leave at most for more such looks to pay. Where diagonals are blocked, and
// half of the boards have a solution, it leaves up to 0.3; where squares are, 0.4 to 0.5.
const tightSlack = 3

// squaresOfOffsets returns what the squares of all offsets add up to.
func (b *lineBoard) squaresOfOffsets() int { return b.n * (b.n*b.n - 1) / 3 }

// An aim is how the missing queens come nearest to the middle in one direction.
type aim struct {
	family    int
	sum       int             // of the offsets of the missing queens
	least     int             // what the squares of these add up to at least
	held      [2 * MaxN]uint8 // 1 for each diagonal with a queen, by its place in the family
	low, high int             // the m nearest diagonals are from low on, up to high but without it
}

// balance closes the squares of a plain board that are too far out, and notes lines that
// would leave the queens too far out without a queen. It returns how much the squares'
// sum leaves at most, negative if the board is refuted, and whether anything changed.
// Nothing may be left to settle.
func (b *lineBoard) balance() (slack int, changed bool) {
	aims := [...]aim{{family: diagonalFamily}, {family: antidiagonalFamily}}
	missing, slack := b.n, b.squaresOfOffsets()
	for row, open := range b.lines[:b.n] {
		if open&(open-1) != 0 {
			continue
		}
		missing--
		lines := b.linesOf(Square{row, bits.TrailingZeros64(open)})
		for i := range aims {
			offset := aims[i].hold(b, lines[aims[i].family])
			slack -= offset * offset
		}
	}
	if missing == 0 {
		return slack, false
	}
	for i := range aims {
		if !aims[i].take(b, missing) {
			b.refuted = true
			return -1, false
		}
		slack -= aims[i].least
	}
	if slack < 0 {
		b.refuted = true
		return slack, false
	}
	begun := len(b.closed)
	b.closeBeyond(&aims, slack)
	for i := range aims {
		aims[i].forceWithin(b, slack)
	}
	return slack, len(b.closed) > begun || len(b.forced) > 0
}

// hold notes that a queen stands on a line, and returns its offset.
func (a *aim) hold(b *lineBoard, line int) int {
	place := line - b.first[a.family]
	offset := place - (b.n - 1)
	a.held[place] = 1
	a.sum -= offset
	return offset
}

// free returns the offsets of the open diagonals without a queen, in order, in room.
func (a *aim) free(b *lineBoard, room []int) []int {
	for place, line := range b.lines[b.first[a.family]:b.first[a.family+1]] {
		if line != 0 && a.held[place] == 0 {
			room = append(room, place-(b.n-1))
		}
	}
	return room
}

// take sets low, high and least for so many missing queens. It returns false if the
// offsets of no so many open diagonals can make the sum.
func (a *aim) take(b *lineBoard, missing int) bool {
	var room [2 * MaxN]int
	free := a.free(b, room[:0])
	if len(free) < missing {
		return false
	}
	sum, squares := 0, 0
	for _, x := range free[:missing] {
		sum += x
		squares += x * x
	}
	if sum > a.sum {
		return false
	}
	free = append(free, b.n) // beyond the last
	for i, low := range free[:len(free)-missing] {
		high := free[i+missing]
		if more := a.sum - sum; more <= high-low && (high < b.n || more == 0) {
			a.low, a.high = low, high
			a.least = squares + (low+high)*more
			return true
		}
		sum += high - low
		squares += high*high - low*low
	}
	return false
}

// closeBeyond closes the squares whose diagonals take more than the slack.
func (b *lineBoard) closeBeyond(aims *[2]aim, slack int) {
	var more [2][2 * MaxN]int
	most := 0
	for i := range aims {
		most += aims[i].more(b, &more[i])
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
	for place, line := range b.lines[b.first[a.family]:b.first[a.family+1]] {
		if x := place - (b.n - 1); line != 0 && a.held[place] == 0 {
			more[place] = max(0, (x-a.low)*(x-a.high))
			most = max(most, more[place])
		}
	}
	return most
}

// forceWithin notes the diagonals with one open square that have to hold a queen.
func (a *aim) forceWithin(b *lineBoard, slack int) {
	first := b.first[a.family]
	for x := a.low + 1; x < min(a.high, b.n); x++ {
		place := x + b.n - 1
		open := b.lines[first+place]
		if (x-a.low)*(a.high-x) > slack && a.held[place] == 0 && open != 0 && open&(open-1) == 0 {
			b.forced = append(b.forced, first+place)
		}
	}
}
