package regions

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/internal/reading"
	"example.com/queens/internal/shape"
	"example.com/queens/internal/words"
)

// ParseBoard reads a board from text. It looks at the shape of the text: brackets of any kind,
// commas, bars, quotation marks, headings, numbers of rows and names of columns on any side,
// and comments do not matter. These are the forms:
//
//   - Names: n rows of n squares, those of the same name being a region: letters, of which "A" and "a" are
//     two, numbers, coloured squares or words. In lines, with or without something between the names, in
//     one line with slashes between the rows, "AAB/ABB/CCC", in a matrix or a list of strings, or all n²
//     one after another, "AABABBCCC", from three rows on, or from four if something stands between. Lines
//     with the size, and with the number of stars, may come before them.
//   - A drawing, as [Board.Diagram] makes it, with squares of any width, also in characters of
//     box drawing. Letters may be hidden by queens and crosses, or left out, but not the lines
//     around regions; it is an error if what is left does not tell which squares a region has.
//   - Star Battle notation with one star, "5x1.AAABBAABBBCADDBCCEEECCCCC". What stands
//     after a second full stop is ignored.
//   - A link: an address on puzz.link, or on another site of that kind, with
//     "?starbattle/n/n/1/" and the borders of the regions. Or a file that such a site saves,
//     which begins with "pzprv3", in lines or with slashes.
//   - A JSON object that has one of these under the name "regions", "colorRegions", "regionGrid" or
//     "colorGrid" or, if there is none of these, "grid" or "board". The rows of a matrix may be objects with
//     "colors". Or it has a list of the squares of each region, by names, "b4", or by rows and
//     columns from 0. If the object has a size, "n", "size" or "gridSize", it is checked. Squares in
//     "given" and "blocked" have queens and crosses; both may also be in "givens". Its "states" may
//     be a matrix of strings, "Q" or "queen" on squares with a queen, "X" or "cross" on blocked ones. Names of
//     other things that put queens or crosses on the board, such as "queens" and "marks", are an error. All
//     others are ignored, among them "answer" and "solution"; so are case, _ and - in names. An
//     object without a board may have objects with boards within, or a list of "boards" or "puzzles". A comma too many is
//     forgiven, and so are single quotation marks, or none around words.
//
// The words that [Board.String] writes may follow any form but JSON, in the same line or in
// another one. A grid of n lines of n marks may follow names: Q, ♛, ★ or * for a queen, x for
// a blocked square, a full stop, _ or - for others. So a * is a queen here, where some programs
// for boards without regions use it for a blocked square. Comments are ignored: they go from a
// #, at the beginning of a line or after white space, to the end of the line.
//
// Regions are numbered in the order of their letters or values, as in [New]; those of a drawing
// without letters or of a link row by row, in the order of their first squares. Anything else
// is a [queens.ParseError], which has the line: several boards, a puzzle of two stars a row,
// however it says so, lines of a program, and a board that New refuses. If its queens break
// the rules the error is [queens.ErrGiven], too. ParseBoard takes time and memory linear in the
// text.
func ParseBoard(s string) (*Board, error) {
	d, err := reading.OneDivision(s, limits)
	return newBoard(d, err)
}

// ReadBoards returns an iterator over the boards of a stream, one after another, each in any
// of the forms that [ParseBoard] reads. A form of one line stands on a line of its own; what
// takes several lines ends where the square is complete or at an empty line, unless there is one
// between all its rows. Words and grids
// of queens belong to the board before them, even after an empty line. Values of JSON may be
// anywhere, with or without white space between them and within them, and there may be lists
// around them. A byte order mark is skipped. From text that ParseBoard accepts, it yields the
// same single board.
//
// A board that cannot be read is a nil Board with an error, which is a [queens.ParseError] with
// the line, and the iterator goes on after it; as long as nothing could be read, an error that
// differs from the one before only by its line and its values is left out. It ends, after the error, where it cannot tell
// what comes next: if r fails, at broken JSON or lines of a program. A line or a value of more
// than a megabyte is an error. The error of r is wrapped. After a board of several lines it may
// read one board ahead. It can be used once.
func ReadBoards(r io.Reader) iter.Seq2[*Board, error] {
	return func(yield func(*Board, error) bool) {
		for d, err := range reading.Divisions(r, limits) {
			if !yield(newBoard(d, err)) {
				return
			}
		}
	}
}

var limits = reading.Limits{Rows: MaxN, Bytes: 1 << 20}

// newBoard returns the board that a text says, or its error.
func newBoard(d *reading.Division, err error) (*Board, error) {
	var b *Board
	if err == nil {
		b = divide(d.Regions)
		if b, err = b.with(Given(squares(d.Given)...), Blocked(squares(d.Blocked)...)); err != nil {
			err = &shape.Error{Line: d.Line, Err: err}
		}
	}
	if err == nil {
		return b, nil
	}
	wrong, _ := errors.AsType[*shape.Error](err)
	return nil, fmt.Errorf("regions: %w", &queens.ParseError{Line: wrong.Line, Err: wrong.Err})
}

func squares(read []reading.Square) []queens.Square {
	all := make([]queens.Square, len(read))
	for i, s := range read {
		all[i] = queens.Square(s)
	}
	return all
}

// String returns the regions as n lines of n letters, the last without a newline. The letters
// are those of [RegionName]. If queens are given or squares blocked, a line of words follows,
// which names them row by row:
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
	if marks := words.Join(words.List("given", b.Given()), words.List("blocked", b.Blocked())); marks != "" {
		lines = append(lines, marks)
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

// MarshalText returns the board as [Board.String] writes it. The error is always nil.
func (b Board) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// MarshalJSON returns the board as an object with its size, the numbers of its regions row by
// row and, if there are any, its given queens and its blocked squares:
//
//	{"n":3,"regions":[[0,0,1],[0,1,1],[2,2,2]],"givens":{"queens":["b1"],"blocked":["a2"]}}
func (b Board) MarshalJSON() ([]byte, error) {
	type givens struct {
		Queens  []queens.Square `json:"queens,omitempty"`
		Blocked []queens.Square `json:"blocked,omitempty"`
	}
	return json.Marshal(struct {
		N       int     `json:"n"`
		Regions [][]int `json:"regions"`
		Givens  givens  `json:"givens,omitzero"`
	}{b.n, b.Regions(), givens{slices.Collect(b.Given()), slices.Collect(b.Blocked())}})
}

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

// UnmarshalJSON sets b to the board in any of the forms of JSON that [ParseBoard] reads, or in
// a string that has any other form. If that is an error, b does not change, nor does it if the
// value is null.
func (b *Board) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	return b.UnmarshalText(data)
}
