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
//	{"board":…, "answer":…}                  an object, whose names are those of objectNames and regionNames
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
	"bytes"
	"errors"
	"fmt"
	"io"
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

// A source is a stream of lines, of which one can be looked at before it is taken. Lines are parts of one text as
// long as they come from one call of Read, so that they need no memory of their own.
type source struct {
	in     io.Reader
	text   string // what has been read: whole lines, and after the end what is left
	begun  []byte // a line that has been read in part
	buffer []byte
	err    error // of in
	most   int   // bytes of a line, or a value
	isLong bool  // the line that is begun is too long, and is not kept
	ended  bool  // a line that is too long

	no      int    // of the last line
	rest    string // of that line, behind a value
	open    int    // lists around the values that are being read
	mayPart bool   // a comma may stand before the next one
	ahead   line
	looked  bool
	lines   []line // of the item
	listed  int    // columns of the vector on the last line, or 0
	numbers []int
	node    node // the last value
}

// newSource reads a stream, newText a text.
func newSource(in io.Reader, most int) *source { return &source{in: in, most: most} }
func newText(text string, most int) *source    { return &source{text: text, most: most, err: io.EOF} }

// fill reads more.
func (s *source) fill() {
	if s.buffer == nil {
		s.buffer = make([]byte, 1<<13)
	}
	n := 0
	for tries := 0; n == 0 && s.err == nil; tries++ {
		if n, s.err = s.in.Read(s.buffer); n == 0 && s.err == nil && tries == 99 {
			s.err = io.ErrNoProgress
		}
	}
	part := s.buffer[:n]
	if s.isLong {
		i := bytes.IndexByte(part, '\n')
		if s.isLong, s.ended = i < 0 && s.err == nil, i >= 0 || s.err != nil; i < 0 {
			return
		}
		part = part[i+1:]
	}
	end := bytes.LastIndexByte(part, '\n') + 1
	if s.err != nil {
		end = len(part)
	}
	if end > 0 || s.err != nil {
		s.text = string(append(s.begun, part[:end]...))
		s.begun = s.begun[:0]
	}
	if s.begun = append(s.begun, part[end:]...); len(s.begun) > s.most {
		s.begun, s.isLong = nil, true
	}
}

var errLong = errors.New("too long for a board")

// read returns the next line without its end.
func (s *source) read() (string, error) {
	for {
		if s.ended {
			s.ended = false
			s.no++
			return "", errLong
		}
		line, rest, ended := strings.Cut(s.text, "\n")
		if !ended && s.err == nil {
			s.fill()
			continue
		}
		if !ended && (line == "" || s.err != io.EOF) {
			s.text = ""
			return "", s.err
		}
		s.text = rest
		s.no++
		if len(line) > s.most {
			return "", errLong
		}
		return line, nil
	}
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
	columns // and no row
	dashes
	frame
	row
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
			if isRest && (l.kind == number || l.kind > columns) {
				l.kind = stray
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

// trimLeft removes white space and byte order marks.
func trimLeft(text string) string {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= utf8.RuneSelf {
			return strings.TrimLeftFunc(text[i:], isSpace)
		} else if c != ' ' && (c < '\t' || c > '\r') {
			return text[i:]
		}
	}
	return ""
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' }

// Classes of characters.
const (
	digit = 1 << iota
	letter
	space
	comma
	dot // or _
	minus
	plus
	bar
	slash
	colon
	hash
	closing // brackets and what else programs have
	other
	wide // of more than one byte
)

var classes = func() (of [256]uint16) {
	for c := range of {
		switch r := rune(c); {
		case c >= utf8.RuneSelf:
			of[c] = wide
		case unicode.IsDigit(r):
			of[c] = digit
		case unicode.IsLetter(r):
			of[c] = letter
		case unicode.IsSpace(r):
			of[c] = space
		default:
			of[c] = other
		}
	}
	for i, set := range []string{",", "._", "-", "+", "|", "/", ":", "#", "[]{}<>;()"} {
		for _, c := range []byte(set) {
			of[c] = comma << i
		}
	}
	return of
}()

func classesOf(text string) (all uint16) {
	for i := range len(text) {
		all |= classes[text[i]]
	}
	return all
}

// lex tells what a line is.
func lex(text string, no int) line {
	l := line{no: no}
	if text = strings.TrimRight(text, "\r"); text != "" && (text[0] >= utf8.RuneSelf || strings.IndexByte(" \tntgb", text[0]) >= 0) {
		l.words, text = cutWords(text)
	}
	if start := trimLeft(text); isValue(start) {
		l.kind, l.text = value, start
		return l
	}
	all := classesOf(text)
	if all&wide != 0 {
		text = strings.Map(plain, text)
		all = classesOf(text)
	}
	if all&hash != 0 {
		if i := commentAt(text); i >= 0 {
			text = strings.TrimRight(text[:i], " \t")
			all = classesOf(text)
			l.kind = comment
		}
	}
	if all&colon != 0 {
		if name, item, ok := strings.Cut(text, ": "); ok && isHeading(name+":") { // "Solution 1: 2 4 1 3"
			if named := lex(item, no); named.kind >= value && named.kind <= squareNames || named.kind == numbers {
				return named
			}
		}
	}
	kind := kindOf(text, all)
	switch l.text = text; {
	case kind == blank && l.words != "":
		l.kind = wordLine
	case kind != blank || l.kind != comment:
		l.kind = kind
	}
	return l
}

// cutWords cuts the words before a form.
func cutWords(text string) (words, rest string) {
	start := trimLeft(text)
	for rest = start; ; {
		i := strings.IndexFunc(rest, isSpace)
		if i < 0 {
			i = len(rest)
		}
		if word := rest[:i]; word != "torus" && !strings.HasPrefix(word, "n=") && !strings.HasPrefix(word, "given=") && !strings.HasPrefix(word, "blocked=") {
			break
		}
		rest = trimLeft(rest[i:])
	}
	if len(rest) == len(start) {
		return "", text
	}
	return start[:len(start)-len(rest)], rest
}

// isValue reports whether a text begins with a bracket, a quotation mark, null, or the type of a literal of Go.
func isValue(text string) bool {
	return text != "" && strings.IndexByte(`[({"`, text[0]) >= 0 || strings.HasPrefix(text, "null") && trimLeft(text[4:]) == "" || goType(text) > 0
}

// goType returns the length of the type before the braces of a literal of Go, "queens.Placement{", or 0.
func goType(text string) int {
	i := strings.IndexByte(text, '{')
	if i < 1 {
		return 0
	}
	name := text[:i]
	for strings.HasPrefix(name, "[]") {
		name = name[2:]
	}
	if r, _ := utf8.DecodeRuneInString(name); !unicode.IsLetter(r) || strings.IndexFunc(name, func(r rune) bool { return r != '.' && r != '_' && !isLetterOrDigit(r) }) >= 0 {
		return 0
	}
	return i
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// plain replaces white space and box drawing, and removes byte order marks and selectors of emoji.
func plain(r rune) rune {
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

// commentAt returns where a comment begins, or -1: at a # at the beginning or behind a blank, unless the line may be a
// row of signs.
func commentAt(text string) int {
	for i := range len(text) {
		if text[i] == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t') {
			if isSigns(text) {
				break
			}
			return i
		}
	}
	return -1
}

// isSigns reports whether a line has nothing but signs of squares, which are not all # and no numbers, with blanks
// between all of them or none.
func isSigns(text string) bool {
	fields := strings.Fields(text)
	isOther := func(r rune) bool { return symbolOf(string(r)) == 0 || r == '0' || r == '1' }
	for _, field := range fields {
		if strings.ContainsFunc(field, isOther) || len(fields) > 1 && utf8.RuneCountInString(field) > 1 {
			return false
		}
	}
	return len(fields) > 1 || strings.Trim(fields[0], "#") != ""
}

// kindOf tells what a line without words and comment is, by its characters of all these classes.
func kindOf(text string, all uint16) kind {
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "":
		return blank
	case all&^(digit|space|comma|dot) == 0:
		if len(trimmed) < 4 && isDigits(trimmed) && (trimmed[0] != '0' || trimmed == "0") {
			return number
		}
		if !isDigits(trimmed) && !strings.ContainsAny(trimmed, " \t,") || strings.Contains(trimmed, "..") || strings.Contains(trimmed, "__") {
			return row // "..", "1..."
		}
		return numbers
	case all&(letter|wide) != 0 && all&^(letter|wide|digit|space|colon|other) == 0 && isHeading(trimmed):
		return heading
	case all&slash != 0:
		return fen
	case all&letter != 0 && all&digit != 0 && isSquareName(firstField(trimmed)):
		return squareNames
	case (trimmed[0]|0x20 == 'q' || trimmed[0] == '1') && len(trimmed) > 2 && trimmed[1] == ' ' && (trimmed[2] == 'w' || trimmed[2] == 'b') && all&dot == 0:
		return fen
	case all&closing != 0:
		return program
	case len(trimmed) > 2 && strings.Trim(trimmed, "-") == "":
		return dashes
	case all&^(space|minus|plus|bar|colon|other) == 0 && strings.Trim(trimmed, "+-|=: ") == "" && (strings.HasPrefix(trimmed, "+-") || strings.HasPrefix(trimmed, "|--")):
		return frame
	}
	return row
}

// firstField returns the text before the first blank or comma.
func firstField(text string) string {
	if i := strings.IndexAny(text, " \t,"); i >= 0 {
		return text[:i]
	}
	return text
}

// isHeading reports whether a line names what follows: words of letters, one of at least three, with a colon at the
// end or with one number of at most three digits among them.
func isHeading(text string) bool {
	longest, numbers := 0, 0
	rest, isColon := strings.CutSuffix(text, ":")
	for field := range strings.FieldsSeq(rest) {
		letters := 0
		for _, r := range field {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		switch {
		case isDigits(field) && len(field) < 4:
			numbers++
		case letters < utf8.RuneCountInString(field):
			return false
		}
		if strings.Trim(field, "QqDx") != "" { // otherwise a row, "5 xxx"
			longest = max(longest, letters)
		}
	}
	return longest > 2 && (isColon && numbers < 3 || numbers == 1)
}

func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// An item is one value, or lines that belong together.
type item struct {
	kind      kind // of value, wordLine, fen, squareNames, number, numbers, row, or of a line that is wrong
	no        int
	words     []string
	lines     []line
	shape     shape // of the numbers on the first line
	isScanned bool  // that is all, and they are in numbers
	value     *node
	depth     int // of lists around the value
	err       error
	ends      bool // nothing can be read behind it
	isAll     bool // of the text
}

// item returns the next item, or false at the end.
func (s *source) item() (it item, ok bool) {
	first := s.take()
	isFirst := first.no == 1
	for ; first.kind == blank || first.kind == comment || first.kind == heading; first = s.take() {
		s.listed = 0
	}
	it.no = first.no
	for sized := false; ; first = s.take() {
		if first.words != "" {
			it.words = append(it.words, first.words)
			sized = sized || strings.HasPrefix(first.words, "n=") || strings.Contains(first.words, " n=")
		}
		if first.kind != wordLine {
			break
		}
		next := s.peek()
		if next.kind <= comment || sized && (next.words != "" || next.kind < numbers) {
			it.kind = wordLine
			return it, true
		}
	}
	it.kind = first.kind
	s.lines = append(s.lines[:0], first)
	listed := s.listed
	s.listed = 0
	switch first.kind {
	case end:
		switch {
		case s.err != io.EOF:
			it.err = s.err
		case s.open > 0:
			it.err, s.open = errOpen, 0
		default:
			return it, false
		}
		it.ends = true
	case long:
		it.err = errLong
	case program:
		it.err, it.ends = fmt.Errorf("%s is a line of a program, want only the board", words.Excerpt(strings.TrimSpace(first.text))), true
	case stray:
		it.err = errStray
	case value:
		it.depth = s.open
		it.value, it.ends, it.err = s.value(first)
	case squareNames:
		s.squares()
	case number, numbers, dashes, frame, row:
		s.block(&it, listed)
	}
	it.lines = s.lines
	if len(it.lines) == 1 && isLone(first.text) {
		for s.peek().kind == blank {
			s.take()
		}
		it.isAll = isFirst && s.peek().kind == end
	}
	return it, true
}

// squares takes the lines that go on with a list of squares: below one square, and below a comma.
func (s *source) squares() {
	isOne := func(text string) bool {
		return len(firstField(strings.TrimSpace(text))) == len(strings.TrimSpace(text))
	}
	for {
		last := strings.TrimSpace(s.lines[len(s.lines)-1].text)
		goesOn := strings.HasSuffix(last, ",")
		if !goesOn && !isOne(last) {
			return
		}
		next := s.peek()
		for ; next.kind == comment && next.words == ""; next = s.peek() {
			s.take()
		}
		isWrong := next.kind == row && len(s.lines) > 1 // in the middle of a list
		if next.kind != squareNames && !isWrong || next.words != "" || !goesOn && !isOne(next.text) {
			return
		}
		s.lines = append(s.lines, s.take())
	}
}

// isLone reports whether a line has one sign among blanks: a row of a board, if it is not all of the text, nor a size.
func isLone(text string) bool {
	trimmed := strings.TrimSpace(text)
	isSize := len(trimmed) == 1 && trimmed[0] > '1' && trimmed[0] <= '9'
	return !isSize && len(trimmed) < len(text) && len(trimmed) <= utf8.UTFMax && utf8.RuneCountInString(trimmed) == 1 && strings.IndexByte(text, '\t') < 0
}

// A shape is what the numbers of a line can be.
type shape struct {
	count    int  // of columns: fields, or the digits of the only word
	isVector bool // columns from 1
	isOrder  bool // a vector with three queens or more in different columns, and not from left to right
	isNames  bool // of files: from 0 or from 1, one after the other
	isRow    bool // 0, 1 and dots, perhaps behind a rank
}

const wrong = -2 // what is no column, nor Empty

// scan reads the numbers of a line into s.numbers.
func (s *source) scan(text string) (sh shape) {
	text = strings.TrimSpace(text)
	values, isWord := s.numbers[:0], isDigits(text)
	if isWord {
		for i := range len(text) {
			values = append(values, int(text[i]-'0'))
		}
	} else {
		values = appendColumns(values, text)
	}
	s.numbers = values
	n := len(values)
	sh = shape{n, !isWord || n < 10, n > 2, true, n > 1}
	first := values[0]
	var seen [2]uint64 // of up to 128 columns
	for i, v := range values {
		if v >= 0 && v < 128 && seen[v/64]>>(v%64)&1 == 0 {
			seen[v/64] |= 1 << (v % 64)
		} else {
			sh.isOrder = false
		}
		sh.isVector = sh.isVector && v != wrong && v != 0 && v <= n
		sh.isNames = sh.isNames && v == first+i
		sh.isRow = sh.isRow && v != wrong && (v <= 1 || i == 0)
	}
	sh.isNames = sh.isNames && (first == 0 || first == 1)
	sh.isOrder = sh.isOrder && sh.isVector && !sh.isNames
	return sh
}

// appendColumns appends the numbers between blanks and commas, Empty for a dot.
func appendColumns(values []int, text string) []int {
	for i, parted := 0, false; i < len(text) || parted; {
		v, start := wrong, i
		for ; i < len(text) && classes[text[i]]&(space|comma) == 0; i++ {
			switch c := text[i]; {
			case classes[c] == digit && (i == start || v > 0):
				v = min(10*max(v, 0)+int(c-'0'), MaxRows+1)
			case classes[c] == dot && i == start:
				v = Empty
			default:
				v = wrong
			}
			if i > start && v == Empty {
				v = wrong
			}
		}
		values = append(values, v)
		for parted = false; i < len(text) && classes[text[i]]&(space|comma) != 0 && !(parted && text[i] == ','); i++ {
			parted = parted || text[i] == ','
		}
	}
	return values
}

// block takes the lines that go on with numbers or a diagram. Numbers that are columns become rows of a diagram only
// if they can be, and lines of columns that can be nothing else are one item each.
func (s *source) block(it *item, listed int) {
	first := s.lines[0]
	width := utf8.RuneCountInString(strings.TrimSpace(first.text))
	switch {
	case first.kind == numbers:
		it.shape = s.scan(first.text)
		if it.shape.isOrder || it.shape.isVector && it.shape.count == listed {
			s.listed = it.shape.count
			it.kind, it.isScanned = columns, true
			return
		}
		if !it.shape.isRow {
			it.kind = columns
		}
	case first.kind > number:
		it.kind = row
	}
	for {
		next := s.peek()
		if next.kind == comment && next.words == "" {
			s.take()
			continue
		}
		if next.words != "" || next.kind < number || !s.goesOn(it, width, next) {
			break
		}
		s.lines = append(s.lines, s.take())
		if it.kind < row && len(s.lines) > it.shape.count+2 && it.kind != number { // more than a square has, with names of files
			it.kind, s.listed = columns, it.shape.count
			break
		}
		if len(s.lines) > 4*width+8 {
			it.err = errLong
			s.lines = s.lines[:1]
		}
	}
	if s.peek().kind == dashes && it.kind == row {
		s.take()
	}
}

// goesOn reports whether a line belongs to the item, and says what this is now.
func (s *source) goesOn(it *item, width int, next *line) bool {
	text := strings.TrimSpace(next.text)
	last := s.lines[len(s.lines)-1]
	switch next.kind {
	case number, numbers:
		sh := s.scan(text)
		isName := sh.isNames && (it.kind == row || it.shape.isRow) && strings.TrimSpace(last.text) != text
		switch {
		case it.kind == number: // the size of a matrix, or the first row of two or three
			size := strings.TrimSpace(s.lines[0].text)
			if !sh.isRow || size != fmt.Sprint(sh.count) && (len(size) != len(text) || strings.Trim(size+text, "01") != "") {
				return false
			}
			it.kind, it.shape = numbers, sh
			return true
		case it.kind == columns:
			return sh.count == it.shape.count && len(s.lines) <= sh.count
		case it.kind == numbers && !sh.isRow && sh.count == it.shape.count:
			it.kind = columns
			return true
		}
		return sh.isRow || isName || len(text) == width && strings.Trim(text, "01") == ""
	case dashes, frame, row:
		isWord := classesOf(strings.TrimSpace(s.lines[0].text))&(space|bar|comma) == 0
		if next.kind == dashes && it.kind == row && !(isWord && len(text) == width && len(s.lines) < width) {
			return s.lines[0].kind == dashes && len(s.lines) == 1
		}
		if it.kind == columns && !(it.shape.isNames && len(s.lines) == 1) {
			return false
		}
		if s.lines[0].kind == dashes && len(s.lines) == 1 && (utf8.RuneCountInString(text) != width || classesOf(text)&(space|bar|comma) != 0) {
			s.lines = s.lines[:0] // a line above
		}
		it.kind = row
		return true
	}
	return false
}

// at returns an error with its line. An error of the stream is marked.
func (s *source) at(no int, err error) error {
	return &Error{Line: no, Err: err, IsInput: s.err != io.EOF && err == s.err}
}
