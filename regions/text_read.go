package regions

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
)

// mostText is how many bytes a board of a stream may take.
const mostText = 1 << 20

// A boardReader cuts a stream into boards. It reads the stream in pieces: lines, or parts of
// long ones.
type boardReader struct {
	in    *bufio.Reader
	rest  string // of the last piece
	line  int    // the number of its line
	whole bool   // whether it ends its line
	list  listState
	begun int        // line that the list begins on
	kept  []textLine // that were read, and belong to the next board
	err   error      // why there is no other piece
	ended bool
}

// A listState says what may come next in a JSON array of boards.
type listState uint8

const (
	noList listState = iota
	listBegin
	listValue // one has come, so that a comma or the end has to follow
	listComma
)

var errTooLong = fmt.Errorf("board of more than %d bytes", mostText)

func newBoardReader(r io.Reader) *boardReader {
	return &boardReader{in: bufio.NewReader(r), whole: true}
}

// next returns the next board, or io.EOF. The stream goes on behind an error unless ended is
// set.
func (s *boardReader) next() (*Board, error) {
	for s.kept == nil {
		c, err := s.skip()
		if err != nil {
			return nil, s.end(err)
		}
		switch {
		case s.list != noList && s.separator(c):
		case s.list == noList && !isJSON(c):
			if s.kept, err = s.block(); err != nil {
				return nil, s.end(err)
			}
		case !isJSON(c) || s.list == listValue:
			return nil, s.end(wrongLine(s.line, "%q is out of place in the list of boards", c))
		default:
			text, number, err := s.value(c)
			if err != nil {
				return nil, s.end(err)
			}
			if text != nil {
				return parseJSON(text, number)
			}
		}
	}
	lines := s.kept
	s.kept = nil
	if !isOneLine(lines[0].text) {
		lines = s.complete(lines)
	}
	return parseText(lines)
}

// isJSON reports whether a value of JSON that has a board may begin with a character.
func isJSON(c byte) bool { return c == '[' || c == '{' || c == '"' }

// end ends the stream.
func (s *boardReader) end(err error) error {
	s.ended = true
	if err == io.EOF && s.list != noList {
		return wrongLine(s.line, "JSON breaks off: the list that begins on line %d does not end", s.begun)
	}
	return err
}

// load reads the next piece that is not in a comment.
func (s *boardReader) load() error {
	comment := false
	for s.err == nil {
		read, err := s.in.ReadSlice('\n')
		if len(read) == 0 {
			s.err = err
			if err != io.EOF {
				s.err = wrongLine(s.line, "%w", err)
			}
			break
		}
		if s.whole {
			s.line++
			if s.line == 1 {
				if read = bytes.TrimPrefix(read, []byte(byteOrderMark)); bytes.HasPrefix(read, []byte{0xff, 0xfe}) || bytes.HasPrefix(read, []byte{0xfe, 0xff}) {
					s.err = wrongLine(1, "text in UTF-16, want UTF-8")
					break
				}
			}
			comment = bytes.HasPrefix(bytes.TrimLeft(read, spaces), []byte("#"))
		}
		s.whole = bytes.HasSuffix(read, []byte("\n"))
		if !comment {
			s.rest = string(read)
			return nil
		}
	}
	s.rest = ""
	return s.err
}

const spaces = " \t\r\n\v\f"

// skip goes to the next character that is not white space, and returns it.
func (s *boardReader) skip() (byte, error) {
	for {
		if trimmed := strings.TrimLeft(s.rest, spaces); trimmed != "" {
			return trimmed[0], nil
		}
		if err := s.load(); err != nil {
			return 0, err
		}
	}
}

// drop takes the character that skip has returned.
func (s *boardReader) drop() { s.rest = strings.TrimLeft(s.rest, spaces)[1:] }

// separator takes the end of a list, or a comma in it. It reports false if it is neither, or
// out of place.
func (s *boardReader) separator(c byte) bool {
	switch {
	case c == ']' && s.list != listComma:
		s.list = noList
	case c == ',' && s.list == listValue:
		s.list = listComma
	default:
		return false
	}
	s.drop()
	return true
}

// value takes a value of JSON that is a board, and the number of its line. Of an array of
// boards it takes the first, or just the bracket: then there is no text.
func (s *boardReader) value(c byte) ([]byte, int, error) {
	v := &valueText{boardReader: s, number: s.line}
	if s.list != noList {
		s.list = listValue
		return v.take()
	}
	if c != '[' {
		return v.take()
	}
	begun := s.line
	first := v.bracket()
	switch first {
	case '{', ']':
		s.list, s.begun = listBegin, begun
		return nil, 0, v.broken
	case '"':
		word := &valueText{boardReader: s, number: s.line}
		text, number, err := word.take()
		if first, wrong := decode(text, number); err != nil || wrong == nil && first.hasBoard() {
			s.list, s.begun = listValue, begun
			return text, number, err
		}
		v.text = append(v.text, text...)
	case '[':
		inner := &valueText{boardReader: s, number: s.line}
		if inner.bracket() == '[' {
			s.list, s.begun = listValue, begun
			return inner.take()
		}
		v.text, v.depth, v.broken = append(v.text, inner.text...), 2, inner.broken
	}
	return v.take()
}

// A valueText is a value of JSON while it is taken from a stream.
type valueText struct {
	*boardReader
	number          int // line that it begins on
	text            []byte
	depth           int // of brackets
	quoted, escaped bool
	broken          error
}

// bracket takes a bracket and what follows it up to the next character that is not white
// space, and returns that, or 0 if there is an error.
func (v *valueText) bracket() byte {
	v.drop()
	v.text, v.depth = append(v.text, '['), v.depth+1
	before := v.line
	c, err := v.skip()
	v.broken = err
	for range v.line - before {
		v.text = append(v.text, '\n')
	}
	return c
}

// take takes the rest of the value.
func (v *valueText) take() ([]byte, int, error) {
	if v.depth == 0 { // nothing is taken yet
		v.rest = strings.TrimLeft(v.rest, spaces)
	}
	for v.broken == nil {
		end := v.scan()
		v.text = append(v.text, v.rest[:end]...)
		v.rest = v.rest[end:]
		switch {
		case len(v.text) > mostText:
			return nil, 0, atLine(v.number, errTooLong)
		case v.depth == 0 && !v.quoted:
			return v.text, v.number, nil
		}
		before := v.line
		v.broken = v.load()
		for range v.line - before - 1 { // lines of comments
			v.text = append(v.text, '\n')
		}
	}
	if v.broken == io.EOF {
		v.broken = wrongLine(v.line, "JSON breaks off: what begins on line %d does not end", v.number)
	}
	return nil, 0, v.broken
}

// scan returns where in the piece the value ends, or the end of the piece.
func (v *valueText) scan() int {
	for i := range len(v.rest) {
		switch c := v.rest[i]; {
		case v.escaped:
			v.escaped = false
		case v.quoted && c == '\\':
			v.escaped = true
		case c == '"':
			v.quoted = !v.quoted
		case v.quoted:
		case c == '[' || c == '{':
			v.depth++
		case c == ']' || c == '}':
			v.depth--
		}
		if v.depth <= 0 && !v.quoted {
			return i + 1
		}
	}
	return len(v.rest)
}

// block takes lines up to an empty one or to JSON, or one that is a board by itself.
func (s *boardReader) block() ([]textLine, error) {
	var lines []textLine
	size := 0
	for {
		l, err := s.takeLine()
		if err != nil {
			return nil, err
		}
		if size += len(l.text); size > mostText {
			return nil, atLine(l.number, errTooLong)
		}
		lines = append(lines, l)
		if isOneLine(lines[0].text) || s.load() != nil {
			return lines, nil
		}
		trimmed := strings.TrimLeft(s.rest, spaces)
		if trimmed == "" || isJSON(trimmed[0]) || isOneLine(trimmed) {
			return lines, nil
		}
	}
}

// takeLine takes the rest of a line.
func (s *boardReader) takeLine() (textLine, error) {
	l := textLine{s.line, s.rest}
	for !s.whole && s.load() == nil {
		if l.text += s.rest; len(l.text) > mostText {
			return textLine{}, atLine(l.number, errTooLong)
		}
	}
	s.rest = ""
	return l, nil
}

// complete returns the lines of a board with the words and the grid of queens that belong to
// it, even behind an empty line. What else it takes is kept.
func (s *boardReader) complete(lines []textLine) []textLine {
	for {
		c, err := s.skip()
		if err != nil || isJSON(c) {
			return lines
		}
		block, err := s.block()
		if err != nil {
			s.err = err
			return lines
		}
		if row, _ := cutWords(block[0].text); strings.TrimSpace(row) != "" && !isGrid(block) {
			s.kept = block
			return lines
		}
		lines = append(lines, block...)
	}
}
