package page

import (
	"fmt"
	"math/bits"

	"example.com/queens"
)

// A sheet is a puzzle as a person sees it: the squares that are still free, and the rows
// and columns that still need a queen. The squares of a row are the bits of a word.
type sheet struct {
	*rules
	free       [MaxN]uint32
	rows, cols uint32
}

// rules hold the squares that a queen on each square attacks, and its own.
type rules struct {
	n      int
	barsOf [][MaxN]uint32
}

func newRules(p Position) *rules {
	r := &rules{p.N, make([][MaxN]uint32, p.N*p.N)}
	squares := p.squares()
	for i, a := range squares {
		for _, b := range squares {
			if a == b || p.attacks(a, b) {
				r.barsOf[i][b.Row] |= 1 << b.Col
			}
		}
	}
	return r
}

// sheet returns the sheet of a position, whose queens do not attack each other.
func (r *rules) sheet(p Position) sheet {
	full := uint32(1)<<r.n - 1
	s := sheet{rules: r, rows: full, cols: full}
	for row := range r.n {
		s.free[row] = full
	}
	for _, blocked := range p.Blocked {
		s.bar(blocked)
	}
	for _, queen := range p.Queens {
		s.place(queen)
	}
	return s
}

func (s *sheet) bar(square queens.Square) { s.free[square.Row] &^= 1 << square.Col }

func (s *sheet) place(queen queens.Square) {
	for row := range s.n {
		s.free[row] &^= s.barsOf[queen.Row*s.n+queen.Col][row]
	}
	s.rows &^= 1 << queen.Row
	s.cols &^= 1 << queen.Col
}

// A line is a row or a column that needs a queen, with its free squares.
type line struct {
	index   int
	squares uint32
	isRow   bool
}

func (l line) String() string {
	if l.isRow {
		return fmt.Sprintf("rank %d", l.index+1)
	}
	name := queens.Square{Col: l.index}.String()
	return "file " + name[:len(name)-1]
}

func (l line) square(i int) queens.Square {
	if l.isRow {
		return queens.Square{Row: l.index, Col: i}
	}
	return queens.Square{Row: i, Col: l.index}
}

// open calls f for the lines that need a queen, until it returns false.
func (s *sheet) open(f func(line) bool) {
	for rows := s.rows; rows != 0; rows &= rows - 1 {
		row := bits.TrailingZeros32(rows)
		if !f(line{index: row, squares: s.free[row], isRow: true}) {
			return
		}
	}
	for cols := s.cols; cols != 0; cols &= cols - 1 {
		col := bits.TrailingZeros32(cols)
		var squares uint32
		for row := range s.n {
			squares |= s.free[row] >> col & 1 << row
		}
		if !f(line{index: col, squares: squares}) {
			return
		}
	}
}

// single returns a line with one free square, and the square.
func (s *sheet) single() (found line, square queens.Square, ok bool) {
	s.open(func(l line) bool {
		if ok = bits.OnesCount32(l.squares) == 1; ok {
			found, square = l, l.square(bits.TrailingZeros32(l.squares))
		}
		return !ok
	})
	return found, square, ok
}

// starved returns a line without a free square.
func (s *sheet) starved() (found line, ok bool) {
	s.open(func(l line) bool {
		if ok = l.squares == 0; ok {
			found = l
		}
		return !ok
	})
	return found, ok
}

// fruitless returns a free square where a queen would leave a line without free squares,
// and the line.
func (s *sheet) fruitless() (square queens.Square, left line, ok bool) {
	for row := range s.n {
		for free := s.free[row]; free != 0; free &= free - 1 {
			square = queens.Square{Row: row, Col: bits.TrailingZeros32(free)}
			tried := *s
			tried.place(square)
			if left, ok = tried.starved(); ok {
				return square, left, true
			}
		}
	}
	return square, left, false
}

// A Level says what it takes to solve a puzzle.
type Level int

// The levels.
const (
	Easy   Level = iota // there is always a line with one free square
	Medium              // some squares must be ruled out because a queen there would starve a line
	Hard                // these two steps do not suffice
)

// level solves the puzzle by steps up to the given level, and returns the level needed, or
// Hard if these steps do not suffice.
func (s sheet) level(most Level) Level {
	took := Easy
	for s.rows != 0 {
		if _, square, ok := s.single(); ok {
			s.place(square)
		} else if square, _, ok := s.fruitless(); ok && most >= Medium {
			s.bar(square)
			took = Medium
		} else {
			return Hard
		}
	}
	return took
}
