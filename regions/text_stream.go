package regions

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// mostText is how many bytes a board of a stream may take.
const mostText = 1 << 20

// A boardReader cuts a stream into parts, values of JSON and blocks of lines, and reads boards
// from them. Its state is that of split, which finds the parts.
type boardReader struct {
	parts     *bufio.Scanner
	line      int  // that the next character is on
	first     int  // line that the last part begins on
	list      int  // line that a JSON array of boards begins on, or 0
	isValue   bool // whether the last part was a value of JSON
	inComment bool
	seen      seen  // of the next part
	ahead     *part // a part that has been read, but not taken
	at        int   // line of the board that was read last, or of its fault
	ended     bool
}

// A part is a value of JSON, a block of lines, or the reason why there are no more.
type part struct {
	line    int // that it begins on
	text    string
	isValue bool
	lines   []string // of a block, without comments and empty ones
	err     error    // io.EOF at the end
}

// What has been seen of a part, if more must be read to tell where it ends.
type seen struct {
	length int // bytes
	depth  int // brackets that are open, of a value
	quote  byte
	lines  []string // of a block
	rows   int      // as the size above them says
}

func newBoardReader(r io.Reader) *boardReader {
	s := &boardReader{parts: bufio.NewScanner(r), line: 1}
	s.parts.Buffer(nil, mostText)
	s.parts.Split(s.split)
	return s
}

// next returns the next board, or io.EOF. The stream goes on after an error unless ended is
// set.
func (s *boardReader) next() (*Board, error) {
	p := s.peek()
	s.ahead, s.at = nil, p.line
	switch {
	case p.err != nil:
		s.ended = true
		return nil, p.err
	case p.isValue:
		value, lines, err := decode([]byte(p.text))
		if err != nil {
			s.at, s.ended = s.at+lines, true
			return nil, err
		}
		return parseValue(value)
	}
	lines := p.lines
	if s.ended = programText.MatchString(lines[0]); s.ended {
		return nil, fmt.Errorf("%s is a line of a program, want only the matrix or the object of the board",
			excerpt(lines[0]))
	}
	if !isOneLine(lines[0]) {
		size := len(p.text)
		for more := s.peek(); size < mostText && more.belongsTo(lines); more = s.peek() {
			s.ahead, lines, size = nil, append(lines, more.lines...), size+len(more.text)
		}
	}
	return parseText(lines)
}

// peek returns the next part, the same one until ahead is nil.
func (s *boardReader) peek() *part {
	if s.ahead != nil {
		return s.ahead
	}
	more := s.parts.Scan()
	s.ahead = &part{line: s.line, err: s.parts.Err()}
	switch {
	case more:
		s.ahead = &part{line: s.first, text: s.parts.Text(), isValue: s.isValue}
		if !s.isValue {
			s.ahead.lines = cleanLines(s.ahead.text)
		}
	case s.ahead.err == nil:
		s.ahead.err = io.EOF
	case s.ahead.err == bufio.ErrTooLong:
		s.ahead.err = fmt.Errorf("board of more than %d bytes", mostText)
	}
	return s.ahead
}

// belongsTo reports whether a part belongs to the board of the lines before it, even after an empty
// line: words, a grid of queens, or the rows below a size.
func (p *part) belongsTo(lines []string) bool {
	if p.err != nil || p.isValue {
		return false
	}
	row, _ := cutWords(p.lines[0])
	return row == "" || len(lines) == 1 && isInteger(lines[0]) || isGrid(p.lines) ||
		!isOneLine(row) && strings.ContainsAny(row, "._")
}

// split finds the next part for the scanner. It looks at nothing twice, however small the pieces
// in which the stream arrives.
func (s *boardReader) split(data []byte, atEOF bool) (advance int, token []byte, err error) {
	rest := s.skip(data)
	skipped, end := len(data)-len(rest), 0
	first, _ := utf8.DecodeRune(rest)
	s.first = s.line
	isValue := s.list > 0 || len(rest) > 0 && beginsValue(rest)
	switch {
	case len(rest) == 0:
		if atEOF && s.list > 0 {
			s.line, err = s.list, errors.New("JSON breaks off: the list that begins here does not end")
		}
	case bytes.HasPrefix(rest, []byte("\xff\xfe")) || bytes.HasPrefix(rest, []byte("\xfe\xff")):
		err = errors.New("text in UTF-16, want UTF-8")
	case !isValue:
		end = s.seen.block(rest, atEOF)
	case !strings.ContainsRune(`[{"`, first):
		if atEOF || utf8.FullRune(rest) {
			err = fmt.Errorf("%q is out of place in the list of boards", first)
		}
	default:
		if end = s.seen.value(rest); end == 0 && atEOF {
			err = errors.New("JSON breaks off: what begins here does not end")
		}
	}
	if end > 0 {
		token, s.isValue, s.seen = rest[:end], isValue, seen{}
	}
	s.line += bytes.Count(token, []byte("\n"))
	return skipped + end, token, err
}

// skip skips white space, comments, and what stands around the values of JSON and between them.
func (s *boardReader) skip(data []byte) (rest []byte) {
	for rest = data; len(rest) > 0; {
		length := len(rest) - len(bytes.TrimLeftFunc(rest, isBlank))
		switch first := rest[0]; {
		case s.inComment:
			length = bytes.IndexByte(rest, '\n')
			if s.inComment = length < 0; s.inComment {
				length = len(rest)
			}
		case length > 0:
		case first == '#':
			s.inComment = true
		case first == ',' && s.list > 0 || first == ';' && s.isValue:
			length = 1
		case first == ']' && s.list > 0:
			s.list, length = 0, 1
		case first == '[' && s.list == 0 && beginsList(rest):
			s.list, s.seen, length = s.line, seen{}, 1
		default:
			return rest
		}
		s.line += bytes.Count(rest[:length], []byte("\n"))
		rest = rest[length:]
	}
	return rest
}

var (
	// listStart matches the beginning of a list of boards. One that begins with a string is a list
	// only if the string is a whole board, and not a row.
	listStart = regexp.MustCompile(`^\[` + blank + `(?:\]|\{|\[` + blank + `\[|("(?:[^"\\]|\\.){2,}"))`)
	// rowStart matches a row alone, [0,0,1] or ["A","A","B"], which is text.
	rowStart = regexp.MustCompile(`^\[ ?(?:[-\d]|["'].["'],)`)
)

// beginsList reports whether data begins with a list of boards, as far as can be seen yet.
func beginsList(data []byte) bool {
	start := listStart.FindSubmatch(data[:min(len(data), mostText>>6)])
	if start == nil || start[1] == nil {
		return start != nil
	}
	var board string
	return json.Unmarshal(start[1], &board) == nil && (isOneLine(board) || strings.Contains(board, "\n"))
}

// beginsValue reports whether data begins with JSON, and not with a row in brackets, which is text.
func beginsValue(data []byte) bool {
	return data[0] == '{' || data[0] == '"' || data[0] == '[' && !rowStart.Match(data)
}

// value returns the length of the JSON value at the beginning of data, or 0 if more of it follows.
func (s *seen) value(data []byte) int {
	for ; s.length < len(data); s.length++ {
		switch c := data[s.length]; {
		case s.quote != 0 && c == '\\':
			s.length++
			continue
		case c == s.quote:
			s.quote = 0
		case s.quote != 0:
		case c == '"' || c == '\'':
			s.quote = c
		case c == '[' || c == '{':
			s.depth++
		case c == ']' || c == '}':
			s.depth--
		case c == '#': // a comment
			length := bytes.IndexByte(data[s.length:], '\n')
			if length < 0 {
				return 0
			}
			s.length += length
		}
		if s.depth <= 0 && s.quote == 0 {
			return s.length + 1
		}
	}
	return 0
}

// block returns the length of the lines at the beginning of data up to an empty one, to JSON or to
// another board, or that of a line which is a board by itself. It is 0 if more lines may follow.
func (s *seen) block(data []byte, atEOF bool) int {
	file := bytes.HasPrefix(data, []byte(fileKind))
	for s.length < len(data) {
		length := bytes.IndexByte(data[s.length:], '\n') + 1
		if length == 0 && !atEOF {
			return 0
		} else if length == 0 {
			length = len(data) - s.length
		}
		line := trim(string(data[s.length : s.length+length]))
		text := cleanLine(line, file)
		alone := !file && isOneLine(text)
		switch {
		case line == "" || alone && s.lines == nil:
			return s.length + length
		case text == "": // a comment
		case s.lines != nil && (alone || beginsValue([]byte(text)) || s.rows > 0 && len(s.lines) > s.rows && isInteger(text)):
			return s.length
		default:
			if s.lines = append(s.lines, text); len(s.lines) == 2 {
				s.rows = sizeAbove(s.lines)
			}
		}
		s.length += length
	}
	if !atEOF {
		return 0
	}
	return s.length
}
