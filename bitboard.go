package queens

import (
	"iter"
	"math/bits"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/list"
)

// References:
//
//	[polya]  Georg Pólya. Über die "doppelt-periodischen" Lösungen des
//	         n-Damen-Problems. In W. Ahrens, Mathematische Unterhaltungen und
//	         Spiele, 2nd edition, volume 2, pages 364–374. 1918.

// A row of the board is a word, whose bit c stands for column c:
//
//	        column   0 1 2 3
//	row 0            . Q . .    0b0010
//	row 1            . . . Q    0b1000
//	row 2            Q . . .    0b0001
//	row 3            . . Q .    0b0100
//
// The queens above a row attack three sets of its columns: the columns in which they stand,
// and those that their diagonals have reached in either direction. From one row to the next,
// diagonals that lead to higher columns shift left by a bit and the others shift right. So the
// attacks of all queens take a few operations for each row.

// A bitboard holds the open squares of each row, and whether the diagonals wrap around.
type bitboard struct {
	open  []uint64
	torus bool
}

// emptyBitboard returns the empty plain board of size n.
func emptyBitboard(n int) bitboard {
	return bitboard{open: slices.Repeat([]uint64{bitset.Below(n)}, n)}
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

// place puts a queen on an open square of b itself. No other square of its row remains open,
// and no square that it attacks.
func (b bitboard) place(queen Square) {
	column := uint64(1) << queen.Col
	own := b.open[queen.Row] & column
	for _, step := range [2]int{1, -1} {
		left, right := column, column
		for row := queen.Row + step; 0 <= row && row < len(b.open); row += step {
			left, right = b.shift(left, right)
			b.open[row] &^= column | left | right
		}
	}
	b.open[queen.Row] = own
}

// shift moves diagonals to the next row. On a torus they wrap around the edges. Bits beyond the
// board may be set, and have no meaning.
func (b bitboard) shift(left, right uint64) (uint64, uint64) {
	if b.torus {
		last := len(b.open) - 1
		return left<<1 | left>>last, right>>1 | right<<last
	}
	return left << 1, right >> 1
}

// without returns a copy of b in which columns of a row are closed.
func (b bitboard) without(row int, columns uint64) bitboard {
	b.open = slices.Clone(b.open)
	b.open[row] &^= columns
	return b
}

// toFill returns the number of rows with two open squares or more.
func (b bitboard) toFill() (rows int) {
	for _, open := range b.open {
		if open&(open-1) != 0 {
			rows++
		}
	}
	return rows
}

// hopeless reports whether b has no solution for one of two simple reasons: a row or a column
// has no open square, or b is a torus of a size that has no solutions.
func (b bitboard) hopeless() bool {
	if b.torus && !torusHasSolutions(len(b.open)) {
		return true
	}
	var columns uint64
	for _, row := range b.open {
		columns |= row
	}
	return slices.Contains(b.open, 0) || columns != bitset.Below(len(b.open))
}

// translates reports whether translations preserve the board: whether it is an empty torus.
func (b bitboard) translates() bool { return b.torus && len(b.open) > 0 && b.unconstrained() }

// unconstrained reports whether every square is open.
func (b bitboard) unconstrained() bool {
	return slices.Equal(b.open, emptyBitboard(len(b.open)).open)
}

// torusHasSolutions reports whether the empty torus of size n has a solution: whether n is 0,
// or neither 2 nor 3 divides it.
//
// In a toroidal solution, the differences r-c take every value modulo n once, and so do the
// sums r+c. The differences add up to 0, but all residues to n(n-1)/2, which is not 0 modulo
// an even n. The squares of all residues add up to S = n(n-1)(2n-1)/6. Those of the differences
// and the sums, 2r² + 2c² for each queen, add up to 4S and, modulo n, to 2S. So 2S ≡ 0 modulo
// n, which is false if 3 divides n ([polya]).
func torusHasSolutions(n int) bool { return n == 0 || n%2 != 0 && n%3 != 0 }

// A squareSet has a word for each row of the board, with a bit for each column.
type squareSet []uint64

func (set squareSet) has(s Square) bool { return set[s.Row]>>s.Col&1 != 0 }

// squares yields the squares of the set, row by row.
func (set squareSet) squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for row, word := range set {
			for col := range bitset.Members(word) {
				if !yield(Square{row, col}) {
					return
				}
			}
		}
	}
}

// blocksFrom is the number of rows to fill from which a list comes sooner from package list.
const blocksFrom = 11

// search yields every solution, in lexicographic order, in a Placement that it reuses. It
// returns false if yield did or if stop was set.
func (b bitboard) search(stop *atomic.Bool, yield func(Placement) bool) bool {
	if b.toFill() < blocksFrom || b.hopeless() {
		return b.backtrack(stop, yield)
	}
	return list.Solutions(b.open, b.torus, stop, func(p []int) bool { return yield(p) })
}

// backtrack is search by the backtracker, row by row, as in a textbook.
func (b bitboard) backtrack(stop *atomic.Bool, yield func(Placement) bool) bool {
	n := len(b.open)
	switch {
	case b.hopeless():
		return true
	case n < 2:
		return yield(make(Placement, n)) // which has a queen on the only square, if any
	}
	t := backtracker{board: b, queens: make(Placement, n), stop: stop, yield: yield}
	return t.search(0, b.open[0], 0, 0, 0)
}

// A backtracker searches a board for its solutions, row by row.
type backtracker struct {
	board  bitboard
	queens Placement // up to the row that the search has reached
	stop   *atomic.Bool
	yield  func(Placement) bool
}

// search puts a queen on each free column of a row in turn, and goes on to the next row as long
// as the next three rows have a free column each. The queens above the row attack its columns
// straight down and along both diagonals.
//
// On a torus, the look at the second and the third row misses diagonals that wrap around there,
// and so prunes less.
func (t *backtracker) search(row int, free, cols, left, right uint64) bool {
	open := t.board.open
	for free != 0 {
		queen := free & -free
		free ^= queen
		t.queens[row] = bits.TrailingZeros64(queen)
		below := cols | queen
		belowLeft, belowRight := t.board.shift(left|queen, right|queen)
		next := open[row+1] &^ (below | belowLeft | belowRight)
		switch {
		case next == 0:
		case row+2 == len(open):
			t.queens[row+1] = bits.TrailingZeros64(next) // the only column left
			if !t.yield(t.queens) {
				return false
			}
		case open[row+2]&^(below|belowLeft<<1|belowRight>>1) == 0:
		case row+3 < len(open) && open[row+3]&^(below|belowLeft<<2|belowRight>>2) == 0:
		case free == 0: // the last branch: go on without a call
			row, free, cols, left, right = row+1, next, below, belowLeft, belowRight
		case !t.search(row+1, next, below, belowLeft, belowRight):
			return false
		}
	}
	return !t.stop.Load()
}
