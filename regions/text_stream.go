package regions

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// mostText is how many bytes a board of a stream may take.
const mostText = 1 << 20

var errTooLong = fmt.Errorf("board of more than %d bytes", mostText)

// A boardReader cuts a stream into boards: values of JSON, and blocks of lines.
type boardReader struct {
	in     *bufio.Reader
	line   int        // that the next character is on
	kept   []textLine // that were read and come next
	list   int        // line that a JSON array of boards begins on, or 0
	behind bool       // whether a value of JSON has just been read
	err    error      // why there is nothing more to read
	ended  bool
}

const endOfText = -1 // instead of a character

func newBoardReader(r io.Reader) *boardReader {
	s := &boardReader{in: bufio.NewReader(r), line: 1}
	if mark, _ := s.in.Peek(2); string(mark) == "\xff\xfe" || string(mark) == "\xfe\xff" {
		s.err = errors.New("text in UTF-16, want UTF-8")
	}
	return s
}

// next returns the next board, or io.EOF. The stream goes on after an error unless ended is
// set.
func (s *boardReader) next() (*Board, error) {
	for {
		switch r := s.skip(); {
		case r == endOfText && s.err == io.EOF && s.list == 0:
			return nil, io.EOF
		case r == endOfText && s.err == io.EOF:
			return nil, s.end(wrongLine(s.list, "JSON breaks off: the list that begins here does not end"))
		case r == endOfText:
			return nil, s.end(s.err)
		case r == ']' && s.list > 0:
			s.read()
			s.list = 0
		case r == ',' && s.list > 0 || r == ';' && s.behind:
			s.read()
		case s.isValue(r):
			text, number, err := s.value()
			if err != nil {
				return nil, s.end(err)
			}
			if len(text) == 0 { // a list without boards
				continue
			}
			value, err := decode(text, number)
			if err != nil {
				return nil, s.end(err)
			}
			return parseValue(value, number)
		case s.list > 0:
			return nil, s.end(fmt.Errorf("%q is out of place in the list of boards", r))
		default:
			return s.text()
		}
	}
}

// end ends the stream with an error, of this line if it does not say of which.
func (s *boardReader) end(err error) error {
	s.ended = true
	return atLine(s.line, err)
}

// rowStart matches a row alone, [0,0,1] or ["A","A","B"], which is text.
var rowStart = regexp.MustCompile(`^\[ ?(?:[-\d]|["'].["'],)`)

// isValue reports whether a value of JSON that has a board begins with the next character.
func (s *boardReader) isValue(r rune) bool {
	if r == '[' && len(s.kept) == 0 {
		start, _ := s.in.Peek(len(`[ "😀",`))
		return s.list > 0 || !rowStart.Match(start)
	}
	return r == '{' || r == '"'
}

// read returns the next character, or endOfText.
func (s *boardReader) read() rune {
	if s.err != nil {
		return endOfText
	}
	r, _, err := s.in.ReadRune()
	if err != nil {
		s.err = err
		return endOfText
	}
	if r == '\n' {
		s.line++
	}
	return r
}

// unread takes back the character that was just read.
func (s *boardReader) unread(r rune) {
	if r == endOfText {
		return
	}
	_ = s.in.UnreadRune()
	if r == '\n' {
		s.line--
	}
}

// peek goes to the next character of the line that is not white space, and returns it, or '\n' at
// its end.
func (s *boardReader) peek() rune {
	if len(s.kept) > 0 {
		r, _ := utf8.DecodeRuneInString(trim(s.kept[0].text) + "\n")
		return r
	}
	for {
		if r := s.read(); r == '\n' || !isBlank(r) {
			s.unread(r)
			return r
		}
	}
}

// skip goes to the next character that is neither white space nor in a comment, and returns it.
func (s *boardReader) skip() rune {
	for {
		r := s.peek()
		if r != '\n' && r != '#' {
			return r
		}
		s.skipLine()
	}
}

func (s *boardReader) skipLine() {
	if len(s.kept) > 0 {
		s.kept = s.kept[1:]
		return
	}
	for r := s.read(); r != '\n' && r != endOfText; {
		r = s.read()
	}
}

// value takes a value of JSON that has a board, and returns it with the number of its line. Of a list
// of boards it takes the first.
func (s *boardReader) value() ([]byte, int, error) {
	s.behind = true
	number, text, opening := s.line, []byte(nil), ""
	depth, quote, escaped := 0, rune(0), false
	for {
		r := s.read()
		switch {
		case r == endOfText && s.err == io.EOF:
			return nil, 0, wrongLine(number, "JSON breaks off: what begins here does not end")
		case r == endOfText:
			return nil, 0, s.err
		case len(text) > mostText:
			return nil, 0, atLine(number, errTooLong)
		case escaped:
			escaped = false
		case quote > 0 && r == '\\':
			escaped = true
		case r == quote:
			quote = 0
		case quote > 0:
		case r == '"' || r == '\'':
			quote = r
		case r == '[' || r == '{':
			depth++
		case r == ']' || r == '}':
			depth--
		case isBlank(r) && r != '\n':
			r = ' '
		case r == '#': // a comment
			s.skipLine()
			r = '\n'
		}
		if len(opening) < 3 && !isBlank(r) {
			opening += string(r)
		}
		if text = utf8.AppendRune(text, r); opening == "[]" {
			return nil, 0, nil
		}
		isText := strings.HasPrefix(opening, `["`) && depth == 1 && r == '"' && quote == 0
		if s.list == 0 && (opening == "[{" || opening == "[[[" || isText && holdsBoard(text[1:])) {
			s.list = number
			value := bytes.TrimLeftFunc(text[1:], isBlank)
			number += bytes.Count(text[:len(text)-len(value)], []byte("\n"))
			text = value
			depth--
		}
		if depth <= 0 && quote == 0 {
			return text, number, nil
		}
	}
}

// holdsBoard reports whether a string of JSON is a board of its own, and not a row of one.
func holdsBoard(text []byte) bool {
	var board string
	return json.Unmarshal(text, &board) == nil && (isOneLine(board) || strings.Contains(board, "\n"))
}

// text reads a board that is not JSON.
func (s *boardReader) text() (*Board, error) {
	s.behind = false
	lines, err := s.block()
	if err != nil {
		return nil, s.end(err)
	}
	if first := lines[0]; isProgram(first.text) {
		return nil, s.end(wrongLine(first.number, "%s is a line of a program, want the matrix or the object of the board alone",
			excerpt(trim(first.text))))
	} else if !isOneLine(first.text) {
		lines = s.complete(lines)
	}
	return parseText(lines)
}

// block takes lines up to an empty one, to JSON or to another board, or one that is a board by
// itself.
func (s *boardReader) block() ([]textLine, error) {
	var lines []textLine
	file, rows := false, 0 // rows of the size above them
	for size := 0; ; {
		r := s.peek()
		if r == '#' && !file {
			s.skipLine()
			continue
		}
		if r == endOfText || r == '\n' || s.isValue(r) {
			return lines, nil
		}
		l, err := s.takeLine(file)
		if size += len(l.text) + 1; err != nil || size > mostText {
			return nil, atLine(l.number, errTooLong)
		}
		alone := !file && isOneLine(l.text)
		if len(lines) > 0 && (alone || rows > 0 && len(lines) > rows && isInteger(trim(l.text))) {
			s.kept = slices.Concat([]textLine{l}, s.kept) // another board
			return lines, nil
		}
		switch lines = append(lines, l); {
		case alone:
			return lines, nil
		case len(lines) == 1:
			file = strings.HasPrefix(trim(l.text), fileKind)
		case len(lines) == 2:
			rows = sizeAbove(lines)
		}
	}
}

// comment matches a comment after white space.
var comment = regexp.MustCompile(`[\s\p{Z}]#.*`)

// takeLine takes a line without its comment, which goes from a # after white space to its end. A
// line of a file has none.
func (s *boardReader) takeLine(file bool) (textLine, error) {
	if len(s.kept) > 0 {
		l := s.kept[0]
		s.kept = s.kept[1:]
		return l, nil
	}
	l, text := textLine{number: s.line}, []byte(nil)
	for r := s.read(); r != '\n' && r != endOfText; r = s.read() {
		if text = utf8.AppendRune(text, r); len(text) > mostText {
			return l, errTooLong
		}
	}
	if l.text = string(text); !file && !strings.HasPrefix(l.text, fileKind) {
		l.text = comment.ReplaceAllString(l.text, "")
	}
	return l, nil
}

// complete returns the lines of a board with what belongs to it even after an empty line: the
// words, the grid of queens, and the rows below a size. What else it takes is kept.
func (s *boardReader) complete(lines []textLine) []textLine {
	for {
		r := s.skip()
		if r == endOfText || s.isValue(r) {
			return lines
		}
		block, err := s.block()
		if err != nil {
			s.err = err
			return lines
		}
		row, _ := cutWords(block[0].text)
		isMarks := isGrid(block) || !isOneLine(row) && strings.ContainsAny(row, "._")
		if trim(row) != "" && !isMarks && (len(lines) > 1 || !isInteger(trim(lines[0].text))) {
			s.kept = slices.Concat(block, []textLine{{}}, s.kept)
			return lines
		}
		lines = append(lines, block...)
	}
}
