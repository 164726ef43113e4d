package shape

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Node is a value in brackets, or within them.
type Node struct {
	Open  byte   // its bracket, ':' of an object, '"' of a string, 0 of a word, ';' of rows in one bracket
	Cell         // where it begins; the text of a string or a word
	Raw   string // as it stands in the text
	Cells []Cell // of a list without lists in it
	Kids  []Node // of another list, or the values of an object
	Keys  []Cell // of an object

	strings bool // the cells are in quotation marks
}

// Row returns the cells of a list, without a comma too many, or of an object that names the row and the
// column of a square.
func (n *Node) Row() []Cell {
	if n.Open != ':' || len(n.Keys) != 2 {
		return dropLast(n.Cells)
	}
	row, col := n.Get("row", "r"), n.Get("col", "c", "column")
	if row == nil || col == nil || row.Open != 0 || col.Open != 0 {
		return nil
	}
	return []Cell{row.Cell, col.Cell}
}

// Get returns the value under one of some names in an object, or nil. Case, _ and - do not matter, and
// null is no value.
func (n *Node) Get(names ...string) *Node {
	for i, key := range n.Keys {
		for _, name := range names {
			if PlainName(key.Text) == name && !n.Kids[i].IsNull() {
				return &n.Kids[i]
			}
		}
	}
	return nil
}

// Items returns the values in a list, words and strings among them.
func (n *Node) Items() []Node {
	if n.Cells == nil {
		return n.Kids
	}
	items := make([]Node, len(n.Cells))
	for i, c := range n.Cells {
		if items[i] = (Node{Cell: c, Raw: c.Text}); n.strings {
			items[i].Open = '"'
		}
	}
	return items
}

// isMixed reports whether a list has lists or objects, and strings or words.
func (n *Node) isMixed() bool {
	isLeaf := func(kid Node) bool { return kid.Open == 0 || kid.Open == '"' }
	return slices.ContainsFunc(n.Kids, isLeaf) && slices.ContainsFunc(n.Kids, func(kid Node) bool { return !isLeaf(kid) })
}

// IsNull reports whether the value is null.
func (n *Node) IsNull() bool { return n.Open == 0 && (n.Text == "null" || n.Text == "None") }

// PlainName returns a name in lower case without _ and -.
func PlainName(name string) string {
	for i := range len(name) {
		if c := name[i]; c < 'a' || c > 'z' {
			return plainName.Replace(strings.ToLower(name))
		}
	}
	return name
}

var plainName = strings.NewReplacer("_", "", "-", "")

// mostDepth is how deep brackets may be nested.
const mostDepth = 1000

// A parser makes a node of a text that has a whole value.
type parser struct {
	text      string
	at        int
	line, col int // at the offset start
	start     int
	depth     int
	err       error
}

func (p *parser) parse() (*Node, error) {
	n := p.node()
	if p.space() != 0 {
		p.fail()
	}
	return &n, p.err
}

// cell returns a cell with a text that begins at an offset.
func (p *parser) cell(text string, at int) Cell {
	return Cell{text, int32(p.line), int32(p.col + at - p.start + 1)}
}

func (p *parser) fail() {
	if p.err == nil {
		p.err = &Error{p.line, broken(p.text[:p.at])}
	}
	p.at = len(p.text)
}

// space passes white space and comments, and returns the next byte, or 0.
func (p *parser) space() byte {
	for p.at < len(p.text) {
		c, size := rune(p.text[p.at]), 1
		if c > ' ' && c < utf8.RuneSelf && c != '#' {
			return p.text[p.at]
		}
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(p.text[p.at:])
		}
		switch {
		case c == '\n':
			p.line, p.col, p.start = p.line+1, 0, p.at+1
		case c == '#' && isComment(p.text[p.at:min(len(p.text), p.at+1<<8)]):
			if size = strings.IndexByte(p.text[p.at:], '\n'); size < 0 {
				size = len(p.text) - p.at
			}
		case !unicode.IsSpace(c) && c != '\uFEFF' && c != '\uFE0F':
			return p.text[p.at]
		}
		p.at += size
	}
	return 0
}

// isComment reports whether a # in brackets begins a comment. In front of queens and a closing bracket
// on the same line it is an empty square.
func isComment(text string) bool {
	rest := strings.TrimLeft(text, "#Qq*, \t")
	return rest == "" || rest[0] != ']' && rest[0] != ')'
}

// endsWord tells the characters that end a word.
var endsWord = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, ',': true, ';': true, '|': true, ':': true, '"': true,
	'(': true, ')': true, '[': true, ']': true, '{': true, '}': true}

// node returns the next value.
func (p *parser) node() (n Node) {
	c := p.space()
	start := p.at
	switch n.Cell = p.cell("", start); c {
	case 0:
		p.fail()
	case '[', '(', '{':
		if p.depth++; p.depth > mostDepth {
			p.fail()
			return n
		}
		n.Open = c
		p.at++
		p.list(&n)
		p.depth--
	case '"', '\'':
		n.Open, n.Text = '"', p.quoted(c)
	default:
		for p.at < len(p.text) && !endsWord[p.text[p.at]] {
			p.at++
		}
		if n.Text = p.text[start:p.at]; n.Text == "" {
			p.fail()
		} else if n.Text[len(n.Text)-1] >= utf8.RuneSelf {
			n.Text = strings.TrimRightFunc(n.Text, func(r rune) bool { return unicode.IsSpace(r) || r == '\uFE0F' })
		}
	}
	n.Raw = p.text[start:p.at]
	return n
}

// quoted returns the text of a string.
func (p *parser) quoted(quote byte) (text string) {
	start, escaped := p.at+1, false
	for p.at = start; p.at < len(p.text) && p.text[p.at] != quote; p.at++ {
		if p.text[p.at] == '\\' {
			escaped = true
			p.at++
		}
	}
	if p.at >= len(p.text) {
		p.at = len(p.text)
		p.fail()
		return ""
	}
	if text = p.text[start:p.at]; escaped {
		if quote == '\'' {
			text = strings.ReplaceAll(strings.ReplaceAll(text, `\'`, `'`), `"`, `\"`)
		}
		var plain string // which escapes
		if json.Unmarshal([]byte(`"`+text+`"`), &plain) != nil {
			p.fail()
			return ""
		}
		text = plain
	}
	p.at++
	return text
}

// list reads what is in brackets: items with commas or white space between, rows with semicolons or
// bars, or names with their values.
func (p *parser) list(all *Node) {
	n, rows, end := all, []Node(nil), closingOf[all.Open]
	for gap := true; p.err == nil; { // nothing yet behind the bracket or a comma
		switch c := p.space(); {
		case c == end:
			if p.at++; gap && n.Cells != nil && rows == nil {
				n.add(&Node{Cell: p.cell(Missing, p.at-1)})
			}
			p.finish(all, n, rows)
			return
		case c == 0 || c == ')' || c == ']' || c == '}':
			p.fail()
		case (c == ',' && gap || c == ';' || c == '|') && n.Open == ':':
			p.fail()
		case c == ',':
			if gap {
				n.add(&Node{Cell: p.cell(Missing, p.at)})
			}
			p.at++
			gap = true
		case c == ';' || c == '|':
			if n.Cells != nil || n.Kids != nil {
				rows = append(rows, Node{Open: ';', Cell: n.Cell, Cells: n.Cells, Kids: n.Kids})
			}
			n = &Node{Open: ';', Cell: p.cell("", p.at)}
			p.at++
			gap = true
		case !gap && n.Open == '{' && n.Kids == nil && n.strings:
			p.fail() // two strings without a comma or a colon
		default:
			kid := p.node()
			if p.space() == ':' && (n.Open == ':' || n.Open == '{' && n.Cells == nil && n.Kids == nil) {
				if p.at++; n.Keys == nil {
					n.Keys = make([]Cell, 0, 4)
				}
				n.Open, n.Keys = ':', append(n.Keys, kid.Cell)
				kid = p.node()
			} else if n.Open == ':' {
				p.fail()
			}
			n.add(&kid)
			gap = false
		}
	}
}

// finish ends a list: of rows, if it has any, of which the last is still open.
func (p *parser) finish(all, last *Node, rows []Node) {
	if rows != nil && (last.Cells != nil || last.Kids != nil) {
		rows = append(rows, *last)
	}
	switch isLonger := func(row Node) bool { return len(row.Cells) != 1 }; {
	case rows != nil && !slices.ContainsFunc(rows, isLonger): // a list of OCaml, a column of MATLAB
		all.Kids, all.Cells = nil, nil
		for _, row := range rows {
			all.Cells = append(all.Cells, row.Cells...)
		}
	case rows != nil:
		all.Kids, all.Cells = rows, nil
	case all.Open == '{' && all.Cells == nil && all.Kids == nil:
		all.Open = ':'
	}
}

// add adds a value to a list, or to an object.
func (n *Node) add(kid *Node) {
	if n.Open != ':' && (kid.Open == 0 || kid.Open == '"') && n.Kids == nil {
		if n.Cells == nil {
			n.Cells = make([]Cell, 0, 8)
		}
		n.Cells, n.strings = append(n.Cells, kid.Cell), n.strings || kid.Open == '"'
		return
	}
	if n.Kids == nil {
		n.Kids = make([]Node, 0, max(2, len(n.Cells)+1))
	}
	for _, c := range n.Cells {
		n.Kids = append(n.Kids, Node{Cell: c})
	}
	n.Cells, n.Kids = nil, append(n.Kids, *kid)
}
