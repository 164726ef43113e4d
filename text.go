package queens

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"

	"example.com/queens/internal/reading"
	"example.com/queens/internal/words"
)

// A ParseError says what is wrong with a text, and in which of its lines, numbered from 1. Functions
// that read boards, placements or squares from text return errors for which [errors.As] finds a
// *ParseError, unless reading from an [io.Reader] fails.
type ParseError struct {
	Line int
	Err  error
}

// Error returns the line and what is wrong there: `line 3: item 4 is "5", want …`.
func (e *ParseError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns e.Err.
func (e *ParseError) Unwrap() error { return e.Err }

// An alsoError has the text of one error, and for [errors.Is] and [errors.As] it is another one,
// too.
type alsoError struct {
	error
	also error
}

func (e alsoError) Unwrap() []error { return []error{e.error, e.also} }

// parseError turns an error about a line into a ParseError, unless it is one of a stream, and two
// queens in one row into an [AttackError].
func parseError(line int, err error) error {
	if wrong, ok := errors.AsType[*reading.Error](err); ok {
		if line, err = wrong.Line, wrong.Err; wrong.IsInput {
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
	if attack, ok := errors.AsType[*reading.Attack](err); ok {
		err = alsoError{attackOf(attack), ErrGiven}
	}
	return &ParseError{line, err}
}

func attackOf(attack *reading.Attack) *AttackError {
	return &AttackError{[2]Square{Square(attack.Queens[0]), Square(attack.Queens[1])}}
}

// inText returns an error about a text. It names the line unless the text has only one.
func inText(what, text string, err error) error {
	if wrong, ok := errors.AsType[*ParseError](err); ok && !strings.Contains(strings.TrimSpace(text), "\n") {
		err = alsoError{wrong.Err, err}
	}
	return fmt.Errorf("queens: %s: %w", what, err)
}

// ParseSquare reads the algebraic name of a square: its file, in lower or upper case, and
// its rank, numbered from 1. Both "b4" and "B4" are Square{Row: 3, Col: 1}. It reads what
// [Square.String] writes for squares of boards of up to 2²⁷ rows. Anything else is an
// error, even white space around the name.
func ParseSquare(s string) (Square, error) {
	square, err := reading.ParseSquare(s)
	if err != nil {
		return Square{}, inText("parse square", "", parseError(1, err))
	}
	return Square(square), nil
}

// ParseSquares reads names of squares, each as [ParseSquare] does, with commas between: "b4,c10".
// Anything else is an error, even white space or an empty text.
func ParseSquares(s string) ([]Square, error) {
	read, err := reading.ParseSquares(s)
	if err != nil {
		return nil, inText("parse squares", "", parseError(1, err))
	}
	squares := make([]Square, len(read))
	for i, square := range read {
		squares[i] = Square(square)
	}
	return squares, nil
}

// UnmarshalText sets s to the square that text names, as read by [ParseSquare]. If there is
// an error, s does not change.
func (s *Square) UnmarshalText(text []byte) error {
	square, err := ParseSquare(string(text))
	if err == nil {
		*s = square
	}
	return err
}

// ParsePlacement reads a placement in one of the forms of this table, in which white space and
// comments, from a # between blanks on, do not matter:
//
//	vector        2 4 1 3   2,4,1,3   (2, 4, 1, 3)   columns from 1, "." or "_" for an empty row
//	digits        15863724                           1, or 4 to 9 digits, each a column
//	array         [1,3,0,2]   [1, null, 0, 2]        columns from 0, -1 or null for an empty row;
//	                                                 also as Go, Python and NumPy print it
//	squares       b1 d2 a3 c4   b1,d2,a3,c4          in any order, also one a line, and as objects
//	                                                 {"row":0,"col":1} in a list
//	pairs         [[0,1],[1,3],[2,0],[3,2]]          rows and columns, both from 0 or both from 1,
//	                                                 in the order of the rows
//	FEN           2Q1/Q3/3Q/1Q2                      also with further fields, "w - - 0 1"
//	diagram       n rows of n signs, as Placement.Diagram draws them or with bars and frames of
//	              other kinds; n strings in a list; a matrix of signs, or of 0 and 1
//	words         n=8 torus given=b4 blocked=c1      what Board.String writes; alone, or before a
//	                                                 form: "n=8 b4 d5"
//	object        {"board": …, "answer": …}          with an "answer" or a "solution" in any of
//	                                                 these forms, and "n", "given", "blocked", "torus"
//
// A queen is one of Q q * D ♛ ♕ 👑 👸 ★ ⭐, an empty square one of . + - _ · □ ■ ◻ ◼ ▫ ▪ ⬜ ⬛ or, between
// bars, nothing, and x is a blocked square. If no sign is known as a queen, it is the one of two
// signs that stands once in each of four rows or more. Row 0 is at the top, unless numbers of ranks
// beside the rows say otherwise. A heading, "Solution 1:", may stand before any form.
//
// If squares are all there is, the largest coordinate is the size of the board. An object must not
// have other names that may put queens or squares on the board: such names are an error.
//
// The queens may attack each other; see [Placement.Valid]. But a Placement has one queen a row: two
// in one row are a [ParseError] in which [errors.As] also finds an [AttackError]. Whatever has none
// of these forms is a ParseError, and so is what can mean two things: "12", [0,1,0], other lists of
// pairs, rows of numbers that may be regions; a board with blocked squares or on a torus without an
// answer, which [ParseBoard] reads; and one of more than 2²⁷ rows, or of more than 4096 rows and
// fewer characters. Time and memory are linear in the lengths of the text and the placement.
func ParsePlacement(s string) (Placement, error) {
	p, err := parse("parse", s, placementLimits, func(read *reading.Reading) (Placement, error) {
		if (read.Torus || read.Blocked != nil) && !read.Beside {
			return nil, cmp.Or(read.NoAnswer, errors.New("the board has blocked squares or is a torus, which only ParseBoard reads"))
		}
		return placementOf(read)
	})
	if errors.Is(err, reading.ErrNone) && strings.HasPrefix(strings.TrimSpace(s), "[") {
		return Placement{}, nil // an empty array
	}
	return p, err
}

// ReadPlacements returns an iterator over the placements of a stream of text, each of which it reads
// as [ParsePlacement] does, without blocked squares and torus, and without its line. They may be
// wrong, and of any size up to 2²⁷. They stand one after another: a line each, or two if the first
// has only words; diagrams, separated by an empty line, a heading, a line of dashes or another form;
// values of JSON, with or without white space between, also in one list. An object with "answers" is
// as many placements. An empty list is none, but within a list it is the placement of length 0.
//
// What cannot be read yields nil and a [ParseError] with the line in the stream, and the loop may go
// on with what follows. Broken JSON and lines of a program end the iteration, as does an error of r,
// which is no ParseError. Before the first placement, errors of one kind in a row are reported once.
//
// A placement is yielded as soon as its last line has been read, or the line after it if that may
// belong to it. The memory is that of one placement and its text, in which a line or a value of JSON
// has at most 4 GiB. A second loop goes on where the first ended.
func ReadPlacements(r io.Reader) iter.Seq2[Placement, error] {
	return read(r, placementLimits, placementOf)
}

// UnmarshalJSON sets p to an array of columns, numbered from 0, in which -1 and null are rows
// without a queen. Null sets p to nil. If there is an error, p does not change.
func (p *Placement) UnmarshalJSON(data []byte) error {
	var cols []*int
	if json.Unmarshal(data, &cols) != nil {
		return fmt.Errorf("queens: placement %s in JSON, want an array of columns", words.Excerpt(string(data)))
	}
	if *p = nil; cols != nil {
		*p = NewPlacement(len(cols))
	}
	for row, col := range cols {
		if col != nil {
			(*p)[row] = *col
		}
	}
	return nil
}

// ParseBoard reads a board from its size, a number of one to three digits; from what [Board.String]
// writes, with the words in any order; or from any form that [ParsePlacement] reads, whose queens
// are given, also with blocked squares and words before it, "torus blocked=c1 2Q1/4/4/4". In an
// object, "board" is the board, and "n", "given", "blocked" and "torus" add to it. Without "board",
// the queens of "answer" are given.
//
// Anything else is a [ParseError], and so is a board that [New] refuses; [ErrGiven] tells queens
// that attack each other from what cannot be read. ParseBoard takes time linear in the length of the
// text, and O(n²) for the board.
func ParseBoard(s string) (*Board, error) { return parse("parse board", s, boardLimits, boardOf) }

// ReadBoards returns an iterator over the boards of a stream of text, each of which it reads as
// [ParseBoard] does. The stream and its errors are those of [ReadPlacements], except that a line or
// a value of more than 16 MiB is an error. A size, "8", is a line by itself.
func ReadBoards(r io.Reader) iter.Seq2[*Board, error] { return read(r, boardLimits, boardOf) }

// UnmarshalText sets b to the board that [ParseBoard] reads from a text, unless that is an error.
// Like any other assignment to *b, it must not run while other goroutines use b. Iterators and
// boards made from b before keep the old board.
func (b *Board) UnmarshalText(text []byte) error {
	read, err := ParseBoard(string(text))
	if err == nil {
		*b = *read
	}
	return err
}

// UnmarshalJSON sets b to the board that [ParseBoard] reads from JSON: a string with any form of a
// board, a size, an array of columns, "[1,3,0,2]", or of rows, or an object. Null and errors leave b
// as it is.
func (b *Board) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	return b.UnmarshalText(data)
}

var (
	boardLimits     = reading.Limits{Rows: MaxN, Bytes: 16 << 20, Sizes: true}
	placementLimits = reading.Limits{Rows: maxParse, Bytes: min(4<<30, math.MaxInt)}
)

// parse converts the reading of a text.
func parse[T any](what, text string, l reading.Limits, convert func(*reading.Reading) (T, error)) (item T, err error) {
	line := 1
	read, err := reading.One(text, l)
	if err == nil {
		line = read.Line
		item, err = convert(read)
	}
	if err != nil {
		err = inText(what, text, parseError(line, err))
	}
	return item, err
}

// read converts each reading of a stream and yields it.
func read[T any](r io.Reader, l reading.Limits, convert func(*reading.Reading) (T, error)) iter.Seq2[T, error] {
	readings := reading.Read(r, l)
	return func(yield func(T, error) bool) {
		for read, err := range readings {
			var item T
			line := 0 // of an error from reading, which has its own
			if err == nil {
				line = read.Line
				item, err = convert(read)
			}
			if err != nil {
				err = fmt.Errorf("queens: %w", parseError(line, err))
			}
			if !yield(item, err) {
				return
			}
		}
	}
}

func placementOf(read *reading.Reading) (Placement, error) {
	if read.NoAnswer != nil {
		return nil, read.NoAnswer
	}
	return Placement(read.Answer), nil
}

func boardOf(read *reading.Reading) (*Board, error) {
	if attack, ok := read.NoBoard.(*reading.Attack); ok {
		return nil, &givenError{attackOf(attack)}
	}
	b := draft(read.Queens)
	for _, s := range read.Blocked {
		b.blocked[s.Row] |= 1 << s.Col
	}
	b.start.Torus = read.Torus
	return b.finish()
}
