package join

import (
	"math/bits"

	"example.com/queens/internal/bitset"
)

// What the lemmas of join.go say of the halves that are listed, and of the weight of a pair.

// An axis is a queen in the middle row, to the left of the centre, and the squares above
// the centre for the one in the middle column.
type axis struct {
	queen  square
	column []square
}

// A frame is one way to fill the middle row and column of a board: not at all if n is even.
// If n is odd, with a queen in the centre, or with two others.
type frame struct {
	queens  []square // in the centre
	blocked uint64   // diagonals that it attacks
	axes    []axis   // the other ways to fill the middle row and column
}

// frames returns all frames, up to symmetry (Lemma 6).
func (s seam) frames() []frame {
	if s.n%2 == 0 {
		return []frame{{}}
	}
	centre := square{s.half, s.half}
	var other frame
	for col := 1; col < s.half; col++ {
		a := axis{queen: square{s.half, col}}
		for row := range col {
			a.column = append(a.column, square{row, s.half})
		}
		other.axes = append(other.axes, a)
	}
	return []frame{{queens: []square{centre}, blocked: s.mask(centre)}, other}
}

// symmetric reports whether the frame is its own image under all symmetries.
func (f *frame) symmetric() bool { return f.axes == nil }

// leastTwice reports whether k = 2 in solutions whose least set is that of the columns on the left.
func (s seam) leastTwice(c columnSet) bool {
	return c.right == c.left || s.lowerColumns(c).right == c.left
}

// worth returns what a pair of halves weighs each time that the set is counted, and a pair in which both halves
// tie (Lemma 3).
func (s seam) worth(f *frame, c columnSet) (each, bothTie uint64) {
	switch {
	case !f.symmetric():
		return 8, 8 // there are no ties
	case s.leastTwice(c):
		return 4, 2
	}
	return 8 / uint64(len(s.singles(f, c))), 0
}

// singles returns with which choices a set is counted, one after the other: whether the left quarter of a single
// queen with equal rows and columns is chosen. Only upper halves of sets with k = 1 have one (Lemma 5).
func (s seam) singles(f *frame, c columnSet) []bool {
	if f.symmetric() && bits.OnesCount32(c.left) == 1 && !s.leastTwice(c) {
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
func (s seam) rowsFor(f *frame, c columnSet, single bool) (above, below rowRange) {
	all := uint32(bitset.Below(s.half))
	if !f.symmetric() {
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
