package regions

import (
	"slices"
	"strings"

	"example.com/queens"
)

// isFrame reports whether a line begins with the upper edge of a drawing.
func isFrame(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "+--") }

// parseDiagram reads what [Board.Diagram] draws: what lines enclose belongs to a region, and
// so do all squares of a letter. A region whose letters are all hidden has a letter that is
// missing.
func parseDiagram(lines []textLine) (*Board, error) {
	top := slices.IndexFunc(lines, func(l textLine) bool { return isFrame(l.text) })
	d, err := newChart(lines[top:])
	if err != nil {
		return nil, err
	}
	values := make([][]int, d.n)
	for row := range values {
		values[row] = slices.Repeat([]int{hidden}, d.n)
	}
	if err := d.readLetters(values); err != nil {
		return nil, err
	}
	if err := d.nameHidden(values); err != nil {
		return nil, err
	}
	numbers := make([]int, d.n)
	for row := range numbers {
		numbers[row] = d.line(row).number
	}
	name := func(region int) string { return regionNames[region : region+1] }
	b, err := divideRows(values, name, numbers)
	if err != nil {
		return nil, err
	}
	return b.withSigns(d)
}

// A chart is a drawing while it is read: the lines from its upper edge on, as characters.
type chart struct {
	n      int
	left   int // the character of the left edge
	lines  []textLine
	pixels [][]rune
}

const hidden = -1 // stands for the region of a square without a letter

func newChart(lines []textLine) (*chart, error) {
	d := &chart{n: len(lines) / 2, lines: lines}
	top := strings.TrimRight(lines[0].text, " \t\r\n")
	d.left = len([]rune(top)) - len([]rune(strings.TrimSpace(top)))
	if width := len([]rune(top)) - d.left; len(lines)%2 == 0 || width != 4*d.n+1 {
		return nil, wrongLine(lines[0].number, "drawing of %s from the upper edge on and %s, want one above and below each row and three characters for each column",
			plural(len(lines), "line"), plural(width, "character"))
	}
	if d.n > MaxN {
		return nil, wrongLine(lines[0].number, "board of %s, want 1 to %d", plural(d.n, "row"), MaxN)
	}
	for _, l := range lines {
		pixels := []rune(l.text)
		for len(pixels) <= d.left+4*d.n {
			pixels = append(pixels, ' ')
		}
		d.pixels = append(d.pixels, pixels)
	}
	return d, nil
}

// line returns the line of a row.
func (d *chart) line(row int) textLine { return d.lines[2*row+1] }

// sign returns what stands on a square.
func (d *chart) sign(row, col int) rune { return d.pixels[2*row+1][d.left+4*col+2] }

// open reports whether there is no line between two squares that share a side, by number.
func (d *chart) open(s, t int) bool {
	s, t = min(s, t), max(s, t)
	row, col := s/d.n, s%d.n
	if t == s+1 {
		return d.pixels[2*row+1][d.left+4*col+4] == ' '
	}
	return d.pixels[2*row+2][d.left+4*col+2] == ' '
}

// readLetters gives the squares that lines enclose with a letter the region of that letter.
func (d *chart) readLetters(values [][]int) error {
	g := geometryOf(d.n)
	for s, square := range g.squareList {
		sign := d.sign(square.Row, square.Col)
		region := strings.IndexRune(regionNames, sign)
		if region < 0 {
			if sign != queenSign && sign != crossSign {
				return wrongLine(d.line(square.Row).number, "%q on %v of the drawing, want a letter of %s, %c or %c", sign, square, regionNames, queenSign, crossSign)
			}
			continue
		}
		for _, t := range g.flood(s, d.open) {
			other := g.squareList[t]
			value := &values[other.Row][other.Col]
			if *value != hidden && *value != region {
				return wrongLine(d.line(square.Row).number, "%v is in region %s, but no line divides it from region %s", square, RegionName(region), RegionName(*value))
			}
			*value = region
		}
	}
	return nil
}

// nameHidden gives the squares that lines enclose without a letter the letters that are
// missing.
func (d *chart) nameHidden(values [][]int) error {
	g := geometryOf(d.n)
	missing := make([]bool, d.n)
	for region := range missing {
		missing[region] = !slices.ContainsFunc(values, func(row []int) bool { return slices.Contains(row, region) })
	}
	for s, square := range g.squareList {
		if values[square.Row][square.Col] != hidden {
			continue
		}
		region := slices.Index(missing, true)
		if region < 0 {
			return wrongLine(d.line(square.Row).number, "the letter of %v is hidden, and which region it is in is open", square)
		}
		missing[region] = false
		for _, t := range g.flood(s, d.open) {
			values[g.squareList[t].Row][g.squareList[t].Col] = region
		}
	}
	return nil
}

// withSigns returns the board with the queens and crosses of a drawing.
func (b *Board) withSigns(d *chart) (*Board, error) {
	for row := range d.n {
		var given, blocked []queens.Square
		for col := range d.n {
			square := queens.Square{Row: row, Col: col}
			switch d.sign(row, col) {
			case queenSign:
				given = append(given, square)
			case crossSign:
				blocked = append(blocked, square)
			}
		}
		c, err := b.with(Given(given...), Blocked(blocked...))
		if err != nil {
			return nil, atLine(d.line(row).number, err)
		}
		b = c
	}
	return b, nil
}
