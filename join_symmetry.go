package queens

import "math/bits"

// Every solution has eight images, under the symmetries of the square. The join finds some of
// them, and counts each for so many that all eight are counted. This file says how. If symmetries
// keep a solution, s of them, its images are 8/s solutions, each s times: so these count 8/s.
//
// A quarter has a set of columns and one of rows, those of its queens. Take sets as numbers,
// the column or row at the edge of the board as the lowest bit: so a symmetry that takes one
// quarter to another keeps both sets, or exchanges them. Each column has one queen, so the
// columns of a quarter are the complement of those of the quarter above or below it; rows
// likewise. That leaves four sets of columns and four of rows:
//
//	             columns  rows
//	upper left      A       P
//	upper right     B      ¬P
//	lower left     ¬A       Q
//	lower right    ¬B      ¬Q
//
// Each symmetry takes another one of the eight to where A is, to the columns of the upper left
// quarter:
//
//	Identity     A    Transpose      P
//	FlipColumns  B    Rotate270     ¬P
//	FlipRows    ¬A    Rotate90       Q
//	Rotate180   ¬B    AntiTranspose ¬Q
//
// Let m be the least of the eight. The join only looks for solutions in which A = m. If no
// other set is m, one image of the eight is such a solution, and it counts 8. If k sets are m,
// k images are, and together they count 8. How much each of them counts depends on how often m is
// among A, B, ¬A and ¬B, once or twice, and on how many halves tie: the upper half does if P or ¬P
// is m, the lower half if Q or ¬Q is.
//
//	columns  ties  k  a solution counts
//	   1      0    1  8
//	   1      1    2  8 for one image of the two, 0 for the other
//	   1      2    3  0
//	   2      0    2  4
//	   2      1    3  4
//	   2      2    4  2
//
// A half ties at most once, since P and ¬P differ, and so do Q and ¬Q. So ties are how often m is
// among the rows. The four symmetries on the left above keep columns columns, and those on the right
// make rows of them. So if m is c times among the columns and t times among the rows, c of the k = c+t
// images are like this one, and the other t have it t times among the columns and c times among the
// rows. That gives the sums:
//
//	c  t  images
//	1  0  8
//	1  1  8 + 0, as the tie settles
//	2  1  4 + 4, and 0 for the one of c = 1, t = 2
//	2  0  4 + 4
//	2  2  2 + 2 + 2 + 2
//
// In the second line the tie settles which image counts. To look at one half must be enough to
// know, as halves are listed one by one:
//
//	tie   the other image                  which of both counts
//	 P    by Transpose, it ties by P       that whose upper left quarter is chosen
//	¬P    by Rotate270, it ties by Q       this one
//	 Q    by Rotate90, it ties by ¬P       the other
//	¬Q    by AntiTranspose, ties by ¬Q     that whose lower left quarter is chosen
//
// Where a tie is by P, the quarter has equal rows and columns, and the other image has its
// transpose. One of both is chosen. They differ if they have two queens or more, since a queen
// and its mirror image across the diagonal attack each other. A single queen is its own transpose:
// then both images count 4, that is, half. No queen at all would make B or ¬B least as well. Below
// the seam a single queen would, too: its column is the highest, as A < ¬A, and B, with as many
// columns, or ¬B is not above A.
//
// An example with one tie at n = 12: the queens of the rows are in the columns 3 7 12 10 2 4 6 11
// 9 1 5 8, and A = 14, B = 37, P = 49, Q = 38. The least set is A = 14, and ¬P = 63-49 = 14 as
// well. So it counts 8. Its other image, by Rotate270, is 3 8 4 9 12 2 7 11 6 1 5 10: there A =
// 14 and Q = 14, and it counts 0.
//
// An example in which both halves tie, at n = 10: 6 2 10 7 9 3 1 4 8 5 has A = 2, B = 27, P = 2,
// Q = 29, so A = P = ¬Q = 2, and it counts 0. Two more of its images have A = 2. They are its
// transpose, 7 2 6 8 10 1 4 9 5 3, with A = ¬B = P, and its image by AntiTranspose, 8 6 2 7 10 1
// 3 5 9 4, with A = ¬B = ¬Q. They count 4 each.
//
// A board of odd size with a queen in the centre is the same without its middle row and column.
// If there are others in these, see frames: each solution that is found counts 8, and there are
// no ties.

// A columnSet is a set of columns: those in the left half of a board, and those in the
// right half, mirrored.
type columnSet struct{ left, right uint32 }

// row returns the columns as a row of the board.
func (c columnSet) row(n int) uint64 {
	return uint64(c.left) | bits.Reverse64(uint64(c.right))>>(64-n)
}

// columnsOf returns the columns of a row of the board.
func (s seam) columnsOf(row uint64) columnSet {
	all := fullRow(s.half)
	return columnSet{uint32(row & all), uint32(bits.Reverse64(row) >> (64 - s.n) & all)}
}

// An axis is a queen in the middle row, to the left of the centre, and the squares above
// the centre for the one in the middle column.
type axis struct {
	queen  Square
	column []Square
}

// A frame is one way to fill the middle row and column of a board: not at all if n is even.
// If n is odd, with a queen in the centre, or with two others.
type frame struct {
	queens  []Square  // in the centre
	blocked uint64    // diagonals that it attacks
	columns columnSet // of all other queens
	axes    []axis    // the other ways to fill the middle row and column
	images  uint64    // of a solution
}

// frames returns all frames, up to symmetry.
//
// The queen in the centre of an odd board stays there under all symmetries. Otherwise
// let the queen of the middle row stand a columns from the centre, and the one of the
// middle column b rows. They do not attack each other, so a and b differ, and of the
// eight images of the board one has the former to the left, the latter above the
// centre, and a < b: its transpose has b < a.
func (s seam) frames() []frame {
	all := uint32(fullRow(s.half))
	symmetric := frame{columns: columnSet{all, all}, images: 8}
	if s.n%2 == 0 {
		return []frame{symmetric}
	}
	centre := Square{s.half, s.half}
	symmetric.queens, symmetric.blocked = []Square{centre}, s.mask(centre)
	other := frame{columns: symmetric.columns, images: 8}
	for col := 1; col < s.half; col++ {
		a := axis{queen: Square{s.half, col}}
		for row := range col {
			a.column = append(a.column, Square{row, s.half})
		}
		other.axes = append(other.axes, a)
	}
	return []frame{symmetric, other}
}

// symmetric reports whether the frame is its own image under all symmetries.
func (f *frame) symmetric() bool { return f.axes == nil }

// lowerColumns returns the columns that a set leaves to the lower half.
func (f *frame) lowerColumns(c columnSet) columnSet {
	return columnSet{f.columns.left &^ c.left, f.columns.right &^ c.right}
}

// leastTwice reports whether the columns on the left are among the four sets of columns twice.
func (f *frame) leastTwice(c columnSet) bool {
	return c.right == c.left || f.lowerColumns(c).right == c.left
}

// worth returns how many solutions a pair of halves counts for each time that it is found, and one
// of which both halves tie: see the tables above.
func (f *frame) worth(c columnSet) (each, bothTie uint64) {
	each = f.images / uint64(len(f.singles(c))) // the set is counted with each of them
	switch {
	case !f.symmetric():
		return each, each // there are no ties
	case f.leastTwice(c):
		return each / 2, each / 4
	}
	return each, 0
}

// A rowRange is the sets of rows, as numbers from first to last, that left quarters may
// have. If there are ties, they have the least set of all, or its complement, which is last.
type rowRange struct {
	first, last, least uint32
	ties               bool
	chosen             bool // of left quarters with equal rows and columns, one of each pair of transposes
	single             bool // a single queen, too
}

func (r *rowRange) has(rows uint32) bool  { return r.first <= rows && rows <= r.last }
func (r *rowRange) tied(rows uint32) bool { return r.ties && (rows == r.least || rows == r.last) }

// complements returns the sets of rows, of all rows, that right quarters may have.
func (r rowRange) complements(all uint32) rowRange {
	return rowRange{first: all - r.last, last: all - r.first}
}

// singles returns whether a quarter of a single queen is chosen: mostly it does not matter. A set
// with one column on the left is counted with it and without, half each.
func (f *frame) singles(c columnSet) []bool {
	if f.symmetric() && bits.OnesCount32(c.left) == 1 {
		return []bool{true, false}
	}
	return []bool{true}
}

// rowsFor returns the sets of rows that go with a set of columns, above the seam and below
// it: neither they nor their complements are below the least set of columns. Below the seam
// a tie by that set itself counts in the other image. Single says whether a quarter of a single
// queen is chosen.
func (s seam) rowsFor(f *frame, c columnSet, single bool) (above, below rowRange) {
	all := uint32(fullRow(s.half))
	if !f.symmetric() {
		above.last, below.last = all, all
		return above, below
	}
	above = rowRange{first: c.left, last: all - c.left, least: c.left, ties: true, chosen: !f.leastTwice(c), single: single}
	below = above
	if below.chosen {
		below.first++
	}
	return above, below
}
