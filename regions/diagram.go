package regions

import (
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
)

// Diagram returns a drawing of the board in text: lines between the regions, the letter
// of its region on each square, ♛ on those with a queen of p, and x on blocked ones
// without. A nil p stands for the given queens. Row 1 is on top. Queens of p that are off
// the board are left out. Each line ends in a newline. [ParseBoard] reads it: the regions, the
// queens as given ones, and the crosses. It numbers regions whose letters are all hidden in the
// order of their first squares, and refuses a drawing of a region that is not connected if
// queens and crosses hide all letters of a part of it.
//
//	    a   b   c   d
//	  +---+---+---+---+
//	1 | A   A | ♛   B |
//	  |   +---+---+   |
//	2 | ♛ | C   C | B |
//	  +---+---+   |   |
//	3 | D   D | C | ♛ |
//	  |       +---+   |
//	4 | D   ♛   D | B |
//	  +---+---+---+---+
func (b *Board) Diagram(p queens.Placement) string {
	if p == nil {
		p = b.given
	}
	d := &drawing{b: b, margin: len(fmt.Sprint(b.n))}
	d.files()
	for row := range b.n {
		d.border(row)
		d.row(row, slices.Collect(p.Queens()))
	}
	d.border(b.n)
	return d.String()
}

// What squares of a drawing show, besides letters.
const (
	queenSign = '♛'
	crossSign = 'x'
)

// A drawing is a diagram while it is drawn.
type drawing struct {
	strings.Builder
	b      *Board
	margin int // characters of row numbers
}

func (d *drawing) files() {
	line := strings.Repeat(" ", d.margin+1)
	for col := range d.b.n {
		line += fmt.Sprintf(" %2s ", columnName(col))
	}
	d.WriteString(strings.TrimRight(line, " ") + "\n")
}

// border draws the lines above a row. They meet in a + if one of them is horizontal.
func (d *drawing) border(row int) {
	d.WriteString(strings.Repeat(" ", d.margin+1))
	for col := range d.b.n + 1 {
		before, after := d.b.differ(row-1, col-1, row, col-1), d.b.differ(row-1, col, row, col)
		above, below := d.b.differ(row-1, col-1, row-1, col), d.b.differ(row, col-1, row, col)
		switch {
		case before || after:
			d.WriteString("+")
		case above || below:
			d.WriteString("|")
		default:
			d.WriteString(" ")
		}
		switch {
		case col == d.b.n:
		case after:
			d.WriteString("---")
		default:
			d.WriteString("   ")
		}
	}
	d.WriteString("\n")
}

func (d *drawing) row(row int, stand []queens.Square) {
	fmt.Fprintf(d, "%*d ", d.margin, row+1)
	for col := range d.b.n + 1 {
		bar := " "
		if d.b.differ(row, col-1, row, col) {
			bar = "|"
		}
		d.WriteString(bar)
		if col == d.b.n {
			break
		}
		square := queens.Square{Row: row, Col: col}
		switch {
		case slices.Contains(stand, square):
			fmt.Fprintf(d, " %c ", queenSign)
		case d.b.blocked.has(row*d.b.n + col):
			fmt.Fprintf(d, " %c ", crossSign)
		default:
			d.WriteString(" " + RegionName(d.b.Region(square)) + " ")
		}
	}
	d.WriteString("\n")
}
