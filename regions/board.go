package regions

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"example.com/queens"
)

// A Board is an n×n board divided into n regions, with the queens and the crosses
// that a player has put down, if any. [New], [Parse] and [Generate] make one, and
// [Board.With] puts queens and crosses on it. It is immutable, but for the methods that
// read one into it, and safe for concurrent use. The zero Board has no squares.
type Board struct {
	n       int
	region  []uint8 // by square
	masks   sets    // the squares of each region
	given   queens.Placement
	blocked set
}

// New returns a board of the given regions. There is one value for each square, row by
// row, and squares of equal value form a region, connected or not. Any n different
// values do: the regions are numbered from 0 to n-1 in the order of their values, so
// that the numbers 0 to n-1 stay as they are. It takes O(n²) time.
//
// It is an error if there are not 1 to [MaxN] rows, each with as many squares as there are
// rows, or not as many regions. The error names the row, the square or the region. A
// board that merely has no solution is not an error.
func New(regions [][]int) (*Board, error) {
	b, err := divide(regions, strconv.Itoa)
	if err != nil {
		return nil, fmt.Errorf("regions: %w", err)
	}
	return b, nil
}

// divide is [New] for values of any kind, with errors that do not name the package.
func divide[V cmp.Ordered](values [][]V, name func(V) string) (*Board, error) {
	n := len(values)
	if n < 1 || n > MaxN {
		return nil, fmt.Errorf("board of %s, want 1 to %d", plural(n, "row"), MaxN)
	}
	for row, line := range values {
		if len(line) != n {
			return nil, fmt.Errorf("row %d has %s, but there %s", row+1, plural(len(line), "square"), are(n, "row"))
		}
	}
	order, err := distinct(values, name)
	if err != nil {
		return nil, err
	}
	g := geometryOf(n)
	b := &Board{n: n, region: make([]uint8, n*n), masks: makeSets(n, g.words), given: noQueens(n), blocked: make(set, g.words)}
	for s, square := range g.squareList {
		region, _ := slices.BinarySearch(order, values[square.Row][square.Col])
		b.region[s] = uint8(region)
		b.masks.at(region).insert(s)
	}
	return b, nil
}

// distinct returns the n different values of an n×n matrix in ascending order.
func distinct[V cmp.Ordered](values [][]V, name func(V) string) ([]V, error) {
	var order []V
	for row, line := range values {
		for col, value := range line {
			i, known := slices.BinarySearch(order, value)
			if known {
				continue
			}
			if len(order) == len(values) {
				return nil, fmt.Errorf("region %s, first on %v, is one more than there are rows",
					name(value), queens.Square{Row: row, Col: col})
			}
			order = slices.Insert(order, i, value)
		}
	}
	if len(order) < len(values) {
		names := make([]string, len(order))
		for i, value := range order {
			names[i] = name(value)
		}
		return nil, fmt.Errorf("%s (%s), but there %s", plural(len(order), "region"), list(names), are(len(values), "row"))
	}
	return order, nil
}

func noQueens(n int) queens.Placement { return slices.Repeat(queens.Placement{queens.Empty}, n) }

// With returns the board of b with more queens given, which every solution must have,
// and more squares blocked, where no queen may stand: what a player has put down so far,
// crosses being blocked squares. b stays as it is. To name a square twice is to name it
// once.
//
// It is an error if a square is off the board, if given queens attack each other, or if
// one stands on a blocked square. A board that merely has no solution is not an error.
// With takes O(n²) time.
func (b *Board) With(given, blocked []queens.Square) (*Board, error) {
	c, err := b.with(given, blocked)
	if err != nil {
		return nil, fmt.Errorf("regions: %w", err)
	}
	return c, nil
}

// with is [Board.With], with errors that do not name the package.
func (b *Board) with(given, blocked []queens.Square) (*Board, error) {
	g := geometryOf(b.n)
	c := *b
	c.given, c.blocked = slices.Clone(b.given), slices.Clone(b.blocked)
	for _, s := range blocked {
		if !g.onBoard(s) {
			return nil, fmt.Errorf("blocked square %v is off the board of %s", s, plural(b.n, "row"))
		}
		c.blocked.insert(g.number(s))
	}
	for _, s := range given {
		if !g.onBoard(s) {
			return nil, fmt.Errorf("given queen %v is off the board of %s", s, plural(b.n, "row"))
		}
		for other := range c.given.Queens() {
			if why := b.clash(other, s); why != "" {
				return nil, fmt.Errorf("given queens %v and %v %s", other, s, why)
			}
		}
		c.given[s.Row] = s.Col
	}
	for s := range c.given.Queens() {
		if c.blocked.has(g.number(s)) {
			return nil, fmt.Errorf("given queen %v stands on a blocked square", s)
		}
	}
	return &c, nil
}

// N returns the size of the board: its rows, its columns and its regions.
func (b *Board) N() int { return b.n }

// Region returns the number of the region that s is in, from 0 to n-1. It panics if s is
// not on the board.
func (b *Board) Region(s queens.Square) int {
	g := geometryOf(b.n)
	if !g.onBoard(s) {
		panic(fmt.Sprintf("regions: square %v is off the board of %s", s, plural(b.n, "row")))
	}
	return int(b.region[g.number(s)])
}

// Regions returns the number of the region of every square, from 0 to n-1, row by row.
// [New] makes the same board of it, without queens and crosses. The matrix is the
// caller's.
func (b *Board) Regions() [][]int {
	regions := make([][]int, b.n)
	for row := range regions {
		regions[row] = make([]int, b.n)
		for col := range regions[row] {
			regions[row][col] = int(b.region[row*b.n+col])
		}
	}
	return regions
}

// Given returns an iterator over the squares of the given queens, row by row.
func (b *Board) Given() iter.Seq[queens.Square] { return b.given.Queens() }

// Blocked returns an iterator over the blocked squares, row by row.
func (b *Board) Blocked() iter.Seq[queens.Square] {
	return func(yield func(queens.Square) bool) {
		g := geometryOf(b.n)
		for s := range b.blocked.squares() {
			if !yield(g.squareList[s]) {
				return
			}
		}
	}
}

// RegionName returns the name of a region in text: A to Z for the regions 0 to 25, then
// a to f. It panics if there is no such region on any board.
func RegionName(region int) string { return regionNames[region : region+1] }

const regionNames = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"

// clash says why queens on two squares of the board attack each other, "are both in row
// 3", or "" if they do not.
func (b *Board) clash(s, t queens.Square) string {
	g := geometryOf(b.n)
	region := b.region[g.number(s)]
	switch {
	case s == t:
		return ""
	case s.Row == t.Row:
		return fmt.Sprintf("are both in row %d", s.Row+1)
	case s.Col == t.Col:
		return "are both in column " + columnName(s.Col)
	case region == b.region[g.number(t)]:
		return "are both in region " + RegionName(int(region))
	case touch(s, t):
		return "touch"
	}
	return ""
}

// differ reports whether two neighbouring squares are in different regions, or just one
// of them on the board.
func (b *Board) differ(row, col, otherRow, otherCol int) bool {
	g := geometryOf(b.n)
	s, t := queens.Square{Row: row, Col: col}, queens.Square{Row: otherRow, Col: otherCol}
	if !g.onBoard(s) || !g.onBoard(t) {
		return g.onBoard(s) != g.onBoard(t)
	}
	return b.Region(s) != b.Region(t)
}
