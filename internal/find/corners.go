package find

import "slices"

// References:
//
//	[nivasch]   Gabriel Nivasch and Eyal Lev. Nonattacking Queens on a Triangle.
//	            Mathematics Magazine 78, pages 399–403. 2005.

// Cut a plain board along a diagonal. That leaves two corners, triangles of some side m. Each
// square of a corner has three coordinates: how far it is from the two edges of the corner, and
// how far its diagonal is from the cut. They add up to m-1.
//
// So the coordinates of k queens in a corner add up to k(m-1). But the queens stand on k
// different rows, k different columns and k different diagonals: each of the three sums is at
// least that of the k least coordinates whose tracks are free. What these leave of k(m-1) is
// the slack of the corner. If it is negative, there is no room for k queens. With all tracks
// free there is room for (2m+1)/3 ([nivasch]), and for fewer if the diagonals next to the cut
// are taken.
//
// A track beyond the k least costs the difference between its coordinate and the largest of the k.
// If one of the k is not used, that costs the difference between the next coordinate and its own.
// Whatever costs more than the slack is ruled out.
//
// Together the corners must hold all missing queens. The queens of a solution that begins with
// low columns take the diagonals in the middle, and after a third of the rows the corners often
// lack room for one queen. Otherwise there is mostly one way left to split the queens between
// the corners, with hardly any slack.

// corners are the two sides of a cut along a diagonal of one family.
type corners struct {
	board  *trackBoard
	family int
	cut    int      // the first diagonal of the second corner, by its index in the family
	first  [2][]Set // the squares of each row and of each column in the first corner
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

// freeTracks are those of one family in a corner.
type freeTracks struct {
	coordinates []int // in ascending order
	largest     int   // of the least coordinates that the missing queens can take
	next        int   // after that
}

// widestGap returns the middle of the widest gap between free diagonals.
func (b *trackBoard) widestGap() (family, cut int) {
	widest := 0
	family, cut = diagonalFamily, b.n
	for f := diagonalFamily; f < families; f++ {
		last := -1
		for i := range b.diagonals {
			if !b.free(f, i) {
				continue
			}
			if last >= 0 && i-last > widest {
				widest, family, cut = i-last, f, (i+last+1)/2
			}
			last = i
		}
	}
	return family, cut
}

// free reports whether a track of a family, by its index there, has open squares but no queen.
// Nothing may be left to settle.
func (b *trackBoard) free(family, index int) bool {
	track := b.offset[family] + index
	return b.sizes[track] > 1 || b.sizes[track] == 1 && b.sizes[b.square(family, track, b.tracks[track].min()).Row] > 1
}

// cutAlong cuts a board before a diagonal of a family, by its index in that.
func (b *trackBoard) cutAlong(family, cut int) *corners {
	n, rising := b.n, family == diagonalFamily // r-c grows downward and to the left
	q := &corners{board: b, family: family, cut: cut}
	q.both[0].last, q.both[1].last = cut-1, 2*n-2-cut
	q.both[0].flipped, q.both[1].flipped = [2]bool{false, rising}, [2]bool{true, !rising}
	for i := range n {
		row, col := Below(cut-i), Below(cut-i)
		if rising {
			row, col = Below(n).without(Below(i+n-cut)), Below(cut-(n-1-i))
		}
		q.first[rowFamily], q.first[colFamily] = append(q.first[rowFamily], row), append(q.first[colFamily], col)
	}
	return q
}

// splits returns the numbers of queens in the first corner for which both corners have room.
func (q *corners) splits() (queens []int) {
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
	var lines [2][2]Set // in either corner, the rows and the columns
	q.both[0].held, q.both[1].held = 0, 0
	for row := range b.n {
		open, first := b.tracks[row], q.first[rowFamily][row]
		for i, inCorner := range [2]Set{open.and(first), open.without(first)} {
			switch {
			case inCorner == (Set{}):
			case b.sizes[row] == 1:
				q.both[i].held++
			default:
				lines[i][rowFamily].add(row)
				lines[i][colFamily] = lines[i][colFamily].or(inCorner)
			}
		}
	}
	for i := range q.both {
		for family, tracks := range lines[i] {
			q.both[i].readLines(family, tracks, b.n)
		}
		diagonals := &q.both[i].axes[diagonalFamily]
		diagonals.coordinates = diagonals.coordinates[:0]
		for coordinate := range q.both[i].last + 1 {
			if b.free(q.family, q.diagonal(i, coordinate)) {
				diagonals.coordinates = append(diagonals.coordinates, coordinate)
			}
		}
	}
}

// readLines sets the coordinates of free rows or columns.
func (c *corner) readLines(family int, tracks Set, n int) {
	a := &c.axes[family]
	a.coordinates = a.coordinates[:0]
	for i := range tracks.Members() {
		if c.flipped[family] {
			i = n - 1 - i
		}
		a.coordinates = append(a.coordinates, i)
	}
	if c.flipped[family] {
		slices.Reverse(a.coordinates)
	}
}

// diagonal returns the diagonal with a coordinate in a corner, by its index in the family.
func (q *corners) diagonal(i, coordinate int) int {
	if i == 0 {
		return q.cut - 1 - coordinate
	}
	return q.cut + coordinate
}

// room reports whether the first corner has room for some queens and the second for the others,
// and sets the slack of each.
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
	if tracks < 0 || tracks > len(a.coordinates) {
		return 0, false
	}
	a.largest, a.next = -farOff, farOff
	if tracks > 0 {
		a.largest = a.coordinates[tracks-1]
	}
	if tracks < len(a.coordinates) {
		a.next = a.coordinates[tracks]
	}
	for _, coordinate := range a.coordinates[:tracks] {
		sum += coordinate
	}
	return sum, true
}

// close closes the squares that no solution of a case uses, given its number of queens in the
// first corner, and notes as forced the diagonals that all solutions use. It reports whether
// anything changed. Nothing may be left to settle.
func (q *corners) close(current *subcase) (changed bool) {
	if current.corner == unknownQueens {
		return false
	}
	b := q.board
	q.read()
	if !q.room(current.corner) {
		b.refuted = true
		return false
	}
	begun := b.closed
	for row := range b.n {
		if b.sizes[row] > 1 {
			first := q.first[rowFamily][row]
			allowed := q.both[0].affordable(row, b.n).and(first).or(q.both[1].affordable(row, b.n).without(first))
			b.closeAll(rowFamily, row, b.tracks[row].without(allowed))
		}
	}
	for i := range q.both {
		c := &q.both[i]
		for family, a := range c.axes {
			for _, coordinate := range a.coordinates {
				if a.next-coordinate <= c.slack { // solutions may leave it out
					break
				}
				q.confine(i, family, coordinate)
			}
		}
	}
	return b.closed > begun || len(b.forced) > 0
}

// affordable returns the squares of a row that cost no more than the slack: an interval.
// Towards the edge of the corner the diagonals are too far from the cut, and towards the cut
// the columns are too far from the edge.
func (c *corner) affordable(row, n int) Set {
	if c.flipped[rowFamily] {
		row = n - 1 - row
	}
	rows, cols, diagonals := &c.axes[rowFamily], &c.axes[colFamily], &c.axes[diagonalFamily]
	left := c.slack - max(0, row-rows.largest)
	from := c.last - row - diagonals.largest // where the diagonal costs nothing
	if left < 0 || from-cols.largest > left {
		return Set{}
	}
	low, high := max(0, from-left), min(n-1, cols.largest+left)
	if c.flipped[colFamily] {
		low, high = n-1-high, n-1-low
	}
	return Below(high + 1).without(Below(low))
}

// confine closes the squares of a track outside a corner, in which it must hold a queen. A
// diagonal lies in one corner only: it is noted as forced if it has a single square.
func (q *corners) confine(i, family, coordinate int) {
	b, n := q.board, q.board.n
	if family == diagonalFamily {
		b.force(b.offset[q.family] + q.diagonal(i, coordinate))
		return
	}
	index := coordinate
	if q.both[i].flipped[family] {
		index = n - 1 - coordinate
	}
	track := b.offset[family] + index
	if open, first := b.tracks[track], q.first[family][index]; i == 0 {
		b.closeAll(family, track, open.without(first))
	} else {
		b.closeAll(family, track, open.and(first))
	}
}
