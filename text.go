package queens

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A reading is what a text says about a board.
type reading struct {
	queens     Placement
	blocked    []Square
	torus      bool
	answer     Placement // to the board if the text has both, or nil
	unanswered bool      // it is the board of an object; answer may be nil
	noBoard    error     // why the board beside the answer cannot be read, or nil
	line       int       // of the stream, where the reading begins
}

// add adds the meaning of the words.
func (p *reading) add(w *boardWords) error {
	n := len(p.queens)
	p.torus = w.torus
	p.blocked = append(p.blocked, w.blocked...)
	for _, squares := range [][]Square{w.given, w.blocked} {
		for _, s := range squares {
			if err := s.checkOn(n); err != nil {
				return err
			}
		}
	}
	for _, s := range w.given {
		if col := p.queens[s.Row]; col != Empty && col != s.Col {
			return &givenError{attackError(Square{s.Row, min(col, s.Col)}, Square{s.Row, max(col, s.Col)})}
		}
		p.queens[s.Row] = s.Col
	}
	return nil
}

// board returns the board with the queens of the reading as given ones.
func (p *reading) board() (*Board, error) {
	if p.noBoard != nil {
		return nil, p.noBoard
	}
	if err := checkSize(len(p.queens), MaxN); err != nil {
		return nil, err
	}
	b := draft(p.queens)
	b.start.torus = p.torus
	return b.finish(blockedSquares(p.blocked))
}

// placement returns the answer or, if the text is not an object with a board, its queens.
func (p *reading) placement() (Placement, error) {
	switch {
	case p.answer != nil:
		return p.answer, nil
	case p.unanswered && slices.Contains(p.queens, Empty):
		return nil, errNoAnswer
	}
	return p.queens, nil
}

// limits restrict what a reader accepts.
type limits struct {
	rows  int
	bytes int  // of a line or a JSON value
	sizes bool // a number is the size of a board rather than a vector or digits
}

// A window is the part of a text that has been read but not consumed. Offsets are relative to
// its start.
type window struct {
	in     *bufio.Reader // or nil
	buf    []byte
	from   int   // where the window begins in buf
	number int   // of its first line
	err    error // why nothing more can be read
}

func (w *window) text() []byte { return w.buf[w.from:] }

func (w *window) consume(length int) {
	w.number = w.lineAt(length)
	w.from += length
}

// lineAt returns the number of the line at an offset.
func (w *window) lineAt(offset int) int {
	return w.number + bytes.Count(w.text()[:offset], []byte("\n"))
}

// has reports whether there is a byte at an offset. It reads as far as necessary.
func (w *window) has(offset int) bool {
	for len(w.text()) <= offset && w.err == nil {
		if w.from > len(w.buf)/2 {
			w.buf, w.from = append(w.buf[:0], w.text()...), 0
		}
		_, w.err = w.in.Peek(1)
		read, _ := w.in.Peek(w.in.Buffered()) // no error: it is in the buffer
		w.buf = append(w.buf, read...)
		_, _ = w.in.Discard(len(read)) // no error for the same reason
	}
	return len(w.text()) > offset
}

var errTooLong = errors.New("too long for a board")

func (l limits) tooLong() error {
	return fmt.Errorf("more than %d bytes for a board%.0w", l.bytes, errTooLong)
}

// A reader reads the forms that consist of lines.
type reader struct {
	window
	limits
	vectors  int  // lines before this number are vectors, not rows of a diagram
	sized    int  // the number of the line after a board that was only a size
	size     int  // of that board
	answered bool // the last item was an answer of Prolog
}

// A lineError is an error with the number of its line.
type lineError struct {
	line int
	err  error
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }

// next returns the first line from an offset on that is not a comment, and the offset of the
// line after it. It reports false at an empty line and at the end of the text.
func (r *reader) next(from int) (line string, end int, ok bool) {
	for {
		end = r.lineEnd(from)
		raw := string(r.text()[from:end])
		if line = cleanLine(raw); line != "" {
			return line, end, true
		}
		if strings.TrimSpace(raw) == "" {
			return "", from, false
		}
		from = end
	}
}

// lineEnd returns the offset after the line that begins at an offset. A line that is too long
// sets the error of the window.
func (r *reader) lineEnd(from int) int {
	for at := from; r.has(at); at = len(r.text()) {
		if i := bytes.IndexByte(r.text()[at:], '\n'); i >= 0 {
			return at + i + 1
		}
		if len(r.text()) > r.bytes {
			r.err = r.tooLong()
		}
	}
	return len(r.text())
}

// A comment begins with a # at the start of a line or after white space.
var comment = regexp.MustCompile(`(^|[\s\v\x{85}\p{Z}])#.*`)

// cleanLine returns a line without its comment and without surrounding white space.
func cleanLine(line string) string {
	if strings.Contains(line, "#") {
		line = comment.ReplaceAllString(line, "")
	}
	if strings.IndexFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		line = plainLine(line)
	}
	return strings.TrimSpace(line)
}

// failed returns the error that ended the text, or nil at a regular end.
func (r *reader) failed() error {
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// item reads a board or a placement that begins with the next line. Words without a size
// belong to the form that follows them.
func (r *reader) item() (p reading, err error) {
	w := &boardWords{n: -1}
	r.answered = false
	for from, end := 0, 0; ; from = end {
		line, next, ok := r.next(from)
		end = next
		if r.sizes && isSize(line) {
			line = "n=" + line
		}
		rest, err := w.cut(line)
		switch {
		case err == nil && rest != "":
			return r.placed(w, rest, rest == line, from, end)
		case err == nil && ok && w.n < 0:
			continue
		case err == nil && w.n < 0:
			err = errors.New(`words without the size of the board, want "n=8" or a placement with them`)
		case err == nil:
			err = bounds{-1, r.rows}.checkRows(w.n, len(line))
		}
		r.consume(end)
		if err != nil {
			return p, err
		}
		p.queens = NewPlacement(w.n)
		r.sized, r.size = r.number, w.n
		return p, p.add(w)
	}
}

// placed reads the placement whose first line is first: the rest of the line at an offset, or
// the whole of it.
func (r *reader) placed(w *boardWords, first string, isWhole bool, from, end int) (p reading, err error) {
	b := bounds{w.n, r.rows}
	isDiagram := isWhole && startsDiagram(first) && !isFEN(first)
	if isDiagram {
		p, isDiagram, err = r.diagram(b, from)
	}
	if !isDiagram {
		text := r.list(first, end)
		p, err = b.line(text)
		_, r.answered = prologAnswer(text)
	}
	switch word := firstItem(first); {
	case err == nil:
		err = p.add(w)
	case strings.Contains(word, "=") || !isWhole && !strings.ContainsAny(first, decimals+"/|"):
		err = fmt.Errorf("%s: unknown word", excerpt(word))
	}
	return p, err
}

// list consumes a line and those that continue it: a vector in parentheses up to its end, and
// squares after a comma or with one square on each line.
func (r *reader) list(first string, end int) string {
	var text strings.Builder
	text.WriteString(first)
	for last := first; ; {
		isOpen, isOne := first[0] == '(' && !strings.Contains(last, ")"), firstItem(last) == last
		isSquare := isSquares(first) && (isOne || strings.HasSuffix(last, ","))
		if !isOpen && !isSquare {
			break
		}
		line, next, ok := r.next(end)
		if !ok || isSquare && (!isSquares(line) || isOne && !strings.HasSuffix(last, ",") && firstItem(line) != line) {
			break
		}
		text.WriteByte('\n')
		text.WriteString(line)
		last, end = line, next
	}
	r.consume(end)
	return text.String()
}

// diagram reads the diagram that begins at an offset, unless the lines there are vectors,
// such as "3 . . ." and "2 . . .". They are a diagram if one of them has a queen or a
// blocked square or names the files, or if there are as many lines as squares in each. Lines
// that turn out not to be a diagram are remembered as vectors, so that none is read again.
func (r *reader) diagram(b bounds, from int) (p reading, isDiagram bool, err error) {
	d := diagramReader{bounds: b}
	number := r.lineAt(from)
	for isFirst := true; isFirst || d.certain || err == nil && number >= r.vectors; isFirst = false {
		line, end, ok := r.next(from)
		if !ok || !isFirst && !d.goesOn(line) {
			break
		}
		if err == nil {
			if wrong := d.add(line); wrong != nil {
				err = &lineError{r.lineAt(end - 1), wrong}
			}
		}
		if from = end; d.certain {
			r.consume(end)
			from = 0
		}
	}
	if !d.certain && (err != nil || !d.isComplete() || d.rows == 1) {
		r.vectors = max(r.vectors, r.lineAt(from))
		return p, false, nil
	}
	r.consume(from)
	if err == nil {
		p.queens, p.blocked, err = d.placement()
	}
	if err == nil && number == r.sized && d.rows == r.size {
		err = errors.New("a diagram right after its size, want an empty line between two boards, or no size")
	}
	return p, true, err
}

// line reads a placement in any form except a diagram of several lines.
func (b bounds) line(text string) (p reading, err error) {
	answer, isAnswer := prologAnswer(text)
	switch {
	case text == "null":
		err = errNull
	case text[0] == '[':
		p.queens, p.blocked, err = b.array(text)
	case text[0] == '(':
		p.queens, err = b.enclosed(text, ")", 1)
	case isFEN(text):
		p.queens, err = b.fen(text)
	case isAnswer:
		p.queens, err = b.enclosed(answer, "]", 1)
	case isSquares(text):
		p.queens, err = b.squares(text)
	case strings.Trim(text, decimals) == "":
		p.queens, err = b.digits(text)
	case isVector(text):
		p.queens, err = b.vector(text, 1)
	case utf8.RuneCountInString(text) == 1 || text[0] == '|':
		d := diagramReader{bounds: b}
		if err = d.add(text); err == nil {
			p.queens, p.blocked, err = d.placement()
		}
	default:
		err = fmt.Errorf("%s is not a board: want a vector, squares, a FEN or a diagram", excerpt(text))
	}
	return p, err
}

// values yields the readings of a JSON value that is not a list of boards. An object with
// several answers has several.
func (l limits) values(text string) iter.Seq2[reading, error] {
	return func(yield func(reading, error) bool) {
		if text[0] != '{' {
			yield(l.value(text, false))
			return
		}
		o, err := decodeObject(text)
		if err != nil {
			yield(reading{}, err)
			return
		}
		var board reading
		if o.Board != nil {
			if board, err = l.value(string(*o.Board), true); err != nil {
				err = fmt.Errorf(`"board": %w`, err)
			}
			board.unanswered, board.noBoard = true, err
			if len(o.Answers) == 0 {
				yield(board, err)
				return
			}
		}
		l.sizes = false
		for _, text := range o.Answers {
			p, err := l.value(string(text), false)
			switch {
			case err != nil:
				err = fmt.Errorf("answer: %w", err)
			case o.Board != nil:
				board.answer = p.queens
				p = board
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// value reads an array or a string or, for a board, a size.
func (l limits) value(text string, isBoard bool) (p reading, err error) {
	switch c := text[0]; {
	case c == '[':
		return bounds{-1, l.rows}.line(text)
	case c == '"' || c == '\'':
		if err = decode(plainJSON(text), &text); err != nil {
			return p, err
		}
	case text == "null":
		return p, errNull
	case isBoard && isSize(text):
		l.sizes = true
	default:
		return p, fmt.Errorf("%s, want a string with a board, an array of columns, or an object", excerpt(text))
	}
	r := reader{limits: l, window: window{buf: []byte(text), number: 1, err: io.EOF}}
	if !r.skip() {
		return p, errEmpty
	}
	p, err = r.item()
	if wrong, ok := errors.AsType[*lineError](err); ok {
		err = fmt.Errorf("line %d of the text: %w", wrong.line, wrong.err)
	}
	if err == nil && r.skip() {
		err = errSeveral
	}
	return p, err
}

var (
	errEmpty   = errors.New("no board in the text")
	errSeveral = errors.New("more than one board in the text")
)

// skip skips white space, byte order marks, comments and the "false." of Prolog after the last
// answer. It reports whether anything follows.
func (r *reader) skip() bool {
	for r.has(0) {
		r.has(utf8.UTFMax)
		switch char, size := utf8.DecodeRune(r.text()); {
		case unicode.IsSpace(char) || char == byteOrderMark:
			r.consume(size)
		case char == '#' || r.answered && bytes.HasPrefix(r.text(), []byte("false")):
			r.skipLine()
		default:
			return true
		}
	}
	return false
}

const byteOrderMark = '\uFEFF'

// skipLine skips the rest of a line, however long it is.
func (r *reader) skipLine() {
	for r.has(0) {
		if i := bytes.IndexByte(r.text(), '\n'); i >= 0 {
			r.consume(i + 1)
			return
		}
		r.consume(len(r.text()))
	}
}
