package join

import (
	"math/bits"

	"example.com/queens/internal/bitset"
)

// What the lemmas of join.go say of the halves that are listed, and of the weight of a pair.

// A cross says how the middle row and column are filled. On an even board, and in halves without
// them, they are not.
type cross uint8

const (
	noCross cross = iota
	centred       // by a queen in the centre
	// offCentre is two queens, both listed with the upper left quarter: that of the middle row is
	// to the left of the centre, and that of the middle column above it, farther away (Lemma 6).
	offCentre
)

// crosses returns the crosses of the board, up to symmetry.
func (s seam) crosses() []cross {
	if s.n%2 == 0 {
		return []cross{noCross}
	}
	return []cross{centred, offCentre}
}

// elsewhere returns what quarters other than the upper left one have of a cross.
func (x cross) elsewhere() cross {
	if x == offCentre {
		return noCross
	}
	return x
}

// centre returns the square in the middle of an odd board.
func (s seam) centre() square { return square{s.half, s.half} }

// blocked returns the diagonals that a queen in the centre attacks, if the cross has one. Mirroring the board or
// turning it upside down exchanges them.
func (s seam) blocked(x cross) uint64 {
	if x == centred {
		return s.mask(s.centre())
	}
	return 0
}

// leastTwice reports whether k = 2 in solutions whose least set is that of the columns on the left.
func (s seam) leastTwice(c columnSet) bool {
	return c.right == c.left || s.lowerColumns(c).right == c.left
}

// worth returns what a pair of halves weighs each time that the set is counted, and a pair in which both halves
// tie (Lemma 3).
func (s seam) worth(c columnSet) (each, bothTie uint64) {
	switch {
	case c.cross == offCentre:
		return 8, 8 // there are no ties
	case s.leastTwice(c):
		return 4, 2
	}
	return 8 / uint64(len(s.singles(c))), 0
}

// singles returns with which choices a set is counted, one after the other: whether the left quarter of a single
// queen with equal rows and columns is chosen. Only upper halves of sets with k = 1 have one (Lemma 5).
func (s seam) singles(c columnSet) []bool {
	if c.cross != offCentre && bits.OnesCount32(c.left) == 1 && !s.leastTwice(c) {
		return []bool{true, false}
	}
	return []bool{true}
}

// A rowRange is the sets of rows, as numbers from first to last, that left quarters may
// have. If there are ties, they have the least set of all, or its complement, which is last.
type rowRange struct {
	first, last, least uint32
	ties               bool
	chosen             bool // only chosen ones of the left quarters with equal rows and columns (Lemma 4)
	single             bool // a single queen is chosen
}

func (r *rowRange) has(rows uint32) bool  { return r.first <= rows && rows <= r.last }
func (r *rowRange) tied(rows uint32) bool { return r.ties && (rows == r.least || rows == r.last) }

// complements returns the sets of rows, of all rows, that right quarters may have.
func (r rowRange) complements(all uint32) rowRange {
	return rowRange{first: all - r.last, last: all - r.first}
}

// rowsFor returns the sets of rows, P and Q, of the halves that are listed for a set of columns: neither they nor
// their complements are less than the columns on the left (Lemmas 3 and 4).
func (s seam) rowsFor(c columnSet, single bool) (above, below rowRange) {
	all := uint32(bitset.Below(s.half))
	if c.cross == offCentre {
		above.last, below.last = all, all
		return above, below
	}
	above = rowRange{first: c.left, last: all - c.left, least: c.left, ties: true, chosen: !s.leastTwice(c), single: single}
	below = above
	if below.chosen {
		below.first++ // a tie by Q itself weighs 0
	}
	return above, below
}
