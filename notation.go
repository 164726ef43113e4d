package queens

import (
	"golang.org/x/exp/constraints"

	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// String returns the columns of p, counted from 1, row by row: "2 4 1 3". A row
// without a queen is a ".". The empty Placement is "". It takes O(n) time.
func (p Placement) String() string {
	var b []byte
	for row, col := range p {
		if row > 0 {
			b = append(b, ' ')
		}
		if p.onBoard(row) {
			b = strconv.AppendInt(b, int64(col)+1, 10)
		} else {
			b = append(b, '.')
		}
	}
	return string(b)
}

// FEN returns p as the piece-placement field of Forsyth–Edwards Notation: rows
// from the last to the first with '/' between them, Q for a queen, and a number
// for a run of empty squares, of several digits if need be: "2Q1/Q3/3Q/1Q2".
// The empty Placement is "". It takes O(n) time.
func (p Placement) FEN() string {
	var b []byte
	run := func(squares int) {
		if squares > 0 {
			b = strconv.AppendInt(b, int64(squares), 10)
		}
	}
	for row, col := range slices.Backward(p) {
		if p.onBoard(row) {
			run(col)
			b = append(b, 'Q')
			run(len(p) - 1 - col)
		} else {
			run(len(p))
		}
		if row > 0 {
			b = append(b, '/')
		}
	}
	return string(b)
}

// A Style says how [Placement.Diagram] draws a board. The zero Style draws
// queens as Q and empty squares as dots, side by side, with row 0 on top:
//
//	.Q..
//	...Q
//	Q...
//	..Q.
type Style struct {
	Queen  string // a square with a queen; "" stands for "Q"
	Empty  string // a square without; "" stands for "."
	Grid   bool   // draw lines around the squares
	Labels bool   // name ranks on the left and files below
	RankUp bool   // draw row 0 at the bottom, as chess does, not on top
}

// Diagram returns a drawing of the board as lines of text, each ending in a
// newline. All squares are as wide, in characters, as the wider of Queen and
// Empty, and wider where Labels need it; what is narrower is centred. The empty
// Placement is "". The text has O(n²) characters.
func (p Placement) Diagram(style Style) string {
	n := len(p)
	if n == 0 {
		return ""
	}
	d := newDrawing(n, style)
	d.border()
	for i := range n {
		if style.RankUp {
			i = n - 1 - i
		}
		d.row(i, p[i])
		d.border()
	}
	d.files()
	return d.String()
}

// A drawing is a diagram while it is drawn.
type drawing struct {
	strings.Builder
	n, width, margin int // squares a side, characters a square, characters left of the board
	queen, empty     string
	bar, corner      string // between squares, in a row and in a border
	labels           bool
}

func newDrawing(n int, style Style) *drawing {
	d := &drawing{n: n, labels: style.Labels}
	queen, empty := cmp.Or(style.Queen, "Q"), cmp.Or(style.Empty, ".")
	d.width = max(utf8.RuneCountInString(queen), utf8.RuneCountInString(empty))
	if style.Grid {
		d.bar, d.corner = "|", "+"
	}
	if style.Labels {
		d.margin = len(strconv.Itoa(n)) + 1
		longest := len(fileName(n - 1))
		if longest > 1 && !style.Grid {
			longest++ // a space between one name and the next
		}
		d.width = max(d.width, longest)
	}
	d.queen, d.empty = center(queen, d.width), center(empty, d.width)
	return d
}

func (d *drawing) border() {
	if d.corner == "" {
		return
	}
	d.WriteString(strings.Repeat(" ", d.margin))
	d.WriteString(strings.Repeat(d.corner+strings.Repeat("-", d.width), d.n))
	d.WriteString(d.corner + "\n")
}

func (d *drawing) row(row, queen int) {
	if d.labels {
		fmt.Fprintf(d, "%*d ", d.margin-1, row+1)
	}
	for col := range d.n {
		d.WriteString(d.bar)
		if col == queen {
			d.WriteString(d.queen)
		} else {
			d.WriteString(d.empty)
		}
	}
	d.WriteString(d.bar + "\n")
}

func (d *drawing) files() {
	if !d.labels {
		return
	}
	gap := strings.Repeat(" ", len(d.bar))
	names := []string{strings.Repeat(" ", d.margin)}
	for col := range d.n {
		names = append(names, gap, d.underQueen(fileName(col)))
	}
	d.WriteString(strings.TrimRight(strings.Join(names, ""), " ") + "\n")
}

// underQueen pads a name to the width of a square so that its middle is below
// that of a queen.
func (d *drawing) underQueen(name string) string {
	symbol := utf8.RuneCountInString(strings.TrimSpace(d.queen))
	left := utf8.RuneCountInString(strings.TrimRight(d.queen, " ")) - symbol
	left += (symbol - len(name)) / 2
	left = min(max(left, 0), d.width-len(name))
	return fmt.Sprintf("%*s%-*s", left, "", d.width-left, name)
}

// center pads s with spaces to the width, an odd one on the right.
func center(s string, width int) string {
	pad := max(0, width-utf8.RuneCountInString(s))
	return strings.Repeat(" ", pad/2) + s + strings.Repeat(" ", pad-pad/2)
}

func plural[I constraints.Integer](n I, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
