package reading

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A node is a value: a list or an object, as JSON, Python, NumPy or Go write it, or a word or a string.
type node struct {
	open       byte     // its bracket, ':' of an object, '"' of a string, 0 of a word
	raw        string   // all of it
	text       string   // a word, or what is in a string
	cells      []string // the texts of a list of words and strings alone
	areStrings bool     // that is all of them
	kids       []node   // of other lists, and of objects
	names      []string // of an object
	keys       []string // the same, without case, _ and -
}

var (
	errOpen   = errors.New("a bracket or a quotation mark is not closed")
	errLong   = errors.New("too long for a board")
	errBroken = errors.New("brackets, commas and values do not make a list or an object")
)

// isValue reports whether a text begins with a bracket, a quotation mark, null, or the type of a literal of Go.
func isValue(text string) bool {
	if text == "" {
		return false
	}
	isNull := strings.HasPrefix(text, "null") && trimLeft(text[4:]) == ""
	return strings.IndexByte(`[({"`, text[0]) >= 0 || isNull || goType(text) > 0
}

// goType returns the length of the type before the braces of a literal of Go, "queens.Placement{", or 0.
func goType(text string) int {
	i := 0
	for i < 4 && strings.HasPrefix(text[i:], "[]") { // [][]int at most
		i += 2
	}
	if i < len(text) && isDigits(text[i:i+1]) {
		return 0
	}
	for i < len(text) && (isLetterOrDigit(text[i]) || text[i] == '.' || text[i] == '_') {
		i++
	}
	if i == len(text) || text[i] != '{' {
		return 0
	}
	return i
}

func isLetterOrDigit(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

// wordEnd returns where the word at a byte of a text ends.
func wordEnd(text string, at int) int {
	for at < len(text) && text[at] > ' ' && !isPunctuation[text[at]] {
		at++
	}
	return at
}

var isPunctuation = func() (is [256]bool) {
	for _, c := range []byte(`,:"'[](){}`) {
		is[c] = true
	}
	return is
}()

// A parser parses a value, and reads its lines as it comes to them.
type parser struct {
	text  string // so far
	at    int
	isGo  bool     // braces are around lists
	raws  []string // the words and strings of lists that are not complete
	err   error
	more  lineReader // or nil
	most  int        // bytes of the text
	lines strings.Builder
}

// A lineReader has the lines below the one in which a value begins.
type lineReader interface{ read() (string, error) }

func newParser(text string, more lineReader, most int) parser {
	text = strings.TrimRightFunc(text, isSpace)
	return parser{text: text, isGo: goType(text) > 0, raws: make([]string, 0, 16), more: more, most: most}
}

// space passes white space and returns the next byte, or 0.
func (p *parser) space() byte {
	for p.err == nil {
		for ; p.at < len(p.text); p.at++ {
			if c := p.text[p.at]; c > ' ' {
				return c
			}
		}
		p.line()
	}
	return 0
}

// line goes on to the next line.
func (p *parser) line() {
	if p.more == nil {
		p.fail(errOpen)
		return
	}
	text, err := p.more.read()
	for err == nil && strings.HasPrefix(trimLeft(text), "#") {
		text, err = p.more.read()
	}
	if err == nil && len(p.text)+len(text) > p.most {
		err = errLong
	}
	if err != nil {
		p.fail(err)
		return
	}
	if p.lines.Len() == 0 {
		p.lines.WriteString(p.text)
	}
	p.lines.WriteByte('\n')
	p.lines.WriteString(strings.TrimRightFunc(text, isSpace))
	p.text = p.lines.String()
}

func (p *parser) fail(err error) {
	p.at = len(p.text)
	if p.err == nil {
		p.err = err
	}
}

// node parses a value.
func (p *parser) node(depth int) (n node) {
	c := p.space()
	start := p.at
	if p.isGo {
		p.at += goType(p.text[p.at:])
	}
	switch open := p.space(); {
	case depth > 100:
		p.fail(errBroken)
	case open == '{' && !p.isGo:
		n.open = ':'
		p.object(&n, depth)
	case open == '[' || open == '(' || open == '{':
		n.open = open
		p.list(&n, depth)
	default:
		return p.leafOf(p.leaf(c))
	}
	n.raw = p.text[start:p.at]
	return n
}

// object parses names and their values, with commas between and perhaps one behind.
func (p *parser) object(n *node, depth int) {
	p.at++
	for c := p.space(); c != '}' && p.err == nil; c = p.space() {
		name := p.leafOf(p.leaf(c)).text
		if p.space() != ':' {
			p.fail(errBroken)
			return
		}
		p.at++
		n.names, n.keys = append(n.names, name), append(n.keys, plainName(name))
		n.kids = append(n.kids, p.node(depth+1))
		if c = p.space(); c == ',' {
			p.at++
		} else if c != '}' {
			p.fail(errBroken)
		}
	}
	if p.err == nil {
		p.at++
	}
}

// list parses values with commas or white space between, and perhaps a comma behind.
func (p *parser) list(n *node, depth int) {
	closing := n.open + 2 // in ASCII
	switch n.open {
	case '(':
		closing = ')'
	case '{':
		n.open = '['
	}
	p.at++
	base := len(p.raws)
	for isFirst := true; p.err == nil; isFirst = false {
		c := p.space()
		if c == ',' && !isFirst {
			p.at++
			c = p.space()
		}
		switch {
		case c == closing:
			p.at++
			p.flat(n, p.raws[base:])
			p.raws = p.raws[:base]
			return
		case c == '[' || c == '(' || c == '{' || p.isGo && goType(p.text[p.at:]) > 0:
			kid := p.node(depth + 1)
			for _, raw := range p.raws[base:] {
				n.kids = append(n.kids, p.leafOf(raw))
			}
			p.raws = p.raws[:base]
			n.kids = append(n.kids, kid)
		case n.kids != nil:
			n.kids = append(n.kids, p.leafOf(p.leaf(c)))
		default:
			p.raws = append(p.raws, p.leaf(c))
		}
	}
}

// flat makes a list of words and strings.
func (p *parser) flat(n *node, raws []string) {
	if len(raws) == 0 {
		return
	}
	n.cells = make([]string, len(raws))
	n.areStrings = true
	for i, raw := range raws {
		n.cells[i] = p.unquote(raw)
		n.areStrings = n.areStrings && isQuoted(raw)
	}
}

// leaf parses a word or a string.
func (p *parser) leaf(c byte) string {
	start := p.at
	if c != '"' && c != '\'' {
		if p.at = wordEnd(p.text, start); p.at == start {
			p.fail(errBroken)
			return ""
		}
		return p.text[start:p.at]
	}
	for p.at++; p.at < len(p.text) && p.text[p.at] != c; p.at++ {
		if p.text[p.at] == '\\' {
			p.at++
		}
	}
	if p.at++; p.at > len(p.text) {
		p.fail(errBroken)
		return ""
	}
	return p.text[start:p.at]
}

func (p *parser) leafOf(raw string) node {
	n := node{raw: raw, text: p.unquote(raw)}
	if isQuoted(raw) {
		n.open = '"'
	}
	return n
}

func isQuoted(raw string) bool { return raw != "" && (raw[0] == '"' || raw[0] == '\'') }

// unquote returns a word, or what is in a string.
func (p *parser) unquote(raw string) string {
	if !isQuoted(raw) {
		return raw
	}
	inner := raw[1 : len(raw)-1]
	if strings.IndexByte(inner, '\\') < 0 {
		return inner
	}
	if raw[0] == '\'' {
		inner = strings.NewReplacer(`\'`, `'`, `\\`, `\\`, `"`, `\"`).Replace(inner)
	}
	var text string
	if json.Unmarshal([]byte(`"`+inner+`"`), &text) != nil {
		p.fail(errBroken)
	}
	return text
}

var withoutMarks = strings.NewReplacer("_", "", "-", "")

func plainName(name string) string { return withoutMarks.Replace(strings.ToLower(name)) }

func (n *node) isLeaf() bool { return n.open == 0 || n.open == '"' }

// isList reports whether a value is a list, perhaps in parentheses.
func (n *node) isList() bool { return n.open == '[' || n.open == '(' }

// items returns what is in a list.
func (n *node) items() []node {
	all := n.kids
	for _, text := range n.cells {
		leaf := node{text: text, raw: text}
		if n.areStrings {
			leaf.open = '"'
		}
		all = append(all, leaf)
	}
	return all
}

// one returns the value under one of some names in an object, or nil. Null is no value, nor is true or false but for a
// torus, for that says only that there is an answer. Two values are an error.
func (n *node) one(names ...string) (found *node, err error) {
	first := ""
	for i, key := range n.keys {
		isNone := slices.Contains(noValues, n.kids[i].raw) && key != "torus"
		if !slices.Contains(names, key) || isNone || isNull(n.kids[i].raw) {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("the object has %q and %q, want one of them", first, n.names[i])
		}
		found, first = &n.kids[i], n.names[i]
	}
	return found, nil
}

var noValues = []string{"true", "false", "True", "False"}

// get returns the only value under one of some names in an object, or nil.
func (n *node) get(names ...string) *node {
	found, _ := n.one(names...)
	return found
}

func isNull(text string) bool { return text == "null" || text == "None" }

// Field returns the JSON that an object has under a name, or "".
func Field(object, name string) string {
	p := newParser(object, nil, 0)
	n := p.node(0)
	if p.err != nil || n.get(name) == nil {
		return ""
	}
	return n.get(name).raw
}

// trimLeft removes white space and byte order marks.
func trimLeft(text string) string {
	if text != "" && text[0] > ' ' && text[0] < utf8.RuneSelf {
		return text
	}
	return strings.TrimLeftFunc(text, isSpace)
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' }

func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}
