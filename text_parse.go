package queens

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode"
)

// ParseSquare reads the algebraic name of a square: its file, in lower or upper case, and
// its rank, numbered from 1. Both "b4" and "B4" are Square{Row: 3, Col: 1}. It reads what
// [Square.String] writes for squares of boards of up to 2²⁰ rows. Anything else is an
// error, even white space around the name.
func ParseSquare(s string) (Square, error) {
	square, err := parseSquare(s)
	if err != nil {
		return Square{}, fmt.Errorf("queens: parse square: %w", err)
	}
	return square, nil
}

// UnmarshalText sets s to the square that text names, which it reads as [ParseSquare] does.
// If that is an error, s does not change.
func (s *Square) UnmarshalText(text []byte) error {
	square, err := ParseSquare(string(text))
	if err != nil {
		return err
	}
	*s = square
	return nil
}

// Parse reads a placement from text. It reads what [Placement.String] and [Placement.FEN]
// write, what [Placement.Diagram] draws with the symbols below, and more. It recognises
// these forms:
//
//   - Nothing, or only white space: the Placement of length 0.
//   - A vector: one line of columns, numbered from 1, with "." for a row without a queen,
//     separated by spaces or commas; or the same in parentheses, over any number of lines,
//     "(3, 1, 6, 2, 8, 5, 4, 7)". There are as many rows as items.
//   - Digits: one word of 1 to 9 digits, each a column, "15863724".
//   - Squares: names that [ParseSquare] reads, separated by white space or commas, in any
//     order, at most one in each row, "a1 e2 h3". The largest coordinate is the size of the
//     board: "a1 b4" is on a board of 4 rows.
//   - A FEN record with Q or q for queens: the piece placement alone, which contains a "/",
//     "2Q1/Q3/3Q/1Q2", or all six fields, "2Q1/Q3/3Q/1Q2 w - - 0 1". The other five must
//     look like a side to move, castling rights, an en passant square and two counters;
//     they are otherwise ignored.
//   - A diagram: a queen is one of Q q * D ♛ ♕, and an empty square one of . + - _ · □ or,
//     only between the bars of a grid, blank. All other white space, blank lines, and the
//     lines of + and - of a grid are ignored. Rank numbers before the rows tell whether
//     rank 1 is at the top or at the bottom. Without them row 0 is at the top, so that a
//     diagram with RankUp but without Labels is read upside down. There may be lines of
//     file names above and below. Only [ParseBoard] reads an x, which is a blocked square.
//
// Where forms overlap, one line is a vector if it contains a digit or its first item is
// ".", and several lines are a diagram. So "1" is the board with one queen, not the FEN of
// the empty 1×1 board, which is the only FEN that is misread; ". ." is two empty rows, and
// the same over two lines is four empty squares. Columns in square brackets are an error:
// that is the JSON of a Placement, whose columns are numbered from 0.
//
// The queens may attack each other; see [Placement.Valid]. Text in none of these forms is
// an error, which says where and what was expected, and so is a board of more than 2²⁰
// rows. Parse takes time linear in the lengths of the text and the placement, and
// allocates next to nothing but the placement.
func Parse(s string) (Placement, error) {
	p, err := parse(s, func(Square) error {
		return errors.New("a blocked square, which only ParseBoard reads")
	})
	if err != nil {
		return nil, fmt.Errorf("queens: parse: %w", err)
	}
	return p, nil
}

// parse recognises the form of s. The order of the cases matters. Blocked squares are
// passed to blocked, row by row from the top of the diagram; if it returns an error, the
// reading ends.
func parse(s string, blocked func(Square) error) (Placement, error) {
	text := strings.TrimSpace(s)
	switch {
	case text == "":
		return Placement{}, nil
	case text[0] == '[':
		return nil, errors.New(`"[" opens JSON, with columns from 0; want columns from 1, with or without parentheses`)
	case text[0] == '(':
		return parseTuple(text)
	case strings.Contains(text, "/"), isRecordOfOneSquare(text):
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

// startsWithSquare reports whether the first item of text begins with a letter and has a
// digit. No row of a diagram begins like that.
func startsWithSquare(text string) bool {
	return strings.ContainsAny(text[:1], letters+capitals) && strings.ContainsAny(firstItem(text), decimals)
}

// looksLikeVector reports whether text is one line that has a digit or whose first item is
// ".". The only diagrams of one line are 1×1 boards without labels. It takes the empty one,
// which means the same as a vector.
func looksLikeVector(text string) bool {
	return !strings.Contains(text, "\n") && (strings.ContainsAny(text, decimals) || firstItem(text) == ".")
}

// isRecordOfOneSquare reports whether text is a FEN record of a 1×1 board, which has no
// "/". No other form has a "w" or a "b" in that place.
func isRecordOfOneSquare(text string) bool {
	placement := firstItem(text)
	side := firstItem(strings.TrimSpace(text[len(placement):]))
	return (placement == "Q" || placement == "q" || placement == "1") && isSide(side)
}

func firstItem(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

// items yields the items of text, which white space and commas separate. It yields "" where
// there is no item on one side of a comma.
//
// Readers go through the items twice, the first time to learn the size of the board. A list
// of them would take many times as much memory as the text.
func items(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		rest, wanted := text, true // at the start and after a comma there must be an item
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
			return 0, fmt.Errorf("item %d is missing, want one on each side of a comma", n)
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
		col, ok := parseNumber(item)
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

// sizeOfSquares returns the size of the smallest board that contains all the squares.
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

// listedSquares yields the squares of a list such as "b4,d5", and an error for anything
// else in the list.
func listedSquares(list string) iter.Seq2[Square, error] {
	return func(yield func(Square, error) bool) {
		for name := range strings.SplitSeq(list, ",") {
			if !yield(parseSquare(name)) {
				return
			}
		}
	}
}

// parseSquare reads an algebraic name. Its letters must have the same case, so that a
// queen's move in chess notation, "Qb4", is not a square on file qb.
func parseSquare(name string) (Square, error) {
	rank := strings.TrimLeft(name, letters)
	if rank == name {
		rank = strings.TrimLeft(name, capitals)
	}
	file := name[:len(name)-len(rank)]
	row, ok := parseNumber(rank)
	if !ok || file == "" {
		return Square{}, fmt.Errorf(`%s is not a square, want one such as "b4"`, excerpt(name))
	}
	col := 0
	for _, letter := range []byte(file) {
		lowerCase := letter | 0x20
		col = min(26*col+int(lowerCase-'a')+1, maxParse+1)
	}
	if max(row, col) > maxParse {
		return Square{}, fmt.Errorf("%s is not a square of a board of at most %d rows", excerpt(name), maxParse)
	}
	return Square{row - 1, col - 1}, nil
}

// parseNumber reads a positive decimal number without a sign or leading zeros. It returns
// maxParse+1 for any number greater than maxParse.
func parseNumber(s string) (v int, ok bool) {
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

// parseFEN reads the first field of a FEN record. The others, if there are any, must look
// right.
func parseFEN(text string) (Placement, error) {
	count := 0
	for range strings.FieldsSeq(text) {
		count++
	}
	if count != 1 && count != 6 {
		return nil, fmt.Errorf("FEN of %d fields, want all 6 or the piece placement alone", count)
	}
	fields := strings.Fields(text)
	if err := checkFields(fields[1:]); err != nil {
		return nil, err
	}
	return parseRanks(fields[0])
}

// checkFields checks the form of the fields that follow the piece placement in a FEN, but
// not whether they fit a position.
func checkFields(fields []string) error {
	want := []struct {
		name, form string
		ok         func(string) bool
	}{
		{"side to move", "w or b", isSide},
		{"castling field", `letters or "-"`, func(s string) bool { return s == "-" || strings.Trim(s, letters+capitals) == "" }},
		{"en passant field", `a square or "-"`, func(s string) bool { _, err := parseSquare(s); return s == "-" || err == nil }},
		{"halfmove clock", "a number", isNumber},
		{"fullmove number", "a number", isNumber},
	}
	for i, field := range fields {
		if !want[i].ok(field) {
			return fmt.Errorf("the %s of the FEN is %s, want %s", want[i].name, excerpt(field), want[i].form)
		}
	}
	return nil
}

func isSide(field string) bool   { return field == "w" || field == "b" }
func isNumber(field string) bool { return strings.Trim(field, decimals) == "" }

// parseRanks reads the piece placement of a FEN.
func parseRanks(text string) (Placement, error) {
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
		empty, ok := parseNumber(rank[:len(rank)-len(after)])
		switch {
		case ok:
			squares += empty
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
