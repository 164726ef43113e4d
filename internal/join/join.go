// Package join counts the solutions of large empty boards, of 4 to 32 rows, without searching them
// row by row. It lists the ways to fill the upper half of the board and the lower half, and counts
// the pairs that fit. It is the method of Count from n = 18 on, or 16 without AVX-512. This comment
// says which halves are listed, how much each pair counts, and why the sum is the number of
// solutions.
//
// # Halves and quarters
//
//	. Q . . | . . . .
//	. . . . | . Q . .    upper half
//	Q . . . | . . . .    columns  A = {0 1} = 3    B = {1 2} = 6
//	. . . . | . . Q .
//	--------+--------    seam
//	. . . Q | . . . .    rows     P = {0 2} = 5    Q = {1 3} = 10
//	. . . . | . . . Q
//	. . Q . | . . . .    lower half
//	. . . . | Q . . .
//
// Let n be even at first, and h = n/2 ≥ 2. In each quarter, number rows and columns from the edges
// of the board inwards, 0 to h-1. Write a set of them as the number with these bits; ¬X is its
// complement, 2^h-1-X. Each row and each column has one queen, so the queens of a solution have
// these sets of columns and rows:
//
//	             columns  rows
//	upper left      A       P
//	upper right     B      ¬P
//	lower left     ¬A       Q
//	lower right    ¬B      ¬Q
//
// Lemma 1. If queens of two quarters share a diagonal, it crosses the seam.
//
// Proof. This is plain if one queen is above the seam and the other below it. Otherwise we may
// assume that both are above it (turn the board upside down) and that the higher one, in row r and
// column c, is on the left (mirror it). The diagonal then falls to the right, and meets row h, the
// first one below the seam, in column c+h-r. As 0 ≤ c, r < h, that is between 1 and 2h-1, which is
// on the board. ∎
//
// The mask of some queens is the set of their diagonals that cross the seam. So two quarters or
// halves, in rows and columns of their own, fit if and only if their masks have no diagonal in
// common. An upper half is a quarter with the sets (A, P) and a mirrored one with (B, ¬P) that fit.
// A lower half, turned upside down, is one with (¬A, Q) and one with (¬B, ¬Q). So all halves are
// listed in the same way, and each pair that fits is a solution. Joining quarters is the idea of
// [Kluev].
//
// # Symmetry
//
// Of the eight images of a solution only few are found as a pair. Which ones depends on eight sets:
//
// Lemma 2. In the eight images of a solution the columns of the upper left quarter are A, B, ¬A,
// ¬B, P, ¬P, Q and ¬Q, once each. The four images in which they are A, B, ¬A or ¬B have these as
// their sets of columns; the other four have P, ¬P, Q and ¬Q as sets of columns, and A, B, ¬A and
// ¬B as sets of rows.
//
// Proof. As rows and columns are numbered from the edges, a symmetry keeps the two sets of a
// quarter that it moves, or exchanges them. Identity, FlipColumns, FlipRows and Rotate180 keep
// them, and each takes another quarter to the upper left. The other four symmetries are these,
// followed by Transpose. ∎
//
// Let m be the least of the eight sets. It is k times among the columns A, B, ¬A and ¬B, and t
// times among the rows P, ¬P, Q and ¬Q: at most twice each, as X and ¬X differ. The upper half ties
// if P or ¬P is m, and the lower half if Q or ¬Q is; so t halves tie. A solution with A = m has
// this weight, and any other has the weight 0:
//
//	      t = 0   t = 1                                t = 2
//	k = 1   8     8 if ¬P = m, 0 if Q = m, else 4        0
//	k = 2   4     4                                      2
//
// Lemma 3. The weights of all solutions add up to the number of solutions.
//
// Proof. Let W(S) be the sum of the weights of g(S), for all eight symmetries g. This is 8: as all
// images of S have the same W, let A = m in S. By Lemma 2, A = m in k+t of the g(S). In k of them m
// is k times among the columns and t times among the rows, in t of them it is the other way round.
// If k and t are 1 and 0, W is 8; if 2 and 0, 4+4; if 2 and 1, 4+4+0; if 1 and 2, 0+4+4; if 2 and
// 2, 2+2+2+2. If both are 1, one other image has A = m as well: that under the symmetry which takes
// the set that ties to the columns of the upper left.
//
//	S ties by            P           ¬Q               ¬P          Q
//	symmetry             Transpose   AntiTranspose    Rotate270   Rotate90
//	the image ties by    P           ¬Q               Q           ¬P
//	W                    4+4         4+4              8+0         0+8
//
// Now add up W(S) for all S. Each g permutes the solutions, so this is 8 times the sum of all
// weights, and it is also 8 times the number of solutions. (A solution that some symmetries keep is
// counted once for each of them on both sides.) ∎
//
// Pairs of halves are counted, not looked at one by one, so all pairs of two lists must weigh the
// same. The weights allow that: A and B tell k, and each half tells whether it ties. For each A and
// B with A ≤ ¬A, B, ¬B, the upper halves with A ≤ P ≤ ¬A and the lower ones with A ≤ Q ≤ ¬A are
// listed. If k = 2, a pair weighs 4, or 2 if both halves tie. If k = 1, it weighs 8, or 0 if both
// tie; halves with Q = A are not listed. That leaves the solutions that should weigh 4, because P
// or ¬Q is A. Half of the quarters with these sets are chosen, and only halves with a chosen
// quarter are listed.
//
// Lemma 4. If A has two columns or more, half of the quarters with the columns A and the rows A can
// be chosen so that half of the solutions with A = P = m and k = t = 1 have a chosen quarter in the
// upper left.
//
// Proof. None of these quarters is its own transpose: a queen next to the main diagonal attacks its
// own image, and two queens on it attack each other. Let M be a mask, M' that of the transposes,
// and X(M) those of the solutions whose upper left quarter has the mask M: all combinations of such
// a quarter with certain ways to fill the other three, as by Lemma 1 these fit all of the quarters
// or none, and they alone decide on k and t. Transpose takes X(M) to X(M'), one to one. If M' ≠ M,
// choose the quarters with the greater mask: these have half of the solutions in X(M) and X(M'). If
// M' = M, the quarters come in pairs of transposes; choose any half of them, and so half of X(M). ∎
//
// For lower left quarters with the columns and rows ¬A it is the same, upside down and with
// AntiTranspose.
//
// Lemma 5. If k = 1, then A has one column or more, and ¬A two or more.
//
// Proof. If A is empty, B has all h columns; then ¬B = A and k = 2. As ¬A > A, ¬A is not empty. If
// it has one column, that is the last one, h-1, and B has one as well, since the upper half has h.
// If B = ¬A, then ¬B = A. Otherwise B ≤ {0 … h-2} = A; but B ≥ m = A, so B = A. Either way k = 2. ∎
//
// An A of one column has one quarter with P = A, a single queen, which is its own transpose. For
// such an A all pairs are counted in two passes, with this quarter chosen and not chosen, and weigh
// half as much in each.
//
// # Odd boards
//
// Odd boards have h = (n-1)/2, and the middle row, row h, is their seam; Lemma 1 holds as before. A
// queen in the centre stays there under all symmetries, and all of the above holds for the others
// if its diagonals are blocked.
//
// Lemma 6. If there is no queen in the centre, exactly one of the eight images has the queen of the
// middle row to the left of the centre, that of the middle column above it, and the latter farther
// away.
//
// Proof. They are a and b > 0 squares from the centre, and a ≠ b, as they do not attack each other.
// Four symmetries keep rows rows: they put the queens to the left or right and above or below in
// all four ways. The other four do so as well, and exchange a and b. ∎
//
// That image weighs 8. Its upper left quarter has the middle row and the middle column as well, and
// so both queens: one more column belongs to A, and one more row to P. Lemma 1 holds for the queen
// of the middle column, too, with c = h and columns up to 2h; the other one is on the seam, and so
// are all its diagonals.
//
// # Pairs
//
// At n = 20 there are 3·10⁹ halves, and 3·10¹³ pairs of an upper and a lower one with matching
// columns. Most of them clash on a few diagonals in the middle, on which many halves have queens. A
// sieve sorts by these, and compares what is left 512 pairs at a time. For each further row the
// join takes seven to eight times as long; the block search takes eight to ten times.
//
// A count is cut into pieces, some sets of columns each, which workers count in buffers of their
// own. They share the lists of quarters that they make, up to 256 MB.
//
// Constants have the values that make counts fastest; their comments say how much slower others
// are. Unless they say otherwise, that was measured on one core of an AMD EPYC (Zen 4) with AVX-512
// in November 2026.
//
// [Kluev]: https://github.com/EvgenyKluev/N-Queens-Count-Sol
package join

import (
	"math/bits"

	"example.com/queens/internal/bitboard"
)

// MinN is the size of the smallest board that has halves to join.
const MinN = 4

// A seam is where the halves of a board meet: between the middle rows or, if n is odd, in the
// middle row. A mask has a bit for each diagonal that crosses it:
//
//	bits 0 … crossing-1            falling diagonals, which lead down to the right
//	bits crossing … 2·crossing-1   rising diagonals, which lead down to the left
//
// both from left to right. So mirroring a board left to right reverses its masks, and turning it
// upside down exchanges their halves.
type seam struct {
	n        int
	half     int // the rows of a half, and the rows and columns of a quarter
	crossing int // the diagonals of each direction that cross the seam
}

func newSeam(n int) seam { return seam{n, n / 2, n - 1 + n%2} }

// all returns the set of all rows, or columns, of a quarter.
func (s seam) all() uint32 { return uint32(bitboard.Below(s.half)) }

// mask returns the mask of a queen above the seam or on it.
func (s seam) mask(queen bitboard.Square) (mask uint64) {
	if falling := queen.Col - queen.Row + (s.n-1)/2; falling < s.crossing {
		mask |= 1 << falling
	}
	if rising := queen.Col + queen.Row - s.half; rising >= 0 {
		mask |= 1 << (s.crossing + rising)
	}
	return mask
}

// squares returns how many squares of a diagonal above the seam are in certain columns.
func (s seam) squares(diagonal int, columns uint64) int {
	first := diagonal - (s.n-1)/2 // a falling diagonal's column in the first row
	if diagonal >= s.crossing {
		first = diagonal - s.crossing + 1 // a rising diagonal's column in the last row
	}
	if first < 0 {
		return bits.OnesCount64(columns & bitboard.Below(s.half+first))
	}
	return bits.OnesCount64(columns >> first & bitboard.Below(s.half))
}

// reach returns the diagonals that have squares above the seam in certain columns.
func (s seam) reach(columns uint64) (mask uint64) {
	for diagonal := range 2 * s.crossing {
		if s.squares(diagonal, columns) > 0 {
			mask |= 1 << diagonal
		}
	}
	return mask
}

// A middle says how the middle row and column of an odd board are filled. Even boards have noMiddle,
// and so do quarters that do not reach the middle row and column.
type middle uint8

const (
	noMiddle middle = iota
	centred         // by a queen in the centre
	// Off the centre there are two queens, where Lemma 6 has them. Both are listed with the upper
	// left quarter: one of its columns has the queen of the middle row, one of its rows that of the
	// middle column.
	offCentre
)

// elsewhere returns what quarters other than the upper left one have of a middle.
func (x middle) elsewhere() middle {
	if x == offCentre {
		return noMiddle
	}
	return x
}

// A columnSet is the columns of a half: those in the left half of the board, and those in the right
// half, mirrored. The middle says what it has of the middle row and column.
type columnSet struct {
	left, right uint32
	middle      middle
}

// row returns the columns as a row of the board, without the middle column.
func (c columnSet) row(n int) uint64 {
	return uint64(c.left) | bits.Reverse64(uint64(c.right))>>(64-n)
}

// columnsOf returns the columns of a row of the board.
func (s seam) columnsOf(row uint64, x middle) columnSet {
	return columnSet{uint32(row) & s.all(), uint32(bits.Reverse64(row)>>(64-s.n)) & s.all(), x}
}

// lowerColumns returns the columns that an upper half leaves to the lower half.
func (s seam) lowerColumns(c columnSet) columnSet {
	return columnSet{s.all() - c.left, s.all() - c.right, c.middle.elsewhere()}
}

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
