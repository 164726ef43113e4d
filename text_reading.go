package queens

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A reading is what a text says of a board.
type reading struct {
	queens  Placement
	blocked squareSet // nil if there are none; otherwise the board has at most MaxN rows
	torus   bool
	answer  Placement // to the board, if the text has both, or nil
	noBoard error     // why the board beside the answer cannot be read, or nil
	line    int       // of a stream
}

// limits are what a reader takes.
type limits struct {
	rows  int
	bytes int  // of one board or placement in a stream
	sizes bool // a number is the size of a board, rather than columns
}

var (
	boardLimits     = limits{rows: MaxN, bytes: 16 << 20, sizes: true}
	placementLimits = limits{rows: maxParse, bytes: min(4<<30, math.MaxInt)}
)

// parse reads a text in any form but an object or a string of JSON: a placement with
// words before it, or words alone.
func (l limits) parse(text string) (reading, error) {
	text = blankComments(strings.TrimPrefix(text, byteOrderMark))
	if size := strings.TrimSpace(text); l.sizes && isSize(size) {
		n, _ := strconv.Atoi(size) // no error: it has three digits at most
		if err := checkSize(n); err != nil {
			return reading{}, err
		}
		return reading{queens: emptyPlacement(n)}, nil
	}
	w := &boardWords{n: -1}
	rest, err := w.cut(text)
	if err == nil && w.n >= 0 {
		err = checkRows(w.n, l.rows, len(text))
	}
	if err != nil {
		return reading{}, err
	}
	p := reading{torus: w.torus}
	if strings.TrimSpace(rest) != "" || rest == text {
		p.queens, err = notation{rest, w.n, l.rows, p.block}.parse()
	} else if w.n < 0 {
		err = errors.New(`words without the size of the board, want "n=8" or a placement with them`)
	} else {
		p.queens = emptyPlacement(w.n)
	}
	if err != nil {
		return reading{}, w.explain(err, text, rest)
	}
	if err := p.add(w); err != nil {
		return reading{}, err
	}
	return p, nil
}

// isSize reports whether a text is a number of up to three digits.
func isSize(text string) bool {
	return text != "" && len(text) <= 3 && strings.Trim(text, decimals) == "" && (text[0] != '0' || text == "0")
}

const byteOrderMark = "\uFEFF"

// blankComments returns text without its comments, each of which goes from a # at the start
// of a line, or behind white space, to the end of the line.
func blankComments(text string) string {
	if !strings.Contains(text, "#") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if start := commentStart([]byte(line)); start >= 0 {
			b.WriteString(line[:start])
			line = line[len(strings.TrimRight(line, "\n")):]
		}
		b.WriteString(line)
	}
	return b.String()
}

// commentStart returns where the comment of a line starts, or -1 if it has none.
func commentStart(line []byte) int {
	for from := 0; ; from++ {
		i := bytes.IndexByte(line[from:], '#')
		if i < 0 {
			return -1
		}
		from += i
		if from == 0 || line[from-1] == ' ' || line[from-1] == '\t' {
			return from
		}
	}
}

// block adds a blocked square.
func (p *reading) block(s Square) error {
	if max(s.Row, s.Col) >= MaxN {
		return fmt.Errorf("a blocked square outside the largest board, of %d rows", MaxN)
	}
	if p.blocked == nil {
		p.blocked = make(squareSet, MaxN)
	}
	return p.blocked.insert(s)
}

// add adds what the words say to what the placement behind them has said.
func (p *reading) add(w *boardWords) error {
	n := len(p.queens)
	if err := w.each("given", w.given, n, p.give); err != nil {
		return err
	}
	if err := w.each("blocked", w.blocked, n, p.block); err != nil {
		return err
	}
	if (p.torus || p.blocked != nil) && n > MaxN {
		return fmt.Errorf("constraints on a board of %d rows, want at most %d", n, MaxN)
	}
	if p.blocked != nil {
		p.blocked = p.blocked[:n]
	}
	return nil
}

// give adds a queen.
func (p *reading) give(s Square) error {
	if col := p.queens[s.Row]; col != Empty && col != s.Col {
		return attackError("given queens", Square{s.Row, min(col, s.Col)}, Square{s.Row, max(col, s.Col)})
	}
	p.queens[s.Row] = s.Col
	return nil
}

// board returns the board on which the queens of the reading are given.
func (p *reading) board() (*Board, error) {
	if p.noBoard != nil {
		return nil, p.noBoard
	}
	c, err := newConfig(len(p.queens))
	if err == nil {
		err = c.give(p.queens.Queens())
	}
	if err != nil {
		return nil, err
	}
	c.torus = p.torus
	copy(c.blocked, p.blocked)
	return c.board()
}

// boardWords are the words of [Board.String].
type boardWords struct {
	n              int // or -1
	torus          bool
	given, blocked string   // lists of squares
	seen           []string // names of words
}

// cut takes the words at the beginning of a text and returns the rest.
func (w *boardWords) cut(text string) (rest string, err error) {
	rest = text
	for {
		trimmed := strings.TrimSpace(rest)
		word := trimmed
		if end := strings.IndexAny(trimmed, " \t\r\n"); end >= 0 {
			word = trimmed[:end]
		}
		known, err := w.add(word)
		if err != nil {
			return "", fmt.Errorf("%s: %w", excerpt(word), err)
		}
		if !known {
			return rest, nil
		}
		rest = strings.TrimLeft(rest, " \t\r\n\v\f\u0085\u00a0")[len(word):]
	}
}

// add takes a word, unless it is none that describes a board.
func (w *boardWords) add(word string) (known bool, err error) {
	name, value, assigns := strings.Cut(word, "=")
	switch {
	case word != "torus" && !(assigns && (name == "n" || name == "given" || name == "blocked")):
		return false, nil
	case slices.Contains(w.seen, name):
		return true, fmt.Errorf("word %q appears twice", name)
	}
	w.seen = append(w.seen, name)
	switch name {
	case "torus":
		w.torus = true
	case "given":
		w.given = value
	case "blocked":
		w.blocked = value
	default:
		w.n, err = parseSize(value)
	}
	return true, err
}

// parseSize reads a size such as "8".
func parseSize(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return 0, errors.New(`want the size of the board, such as "n=8"`)
	}
	if n < 0 {
		return 0, fmt.Errorf("n = %d is negative", n)
	}
	return n, nil
}

// each passes the squares of a list on a board of n rows to add.
func (w *boardWords) each(name, list string, n int, add func(Square) error) error {
	if !slices.Contains(w.seen, name) {
		return nil
	}
	for s, err := range listedSquares(list) {
		if err == nil && max(s.Row, s.Col) >= n {
			err = fmt.Errorf("%v is off the %d×%[2]d board", s, n)
		}
		if err == nil {
			err = add(s)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", excerpt(name+"="+list), err)
		}
	}
	return nil
}

var errUnknownWord = errors.New("unknown word")

// explain returns a better error for the rest of a text, behind the words, that is no
// placement: its first word may be meant as one of them. Lines are those of the text.
func (w *boardWords) explain(err error, text, rest string) error {
	word := firstItem(strings.TrimSpace(rest))
	mayBeWord := w.seen != nil && word != "" && !strings.ContainsAny(rest, decimals+"/|\n")
	if mayBeWord || strings.Contains(word, "=") {
		return fmt.Errorf("%s: %w", excerpt(word), errUnknownWord)
	}
	if wrong, ok := errors.AsType[*lineError](err); ok {
		wrong.line += strings.Count(text[:len(text)-len(rest)], "\n")
	}
	return err
}

// parseBoardWords reads a board from words. Those that do not describe a board are passed
// to other, cut at their first "="; if it returns an error, the reading ends. No word may
// appear twice.
func parseBoardWords(text string, other func(name, value string) error) (*Board, error) {
	w := &boardWords{n: -1}
	for word := range strings.FieldsSeq(text) {
		known, err := w.add(word)
		if !known {
			name, value, _ := strings.Cut(word, "=")
			if slices.Contains(w.seen, name) {
				err = fmt.Errorf("word %s appears twice", excerpt(name))
			} else {
				w.seen = append(w.seen, name)
				err = other(name, value)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", excerpt(word), err)
		}
	}
	if w.n < 0 {
		return nil, errors.New(`no size of the board, want a word such as "n=8"`)
	}
	if err := checkSize(w.n); err != nil {
		return nil, err
	}
	p := reading{queens: emptyPlacement(w.n), torus: w.torus}
	if err := p.add(w); err != nil {
		return nil, err
	}
	return p.board()
}
