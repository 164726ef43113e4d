package reading

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// A node is a value: a list or an object, as JSON, Python, NumPy or Go write it, or a word or a string.
type node struct {
	open  byte     // its bracket, ':' of an object, '"' of a string, 0 of a word
	raw   string   // all of it
	cells []string // of a list that has only words and strings, each as it is written
	kids  []node   // of other lists, and of objects
	names []string // of an object
	keys  []string // the same, without case, _ and -
}

var (
	errOpen   = errors.New("a bracket or a quotation mark is not closed")
	errStray  = errors.New("something stands behind a value, want nothing or another value on the rest of the line")
	errBroken = errors.New("brackets, commas and values do not make a list or an object")
)

// value reads the value that begins with a line, or the first one in a list of boards, which is entered. If reading
// cannot go on behind an error, it ends.
func (s *source) value(first line) (n *node, ends bool, err error) {
	text := first.text
	for s.open < 100 && text[0] == '[' && goType(text) == 0 {
		inner := trimLeft(text[1:])
		for inner == "" { // the list begins on another line
			if inner, err = s.read(); err != nil {
				return nil, true, s.broken(err)
			}
			if inner = trimLeft(inner); strings.HasPrefix(inner, "#") {
				inner = ""
			}
			text = "[" + inner
		}
		if inner[0] == '{' {
			object, rest, err := s.whole(inner)
			if err != nil {
				return nil, true, err
			}
			if n, err = s.parsed(object); err != nil {
				return nil, true, err
			}
			if n.get("row", "r", "colors") == nil {
				s.open++
				s.passed(rest)
				return n, false, nil
			}
			text = "[" + object + rest
			break
		}
		if inner[0] != '[' {
			break
		}
		if within := trimLeft(inner[1:]); within == "" || within[0] != '[' && within[0] != '{' {
			break
		}
		s.open++
		text = inner
	}
	text, rest, err := s.whole(text)
	if err != nil {
		return nil, true, err
	}
	if n, err = s.parsed(text); err != nil {
		return nil, true, err
	}
	if s.passed(rest); s.open == 0 && s.rest != "" && s.rest[0] != '#' && (n.open == '(' || len(n.cells) == 1) {
		s.rest = ""
		return nil, false, errStray // perhaps a label: "(1) 2 4 1 3"
	}
	return n, false, nil
}

// parsed returns a value, which is there until the next one is read.
func (s *source) parsed(text string) (n *node, err error) {
	s.node, err = parse(text)
	return &s.node, err
}

// broken returns what ended a value.
func (s *source) broken(err error) error {
	if err == io.EOF {
		return errOpen
	}
	return err
}

// whole returns the text of the value that begins with a text, and what stands behind it on its last line.
func (s *source) whole(text string) (whole, rest string, err error) {
	c := scanner{at: goType(text)}
	var above strings.Builder // the lines before
	for {
		i := c.end(text)
		if i >= 0 && above.Len() == 0 {
			return text[:i], text[i:], nil
		} else if i >= 0 {
			above.WriteString(text[:i])
			return above.String(), text[i:], nil
		}
		if c.quote != 0 {
			return "", "", errBroken
		}
		above.WriteString(strings.TrimRightFunc(text, isSpace))
		above.WriteByte('\n')
		for text, err = s.read(); err == nil && strings.HasPrefix(trimLeft(text), "#"); {
			text, err = s.read()
		}
		if err == nil && above.Len()+len(text) > s.most {
			err = errLong
		}
		if err != nil {
			return "", "", s.broken(err)
		}
	}
}

// A scanner looks for the end of a value.
type scanner struct {
	at      int // where to begin
	depth   int
	quote   byte
	escaped bool
}

// end returns the length of what belongs to the value, or -1 if that is all of text and perhaps more.
func (c *scanner) end(text string) int {
	i := c.at
	c.at = 0
	for ; i < len(text); i++ {
		switch b := text[i]; {
		case c.escaped:
			c.escaped = false
			continue
		case c.quote != 0:
			c.escaped = b == '\\'
			if b != c.quote {
				continue
			}
			c.quote = 0
		case b == '"' || b == '\'':
			c.quote = b
			continue
		case b == '[' || b == '(' || b == '{':
			c.depth++
			continue
		case b == ']' || b == ')' || b == '}':
			c.depth--
		case c.depth > 0:
			continue
		default: // a word
			for i < len(text) && isWordByte(text[i]) {
				i++
			}
			return max(i, 1)
		}
		if c.depth <= 0 {
			return i + 1
		}
	}
	return -1
}

func isWordByte(b byte) bool {
	return b > ' ' && b != ',' && b != ':' && b != '"' && b != '\'' && b != '[' && b != ']' && b != '(' && b != ')' && b != '{' && b != '}'
}

type parser struct {
	text   string
	at     int
	isGo   bool // braces are around lists
	failed bool
	cells  []string // of lists that are not complete
}

// parse parses a whole value.
func parse(text string) (node, error) {
	p := parser{text: text, isGo: goType(text) > 0}
	n := p.node(0)
	if p.failed || p.space() != 0 {
		return node{}, errBroken
	}
	return n, nil
}

// space passes white space and returns the next byte, or 0.
func (p *parser) space() byte {
	for ; p.at < len(p.text); p.at++ {
		if c := p.text[p.at]; c > ' ' {
			return c
		}
	}
	return 0
}

func (p *parser) fail() { p.failed, p.at = true, len(p.text) }

// node parses a value.
func (p *parser) node(depth int) (n node) {
	c := p.space()
	start := p.at
	if p.isGo && p.passType() {
		c = '{'
	}
	switch {
	case depth > 100:
		p.fail()
	case c == '[' || c == '(' || c == '{':
		p.at++
		n.open = c
		p.list(&n, depth)
	case c == '"' || c == '\'':
		n.open = '"'
		p.scalar(c)
	default:
		p.scalar(c)
	}
	n.raw = p.text[start:p.at]
	return n
}

// passType passes the type before the braces of a literal of Go.
func (p *parser) passType() bool {
	at := p.at
	for strings.HasPrefix(p.text[at:], "[]") {
		at += 2
	}
	for at < len(p.text) && (p.text[at] == '.' || classes[p.text[at]]&(letter|digit) != 0) {
		at++
	}
	if at == p.at || at == len(p.text) || p.text[at] != '{' {
		return false
	}
	p.at = at
	return true
}

// scalar passes a word or a string.
func (p *parser) scalar(c byte) {
	start := p.at
	if c != '"' && c != '\'' {
		for p.at < len(p.text) && isWordByte(p.text[p.at]) {
			p.at++
		}
		if p.at == start {
			p.fail()
		}
		return
	}
	for p.at++; p.at < len(p.text) && p.text[p.at] != c; p.at++ {
		if p.text[p.at] == '\\' {
			p.at++
		}
	}
	if p.at++; p.at > len(p.text) {
		p.fail()
	} else if _, ok := unquote(p.text[start:p.at]); !ok {
		p.fail()
	}
}

// list parses what is in brackets: values with commas or white space between, one comma too many, or names and their
// values.
func (p *parser) list(n *node, depth int) {
	closing := n.open + 2 // in ASCII
	if n.open == '(' {
		closing = ')'
	}
	base, isObject := len(p.cells), n.open == '{' && !p.isGo
	for comma := true; !p.failed; {
		c := p.space()
		switch {
		case c == closing:
			p.at++
			if n.kids == nil {
				n.cells = append(n.cells, p.cells[base:]...)
			}
			p.cells = p.cells[:base]
			if n.open == '{' {
				n.open = '['
			}
			if isObject {
				n.open = ':'
			}
			return
		case c == ',' && !comma:
			p.at++
			comma = true
			continue
		case c == 0 || c == ',' || c == ':':
			p.fail()
			return
		}
		comma = false
		kid := p.node(depth + 1)
		if isKey := p.space() == ':' && kid.isLeaf(); n.open == '{' && isKey && (isObject || p.isGo && kid.open == 0 && len(n.kids) == 0 && len(p.cells) == base) {
			isObject = true
			p.at++
			n.names = append(n.names, kid.text())
			n.keys = append(n.keys, plainName(kid.text()))
			n.kids = append(n.kids, p.node(depth+1))
			continue
		} else if isObject {
			p.fail()
			return
		}
		if kid.isLeaf() && n.kids == nil {
			p.cells = append(p.cells, kid.raw)
			continue
		}
		if n.kids == nil { // it is not a list of words and strings
			for _, raw := range p.cells[base:] {
				n.kids = append(n.kids, leafOf(raw))
			}
			p.cells = p.cells[:base]
		}
		n.kids = append(n.kids, kid)
	}
}

func plainName(name string) string { return withoutMarks.Replace(strings.ToLower(name)) }

var withoutMarks = strings.NewReplacer("_", "", "-", "")

func leafOf(raw string) node {
	if raw[0] == '"' || raw[0] == '\'' {
		return node{open: '"', raw: raw}
	}
	return node{raw: raw}
}

// unquote returns a word, or what is in a string.
func unquote(raw string) (text string, ok bool) {
	if raw == "" || raw[0] != '"' && raw[0] != '\'' {
		return raw, true
	}
	text = raw[1 : len(raw)-1]
	if strings.IndexByte(text, '\\') < 0 {
		return text, true
	}
	if raw[0] == '\'' {
		text = strings.NewReplacer(`\'`, `'`, `\\`, `\\`, `"`, `\"`).Replace(text)
	}
	ok = json.Unmarshal([]byte(`"`+text+`"`), &text) == nil
	return text, ok
}

func (n *node) isLeaf() bool { return n.open == 0 || n.open == '"' }

// text returns a word, or what is in a string.
func (n *node) text() string {
	text, _ := unquote(n.raw)
	return text
}

// get returns the value under one of some names in an object, or nil. Null is no value.
func (n *node) get(names ...string) *node {
	for i, key := range n.keys {
		if slices.Contains(names, key) && !isNull(n.kids[i].raw) {
			return &n.kids[i]
		}
	}
	return nil
}

// items returns what is in a list.
func (n *node) items() []node {
	if n.kids != nil {
		return n.kids
	}
	all := make([]node, len(n.cells))
	for i, raw := range n.cells {
		all[i] = leafOf(raw)
	}
	return all
}

// isList reports whether a value is a list, perhaps in parentheses.
func (n *node) isList() bool { return n.open == '[' || n.open == '(' }

// texts returns the texts of a list of words and strings, and whether all of them are strings. It is nil for other
// values.
func (n *node) texts() (texts []string, areStrings bool) {
	if !n.isList() || n.kids != nil || len(n.cells) == 0 {
		return nil, false
	}
	texts, areStrings = make([]string, len(n.cells)), true
	for i, raw := range n.cells {
		texts[i], _ = unquote(raw)
		areStrings = areStrings && len(texts[i]) < len(raw)
	}
	return texts, areStrings
}

func isNull(text string) bool { return text == "null" || text == "None" }

// Field returns the JSON that an object has under a name, or "".
func Field(object, name string) string {
	n, err := parse(object)
	if err != nil || n.get(name) == nil {
		return ""
	}
	return n.get(name).raw
}
