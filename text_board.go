package queens

import (
	"fmt"
	"io"
	"iter"
	"strconv"
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
func (b Board) String() string { return string(b.appendWords(nil)) }

// MarshalText returns the text of [Board.String]. The error is always nil.
func (b Board) MarshalText() ([]byte, error) { return b.appendWords(nil), nil }

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

// ParseBoard reads a board from text in any form that our programs print or read:
//
//   - its size, a number of up to three digits: "8";
//   - what [Board.String] writes, with the words in any order;
//   - a placement in any form that [Parse] reads, whose queens are given. An x in a diagram
//     is a blocked square. Words may stand before it: "torus blocked=c1 2Q1/4/4/4";
//   - JSON, as [Parse] reads it. The board of an object is its "board" or, if it has none,
//     that on which the queens of its "answer" are given.
//
// Anything else is an error, which says where and what was expected, and so is a board that
// [New] refuses. ParseBoard takes time linear in the length of the text, and O(n²) for the
// board.
func ParseBoard(s string) (*Board, error) {
	p, err := boardLimits.one(s)
	if err == nil {
		var b *Board
		if b, err = p.board(); err == nil {
			return b, nil
		}
	}
	return nil, fmt.Errorf("queens: parse board: %w", err)
}

// ReadBoards returns an iterator over the boards of a stream of text, each of which it reads
// as [ParseBoard] does. The stream, and what happens at an error, are those of
// [ReadPlacements], but that text of more than 16 MiB for one board is an error. A size,
// "8", is a line by itself.
func ReadBoards(r io.Reader) iter.Seq2[*Board, error] {
	s := &splitter{window: window{r: r}}
	return func(yield func(*Board, error) bool) {
		for p, err := range boardLimits.readings(s) {
			var b *Board
			if err == nil {
				b, err = p.board()
			}
			if err != nil {
				err = fmt.Errorf("queens: %w", p.at(err))
			}
			if !yield(b, err) {
				return
			}
		}
	}
}
