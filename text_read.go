package queens

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Parse reads a placement from text: what [Placement.String], [Placement.FEN], [Board.String]
// and encoding/json write, what [Placement.Diagram] draws with the symbols below, and more.
// It recognises these forms:
//
//   - Nothing, or only white space: the Placement of length 0.
//   - A vector: one line of columns, numbered from 1, with "." or "_" for a row without a
//     queen, separated by spaces or commas; or the same in parentheses, over any number of
//     lines, "(3, 1, 6, 2, 8, 5, 4, 7)". There are as many rows as items.
//   - Digits: one word of 1 to 9 digits, each a column, "15863724".
//   - Squares: names that [ParseSquare] reads, separated by white space or commas, in any
//     order, at most one in each row, "a1 e2 h3". The largest coordinate is the size of the
//     board, unless the size stands before them: "n=8 a1 e2 h3".
//   - A FEN record with Q or q for queens: the piece placement alone, which contains a "/",
//     "2Q1/Q3/3Q/1Q2", or all six fields, "2Q1/Q3/3Q/1Q2 w - - 0 1". The other five must
//     look like a side to move, castling rights, an en passant square and two counters;
//     they are otherwise ignored.
//   - A diagram: a queen is one of Q q * D ♛ ♕, an empty square one of . + - _ · □ or,
//     only between the bars of a grid, blank, and a blocked square is x. All other white
//     space, blank lines, and the lines of + and - of a grid are ignored. Rank numbers
//     before the rows tell whether rank 1 is at the top or at the bottom. Without them row 0
//     is at the top, so that a diagram with RankUp but without Labels is read upside down.
//     There may be lines of file names above and below.
//   - The words of [Board.String], in any order, each at most once, alone or before one of
//     the other forms: "n=8 torus given=b4", "torus blocked=c1 2Q1/4/4/4".
//   - JSON: an array of columns, numbered from 0, with -1 for an empty row, "[1,3,0,2]"; a
//     string with any of the above; an object with a "board" in one of these forms, an
//     "answer", or a list of "answers", each an array of columns. An answer counts before
//     the board. A list must have one value.
//
// A byte order mark is skipped, and so are comments, which go from a # at the start of a
// line, or behind white space, to its end.
//
// Where forms overlap, one line is a vector if it contains a digit or its first item is
// "." or "_", and several lines are a diagram. So "1" is the board with one queen, not the
// FEN of the empty 1×1 board, which is the only FEN that is misread; ". ." is two empty
// rows, and the same over two lines is four empty squares.
//
// The queens may attack each other; see [Placement.Valid]. Text in none of these forms is an
// error, which says where and what was expected, and so is a board of more than 2²⁷ rows, or,
// if the text has fewer characters than rows, of more than 2²⁰. Blocked squares and a torus
// are an error, too, unless the text has an answer: [ParseBoard] reads them. Parse takes time
// linear in the lengths of the text and the placement, and, except for objects of JSON,
// allocates next to nothing but the placement.
func Parse(s string) (Placement, error) {
	p, err := placementLimits.one(s)
	if err == nil && p.answer == nil && (p.torus || p.blocked != nil) {
		err = errors.New("the board has blocked squares or is a torus, which only ParseBoard reads")
	}
	if err != nil {
		return nil, fmt.Errorf("queens: parse: %w", err)
	}
	return p.placement(), nil
}

// ReadPlacements returns an iterator over the placements of a stream of text, each of which
// it reads as [Parse] does, except that it leaves out blocked squares and a torus: it reads
// every board that [ReadBoards] reads but bare sizes, and wrong ones. They may be of any size
// up to 2²⁷. The stream has them one after another:
//
//   - a line each, or two lines if the first has only words such as "torus";
//   - diagrams, each of which ends at a blank line, or where another form begins;
//   - values of JSON, with or without white space between and within them, also in lists,
//     which may be nested. An object with several answers is as many placements. An empty
//     list has no placement, but in a list it is the one of length 0.
//
// Blank lines, byte order marks and comments are skipped. A row of a diagram with a rank
// number and no queen, "3 . . .", may be a vector as well. It is the row if the lines behind
// it have the ranks that follow, until one has a queen or names the files, or until there
// are as many rows as squares.
//
// What cannot be read yields nil and an error with the number of its line; if the loop goes
// on, the next is what follows: behind a line the next one; behind JSON that is wrong in its
// first line, the next line that is neither indented nor begins with a closing bracket, a
// comma or a quotation mark; behind other broken JSON, the next line that begins with an
// opening bracket or follows a blank one. The iteration ends after an error of r, which
// [errors.Is] finds, and in JSON that the end of the stream breaks off.
//
// A placement is yielded as soon as its last line has been read. The memory is that of one
// placement and its text, which has at most 4 GiB. A second loop goes on where the first has
// ended; what r has read beyond that is not lost between them.
func ReadPlacements(r io.Reader) iter.Seq2[Placement, error] {
	s := &splitter{window: window{r: r}}
	return func(yield func(Placement, error) bool) {
		for p, err := range placementLimits.readings(s) {
			if err != nil {
				err = fmt.Errorf("queens: %w", p.at(err))
			}
			if !yield(p.placement(), err) {
				return
			}
		}
	}
}

// placement returns the answer or, if there is none, the queens of the board.
func (p *reading) placement() Placement {
	if p.answer != nil {
		return p.answer
	}
	return p.queens
}

// one reads a text that has one board or placement.
func (l limits) one(text string) (reading, error) {
	if !isJSON(text) {
		return l.parse(text)
	}
	var found []reading
	for p, err := range l.readings(&splitter{window: window{r: strings.NewReader(text)}}) {
		if err != nil {
			return reading{}, err
		}
		found = append(found, p)
	}
	if len(found) != 1 {
		return reading{}, fmt.Errorf("the JSON has %s, want one", plural(len(found), "board"))
	}
	return found[0], nil
}

// isJSON reports whether a text is meant as JSON, other than an array of columns.
func isJSON(text string) bool {
	text = strings.TrimSpace(strings.TrimPrefix(text, byteOrderMark))
	if text == "" || text == "null" || text[0] != '[' {
		return text == "null" || text != "" && (text[0] == '{' || text[0] == '"')
	}
	inner := strings.TrimSpace(text[1:])
	return inner != "" && inner[0] != ']' && !startsColumns(inner[0])
}

// readings yields the readings of a stream, also those that cannot be read, with their
// lines.
func (l limits) readings(s *splitter) iter.Seq2[reading, error] {
	return func(yield func(reading, error) bool) {
		s.most = l.bytes
		for {
			item, err := s.next()
			if err == io.EOF || err != nil && (!yield(reading{line: item.line}, err) || s.ended) {
				return
			}
			if err != nil {
				continue
			}
			for p, err := range l.itemReadings(item) {
				p.line = item.line
				if !yield(p, err) {
					return
				}
			}
		}
	}
}

func (l limits) itemReadings(i textItem) iter.Seq2[reading, error] {
	if i.json {
		return l.values(strings.TrimSpace(i.text))
	}
	return func(yield func(reading, error) bool) { yield(l.parse(i.text)) }
}

// at adds the line of a reading to an error. An error of one line of a diagram has the
// number of that line.
func (p *reading) at(err error) error {
	if err == nil {
		return nil
	}
	line := p.line
	if wrong, ok := errors.AsType[*lineError](err); ok {
		line, err = line+wrong.line-1, wrong.err
	}
	return fmt.Errorf("line %d: %w", line, err)
}
