package queens

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode"
)

// ParseSquare reads the algebraic name of a square: its file, in small or in capital
// letters, and its rank, counted from 1: "b4" or "B4" is Square{Row: 3, Col: 1}. It
// reads what [Square.String] writes for the squares of boards of up to 2²⁰ rows.
// Anything else, white space around the name too, is an error.
func ParseSquare(s string) (Square, error) {
	square, err := parseSquare(s)
	if err != nil {
		return Square{}, fmt.Errorf("queens: parse square: %w", err)
	}
	return square, nil
}

// Parse reads a placement from text: what [Placement.String] and [Placement.FEN] write,
// what [Placement.Diagram] writes in the symbols below, and more. The text itself tells
// which of these forms it has:
//
//   - Nothing, or only white space: the empty Placement.
//   - A vector: one line of columns, counted from 1, with "." for an empty row,
//     separated by spaces or commas; or the same in parentheses, on any number
//     of lines, "(3, 1, 6, 2, 8, 5, 4, 7)". There are as many rows as items.
//   - Digits: one word of 1 to 9 digits, each a column: "15863724".
//   - Squares: names as [ParseSquare] reads them, separated by white space or
//     commas, in any order, "a1 e2 h3", at most one a row. The size of the board
//     is the largest coordinate, so the board of "a1 b4" has 4 rows.
//   - A FEN piece-placement field, which has a "/", with Q or q for queens:
//     "2Q1/Q3/3Q/1Q2".
//   - A diagram in these symbols: a queen is one of Q q * D ♛ ♕, an empty
//     square one of . + - _ · □ or, between the bars of a grid only, blank. All
//     other white space, blank lines, and a grid's lines of + and - mean
//     nothing. Rank numbers before the rows tell whether the first rank is on
//     top or at the bottom. Without them row 0 is on top, so that a diagram
//     with RankUp but no Labels reads upside down. A line of file names may
//     stand above and below. Blocked squares, x, are read by [ParseBoard] only.
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
// so is a board of more than 2²⁰ rows. Parse takes time linear in the text and
// the board. It allocates the placement, and next to nothing besides.
func Parse(s string) (Placement, error) {
	p, err := parse(s, func(Square) error {
		return errors.New("a blocked square, which only ParseBoard reads")
	})
	if err != nil {
		return nil, fmt.Errorf("queens: parse: %w", err)
	}
	return p, nil
}

// parse recognises the form of s. The order of the cases counts. Blocked squares go
// to blocked, row by row from the top of the diagram; its error ends the reading.
func parse(s string, blocked func(Square) error) (Placement, error) {
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
		return parseDiagram(s, true, blocked)
	case startsWithSquare(text):
		return parseSquares(text)
	case looksLikeVector(text):
		return parseLine(text)
	}
	return parseDiagram(s, false, blocked)
}

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// startsWithSquare reports whether the first item of text is a letter with a
// digit after it somewhere. No row of a diagram starts like that.
func startsWithSquare(text string) bool {
	return strings.ContainsAny(text[:1], letters+capitals) && strings.ContainsAny(firstItem(text), decimals)
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

// items yields the items of text, which stand between white space and commas. It
// yields "" where a comma has no item on one side.
//
// Readers go through the items twice, first to learn the size of the board. A list
// of them would take many times the memory of the text.
func items(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		rest, wanted := text, true // an item is wanted at the start and after a comma
		for {
			rest = strings.TrimSpace(rest)
			switch {
			case rest == "":
				if wanted {
					yield("")
				}
				return
			case rest[0] == ',':
				if wanted && !yield("") {
					return
				}
				rest, wanted = rest[1:], true
			default:
				item := firstItem(rest)
				if !yield(item) {
					return
				}
				rest, wanted = rest[len(item):], false
			}
		}
	}
}

// countItems returns the number of items, or an error if one is missing.
func countItems(text string) (int, error) {
	n := 0
	for item := range items(text) {
		n++
		if item == "" {
			return 0, fmt.Errorf("item %d is missing, want one on either side of a comma", n)
		}
	}
	return n, nil
}

func parseTuple(text string) (Placement, error) {
	inner, closed := strings.CutSuffix(text[1:], ")")
	if !closed {
		return nil, errors.New(`text starts with "(", want ")" at its end`)
	}
	return parseVector(inner)
}

func parseLine(text string) (Placement, error) {
	if strings.Trim(text, decimals) != "" {
		return parseVector(text)
	}
	if len(text) > 9 {
		return nil, fmt.Errorf("%s is one item of %d digits, want at most 9 or spaces between the columns",
			excerpt(text), len(text))
	}
	return parseVector(strings.Join(strings.Split(text, ""), " "))
}

func parseVector(text string) (Placement, error) {
	n, err := countItems(text)
	if err != nil {
		return nil, err
	}
	if n > maxParse {
		return nil, fmt.Errorf("vector of %d items, want at most %d", n, maxParse)
	}
	p := make(Placement, 0, n)
	for item := range items(text) {
		col, ok := number(item)
		switch {
		case item == ".":
			p = append(p, Empty)
		case ok && col <= n:
			p = append(p, col-1)
		default:
			return nil, fmt.Errorf(`item %d is %s, want a column 1..%d or "."`, len(p)+1, excerpt(item), n)
		}
	}
	return p, nil
}

func parseSquares(text string) (Placement, error) {
	n, err := sizeOfSquares(text)
	if err != nil {
		return nil, err
	}
	p := emptyPlacement(n)
	i := 0
	for name := range items(text) {
		i++
		s, _ := parseSquare(name) // no error: sizeOfSquares has read it
		if p[s.Row] != Empty {
			return nil, fmt.Errorf("item %d is %q, want one queen a row: %q is there already",
				i, s, Square{s.Row, p[s.Row]})
		}
		p[s.Row] = s.Col
	}
	return p, nil
}

// sizeOfSquares returns the size of the smallest board that has all squares.
func sizeOfSquares(text string) (int, error) {
	if _, err := countItems(text); err != nil {
		return 0, err
	}
	n, i := 0, 0
	for name := range items(text) {
		i++
		s, err := parseSquare(name)
		if err != nil {
			return 0, fmt.Errorf("item %d: %w", i, err)
		}
		n = max(n, s.Row+1, s.Col+1)
	}
	return n, nil
}

// listedSquares yields the squares of a list such as "b4,d5", or an error for a name
// that is none.
func listedSquares(list string) iter.Seq2[Square, error] {
	return func(yield func(Square, error) bool) {
		for name := range strings.SplitSeq(list, ",") {
			if !yield(parseSquare(name)) {
				return
			}
		}
	}
}

// parseSquare reads an algebraic name. Its letters are all small or all capital, so
// that a queen's move in chess notation, "Qb4", is no square of file qb.
func parseSquare(name string) (Square, error) {
	rank := strings.TrimLeft(name, letters)
	if rank == name {
		rank = strings.TrimLeft(name, capitals)
	}
	file := name[:len(name)-len(rank)]
	row, ok := number(rank)
	if !ok || file == "" {
		return Square{}, fmt.Errorf(`%s is no square, want one such as "b4"`, excerpt(name))
	}
	col := 0
	for _, letter := range []byte(file) {
		small := letter | 0x20
		col = min(26*col+int(small-'a')+1, maxParse+1)
	}
	if max(row, col) > maxParse {
		return Square{}, fmt.Errorf("%s is no square of a board of at most %d rows", excerpt(name), maxParse)
	}
	return Square{row - 1, col - 1}, nil
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
