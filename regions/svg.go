package regions

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/internal/svg"
	"example.com/queens/internal/words"
)

// WriteSVG writes a picture of the board to w, in SVG, with the queens of p on it, right or
// wrong, all or some. A nil p stands for the given queens. The style is the zero [SVGStyle].
//
// Row 1 is on top. Each region has a colour and a thick border. The sixteen colours differ
// for people with any kind of colour blindness; from the seventeenth on, regions have the
// same colours with stripes. Given queens are dark and boxed, others pale with dark outlines;
// blocked squares are crossed. A title and a description say the same in words. The picture
// needs no font for its queens, and is the same for the same board, byte by byte.
//
// A p of another size than the board is an error, and so is a value in it that is neither a
// column nor [queens.Empty]; nothing is written then. Otherwise the error is that of writing to
// w.
func (b *Board) WriteSVG(w io.Writer, p queens.Placement) error { return SVGStyle{}.Write(w, b, p) }

// An SVGStyle says what a picture shows besides the board and its queens.
type SVGStyle struct {
	Letters bool       // the letter of its region on every square, for readers who cannot rely on colours
	Step    *Deduction // a step of [Board.Deduce], or nil: what it looks at is ringed, what it excludes is crossed
}

// Write writes a picture of b in this style to w, as [Board.WriteSVG] does in the zero style.
func (style SVGStyle) Write(w io.Writer, b *Board, p queens.Placement) error {
	if p == nil {
		p = b.given
	}
	if err := b.checkFits(p); err != nil {
		return fmt.Errorf("regions: svg: %w", err)
	}
	pic := &picture{b: b}
	for queen := range p.Queens() {
		if b.given[queen.Row] == queen.Col {
			pic.kept = append(pic.kept, svg.Square(queen))
		} else {
			pic.others = append(pic.others, svg.Square(queen))
		}
	}
	pic.open(w, style.Step)
	pic.regions()
	pic.borders()
	if style.Letters {
		pic.letters()
	}
	pic.put("blocked", svg.Squares(b.Blocked()))
	pic.put("given", svg.Squares(b.Given()))
	pic.put("queen", pic.kept)
	pic.put("answer", pic.others)
	if style.Step != nil {
		pic.put("because", svg.Squares(slices.Values(style.Step.Because)))
		pic.put("excluded", svg.Squares(slices.Values(style.Step.Excluded)))
	}
	pic.WriteString("\n</g>\n")
	return pic.Finish()
}

// RegionColor returns the colour of a region in pictures, such as "#79b3fc". There are sixteen:
// from the seventeenth region on they repeat, with stripes in pictures. It panics if there is
// no such region on any board.
func RegionColor(region int) string {
	_ = regionNames[region]
	return palette[region%len(palette)]
}

// palette has the colours of the regions, all light enough for dark lines and letters. Any two
// differ by at least 18 in CIELAB, to normal eyes and to those without one of the three kinds
// of cones; a test checks that. Those of small boards are the gentlest.
var palette = [...]string{
	"#79b3fc", "#df9c47", "#93c37c", "#f9b2e3", "#f7e680", "#796fbb", "#ada7a3", "#b3f5c3",
	"#c7656c", "#1d8a99", "#f9fcff", "#916535", "#af32dc", "#37ff0a", "#c85500", "#960afa",
}

// A crown with five points above a band, on the square from (0, 0) to (40, 40).
const svgCrown = `M9.5 28 5.5 13.5 13 20 14.5 9 20 18.5 25.5 9 27 20 34.5 13.5 30.5 28ZM9.5 30.5H30.5V34.5H9.5Z`

const svgDefs = `<path id="queen" fill="` + svg.Ink + `" stroke="` + svg.Pale + `" stroke-width="2" stroke-linejoin="round" ` +
	`paint-order="stroke" d="` + svgCrown + `"/>
<path id="answer" fill="` + svg.Pale + `" stroke="` + svg.Ink + `" stroke-width="1.8" ` +
	`stroke-linejoin="round" d="` + svgCrown + `"/>
<rect id="given" x="3" y="3" width="34" height="34" rx="5" fill="` + svg.Pale + `" ` +
	`stroke="` + svg.Ink + `" stroke-width="2"/>
<path id="blocked" fill="none" stroke="` + svg.Ink + `" stroke-width="2.4" ` +
	`stroke-linecap="round" d="M15 15 25 25M25 15 15 25"/>
<circle id="because" cx="20" cy="20" r="15" fill="none" stroke="` + svg.Ink + `" stroke-width="3" ` +
	`stroke-dasharray="6 4"/>
<path id="excluded" fill="none" stroke="` + svg.Ink + `" stroke-width="4" ` +
	`stroke-linecap="round" d="M13 13 27 27M27 13 13 27"/>
<pattern id="stripes" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
	`<path stroke="` + svg.Ink + `" stroke-opacity="0.45" stroke-width="2" d="M1 0V8"/></pattern>`

// A picture is an SVG document while it is written.
type picture struct {
	*svg.Picture
	b            *Board
	kept, others []svg.Square // the queens: given ones, and others
}

const svgHead = `<rect width="%[1]d" height="%[1]d" rx="5" fill="` + svg.Ink + `"/>
<g transform="translate(%[2]d %[2]d)">
<g fill="` + svg.Pale + `" font-family="sans-serif" font-size="14" text-anchor="middle" dominant-baseline="central">
`

// open begins the document and its board, and draws the frame.
func (pic *picture) open(w io.Writer, step *Deduction) {
	n, count := pic.b.n, words.Plural(len(pic.kept)+len(pic.others), "queen")
	side := n*svg.Side + 2*svg.Frame
	pic.Picture = svg.Begin(w, side, side, fmt.Sprintf("%d×%[1]d board of coloured regions, %s", n, count), pic.description(step))
	pic.Define(svgDefs)
	fmt.Fprintf(pic, svgHead, side, svg.Frame)
	for i := range n {
		middle := i*svg.Side + svg.Side/2
		fmt.Fprintf(pic, `<text x="%d" y="-%d">%s</text>`, middle, svg.Frame/2, columnName(i))
		fmt.Fprintf(pic, `<text x="-%d" y="%d">%d</text>`+"\n", svg.Frame/2, middle, i+1)
	}
	pic.WriteString("</g>\n")
}

// description says in words what the picture shows.
func (pic *picture) description(step *Deduction) string {
	text := "Regions " + strings.Join(pic.b.letters(), "/")
	if squares := svg.Describe(svg.List{What: "Given queens on ", Squares: pic.kept}, svg.List{What: "Other queens on ", Squares: pic.others},
		svg.List{What: "Crosses on ", Squares: svg.Squares(pic.b.Blocked())}); squares != "" {
		text += "; " + squares
	}
	if step != nil {
		text += ". " + step.String()
	}
	return text
}

// regions fills the squares of each region, run by run.
func (pic *picture) regions() {
	n := pic.b.n
	for region := range n {
		var runs strings.Builder
		for row := range n {
			for col := 0; col < n; col++ {
				start := col
				for col < n && int(pic.b.region[row*n+col]) == region {
					col++
				}
				if width := (col - start) * svg.Side; width > 0 {
					fmt.Fprintf(&runs, "M%d %dh%dv%dh-%[3]dz", start*svg.Side, row*svg.Side, width, svg.Side)
				}
			}
		}
		fmt.Fprintf(pic, `<path fill="%s" d="%s"/>`+"\n", RegionColor(region), runs.String())
		if region >= len(palette) {
			fmt.Fprintf(pic, `<path fill="url(#%s)" d="%s"/>`+"\n", pic.ID("stripes"), runs.String())
		}
	}
}

// borders draws thin lines between squares, and thick ones between regions.
func (pic *picture) borders() {
	var thin, thick strings.Builder
	draw := func(isThick bool, line string, x, y int) {
		lines := &thin
		if isThick {
			lines = &thick
		}
		fmt.Fprintf(lines, "M%d %d%s%d", x*svg.Side, y*svg.Side, line, svg.Side)
	}
	for i := range pic.b.n + 1 {
		for j := range pic.b.n {
			draw(pic.b.differ(i-1, j, i, j), "h", j, i)
			draw(pic.b.differ(j, i-1, j, i), "v", i, j)
		}
	}
	fmt.Fprintf(pic, `<path fill="none" stroke="%s" stroke-opacity="0.5" d="%s"/>`+"\n", svg.Ink, thin.String())
	fmt.Fprintf(pic, `<path fill="none" stroke="%s" stroke-width="4" `, svg.Ink)
	fmt.Fprintf(pic, `stroke-linecap="square" d="%s"/>`+"\n", thick.String())
}

// letters writes the letters of the regions in the corners of the squares.
func (pic *picture) letters() {
	fmt.Fprintf(pic, `<g fill="%s" font-family="sans-serif" font-size="11" font-weight="bold">`+"\n", svg.Ink)
	for s, region := range pic.b.region {
		x, y := s%pic.b.n*svg.Side, s/pic.b.n*svg.Side
		fmt.Fprintf(pic, `<text x="%d" y="%d">%s</text>`, x+4, y+13, RegionName(int(region)))
	}
	pic.WriteString("\n</g>\n")
}

// put draws what the id names on squares.
func (pic *picture) put(id string, squares []svg.Square) {
	for _, s := range squares {
		pic.Use(id, s.Col*svg.Side, s.Row*svg.Side)
	}
}
