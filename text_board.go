package queens

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Diagram returns a drawing of the board with the queens of p, in lines of text: that of
// [Placement.Diagram], with an x on each blocked square that has no queen. If p is nil, it
// draws the given queens. If p is not of the size of the board, it draws no blocked squares.
//
// If the style uses symbols that [Parse] knows, [ParseBoard] reads the queens and the
// blocked squares from the drawing, which does not show whether the board is toroidal.
func (b *Board) Diagram(p Placement, style DiagramStyle) string {
	if p == nil {
		p = b.given
	}
	if len(p) != b.N() {
		return p.Diagram(style)
	}
	return p.draw(style, b.blocked.has)
}

// String returns the whole board as one line of words, with a space between them:
//
//	n=8 torus given=b4,d5 blocked=a1,h8
//
// These are the size of the board; torus, if it is toroidal; and, if there are any, the
// given queens and the blocked squares, row by row. [ParseBoard] reads the line. String
// takes O(n²) time.
func (b *Board) String() string { return string(b.appendWords(nil)) }

// MarshalText returns the text of [Board.String]. The error is always nil.
func (b *Board) MarshalText() ([]byte, error) { return b.appendWords(nil), nil }

func (b *Board) appendWords(text []byte) []byte {
	text = strconv.AppendInt(append(text, "n="...), int64(b.N()), 10)
	if b.Toroidal() {
		text = append(text, " torus"...)
	}
	text = appendSquares(text, "given", b.Given())
	return appendSquares(text, "blocked", b.Blocked())
}

// appendSquares appends a word such as " given=b4,d5", or nothing without squares.
func appendSquares(text []byte, name string, squares iter.Seq[Square]) []byte {
	separator := " " + name + "="
	for s := range squares {
		text = append(text, separator...)
		text = append(text, s.String()...)
		separator = ","
	}
	return text
}

// UnmarshalText sets b to the board that text describes, which it reads as [ParseBoard]
// does. If that is an error, b does not change.
//
// UnmarshalText is meant for decoders such as encoding/json. Like any other assignment to
// *b, it must not run while other goroutines use b. Iterators, tasks and samplers that come
// from b do not change with it.
func (b *Board) UnmarshalText(text []byte) error {
	read, err := ParseBoard(string(text))
	if err != nil {
		return err
	}
	*b = *read
	return nil
}

// ParseBoard reads a board from text in one of two forms:
//
//   - What [Board.String] writes: words separated by white space, the size first and the
//     others in any order, none of them twice.
//   - A placement, in any form that [Parse] reads. Its queens are the given ones. An x in a
//     diagram is a blocked square. [Board.With] makes the board toroidal.
//
// Anything else is an error, which says where and what was expected, and so is a board that
// [New] refuses. ParseBoard takes time linear in the length of the text, and O(n²) for the
// board.
func ParseBoard(s string) (*Board, error) {
	read := parseNotation
	if strings.HasPrefix(strings.TrimSpace(s), "n=") {
		read = parseWords
	}
	b, err := read(s)
	if err != nil {
		return nil, fmt.Errorf("queens: parse board: %w", err)
	}
	return b, nil
}

// parseNotation reads a board from the text of a placement.
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

// parseBoardWords reads a board from words, the size first. Words that do not describe a
// board are passed to other, cut at their first "="; if it returns an error, the reading
// ends. No word may appear twice.
func parseBoardWords(text string, other func(name, value string) error) (*Board, error) {
	var c *config
	var seen []string
	for word := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(word, "=")
		if slices.Contains(seen, name) {
			return nil, fmt.Errorf("%s: word %s appears twice", excerpt(word), excerpt(name))
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
	return c.board()
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
