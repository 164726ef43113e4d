package queens

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse reads a placement from text: what [Placement.String], [Placement.FEN]
// and [Placement.Diagram] write, and more. The text itself tells which of these
// forms it has:
//
//   - Nothing, or only white space: the empty Placement.
//   - A vector: one line of columns, counted from 1, with "." for an empty row,
//     separated by spaces or commas; or the same in parentheses, on any number
//     of lines, "(3, 1, 6, 2, 8, 5, 4, 7)". There are as many rows as items.
//   - Digits: one word of 1 to 9 digits, each a column: "15863724".
//   - Squares: algebraic names separated by white space or commas, in any
//     order, "a1 e2 h3", at most one a row. The size of the board is the largest
//     coordinate, so the board of "a1 b4" has 4 rows.
//   - A FEN piece-placement field, which has a "/", with Q or q for queens:
//     "2Q1/Q3/3Q/1Q2".
//   - A diagram in these symbols: a queen is one of Q q * D ♛ ♕, an empty
//     square one of . + - _ · □ or, between the bars of a grid only, blank. All
//     other white space, blank lines, and a grid's lines of + and - mean
//     nothing. Rank numbers before the rows tell whether the first rank is on
//     top or at the bottom. Without them row 0 is on top, so that a diagram
//     with RankUp but no Labels reads upside down. A line of file names may
//     stand above and below.
//
// Where forms overlap, one line is a vector if it holds a digit or starts with
// the item ".", and several lines are a diagram: "1" is the board with one
// queen and not the FEN of the empty 1×1 board, ". ." two empty rows, and the
// same on two lines four empty squares. An empty 1×1 board is the only one
// whose FEN is read as another. Columns in square brackets, the JSON of a
// Placement, count from 0 and are refused.
//
// The queens may attack each other; see [Placement.Valid]. Everything that is
// not one of the forms is an error that says where and what was expected, and
// so is a board of more than 2²⁰ rows. Parse takes time and memory linear in the
// text and the board.
func Parse(s string) (Placement, error) {
	p, err := parse(s)
	if err != nil {
		return nil, fmt.Errorf("queens: parse: %w", err)
	}
	return p, nil
}

// parse recognises the form of s. The order of the cases counts.
func parse(s string) (Placement, error) {
	text := strings.TrimSpace(s)
	switch {
	case text == "":
		return Placement{}, nil
	case text[0] == '[':
		return nil, errors.New(`"[" opens JSON, with columns from 0; want columns from 1, in parentheses or bare`)
	case text[0] == '(':
		return parseTuple(text)
	case strings.Contains(text, "/"):
		return parseFEN(text)
	case strings.Contains(text, "|"):
		return parseDiagram(s, true)
	case startsWithSquare(text):
		return parseSquares(text)
	case looksLikeVector(text):
		return parseLine(text)
	}
	return parseDiagram(s, false)
}

// maxParse is the largest board that is read from text.
const maxParse = 1 << 20

const decimals = "0123456789"

// startsWithSquare reports whether the first item of text is a letter with a
// digit after it somewhere. No row of a diagram starts like that.
func startsWithSquare(text string) bool {
	return 'a' <= text[0] && text[0] <= 'z' && strings.ContainsAny(firstItem(text), decimals)
}

// looksLikeVector reports whether text is one line with a digit, or with "." for
// its first item. The only diagrams of one line are the unlabelled 1×1 boards;
// of them it takes the empty one, which as a vector is the same.
func looksLikeVector(text string) bool {
	return !strings.Contains(text, "\n") && (strings.ContainsAny(text, decimals) || firstItem(text) == ".")
}

func firstItem(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

// items cuts text at white space and at commas. A comma needs an item on either
// side.
func items(text string) ([]string, error) {
	var all []string
	for part := range strings.SplitSeq(text, ",") {
		fields := strings.Fields(part)
		if len(fields) == 0 {
			return nil, fmt.Errorf("item %d is missing, want one on either side of a comma", len(all)+1)
		}
		all = append(all, fields...)
	}
	return all, nil
}

func parseTuple(text string) (Placement, error) {
	inner, closed := strings.CutSuffix(text[1:], ")")
	if !closed {
		return nil, errors.New(`text starts with "(", want ")" at its end`)
	}
	columns, err := items(inner)
	if err != nil {
		return nil, err
	}
	return parseVector(columns)
}

func parseLine(text string) (Placement, error) {
	columns, err := items(text)
	if err != nil {
		return nil, err
	}
	if len(columns) == 1 && strings.Trim(text, decimals) == "" {
		if len(text) > 9 {
			return nil, fmt.Errorf("%s is one item of %d digits, want at most 9 or spaces between the columns",
				excerpt(text), len(text))
		}
		columns = strings.Split(text, "")
	}
	return parseVector(columns)
}

func parseVector(columns []string) (Placement, error) {
	n := len(columns)
	if n > maxParse {
		return nil, fmt.Errorf("vector of %d items, want at most %d", n, maxParse)
	}
	p := make(Placement, n)
	for row, item := range columns {
		col, ok := number(item)
		if item == "." {
			p[row] = Empty
		} else if ok && col <= n {
			p[row] = col - 1
		} else {
			return nil, fmt.Errorf(`item %d is %s, want a column 1..%d or "."`, row+1, excerpt(item), n)
		}
	}
	return p, nil
}

func parseSquares(text string) (Placement, error) {
	names, err := items(text)
	if err != nil {
		return nil, err
	}
	squares := make([]Square, len(names))
	n := 0
	for i, name := range names {
		s, ok := parseSquare(name)
		if !ok {
			return nil, fmt.Errorf(`item %d is %s, want a square such as "a1"`, i+1, excerpt(name))
		}
		squares[i] = s
		n = max(n, s.Row+1, s.Col+1)
		if n > maxParse {
			return nil, fmt.Errorf("item %d is %s, want a square of a board of at most %d rows", i+1, excerpt(name), maxParse)
		}
	}
	p := emptyPlacement(n)
	for i, s := range squares {
		if p.onBoard(s.Row) {
			return nil, fmt.Errorf("item %d is %q, want one queen a row: %q is there already",
				i+1, s, Square{s.Row, p[s.Row]})
		}
		p[s.Row] = s.Col
	}
	return p, nil
}

// parseSquare reads an algebraic name. A coordinate beyond maxParse becomes
// maxParse, which is off any board that is read.
func parseSquare(name string) (s Square, ok bool) {
	rank := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
	file := name[:len(name)-len(rank)]
	row, ok := number(rank)
	col := 0
	for _, letter := range []byte(file) {
		col = min(26*col+int(letter-'a')+1, maxParse+1)
	}
	return Square{row - 1, col - 1}, ok && file != ""
}

// number reads a positive decimal number without sign or leading zero. A number
// beyond maxParse becomes maxParse+1.
func number(s string) (v int, ok bool) {
	if s == "" || s[0] == '0' {
		return 0, false
	}
	for _, c := range []byte(s) {
		if c < '0' || '9' < c {
			return 0, false
		}
		v = min(10*v+int(c-'0'), maxParse+1)
	}
	return v, true
}

func parseFEN(text string) (Placement, error) {
	n := strings.Count(text, "/") + 1
	if n > maxParse {
		return nil, fmt.Errorf("FEN of %d ranks, want at most %d", n, maxParse)
	}
	p := make(Placement, n)
	row := n
	for rank := range strings.SplitSeq(text, "/") {
		row--
		col, err := parseRank(rank, n)
		if err != nil {
			return nil, fmt.Errorf("rank %d of the FEN %w", row+1, err)
		}
		p[row] = col
	}
	return p, nil
}

// parseRank reads one rank of a FEN and returns the column of its queen.
func parseRank(rank string, n int) (queen int, err error) {
	whole := rank
	queen = Empty
	squares := 0
	for rank != "" {
		after := strings.TrimLeft(rank, decimals)
		run, ok := number(rank[:len(rank)-len(after)])
		switch {
		case ok:
			squares += run
			rank = after
		case rank[0] != 'Q' && rank[0] != 'q':
			return 0, fmt.Errorf("has %s, want Q or a number of empty squares", excerpt(rank))
		case queen != Empty:
			return 0, errors.New("has two queens, want at most one")
		default:
			queen = squares
			squares++
			rank = rank[1:]
		}
	}
	if squares != n {
		return 0, fmt.Errorf("is %s, want %d squares, one for each rank", excerpt(whole), n)
	}
	return queen, nil
}

// A drawnLine is a line of a diagram that is more than decoration.
type drawnLine struct {
	number int // counted from 1
	text   string
}

// parseDiagram reads a drawing of the board. If it has a grid, only "|" separates
// squares; otherwise every visible character is one.
func parseDiagram(s string, grid bool) (Placement, error) {
	rows, files := diagramLines(s, grid)
	n := len(rows)
	if n == 0 {
		return nil, fmt.Errorf("%s has no row of a board, want a vector, squares, a FEN or a diagram", excerpt(s))
	}
	if err := checkFiles(files, n); err != nil {
		return nil, err
	}
	first, _ := cutLabel(rows[0].text)
	up := first == strconv.Itoa(n)
	p := make(Placement, n)
	for row, line := range rows {
		label, text := cutLabel(line.text)
		if up {
			row = n - 1 - row
		}
		want := ""
		if first != "" {
			want = strconv.Itoa(row + 1)
		}
		if label != want {
			return nil, fmt.Errorf("line %d has the rank number %s, want %q", line.number, excerpt(label), want)
		}
		queen, err := parseRow(text, n, grid)
		if err != nil {
			return nil, fmt.Errorf("line %d %w", line.number, err)
		}
		p[row] = queen
	}
	return p, nil
}

// diagramLines returns the lines of s that are rows of the board, and those that
// name files. File names start with a, which is no square.
func diagramLines(s string, grid bool) (rows, files []drawnLine) {
	number := 0
	for line := range strings.Lines(s) {
		number++
		text := strings.TrimSpace(line)
		switch {
		case text == "" || grid && strings.Trim(text, "+-") == "":
		case text[0] == 'a':
			files = append(files, drawnLine{number, text})
		default:
			rows = append(rows, drawnLine{number, text})
		}
	}
	return rows, files
}

func checkFiles(lines []drawnLine, n int) error {
	var names strings.Builder
	for col := range n {
		names.WriteString(fileName(col))
	}
	for _, line := range lines {
		if strings.Join(strings.Fields(line.text), "") != names.String() {
			return fmt.Errorf("line %d is %s, want the names of files a to %s",
				line.number, excerpt(line.text), fileName(n-1))
		}
	}
	return nil
}

// cutLabel splits the rank number, if any, from a row of a diagram.
func cutLabel(text string) (label, squares string) {
	squares = strings.TrimLeft(text, decimals)
	return text[:len(text)-len(squares)], strings.TrimSpace(squares)
}

// parseRow reads one row of a diagram and returns the column of its queen.
func parseRow(text string, n int, grid bool) (queen int, err error) {
	squares, err := cutRow(text, grid)
	if err != nil {
		return 0, err
	}
	if len(squares) != n {
		return 0, fmt.Errorf("has %s, want %d, one for each row", plural(len(squares), "square"), n)
	}
	queen = Empty
	for col, square := range squares {
		switch strings.TrimSpace(square) {
		case "Q", "q", "*", "D", "♛", "♕":
			if queen != Empty {
				return 0, errors.New("has two queens, want at most one")
			}
			queen = col
		case "", ".", "+", "-", "_", "·", "□":
		default:
			return 0, fmt.Errorf("has %s for square %d, want a queen (Q q * D ♛ ♕) or an empty square (. + - _ · □)",
				excerpt(square), col+1)
		}
	}
	return queen, nil
}

func cutRow(text string, grid bool) ([]string, error) {
	if !grid {
		return strings.Split(strings.Join(strings.Fields(text), ""), ""), nil
	}
	inner, opened := strings.CutPrefix(text, "|")
	inner, closed := strings.CutSuffix(inner, "|")
	if !opened || !closed {
		return nil, fmt.Errorf(`is %s, want "|" at both ends of a row`, excerpt(text))
	}
	return strings.Split(inner, "|"), nil
}

// excerpt quotes s, up to a bounded length, for an error.
func excerpt(s string) string {
	const most = 20
	if utf8.RuneCountInString(s) <= most {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%.*q…", most, s)
}
