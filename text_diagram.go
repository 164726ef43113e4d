package queens

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

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
	RankUp bool   // draw row 0 at the bottom, as in chess, instead of at the top
}

// Diagram returns a drawing of p in lines of text, each of which ends with a newline. All
// squares have the same width in characters: that of Queen or Empty, whichever is wider, or
// more if Labels need it. What is narrower is centred. A Placement of length 0 is "". The
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
	d := newDrawing(n, style)
	d.blocked = blocked
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

// A drawing is a diagram that is being drawn.
type drawing struct {
	strings.Builder
	n, width, margin int    // rows, characters in a square, characters left of the board
	queen, empty, x  string // the squares, padded to the width
	bar, corner      string // what separates squares, in a row and in a border
	labels           bool
	blocked          func(Square) bool
}

func newDrawing(n int, style DiagramStyle) *drawing {
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
	d.x = d.underQueen("x")
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
		switch {
		case col == queen:
			d.WriteString(d.queen)
		case d.blocked(Square{row, col}):
			d.WriteString(d.x)
		default:
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

// underQueen pads a name to the width of a square so that the name is centred below the
// symbol of a queen.
func (d *drawing) underQueen(name string) string {
	symbol := utf8.RuneCountInString(strings.TrimSpace(d.queen))
	left := utf8.RuneCountInString(strings.TrimRight(d.queen, " ")) - symbol
	left += (symbol - len(name)) / 2
	left = min(max(left, 0), d.width-len(name))
	return fmt.Sprintf("%*s%-*s", left, "", d.width-left, name)
}

// center pads s with spaces to the width. If their number is odd, there is one more on the
// right.
func center(s string, width int) string {
	pad := max(0, width-utf8.RuneCountInString(s))
	return strings.Repeat(" ", pad/2) + s + strings.Repeat(" ", pad-pad/2)
}

// A diagramReader reads a diagram. In a grid, bars separate the squares; otherwise every
// visible character is a square.
type diagramReader struct {
	text     string
	grid     bool
	n        int  // rows
	labelled bool // rows begin with their rank numbers
	rankUp   bool // rank 1 is at the bottom
	blocked  func(Square) error
}

// A lineError says what is wrong with one line of a text, numbered from 1.
type lineError struct {
	line int
	err  error
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }

// parseDiagram reads a diagram. Its number of rows is passed to check, and its blocked
// squares to blocked.
func parseDiagram(text string, grid bool, check func(rows int) error, blocked func(Square) error) (Placement, error) {
	r := diagramReader{text: text, grid: grid, blocked: blocked}
	r.measure()
	if r.n == 0 {
		return nil, fmt.Errorf("%s has no row of a board, want a vector, squares, a FEN or a diagram", excerpt(text))
	}
	if err := check(r.n); err != nil {
		return nil, err
	}
	p := emptyPlacement(r.n)
	row, step := 0, 1
	if r.rankUp {
		row, step = r.n-1, -1
	}
	for number, line := range r.lines() {
		var err error
		if namesFiles(line) {
			err = r.checkFiles(line)
		} else {
			p[row], err = r.row(row, line)
			row += step
		}
		if err != nil {
			return nil, &lineError{number, err}
		}
	}
	return p, nil
}

// lines yields the lines that are not mere decoration, with their numbers from 1.
func (r *diagramReader) lines() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number := 0
		for line := range strings.Lines(r.text) {
			number++
			line = strings.TrimSpace(line)
			decoration := line == "" || r.grid && strings.Trim(line, "+-") == ""
			if !decoration && !yield(number, line) {
				return
			}
		}
	}
}

// namesFiles reports whether a line is one of file names rather than a row of the board. The
// first file is a, which does not stand for a square.
func namesFiles(line string) bool { return line[0] == 'a' }

// measure counts the rows, and looks at the first one to see how they are labelled.
func (r *diagramReader) measure() {
	first := ""
	for _, line := range r.lines() {
		if namesFiles(line) {
			continue
		}
		if r.n == 0 {
			first, _ = cutLabel(line)
		}
		r.n++
	}
	r.labelled = first != ""
	r.rankUp = first == strconv.Itoa(r.n)
}

// checkFiles returns an error if a line of file names is wrong.
func (r *diagramReader) checkFiles(line string) error {
	rest := line
	ok := true
	for col := 0; col < r.n && ok; col++ {
		rest, ok = strings.CutPrefix(strings.TrimSpace(rest), fileName(col))
	}
	if !ok || rest != "" {
		return fmt.Errorf("%s, want the names of files a to %s", excerpt(line), fileName(r.n-1))
	}
	return nil
}

// row reads a row and returns the column of its queen.
func (r *diagramReader) row(row int, line string) (queen int, err error) {
	label, text := cutLabel(line)
	want := ""
	if r.labelled {
		want = strconv.Itoa(row + 1)
	}
	if label != want {
		return 0, fmt.Errorf("the rank number is %s, want %q", excerpt(label), want)
	}
	if r.grid {
		inner, opened := strings.CutPrefix(text, "|")
		inner, closed := strings.CutSuffix(inner, "|")
		if !opened || !closed {
			return 0, fmt.Errorf(`%s, want "|" at both ends of a row`, excerpt(text))
		}
		text = inner
	}
	return r.squares(row, text)
}

// cutLabel separates the rank number, if there is one, from a row of a diagram.
func cutLabel(line string) (label, squares string) {
	squares = strings.TrimLeft(line, decimals)
	return line[:len(line)-len(squares)], strings.TrimSpace(squares)
}

// squares reads the squares of a row and returns the column of its queen.
func (r *diagramReader) squares(row int, text string) (queen int, err error) {
	count := r.count(text)
	if count != r.n {
		return 0, fmt.Errorf("%s, want %d, one for each row", plural(count, "square"), r.n)
	}
	queen = Empty
	rest := text
	for col := range r.n {
		var square string
		square, rest = r.cut(rest)
		switch strings.TrimSpace(square) {
		case "Q", "q", "*", "D", "♛", "♕":
			if queen != Empty {
				return 0, errors.New("two queens, want at most one")
			}
			queen = col
		case "", ".", "+", "-", "_", "·", "□":
		case "x":
			if err := r.blocked(Square{row, col}); err != nil {
				return 0, fmt.Errorf("%s for square %d, %w", excerpt(square), col+1, err)
			}
		default:
			return 0, fmt.Errorf("%s for square %d, want a queen (Q q * D ♛ ♕) or an empty square (. + - _ · □)",
				excerpt(square), col+1)
		}
	}
	return queen, nil
}

// count returns the number of squares in a row.
func (r *diagramReader) count(text string) int {
	if r.grid {
		return strings.Count(text, "|") + 1
	}
	count := 0
	for _, char := range text {
		if !unicode.IsSpace(char) {
			count++
		}
	}
	return count
}

// cut cuts the first square from the rest of a row.
func (r *diagramReader) cut(text string) (square, rest string) {
	if r.grid {
		square, rest, _ = strings.Cut(text, "|")
		return square, rest
	}
	text = strings.TrimLeftFunc(text, unicode.IsSpace)
	_, size := utf8.DecodeRuneInString(text)
	return text[:size], text[size:]
}
