package queens

import (
	"iter"
	"math/bits"
	"slices"
	"sync/atomic"

	"golang.org/x/exp/constraints"
)

// References:
//
//	[polya]  Georg Pólya. Über die "doppelt-periodischen" Lösungen des
//	         n-Damen-Problems. In W. Ahrens, Mathematische Unterhaltungen und
//	         Spiele, 2nd edition, volume 2, pages 364–374. 1918.

// A row of the board is one word, bit c standing for column c:
//
//	        column   0 1 2 3
//	row 0            . Q . .    0b0010
//	row 1            . . . Q    0b1000
//	row 2            Q . . .    0b0001
//	row 3            . . Q .    0b0100
//
// Seen from one row, the queens above it attack three sets of its columns: those
// they stand in, and those that their diagonals have reached. Going down a row,
// diagonals that lead to higher columns shift left by a bit and the others
// shift right, so that the attacks of all queens cost a few operations a row.
// Boards of up to 32 columns are searched on 32-bit words, larger ones on 64.

// bitboard is what a search has to know: which squares of each row a queen may
// take, and whether the diagonals wrap around.
type bitboard struct {
	open  []uint64
	torus bool
}

// fullRow has a bit for each column of a board of size n.
func fullRow(n int) uint64 { return 1<<n - 1 }

// bitsOf yields the numbers of the bits that are set in a word, in ascending order: the
// columns in the word of a row.
func bitsOf(word uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; word != 0; word &= word - 1 {
			if !yield(bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}

// with returns a copy of b with a queen on an open square; see place.
func (b bitboard) with(queen Square) bitboard {
	b.open = slices.Clone(b.open)
	b.place(queen)
	return b
}

// withAll returns a copy of b with the queens of a placement.
func (b bitboard) withAll(queens Placement) bitboard {
	b.open = slices.Clone(b.open)
	for queen := range queens.Queens() {
		b.place(queen)
	}
	return b
}

// place puts a queen on an open square of b itself: no other square of its row stays
// open, nor any that it attacks.
func (b bitboard) place(queen Square) {
	column := uint64(1) << queen.Col
	own := b.open[queen.Row] & column
	left, right := column, column
	for row := queen.Row + 1; row < len(b.open); row++ {
		left, right = b.shift(left, right)
		b.open[row] &^= column | left | right
	}
	left, right = column, column
	for row := queen.Row - 1; row >= 0; row-- {
		left, right = b.shift(left, right)
		b.open[row] &^= column | left | right
	}
	b.open[queen.Row] = own
}

// shift moves diagonals by a row, around the edges of a torus. On the plane their bits
// may leave the board.
func (b bitboard) shift(left, right uint64) (uint64, uint64) {
	if b.torus {
		last := len(b.open) - 1
		return left<<1 | left>>last, right>>1 | right<<last
	}
	return left << 1, right >> 1
}

// transpose returns b with rows and columns exchanged.
func (b bitboard) transpose() bitboard {
	t := bitboard{make([]uint64, len(b.open)), b.torus}
	for row, open := range b.open {
		for col := range bitsOf(open) {
			t.open[col] |= 1 << row
		}
	}
	return t
}

// withFirst returns a copy of b with only the given columns of the first row open.
func (b bitboard) withFirst(columns uint64) bitboard {
	b.open = slices.Clone(b.open)
	b.open[0] &= columns
	return b
}

// hopeless reports whether b has no solution for one of two simple reasons: a row or
// a column has no open square, or it is a torus of a size without solutions.
func (b bitboard) hopeless() bool {
	if b.torus && !torusHasSolutions(len(b.open)) {
		return true
	}
	var columns uint64
	for _, row := range b.open {
		columns |= row
	}
	return slices.Contains(b.open, 0) || columns != fullRow(len(b.open))
}

// translates reports whether translations keep the board: an empty torus.
func (b bitboard) translates() bool { return b.torus && len(b.open) > 0 && b.unconstrained() }

// unconstrained reports whether every square is open.
func (b bitboard) unconstrained() bool {
	closed := func(row uint64) bool { return row != fullRow(len(b.open)) }
	return !slices.ContainsFunc(b.open, closed)
}

// torusHasSolutions reports whether the empty torus of size n has a solution: n is 0,
// or divisible neither by 2 nor by 3.
//
// Modulo n, the differences r-c of a toroidal solution are all residues, each
// once, and so are the sums r+c. The differences add up to 0, but all residues to
// n(n-1)/2, which is not 0 modulo an even n. The squares of all residues add up
// to S = n(n-1)(2n-1)/6, and those of differences and sums, 2r² + 2c² for each
// queen, to 4S. So 2S = 4S modulo n; but 2S is not 0 if 3 divides n ([polya]).
func torusHasSolutions(n int) bool { return n == 0 || n%2 != 0 && n%3 != 0 }

// A squareSet has a word for each row of the board and a bit for each column.
type squareSet []uint64

func (set squareSet) has(s Square) bool { return set[s.Row]>>s.Col&1 != 0 }

// squares yields the squares of the set, row by row.
func (set squareSet) squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for row, word := range set {
			for col := range bitsOf(word) {
				if !yield(Square{row, col}) {
					return
				}
			}
		}
	}
}

// keptBy reports whether s takes every square of the set to one of the set.
func (set squareSet) keptBy(s Symmetry) bool {
	for sq := range set.squares() {
		if !set.has(s.Apply(len(set), sq)) {
			return false
		}
	}
	return true
}

// addTimes returns sum + solutions·weight, and whether that fits 64 bits.
func addTimes(sum, solutions, weight uint64) (uint64, bool) {
	high, product := bits.Mul64(solutions, weight)
	sum, carry := bits.Add64(sum, product, 0)
	return sum, high == 0 && carry == 0
}

// search yields every solution, in lexicographic order, in a Placement that the
// search goes on to use. It returns false if yield did or if stop was set.
func (b bitboard) search(stop *atomic.Bool, yield func(Placement) bool) bool {
	if b.hopeless() {
		return true
	}
	if len(b.open) <= maxBlockRows {
		return newBacktracker[uint32](b, stop).search(yield)
	}
	return newBacktracker[uint64](b, stop).search(yield)
}

// A backtracker goes through the solutions of one board, row by row. It goes down
// only while each of the next three rows and both outer columns have a free square or
// a queen.
//
// The outer columns cost one operation each, because the word of a diagonal set is
// also a list of rows. A right diagonal that stands in column i of a row meets the
// first column i rows below:
//
//	column   0 1 2 3 4
//	row  r   . \ . \ .     right has bits 1 and 3 here:
//	row r+1  * . \ . .     it attacks the first column 1 row below
//	row r+2  . \ . . .
//	row r+3  * . . . .     and 3 rows below
//
// So in the bits of right, the first column's open squares from row r down, bit i
// for row r+i, lose those that are attacked: firstOpen &^ right. Left diagonals meet
// the last column in the same way, with bit n-1 for row r.
//
// On a torus these tests overlook diagonals that have yet to wrap around. They are
// weaker there, but never wrong.
type backtracker[W constraints.Unsigned] struct {
	torus  bool
	full   W          // every column
	rows   []rowOf[W] // of the board, and as many below it as the search looks ahead
	queens Placement  // as far as placed
	stop   *atomic.Bool
}

// A rowOf is what stays the same about a row, however the queens stand.
type rowOf[W constraints.Unsigned] struct {
	open      W // open columns
	firstOpen W // rows in which the first column is open, bit i for the row i below this one
	lastOpen  W // rows in which the last column is open, bit n-1-i for the row i below
	beyond    W // not 0 below the board, where no square needs to be free
}

// A branch is a row where some columns are still to be tried, below the queens that
// stood when the search came to it.
type branch[W constraints.Unsigned] struct {
	row               int
	cols, left, right W // columns attacked: straight down, and along both diagonals
	untried           W // free columns still to try
}

const lookAhead = 2 // rows that are looked at below the next one

func newBacktracker[W constraints.Unsigned](b bitboard, stop *atomic.Bool) *backtracker[W] {
	n := len(b.open)
	t := &backtracker[W]{
		torus:  b.torus,
		full:   W(fullRow(n)),
		rows:   make([]rowOf[W], n+lookAhead),
		queens: make(Placement, n),
		stop:   stop,
	}
	for i := range lookAhead {
		t.rows[n+i].beyond = 1
	}
	var firstOpen, lastOpen W
	for row := n - 1; row >= 0; row-- {
		open := W(b.open[row])
		firstOpen = (firstOpen<<1 | open&1) & t.full
		lastOpen = lastOpen>>1 | open>>(n-1)<<(n-1)
		t.rows[row] = rowOf[W]{open: open, firstOpen: firstOpen, lastOpen: lastOpen}
	}
	return t
}

// search is [bitboard.search] for a board that is not hopeless. It keeps what it works
// on in local variables: the row, the columns attacked there and those still to
// try. Of the rows above, only the branches are kept, so that a dead end leads
// straight to the last of them.
func (t *backtracker[W]) search(yield func(Placement) bool) bool {
	last := len(t.queens) - 1
	if last < 0 {
		return yield(t.queens)
	}
	row, untried := 0, t.rows[0].open
	var cols, left, right W
	branches := make([]branch[W], 0, len(t.queens))
	for {
		queen := untried & -untried
		t.queens[row] = bits.TrailingZeros64(uint64(queen))
		if untried != queen {
			branches = append(branches, branch[W]{row: row, cols: cols, left: left, right: right, untried: untried ^ queen})
		}
		if row == last {
			if !yield(t.queens) {
				return false
			}
		} else {
			cols |= queen
			left, right = t.down(left|queen, right|queen)
			next, second, third := &t.rows[row+1], &t.rows[row+2], &t.rows[row+3]
			untried = next.open &^ (cols | left | right)
			secondFree := second.open&^(cols|left<<1|right>>1) | second.beyond
			thirdFree := third.open&^(cols|left<<2|right>>2) | third.beyond
			firstColumn := next.firstOpen&^right | cols&1
			lastColumn := next.lastOpen&^left | cols>>last
			if min(untried, secondFree, thirdFree) != 0 && min(firstColumn, lastColumn) != 0 {
				row++
				continue
			}
		}
		top := len(branches) - 1
		if top < 0 {
			return true
		}
		if t.stop.Load() {
			return false
		}
		b := &branches[top]
		row, cols, left, right, untried = b.row, b.cols, b.left, b.right, b.untried
		branches = branches[:top]
	}
}

// down moves diagonals to the row below.
func (t *backtracker[W]) down(left, right W) (W, W) {
	if t.torus {
		last := len(t.queens) - 1
		return (left<<1 | left>>last) & t.full, (right>>1 | right<<last) & t.full
	}
	return left << 1, right >> 1
}
