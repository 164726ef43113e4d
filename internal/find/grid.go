package find

import (
	"iter"
	"math/bits"
	"slices"

	"example.com/queens/internal/bitboard"
)

// MaxRows is the size of the largest grid.
const MaxRows = 128

// A Grid is what is searched: the columns of the open squares in each row of a board, and
// whether its diagonals wrap around the edges. A solution has the column of each row's queen.
type Grid struct {
	Open  []Set
	Torus bool
}

// Empty returns the grid of n rows in which all squares are open.
func Empty(n int, torus bool) Grid { return Grid{slices.Repeat([]Set{Below(n)}, n), torus} }

// With returns a copy of g with a queen: no other square of its row is open, and none that it
// attacks.
func (g Grid) With(row, col int) Grid {
	n := len(g.Open)
	g.Open = slices.Clone(g.Open)
	for r := range g.Open {
		for _, c := range [...]int{col, col - (r - row), col + (r - row)} {
			if g.Torus {
				c = (c + n) % n
			}
			if r != row && 0 <= c && c < n {
				g.Open[r].remove(c)
			}
		}
	}
	g.Open[row] = g.Open[row].and(SetOf(col))
	return g
}

// Without returns a copy of g in which some columns of a row are closed.
func (g Grid) Without(row int, columns Set) Grid {
	g.Open = slices.Clone(g.Open)
	g.Open[row] = g.Open[row].without(columns)
	return g
}

// A Set is a set of numbers below [MaxRows], such as the columns of a row.
type Set struct{ Low, High uint64 } // the numbers below 64, and the others

// Below returns the set of the numbers 0 to n-1, which is empty if n is not positive.
func Below(n int) Set {
	return Set{bitboard.Below(min(max(n, 0), 64)), bitboard.Below(max(n-64, 0))}
}

// SetOf returns the set of some numbers.
func SetOf(numbers ...int) (s Set) {
	for _, i := range numbers {
		s.add(i)
	}
	return s
}

func (s *Set) add(i int) {
	if i < 64 {
		s.Low |= 1 << i
	} else {
		s.High |= 1 << (i - 64)
	}
}

func (s *Set) remove(i int) {
	if i < 64 {
		s.Low &^= 1 << i
	} else {
		s.High &^= 1 << (i - 64)
	}
}

// Has reports whether a set has a number.
func (s Set) Has(i int) bool { return s.and(SetOf(i)) != (Set{}) }

func (s Set) and(t Set) Set     { return Set{s.Low & t.Low, s.High & t.High} }
func (s Set) or(t Set) Set      { return Set{s.Low | t.Low, s.High | t.High} }
func (s Set) without(t Set) Set { return Set{s.Low &^ t.Low, s.High &^ t.High} }
func (s Set) len() int          { return bits.OnesCount64(s.Low) + bits.OnesCount64(s.High) }

// min returns the least number of a set, which must not be empty.
func (s Set) min() int {
	if s.Low != 0 {
		return bits.TrailingZeros64(s.Low)
	}
	return 64 + bits.TrailingZeros64(s.High)
}

// withoutMin returns the set without its least number.
func (s Set) withoutMin() Set {
	if s.Low != 0 {
		return Set{s.Low & (s.Low - 1), s.High}
	}
	return Set{0, s.High & (s.High - 1)}
}

// Members yields the numbers in ascending order.
func (s Set) Members() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; s != (Set{}); s = s.withoutMin() {
			if !yield(s.min()) {
				return
			}
		}
	}
}
