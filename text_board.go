package queens

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Diagram returns a drawing of the board of s with the queens of p on it: that of
// [Placement.Diagram], with an x for each blocked square that has no queen. A nil p
// stands for the given queens. A p of another size is drawn without blocked
// squares.
//
// [ParseBoard] reads the queens and the blocked squares back, from drawings whose
// queens and empty squares [Parse] reads. A drawing does not say that the board is
// toroidal.
func (b *Board) Diagram(p Placement, style DiagramStyle) string {
	if p == nil {
		p = b.given
	}
	if len(p) != b.N() {
		return p.Diagram(style)
	}
	return p.draw(style, b.blocked.has)
}

// String returns the whole board as one line of words with a space between them:
//
//	n=8 torus given=b4,d5 blocked=a1,h8
//
// They are the size of the board; torus, if it is toroidal; and the given queens and
// the blocked squares, row by row, each left out if there are none. [ParseBoard]
// reads the line. It takes O(n²) time.
func (s *Board) String() string {
	b := strconv.AppendInt([]byte("n="), int64(s.N()), 10)
	if s.start.torus {
		b = append(b, " torus"...)
	}
	b = appendSquares(b, "given", s.given.Queens())
	b = appendSquares(b, "blocked", s.blocked.squares())
	return string(b)
}

// appendSquares appends a word such as " given=b4,d5", or nothing without squares.
func appendSquares(b []byte, name string, squares iter.Seq[Square]) []byte {
	separator := " " + name + "="
	for s := range squares {
		b = append(b, separator...)
		b = append(b, s.String()...)
		separator = ","
	}
	return b
}

// ParseBoard reads a board from text, which has one of two forms:
//
//   - What [Board.String] writes: words separated by white space, the size first and
//     the others in any order, each at most once.
//   - A placement, in any notation that [Parse] reads. Its queens are given. In a
//     diagram, an x is a blocked square. For a torus, see [Board.With].
//
// Anything else is an error that says where and what was expected, and so is a board
// that [New] refuses. ParseBoard takes time linear in the text, and O(n²) for the
// board.
func ParseBoard(s string) (*Board, error) {
	read := parseNotation
	if strings.HasPrefix(strings.TrimSpace(s), "n=") {
		read = parseWords
	}
	solver, err := read(s)
	if err != nil {
		return nil, fmt.Errorf("queens: parse board: %w", err)
	}
	return solver, nil
}

// parseNotation reads a board from a placement in text.
func parseNotation(s string) (*Board, error) {
	var blocked []Square
	p, err := parse(s, func(square Square) error {
		if max(square.Row, square.Col) < MaxN { // larger boards are refused below
			blocked = append(blocked, square)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return build(len(p), givenPlacement(p), Blocked(blocked...))
}

// parseWords reads a board from the words that Board.String writes.
func parseWords(s string) (*Board, error) {
	return parseBoardWords(s, func(string, string) error { return errUnknownWord })
}

var errUnknownWord = errors.New("unknown word")

// parseBoardWords reads a board from words, its size first. Words that are not about
// the board go to other, cut at their first "="; its error ends the reading. No word
// may come twice.
func parseBoardWords(text string, other func(name, value string) error) (*Board, error) {
	var c *config
	var seen []string
	for word := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(word, "=")
		if slices.Contains(seen, name) {
			return nil, fmt.Errorf("%s: word %s comes twice", excerpt(word), excerpt(name))
		}
		seen = append(seen, name)
		var err error
		switch {
		case c == nil:
			c, err = parseSize(word)
		case word == "torus":
			c.torus = true
		case name == "given":
			err = c.given.insertList(value)
		case name == "blocked":
			err = c.blocked.insertList(value)
		default:
			err = other(name, value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", excerpt(word), err)
		}
	}
	if c == nil {
		return nil, errors.New(`no words, want the first to be the size, such as "n=8"`)
	}
	return c.solver()
}

// parseSize reads a word such as "n=8".
func parseSize(word string) (*config, error) {
	value, ok := strings.CutPrefix(word, "n=")
	n, err := strconv.Atoi(value)
	if !ok || err != nil || strconv.Itoa(n) != value {
		return nil, errors.New(`want the size of the board, such as "n=8"`)
	}
	return newConfig(n)
}

// insertList adds the squares of a list such as "b4,d5".
func (set squareSet) insertList(list string) error {
	for s, err := range listedSquares(list) {
		if err == nil {
			err = set.insert(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
