package regions

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"example.com/queens"
)

// ParseBoard reads a board from text. The text itself tells which of these forms it has:
//
//   - Letters: n lines of n letters, with or without spaces between them, squares of the
//     same letter being a region. "A" and "a" are two regions. Digits and symbols such
//     as coloured squares are as good as letters. Or the same in one line, with slashes
//     between the rows, "AAB/ABB/CCC", or without, "AABABBCCC".
//   - Values: lines, or parts between slashes, of n integers with spaces, commas or semicolons
//     between them, or of n words with commas or semicolons; or all n² in one line.
//   - A drawing, as [Board.Diagram] makes it, with squares of any width, also in characters of
//     box drawing. Letters may be hidden by queens and crosses, or left out, but not the lines
//     around regions; it is an error if what is left does not tell which squares a region has.
//   - Star Battle notation with one star, "5x1.AAABBAABBBCADDBCCEEECCCCC". What stands
//     after a second full stop is ignored.
//   - A link: an address on puzz.link, or on another site of that kind, with
//     "?starbattle/n/n/1/" and the borders of the regions. Or a file that such a site saves,
//     which begins with "pzprv3", in lines or with slashes.
//   - JSON: a matrix of integers or of strings, an array of strings that are rows, or an
//     object with such a matrix or array, or with all n² values in one array, under the name
//     "regions", "colorRegions", "regionGrid" or "colorGrid" or, if there is none of these,
//     "grid" or "board". The rows of a matrix may be objects with "colors". Or it has a
//     list of the squares of each region, by names, "b4", or by rows and columns from 0. If the
//     object has a size, "n", "size" or "gridSize", it is checked. Its "givens" may
//     have lists of "queens" and "blocked" squares. Its "states" may be a matrix of strings, "Q"
//     or "queen" on squares with a queen, "X" or "cross" on blocked ones, and "" on others. Other
//     names are ignored, among them "answer" and "solution"; so are case, _ and - in names. An
//     object without a board may have one object with a board within. A comma too many is
//     forgiven, and so are single quotation marks, or none around words.
//
// A line with the size may come before letters or values. The words that [Board.String] writes
// may follow any form but JSON, in the same line or, if the board has several lines, in another
// one. A grid of n lines of n marks may follow letters or values: Q, ♛, ★ or * for a queen, x for
// a blocked square, a full stop, _ or - for others. So a * is a queen here, where some programs
// for boards without regions use it for a blocked square. Comments are ignored: they go from a #,
// at the beginning of a line or after white space, to the end of the line.
//
// Regions are numbered in the order of their letters or values, as in [New]; those of a
// drawing without letters or of a link row by row, in the order of their first squares. Anything
// else is an error that names the line where the board begins, the value and what is wrong with it: several boards, a
// puzzle of two stars a row, however it says so, lines of a program, and a board that New
// refuses. If its queens break the rules the error is [queens.ErrGiven]. ParseBoard takes time and
// memory linear in the text.
func ParseBoard(s string) (*Board, error) {
	var board *Board
	for b, err := range ReadBoards(strings.NewReader(s)) {
		if err != nil {
			return nil, err
		}
		if board != nil {
			return nil, errors.New("regions: several boards in the text, want one")
		}
		board = b
	}
	if board == nil {
		return nil, errors.New("regions: no board in the text")
	}
	return board, nil
}

// ReadBoards returns an iterator over the boards of a stream, one after another, each in any of the
// forms that [ParseBoard] reads. A form of one line stands on a line of its own; what takes several
// lines ends at an empty one. Words and grids of queens belong to
// the board before them, even after an empty line. Values of JSON may be anywhere, with or
// without white space between them and within them, and there may be one array around all.
// A byte order mark is skipped. From text that ParseBoard accepts, it yields the same single board.
//
// A board that cannot be read is a nil Board with an error, which names the line where the board
// begins, or where its JSON is broken, and the iterator goes on after it. It ends, after the error,
// where it cannot tell what comes next: if r fails, at broken JSON or lines of a program, or if a
// board takes more than a megabyte. The error of r is wrapped. After a board of several lines it
// may read one board ahead. It can be used once.
func ReadBoards(r io.Reader) iter.Seq2[*Board, error] {
	return func(yield func(*Board, error) bool) {
		for s := newBoardReader(r); !s.ended; {
			b, err := s.next()
			if err == io.EOF {
				return
			}
			if err != nil {
				b, err = nil, fmt.Errorf("regions: line %d: %w", s.at, err)
			}
			if !yield(b, err) {
				return
			}
		}
	}
}

// String returns the regions as n lines of n letters, the last without a newline. The
// letters are those of [RegionName]. If queens are given or squares blocked, a line of
// words follows, which names them row by row:
//
//	AAB
//	ABB
//	CCC
//	given=b1 blocked=a2,c3
//
// The board of size 0 is "n=0". [ParseBoard] reads all of it back: the text carries the whole
// board.
func (b Board) String() string {
	if b.n == 0 {
		return "n=0"
	}
	lines := b.letters()
	if words := squareWord("given", b.Given()) + squareWord("blocked", b.Blocked()); words != "" {
		lines = append(lines, words[1:])
	}
	return strings.Join(lines, "\n")
}

// letters returns the letters of the regions, row by row.
func (b *Board) letters() []string {
	rows := make([]string, b.n)
	for s, region := range b.region {
		rows[s/b.n] += RegionName(int(region))
	}
	return rows
}

// squareWord returns a word such as "given=b4,d5" after a space, or "" without squares.
func squareWord(name string, squares iter.Seq[queens.Square]) string {
	if names := namesOfSquares(slices.Collect(squares)); names != nil {
		return " " + name + "=" + strings.Join(names, ",")
	}
	return ""
}

// MarshalText returns the board as [Board.String] writes it. The error is always nil.
func (b Board) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText sets b to the board that [ParseBoard] reads. If that is an error, b does not
// change. Like any other assignment to *b, it must not run while other goroutines use b.
func (b *Board) UnmarshalText(text []byte) error {
	read, err := ParseBoard(string(text))
	if err != nil {
		return err
	}
	*b = *read
	return nil
}

// UnmarshalJSON sets b to the board in any of the forms of JSON that [ParseBoard] reads, or
// in a string that has any other form. If that is an error, b does not change, nor does it
// if the value is null.
func (b *Board) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	return b.UnmarshalText(data)
}
