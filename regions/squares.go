package regions

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"example.com/queens"
)

// MaxN is the size of the largest board.
const MaxN = 32

// Squares are numbered row by row, row*n + col. A set of squares has one bit for each, 64 to a
// word: one word for n = 8, two for n = 11, sixteen for n = 32.
type set []uint64

func (s set) has(square int) bool { return s[square>>6]>>(square&63)&1 != 0 }
func (s set) insert(square int)   { s[square>>6] |= 1 << (square & 63) }
func (s set) remove(square int)   { s[square>>6] &^= 1 << (square & 63) }

func (s set) size() int {
	size := 0
	for _, word := range s {
		size += bits.OnesCount64(word)
	}
	return size
}

// and narrows s to the squares of another set, and reports whether there are any.
func (s set) and(other set) (some bool) {
	other = other[:len(s)]
	var any uint64
	for i := range s {
		s[i] &= other[i]
		any |= s[i]
	}
	return any != 0
}

// squares returns an iterator over the squares of s, in ascending order. The set may change
// meanwhile.
func (s set) squares() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(i<<6 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// sets are sets of the same length, one after another.
type sets struct {
	words []uint64
	width int // words of a set
}

func makeSets(count, width int) sets { return sets{make([]uint64, count*width), width} }

func (s sets) at(i int) set { return s.words[i*s.width : (i+1)*s.width : (i+1)*s.width] }

// A geometry is what all boards of a size have in common.
type geometry struct {
	n          int
	words      int // of a set
	all        set
	lines      sets // rows, then columns
	attacks    sets // for each square, those that a queen there attacks, whatever the regions
	rowOf      []uint8
	colOf      []uint8
	squareList []queens.Square
}

// geometryOf returns the geometry of the n×n board. It is kept, because making it takes longer
// than solving a board.
func geometryOf(n int) *geometry { return geometries[n]() }

var geometries = func() (kept [MaxN + 1]func() *geometry) {
	for n := range kept {
		kept[n] = sync.OnceValue(func() *geometry { return newGeometry(n) })
	}
	return kept
}()

func newGeometry(n int) *geometry {
	words := (n*n + 63) / 64
	g := &geometry{
		n: n, words: words,
		all: make(set, words), lines: makeSets(2*n, words), attacks: makeSets(n*n, words),
		rowOf: make([]uint8, n*n), colOf: make([]uint8, n*n), squareList: make([]queens.Square, n*n),
	}
	for s := range n * n {
		row, col := s/n, s%n
		g.rowOf[s], g.colOf[s], g.squareList[s] = uint8(row), uint8(col), queens.Square{Row: row, Col: col}
		g.all.insert(s)
		g.lines.at(row).insert(s)
		g.lines.at(n + col).insert(s)
	}
	for s, square := range g.squareList {
		for t, other := range g.squareList {
			if clashOf(square, other, false) != noClash {
				g.attacks.at(s).insert(t)
			}
		}
	}
	return g
}

// A clash is the reason why queens on two squares attack each other.
type clash uint8

const (
	noClash clash = iota
	sameRow
	sameColumn
	sameRegion
	touching // at a side or a corner
)

// clashOf returns why queens on two squares attack each other: the rule of the puzzle.
func clashOf(s, t queens.Square, oneRegion bool) clash {
	rows, cols := max(s.Row-t.Row, t.Row-s.Row), max(s.Col-t.Col, t.Col-s.Col)
	switch {
	case rows == 0 && cols == 0:
		return noClash // a queen does not attack its own square
	case rows == 0:
		return sameRow
	case cols == 0:
		return sameColumn
	case oneRegion:
		return sameRegion
	case rows == 1 && cols == 1:
		return touching
	}
	return noClash
}

func (g *geometry) onBoard(s queens.Square) bool {
	return 0 <= s.Row && s.Row < g.n && 0 <= s.Col && s.Col < g.n
}

func (g *geometry) number(s queens.Square) int { return s.Row*g.n + s.Col }

// named returns the squares of a set, row by row, or nil if there are none.
func (g *geometry) named(s set) []queens.Square {
	var squares []queens.Square
	for square := range s.squares() {
		squares = append(squares, g.squareList[square])
	}
	return slices.Clip(squares)
}

// columnName returns the letters of a column, as they stand in the names of its squares.
func columnName(col int) string {
	return strings.TrimRight(queens.Square{Col: col}.String(), "1")
}

// flood returns the squares that can be reached from one, going from each to those beside,
// above and below it where pass allows it.
func (g *geometry) flood(from int, pass func(from, to int) bool) []int {
	seen := make(set, g.words)
	seen.insert(from)
	reached := []int{from}
	for i := 0; i < len(reached); i++ {
		s := reached[i]
		for _, t := range g.beside(s) {
			if t >= 0 && !seen.has(t) && pass(s, t) {
				seen.insert(t)
				reached = append(reached, t)
			}
		}
	}
	return reached
}

// beside returns the squares that share a side with one, and negative numbers beyond the edges.
func (g *geometry) beside(s int) [4]int {
	n := g.n
	squares := [4]int{s - n, s - 1, s + 1, s + n}
	if s%n == 0 {
		squares[1] = -1
	}
	if s%n == n-1 {
		squares[2] = -1
	}
	if s >= n*(n-1) {
		squares[3] = -1
	}
	return squares
}
