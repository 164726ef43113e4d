package queens

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/exp/constraints"
)

// String returns the columns of p, numbered from 1, row by row: "2 4 1 3". A row without a
// queen is a ".". A Placement of length 0 is "". String takes O(n) time.
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

// FEN returns p as the piece-placement field of Forsyth–Edwards Notation,
// "2Q1/Q3/3Q/1Q2": the rows from the last to the first, with a "/" between them, Q for a
// queen, and the length of each run of empty squares, in as many digits as it takes. A
// Placement of length 0 is "". FEN takes O(n) time.
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

// MarshalText returns the algebraic name of s, such as "b4". It is an error if s has none,
// or one that [ParseSquare] does not read, because a coordinate is negative, or 2²⁷ or more.
func (s Square) MarshalText() ([]byte, error) {
	if min(s.Row, s.Col) < 0 || max(s.Row, s.Col) >= maxParse {
		return nil, fmt.Errorf("queens: square %v has a coordinate outside 0..%d, and so no name", s, maxParse-1)
	}
	return []byte(s.String()), nil
}

// maxParse is the size of the largest board that is read from text, and of the largest that
// [Construct] fills.
const maxParse = 1 << 27

// A vocabulary is the words that the values of a small integer type are written as. Its
// name is that of the type.
type vocabulary struct {
	name  string
	words []string // by value
}

// word returns the word of a value, or "Name(9)" for a value that has none.
func (v vocabulary) word(value uint8) string {
	if int(value) < len(v.words) {
		return v.words[value]
	}
	return fmt.Sprintf("%s(%d)", v.name, value)
}

func (v vocabulary) marshal(value uint8) ([]byte, error) {
	if int(value) >= len(v.words) {
		return nil, fmt.Errorf("queens: %s is not a %s", v.word(value), strings.ToLower(v.name))
	}
	return []byte(v.words[value]), nil
}

// unmarshal sets value to the one that a word is for, in small or in capital letters.
func unmarshal[T ~uint8](v vocabulary, word []byte, value *T) error {
	for i, known := range v.words {
		if strings.EqualFold(string(word), known) {
			*value = T(i)
			return nil
		}
	}
	last := len(v.words) - 1
	return fmt.Errorf("queens: %s %s, want %s or %s", strings.ToLower(v.name), excerpt(string(word)), strings.Join(v.words[:last], ", "), v.words[last])
}

const decimals = "0123456789"

// plural returns "1 queen", "2 queens" and so on.
func plural[I constraints.Integer](n I, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// excerpt quotes s for an error, shortened if it is long.
func excerpt(s string) string {
	const most = 20
	if utf8.RuneCountInString(s) <= most {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%.*q…", most, s)
}
