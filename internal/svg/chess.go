package svg

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.com/queens/internal/words"
)

// title returns "8×8 board, 8 queens".
func title(n, queens int) string {
	return fmt.Sprintf("%d×%[1]d board, %s", n, words.Plural(queens, "queen"))
}

// Write writes a picture of a board with queens on it.
func Write(w io.Writer, n int, queens []Square) error {
	pic := begin(w, side(n), side(n), title(n, len(queens)), cmp.Or(Describe(List{"Queens on ", queens}), "No queens"), n)
	pic.board(n, 0, 0, List{"queen", queens})
	return pic.Finish()
}

// A Puzzle is a board with constraints and the queens of an answer to it: the given queens that are
// there and those that are missing, and other queens.
type Puzzle struct {
	N                              int
	Torus                          bool
	Kept, Missing, Others, Blocked []Square
}

// Write writes a picture of a puzzle.
func (p Puzzle) Write(w io.Writer) error {
	what := title(p.N, len(p.Kept)+len(p.Others))
	if p.Torus {
		what += ", toroidal"
	}
	pic := begin(w, side(p.N), side(p.N), what, cmp.Or(Describe(
		List{"Given queens on ", p.Kept},
		List{"Given queens missing on ", p.Missing},
		List{"Other queens on ", p.Others},
		List{"Blocked squares ", p.Blocked}), "No queens"), p.N)
	pic.Define(given + "\n" + answer + "\n" + hatched)
	pic.board(p.N, 0, 0, List{"blocked", p.Blocked}, List{"given", slices.Concat(p.Kept, p.Missing)},
		List{"queen", p.Kept}, List{"answer", p.Others})
	return pic.Finish()
}

// A Caption is a board of a gallery, with queens on it, and its caption.
type Caption struct {
	N      int
	Queens []Square
	Text   string
}

// WriteGallery writes a picture of many boards.
func WriteGallery(w io.Writer, boards []Caption) error {
	largest := 0
	var sizes []int
	var captions []string
	for i, b := range boards {
		largest = max(largest, b.N)
		sizes = append(sizes, b.N)
		captions = append(captions, strings.TrimSpace(fmt.Sprintf("%d: %s", i+1, b.Text)))
	}
	room := side(largest)
	width := room + gap
	height := width + caption
	columns := galleryColumns(len(boards), width, height)
	rows := (len(boards) + columns - 1) / columns
	pic := begin(w, columns*width+gap, rows*height+gap,
		words.Plural(len(boards), "board"), strings.Join(captions, "; "), sizes...)
	for i, b := range boards {
		x, y := gap+i%columns*width, gap+i/columns*height
		inset := (room - side(b.N)) / 2 // of a board that is smaller than others
		fmt.Fprintf(pic, "<g><title>%s</title>\n", captions[i])
		pic.board(b.N, x+inset, y+inset, List{"queen", b.Queens})
		fmt.Fprintf(pic, `<text x="%d" y="%d" fill="%s" font-family="sans-serif" font-size="20" font-weight="bold" text-anchor="middle">%d</text></g>`+"\n",
			x+room/2, y+room-inset+caption, captionFill, i+1)
	}
	return pic.Finish()
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

// Lengths in a picture.
const (
	baseline = 5  // how far the baseline of a coordinate is below its middle
	gap      = 28 // between the boards of a gallery
	caption  = 26 // extra room below a board of a gallery
)

// Colours of a picture. The coordinates are on the frame, so that they are readable on any
// background. Captions have no frame, and are in a grey that stands out from white and from
// black.
const (
	frameFill   = "#4e3a2c"
	lightFill   = "#f2e2c4"
	darkFill    = "#b98b5e"
	captionFill = "#7b8087"
)

// crown draws a queen in the square from (0, 0) to (40, 40): a crown with five points
// and a ball on each, a collar and a base.
const crown = `M9.8 28.4 5.8 14.5 13 20.9 12.5 9.5 17.6 19.6 20 8 22.4 19.6 27.5 9.5 27 20.9 34.2 14.5 30.2 28.4Q20 25.4 9.8 28.4Z` +
	`M10.2 29.6Q20 26.6 29.8 29.6L29 32.4Q20 29.6 11 32.4Z` +
	`M8.4 36.4Q8.4 34.2 10.8 33.6Q20 30.9 29.2 33.6Q31.6 34.2 31.6 36.4Z` +
	`M3.1 13.4a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0M9.8 8.7a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0` +
	`M17.4 6.9a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0M25 8.7a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0` +
	`M31.7 13.4a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0`

// A queen is dark, with a pale outline to set it off from a dark square.
const queen = `<path id="queen" fill="#231a14" stroke="#fff6e6" stroke-width="2.2" stroke-linejoin="round" paint-order="stroke" d="` +
	crown + `"/>`

// In a puzzle the given queens are the dark ones, each on a pale square with a dark edge. The
// other queens are pale with dark outlines, and blocked squares are hatched. No meaning depends
// on colour, which a printer, a screen or an eye may not show.
const (
	given   = `<rect id="given" x="1.5" y="1.5" width="37" height="37" rx="5" fill="#fff6e6" stroke="#231a14" stroke-width="2"/>`
	answer  = `<path id="answer" fill="#fff6e6" stroke="#231a14" stroke-width="1.6" stroke-linejoin="round" d="` + crown + `"/>`
	hatched = `<path id="blocked" stroke="#231a14" stroke-width="1.6" d="M0 10 10 0M0 20 20 0M0 30 30 0M0 40 40 0M10 40 40 10M20 40 40 20M30 40 40 30"/>`
)

// side returns the length of the side of a board of size n, with its frame.
func side(n int) int { return n*Side + 2*Frame }

// begin begins a document with what its boards share: the queen, and an empty board of each size.
func begin(w io.Writer, width, height int, title, description string, sizes ...int) *Picture {
	pic := Begin(w, width, height, title, description)
	definitions := []string{queen}
	slices.Sort(sizes)
	for _, n := range slices.Compact(sizes) {
		definitions = append(definitions, bareBoard(n))
	}
	pic.Define(strings.Join(definitions, "\n"))
	return pic
}

// bareBoard draws an empty board whose origin is the outer corner of a1, so that rank 1 and
// file a start there on boards of any size.
//
// The dark squares are those that an odd number of strips covers: each strip is a file with
// an even number or a row with an odd one, so that n strips draw n²/2 squares.
func bareBoard(n int) string {
	var pic strings.Builder
	inner := n * Side
	fmt.Fprintf(&pic, `<g id="board%d">`+"\n", n)
	fmt.Fprintf(&pic, `<rect x="-%d" y="-%d" width="%d" height="%[3]d" rx="5" fill="%s"/>`+"\n",
		Frame, inner+Frame, side(n), frameFill)
	fmt.Fprintf(&pic, `<path fill="%s" d="M0 0h%dv-%[2]dh-%[2]dz"/>`+"\n", lightFill, inner)
	fmt.Fprintf(&pic, `<path fill="%s" fill-rule="evenodd" d="`, darkFill)
	for i := range n {
		if i%2 == 0 {
			fmt.Fprintf(&pic, "M%d 0h%dv-%dh-%[2]dz", i*Side, Side, inner)
		} else {
			fmt.Fprintf(&pic, "M0-%dh%dv-%dh-%[2]dz", i*Side, inner, Side)
		}
	}
	pic.WriteString(`"/>` + "\n")
	fmt.Fprintf(&pic, `<g fill="%s" font-family="sans-serif" font-size="14" text-anchor="middle">`+"\n", lightFill)
	for i := range n {
		middle := i*Side + Side/2
		fmt.Fprintf(&pic, `<text x="%d" y="%d">%s</text><text x="-%d" y="-%d">%d</text>`+"\n",
			middle, Frame/2+baseline, words.File(i), Frame/2, middle-baseline, i+1)
	}
	pic.WriteString("</g>\n</g>")
	return pic.String()
}

// board draws a board of size n, with the upper left corner of its frame at (x, y), and figures
// on its squares, each with the id that the list says.
func (pic *Picture) board(n, x, y int, figures ...List) {
	fmt.Fprintf(pic, `<g transform="translate(%d %d)"><use href="#%s"/>`+"\n", x+Frame, y+Frame+n*Side, pic.ID(fmt.Sprint("board", n)))
	for _, f := range figures {
		for _, s := range f.Squares {
			pic.Use(f.What, s.Col*Side, -(s.Row+1)*Side)
		}
	}
	pic.WriteString("\n</g>\n")
}
