package queens

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
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

// UnmarshalText sets s to the square that text names, as read by [ParseSquare]. If there is
// an error, s does not change.
func (s *Square) UnmarshalText(text []byte) error {
	square, err := ParseSquare(string(text))
	if err != nil {
		return err
	}
	*s = square
	return nil
}

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

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

// parseSquareList reads squares separated by commas.
func parseSquareList(list string) ([]Square, error) {
	squares := make([]Square, 0, strings.Count(list, ",")+1)
	for name := range strings.SplitSeq(list, ",") {
		s, err := parseSquare(name)
		if err != nil {
			return nil, err
		}
		squares = append(squares, s)
	}
	return squares, nil
}

// boardWords are the words of [Board.String].
type boardWords struct {
	n              int // or -1
	torus          bool
	given, blocked []Square
	seen           []string // the names of the words so far
}

// cut adds the words at the beginning of a line and returns the rest of it.
func (w *boardWords) cut(line string) (rest string, err error) {
	rest = strings.TrimSpace(line)
	for rest != "" {
		word := firstField(rest)
		known, err := w.add(word)
		if err != nil {
			return "", fmt.Errorf("%s: %w", excerpt(word), err)
		}
		if !known {
			break
		}
		rest = strings.TrimSpace(rest[len(word):])
	}
	return rest, nil
}

// add adds a word if it is known.
func (w *boardWords) add(word string) (known bool, err error) {
	name, value, assigns := strings.Cut(word, "=")
	known = word == "torus" || assigns && (name == "n" || name == "given" || name == "blocked")
	switch {
	case !known:
		return false, nil
	case slices.Contains(w.seen, name):
		return true, fmt.Errorf("word %s appears twice", excerpt(name))
	}
	w.seen = append(w.seen, name)
	switch {
	case word == "torus":
		w.torus = true
	case name == "given":
		w.given, err = parseSquareList(value)
	case name == "blocked":
		w.blocked, err = parseSquareList(value)
	default:
		w.n, err = strconv.Atoi(value)
		switch {
		case err != nil || strconv.Itoa(w.n) != value:
			err = errors.New(`want the size of the board, such as "n=8"`)
		case w.n < 0:
			err = fmt.Errorf("n = %d is negative", w.n)
		}
	}
	return true, err
}

// firstField returns the text before the first white space; firstItem stops at a comma, too.
func firstField(text string) string { return firstPart(text, unicode.IsSpace) }
func firstItem(text string) string  { return firstPart(text, isSeparator) }

func firstPart(text string, separates func(rune) bool) string {
	if end := strings.IndexFunc(text, separates); end >= 0 {
		return text[:end]
	}
	return text
}

// items yields the items of text, separated by white space and commas. It yields "" where an
// item is missing beside a comma.
func items(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		rest, wanted := text, true // at the start and after a comma there must be an item
		for {
			rest = strings.TrimSpace(rest)
			item := firstItem(rest)
			switch {
			case item != "":
				if !yield(item) {
					return
				}
				rest, wanted = rest[len(item):], false
				continue
			case wanted && !yield(""), rest == "":
				return
			}
			rest, wanted = rest[1:], true
		}
	}
}

func missingItem(item int) error {
	return fmt.Errorf("item %d is missing, want one on each side of a comma", item)
}

// isVector reports whether a line contains a digit or begins with an empty row.
func isVector(line string) bool {
	return strings.ContainsAny(line, decimals) || isEmptyRow(firstItem(line))
}

// isEmptyRow reports whether an item of a vector stands for a row without a queen.
func isEmptyRow(item string) bool { return item == "." || item == "_" }

// enclosed reads a vector between brackets. Its columns are numbered from 0 or 1.
func (b bounds) enclosed(text, closing string, from int) (Placement, error) {
	inner, closed := strings.CutSuffix(text[1:], closing)
	switch {
	case !closed:
		return nil, fmt.Errorf("text starts with %q, want %q at its end", text[:1], closing)
	case closing == "]" && strings.TrimSpace(inner) == "":
		return Placement{}, b.check(0)
	}
	return b.vector(inner, from)
}

// digits reads a line of digits, each of them a column.
func (b bounds) digits(line string) (Placement, error) {
	if len(line) > 9 {
		return nil, fmt.Errorf("%s is one item of %d digits, want at most 9 or spaces between the columns",
			excerpt(line), len(line))
	}
	return b.vector(strings.Join(strings.Split(line, ""), " "), 1)
}

// vector reads items, one for each row. Columns are numbered from 0 or 1.
func (b bounds) vector(text string, from int) (Placement, error) {
	p := Placement{}
	for item := range items(text) {
		col, ok := parseNumber(item)
		switch {
		case ok || from == 0 && item == "0":
			col -= from
		case isEmptyRow(item) || from == 0 && item == "-1":
			col = Empty
		case item == "":
			return nil, missingItem(len(p) + 1)
		default:
			col = maxParse // on no board
		}
		p = append(p, col)
	}
	if err := b.check(len(p)); err != nil {
		return nil, err
	}
	wrong := slices.IndexFunc(p, func(col int) bool { return col >= len(p) })
	if wrong < 0 {
		return p, nil
	}
	item, row := "", 0
	for item = range items(text) {
		if row == wrong {
			break
		}
		row++
	}
	want := fmt.Sprintf(`a column 1..%d or "."`, len(p))
	if from == 0 {
		want = fmt.Sprintf("a column 0..%d, or -1 for an empty row: an array counts from 0", len(p)-1)
	}
	return nil, fmt.Errorf("item %d is %s, want %s", row+1, excerpt(item), want)
}

// prologAnswer returns the list in an answer of Prolog, "Qs = [2, 4, 1, 3] ;".
func prologAnswer(text string) (list string, ok bool) {
	name, list, _ := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	list = strings.TrimRight(strings.TrimSpace(list), " \t\r\n;,.?")
	return list, strings.HasPrefix(list, "[") && strings.HasSuffix(list, "]") &&
		strings.IndexAny(name, capitals+"_") == 0 && strings.Trim(name, letters+capitals+decimals+"_") == ""
}

// isSquares reports whether the first item of text has a letter first and a digit later. No
// row of a diagram begins like that. A FEN may, "Q1/2", but it has a slash.
func isSquares(text string) bool {
	name := firstItem(text)
	return strings.ContainsAny(text[:1], letters+capitals) && strings.ContainsAny(name, decimals) && !strings.Contains(name, "/")
}

// squares reads a list of squares. If the size of the board is unknown, it is the largest
// coordinate.
func (b bounds) squares(text string) (Placement, error) {
	var list []Square
	n := max(b.n, 0)
	for name := range items(text) {
		s, err := parseSquare(name)
		switch {
		case name == "":
			return nil, missingItem(len(list) + 1)
		case err == nil && b.n >= 0:
			err = s.checkOn(n)
		}
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", len(list)+1, err)
		}
		n = max(n, s.Row+1, s.Col+1)
		list = append(list, s)
	}
	if err := b.checkRows(n, len(text)); err != nil {
		return nil, err
	}
	p := NewPlacement(n)
	for i, s := range list {
		if p[s.Row] != Empty {
			return nil, fmt.Errorf("item %d is %q, want one queen a row: %q is there already",
				i+1, s, Square{s.Row, p[s.Row]})
		}
		p[s.Row] = s.Col
	}
	return p, nil
}

// checkRows returns an error if a board has more than b.most rows, or more than 4096 and more
// than its text has bytes: a short text must not fill the memory.
func (b bounds) checkRows(n, length int) error {
	return checkSize(n, min(b.most, max(length, 4096)))
}

// isFEN reports whether a line is a FEN. The FEN of a 1×1 board has no "/", but it is the only
// form that may have a side to move after its first item.
func isFEN(line string) bool {
	if strings.Contains(line, "/") {
		return true
	}
	placement := firstField(line)
	isOneSquare := placement == "Q" || placement == "q" || placement == "1"
	return isOneSquare && slices.Contains([]string{"w", "b"}, firstField(strings.TrimSpace(line[1:])))
}

// fenFields matches the fields of a FEN after the first: side to move, castling, en passant,
// halfmove clock and move number. They need not fit the position.
var fenFields = regexp.MustCompile(`^\s+[wb](\s+(-|[A-Za-z]+)(\s+(-|[a-z]+\d+)(\s+\d+(\s+\d+)?)?)?)?$`)

// fen reads the piece placement of a FEN.
func (b bounds) fen(text string) (Placement, error) {
	placement := firstField(text)
	if fields := text[len(placement):]; fields != "" && !fenFields.MatchString(fields) {
		return nil, fmt.Errorf(`the FEN goes on with %s, want fields such as "w - - 0 1" or none`, excerpt(strings.TrimSpace(fields)))
	}
	text = strings.TrimSuffix(placement, "/")
	n := strings.Count(text, "/") + 1
	if err := b.check(n); err != nil {
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

// parseRank reads one rank of a FEN and returns the column of its queen. Consecutive digits
// are one number of empty squares or, if that does not give the rank n squares, one number each.
func parseRank(rank string, n int) (col int, err error) {
	at, queens := [2]int{}, [2]int{Empty, Empty} // by number, by digit; capped just beyond the last square
	for rest := rank; rest != ""; {
		after := strings.TrimLeft(rest, decimals)
		digits := rest[:len(rest)-len(after)]
		number, ok := parseNumber(digits)
		switch {
		case ok:
			at[0] = min(at[0]+number, n+1)
			for _, digit := range []byte(digits) {
				at[1] = min(at[1]+cmp.Or(int(digit-'0'), n+1), n+1) // no run has 0 squares
			}
			rest = after
		case rest[0] != 'Q' && rest[0] != 'q':
			return 0, fmt.Errorf("has %s, want Q or a number of empty squares", excerpt(rest))
		case queens[0] != Empty:
			return 0, errors.New("has two queens, want at most one")
		default:
			queens = at
			at[0], at[1] = at[0]+1, at[1]+1
			rest = rest[1:]
		}
	}
	for i, squares := range at {
		if squares == n {
			return queens[i], nil
		}
	}
	return 0, fmt.Errorf("is %s, want %d squares, one for each rank", excerpt(rank), n)
}

// isSize reports whether a text is a decimal number of up to three digits.
func isSize(text string) bool {
	return text != "" && len(text) <= 3 && strings.Trim(text, decimals) == "" && (text[0] != '0' || text == "0")
}
