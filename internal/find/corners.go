package find

import (
	"math/bits"

	"example.com/queens/internal/bitset"
)

// References:
//
//	[nivasch]   Gabriel Nivasch and Eyal Lev. Nonattacking Queens on a Triangle.
//	            Mathematics Magazine 78, pages 399–403. 2005.

// Cut a plain board along a diagonal. That leaves two corners, triangles of some side m.
// Each square of a corner has three coordinates: how far it is from the two edges of the
// corner, and how far its diagonal is from the cut. They add up to m-1.
//
// So the coordinates of k queens in a corner add up to k(m-1). But the queens stand on k
// different rows, k different columns and k different diagonals: each of the three sums is
// at least that of the k least coordinates whose tracks are free. What these leave of k(m-1)
// is the slack of the corner. If it is negative, there is no room for k queens. With all
// tracks free there is room for (2m+1)/3 ([nivasch]), and for fewer if the diagonals next to
// the cut are taken.
//
// To use a track beyond the k least costs as much slack as its coordinate exceeds the last of
// these; to leave out one of these costs as much as the next track exceeds it. Whatever costs
// more than there is, is ruled out.
//
// Both corners together must hold all queens that are missing. A solution that begins with
// queens on low columns takes the diagonals in the middle, and after a third of its rows
// the corners often lack room for one queen. If they do not, there is only one way left to
// share the queens, with hardly any slack.

// corners are the two sides of a cut along a diagonal of one family.
type corners struct {
	board  *trackBoard
	family int
	cut    int // the first diagonal of the second corner, by its index in the family
	both   [2]corner
}

// A corner has its free tracks, by coordinate, and the slack for some number of queens.
type corner struct {
	last    int           // coordinate of any track, m-1
	flipped [2]bool       // whether rows and columns are counted from the last one
	held    int           // queens
	axes    [3]freeTracks // rows, columns, diagonals
	slack   int
}

// freeTracks are those of one family in a corner, by coordinate.
type freeTracks struct {
	tracks  trackIndexes
	dearest int // the last of the least tracks that the missing queens can take
	next    int // the track after these
}

// widestGap returns the middle of the widest gap between free diagonals.
func (b *trackBoard) widestGap() (family, cut int) {
	widest := 0
	family, cut = diagonalFamily, b.n
	for f := diagonalFamily; f < families; f++ {
		last := -1
		for i := range b.free(f).all() {
			if last >= 0 && i-last > widest {
				widest, family, cut = i-last, f, (i+last+1)/2
			}
			last = i
		}
	}
	return family, cut
}

// cutAlong cuts a board before a diagonal of a family, by its index in that.
func (b *trackBoard) cutAlong(family, cut int) *corners {
	q := &corners{board: b, family: family, cut: cut}
	q.both[0].last, q.both[1].last = cut-1, 2*b.n-2-cut
	rising := family == diagonalFamily // r-c grows downward and to the left
	q.both[0].flipped, q.both[1].flipped = [2]bool{false, rising}, [2]bool{true, !rising}
	return q
}

// unknownQueens stands for any number of queens in the first corner.
const unknownQueens = -1

// sharings returns the numbers of queens in the first corner for which both corners have room.
func (q *corners) sharings() (queens []int) {
	q.read()
	for first := range q.board.n + 1 {
		if q.room(first) {
			queens = append(queens, first)
		}
	}
	return queens
}

// read finds the queens and the free tracks of each corner.
func (q *corners) read() {
	b := q.board
	var lines [2][2]uint64 // in either corner, the rows and the columns
	q.both[0].held, q.both[1].held = 0, 0
	for row, open := range b.rows() {
		first := q.firstOf(rowFamily, row)
		for i, inCorner := range [2]uint64{open & first, open &^ first} {
			switch {
			case inCorner == 0:
			case open&(open-1) == 0:
				q.both[i].held++
			default:
				lines[i][rowFamily] |= 1 << row
				lines[i][colFamily] |= inCorner
			}
		}
	}
	for i := range q.both {
		c := &q.both[i]
		for family, tracks := range lines[i] {
			if c.flipped[family] {
				tracks = bits.Reverse64(tracks) >> (64 - b.n)
			}
			c.axes[family].tracks = trackIndexes{tracks}
		}
		c.axes[diagonalFamily].tracks = trackIndexes{}
	}
	for i := range b.free(q.family).all() {
		if i < q.cut {
			q.both[0].axes[diagonalFamily].tracks.add(q.cut - 1 - i)
		} else {
			q.both[1].axes[diagonalFamily].tracks.add(i - q.cut)
		}
	}
}

// firstOf returns the squares of a row or a column that are in the first corner.
func (q *corners) firstOf(family, index int) uint64 {
	n, rising := q.board.n, q.family == diagonalFamily
	switch {
	case rising && family == rowFamily: // the last squares of the row
		return ^bitset.Below(max(0, index+n-q.cut))
	case rising:
		index = n - 1 - index
	}
	return bitset.Below(max(0, q.cut-index))
}

// room reports whether the corners have room for some queens in the first, and the others in the
// second, and sets what slack that leaves.
func (q *corners) room(queens int) bool {
	return q.both[0].room(queens) && q.both[1].room(q.board.n-queens)
}

func (c *corner) room(queens int) bool {
	missing := queens - c.held // negative if it holds too many already
	c.slack = missing * c.last
	for i := range c.axes {
		sum, ok := c.axes[i].take(missing)
		if !ok {
			return false
		}
		c.slack -= sum
	}
	return c.slack >= 0
}

// farOff is beyond every coordinate, and costs more than any slack.
const farOff = 1 << 16

// take takes the least tracks, and returns the sum of their coordinates, or false if there are
// not that many, or if their number is negative.
func (a *freeTracks) take(tracks int) (sum int, ok bool) {
	a.dearest, a.next = -farOff, farOff
	for i := range a.tracks.all() {
		if tracks == 0 {
			a.next = i
			return sum, true
		}
		tracks--
		sum += i
		a.dearest = i
	}
	return sum, tracks == 0
}

// close closes the squares that no solution uses with so many queens in the first corner, and
// notes as forced the diagonals that all of them use. It reports whether anything changed.
// Nothing may be left to settle.
func (q *corners) close(queens int) (changed bool) {
	b := q.board
	q.read()
	if !q.room(queens) {
		b.refuted = true
		return false
	}
	begun := len(b.closed)
	for row, open := range b.rows() {
		if open&(open-1) != 0 {
			first := q.firstOf(rowFamily, row)
			b.closeAll(row, open&first&^q.both[0].near(row, b.n))
			b.closeAll(row, open&^first&^q.both[1].near(row, b.n))
		}
	}
	for i := range q.both {
		c := &q.both[i]
		for family, a := range c.axes {
			for coordinate := range a.tracks.all() {
				if a.next-coordinate <= c.slack { // the queens can do without it
					break
				}
				q.hold(i, family, coordinate)
			}
		}
	}
	return len(b.closed) > begun || len(b.forced) > 0
}

// near returns the squares of a row whose use costs no more than the slack: an interval. Towards the
// edge of the corner the diagonals get too far from the cut, and towards the cut the columns
// too far from the edge.
func (c *corner) near(row, n int) uint64 {
	if c.flipped[rowFamily] {
		row = n - 1 - row
	}
	rows, cols, diagonals := &c.axes[rowFamily], &c.axes[colFamily], &c.axes[diagonalFamily]
	left := c.slack - max(0, row-rows.dearest)
	from := c.last - row - diagonals.dearest // where the diagonal costs nothing
	if left < 0 || from-cols.dearest > left {
		return 0
	}
	low, high := max(0, from-left), min(n-1, cols.dearest+left)
	if c.flipped[colFamily] {
		low, high = n-1-high, n-1-low
	}
	return bitset.Below(high+1) &^ bitset.Below(low)
}

// hold closes the squares of a track that are not in a corner. A diagonal is in one corner only:
// it is noted as forced if it has a single square.
func (q *corners) hold(i, family, coordinate int) {
	b, n := q.board, q.board.n
	if family == diagonalFamily {
		diagonal := q.cut + coordinate
		if i == 0 {
			diagonal = q.cut - 1 - coordinate
		}
		b.force(b.first[q.family] + diagonal)
		return
	}
	index := coordinate
	if q.both[i].flipped[family] {
		index = n - 1 - coordinate
	}
	others := q.firstOf(family, index)
	if i == 0 {
		others = ^others
	}
	track := b.first[family] + index
	b.closeAll(track, b.tracks[track]&others)
}
