// References:
//
//	[kluev]   Evgeny Kluev. N Queens Count Solutions.
//	          https://github.com/EvgenyKluev/N-Queens-Count-Sol. 2022.

// Package join counts the solutions of an empty board without searching the whole board: it lists the ways to fill each
// half, and counts the pairs of an upper and a lower half that fit. Of the eight images of a solution it finds few.
// This comment says which, how much each of them counts, and why the sum is the number of solutions.
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
// Let n be even at first, and h = n/2 ≥ 2. In each quarter, number rows and columns from the edges of the board
// inwards, 0 to h-1. A set of them is also the number with these bits; ¬X is its complement, 2^h-1-X. Each row and each
// column has one queen, so the queens of a solution have these sets of columns and rows:
//
//	             columns  rows
//	upper left      A       P
//	upper right     B      ¬P
//	lower left     ¬A       Q
//	lower right    ¬B      ¬Q
//
// Lemma 1. If queens of two quarters share a diagonal, it crosses the seam.
//
// Proof. This is plain if one queen is above the seam and the other below it. Otherwise we may assume that both are
// above it (turn the board upside down) and that the higher one, in row r and column c, is on the left (mirror it). The
// diagonal then falls to the right, and meets row h, the first one below the seam, in column c+h-r. As 0 ≤ c, r < h,
// that is between 1 and 2h-1, which is on the board. ∎
//
// The mask of some queens is the set of their diagonals that cross the seam. So two quarters or halves, in rows and
// columns of their own, fit if and only if their masks have no diagonal in common. An upper half is a quarter with the
// sets (A, P) and a mirrored one (B, ¬P) that fit. A lower half, turned upside down, is (¬A, Q) with (¬B, ¬Q). Both
// are listed in the same way, and each pair of halves that fit is a solution. Joining quarters is the idea of [kluev].
//
// Lemma 2. In the eight images of a solution the columns of the upper left quarter are A, B, ¬A, ¬B, P, ¬P, Q and ¬Q,
// once each. The four images in which they are A, B, ¬A or ¬B have these as their sets of columns; the other four have
// P, ¬P, Q and ¬Q as sets of columns, and A, B, ¬A and ¬B as sets of rows.
//
// Proof. As rows and columns are numbered from the edges, a symmetry keeps the two sets of a quarter that it moves, or
// exchanges them. Identity, FlipColumns, FlipRows and Rotate180 keep them, and each takes another quarter to the upper
// left. The other four symmetries are these, followed by Transpose. ∎
//
// Let m be the least of the eight sets, k how often it is among the columns A, B, ¬A and ¬B, and t how often it is
// among the rows P, ¬P, Q and ¬Q: at most twice each, as X and ¬X differ. The upper half ties if P or ¬P is m, the
// lower half if Q or ¬Q is, so t halves tie. A solution with A = m has this weight, and any other has the weight 0:
//
//	      t = 0   t = 1                                t = 2
//	k = 1   8     8 if ¬P = m, 0 if Q = m, 4 if not      0
//	k = 2   4     4                                      2
//
// Lemma 3. The weights of all solutions add up to the number of solutions.
//
// Proof. Let W(S) be the sum of the weights of g(S), for all eight symmetries g. This is 8: as all images of S have
// the same W, let A = m in S. By Lemma 2, A = m in k+t of the g(S). In k of them m is k times among the columns and t
// times among the rows, in t of them it is the other way round. If k and t are 1 and 0, W is 8; if 2 and 0, 4+4; if 2
// and 1, 4+4+0; if 1 and 2, 0+4+4; if 2 and 2, 2+2+2+2. If both are 1, the symmetry that takes the set that ties to A,
// and A to the set that ties in the other image, settles it:
//
//	S ties by            P           ¬Q               ¬P          Q
//	symmetry             Transpose   AntiTranspose    Rotate270   Rotate90
//	the image ties by    P           ¬Q               Q           ¬P
//	W                    4+4         4+4              8+0         0+8
//
// Now add up W(S) for all S. Each g permutes the solutions, so this is 8 times the sum of all weights, and it is also
// 8 times the number of solutions. ∎ A solution that symmetries keep is counted once for each of them on both sides.
//
// Pairs of halves are counted, not looked at, so all pairs of two lists weigh the same. The weights suit that: A and B
// tell k, and each half tells whether it ties. For each A and B with A ≤ ¬A, B, ¬B, the upper halves with A ≤ P ≤ ¬A
// and the lower ones with A ≤ Q ≤ ¬A are listed. If k = 2, a pair weighs 4, and 2 if both halves tie. If k = 1, it
// weighs 8, and 0 if both tie; halves with Q = A are not listed. What is left are the solutions that are to weigh 4,
// because P or ¬Q is A: half of the quarters with these sets are chosen, and only halves with a chosen one are listed.
//
// Lemma 4. If A has two columns or more, half of the quarters with the columns A and the rows A can be chosen so that
// half of the solutions with A = P = m and k = t = 1 have a chosen quarter in the upper left.
//
// Proof. None of these quarters is its own transpose: a queen next to the main diagonal attacks its own image, and two
// queens on it attack each other. Let M be a mask, M' that of the transposes, and X(M) those of the solutions whose
// upper left quarter has the mask M: all combinations of such a quarter with certain ways to fill the other three, as
// by Lemma 1 these fit all of the quarters or none, and they alone decide on k and t. Transpose takes X(M) to X(M'),
// one to one. If M' ≠ M, choose the quarters with the greater mask: these have half of the solutions in X(M) and X(M').
// If M' = M, the quarters come in pairs of transposes; choose any half of them, and so half of X(M). ∎
//
// For lower left quarters with the columns and rows ¬A it is the same, upside down and with AntiTranspose.
//
// Lemma 5. If k = 1, then A has one column or more, and ¬A two or more.
//
// Proof. If A is empty, B has all h columns; then ¬B = A and k = 2. As ¬A > A, ¬A is not empty. If it has one column,
// that is the last one, h-1, and B has one as well, since the upper half has h. If B = ¬A, then ¬B = A. Otherwise
// B ≤ {0 … h-2} = A; but B ≥ m = A, so B = A. Either way k = 2. ∎
//
// An A of one column has one quarter with P = A, which is its own transpose. So for such an A all pairs are counted
// twice, with this quarter chosen and not chosen, and weigh half each time.
//
// Odd boards have h = (n-1)/2, and the middle row, row h, is their seam: Lemma 1 holds as before. A queen in the
// centre stays there under all symmetries, and all of the above holds for the others if its diagonals are blocked.
//
// Lemma 6. If there is no queen in the centre, exactly one of the eight images has the queen of the middle row to the
// left of the centre, that of the middle column above it, and the latter farther away.
//
// Proof. They are a and b > 0 squares from the centre, and a ≠ b, as they do not attack each other. Four symmetries
// keep rows rows: they put the queens to the left or right and above or below in all four ways. The other four do so
// as well, and exchange a and b. ∎
//
// That image weighs 8. Its upper left quarter has the middle row and the middle column as well, and so both queens: one
// more column belongs to A, and one more row to P. Lemma 1 holds for the queen of the middle column, too, with c = h and
// columns up to 2h; the other one is on the seam, and so are all its diagonals.
//
// At n = 20 there are 3·10⁹ halves and 3·10¹³ pairs. Most pairs clash on a few diagonals in the middle, on which many
// halves have queens. A sieve sorts by these, and looks at what is left 512 pairs at a time. For each further row the
// join takes seven to eight times as long, the block search eight to ten times.
package join

import (
	"math/bits"

	"example.com/queens/internal/bitset"
)

// MinN is the size of the smallest board that has halves to join.
const MinN = 4

// A seam is where the halves of a board meet: between the middle rows, or, if n is
// odd, in the middle row. A mask is a set of the diagonals that cross it. Their number
// in each direction is crossing:
//
//	bits 0 … crossing-1            falling ones, which lead down to higher columns
//	bits crossing … 2·crossing-1   rising ones, which lead down to lower columns
//
// both from left to right. So mirroring a board left to right reverses its masks,
// and turning it upside down exchanges their halves.
type seam struct {
	n        int
	half     int // rows of a half, and rows and columns of a quarter
	crossing int
}

func newSeam(n int) seam { return seam{n, n / 2, n - 1 + n%2} }

// A square is in a row and a column, both numbered from 0.
type square struct{ row, col int }

// mask returns the diagonals of a queen above the seam, or on it, that cross it.
func (s seam) mask(queen square) uint64 {
	var mask uint64
	if falling := queen.col - queen.row + (s.n-1)/2; falling < s.crossing {
		mask |= 1 << falling
	}
	if rising := queen.col + queen.row - s.half; rising >= 0 {
		mask |= 1 << (s.crossing + rising)
	}
	return mask
}

// mirror returns the mask of the board mirrored left to right.
func (s seam) mirror(mask uint64) uint64 { return bits.Reverse64(mask) >> (64 - 2*s.crossing) }

// turn returns the mask of the board turned upside down.
func (s seam) turn(mask uint64) uint64 {
	return mask>>s.crossing | mask<<s.crossing&bitset.Below(2*s.crossing)
}

// turned returns what a diagonal becomes if the board is turned upside down.
func (s seam) turned(diagonal int) int { return (diagonal + s.crossing) % (2 * s.crossing) }

// squares returns how many of the columns a diagonal meets above the seam.
func (s seam) squares(diagonal int, row uint64) int {
	first := diagonal - (s.n-1)/2 // a falling diagonal's column in the first row
	if diagonal >= s.crossing {
		first = diagonal - s.crossing + 1 // a rising diagonal's column in the last row
	}
	if first < 0 {
		return bits.OnesCount64(row & bitset.Below(s.half+first))
	}
	return bits.OnesCount64(row >> first & bitset.Below(s.half))
}

// reach returns the diagonals that meet some of the columns above the seam.
func (s seam) reach(row uint64) (mask uint64) {
	for diagonal := range 2 * s.crossing {
		if s.squares(diagonal, row) > 0 {
			mask |= 1 << diagonal
		}
	}
	return mask
}

// A columnSet is the columns of a half: those in the left half of the board, and those in the
// right half, mirrored. A half has the queens of the cross as well.
type columnSet struct {
	left, right uint32
	cross       cross
}

// row returns the columns as a row of the board, without the middle column.
func (c columnSet) row(n int) uint64 {
	return uint64(c.left) | bits.Reverse64(uint64(c.right))>>(64-n)
}

// columnsOf returns the columns of a row of the board.
func (s seam) columnsOf(row uint64, x cross) columnSet {
	all := bitset.Below(s.half)
	return columnSet{uint32(row & all), uint32(bits.Reverse64(row) >> (64 - s.n) & all), x}
}

// lowerColumns returns the columns that those of an upper half leave to the lower half.
func (s seam) lowerColumns(c columnSet) columnSet {
	all := uint32(bitset.Below(s.half))
	return columnSet{all - c.left, all - c.right, c.cross.elsewhere()}
}
