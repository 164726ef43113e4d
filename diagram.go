package queens

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The symbols of squares that are read. In addition, x is a blocked square, a blank between
// bars is an empty one, and in a matrix 1 is a queen and 0 an empty square.
const (
	queenSymbols = "Q q * D ♛ ♕ 👑 👸"
	emptySymbols = ". + - _ · □"
	emptyEmoji   = "■◻◼▫▪⬜⬛🟥🟧🟨🟩🟦🟪🟫"
)

// plainSymbol returns 'Q', '.' or 'x' for a symbol with that meaning, and 0 for any other.
func plainSymbol(symbol string, binary bool) rune {
	r, size := utf8.DecodeRuneInString(symbol)
	switch {
	case symbol == "" || symbol == ".":
		return '.'
	case size < len(symbol) || r == ' ':
		return 0
	case strings.ContainsRune(queenSymbols, r) || binary && r == '1':
		return 'Q'
	case strings.ContainsRune(emptySymbols+emptyEmoji, r) || binary && r == '0':
		return '.'
	case r == 'x':
		return 'x'
	}
	return 0
}

// plainLine replaces white space and box-drawing characters by their ASCII counterparts, and
// removes the selectors of emoji presentation.
func plainLine(line string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == 0xFE0E || r == 0xFE0F:
			return -1
		case unicode.IsSpace(r):
			return ' '
		case r < 0x2500 || r > 0x257F:
			return r
		case strings.ContainsRune("│┃║╎╏┆┇┊┋╽╿", r):
			return '|'
		case strings.ContainsRune("─━═╌╍┄┅┈┉╼╾", r):
			return '-'
		}
		return '+'
	}, line)
}

// bounds limit the size of a board.
type bounds struct {
	n    int // the size, or -1 if it follows from the text
	most int
}

// check returns an error if a board of n rows is out of bounds.
func (b bounds) check(n int) error {
	if b.n >= 0 && n != b.n && n <= b.most {
		return fmt.Errorf("a board of %s, want n = %d", plural(n, "row"), b.n)
	}
	return checkSize(n, b.most)
}

// A diagramReader reads a diagram line by line and recognises its end. In a grid, bars
// separate the squares. Otherwise every visible character is a square, even in a box, where
// each row has a bar at both ends. The first row determines the size of the board.
type diagramReader struct {
	bounds
	rows    int    // squares in a row, or 0 before the first row
	bars    bool   // it is a grid or a box
	binary  bool   // it is a matrix of 0 and 1
	border  string // a line above the first row, itself a row unless bars follow
	files   int    // how many are named, or 0
	rank    int    // of the last row, or 0 without labels
	step    int    // from one rank to the next
	certain bool   // it cannot be a list of vectors, such as "3 . . ." and "2 . . ."
	queens  Placement
	blocked []Square
}

// startsDiagram reports whether a line may be the first of a diagram of several lines: it
// names the files, is a border, or consists mostly of symbols of squares.
func startsDiagram(line string) bool {
	switch {
	case isBinary(line) || isBorder(line):
		return true
	case !isInDiagram(line) || utf8.RuneCountInString(line) == 1:
		return false
	}
	if _, ok := countFiles(line); ok {
		return true
	}
	_, row := cutLabel(line)
	balance := 0
	for _, r := range row {
		switch {
		case r == '|' || plainSymbol(string(r), false) != 0:
			balance++
		case !unicode.IsSpace(r):
			balance--
		}
	}
	return balance >= 0
}

// isInDiagram reports whether a line, well-formed or not, may be part of a diagram: it has no
// digits except a rank number, and none of the punctuation of other forms.
func isInDiagram(line string) bool {
	_, row := cutLabel(line)
	return row != "" && !strings.ContainsAny(row, decimals+`/([{=,"`)
}

// isBinary reports whether a line is a row of a matrix of 0 and 1, rather than a size, digits
// or a vector, in which every 0 follows another digit.
func isBinary(line string) bool {
	if strings.Trim(line, "01, \t") != "" || !strings.Contains(line, "0") {
		return false
	}
	cells := strings.FieldsFunc(line, isSeparator)
	if len(cells) == 1 {
		return len(line) > 3 || len(line) > 1 && line[0] == '0'
	}
	return len(strings.Join(cells, "")) == len(cells)
}

func isSeparator(r rune) bool { return r == ',' || unicode.IsSpace(r) }

// isBorder reports whether a line may separate or enclose rows.
func isBorder(line string) bool {
	return line != "" && strings.Trim(line, "+-=| ") == "" &&
		(line[0] == '+' || strings.Contains(line, "--") || strings.Contains(line, "=="))
}

// namesFiles reports whether a line of a diagram names the files. The first file is a, which
// is not the symbol of a square.
func namesFiles(line string) bool { return line[0]|0x20 == 'a' }

// countFiles returns how many files a line names, from a on, and whether it contains nothing
// else.
func countFiles(line string) (names int, ok bool) {
	for rest := strings.ToLower(line); rest != ""; names++ {
		if rest, ok = strings.CutPrefix(rest, fileName(names)); !ok {
			return names, false
		}
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
	}
	return names, true
}

// cutLabel separates the rank number, if any, from a row of a diagram.
func cutLabel(line string) (label, squares string) {
	squares = strings.TrimLeft(line, decimals)
	return line[:len(line)-len(squares)], strings.TrimSpace(squares)
}

// goesOn reports whether a line, well-formed or not, belongs to the diagram.
func (d *diagramReader) goesOn(line string) bool {
	if d.binary {
		incomplete := len(d.queens) < d.rows || d.rows == 0 && len(strings.FieldsFunc(line, isSeparator)) == 2
		return isBinary(line) || incomplete && !strings.ContainsAny(line, `/([{="`)
	}
	return isInDiagram(line) || isBorder(line)
}

// add reads a line.
func (d *diagramReader) add(line string) error {
	switch {
	case namesFiles(line):
		return d.addFiles(line)
	case d.isBorderHere(line):
		d.border = line
		return nil
	case d.rows == 0:
		d.bars, d.binary = strings.Contains(line, "|"), isBinary(line)
		if err := d.addBorder(); err != nil {
			return err
		}
	}
	return d.addRow(line)
}

// isBorderHere reports whether a line is a border rather than a row of empty squares.
func (d *diagramReader) isBorderHere(line string) bool {
	inBox := line[0] == '|' && strings.Count(line, "|") == 2 && strings.Count(line, "-") == d.rows
	return isBorder(line) && !inBox && (d.bars || d.rows == 0 && d.border == "")
}

// addBorder reads the line above the first row as a row, unless it is a border.
func (d *diagramReader) addBorder() error {
	row := d.border
	d.border = ""
	if row == "" || d.bars {
		return nil
	}
	return d.addRow(row)
}

func (d *diagramReader) addFiles(line string) error {
	d.certain = true
	names, ok := countFiles(line)
	if d.files = names; !ok {
		return fmt.Errorf("%s, want the names of the files from a on", excerpt(line))
	}
	return nil
}

func (d *diagramReader) addRow(line string) error {
	label, text := "", line
	if !d.binary {
		label, text = cutLabel(line)
	}
	isPlain := utf8.RuneCountInString(text) > 1 && strings.Trim(text, "._ ") != ""
	d.certain = d.certain || isPlain || label == "" && len(d.queens) > 0
	squares, err := d.split(text)
	if err != nil {
		return err
	}
	if err := d.addSquares(squares); err != nil {
		return err
	}
	return d.checkLabel(label)
}

// split yields the squares of a row.
func (d *diagramReader) split(row string) (iter.Seq[string], error) {
	inner := row
	if d.bars {
		var opened, closed bool
		inner, opened = strings.CutPrefix(row, "|")
		inner, closed = strings.CutSuffix(inner, "|")
		isGrid := strings.Contains(inner, "|") || strings.TrimSpace(inner) == ""
		if !opened || isGrid && !closed {
			return nil, fmt.Errorf(`%s, want "|" at both ends of a row`, excerpt(row))
		}
		if isGrid {
			return strings.SplitSeq(inner, "|"), nil
		}
	}
	inner = strings.Map(func(r rune) rune {
		if isSeparator(r) {
			return -1
		}
		return r
	}, inner)
	return strings.SplitSeq(inner, ""), nil
}

var errPairs = errors.New(`pairs of numbers may be squares or columns, want squares such as "b1 d2" or columns such as [1,3,0,2]`)

// addSquares reads the squares of the next row.
func (d *diagramReader) addSquares(squares iter.Seq[string]) error {
	row, col, at := len(d.queens), 0, Empty
	if d.rows > 0 && row == d.rows {
		return fmt.Errorf("more than %s of %s", plural(d.rows, "row"), plural(d.rows, "square"))
	}
	for square := range squares {
		square = strings.TrimSpace(square)
		switch plainSymbol(square, d.binary) {
		case 0:
			return fmt.Errorf("%s for square %d, want a queen (%s), an empty square (%s and the like) or a blocked one (x)",
				excerpt(square), col+1, queenSymbols, emptySymbols)
		case 'Q':
			if at != Empty {
				return errors.New("two queens, want at most one in a row")
			}
			at = col
		case 'x':
			if len(d.blocked) < MaxN*MaxN { // all that a Board has
				d.blocked = append(d.blocked, Square{row, col})
			}
		}
		col++
	}
	if d.rows == 0 {
		switch err := d.check(col); {
		case col == 0:
			return errors.New("a row without squares")
		case d.binary && col == 2:
			return errPairs
		case err != nil:
			return err
		}
		d.rows = col
	}
	if col != d.rows {
		return fmt.Errorf("%s, want %d as in the first row", plural(col, "square"), d.rows)
	}
	d.queens = append(d.queens, at)
	return nil
}

// checkLabel checks the number of a rank. The first one shows whether rank 1 is at the top or
// at the bottom.
func (d *diagramReader) checkLabel(label string) error {
	last, want := strconv.Itoa(d.rows), ""
	switch isFirst := len(d.queens) == 1; {
	case isFirst && label == "1":
		d.rank, d.step, want = 1, 1, label
	case isFirst && label == last:
		d.rank, d.step, want = d.rows, -1, label
	case isFirst && label != "":
		want = "1 or " + last
	case d.step != 0:
		d.rank += d.step
		want = strconv.Itoa(d.rank)
	}
	if label != want {
		return fmt.Errorf("the rank number is %s, want %q", excerpt(label), want)
	}
	return nil
}

// isComplete reports whether there are as many rows as squares in a row.
func (d *diagramReader) isComplete() bool { return d.rows > 0 && len(d.queens) == d.rows }

// placement returns the queens and the blocked squares of the diagram.
func (d *diagramReader) placement() (Placement, []Square, error) {
	if d.rows == 0 {
		if err := d.addBorder(); err != nil {
			return nil, nil, err
		}
	}
	switch {
	case d.rows == 0:
		return nil, nil, errors.New("no row of a board")
	case !d.isComplete():
		return nil, nil, fmt.Errorf("%s of %s, want as many rows as squares", plural(len(d.queens), "row"), plural(d.rows, "square"))
	case d.files > 0 && d.files != d.rows:
		return nil, nil, fmt.Errorf("names of %s for rows of %s", plural(d.files, "file"), plural(d.rows, "square"))
	}
	if d.step < 0 {
		slices.Reverse(d.queens)
		for i := range d.blocked {
			d.blocked[i].Row = d.rows - 1 - d.blocked[i].Row
		}
	}
	return d.queens, d.blocked, nil
}
