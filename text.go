package queens

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"

	"example.com/queens/internal/reading"
	"example.com/queens/internal/shape"
	"example.com/queens/internal/words"
)

// A ParseError says what is wrong with a text, and in which of its lines, numbered from 1. All
// functions that read text return errors for which [errors.As] finds a *ParseError.
type ParseError struct {
	Line int
	Err  error
}

// Error returns the line and what is wrong there: `line 3: item 4 is "5", want …`.
func (e *ParseError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns e.Err.
func (e *ParseError) Unwrap() error { return e.Err }

// parseError turns an error of a reader into a ParseError, and two queens in one row into an
// [AttackError].
func parseError(err error, line int) *ParseError {
	if wrong, ok := errors.AsType[*shape.Error](err); ok {
		line, err = wrong.Line, wrong.Err
	}
	if attack, ok := errors.AsType[*reading.Attack](err); ok {
		err = alsoError{attackError(attack), ErrGiven}
	}
	return &ParseError{line, err}
}

// An alsoError has the text of one error, and for [errors.Is] and [errors.As] it is another one,
// too.
type alsoError struct {
	error
	also error
}

func (e alsoError) Unwrap() []error { return []error{e.error, e.also} }

func attackError(attack *reading.Attack) error {
	queens := &AttackError{[2]Square{Square(attack.Queens[0]), Square(attack.Queens[1])}}
	if attack.Hint == "" {
		return queens
	}
	return fmt.Errorf("%w%s", queens, attack.Hint)
}

// ParseSquare reads the algebraic name of a square: its file, in lower or upper case, and
// its rank, numbered from 1. Both "b4" and "B4" are Square{Row: 3, Col: 1}. It reads what
// [Square.String] writes for squares of boards of up to 2²⁷ rows. Anything else is an
// error, even white space around the name.
func ParseSquare(s string) (Square, error) {
	square, err := reading.ParseSquare(s)
	if err != nil {
		return Square{}, fmt.Errorf("queens: parse square: %w", alsoError{err, parseError(err, 1)})
	}
	return Square(square), nil
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

// ParsePlacement reads a placement from text: what [Placement.String], [Placement.FEN], [Board.String]
// and encoding/json write, what [Placement.Diagram] draws with the symbols below, and what
// people and other programs print. It looks at the shape of the text: brackets of any kind,
// commas, bars, frames, quotation marks, headings such as "Solution 1:", numbers of lines such as
// "1." and "Row 1:", numbers or letters of ranks and files on any side, from 1 or from 0, and
// comments do not matter. These are the forms:
//
//   - A vector: columns, numbered from 1, with "." or "_" for a row without a queen, on one
//     line or in parentheses. In square brackets columns count from 0, and -1 or null is a
//     row without a queen, "[1,3,0,2]"; but "Qs = [2,4,1,3]" is an answer of Prolog, from 1.
//   - Digits: one word of 1 to 9 digits, each a column, "15863724". Several such words on a line,
//     of at least four digits each, are as many placements.
//   - Squares: names that [ParseSquare] reads, in any order, "a1 e2 h3". The list goes on in
//     the next line after a comma, or if each line has one square. The largest coordinate is
//     the size of the board, unless the size stands before them: "n=8 a1 e2 h3". Also as
//     "(1,3) (2,1) …" or "1/3, 2/1, …", row by row and from 1, as objects {"row":0,"col":2}, on
//     numbered lines, "Row 1: 3", as numbers under numbers, {0: 2, 1: 0, …}, or in any order as
//     facts of an answer set, "queen(1,3) queen(2,1) …", whose numbers count from 0 if one of them
//     is 0 or else from 1 to the number of queens. Other pairs may mean two things and are an error.
//   - A FEN record with Q or q for queens, "2Q1/Q3/3Q/1Q2", with any number of the fields
//     that follow in chess, such as "w - - 0 1", which are ignored. Digits may add up,
//     "11Q1/…", and a slash may end it.
//   - A diagram of n rows with n squares each, in lines, in an array of n strings, or in a
//     matrix. A queen is one of Q q * D ♛ ♕ 👑 👸 ★ ⭐, an empty square one of
//     . + - _ · □ # ■ ◻ ◼ ▫ ▪ ⬜ ⬛ 🟥 🟧 🟨 🟩 🟦 🟪 🟫 or, between bars or among blanks of
//     the same width, nothing, and a blocked one x. (In the tasks of CSES, where * is a
//     reserved square, write x for it.) Or 1 and 0, or true and false. Another letter is a
//     queen if it stands once in each row. Rank numbers tell whether rank 1 is at the top or
//     at the bottom. Without them row 0 is at the top, so that a diagram with RankUp but
//     without Labels is read upside down.
//   - The words of [Board.String], in any order, each at most once, alone or before one of
//     the other forms: "n=8 torus given=b4", "torus blocked=c1 2Q1/4/4/4".
//   - A JSON object with an "answer" or a "solution", or a list of "answers", in one of these
//     forms, and perhaps a "board". Case, _ and - in names do not matter. Beside the board may
//     be its size, "n", and more of it: "given" and "blocked", with lists of squares, and
//     "torus". Names of other things that put queens on the board, such as "queens" and
//     "marks", are an error; all others are ignored.
//
// White space is what [unicode.IsSpace] says it is, but only a line feed ends a line. A byte
// order mark is skipped, and so are comments, which go from a # at the start of a line, or
// after white space, to its end.
//
// Where forms overlap, one line is a vector if it contains a digit or its first item is
// "." or "_", and several lines that make a square are one diagram. So "1" is the board with
// one queen, not the FEN of the empty 1×1 board, which is the only FEN that is misread; ". ."
// is two empty rows, and the same over two lines is four empty squares.
//
// The queens may attack each other; see [Placement.Valid]. But a Placement has one queen a row:
// for text with two in a row the error is an [AttackError]. It is also an error if a text has
// none of these forms, or several boards, or could mean two things: it is a [ParseError], which
// says in which line, and what was expected. So it is if a board has more than 2²⁷ rows, or
// more than both 4096 and the number of characters of its text; or if it has blocked squares
// or is a torus, unless the text has an answer: [ParseBoard] reads them. Time and memory are
// linear in the lengths of the text and the placement.
func ParsePlacement(s string) (Placement, error) {
	read, err := reading.One(s, placementLimits)
	if errors.Is(err, reading.ErrNone) && strings.HasPrefix(strings.TrimSpace(s), "[") {
		return Placement{}, nil // an empty array
	}
	var p Placement
	if err == nil {
		if p, err = placementOf(read); err == nil && (read.Torus || read.Blocked != nil) && !read.Beside {
			err = errors.New("the board has blocked squares or is a torus, which only ParseBoard reads")
		}
	}
	if err != nil {
		return nil, inText("queens: parse", s, parseError(err, lineOf(read)))
	}
	return p, nil
}

func lineOf(read *reading.Reading) int {
	if read == nil {
		return 1
	}
	return read.Line
}

// inText returns an error about a text. It names the line unless the text has only one.
func inText(what, text string, err *ParseError) error {
	if strings.Contains(strings.TrimSpace(text), "\n") {
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%s: %w", what, alsoError{err.Err, err})
}

// ReadPlacements returns an iterator over the placements of a stream of text, each of which
// it reads as [ParsePlacement] does, except that it leaves out blocked squares and a torus. They may
// be right or wrong, and of any size up to 2²⁷. The stream has them one after another:
//
//   - a line each, or two lines if the first has only words such as "torus";
//   - diagrams, each of which ends at a blank line, unless there is one between all rows, a
//     heading or a line of dashes, where another form begins, or when it has as many rows as
//     squares in a row;
//   - values of JSON, with or without white space between and within them, also in lists,
//     which may be nested, and in a list in an object. An object with several answers is as
//     many placements. An empty list holds no placement, but within a list it is the one of
//     length 0.
//
// Lines alike that make a square are one diagram, never a placement each. A number above
// diagrams is their size or which of them it is, and one below that is too large for that is a
// count of them.
//
// What cannot be read yields nil and one error, which is a [ParseError] with the line in the
// stream. If the loop goes on, what follows is read next, but broken JSON ends the iteration, as
// does an error of r, which [errors.Is] finds. As long as nothing could be read, an error that
// differs from the one before only by its line and its values is left out.
//
// A placement is yielded as soon as its last line has been read, or the line after it if
// that may belong to it. The memory is that of one placement and its text, in which a line or
// a value of JSON has at most 4 GiB. A second loop goes on where the first ended: what was read
// from r beyond that is not lost.
func ReadPlacements(r io.Reader) iter.Seq2[Placement, error] {
	return read(r, placementLimits, placementOf)
}

// UnmarshalJSON sets p to an array of columns, numbered from 0, in which -1 and null are rows
// without a queen. Null by itself is no placement, nil. If there is an error, p does not change.
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

// ParseBoard reads a board from text in any form that the programs of this project print or read:
//
//   - its size, a number of up to three digits: "8";
//   - what [Board.String] writes, with the words in any order;
//   - a placement in any form that [ParsePlacement] reads; its queens are given. An x in a diagram is a
//     blocked square; in those of CSES that is written *, which is a queen here. Words may stand
//     before it: "torus blocked=c1 2Q1/4/4/4";
//   - JSON, as Parse reads it. The board of an object is its "board", which may also be a size
//     or an object with "n", "given", "blocked" and "torus"; if it has none, it is that on which
//     the queens of its "answer" are given.
//
// Anything else is an error, which says where and what was expected, and so is a board that
// [New] refuses; [ErrGiven] tells queens that attack each other from what cannot be read.
// From text that ParseBoard accepts, [ReadBoards] yields the same single board. ParseBoard
// takes time linear in the length of the text, and O(n²) for the board.
func ParseBoard(s string) (*Board, error) {
	b, err := parseBoard(s)
	if err != nil {
		return nil, inText("queens: parse board", s, err)
	}
	return b, nil
}

func parseBoard(s string) (*Board, *ParseError) {
	read, err := reading.One(s, boardLimits)
	if err == nil {
		var b *Board
		if b, err = boardOf(read); err == nil {
			return b, nil
		}
	}
	return nil, parseError(err, lineOf(read))
}

// ReadBoards returns an iterator over the boards of a stream of text, each of which it reads
// as [ParseBoard] does. The stream, and what happens at an error, are those of
// [ReadPlacements], except that a line or a value of more than 16 MiB is an error. A size, "8",
// is a line by itself.
func ReadBoards(r io.Reader) iter.Seq2[*Board, error] { return read(r, boardLimits, boardOf) }

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

// UnmarshalJSON sets b to the board that [ParseBoard] reads from JSON: a string with any form of
// a board, a size, an array of columns, "[1,3,0,2]", or of rows, or an object. Null is an
// error, so that it does not become a board of size 0. If there is an error, b does not change.
func (b *Board) UnmarshalJSON(data []byte) error { return b.UnmarshalText(data) }

var (
	boardLimits     = reading.Limits{Rows: MaxN, Bytes: 16 << 20, Sizes: true}
	placementLimits = reading.Limits{Rows: maxParse, Bytes: min(4<<30, math.MaxInt)}
)

// read converts each reading of a stream and yields it.
func read[T any](r io.Reader, l reading.Limits, convert func(*reading.Reading) (T, error)) iter.Seq2[T, error] {
	readings := reading.Read(r, l)
	return func(yield func(T, error) bool) {
		for read, err := range readings {
			var item T
			if err == nil {
				item, err = convert(read)
			}
			if err != nil {
				err = fmt.Errorf("queens: %w", parseError(err, read.Line))
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
		return nil, &givenError{attackError(attack)}
	} else if read.NoBoard != nil {
		return nil, read.NoBoard
	}
	b := draft(read.Queens)
	for _, s := range read.Blocked {
		b.blocked[s.Row] |= 1 << s.Col
	}
	b.start.Torus = read.Torus
	return b.finish()
}

// parseSquareList reads squares separated by commas.
func parseSquareList(list string) ([]Square, error) {
	squares := make([]Square, 0, strings.Count(list, ",")+1)
	for name := range strings.SplitSeq(list, ",") {
		s, err := reading.ParseSquare(name)
		if err != nil {
			return nil, err
		}
		squares = append(squares, Square(s))
	}
	return squares, nil
}
