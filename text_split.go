package queens

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A textItem is a board or a placement as it stands in a stream.
type textItem struct {
	text string
	line int  // of its first character, from 1
	json bool // it is a value of JSON, and no array of columns outside of lists
}

// A splitter cuts a stream into items.
type splitter struct {
	window
	lists int  // of JSON that are open
	ended bool // the last error ended the stream
}

var (
	errOpen  = errors.New("JSON breaks off")
	errUTF16 = errors.New("the text is UTF-16, want UTF-8")
)

// next returns the next item, or io.EOF. Behind an error it goes on with what follows,
// unless ended is set.
func (s *splitter) next() (textItem, error) {
	more := s.skipToItem()
	at := textItem{line: s.line + 1}
	if !more {
		s.ended = true
		if s.err == io.EOF && s.lists > 0 {
			s.lists = 0
			return at, errOpen
		}
		return at, s.err
	}
	first := s.text()[0]
	at.json = first == '{' || first == '"' || s.lists > 0
	length, err := s.measure(first)
	switch {
	case err == nil && length > s.most:
		err = s.tooLong()
	case err != nil && err == s.err: // what came before it may be half an item
		s.ended = true
		return at, err
	}
	if err != nil {
		s.skipBroken(length)
		return at, err
	}
	at.text = string(s.text()[:length])
	at.json = at.json || string(bytes.TrimSpace(s.text()[:length])) == "null"
	s.consume(length)
	return at, nil
}

// skipToItem skips white space, comments, and the brackets and commas of lists. It returns
// false if there is no further item.
func (s *splitter) skipToItem() bool {
	for s.has(0) {
		c := s.text()[0]
		switch {
		case c == '#':
			s.skipLine()
		case s.lists > 0 && c == ',':
			s.consume(1)
		case s.lists > 0 && c == ']':
			s.lists--
			s.consume(1)
		case c == '[' && s.opensList():
			s.lists++
			s.consume(1)
		default:
			space := s.space()
			if space == 0 {
				return true
			}
			s.consume(space)
		}
	}
	return false
}

// space returns the length of the white space, or of the byte order mark, at the beginning.
func (s *splitter) space() int {
	if c := s.text()[0]; c < utf8.RuneSelf {
		if unicode.IsSpace(rune(c)) {
			return 1
		}
		return 0
	}
	s.has(utf8.UTFMax - 1)
	char, size := utf8.DecodeRune(s.text())
	if unicode.IsSpace(char) || string(char) == byteOrderMark {
		return size
	}
	return 0
}

// opensList tells the bracket of a list of boards from that of an array of columns, whose
// first item is a number. An empty array is a list, but in a list it is the board of size 0.
func (s *splitter) opensList() bool {
	for i := 1; s.has(i) && i <= s.most; i++ {
		switch c := s.text()[i]; {
		case c == ']':
			return s.lists == 0
		case !unicode.IsSpace(rune(c)):
			return !startsColumns(c)
		}
	}
	return false
}

// startsColumns reports whether an array is one of columns, by the first character in it.
func startsColumns(c byte) bool { return '0' <= c && c <= '9' || c == '-' || c == '.' || c == '_' }

// measure returns the length of the item that begins with the character first. With an
// error, it is the length up to what is wrong.
func (s *splitter) measure(first byte) (int, error) {
	switch {
	case first == '[' || first == '{' || first == '"':
		return s.value()
	case s.lists > 0:
		return s.word()
	case first == '(':
		return s.tuple()
	case s.line == 0 && (first == 0xFF || first == 0xFE):
		return 1, errUTF16
	}
	return s.lines()
}

// value measures a value of JSON by its brackets, and sees where it breaks off because
// another one begins.
func (s *splitter) value() (int, error) {
	isArray := s.text()[0] == '['
	depth, inString, escaped := 0, false, false
	last := byte(',') // that is no white space
	for i := 0; s.has(i); i++ {
		if i > s.most {
			return i, s.tooLong()
		}
		c := s.text()[i]
		switch {
		case escaped:
			escaped = false
		case inString && c < ' ':
			return i, s.syntax(i)
		case inString:
			escaped = c == '\\'
			inString = c != '"'
		case c == '"' || c == '[' || c == '{':
			if isArray && i > 0 || bytes.IndexByte([]byte(",:[{"), last) < 0 {
				return i, s.syntax(i)
			}
			inString = c == '"'
			if !inString {
				depth++
			}
		case c == ']' || c == '}':
			depth--
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			continue
		}
		if depth <= 0 && !inString {
			return i + 1, nil
		}
		last = c
	}
	if s.err != io.EOF {
		return 0, s.err
	}
	s.ended = true
	return len(s.text()), errOpen
}

// syntax says that JSON is wrong at an offset.
func (s *splitter) syntax(at int) error {
	before := string(s.text()[max(0, at-20):at])
	return fmt.Errorf("JSON is wrong behind %s", excerpt(strings.ToValidUTF8(strings.TrimSpace(before), "")))
}

// word measures what is neither an array, an object nor a string in a list.
func (s *splitter) word() (int, error) {
	for i := 0; s.has(i); i++ {
		if i > s.most {
			return i, s.tooLong()
		}
		if i > 0 && bytes.IndexByte([]byte(",]}[{\" \t\r\n"), s.text()[i]) >= 0 {
			return i, nil
		}
	}
	return len(s.text()), s.unlessEOF()
}

// tuple measures the lines of a vector in parentheses.
func (s *splitter) tuple() (int, error) {
	length := 0
	for {
		end, err := s.lineEnd(length)
		if err != nil {
			return end, err
		}
		line := s.text()[length:end]
		if len(bytes.TrimSpace(line)) == 0 {
			return end, errors.New(`there is no ")" for a "("`)
		}
		length = end
		if bytes.IndexByte(line, ')') >= 0 {
			return length, nil
		}
	}
}

// skipBroken skips an item that is wrong at an offset. JSON that is wrong in its first line
// is taken to end before the next line that is neither indented nor goes on with a value;
// other JSON, before the next line that begins with a bracket, from that of the error on, or
// with the next blank line.
func (s *splitter) skipBroken(length int) {
	first := s.text()[0]
	inJSON := first == '[' || first == '{' || first == '"' || s.lists > 0
	newline := bytes.LastIndexByte(s.text()[:length], '\n')
	switch {
	case !inJSON:
		s.consume(max(0, length-1))
		s.skipLine()
		return
	case newline < 0:
		s.skipLine()
	default:
		s.consume(newline + 1)
	}
	s.lists = 0
	for s.has(0) {
		c := s.text()[0]
		isBracket, goesOn := c == '[' || c == '{', bytes.IndexByte([]byte(" \t]},\""), c) >= 0
		if isBracket || c == '\n' || c == '\r' || newline < 0 && !goesOn {
			return
		}
		s.skipLine()
	}
}
