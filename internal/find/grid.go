package find

import "slices"

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
