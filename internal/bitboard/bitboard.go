// Package bitboard has boards whose rows are words: their open squares, and what a queen closes.
package bitboard

import (
	"iter"
	"math/bits"
	"slices"
)

// References:
//
//	[polya]  Georg Pólya. Über die "doppelt-periodischen" Lösungen des
//	         n-Damen-Problems. In W. Ahrens, Mathematische Unterhaltungen und
//	         Spiele, 2nd edition, volume 2, pages 364–374. 1918.

// A Board holds the open squares of each row, bit c for column c, and whether its diagonals wrap
// around the edges, as on a torus. Its largest size is 64.
type Board struct {
	Open  []uint64
	Torus bool
}

// A Square is in a row and a column, both numbered from 0.
type Square struct{ Row, Col int }

// None is the column of a row that has no queen.
const None = -1

// Empty returns the empty plain board of size n.
func Empty(n int) Board { return Board{Open: slices.Repeat([]uint64{Below(n)}, n)} }

// With returns a copy of b with a queen on an open square; see Place.
func (b Board) With(row, col int) Board {
	b.Open = slices.Clone(b.Open)
	b.Place(row, col)
	return b
}

// WithAll returns a copy of b with queens: by row, their columns, or None.
func (b Board) WithAll(queens []int) Board {
	b.Open = slices.Clone(b.Open)
	for row, col := range queens {
		if col != None {
			b.Place(row, col)
		}
	}
	return b
}

// Place puts a queen on an open square of b itself. No other square of its row remains open,
// and no square that it attacks.
func (b Board) Place(row, col int) {
	column := uint64(1) << col
	own := b.Open[row] & column
	for _, step := range [2]int{1, -1} { // faster than Attacked for each row
		left, right := column, column
		for other := row + step; 0 <= other && other < len(b.Open); other += step {
			left, right = b.Shift(left, right)
			b.Open[other] &^= column | left | right
		}
	}
	b.Open[row] = own
}

// Attacked returns the squares of a row, the last parameter, that a queen attacks. Bits beyond the
// board may be set, and have no meaning.
func (b Board) Attacked(row, col, in int) uint64 {
	column, rows := uint64(1)<<col, max(in-row, row-in)
	if rows == 0 {
		return ^column
	}
	attacked := column | column<<rows | column>>rows
	if b.Torus {
		around := len(b.Open) - rows
		attacked |= column<<around | column>>around
	}
	return attacked
}

// Shift moves diagonals to the next row. On a torus they wrap around the edges. Bits beyond the
// board may be set, and have no meaning.
func (b Board) Shift(left, right uint64) (uint64, uint64) {
	if b.Torus {
		last := len(b.Open) - 1
		return left<<1 | left>>last, right>>1 | right<<last
	}
	return left << 1, right >> 1
}

// Tracks returns the numbers of the column, the diagonal and the antidiagonal of a square on a
// board of size n. No two tracks have the same number, and all are less than 5n. On a torus,
// diagonals that meet at an edge are one.
//
// It does not return an array: one that is copied once more takes twice the time of all else.
func Tracks(n int, torus bool, row, col int) (column, diagonal, antidiagonal int) {
	diag, anti := row-col+n, row+col
	if torus {
		diag, anti = diag%n, anti%n
	}
	return col, n + diag, 3*n + anti
}

// Without returns a copy of b in which columns of a row are closed.
func (b Board) Without(row int, columns uint64) Board {
	b.Open = slices.Clone(b.Open)
	b.Open[row] &^= columns
	return b
}

// ToFill returns the number of rows with two open squares or more.
func (b Board) ToFill() (rows int) {
	for _, open := range b.Open {
		if open&(open-1) != 0 {
			rows++
		}
	}
	return rows
}

// Hopeless reports whether b has no solution for one of two simple reasons: a row or a column
// has no open square, or b is a torus of a size that has no solutions.
func (b Board) Hopeless() bool {
	if b.Torus && !TorusHasSolutions(len(b.Open)) {
		return true
	}
	var columns uint64
	for _, row := range b.Open {
		columns |= row
	}
	return slices.Contains(b.Open, 0) || columns != Below(len(b.Open))
}

// Translates reports whether translations preserve the board: whether it is an empty torus.
func (b Board) Translates() bool { return b.Torus && len(b.Open) > 0 && b.Unconstrained() }

// Unconstrained reports whether every square is open.
func (b Board) Unconstrained() bool {
	return slices.Equal(b.Open, Empty(len(b.Open)).Open)
}

// TorusHasSolutions reports whether the empty torus of size n has a solution: whether n is 0,
// or neither 2 nor 3 divides it.
//
// In a toroidal solution, the differences r-c take every value modulo n once, and so do the
// sums r+c. The differences add up to 0, but all residues to n(n-1)/2, which is not 0 modulo
// an even n. The squares of all residues add up to S = n(n-1)(2n-1)/6. Those of the differences
// and the sums, 2r² + 2c² for each queen, add up to 4S and, modulo n, to 2S. So 2S ≡ 0 modulo
// n, which is false if 3 divides n ([polya]).
func TorusHasSolutions(n int) bool { return n == 0 || n%2 != 0 && n%3 != 0 }

// A set of small numbers is the bits of a word, such as the open columns of a row.

// Below returns the set of the numbers 0 to n-1, for n from 0 to 64: a whole row of a board of size
// n. (In Go, 1<<64 is 0.)
func Below(n int) uint64 { return 1<<n - 1 }

// MaskIfEmpty returns -1, all bits set, for the empty set and 0 for all others. The set must not
// have the number 63.
func MaskIfEmpty(set uint64) int { return int(int64(set-1) >> 63) }

// Members yields the numbers in a set, in ascending order.
func Members(set uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}

// Subsets yields the subsets of a set, from the whole set down to none.
func Subsets(set uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for subset := set; yield(subset) && subset != 0; {
			subset = (subset - 1) & set
		}
	}
}
