package queens

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"
	"unicode"
)

// Parse reads a placement from text: what [Placement.String], [Placement.FEN], [Board.String]
// and encoding/json write, what [Placement.Diagram] draws with the symbols below, and what
// others print. It recognises these forms:
//
//   - Nothing, or only white space: the Placement of length 0.
//   - A vector: one line of columns, numbered from 1, with "." or "_" for a row without a
//     queen, separated by spaces or commas; or the same in parentheses, over any number of
//     lines, "(3, 1, 6, 2, 8, 5, 4, 7)". There are as many rows as items.
//   - Digits: one word of 1 to 9 digits, each a column, "15863724".
//   - Squares: names that [ParseSquare] reads, separated by spaces or commas, in any order, at
//     most one in each row, "a1 e2 h3". The list goes on in the next line after a comma, or
//     if each line has one square. The largest coordinate is the size of the board, unless
//     the size stands before them: "n=8 a1 e2 h3".
//   - A FEN record with Q or q for queens, "2Q1/Q3/3Q/1Q2", with any number of the fields
//     that follow in chess, such as "w - - 0 1", which are ignored. Digits may add up,
//     "11Q1/…", and a slash may end it.
//   - A diagram of n lines with n squares each, with or without white space between them. A
//     queen is one of Q q * D ♛ ♕ 👑 👸, an empty square one of . + - _ · □ ■ ◻ ◼ ▫ ▪ ⬜ ⬛
//     🟥 🟧 🟨 🟩 🟦 🟪 🟫, and a blocked one x. (In the tasks of CSES, where * is a reserved
//     square, write x for it.) There may be bars at both ends of the rows, or between the
//     squares, which may be blank then, lines of + and - around and between the rows, or the
//     same in characters for drawing boxes. Rank numbers before the rows tell whether rank 1
//     is at the top or at the bottom. Without them row 0 is at the top, so that a diagram
//     with RankUp but without Labels is read upside down. There may be lines of file names
//     above and below.
//   - A matrix of n lines with n numbers each, 1 for a queen and 0 for an empty square, if n
//     is at least 3.
//   - The words of [Board.String], in any order, each at most once, alone or before one of
//     the other forms: "n=8 torus given=b4", "torus blocked=c1 2Q1/4/4/4".
//   - JSON: an array of columns, numbered from 0, with -1 for an empty row, "[1,3,0,2]"; an
//     array of n strings, each a row of a diagram, "[".Q..","...Q","Q...","..Q."]"; a matrix
//     of symbols, of 0 and 1, or of true and false; a string with any of the above; or an
//     object with an "answer" or a "solution", or a list of "answers", in one of these forms,
//     and perhaps a "board". Single quotes, and spaces instead of commas, are read as well.
//   - An answer of Prolog, whose columns are numbered from 1: "Qs = [2, 4, 1, 3]."
//
// A byte order mark is skipped, and so are comments, which go from a # at the start of a
// line, or after white space, to its end. White space is what [unicode.IsSpace] says it is,
// but only a line feed ends a line.
//
// Where forms overlap, one line is a vector if it contains a digit or its first item is
// "." or "_", and several lines are a diagram. So "1" is the board with one queen, not the
// FEN of the empty 1×1 board, which is the only FEN that is misread; ". ." is two empty
// rows, and the same over two lines is four empty squares.
//
// The queens may attack each other; see [Placement.Valid]. It is an error if a text has none
// of these forms, or several boards, or could mean two things, such as pairs of numbers: the
// error says where and what was expected. It is also an error if a board has more than 2²⁷ rows,
// or more than both 4096 and the number of characters of its text; or if it has blocked squares or
// is a torus, unless the text has an answer: [ParseBoard] reads them. Time and memory are linear in
// the lengths of the text and the placement.
func Parse(s string) (Placement, error) {
	r, err := placementLimits.one(s)
	if err == errEmpty && !strings.Contains(s, "{") {
		return Placement{}, nil
	}
	var p Placement
	switch {
	case err != nil:
	case r.answer == nil && (r.torus || r.blocked != nil):
		err = errors.New("the board has blocked squares or is a torus, which only ParseBoard reads")
	default:
		p, err = r.placement()
	}
	if err != nil {
		return nil, fmt.Errorf("queens: parse: %w", err)
	}
	return p, nil
}

// ReadPlacements returns an iterator over the placements of a stream of text, each of which
// it reads as [Parse] does, except that it leaves out blocked squares and a torus. They may
// be right or wrong, and of any size up to 2²⁷. The stream has them one after another:
//
//   - a line each, or two lines if the first has only words such as "torus";
//   - diagrams, each of which ends at a blank line, or where another form begins;
//   - values of JSON, with or without white space between and within them, also in lists,
//     which may be nested. An object with several answers is as many placements. An empty
//     list holds no placement, but within a list it is the one of length 0.
//
// Blank lines, byte order marks, comments and the "false." after the answers of Prolog are
// skipped. A row of a diagram with a rank number and no queen, "3 . . .", may be a vector as
// well. It is the row if the lines after it have the ranks that follow, until one has a
// queen or names the files, or until there are as many rows as squares.
//
// What cannot be read yields nil and one error, with the number of its line, or of the first of
// its lines. If the loop goes on, what follows is read next, but broken JSON ends the iteration,
// as does an error of r, which [errors.Is] finds.
//
// A placement is yielded as soon as its last line has been read, or the line after it if
// that may belong to it. The memory is that of one placement and its text, in which a line or
// a value of JSON has at most 4 GiB. A second loop goes on where the first ended: what was read
// from r beyond that is not lost.
func ReadPlacements(r io.Reader) iter.Seq2[Placement, error] {
	return streamOf(r, placementLimits, (*reading).placement)
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

// ParseBoard reads a board from text in any form that the programs of this project print or read:
//
//   - its size, a number of up to three digits: "8";
//   - what [Board.String] writes, with the words in any order;
//   - a placement in any form that [Parse] reads, except empty text; its queens are given.
//     An x in a diagram is a blocked square; in those of CSES that is written *, which is a
//     queen here. Words may stand before it: "torus blocked=c1 2Q1/4/4/4";
//   - JSON, as [Parse] reads it. The board of an object is its "board" or, if it has none,
//     that on which the queens of its "answer" are given.
//
// Anything else is an error, which says where and what was expected, and so is a board that
// [New] refuses; [ErrGiven] tells queens that attack each other from what cannot be read.
// From text that ParseBoard accepts, [ReadBoards] yields the same single board. ParseBoard
// takes time linear in the length of the text, and O(n²) for the board.
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
// [ReadPlacements], except that a line or a value of more than 16 MiB is an error. A size, "8",
// is a line by itself.
func ReadBoards(r io.Reader) iter.Seq2[*Board, error] {
	return streamOf(r, boardLimits, (*reading).board)
}

var (
	boardLimits     = limits{rows: MaxN, bytes: 16 << 20, sizes: true}
	placementLimits = limits{rows: maxParse, bytes: min(4<<30, math.MaxInt)}
)

// one reads a text that has one board or placement.
func (l limits) one(text string) (found reading, err error) {
	s := &stream{reader: reader{window: window{buf: []byte(text), number: 1, err: io.EOF}}}
	err = errEmpty
	count := 0
	for p, wrong := range l.readings(s) {
		if count++; count > 1 && (wrong == nil || wrong == errEmpty) {
			wrong = errSeveral
		}
		if found, err = p, wrong; err != nil && err != errEmpty {
			break
		}
	}
	return found, err
}

// A stream is text that is cut into values of JSON, which may stand in lists, and lines, which
// a reader reads.
type stream struct {
	reader
	lists int // of JSON that are open
	ended bool
}

// streamOf yields what made returns for each reading of a stream.
func streamOf[T any](r io.Reader, l limits, made func(*reading) (T, error)) iter.Seq2[T, error] {
	s := &stream{reader: reader{window: window{in: bufio.NewReader(r), number: 1}}}
	return func(yield func(T, error) bool) {
		for p, err := range l.readings(s) {
			var item T
			if err == nil {
				item, err = made(&p)
			}
			if err != nil {
				err = fmt.Errorf("queens: %w", p.at(err))
			}
			if !yield(item, err) {
				return
			}
		}
	}
}

var (
	errOpen   = fmt.Errorf("JSON breaks off%.0w", errBroken)
	errUTF16  = errors.New("the text is UTF-16, want UTF-8")
	errNested = errors.New("an array in an array")
)

// readings yields the readings of a stream, also those that cannot be read, with their
// lines.
func (l limits) readings(s *stream) iter.Seq2[reading, error] {
	return func(yield func(reading, error) bool) {
		s.limits = l
		for s.skip() {
			line := s.number
			for p, err := range s.nextReadings() {
				p.line = line
				if !yield(p, err) {
					return
				}
			}
		}
		err := s.failed()
		if err == nil && s.lists > 0 {
			err = errOpen
		}
		if !s.ended && err != nil {
			yield(reading{line: s.number}, err)
		}
		s.ended = true
	}
}

// nextReadings yields the readings of the next value or of the next lines.
func (s *stream) nextReadings() iter.Seq2[reading, error] {
	return func(yield func(reading, error) bool) {
		c := s.text()[0]
		switch {
		case c == '[' || c == '{' || c == '"' || s.lists > 0:
			end, err := s.value(0, false)
			if err != nil {
				s.ended = true
				yield(reading{}, err)
				return
			}
			text := string(s.text()[:end])
			s.consume(end)
			for p, err := range s.values(text) {
				s.ended = errors.Is(err, errBroken)
				if !yield(p, err) {
					return
				}
			}
		case s.number == 1 && (c == 0xFF || c == 0xFE):
			s.ended = true
			yield(reading{}, errUTF16)
		default:
			p, err := s.item()
			err = cmp.Or(s.failed(), err)
			if errors.Is(err, errTooLong) {
				s.err = nil
				s.skipLine()
			}
			s.ended = s.failed() != nil
			yield(p, err)
		}
	}
}

// skip is [reader.skip], which skips the brackets and commas of lists, too.
func (s *stream) skip() bool {
	for !s.ended && s.reader.skip() {
		switch c := s.text()[0]; {
		case c == '[' && s.opensList():
			s.lists++
		case c == ']' && s.lists > 0:
			s.lists--
		case c != ',' || s.lists == 0:
			return true
		}
		s.consume(1)
	}
	return false
}

// opensList tells the bracket of a list of boards from that of an array that is a board. An
// empty array is a list, but in a list it is the board of size 0. No level of a list is read
// twice, however deep it is.
func (s *stream) opensList() bool {
	for i := 1; s.has(i) && i <= s.bytes; i++ {
		switch c := s.text()[i]; {
		case c == ']':
			return s.lists == 0
		case !unicode.IsSpace(rune(c)):
			end, err := s.value(i, c == '[')
			if err != nil {
				return err == errNested
			}
			isBoard, err := isBoardArray(string(s.text()[i:end]))
			return err == nil && !isBoard
		}
	}
	return false
}

// value returns where a value of JSON ends that begins at an offset. It is a word unless it
// begins with a bracket or a quotation mark. If it must be flat, it has no other brackets.
func (s *stream) value(from int, flat bool) (end int, err error) {
	var e extent
	isWord := strings.IndexByte(`[{("'`, s.text()[from]) < 0
	for i := from; s.has(i); i++ {
		c := s.text()[i]
		if isWord && i > from && (strings.IndexByte(`,[]{}"`, c) >= 0 || c <= ' ') {
			return i, nil
		}
		isLast, err := e.add(c)
		switch {
		case err != nil:
			return i, brokenBehind(string(s.text()[max(from, i-20):i]))
		case isLast && !isWord:
			return i + 1, nil
		case flat && e.depth > 1:
			return i, errNested
		case i-from >= s.bytes:
			return i, s.tooLong()
		}
	}
	if isWord {
		return len(s.text()), s.failed()
	}
	return 0, cmp.Or(s.failed(), errOpen)
}

// at adds the line of a reading to an error. An error of one line of a diagram has its own.
func (p *reading) at(err error) error {
	if _, ok := errors.AsType[*lineError](err); ok || err == nil {
		return err
	}
	return fmt.Errorf("line %d: %w", p.line, err)
}
