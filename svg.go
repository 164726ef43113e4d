package queens

import (
	"fmt"
	"io"

	"example.com/queens/internal/svg"
)

// maxSVG is the size of the largest board in a picture.
const maxSVG = 256

// WriteSVG writes a picture of p to w, in SVG: a chessboard from White's side, with row 0 at
// the bottom, a1 dark, and the ranks and files named along the edges. It has a title and a
// description for people who cannot see it, and draws queens without a font. The same p
// always gives the same bytes, O(n) of them.
//
// A board of more than 256 rows is an error, and nothing is written. Any other error comes
// from w.
func (p Placement) WriteSVG(w io.Writer) error {
	if len(p) > maxSVG {
		return fmt.Errorf("queens: svg: board of %d rows, want at most %d", len(p), maxSVG)
	}
	return svg.Write(w, len(p), svg.Squares(p.Queens()))
}

// WriteGallery writes a picture of many boards to w, in SVG. They stand in rows, from left to right
// and from top to bottom, with as many in each row as make the whole picture closest to 4:3. Each
// board looks as [Placement.WriteSVG] draws it, and has its number below, counted from 1. Boards
// may differ in size; all get as much room as the largest needs.
//
// A board of more than 256 rows is an error, and nothing is written. Any other error comes
// from w.
func WriteGallery(w io.Writer, placements []Placement) error {
	boards := make([]svg.Caption, len(placements))
	for i, p := range placements {
		if len(p) > maxSVG {
			return fmt.Errorf("queens: svg: board %d has %d rows, want at most %d", i+1, len(p), maxSVG)
		}
		boards[i] = svg.Caption{N: len(p), Queens: svg.Squares(p.Queens()), Text: p.String()}
	}
	return svg.WriteGallery(w, boards)
}

// WriteSVG writes a picture of the board with the queens of p to w, in SVG: a puzzle and an
// answer to it, which may be wrong or incomplete. If p is nil, it draws the given queens,
// and so the puzzle alone.
//
// The picture looks as [Placement.WriteSVG] draws it, and shows the constraints. There is a
// box on the square of each given queen, and in it a dark queen if p has it. Other queens
// are pale, with a dark outline. Blocked squares are hatched. The title and the description
// say the same in words, and whether the board is toroidal.
//
// If p is not of the size of the board or has a value that is neither a column nor [Empty],
// that is an error, and nothing is written. Any other error comes from w.
func (b *Board) WriteSVG(w io.Writer, p Placement) error {
	if p == nil {
		p = b.given
	}
	if err := b.checkFits(p); err != nil {
		return fmt.Errorf("queens: svg: %w", err)
	}
	picture := svg.Puzzle{N: len(p), Torus: b.Toroidal(), Blocked: svg.Squares(b.Blocked())}
	for given := range b.Given() {
		if p[given.Row] == given.Col {
			picture.Kept = append(picture.Kept, svg.Square(given))
		} else {
			picture.Missing = append(picture.Missing, svg.Square(given))
		}
	}
	for queen := range p.Queens() {
		if b.given[queen.Row] != queen.Col {
			picture.Others = append(picture.Others, svg.Square(queen))
		}
	}
	return picture.Write(w)
}
