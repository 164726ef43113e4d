package join

import (
	"math/bits"

	"example.com/queens/internal/bitboard"
)

// crosses returns the crosses of the board, up to symmetry.
func (s seam) crosses() []middle {
	if s.n%2 == 0 {
		return []middle{noMiddle}
	}
	return []middle{centred, offCentre}
}

// blocked returns the diagonals that a queen in the centre attacks, if the cross has one. They are
// the same if the board is mirrored or turned upside down.
func (s seam) blocked(x middle) uint64 {
	if x == centred {
		return s.mask(bitboard.Square{Row: s.half, Col: s.half})
	}
	return 0
}

// leastTwice reports whether k = 2 in solutions whose least set is that of the columns on the left.
func (s seam) leastTwice(c columnSet) bool {
	return c.right == c.left || s.lowerColumns(c).right == c.left
}

// pairWeights returns the weight in each pass of a pair of halves, and of one in which both halves
// tie (Lemma 3).
func (s seam) pairWeights(c columnSet) (weight, tiedWeight uint64) {
	switch {
	case c.middle == offCentre:
		return 8, 8 // nothing ties
	case s.leastTwice(c):
		return 4, 2
	}
	return 8 / uint64(len(s.passes(c))), 0
}

// passes returns the passes in which a set is counted: for each, whether a single queen with equal
// rows and columns is chosen. It is its own transpose, so one pass chooses it and one does not.
// Only sets with k = 1 need that (Lemma 5).
func (s seam) passes(c columnSet) []bool {
	if c.middle != offCentre && bits.OnesCount32(c.left) == 1 && !s.leastTwice(c) {
		return []bool{true, false}
	}
	return []bool{true}
}

// A rowRange is the sets of rows, as numbers from first to last, that left quarters may have.
type rowRange struct {
	first, last, least uint32
	ties               bool // whether halves with the rows least, or their complement last, tie
	chosen             bool // whether only chosen quarters with equal rows and columns are listed (Lemma 4)
	single             bool // whether a single queen is chosen
}

func (r *rowRange) has(rows uint32) bool  { return r.first <= rows && rows <= r.last }
func (r *rowRange) tied(rows uint32) bool { return r.ties && (rows == r.least || rows == r.last) }

// rowsFor returns the sets of rows, P and Q, of the halves that are listed for a set of columns:
// neither they nor their complements are less than the columns on the left (Lemmas 3 and 4).
func (s seam) rowsFor(c columnSet, single bool) (above, below rowRange) {
	all := s.all()
	if c.middle == offCentre {
		above.last, below.last = all, all
		return above, below
	}
	above = rowRange{first: c.left, last: all - c.left, least: c.left, ties: true, chosen: !s.leastTwice(c), single: single}
	below = above
	if below.chosen {
		below.first++ // a pair with Q = A would weigh 0
	}
	return above, below
}
