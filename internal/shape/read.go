package shape

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/queens/internal/words"
)

// A Reader cuts a stream into items. It keeps one of them and its text in memory.
type Reader struct {
	Rows bool // lines of numbers are rows of a grid, rather than vectors

	input
	behind byte   // the bracket that ended a value, until the end of its line
	lists  []byte // brackets that are open

	ahead []piece // read, but not taken
	notes []string
	named int     // line of the first heading or rule, while there is no item
	items []*Item // ready
	taken int     // of them
	over  *block  // the first row of a block that was too long
	ended bool
	room  []piece // of the last block, for the next one
	inner *Reader // of texts in quotation marks
}

// NewReader returns a reader of a stream in which a line or a value has at most so many bytes.
func NewReader(in io.Reader, rows bool, most int) *Reader {
	most = min(most, math.MaxInt-1) // so that most+1 is an int, also one of 32 bits
	return &Reader{Rows: rows, input: input{in: in, most: most, line: 1}}
}

// NewText returns a reader of a text that begins on a line.
func NewText(text string, line int, rows bool, most int) *Reader {
	r := new(Reader)
	r.reset(text, line, rows, most)
	return r
}

// reset makes r a reader of another text.
func (r *Reader) reset(text string, line int, rows bool, most int) {
	in := input{buf: r.buf[:0], most: min(most, math.MaxInt-1), line: line}
	if len(text) <= most {
		in.buf, in.err = append(in.buf, text...), io.EOF
	} else {
		in.in = strings.NewReader(text)
	}
	*r = Reader{Rows: rows, input: in, ahead: r.ahead[:0], room: r.room, inner: r.inner}
}

// A piece is a line, or a value in brackets.
type piece struct {
	line
	kind   kind
	apart  bool // there is an empty line before it
	blanks bool // or one of blanks, which may be squares
	depth  int  // of the lists that it stands in
	fatal  bool // nothing can be read behind it
	node   *Node
	words  []Cell
	label  *label
	err    error
}

// A label stands before an item on its line, "Solution 1:".
type label struct {
	text   string
	name   string
	number int // or -1
}

// follows reports whether the number of a label is the next after that of another, or the one before.
func (l *label) follows(above *label) bool {
	return l != nil && above != nil && l.name == above.name && min(l.number, above.number) >= 0 &&
		(l.number == above.number+1 || l.number == above.number-1)
}

var (
	errOpen        = errors.New("JSON breaks off")
	errUTF16       = errors.New("the text is UTF-16, want UTF-8")
	errArray       = errors.New(`"Array" and "(" are the beginning of what print_r of PHP prints, want what json_encode does`)
	errParenthesis = errors.New(`text starts with "(", want ")" at its end`)
)

func broken(before string) error {
	before = strings.ToValidUTF8(before[max(0, len(before)-20):], "")
	return fmt.Errorf("JSON is wrong after %s", words.Excerpt(strings.TrimSpace(before)))
}

// peek returns the next piece.
func (r *Reader) peek() *piece {
	if len(r.ahead) == 0 {
		r.ahead = append(r.ahead, r.piece())
	}
	return &r.ahead[0]
}

func (r *Reader) take() piece {
	p := *r.peek()
	r.ahead = r.ahead[:0]
	return p
}

// piece reads the next piece. It passes white space, empty lines and comments, and in a list and behind a
// value also commas and the like.
func (r *Reader) piece() (p piece) {
	i, lines := 0, 0 // bytes of white space, and ends of lines
	for r.has(i + 1) {
		c, size := rune(r.text()[i]), 1
		if c >= utf8.RuneSelf {
			r.has(i + utf8.UTFMax)
			c, size = utf8.DecodeRune(r.text()[i:])
		}
		switch {
		case c == '\n':
			if r.behind == 0 && len(r.lists) == 0 {
				p.apart, p.blanks = true, p.blanks || len(bytes.Trim(r.text()[:i], "\r")) > 0
			}
			r.consume(i + 1)
			i, r.behind = 0, 0
			if lines++; lines > 1 && len(r.lists) > 0 && r.lists[0] == '(' { // as a vector
				r.lists = nil
				return r.wrong(errParenthesis, false)
			}
		case c == '#' && !r.Rows && isVector(r.glance(i)):
			r.consume(i + 1)
			i = 0
		case c == '#' && strings.TrimSpace(newLine(r.glance(i), 0, 0).text) == "":
			r.consume(i)
			r.skipLine()
			if i = 0; r.behind == 0 && len(r.lists) == 0 && r.has(1) {
				r.consume(1) // the line is not an empty one
			}
		case c == '\uFEFF' && i == 0:
			r.consume(size)
			r.col -= size
		case unicode.IsSpace(c) || c == '\uFEFF':
			if i += size; i > 1<<12 {
				r.consume(i)
				i = 0
			}
		case c == ',' && (len(r.lists) > 0 || r.behind != 0), r.behind != 0 && (c == ';' || c == '.' && (!r.has(i+2) || strings.IndexByte("\r\n", r.text()[i+1]) >= 0)):
			r.consume(i + 1)
			i = 0
		case len(r.lists) > 0 && strings.ContainsRune("]})", c):
			if last := len(r.lists) - 1; closingOf[r.lists[last]] == byte(c) {
				r.lists, r.behind = r.lists[:last], byte(c)
				r.consume(i + 1)
				return piece{kind: closing}
			}
			return r.wrong(broken(string(r.text()[:i])), true)
		default:
			if p = r.pieceAt(i, p); p.kind != wordLine || p.words != nil {
				return p
			}
			i = 0 // the line had nothing to see but a comment
		}
	}
	switch {
	case r.err != io.EOF:
		return r.wrong(r.err, true)
	case len(r.lists) > 0:
		return r.wrong(errOpen, true)
	}
	return piece{kind: closing, fatal: true}
}

// isVector reports whether a line begins with a vector of Lisp, "#(2 4 1 3)", rather than a comment.
func isVector(text string) bool {
	items, _, ok := strings.Cut(text, ")")
	items, isList := strings.CutPrefix(items, "#(")
	return ok && isList && strings.ContainsAny(items, digits) && classesOf(items)&^(digit|blank) == 0
}

var closingOf = map[byte]byte{'[': ']', '(': ')', '{': '}'}

func (r *Reader) wrong(err error, fatal bool) piece {
	return piece{kind: wrong, line: line{no: r.line}, err: err, fatal: fatal}
}

// pieceAt reads the piece behind white space.
func (r *Reader) pieceAt(i int, p piece) piece {
	c := r.text()[i]
	isValue := len(r.lists) > 0 || classes[c] == opening || c == '"'
	if isValue && len(r.lists) == 0 {
		isValue = (classes[c] != quote || !isQuoted(r.glance(i))) && (c != '[' && c != '(' || !r.isNamed(i))
	}
	switch {
	case r.line == 1 && (c == 0xFF || c == 0xFE):
		return r.wrong(errUTF16, true)
	case isValue:
		r.consume(i)
		return r.value(p, false)
	case r.behind == ')' && i == 0:
		end := r.lineEnd()
		p = r.wrong(fmt.Errorf("%s behind a parenthesis, want nothing on the rest of the line", words.Excerpt(string(r.text()[:end]))), false)
		r.consume(end)
		return p
	}
	r.behind = 0
	end := r.lineEnd()
	if r.err != nil && r.err != io.EOF && end == len(r.text()) { // the line is cut
		p = r.wrong(r.err, true)
		if errors.As(r.err, new(*tooLong)) {
			r.err, p.fatal = nil, false
			r.skipLine()
		}
		return p
	}
	return r.lineAt(end, p)
}

// isNamed reports whether the bracket at an offset is that of a name of R, "[,1]", "[1,]" or "[1]", in a line of
// such names or before a row, or of a number before an item, "(1) 2 4 1 3".
func (r *Reader) isNamed(i int) bool {
	at := i + 1
	for at < i+8 && r.has(at+1) && classes[r.text()[at]]&(digit|comma) != 0 {
		at++
	}
	if !r.has(at+1) || at == i+1 || r.text()[at] != closingOf[r.text()[i]] {
		return false
	}
	l := newLine(r.glance(0), 0, 0)
	_, item := l.cutLabel()
	return r.text()[i] == '(' && item > 0 || r.text()[i] == '[' && l.has&opening == 0
}

// lineAt reads the line that ends at an offset, or its label, or the value behind its words.
func (r *Reader) lineAt(end int, p piece) piece {
	p.line = newLine(string(r.text()[:end]), r.line, r.col)
	if p.col == 0 && p.has&(colon|point|other) != 0 && p.has&(digit|colon) != 0 {
		if l, at := p.cutLabel(); at > 0 && !(p.has&equals != 0 && r.kindOf(p.trimmed()) == program) {
			return r.labelled(l, at, p)
		}
	}
	if p.has&equals != 0 || strings.Contains(p.text, "torus") {
		p.cutWords()
	}
	if l := p.trimmed(); p.has&quote != 0 && l.text != "" {
		if text, ok := quotedRow(l.text); ok {
			if row := newLine(text, p.no, l.col+1); row.trimmed().text != "" { // otherwise it is a text
				p.line = row
			}
		}
	}
	if p.has&(sign|digit) == sign|digit && p.only(digit|letter|blank|sign) && isChain(p.text) {
		p.text = strings.ReplaceAll(p.text, "-", " ")
		p.has = classesOf(p.text)
	}
	l := p.trimmed()
	switch {
	case l.text == "":
		p.kind = wordLine
	case l.text == "null":
		p.kind, p.node = value, &Node{Cell: l.cell(0, 4), Raw: l.text}
		r.consumeLine(end)
		return p
	case strings.HasPrefix(l.text, "pzprv3"):
		return r.file(p)
	case l.text == "Array" && r.has(end+2) && strings.HasPrefix(strings.TrimSpace(r.glance(end+1)), "("):
		return r.wrong(errArray, true)
	default:
		p.kind = r.kindOf(l)
	}
	if p.kind == value || p.words != nil && l.text != "" && (classes[l.text[0]] == opening || l.text[0] == '"') {
		r.consume(bytes.IndexAny(r.text(), "[({\""))
		isVariable := !r.Rows && isVariable(l.text)
		isWrapped := !isVariable && p.words == nil && p.kind == value
		if p = r.value(p, isWrapped); p.kind != value {
			return p
		}
		isList := func(kid Node) bool { return kid.Open != 0 && kid.Open != '"' }
		if isVariable {
			p.node.Open = '='
		} else if isWrapped && len(p.node.Kids) > 0 && p.node.Open == '(' && !slices.ContainsFunc(p.node.Kids[1:], isList) {
			p.node = &p.node.Kids[0]
		}
		return p
	}
	r.consumeLine(end)
	return p
}

// labelled reads what stands behind the label of a line. If that only counts something, "Solutions: 2", the
// line is a heading.
func (r *Reader) labelled(l label, at int, p piece) piece {
	rest := strings.TrimSpace(p.text[at:])
	if count, _, ok := counts(rest); ok && l.number < 0 && IsDigits(count) && !(len(rest) > 3 && IsPermutation(rest)) {
		p.kind = heading
		r.consumeLine(r.lineEnd())
		return p
	}
	r.consume(bytes.IndexByte(r.text(), p.text[at-1]) + 1)
	item := r.piece()
	item.apart, item.blanks = p.apart, p.blanks
	item.label = &l
	return item
}

// IsPermutation reports whether digits are the numbers from 1 to their count.
func IsPermutation(digits string) bool {
	sorted := []byte(digits)
	slices.Sort(sorted)
	return strings.HasPrefix("123456789", string(sorted))
}

// cutWords takes the words of a board out of a line.
func (p *piece) cutWords() {
	var rest []byte
	for _, c := range p.fields() {
		name, _, assigns := strings.Cut(c.Text, "=")
		if c.Text != "torus" && !(assigns && (name == "n" || name == "given" || name == "blocked")) {
			continue
		}
		if p.words = append(p.words, c); rest == nil {
			rest = []byte(p.text)
		}
		for i := range len(c.Text) {
			rest[int(c.Col)-1-p.col+i] = ' '
		}
	}
	if rest != nil {
		p.text = string(rest)
		p.has = classesOf(p.text)
	}
}

// file reads a file of pzpr, which ends at an empty line, as a code. In it # is a star.
func (r *Reader) file(p piece) piece {
	var text strings.Builder
	for {
		end := r.lineEnd()
		part := bytes.Trim(r.text()[:end], "/ \t\r\uFEFF")
		if len(part) == 0 {
			break
		}
		text.Write(part)
		text.WriteByte('/')
		r.consumeLine(end)
	}
	p.kind, p.text = code, strings.TrimSuffix(text.String(), "/")
	return p
}

// value reads the value that the text begins with, or opens a list, unless it is wanted whole.
func (r *Reader) value(p piece, whole bool) piece {
	p.kind, p.line = value, line{no: r.line, col: r.col}
	open := r.text()[0]
	if !whole && p.words == nil && r.opensList() {
		r.lists = append(r.lists, open)
		r.consume(1)
		return piece{kind: closing} // of what was before
	}
	end, err := r.extent()
	if len(r.lists) > 0 {
		open = r.lists[0]
	}
	switch {
	case err != nil && r.err != nil && r.err != io.EOF:
		return r.wrong(r.err, true)
	case err != nil && open == '(': // lines up to an empty one
		p.kind, p.err = wrong, errParenthesis
		r.lists = nil
		for end := r.lineEnd(); len(bytes.TrimSpace(r.text()[:end])) > 0; end = r.lineEnd() {
			r.consumeLine(end)
		}
		return p
	case err != nil:
		return r.wrong(err, true)
	}
	in := parser{text: string(r.text()[:end]), line: r.line, col: r.col}
	if p.node, p.err = in.parse(); p.err != nil {
		p.kind, p.fatal = wrong, true
	}
	p.depth = len(r.lists)
	if n := p.node; p.depth > 0 && n != nil && n.Open == '(' && len(n.Cells) == 3 && n.Cells[1].Text == "." {
		n.Cells = []Cell{n.Cells[0], n.Cells[2]} // a pair of Lisp
	}
	r.behind = r.text()[end-1]
	r.consume(end)
	return p
}

// opensList tells the bracket of a list of values from that of a value: a bracket follows.
func (r *Reader) opensList() bool {
	open := r.text()[0]
	if classes[open] != opening {
		return false
	}
	for i, lines := 1, 0; r.has(i+1) && (lines < 2 || open != '('); {
		r.has(i + utf8.UTFMax)
		c, size := utf8.DecodeRune(r.text()[i:])
		switch {
		case c == '#' && isComment(r.glance(i)):
			for r.has(i+size) && r.text()[i+size-1] != '\n' {
				size++
			}
		case c == '\n':
			lines++
		case !unicode.IsSpace(c):
			return c == '[' || c == '(' || c == '{'
		}
		i += size
	}
	return false
}

// extent returns where the value ends that the text begins with.
func (r *Reader) extent() (int, error) {
	depth, quoted := 0, byte(0)
	open := r.text()[0]
	isWord := classes[open]&(opening|quote) == 0
	for i := 0; r.has(i + 1); i++ {
		switch c := r.text()[i]; {
		case isWord:
			if i > 0 && strings.IndexByte(",]}) \t\r\n", c) >= 0 {
				return i, nil
			}
			continue
		case quoted != 0 && c == '\\':
			i++
		case quoted != 0 && c == '\n':
			return 0, broken(string(r.text()[:i]))
		case quoted != 0:
			if c == quoted {
				quoted = 0
			}
		case c == '"' || c == '\'':
			quoted = c
		case c == '#' && isComment(r.glance(i)):
			for r.has(i+2) && r.text()[i+1] != '\n' {
				i++
			}
		case c == '[' || c == '(' || c == '{':
			depth++
		case c == ']' || c == ')' || c == '}':
			depth--
		case c == '\n' && open == '(' && r.has(i+2) && strings.IndexByte("\r\n", r.text()[i+1]) >= 0:
			return 0, errOpen
		}
		if depth == 0 && quoted == 0 {
			return i + 1, nil
		}
	}
	if isWord && r.err == io.EOF {
		return len(r.text()), nil
	}
	return 0, errOpen
}
