package queens

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// maxSVG is the largest board drawn as a picture.
const maxSVG = 256

// WriteSVG writes a picture of the board to w, in SVG: a chessboard seen from
// White's side, row 0 at the bottom and a1 dark, with ranks and files named on
// its edges. The picture has a title and a description for those who cannot
// see it, needs no font for its queens, and is the same for the same p, byte by
// byte. Its length is O(n).
//
// A board of more than 256 rows is an error, and nothing is written. Otherwise
// the error is that of writing to w.
func (p Placement) WriteSVG(w io.Writer) error {
	if len(p) > maxSVG {
		return fmt.Errorf("queens: svg: board of %d rows, want at most %d", len(p), maxSVG)
	}
	side := svgSide(len(p))
	pic := newPicture(side, side, p.title(), p.description())
	pic.define(p)
	pic.board(p, 0, 0)
	return pic.finish(w)
}

// WriteGallery writes one SVG picture of many boards to w: from left to right
// and then from top to bottom, in as many columns as bring the sheet closest to
// the shape 4:3, each board as [Placement.WriteSVG] draws it, with its number
// below, counted from 1. Boards may differ in size; they stand as far apart as the
// largest needs.
//
// A board of more than 256 rows is an error, and nothing is written. Otherwise
// the error is that of writing to w.
func WriteGallery(w io.Writer, placements []Placement) error {
	largest := 0
	for i, p := range placements {
		if len(p) > maxSVG {
			return fmt.Errorf("queens: svg: board %d has %d rows, want at most %d", i+1, len(p), maxSVG)
		}
		largest = max(largest, len(p))
	}
	width := svgSide(largest) + svgGap
	height := width + svgCaption
	columns := galleryColumns(len(placements), width, height)
	rows := (len(placements) + columns - 1) / columns
	pic := newPicture(columns*width+svgGap, rows*height+svgGap,
		plural(len(placements), "board"), galleryDescription(placements))
	pic.define(placements...)
	for i, p := range placements {
		x, y := svgGap+i%columns*width, svgGap+i/columns*height
		pic.captioned(p, i+1, x, y, svgSide(largest))
	}
	return pic.finish(w)
}

// WriteSVG writes a picture of the solver's board to w, in SVG, with the queens of
// p on it: the puzzle and an answer to it, right or wrong, whole or in part. A nil
// p stands for the given queens, and so for the puzzle alone.
//
// The picture is that of [Placement.WriteSVG], and shows what is given. The square
// of each given queen is boxed, and its queen dark, if p has it there. Queens that
// are not given are pale with a dark outline. Blocked squares are hatched. The
// title and the description say the same in words, and whether the edges are
// wrapped around.
//
// A p of another size than the board is an error, and so is a value in it that is
// neither a column nor [Empty]; nothing is written then. Otherwise the error is
// that of writing to w.
func (b *Board) WriteSVG(w io.Writer, p Placement) error {
	if p == nil {
		p = b.given
	}
	if err := b.misfit(p); err != nil {
		return fmt.Errorf("queens: svg: %w", err)
	}
	return b.picture(p).finish(w)
}

func (b *Board) picture(p Placement) *picture {
	title := p.title()
	if b.start.torus {
		title += ", toroidal"
	}
	kept, missing, others := b.tellApart(p)
	blocked := slices.Collect(b.blocked.squares())
	side := svgSide(len(p))
	pic := newPicture(side, side, title, describe(
		squareList{"Given queens on ", kept},
		squareList{"Given queens missing on ", missing},
		squareList{"Other queens on ", others},
		squareList{"Blocked squares ", blocked}))
	pic.define(p)
	pic.WriteString("<defs>\n" + svgGiven + "\n" + svgAnswer + "\n" + svgBlocked + "\n</defs>\n")
	pic.openBoard(len(p), 0, 0)
	pic.put("blocked", blocked)
	pic.put("given", slices.Concat(kept, missing))
	pic.put("queen", kept)
	pic.put("answer", others)
	pic.closeBoard()
	return pic
}

// tellApart returns the given queens that p has, those that it has not, and its other
// queens.
func (b *Board) tellApart(p Placement) (kept, missing, others []Square) {
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

// galleryColumns returns the number of columns, at least 1, that brings a sheet
// of so many boards of the given shape closest to 4:3.
func galleryColumns(boards, width, height int) int {
	best, least := 1, math.Inf(1)
	for columns := 1; columns <= boards; columns++ {
		rows := (boards + columns - 1) / columns
		shape := float64(columns*width) / float64(rows*height)
		if off := math.Abs(math.Log(shape * 3 / 4)); off < least {
			best, least = columns, off
		}
	}
	return best
}

func galleryDescription(placements []Placement) string {
	lines := make([]string, len(placements))
	for i, p := range placements {
		lines[i] = p.caption(i + 1)
	}
	return strings.Join(lines, "; ")
}

// title returns "8×8 board, 8 queens".
func (p Placement) title() string {
	queens := 0
	for range p.Queens() {
		queens++
	}
	return fmt.Sprintf("%d×%[1]d board, %s", len(p), plural(queens, "queen"))
}

// description returns "Queens on a1, e2, …".
func (p Placement) description() string {
	return describe(squareList{"Queens on ", slices.Collect(p.Queens())})
}

// A squareList is squares, and what to say of them.
type squareList struct {
	what    string
	squares []Square
}

// describe returns what the lists say, those without squares left out.
func describe(lists ...squareList) string {
	var said []string
	for _, list := range lists {
		if len(list.squares) > 0 {
			names := make([]string, len(list.squares))
			for i, s := range list.squares {
				names[i] = s.String()
			}
			said = append(said, list.what+strings.Join(names, ", "))
		}
	}
	if said == nil {
		return "No queens"
	}
	return strings.Join(said, "; ")
}

// caption returns "3: 2 4 1 3", for a gallery.
func (p Placement) caption(number int) string {
	return strings.TrimSpace(fmt.Sprintf("%d: %s", number, p))
}

// Lengths in a picture.
const (
	svgSquare   = 40 // side of a square
	svgFrame    = 26 // width of the frame with the coordinates
	svgBaseline = 5  // of a coordinate below the middle of its letters
	svgGap      = 28 // between the boards of a gallery
	svgCaption  = 26 // extra room below a board of a gallery
)

// Colours of a picture. The frame carries the coordinates, so that they are
// readable whatever lies behind the picture; captions have no frame, and their
// grey stands out from white and from black.
const (
	svgFrameFill   = "#4e3a2c"
	svgLightFill   = "#f2e2c4"
	svgDarkFill    = "#b98b5e"
	svgCaptionFill = "#7b8087"
)

// svgQueenPath draws a queen on the square from (0, 0) to (40, 40): a crown of
// five points with a ball on each, a collar and a base.
const svgQueenPath = `M9.8 28.4 5.8 14.5 13 20.9 12.5 9.5 17.6 19.6 20 8 22.4 19.6 27.5 9.5 27 20.9 34.2 14.5 30.2 28.4Q20 25.4 9.8 28.4Z` +
	`M10.2 29.6Q20 26.6 29.8 29.6L29 32.4Q20 29.6 11 32.4Z` +
	`M8.4 36.4Q8.4 34.2 10.8 33.6Q20 30.9 29.2 33.6Q31.6 34.2 31.6 36.4Z` +
	`M3.1 13.4a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0M9.8 8.7a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0` +
	`M17.4 6.9a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0M25 8.7a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0` +
	`M31.7 13.4a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0`

// A queen is dark. The pale outline keeps it apart from a dark square.
const svgQueen = `<path id="queen" fill="#231a14" stroke="#fff6e6" stroke-width="2.2" stroke-linejoin="round" paint-order="stroke" d="` +
	svgQueenPath + `"/>`

// On the board of a puzzle, the dark queens are the given ones, and a pale square
// with a dark edge is below each. The other queens are pale with dark outlines,
// and blocked squares are hatched: nothing hangs on colours, which print, screens
// and eyes may lack.
const (
	svgGiven   = `<rect id="given" x="1.5" y="1.5" width="37" height="37" rx="5" fill="#fff6e6" stroke="#231a14" stroke-width="2"/>`
	svgAnswer  = `<path id="answer" fill="#fff6e6" stroke="#231a14" stroke-width="1.6" stroke-linejoin="round" d="` + svgQueenPath + `"/>`
	svgBlocked = `<path id="blocked" stroke="#231a14" stroke-width="1.6" d="M0 10 10 0M0 20 20 0M0 30 30 0M0 40 40 0M10 40 40 10M20 40 40 20M30 40 40 30"/>`
)

// svgSide returns the side of a board of size n with its frame.
func svgSide(n int) int { return n*svgSquare + 2*svgFrame }

// A picture is an SVG document while it is written.
type picture struct{ bytes.Buffer }

func newPicture(width, height int, title, description string) *picture {
	pic := new(picture)
	fmt.Fprintf(pic, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`+"\n",
		width, height)
	fmt.Fprintf(pic, "<title>%s</title>\n<desc>%s</desc>\n", title, description)
	return pic
}

// define describes what the boards share: the queen, and one bare board for
// each size.
func (pic *picture) define(placements ...Placement) {
	pic.WriteString("<defs>\n" + svgQueen + "\n")
	var sizes []int
	for _, p := range placements {
		sizes = append(sizes, len(p))
	}
	slices.Sort(sizes)
	for _, n := range slices.Compact(sizes) {
		pic.bareBoard(n)
	}
	pic.WriteString("</defs>\n")
}

// bareBoard draws an empty board around its own origin, the outer corner of
// a1, so that rank 1 and file a start there on boards of any size.
//
// Dark squares are what an odd number of strips covers: the even files from end
// to end and the odd rows from end to end, n strips instead of n²/2 squares.
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

// board draws p with the upper left corner of its frame at (x, y).
func (pic *picture) board(p Placement, x, y int) {
	pic.openBoard(len(p), x, y)
	pic.put("queen", slices.Collect(p.Queens()))
	pic.closeBoard()
}

// openBoard draws an empty board of size n, for more to be put on.
func (pic *picture) openBoard(n, x, y int) {
	fmt.Fprintf(pic, `<g transform="translate(%d %d)"><use href="#board%d"/>`+"\n",
		x+svgFrame, y+svgFrame+n*svgSquare, n)
}

// put draws what the id names on squares of the open board.
func (pic *picture) put(id string, squares []Square) {
	for _, s := range squares {
		fmt.Fprintf(pic, `<use href="#%s" x="%d" y="-%d"/>`, id, s.Col*svgSquare, (s.Row+1)*svgSquare)
	}
}

func (pic *picture) closeBoard() { pic.WriteString("\n</g>\n") }

// captioned draws a board of a gallery, with its number below, in the middle of a
// square of the given side whose upper left corner is (x, y).
func (pic *picture) captioned(p Placement, number, x, y, side int) {
	inset := (side - svgSide(len(p))) / 2
	fmt.Fprintf(pic, "<g><title>%s</title>\n", p.caption(number))
	pic.board(p, x+inset, y+inset)
	fmt.Fprintf(pic, `<text x="%d" y="%d" fill="%s" font-family="sans-serif" font-size="20" font-weight="bold" text-anchor="middle">%d</text></g>`+"\n",
		x+side/2, y+side-inset+svgCaption, svgCaptionFill, number)
}

// finish ends the document and writes it to w.
func (pic *picture) finish(w io.Writer) error {
	pic.WriteString("</svg>\n")
	_, err := pic.WriteTo(w)
	return err
}
