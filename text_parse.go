package queens

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseSquare reads the algebraic name of a square: its file, in lower or upper case, and
// its rank, numbered from 1. Both "b4" and "B4" are Square{Row: 3, Col: 1}. It reads what
// [Square.String] writes for squares of boards of up to 2²⁷ rows. Anything else is an
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

// A notation is the text of a placement, and what is asked of it. Its forms are those that
// [Parse] names, but for words and objects of JSON.
type notation struct {
	text    string
	n       int                // the size of the board, or -1 if the text tells it
	most    int                // the size of the largest board
	blocked func(Square) error // takes the blocked squares of a diagram; an error ends the reading
}

// parse recognises the form of the text. The order of the cases matters.
func (t notation) parse() (Placement, error) {
	text := strings.TrimSpace(t.text)
	switch {
	case text == "":
		return Placement{}, t.check(0)
	case text[0] == '[':
		return t.enclosed(text, "]", columnFrom0)
	case text[0] == '(':
		return t.enclosed(text, ")", columnFrom1)
	case strings.Contains(text, "/"), isRecordOfOneSquare(text):
		return t.fen(text)
	case strings.Contains(text, "|"):
		return parseDiagram(t.text, true, t.check, t.blocked)
	case startsWithSquare(text):
		return t.squares(text)
	case looksLikeVector(text):
		return t.line(text)
	case !strings.Contains(text, "\n") && utf8.RuneCountInString(text) > 1:
		return nil, fmt.Errorf("%s is not a board: want a vector, squares, a FEN or a diagram", excerpt(text))
	}
	return parseDiagram(t.text, false, t.check, t.blocked)
}

// check returns an error if the board is not to have n rows.
func (t notation) check(n int) error {
	switch {
	case n > t.most:
		return fmt.Errorf("n = %d out of range 0..%d", n, t.most)
	case t.n >= 0 && n != t.n:
		return fmt.Errorf("%s, want n = %d", plural(n, "row"), t.n)
	}
	return nil
}

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// startsWithSquare reports whether the first item of text begins with a letter and has a
// digit. No row of a diagram begins like that.
func startsWithSquare(text string) bool {
	return strings.ContainsAny(text[:1], letters+capitals) && strings.ContainsAny(firstItem(text), decimals)
}

// looksLikeVector reports whether text is one line that has a digit or whose first item is
// an empty row. The only diagrams of one line are 1×1 boards without labels. It takes the
// empty one, which means the same as a vector.
func looksLikeVector(text string) bool {
	return !strings.Contains(text, "\n") && (strings.ContainsAny(text, decimals) || isEmptyRow(firstItem(text)))
}

// isEmptyRow reports whether an item of a vector stands for a row without a queen.
func isEmptyRow(item string) bool { return item == "." || item == "_" }

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

// enclosed reads a vector in parentheses or in square brackets.
func (t notation) enclosed(text, end string, value func(item string, n int) (int, error)) (Placement, error) {
	inner, closed := strings.CutSuffix(text[1:], end)
	switch {
	case !closed:
		return nil, fmt.Errorf("text starts with %q, want %q at its end", text[:1], end)
	case end == "]" && strings.TrimSpace(inner) == "":
		return Placement{}, t.check(0)
	}
	return t.vector(inner, value)
}

func (t notation) line(text string) (Placement, error) {
	if strings.Trim(text, decimals) != "" {
		return t.vector(text, columnFrom1)
	}
	if len(text) > 9 {
		return nil, fmt.Errorf("%s is one item of %d digits, want at most 9 or spaces between the columns",
			excerpt(text), len(text))
	}
	return t.vector(strings.Join(strings.Split(text, ""), " "), columnFrom1)
}

// vector reads items, each of which stands for a row. The function value returns its column.
func (t notation) vector(text string, value func(item string, n int) (int, error)) (Placement, error) {
	n, err := countItems(text)
	if err == nil {
		err = t.check(n)
	}
	if err != nil {
		return nil, err
	}
	p := make(Placement, 0, n)
	for item := range items(text) {
		col, err := value(item, n)
		if err != nil {
			return nil, fmt.Errorf("item %d is %s, %w", len(p)+1, excerpt(item), err)
		}
		p = append(p, col)
	}
	return p, nil
}

// columnFrom1 reads an item of a vector, which counts columns from 1.
func columnFrom1(item string, n int) (int, error) {
	if isEmptyRow(item) {
		return Empty, nil
	}
	col, ok := parseNumber(item)
	if !ok || col > n {
		return 0, fmt.Errorf(`want a column 1..%d or "."`, n)
	}
	return col - 1, nil
}

// columnFrom0 reads an item of an array of JSON, which counts columns from 0.
func columnFrom0(item string, n int) (int, error) {
	if item == "-1" || isEmptyRow(item) {
		return Empty, nil
	}
	col, ok := parseNumber(item)
	if !ok && item != "0" || col >= n {
		return 0, fmt.Errorf("want a column 0..%d, or -1 for an empty row: an array counts from 0", n-1)
	}
	return col, nil
}

// squares reads a list of squares. If it is to tell the size of the board, that is the
// largest coordinate.
func (t notation) squares(text string) (Placement, error) {
	n, err := t.sizeOfSquares(text)
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

// sizeOfSquares returns the size of a board that contains all the squares.
func (t notation) sizeOfSquares(text string) (int, error) {
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
		if t.n >= 0 && n > t.n {
			return 0, fmt.Errorf("item %d: %v is off the %d×%[3]d board", i, s, t.n)
		}
	}
	if t.n >= 0 {
		return t.n, nil
	}
	return n, checkRows(n, t.most, len(text))
}

// checkRows returns an error if a board of n rows is larger than the largest, or larger than
// 2²⁰ and than its text: a few characters are not to fill the memory.
func checkRows(n, most, length int) error {
	if most = min(most, max(length, 1<<20)); n > most {
		return fmt.Errorf("n = %d out of range 0..%d", n, most)
	}
	return nil
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

// fen reads the first field of a FEN record. The others, if there are any, must look right.
func (t notation) fen(text string) (Placement, error) {
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
	return t.ranks(fields[0])
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

// ranks reads the piece placement of a FEN.
func (t notation) ranks(text string) (Placement, error) {
	n := strings.Count(text, "/") + 1
	if err := t.check(n); err != nil {
		return nil, err
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
