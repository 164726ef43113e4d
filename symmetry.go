package queens

import (
	"fmt"
	"slices"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/symmetry"
	"example.com/queens/internal/words"
)

// A Symmetry is one of the eight rotations and reflections that map a square board onto
// itself. Under [Symmetry.Compose] they form the dihedral group of the square. The names
// are for a board drawn with row 0 at the top; on a chessboard, with row 0 at the bottom,
// Rotate90 turns counterclockwise. Apply, Compose and Inverse panic if the value is not
// one of the eight.
type Symmetry uint8

// The symmetries of the square. The comments say where each takes (row, column) on a board
// of size n.
const (
	Identity      Symmetry = iota // (row, column)
	Rotate90                      // (column, n-1-row), a quarter turn clockwise
	Rotate180                     // (n-1-row, n-1-column), a half turn
	Rotate270                     // (n-1-column, row), a quarter turn counterclockwise
	FlipRows                      // (n-1-row, column), the first row to the last
	Transpose                     // (column, row), across the main diagonal
	FlipColumns                   // (row, n-1-column), the first column to the last
	AntiTranspose                 // (n-1-column, n-1-row), across the main antidiagonal
)

// The bits of a Symmetry: FlipRows, if bit 2 is set, then the number of quarter turns in
// bits 0 and 1. Odd values exchange rows and columns.
const (
	turns     = Rotate90 | Rotate180
	reflected = FlipRows
)

var symmetryWords = words.New("queens", "Symmetry",
	"identity", "rotate90", "rotate180", "rotate270", "fliprows", "transpose", "flipcolumns", "antitranspose",
)

// String returns the name of s in small letters, "identity" to "antitranspose".
func (s Symmetry) String() string { return symmetryWords.Word(uint8(s)) }

// MarshalText returns the name of s, as String does. A value that is not one of the eight
// is an error.
func (s Symmetry) MarshalText() ([]byte, error) { return symmetryWords.Text(uint8(s)) }

// UnmarshalText reads the name of a symmetry, in upper or lower case. Anything else is an error, and
// leaves s as it is.
func (s *Symmetry) UnmarshalText(text []byte) error { return words.Read(symmetryWords, text, s) }

// Inverse returns the symmetry that undoes s.
func (s Symmetry) Inverse() Symmetry {
	s.mustBeValid()
	if s&reflected != 0 {
		return s
	}
	return -s & turns
}

// Compose returns the symmetry that applies t first and then s, which is s∘t in
// mathematics: p.Transform(s.Compose(t)) is p.Transform(t).Transform(s).
func (s Symmetry) Compose(t Symmetry) Symmetry {
	s.mustBeValid()
	t.mustBeValid()
	// A reflection followed by a rotation is the inverse rotation followed by the
	// reflection.
	rotation := t
	if s&reflected != 0 {
		rotation = -t
	}
	return (s+rotation)&turns | (s^t)&reflected
}

// Apply returns the square to which s takes sq on a board of size n.
func (s Symmetry) Apply(n int, sq Square) Square {
	row, col := s.view().Apply(n, sq.Row, sq.Col)
	return Square{row, col}
}

// mustBeValid panics if s is not one of the eight symmetries.
func (s Symmetry) mustBeValid() {
	if s > AntiTranspose {
		panic(fmt.Sprintf("queens: %v is not a symmetry of the square, 0..%d", s, uint8(AntiTranspose)))
	}
}

// allSymmetries returns the eight symmetries.
func allSymmetries() []Symmetry {
	return []Symmetry{Identity, Rotate90, Rotate180, Rotate270, FlipRows, Transpose, FlipColumns, AntiTranspose}
}

// Transform returns the image of p under s, a new Placement. It panics if p has a value
// that is neither a column of the board nor [Empty], or if s exchanges rows and columns while
// two queens of p share a column: a Placement cannot hold both in one row. It takes O(n)
// time.
func (p Placement) Transform(s Symmetry) Placement {
	v := s.view()
	if !v.Transposed {
		p.mustBeColumns()
		return symmetry.Imager{Rows: p}.Image(v)
	}
	return p.imager().Image(v)
}

// Canonical returns the lexicographically least of the eight images of p, a new Placement;
// [Empty] is less than any column. Two placements are equal up to symmetry if and only if
// they have the same canonical form. Canonical panics if p has a value that is neither a
// column of the board nor Empty, or two queens in a column. It takes O(n) time.
func (p Placement) Canonical() Placement {
	images := p.imager()
	return images.Image(slices.MinFunc(symmetry.Views[:], images.Compare))
}

// IsFundamental reports whether p is its own [Placement.Canonical] form, as exactly one
// placement of each orbit is. It panics if Canonical does, and takes O(n) time. To find all
// fundamental solutions, [Fundamental] is faster than testing every solution.
func (p Placement) IsFundamental() bool { return p.imager().Least(symmetry.Views[:]) }

// Orbit returns the distinct images of p under the eight symmetries, each a new Placement,
// in lexicographic order. The first is the [Placement.Canonical] form. There are
// 8 / len(p.Stabilizer()) of them. Orbit panics if Canonical does, and takes O(n) time.
func (p Placement) Orbit() []Placement { return p.orbit(allSymmetries()) }

// orbit is [Placement.Orbit] under the symmetries in a group.
func (p Placement) orbit(group []Symmetry) []Placement {
	images := p.imager()
	var orbit []Placement
	for _, s := range group {
		orbit = append(orbit, images.Image(s.view()))
	}
	slices.SortFunc(orbit, slices.Compare[Placement])
	return slices.CompactFunc(orbit, slices.Equal[Placement])
}

// Stabilizer returns the symmetries that leave p unchanged, in the order of their
// constants. They form a subgroup: there are 1, 2, 4 or 8 of them, and the first is
// [Identity]. Stabilizer panics if [Placement.Canonical] does, and takes O(n) time.
func (p Placement) Stabilizer() []Symmetry {
	images := p.imager()
	return slices.DeleteFunc(allSymmetries(), func(s Symmetry) bool {
		return images.Compare(s.view(), symmetry.View{}) != 0
	})
}

// imager returns the imager of p. It panics if p has no transpose.
func (p Placement) imager() symmetry.Imager {
	p.mustBeColumns()
	return p.imagerWith(make(Placement, len(p)))
}

// mustBeColumns panics if p has a value that is neither a column of the board nor [Empty].
func (p Placement) mustBeColumns() {
	if err := p.checkValues(); err != nil {
		panic("queens: " + err.Error())
	}
}

// imagerWith is imager with a buffer for the transpose.
func (p Placement) imagerWith(cols Placement) symmetry.Imager {
	for col := range cols {
		cols[col] = Empty
	}
	for row, col := range p {
		if col == Empty {
			continue
		}
		if cols[col] != Empty {
			panic(fmt.Sprintf("queens: placement has no transpose: queens %v and %v share a column",
				Square{cols[col], col}, Square{row, col}))
		}
		cols[col] = row
	}
	return symmetry.Imager{Rows: p, Cols: cols}
}

// view returns s taken apart.
func (s Symmetry) view() symmetry.View {
	s.mustBeValid()
	return symmetry.Views[s]
}

func viewsOf(symmetries []Symmetry) []symmetry.View {
	views := make([]symmetry.View, len(symmetries))
	for i, s := range symmetries {
		views[i] = s.view()
	}
	return views
}

// narrow adds boards to a list, in the lexicographic order of their solutions, that together
// have the fundamental solutions of b and few others. It fixes the queens of the rows from the
// given one on, while a symmetry other than the identity keeps every queen fixed so far on its
// square: then a solution and its image begin alike. A queen fixed in a row excludes every square
// that such a symmetry maps to a lower column of that row, because with a queen there the image
// would precede the solution.
func narrow(narrowed []bitboard.Board, b bitboard.Board, row int, keeping []Symmetry) []bitboard.Board {
	n := len(b.Open)
	if b.Hopeless() {
		return narrowed
	}
	if row == n || len(keeping) == 1 {
		return append(narrowed, b)
	}
	for col := range bitboard.Members(b.Open[row]) {
		queen := Square{row, col}
		fixed := b.With(row, col)
		var kept []Symmetry
		for _, s := range keeping {
			inverse := s.Inverse()
			for col := range queen.Col {
				excluded := inverse.Apply(n, Square{row, col})
				fixed.Open[excluded.Row] &^= 1 << excluded.Col
			}
			if inverse.Apply(n, queen) == queen {
				kept = append(kept, s)
			}
		}
		narrowed = narrow(narrowed, fixed, row+1, kept)
	}
	return narrowed
}

// leastUnder returns a function that reports whether no symmetry in a group takes a solution to
// a lexicographically lesser one.
func leastUnder(group []Symmetry) func(Placement) bool {
	views, transpose := viewsOf(group), make(Placement, MaxN)
	return func(p Placement) bool { return p.imagerWith(transpose[:len(p)]).Least(views) }
}
