// Package reading reads boards and placements of either kind, without and with regions. A text is cut into items,
// by the form of their lines and by this table, not by trying one form after another:
//
//	2 4 1 3   2,4,1,3   . 4 1 .   15863724   columns from 1, "." or "_" for a row without a queen
//	8                                        a size where a board is wanted; "12" is an error where a placement is
//	[1,3,0,2]   [1, 3, null, 2]              columns from 0, also as Go, Python and NumPy print them
//	(2, 4, 1, 3)                             columns from 1
//	b1 d2 a3 c4                              squares, on a line or one a line; {"row":0,"col":1} in a list
//	[[0,1],[1,3],[2,0],[3,2]]                rows and columns, both from 0 or both from 1, in the order of the rows
//	2Q1/Q3/3Q/1Q2   …  w - - 0 1             a FEN
//	.Q..   |Q| |   4 . . Q .                 a diagram: n lines of n squares, in frames or not, with names of ranks and
//	                                         files or not; n strings in a list; a matrix of signs or of 0 and 1
//	n=8 torus given=b4 blocked=c1            words, alone or before a form, of a board without regions
//	{"board":…, "answer":…}                  an object, whose names are those of boardNames and regionNames
//	AAB/ABB/CCC   A A B   1 1 2              regions: n rows of n names, in lines, in a list or between slashes
//	+-+-+   …?starbattle/3/3/1/ega0          regions: lines around them, a link
//	Solution 1:   Solution 1   # text        a heading, a comment: passed
//
// One sign of a diagram is the queen: a known one or, if there are two signs in all and n is at least 4, the one
// that stands once in each row. Ranks alone turn a diagram upside down. What can mean two things is one error, and
// so is what fits nothing in the table: lists of 0 and 1 by themselves, other lists of pairs, numbers that may be
// regions, one sign among blanks, unknown names in objects.
package reading

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/queens/internal/words"
)

// An Error is what is wrong with the text at a line, from 1. Err is of the io.Reader if IsInput.
type Error struct {
	Line    int
	Err     error
	IsInput bool
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

var (
	errStray   = errors.New("something stands behind a value, want nothing or another value on the rest of the line")
	errSeveral = errors.New("more than one board in the text")

	// ErrNone is the error of a text without a board.
	ErrNone = errors.New("no board in the text")
)

// A source is a stream of lines, of which one can be looked at before it is taken.
type source struct {
	in      *bufio.Reader // or nil: text is what is left
	text    string
	begun   []byte // a line of in
	err     error  // of in
	most    int    // bytes of a line, or a value
	divided bool   // boards have regions

	no      int    // of the last line
	rest    string // of that line, behind a value
	open    int    // lists around the values that are being read
	mayPart bool   // a comma may stand before the next one
	ahead   line
	looked  bool

	words   []string // before the item
	lines   []string // of the item
	nos     []int    // of these lines
	nodes   []node
	numbers []int // on the last line that has been scanned
}

func newSource(in io.Reader, most int) source { return source{in: bufio.NewReader(in), most: most} }

func newText(text string, most int) source { return source{text: text, most: most} }

// read returns the next line without its end. A line that is too long is passed, and so is one that ends with an error
// of the stream.
func (s *source) read() (string, error) {
	if s.in == nil {
		return s.cut()
	}
	s.begun = s.begun[:0]
	isLong := false
	for s.err == nil {
		part, err := s.in.ReadSlice('\n')
		if isLong = isLong || len(s.begun)+len(part)-1 > s.most; !isLong { // without the end of the line
			s.begun = append(s.begun, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		s.err = err
		switch hasLine := err == nil || err == io.EOF && (isLong || len(s.begun) > 0); {
		case hasLine && isLong:
			s.no++
			return "", errLong
		case hasLine:
			s.no++
			return strings.TrimSuffix(string(s.begun), "\n"), nil
		}
	}
	return "", s.err
}

// cut is read of a text.
func (s *source) cut() (line string, err error) {
	if s.text == "" {
		s.err = io.EOF
		return "", io.EOF
	}
	s.no++
	if line, s.text, _ = strings.Cut(s.text, "\n"); len(line) > s.most {
		return "", errLong
	}
	return line, nil
}

type kind byte

const (
	end kind = iota
	blank
	comment
	heading
	long
	program // of a program, or of other writing with brackets
	stray   // behind a value
	value
	wordLine
	fen
	squareNames
	number  // of at most three digits
	numbers // columns, or a row of 0 and 1 or of dots
	dashes
	row // or a frame
)

// A line is a line of text, or what stands behind a value. The words before it are not in the text.
type line struct {
	kind  kind
	text  string
	words string
	no    int
}

func (s *source) peek() *line {
	if !s.looked {
		s.ahead, s.looked = s.next(), true
	}
	return &s.ahead
}

func (s *source) take() line {
	l := *s.peek()
	s.looked = false
	return l
}

// next reads a line and tells what it is. Within a list each value is a line.
func (s *source) next() line {
	for {
		text, err, isRest := s.rest, error(nil), s.rest != ""
		if s.rest = ""; !isRest {
			text, err = s.read()
		}
		switch {
		case err == errLong:
			return line{kind: long, no: s.no}
		case err != nil:
			return line{no: s.no + 1}
		case s.open == 0:
			l := lex(text, s.no)
			if isRest && l.kind > comment && l.kind != value {
				l.kind = stray
			} else if s.divided && (l.kind == squareNames || l.kind == dashes || l.kind == heading && isRanked(l.text)) {
				l.kind = row
			}
			return l
		}
		switch text = trimLeft(text); {
		case text == "" || text[0] == '#':
		case text[0] == ',' && s.mayPart:
			s.rest, s.mayPart = text[1:], false
		case text[0] == ']':
			s.open--
			s.passed(text[1:])
		default:
			return line{kind: value, text: text, no: s.no}
		}
	}
}

// passed keeps what stands behind a value.
func (s *source) passed(rest string) {
	if s.rest, s.mayPart = rest, true; s.open == 0 {
		s.rest = strings.TrimLeft(trimLeft(rest), ",;")
	}
}

// lex tells what a line is.
func lex(text string, no int) line {
	l := line{no: no}
	l.words, text = cutWords(strings.TrimRight(text, "\r"))
	if start := trimLeft(text); isValue(start) {
		l.kind, l.text = value, start
		return l
	}
	text = plain(text)
	i := commentAt(text)
	if i >= 0 {
		text = strings.TrimRight(text[:i], " \t")
	}
	if name, item, ok := strings.Cut(text, ": "); ok && isHeading(name+":") { // "Solution 1: 2 4 1 3"
		if named := lex(item, no); named.kind >= value && named.kind <= squareNames || named.kind == numbers {
			return named
		}
	}
	l.text, l.kind = text, kindOf(strings.TrimSpace(text))
	switch {
	case l.kind == blank && l.words != "":
		l.kind = wordLine
	case l.kind == blank && i >= 0:
		l.kind = comment
	}
	return l
}

// cutWords cuts the words before a form.
func cutWords(text string) (words, rest string) {
	start := trimLeft(text)
	for rest = start; rest != "" && strings.IndexByte("ntgb", rest[0]) >= 0; {
		word := rest
		if i := strings.IndexFunc(rest, isSpace); i >= 0 {
			word = rest[:i]
		}
		name, _, hasValue := strings.Cut(word, "=")
		if word != "torus" && !(hasValue && (name == "n" || name == "given" || name == "blocked")) {
			break
		}
		rest = trimLeft(rest[len(word):])
	}
	if len(rest) == len(start) {
		return "", text
	}
	return start[:len(start)-len(rest)], rest
}

// plain replaces white space and box drawing, and removes byte order marks and selectors of emoji.
func plain(text string) string {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf || text[i] == '\v' || text[i] == '\f' {
			return strings.Map(plainRune, text)
		}
	}
	return text
}

func plainRune(r rune) rune {
	switch {
	case r == 0xFE0F || r == 0xFEFF:
		return -1
	case r != '\t' && unicode.IsSpace(r):
		return ' '
	case r == '│' || r == '║' || r == '┃':
		return '|'
	case r == '─' || r == '═' || r == '━':
		return '-'
	case r >= 0x2500 && r <= 0x257F:
		return '+'
	}
	return r
}

// commentAt returns where a comment begins, or -1: at a # at the beginning or between blanks.
func commentAt(text string) int {
	isBlank := func(i int) bool { return i == len(text) || text[i] == ' ' || text[i] == '\t' }
	for i := strings.IndexByte(text, '#'); i >= 0 && i < len(text); i++ {
		if text[i] == '#' && (trimLeft(text[:i]) == "" || isBlank(i-1) && isBlank(i+1)) {
			return i
		}
	}
	return -1
}

// Classes of the bytes of a line.
const (
	digitClass byte = 1 << iota
	gapClass
	dotClass
	slashClass
	bracketClass
	otherClass
)

var classOf = func() (of [256]byte) {
	for i := range of {
		of[i] = otherClass
	}
	for i, all := range []string{"0123456789", " \t,", "._", "/", "[]{}<>;()"} {
		for _, c := range []byte(all) {
			of[c] = digitClass << i
		}
	}
	return of
}()

// kindOf tells what a line without words and comment is.
func kindOf(text string) kind {
	var has byte
	for i := range len(text) {
		has |= classOf[text[i]]
	}
	switch {
	case text == "":
		return blank
	case has <= digitClass|gapClass|dotClass:
		switch {
		case has&gapClass == 0 && has != digitClass || strings.Contains(text, "..") || strings.Contains(text, "__"): // "1..."
			return row
		case has == digitClass && len(text) < 4 && (text[0] != '0' || text == "0"):
			return number
		}
		return numbers
	case (has&digitClass != 0 || text[len(text)-1] == ':') && isHeading(text):
		return heading
	case has&slashClass != 0 || isRank(text):
		return fen
	case isSquareName(firstField(text)):
		return squareNames
	case has&bracketClass != 0:
		return program
	case isDashes(text):
		return dashes
	}
	return row
}

// isRank reports whether a text is the FEN of one square and more fields.
func isRank(text string) bool {
	fields := strings.HasPrefix(text[1:], " w ") || strings.HasPrefix(text[1:], " b ")
	return fields && strings.IndexByte("Qq1", text[0]) >= 0 && !strings.Contains(text, ".")
}

// firstField returns the text before the first blank or comma.
func firstField(text string) string {
	for i := range len(text) {
		if classOf[text[i]] == gapClass {
			return text[:i]
		}
	}
	return text
}

func isDashes(text string) bool { return len(text) > 2 && strings.Trim(text, "-") == "" }

// isHeading reports whether a line names what follows: words of letters, one of at least three, with a colon at the
// end or with one number of at most three digits among them.
func isHeading(text string) bool {
	rest, isColon := strings.CutSuffix(text, ":")
	longest, numbers := 0, 0
	for field := range strings.FieldsSeq(rest) {
		switch {
		case isDigits(field) && len(field) < 4:
			numbers++
		case strings.ContainsFunc(field, func(r rune) bool { return !unicode.IsLetter(r) }):
			return false
		case strings.Trim(field, "QqDx") != "": // otherwise a row, "5 xxx"
			longest = max(longest, utf8.RuneCountInString(field))
		}
	}
	return longest > 2 && (isColon && numbers < 3 || numbers == 1)
}

// isRanked reports whether a line is the letters of a row beside its rank, and no heading.
func isRanked(text string) bool {
	parts := strings.Fields(text)
	return len(parts) == 2 && (isDigits(parts[0]) || isDigits(parts[1]) && strings.ToUpper(text) == text)
}

// An item is values, or lines, that belong together.
type item struct {
	kind    kind // value, wordLine, fen, squareNames, number, numbers, row, or of a line that is wrong
	no      int
	words   []string
	lines   []string
	nos     []int // of the lines
	isRows  bool  // numbers can be rows of a diagram
	values  []node
	depth   int // of lists around the values
	err     error
	ends    bool // nothing can be read behind it
	isAlone bool // no other line may be between blanks
}

// item returns the next item, or false at the end.
func (s *source) item() (it item, ok bool) {
	s.words, s.lines = s.words[:0], s.lines[:0]
	first := s.take()
	for first.kind != end && first.kind <= heading || first.kind == dashes && !s.goesOn(first.text, s.peek().text) {
		first = s.take()
	}
	it.no = first.no
	hasSize := false
	for first.kind == wordLine {
		s.words = append(s.words, first.words)
		hasSize = hasSize || strings.HasPrefix(first.words, "n=") || strings.Contains(first.words, " n=")
		next := s.peek()
		if s.divided || next.kind <= comment || hasSize && (next.words != "" || next.kind < numbers) {
			it.kind, it.words = wordLine, s.words
			return it, true
		}
		first = s.take()
	}
	it.kind = first.kind
	s.words = append(s.words, first.words)
	it.words = s.words
	s.lines, s.nos = append(s.lines, first.text), append(s.nos[:0], first.no)
	switch first.kind {
	case end:
		if it.err = s.err; s.err == io.EOF && s.open == 0 {
			return item{}, false
		} else if s.err == io.EOF {
			it.err, s.open = errOpen, 0
		}
		it.ends = true
	case long:
		it.err = errLong
	case program:
		it.ends = true
		it.err = fmt.Errorf("%s is a line of a program, want only the board", words.Excerpt(strings.TrimSpace(first.text)))
	case stray:
		it.err = errStray
	case value:
		if it.err = s.group(&it, first); it.err == io.EOF {
			it.err = errOpen
		}
		it.values, it.ends = s.nodes, it.err != nil && it.err != errStray
	case squareNames:
		s.squares()
	case number, numbers, dashes, row:
		s.block(&it)
	}
	it.lines, it.nos = s.lines, s.nos
	if it.no == 1 && len(it.lines) == 1 && isLone(first.text) {
		for s.peek().kind == blank {
			s.take()
		}
		it.isAlone = s.peek().kind == end
	}
	return it, true
}

// isLone reports whether a line has one sign among blanks: a row of a board, if it is not all of the text, nor a size.
func isLone(text string) bool {
	trimmed := strings.TrimSpace(text)
	isSize := len(trimmed) == 1 && trimmed[0] > '1' && trimmed[0] <= '9'
	isOne := len(trimmed) < len(text) && utf8.RuneCountInString(trimmed) == 1
	return isOne && !isSize && strings.IndexByte(text, '\t') < 0
}

// squares takes the squares below one square, a line each, or below a comma.
func (s *source) squares() {
	isOne := func(text string) bool { return firstField(text) == strings.TrimRight(text, ",") }
	for last := strings.TrimSpace(s.lines[0]); isOne(last) || strings.HasSuffix(last, ","); {
		next := s.peek()
		text := strings.TrimSpace(next.text)
		isWrong := next.kind == row && len(s.lines) > 1 // in the middle of a list
		isNext := next.kind == squareNames && (isOne(text) || strings.HasSuffix(last, ",")) || isWrong
		if next.words != "" || next.kind != comment && !isNext {
			return
		}
		if s.take(); isNext {
			s.lines, last = append(s.lines, text), text
		}
	}
}

// A shape is what the numbers of a line can be.
type shape struct {
	count    int  // of columns: fields, or the digits of the only word
	isVector bool // columns from 1
	isOrder  bool // a vector with three queens or more in different columns, and not from left to right
	isNames  bool // of files: from 0 or from 1, one after the other
	isRow    bool // 0, 1 and dots, perhaps behind a rank
}

// scan reads the numbers of a line into s.numbers.
func (s *source) scan(text string) shape {
	text = strings.TrimSpace(text)
	s.numbers = s.numbers[:0]
	isWord := isDigits(text)
	if isWord {
		for _, c := range []byte(text) {
			s.numbers = append(s.numbers, int(c-'0'))
		}
	} else {
		s.numbers = slices.Grow(s.numbers, len(text)/2+1)
		for field := range fields(text) {
			s.numbers = append(s.numbers, column(field))
		}
	}
	n, first := len(s.numbers), s.numbers[0]
	sh := shape{n, !isWord || n < 10, n > 2, first == 0 || first == 1, n > 1}
	var seen [2]uint64 // of up to 128 columns
	for i, v := range s.numbers {
		if v < 0 || v > 127 || seen[v/64]>>(v%64)&1 != 0 {
			sh.isOrder = false
		} else {
			seen[v/64] |= 1 << (v % 64)
		}
		sh.isVector = sh.isVector && v != wrong && v != 0 && v <= n
		sh.isNames = sh.isNames && v == first+i
		sh.isRow = sh.isRow && v != wrong && (v <= 1 || i == 0)
	}
	sh.isOrder = sh.isOrder && sh.isVector && !sh.isNames
	return sh
}

// fields yields what stands between white space and commas, "" where nothing stands beside a comma.
func fields(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, isEmpty := -1, true // of a field; whether there is none behind the last comma
		for i := range len(text) + 1 {
			isComma := i == len(text) || text[i] == ','
			switch isEnd := isComma || text[i] <= ' '; {
			case !isEnd && start < 0:
				start, isEmpty = i, false
			case isEnd && start >= 0:
				if !yield(text[start:i]) {
					return
				}
				start = -1
			}
			if isComma && isEmpty && !yield("") {
				return
			}
			isEmpty = isEmpty || isComma
		}
	}
}

const wrong = -2 // what is no column, nor Empty

// column returns a number, of at most MaxRows+1, Empty for a row without a queen, or wrong.
func column(text string) int {
	if text == "." || text == "_" {
		return Empty
	}
	if !isDigits(text) || text[0] == '0' && len(text) > 1 {
		return wrong
	}
	v := 0
	for _, c := range []byte(text) {
		v = min(10*v+int(c-'0'), MaxRows+1)
	}
	return v
}

// block takes the lines that go on with numbers or a diagram. Numbers become rows of a diagram only if they can be. A
// vector that can be no row is an item by itself.
func (s *source) block(it *item) {
	count := utf8.RuneCountInString(strings.TrimSpace(s.lines[0]))
	if it.kind == dashes {
		it.kind = row
	} else if it.kind != row {
		sh := s.scan(s.lines[0])
		if count = sh.count; !s.divided && it.kind == numbers && sh.isOrder {
			return
		}
		it.isRows = it.kind == number || sh.isRow || sh.isNames
	}
	most := 4*count + 8 // a grid has lines between
	for next := s.peek(); next.kind == comment || next.kind >= number; next = s.peek() {
		if next.words != "" || next.kind != comment && !s.joins(it, count, next) {
			break
		}
		if l := s.take(); l.kind != comment {
			s.lines, s.nos = append(s.lines, l.text), append(s.nos, l.no)
		}
		full := count
		if it.isRows {
			full += 2 // names of files
		}
		if it.kind < row && !s.divided && len(s.lines) > full {
			return
		}
		if len(s.lines) > most {
			it.err = errLong
			s.lines = s.lines[:1]
		}
	}
}

// joins reports whether a line belongs to the item, and says what this is now.
func (s *source) joins(it *item, count int, next *line) bool {
	if s.divided {
		it.kind = max(it.kind, next.kind) // a row, if one of them is
		return true
	}
	text := strings.TrimSpace(next.text)
	if next.kind == dashes && !s.goesOn(s.lines[0], text) {
		return false
	}
	if next.kind > numbers {
		if it.isRows {
			it.kind = row
		}
		return it.kind == row
	}
	last := strings.TrimSpace(s.lines[len(s.lines)-1])
	sh := s.scan(text)
	isWord := sh.count > 1 && len(text) == len(last) && strings.Trim(text, "01") == ""
	isRow := sh.isRow || isWord || sh.isNames && text != last
	if it.kind == row {
		return isRow
	}
	it.isRows = it.isRows && isRow
	return it.isRows || it.kind == numbers && sh.count == count
}

// goesOn reports whether a line without blanks may be a row of a diagram that begins with another one.
func (s *source) goesOn(first, text string) bool {
	first, text = strings.TrimSpace(first), strings.TrimSpace(text)
	return len(text) == len(first) && len(s.lines) < len(first) && !strings.ContainsAny(first+text, " \t|,")
}

// group reads a value, and those below it that are rows or squares of the same diagram.
func (s *source) group(it *item, first line) error {
	s.nodes = s.nodes[:0]
	for next := first; ; next = s.take() {
		n, err := s.value(next.text)
		if err != nil {
			return err
		}
		s.nodes = append(s.nodes, n)
		if len(s.nodes) == 1 {
			it.depth = s.open
		}
		isObject, width := n.isPart() && s.open > 0, len(s.nodes[0].cells)
		isRow := width > 1 && len(n.cells) == width && len(s.nodes) < width && n.isRow() && !s.divided
		if !isObject && !isRow || s.peek().kind != value || s.peek().words != "" || s.open != it.depth {
			return nil
		}
	}
}

// isPart reports whether an object is a square, or the row of a board.
func (n *node) isPart() bool { return n.get("row", "r", "colors") != nil }

// isRow reports whether a list can be the row of a diagram.
func (n *node) isRow() bool {
	for _, text := range n.cells {
		isSign := n.areStrings && utf8.RuneCountInString(text) < 2
		if !isSign && symbolOf(strings.TrimSpace(text)) == 0 {
			return false
		}
	}
	return len(n.cells) > 0
}

// value reads the value that begins with a text, or the first one in a list of boards, which is entered.
func (s *source) value(text string) (n node, err error) {
	for s.open < 100 && text[0] == '[' && goType(text) == 0 {
		inner := trimLeft(text[1:])
		for inner == "" || inner[0] == '#' { // the list begins on another line
			if inner, err = s.read(); err != nil {
				return n, err
			}
			inner = trimLeft(inner)
			text = "[" + inner
		}
		if second := trimLeft(inner[1:]); inner[0] != '{' && (inner[0] != '[' || second == "" || second[0] != '[' && second[0] != '{') {
			break
		}
		s.open++
		text = inner
	}
	p := newParser(text, s, s.most)
	if n = p.node(0); p.err != nil {
		return n, p.err
	}
	if s.passed(p.text[p.at:]); s.open == 0 && s.rest != "" && s.peek().kind == stray {
		s.take()
		return n, errStray // perhaps behind a label: "(1) 2 4 1 3"
	}
	return n, nil
}

// A stream yields the boards of a source, one after another.
type stream[T any] struct {
	source
	boards   func(*item) // adds those of an item to what is ready
	ready    []result[T]
	said     int // how many of them have been yielded
	line     int // of the board
	isOver   bool
	isRead   bool   // something has been read
	sentence string // of the last error
}

// A result is a board, or what is wrong with its text.
type result[T any] struct {
	board *T
	err   error
	line  int
}

func (r *stream[T]) fail(err error) { r.ready = append(r.ready, result[T]{nil, err, r.line}) }

// all yields the boards. A loop that ends leaves the rest to the next one.
func (r *stream[T]) all(yield func(*T, error) bool) {
	for {
		for r.said < len(r.ready) {
			next := r.ready[r.said]
			r.said++
			if next.err != nil {
				if r.repeats(next.err) {
					continue
				}
				isInput := r.err != io.EOF && next.err == r.err
				next.err = &Error{Line: next.line, Err: next.err, IsInput: isInput}
			}
			r.isRead = r.isRead || next.err == nil
			if !yield(next.board, next.err) {
				return
			}
		}
		if r.isOver {
			return
		}
		it, ok := r.item()
		r.isOver, r.ready, r.said, r.line = it.ends || !ok, r.ready[:0], 0, it.no
		if it.err != nil {
			r.fail(it.err)
		} else if ok {
			r.boards(&it)
		}
	}
}

// repeats notes an error, and reports whether it differs only by its values from the one before while nothing has been
// read: a whole text that is wrong is worth one sentence.
func (r *stream[T]) repeats(err error) bool {
	if r.isRead {
		return false
	}
	isQuoted := false
	sentence := strings.Map(func(c rune) rune {
		if isQuoted = isQuoted != (c == '"'); isQuoted || c >= '0' && c <= '9' {
			return -1
		}
		return c
	}, err.Error())
	isSame := sentence == r.sentence
	r.sentence = sentence
	return isSame
}

// only returns the board of a text that has one.
func (r *stream[T]) only() (found *T, err error) {
	for next, err := range r.all {
		if err == nil && found != nil {
			err = &Error{Line: r.ready[r.said-1].line, Err: errSeveral}
		}
		if err != nil {
			return nil, err
		}
		found = next
	}
	if found == nil {
		return nil, &Error{Line: 1, Err: ErrNone}
	}
	return found, nil
}
