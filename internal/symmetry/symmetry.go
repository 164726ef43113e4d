// Package symmetry has the images of placements under the eight symmetries of the square, without
// building them.
package symmetry

// A View is a symmetry taken apart: a transposition or none, followed by flips. So each row
// of an image is a row of the placement or of its transpose, flipped or not. The zero View
// is the identity.
type View struct{ Transposed, FlipRows, FlipCols bool }

// Views are the eight symmetries, in the order of the constants of package queens: the identity,
// turns by one, two and three quarters, and the reflections that exchange the first row and the
// last, rows and columns, the first column and the last, and the corners off the main antidiagonal.
var Views = [8]View{
	{}, {Transposed: true, FlipCols: true}, {FlipRows: true, FlipCols: true}, {Transposed: true, FlipRows: true},
	{FlipRows: true}, {Transposed: true}, {FlipCols: true}, {Transposed: true, FlipRows: true, FlipCols: true},
}

// Apply returns the square to which v takes one on a board of size n.
func (v View) Apply(n, row, col int) (int, int) {
	if v.Transposed {
		row, col = col, row
	}
	if v.FlipRows {
		row = n - 1 - row
	}
	if v.FlipCols {
		col = n - 1 - col
	}
	return row, col
}

// An Imager gives access to the images of a placement under symmetries without building them:
// Rows is the placement, and Cols its transpose, the row of the queen in each column.
type Imager struct{ Rows, Cols []int }

// Column returns the column of the queen in a row of an image.
func (m Imager) Column(v View, row int) int {
	lines := m.Rows
	if v.Transposed {
		lines = m.Cols
	}
	last := len(lines) - 1
	if v.FlipRows {
		row = last - row
	}
	col := lines[row]
	if v.FlipCols && col >= 0 { // there is a queen
		col = last - col
	}
	return col
}

// Compare orders two images lexicographically.
func (m Imager) Compare(v, w View) int {
	for row := range m.Rows {
		if c := m.Column(v, row) - m.Column(w, row); c != 0 {
			return c
		}
	}
	return 0
}

// Least reports whether no image precedes the placement.
func (m Imager) Least(views []View) bool {
	for _, v := range views {
		if v != (View{}) && m.Compare(v, View{}) < 0 {
			return false
		}
	}
	return true
}

// Image returns an image.
func (m Imager) Image(v View) []int {
	image := make([]int, len(m.Rows))
	for row := range image {
		image[row] = m.Column(v, row)
	}
	return image
}
