package queens

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.com/queens/internal/words"
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
	side := svgSide(len(p))
	queens := slices.Collect(p.Queens())
	pic := newPicture(side, side, p.title(), describe(squareList{"Queens on ", queens}), len(p))
	pic.board(len(p), 0, 0, squareList{"queen", queens})
	return pic.finish(w)
}

// WriteGallery writes a picture of many boards to w, in SVG. They stand in rows, from left
// to right and from top to bottom, as many in each row as bring the whole closest to the
// ratio 4:3. Each board looks as [Placement.WriteSVG] draws it, and has its number below,
// counted from 1. Boards may differ in size; all get as much room as the largest needs.
//
// A board of more than 256 rows is an error, and nothing is written. Any other error comes
// from w.
func WriteGallery(w io.Writer, placements []Placement) error {
	largest := 0
	var sizes []int
	var captions []string
	for i, p := range placements {
		if len(p) > maxSVG {
			return fmt.Errorf("queens: svg: board %d has %d rows, want at most %d", i+1, len(p), maxSVG)
		}
		largest = max(largest, len(p))
		sizes = append(sizes, len(p))
		captions = append(captions, p.caption(i+1))
	}
	side := svgSide(largest)
	width := side + svgGap
	height := width + svgCaption
	columns := galleryColumns(len(placements), width, height)
	rows := (len(placements) + columns - 1) / columns
	pic := newPicture(columns*width+svgGap, rows*height+svgGap,
		words.Plural(len(placements), "board"), strings.Join(captions, "; "), sizes...)
	for i, p := range placements {
		x, y := svgGap+i%columns*width, svgGap+i/columns*height
		inset := (side - svgSide(len(p))) / 2 // of a board that is smaller than others
		fmt.Fprintf(pic, "<g><title>%s</title>\n", captions[i])
		pic.board(len(p), x+inset, y+inset, squareList{"queen", slices.Collect(p.Queens())})
		fmt.Fprintf(pic, `<text x="%d" y="%d" fill="%s" font-family="sans-serif" font-size="20" font-weight="bold" text-anchor="middle">%d</text></g>`+"\n",
			x+side/2, y+side-inset+svgCaption, svgCaptionFill, i+1)
	}
	return pic.finish(w)
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
	title := p.title()
	if b.start.torus {
		title += ", toroidal"
	}
	kept, missing, others := b.partitionQueens(p)
	blocked := slices.Collect(b.Blocked())
	side := svgSide(len(p))
	pic := newPicture(side, side, title, describe(
		squareList{"Given queens on ", kept},
		squareList{"Given queens missing on ", missing},
		squareList{"Other queens on ", others},
		squareList{"Blocked squares ", blocked}), len(p))
	pic.WriteString("<defs>\n" + svgGiven + "\n" + svgAnswer + "\n" + svgBlocked + "\n</defs>\n")
	pic.board(len(p), 0, 0, squareList{"blocked", blocked}, squareList{"given", slices.Concat(kept, missing)},
		squareList{"queen", kept}, squareList{"answer", others})
	return pic.finish(w)
}

// partitionQueens returns the given queens that p has, those that it lacks, and its other queens.
func (b *Board) partitionQueens(p Placement) (kept, missing, others []Square) {
	for given := range b.given.Queens() {
		if p[given.Row] == given.Col {
			kept = append(kept, given)
		} else {
			missing = append(missing, given)
		}
	}
	for queen := range p.Queens() {
		if b.given[queen.Row] != queen.Col {
			others = append(others, queen)
		}
	}
	return kept, missing, others
}

// galleryColumns returns the number of columns, at least 1, that brings a sheet of pictures
// of the given shape closest to the ratio 4:3.
func galleryColumns(pictures, width, height int) int {
	best, least := 1, math.Inf(1)
	for columns := 1; columns <= pictures; columns++ {
		rows := (pictures + columns - 1) / columns
		shape := float64(columns*width) / float64(rows*height)
		if off := math.Abs(math.Log(shape * 3 / 4)); off < least {
			best, least = columns, off
		}
	}
	return best
}

// title returns "8×8 board, 8 queens".
func (p Placement) title() string {
	return fmt.Sprintf("%d×%[1]d board, %s", len(p), words.Plural(len(slices.Collect(p.Queens())), "queen"))
}

// A squareList is a list of squares, and what to say of them, or what to draw there.
type squareList struct {
	what    string
	squares []Square
}

// describe returns what the lists say, except for those without squares.
func describe(lists ...squareList) string {
	var said []string
	for _, list := range lists {
		if names := words.Names(slices.Values(list.squares)); names != nil {
			said = append(said, list.what+strings.Join(names, ", "))
		}
	}
	return cmp.Or(strings.Join(said, "; "), "No queens")
}

// caption returns "3: 2 4 1 3" for the third board of a gallery.
func (p Placement) caption(number int) string {
	return strings.TrimSpace(fmt.Sprintf("%d: %s", number, p))
}

// Lengths in a picture.
const (
	svgSquare   = 40 // side of a square
	svgFrame    = 26 // width of the frame with the coordinates
	svgBaseline = 5  // how far the baseline of a coordinate is below its middle
	svgGap      = 28 // between the boards of a gallery
	svgCaption  = 26 // extra room below a board of a gallery
)

// Colours of a picture. The coordinates are on the frame, so that they are readable on any
// background. Captions have no frame, and are in a grey that stands out from white and from
// black.
const (
	svgFrameFill   = "#4e3a2c"
	svgLightFill   = "#f2e2c4"
	svgDarkFill    = "#b98b5e"
	svgCaptionFill = "#7b8087"
)

// svgQueenPath draws a queen in the square from (0, 0) to (40, 40): a crown with five points
// and a ball on each, a collar and a base.
const svgQueenPath = `M9.8 28.4 5.8 14.5 13 20.9 12.5 9.5 17.6 19.6 20 8 22.4 19.6 27.5 9.5 27 20.9 34.2 14.5 30.2 28.4Q20 25.4 9.8 28.4Z` +
	`M10.2 29.6Q20 26.6 29.8 29.6L29 32.4Q20 29.6 11 32.4Z` +
	`M8.4 36.4Q8.4 34.2 10.8 33.6Q20 30.9 29.2 33.6Q31.6 34.2 31.6 36.4Z` +
	`M3.1 13.4a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0M9.8 8.7a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0` +
	`M17.4 6.9a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0M25 8.7a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0` +
	`M31.7 13.4a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0`

// A queen is dark, with a pale outline to set it off from a dark square.
const svgQueen = `<path id="queen" fill="#231a14" stroke="#fff6e6" stroke-width="2.2" stroke-linejoin="round" paint-order="stroke" d="` +
	svgQueenPath + `"/>`

// In a puzzle the given queens are the dark ones, each on a pale square with a dark edge. The
// other queens are pale with dark outlines, and blocked squares are hatched. No meaning depends
// on colour, which a printer, a screen or an eye may not show.
const (
	svgGiven   = `<rect id="given" x="1.5" y="1.5" width="37" height="37" rx="5" fill="#fff6e6" stroke="#231a14" stroke-width="2"/>`
	svgAnswer  = `<path id="answer" fill="#fff6e6" stroke="#231a14" stroke-width="1.6" stroke-linejoin="round" d="` + svgQueenPath + `"/>`
	svgBlocked = `<path id="blocked" stroke="#231a14" stroke-width="1.6" d="M0 10 10 0M0 20 20 0M0 30 30 0M0 40 40 0M10 40 40 10M20 40 40 20M30 40 40 30"/>`
)

// svgSide returns the length of the side of a board of size n, with its frame.
func svgSide(n int) int { return n*svgSquare + 2*svgFrame }

// A picture is an SVG document that is being written.
type picture struct{ bytes.Buffer }

// newPicture begins a document with what its boards share: the queen, and an empty board of each
// size.
func newPicture(width, height int, title, description string, sizes ...int) *picture {
	pic := new(picture)
	fmt.Fprintf(pic, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`+"\n",
		width, height)
	fmt.Fprintf(pic, "<title>%s</title>\n<desc>%s</desc>\n", title, description)
	pic.WriteString("<defs>\n" + svgQueen + "\n")
	slices.Sort(sizes)
	for _, n := range slices.Compact(sizes) {
		pic.bareBoard(n)
	}
	pic.WriteString("</defs>\n")
	return pic
}

// bareBoard draws an empty board whose origin is the outer corner of a1, so that rank 1 and
// file a start there on boards of any size.
//
// The dark squares are those that an odd number of strips covers: each strip is a file with
// an even number or a row with an odd one, so that n strips draw n²/2 squares.
func (pic *picture) bareBoard(n int) {
	side := n * svgSquare
	fmt.Fprintf(pic, `<g id="board%d">`+"\n", n)
	fmt.Fprintf(pic, `<rect x="-%d" y="-%d" width="%d" height="%[3]d" rx="5" fill="%s"/>`+"\n",
		svgFrame, side+svgFrame, svgSide(n), svgFrameFill)
	fmt.Fprintf(pic, `<path fill="%s" d="M0 0h%dv-%[2]dh-%[2]dz"/>`+"\n", svgLightFill, side)
	fmt.Fprintf(pic, `<path fill="%s" fill-rule="evenodd" d="`, svgDarkFill)
	for i := range n {
		if i%2 == 0 {
			fmt.Fprintf(pic, "M%d 0h%dv-%dh-%[2]dz", i*svgSquare, svgSquare, side)
		} else {
			fmt.Fprintf(pic, "M0-%dh%dv-%dh-%[2]dz", i*svgSquare, side, svgSquare)
		}
	}
	pic.WriteString(`"/>` + "\n")
	fmt.Fprintf(pic, `<g fill="%s" font-family="sans-serif" font-size="14" text-anchor="middle">`+"\n", svgLightFill)
	for i := range n {
		middle := i*svgSquare + svgSquare/2
		fmt.Fprintf(pic, `<text x="%d" y="%d">%s</text><text x="-%d" y="-%d">%d</text>`+"\n",
			middle, svgFrame/2+svgBaseline, fileName(i), svgFrame/2, middle-svgBaseline, i+1)
	}
	pic.WriteString("</g>\n</g>\n")
}

// board draws a board of size n, with the upper left corner of its frame at (x, y), and figures
// on its squares, each with the id that the list says.
func (pic *picture) board(n, x, y int, figures ...squareList) {
	fmt.Fprintf(pic, `<g transform="translate(%d %d)"><use href="#board%d"/>`+"\n",
		x+svgFrame, y+svgFrame+n*svgSquare, n)
	for _, f := range figures {
		for _, s := range f.squares {
			fmt.Fprintf(pic, `<use href="#%s" x="%d" y="-%d"/>`, f.what, s.Col*svgSquare, (s.Row+1)*svgSquare)
		}
	}
	pic.WriteString("\n</g>\n")
}

// finish ends the document and writes it to w.
func (pic *picture) finish(w io.Writer) error {
	pic.WriteString("</svg>\n")
	_, err := pic.WriteTo(w)
	return err
}
