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
	"example.com/queens/internal/words"
)

// ParseBoard reads a board from text, in one of these forms:
//
//	names      n rows of n names: letters, of which "A" and "a" are two, numbers, coloured squares, or words
//	           between commas; in lines, in one line with slashes between the rows, "AAB/ABB/CCC", in a matrix
//	           or a list of strings. Numbers may be n words of n digits on one line
//	drawing    as Board.Diagram makes it, with squares of any width, also in characters of box drawing. Letters
//	           may be hidden by queens and crosses, or left out, but not the lines around regions
//	link       an address on puzz.link, or on another site of that kind, with "?starbattle/n/n/1/" and borders
//	object     a JSON object with one of these under "regions", "colorRegions", "regionGrid", "colorGrid",
//	           "grid" or "board"; the rows of a matrix may be objects with "colors"
//
// An object may also have "n", "size" or "gridSize", which must fit; "stars", which must be 1; "given" and
// "blocked", with squares; "answer" or "solution", which are ignored. Case, _ and - in names do not matter. Other
// names that may put queens or crosses on the board are an error. Objects may stand in other objects.
//
// The words that [Board.String] writes may follow any form but JSON, in the same line or below. The size may stand
// above the rows, and numbers of rows and names of columns beside them. A comment goes from a # between blanks, or
// at the beginning of a line, to the end of the line.
//
// Regions are numbered in the order of their letters or values, as in [New]; those of a drawing
// without letters or of a link row by row, in the order of their first squares. Anything else
// is a [queens.ParseError]. If the given queens break the rules the error is [queens.ErrGiven],
// too. ParseBoard takes time and memory linear in the text.
func ParseBoard(s string) (*Board, error) {
	d, err := reading.OneDivision(s, limits)
	return newBoard(d, err)
}

// ReadBoards returns an iterator over the boards of a stream, one after another, each in any of the forms that
// [ParseBoard] reads: a line, lines that end at an empty one or where another form begins, or a value of JSON, also
// in lists and with or without white space between. Words belong to the board before them, even after an empty
// line. From text that ParseBoard accepts, it yields the same single board.
//
// A board that cannot be read is a nil Board with a [queens.ParseError], which has the line, and the loop may go on
// with what follows. It ends, after the error, where it cannot tell what comes next: if r fails, which is no
// ParseError, at broken JSON, or at lines of a program. Before the first board, errors of one kind in a row are
// reported once. A line or a value of more than 16 MiB is an error. After a board of several lines the iterator may
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

var limits = reading.Limits{Rows: MaxN, Bytes: 16 << 20}

// newBoard returns the board that a text says, or its error.
func newBoard(d *reading.Division, err error) (*Board, error) {
	var b *Board
	if err == nil {
		b = divide(d.Regions)
		if b, err = b.with(Given(squares(d.Given)...), Blocked(squares(d.Blocked)...)); err != nil {
			err = &reading.Error{Line: d.Line, Err: err}
		}
	}
	if err == nil {
		return b, nil
	}
	wrong, _ := errors.AsType[*reading.Error](err)
	if wrong.IsInput {
		return nil, fmt.Errorf("regions: line %d: %w", wrong.Line, wrong.Err)
	}
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
//	{"n":3,"regions":[[0,0,1],[0,1,1],[2,2,2]],"given":["b1"],"blocked":["a2"]}
func (b Board) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		N       int             `json:"n"`
		Regions [][]int         `json:"regions"`
		Given   []queens.Square `json:"given,omitempty"`
		Blocked []queens.Square `json:"blocked,omitempty"`
	}{b.n, b.Regions(), slices.Collect(b.Given()), slices.Collect(b.Blocked())})
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
