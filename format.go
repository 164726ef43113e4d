package queens

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/queens/internal/words"
)

// String returns the columns of p, numbered from 1, row by row: "2 4 1 3". A "." stands for a row
// without a queen. Any other value that is no column of the board is also written as its number
// plus 1; functions that read text do not take it for a queen. A Placement of length 0 is "".
// String takes O(n) time.
func (p Placement) String() string {
	var b []byte
	for row, col := range p {
		if row > 0 {
			b = append(b, ' ')
		}
		switch {
		case col == Empty:
			b = append(b, '.')
		case col < 0:
			b = strconv.AppendInt(b, int64(col)+1, 10)
		default:
			b = strconv.AppendUint(b, uint64(col)+1, 10) // col+1 may not fit an int
		}
	}
	return string(b)
}

// FEN returns p as the piece-placement field of Forsyth–Edwards Notation,
// "2Q1/Q3/3Q/1Q2": the rows from last to first, separated by "/", with Q for a queen and
// the length of each run of empty squares as a decimal number. A Placement of length 0 is "".
// FEN takes O(n) time.
func (p Placement) FEN() string {
	var b []byte
	skip := func(squares int) {
		if squares > 0 {
			b = strconv.AppendInt(b, int64(squares), 10)
		}
	}
	for row, col := range slices.Backward(p) {
		if p.onBoard(row) {
			skip(col)
			b = append(b, 'Q')
			skip(len(p) - 1 - col)
		} else {
			skip(len(p))
		}
		if row > 0 {
			b = append(b, '/')
		}
	}
	return string(b)
}

// A DiagramStyle says how [Placement.Diagram] and [Board.Diagram] draw a board. The zero
// DiagramStyle draws queens as Q and empty squares as dots, with row 0 at the top:
//
//	.Q..
//	...Q
//	Q...
//	..Q.
type DiagramStyle struct {
	Queen  string // a square with a queen; "" means "Q"
	Empty  string // a square without a queen; "" means "."
	Grid   bool   // draw lines around the squares
	Labels bool   // name the ranks on the left and the files below
	RankUp bool   // draw row 0 at the bottom, as in chess, instead of at the top; this also draws the Labels
}

// Diagram returns a drawing of p in lines of text, each of which ends with a newline. All
// squares have the same width in characters: that of Queen or Empty, whichever is wider, or
// more if Labels need it. Narrower symbols are centred. A Placement of length 0 is "". The
// text has O(n²) characters.
func (p Placement) Diagram(style DiagramStyle) string {
	return p.draw(style, func(Square) bool { return false })
}

// draw is Diagram with an x on each blocked square that has no queen.
func (p Placement) draw(style DiagramStyle, blocked func(Square) bool) string {
	n := len(p)
	if n == 0 {
		return ""
	}
	style.Labels = style.Labels || style.RankUp
	queen, empty := cmp.Or(style.Queen, "Q"), cmp.Or(style.Empty, ".")
	width := max(utf8.RuneCountInString(queen), utf8.RuneCountInString(empty))
	margin := 0 // characters left of the board
	if style.Labels {
		margin = len(strconv.Itoa(n)) + 1
		longest := len(words.File(n - 1))
		if longest > 1 && !style.Grid {
			longest++ // a space between one name and the next
		}
		width = max(width, longest)
	}
	queen, empty = center(queen, width), center(empty, width)
	x := underQueen("x", queen)
	line := func(label, bar string, square func(col int) string) string {
		text := fmt.Appendf(nil, "%*s", margin, label)
		for col := range n {
			text = append(append(text, bar...), square(col)...)
		}
		return string(append(text, bar...))
	}
	bar, border := "", ""
	if style.Grid {
		bar, border = "|", line("", "+", func(int) string { return strings.Repeat("-", width) })+"\n"
	}
	lines := []string{border}
	for i := range n {
		if style.RankUp {
			i = n - 1 - i
		}
		label := ""
		if style.Labels {
			label = strconv.Itoa(i+1) + " "
		}
		lines = append(lines, line(label, bar, func(col int) string {
			switch {
			case col == p[i]:
				return queen
			case blocked(Square{i, col}):
				return x
			}
			return empty
		}), "\n", border)
	}
	if style.Labels {
		gap := strings.Repeat(" ", len(bar))
		names := line("", gap, func(col int) string { return underQueen(words.File(col), queen) })
		lines = append(lines, strings.TrimRight(names, " "), "\n")
	}
	return strings.Join(lines, "")
}

// underQueen pads a name to the width of a square, centred on the symbol of the queen.
func underQueen(name, queen string) string {
	symbol := utf8.RuneCountInString(strings.TrimSpace(queen))
	width := utf8.RuneCountInString(queen)
	left := utf8.RuneCountInString(strings.TrimRight(queen, " ")) - symbol + (symbol-len(name))/2
	return pad(min(max(left, 0), width-len(name)), name, width)
}

// center pads s with spaces to the width. An odd space goes to the right.
func center(s string, width int) string { return pad((width-utf8.RuneCountInString(s))/2, s, width) }

// pad puts spaces before and after s.
func pad(left int, s string, width int) string {
	return fmt.Sprintf("%*s%-*s", left, "", width-left, s)
}

// MarshalText returns the algebraic name of s, such as "b4". It fails if a coordinate is
// negative, which has no name, or at least 2²⁷, which [ParseSquare] does not read.
func (s Square) MarshalText() ([]byte, error) {
	if min(s.Row, s.Col) < 0 || max(s.Row, s.Col) >= maxParse {
		return nil, fmt.Errorf("queens: square %v has no name: a coordinate is outside 0..%d", s, maxParse-1)
	}
	return []byte(s.String()), nil
}

// maxParse is the size of the largest placement that is read from text or made by [Construct]:
// 1 GiB of 64-bit ints. There has to be a limit, because a program cannot ask whether there is
// enough memory, and crashes if there is not.
const maxParse = 1 << 27
