package queens

import (
	"fmt"
	"slices"
)

// A Symmetry is one of the eight ways to turn or reflect a square board onto
// itself. Together they are the dihedral group of the square, under
// [Symmetry.Compose]. The names fit a board drawn with row 0 on top; on a
// chessboard, seen with row 0 at the bottom, Rotate90 turns the other way. All
// methods but String panic if the value is none of the eight.
type Symmetry uint8

// The symmetries of the square, with the square that each makes of
// (row, column) on a board of size n.
const (
	Identity      Symmetry = iota // (row, column)
	Rotate90                      // (column, n-1-row), a quarter turn clockwise
	Rotate180                     // (n-1-row, n-1-column), a half turn
	Rotate270                     // (n-1-column, row), a quarter turn counterclockwise
	FlipRows                      // (n-1-row, column), first row to last
	Transpose                     // (column, row), across the main diagonal
	FlipColumns                   // (row, n-1-column), first column to last
	AntiTranspose                 // (n-1-column, n-1-row), across the other diagonal
)

// The bits of a Symmetry: FlipRows first if bit 2 is set, then as many quarter turns
// as bits 0 and 1 say. The odd ones exchange rows and columns.
const (
	turns     = Rotate90 | Rotate180
	reflected = FlipRows
)

// String returns the name of s, "Identity" to "AntiTranspose".
func (s Symmetry) String() string {
	switch s {
	case Identity:
		return "Identity"
	case Rotate90:
		return "Rotate90"
	case Rotate180:
		return "Rotate180"
	case Rotate270:
		return "Rotate270"
	case FlipRows:
		return "FlipRows"
	case Transpose:
		return "Transpose"
	case FlipColumns:
		return "FlipColumns"
	case AntiTranspose:
		return "AntiTranspose"
	}
	return fmt.Sprintf("Symmetry(%d)", uint8(s))
}

// Inverse returns the symmetry that undoes s.
func (s Symmetry) Inverse() Symmetry {
	s.mustBeValid()
	if s&reflected != 0 {
		return s
	}
	return -s & turns
}

// Compose returns the symmetry that does t first and then s, as s∘t in
// mathematics: p.Transform(s.Compose(t)) is p.Transform(t).Transform(s).
func (s Symmetry) Compose(t Symmetry) Symmetry {
	s.mustBeValid()
	t.mustBeValid()
	// A reflection before a rotation is the opposite rotation before the
	// reflection.
	rotation := t
	if s&reflected != 0 {
		rotation = -t
	}
	return (s+rotation)&turns | (s^t)&reflected
}

// Apply returns the square that s makes of sq on a board of size n.
func (s Symmetry) Apply(n int, sq Square) Square {
	s.mustBeValid()
	if s&reflected != 0 {
		sq.Row = n - 1 - sq.Row
	}
	for range s & turns {
		sq = Square{sq.Col, n - 1 - sq.Row}
	}
	return sq
}

// mustBeValid panics if s is not one of the eight.
func (s Symmetry) mustBeValid() {
	if s > AntiTranspose {
		panic(fmt.Sprintf("queens: %v is not a symmetry of the square, 0..%d", s, uint8(AntiTranspose)))
	}
}

// symmetries returns the eight.
func symmetries() []Symmetry {
	return []Symmetry{Identity, Rotate90, Rotate180, Rotate270, FlipRows, Transpose, FlipColumns, AntiTranspose}
}

// Transform returns the image of p under s, a new Placement. It panics if p
// holds anything but columns of the board and [Empty], or if s swaps rows and
// columns while two queens of p share a column: a Placement cannot hold the two
// in one row. It takes O(n) time.
func (p Placement) Transform(s Symmetry) Placement {
	view := s.view()
	if !view.transposed {
		p.mustBeColumns()
		return images{rows: p}.image(view)
	}
	return p.images().image(view)
}

// Canonical returns the lexicographically least of the eight images of p, a new
// Placement; an [Empty] row is less than any column. Two placements are the
// same up to symmetry if they have the same canonical form. Canonical panics if
// p holds anything but columns of the board and Empty, or two queens of p share
// a column. It takes O(n) time.
func (p Placement) Canonical() Placement {
	images := p.images()
	return images.image(slices.MinFunc(views(symmetries()), images.compare))
}

// IsFundamental reports whether p is its own [Placement.Canonical] form, so that
// of every orbit exactly one placement is fundamental. It panics where Canonical
// does, and takes O(n) time. [Fundamental] finds the solutions that are, in less time
// than to test each.
func (p Placement) IsFundamental() bool { return p.images().least(views(symmetries())) }

// Orbit returns the distinct images of p under the eight symmetries, each a new
// Placement, in lexicographic order: the first is the [Placement.Canonical]
// form. There are 8 / len(p.Stabilizer()) of them. Orbit panics where Canonical
// does, and takes O(n) time.
func (p Placement) Orbit() []Placement { return p.orbit(symmetries()) }

// orbit is [Placement.Orbit] under the symmetries of a group.
func (p Placement) orbit(group []Symmetry) []Placement {
	images := p.images()
	var orbit []Placement
	for _, s := range group {
		orbit = append(orbit, images.image(s.view()))
	}
	slices.SortFunc(orbit, slices.Compare[Placement])
	return slices.CompactFunc(orbit, slices.Equal[Placement])
}

// Stabilizer returns the symmetries that leave p unchanged, in the order of
// their constants. They form a subgroup, so there are 1, 2, 4 or 8 of them, and
// the first is [Identity]. Stabilizer panics where [Placement.Canonical] does, and
// takes O(n) time.
func (p Placement) Stabilizer() []Symmetry {
	images := p.images()
	return slices.DeleteFunc(symmetries(), func(s Symmetry) bool {
		return images.compare(s.view(), view{}) != 0
	})
}

// An images gives all images of one placement without writing them down: rows is
// the placement, and cols its transpose.
type images struct{ rows, cols Placement }

// images panics if p has no transpose.
func (p Placement) images() images {
	p.mustBeColumns()
	return p.imagesIn(make(Placement, len(p)))
}

// mustBeColumns panics if p holds anything but columns of the board and [Empty].
func (p Placement) mustBeColumns() {
	if err := p.badValue(); err != nil {
		panic("queens: " + err.Error())
	}
}

// imagesIn is images with room for the transpose.
func (p Placement) imagesIn(cols Placement) images {
	for col := range cols {
		cols[col] = Empty
	}
	for row, col := range p {
		if col == Empty {
			continue
		}
		if cols[col] != Empty {
			panic(fmt.Sprintf("queens: placement has no transpose: queens %v and %v share a column", Square{cols[col], col}, Square{row, col}))
		}
		cols[col] = row
	}
	return images{p, cols}
}

// A view is a symmetry taken apart: a transposition or none, and then flips. So each
// row of an image is a row of the placement or its transpose, flipped or not. The zero
// view is the identity.
type view struct{ transposed, flipRows, flipCols bool }

// view finds the flips by what s does to the first corner of a board, which a
// transposition keeps.
func (s Symmetry) view() view {
	corner := s.Apply(2, Square{})
	return view{transposed: s&1 != 0, flipRows: corner.Row != 0, flipCols: corner.Col != 0}
}

func views(symmetries []Symmetry) []view {
	var views []view
	for _, s := range symmetries {
		views = append(views, s.view())
	}
	return views
}

// column returns the column of the queen in one row of an image.
func (m images) column(v view, row int) int {
	lines := m.rows
	if v.transposed {
		lines = m.cols
	}
	last := len(lines) - 1
	if v.flipRows {
		row = last - row
	}
	col := lines[row]
	if v.flipCols && col != Empty {
		col = last - col
	}
	return col
}

// compare orders two images lexicographically.
func (m images) compare(v, w view) int {
	for row := range m.rows {
		if c := m.column(v, row) - m.column(w, row); c != 0 {
			return c
		}
	}
	return 0
}

// least reports whether no image comes before the placement.
func (m images) least(views []view) bool {
	for _, v := range views {
		if v != (view{}) && m.compare(v, view{}) < 0 {
			return false
		}
	}
	return true
}

func (m images) image(v view) Placement {
	image := make(Placement, len(m.rows))
	for row := range image {
		image[row] = m.column(v, row)
	}
	return image
}
