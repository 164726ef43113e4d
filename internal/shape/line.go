package shape

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A set tells which classes of characters a line has.
type set uint32

const (
	digit set = 1 << iota
	letter
	blank // a space or a tab
	comma
	semicolon
	bar
	slash
	equals
	colon
	sign // + or -
	point
	opening // ( or [ or {
	quote
	hash
	other
	foreign // a control character, or none of ASCII
)

var classes = func() (of [256]set) {
	for c := range of {
		switch b := byte(c); {
		case b >= '0' && b <= '9':
			of[c] = digit
		case b|0x20 >= 'a' && b|0x20 <= 'z':
			of[c] = letter
		case b < ' ' && b != '\t' || b >= utf8.RuneSelf:
			of[c] = foreign
		default:
			of[c] = other
		}
	}
	for class, chars := range map[set]string{blank: " \t", comma: ",", semicolon: ";", bar: "|", slash: "/", equals: "=",
		colon: ":", sign: "+-", point: "._", opening: "([{", quote: `"'`, hash: "#"} {
		for _, c := range []byte(chars) {
			of[c] = class
		}
	}
	return of
}()

// classesOf returns the classes of the characters of a text.
func classesOf(text string) (s set) {
	for i := range len(text) {
		s |= classes[text[i]]
	}
	return s
}

const digits = "0123456789"

// A line is a line of text, or a part of one, with the white space at both ends.
type line struct {
	text string
	has  set
	no   int
	col  int // bytes before it on its line
}

// newLine returns a line without its comment, in which all white space is blanks, and box drawing is
// +, - and |. The names that R gives to rows and columns are numbers.
func newLine(raw string, no, col int) line {
	raw = strings.TrimRight(raw, "\r\n")
	l := line{raw, classesOf(raw), no, col}
	if l.has&(foreign|hash|opening) == 0 {
		return l
	}
	if l.has&foreign != 0 {
		raw = strings.Map(plain, raw)
	}
	if l.has&hash != 0 {
		raw = cutComment(raw)
	}
	if l.has&opening != 0 {
		raw = cutNames(raw)
	}
	return line{raw, classesOf(raw), no, col}
}

// cutComment cuts a comment, which goes from a # at the beginning or behind white space to the end. In a
// row of a board # is an empty square, and in "Solution #1" and "#1:" it stands before a number.
func cutComment(text string) string {
	if signs := strings.ReplaceAll(text, " ", ""); utf8.RuneCountInString(signs) > 2 && strings.Trim(signs, "#Qq*♛♕\t") == "" && strings.ContainsAny(signs, "Qq*♛♕") {
		return text
	}
	for i := range len(text) {
		if text[i] != '#' || i > 0 && classes[text[i-1]] != blank && text[i-1] != '#' {
			continue
		}
		before, after := strings.TrimSpace(text[:i]), strings.TrimLeft(text[i+1:], digits)
		isNumber := len(after) < len(text)-i-1 && (before != "" || strings.HasPrefix(after, ":")) &&
			!strings.ContainsFunc(before, func(r rune) bool { return r != ' ' && !unicode.IsLetter(r) })
		if !isNumber {
			return text[:i]
		}
		text = text[:i] + " " + text[i+1:]
	}
	return text
}

// cutNames makes numbers of the names that R gives to rows and columns, "[1,]" and "[,1]". Of those that
// count the items of a vector, "[1] 2 4 1 3", it makes nothing.
func cutNames(text string) string {
	if !strings.HasPrefix(strings.TrimLeft(text, " \t"), "[") {
		return text
	}
	fields := strings.Fields(text)
	isName := func(name string) bool {
		number := strings.Trim(name, "[,]")
		return IsDigits(number) && (name == "["+number+",]" || name == "[,"+number+"]")
	}
	isCount := func(name string) bool {
		number := strings.Trim(name, "[]")
		return IsDigits(number) && name == "["+number+"]"
	}
	switch {
	case slices.ContainsFunc(fields[1:], func(field string) bool { return field[0] == '[' && !isName(field) }):
	case isName(fields[0]):
		return strings.NewReplacer("[", " ", ",", " ", "]", " ").Replace(text)
	case len(fields) > 1 && isCount(fields[0]) && strings.IndexByte(",;.", fields[1][0]) < 0:
		return strings.Replace(text, fields[0], strings.Repeat(" ", len(fields[0])), 1)
	}
	return text
}

// cutLabel returns the label of a line, "Solution 1:", "2." or "(3)", and where the item behind it begins, or
// 0 if there is none.
func (l line) cutLabel() (found label, at int) {
	rest := strings.TrimLeft(l.text, " \t")
	isParen := strings.HasPrefix(rest, "(")
	if isParen {
		rest = rest[1:]
	}
	if count := len(word(rest, "")); l.has&colon == 0 && (count == len(rest) || rest[count] != ')' && rest[count] != '.') {
		return found, 0
	}
	after := strings.TrimLeftFunc(rest, func(r rune) bool { return r == ' ' || unicode.IsLetter(r) })
	found = label{name: strings.TrimRight(rest[:len(rest)-len(after)], " "), number: -1}
	rest = strings.TrimLeft(after, digits)
	if count := len(after) - len(rest); count > 0 {
		found.number, _ = strconv.Atoi(after[:count])
	}
	end := strings.TrimLeft(rest, " \t")
	switch {
	case end == "":
		return found, 0
	case end[0] == ':' && !isParen && (found.number >= 0 || len(found.name) > 2):
	case found.name == "" && found.number >= 0 && (rest[0] == ')' || rest[0] == '.' && !isParen):
	default:
		return found, 0
	}
	at = len(l.text) - len(end) + 1
	found.text = strings.TrimSpace(l.text[:at])
	item := strings.TrimLeft(l.text[at:], " \t")
	if item == "" || len(item) == len(end)-1 || isParen && classes[item[0]] == opening ||
		end[0] == '.' && classes[item[0]] == digit && strings.HasPrefix(strings.TrimLeft(item, digits), ".") {
		return found, 0
	}
	return found, at
}

// plain replaces white space and box drawing, and removes byte order marks and selectors of emoji.
func plain(r rune) rune {
	switch {
	case r == 0xFE0E || r == 0xFE0F || r == 0xFEFF:
		return -1
	case r != '\t' && unicode.IsSpace(r):
		return ' '
	case r < 0x2500 || r > 0x257F:
		return r
	case strings.ContainsRune("│┃║╎╏┆┇┊┋╽╿", r):
		return '|'
	case strings.ContainsRune("─━═╌╍┄┅┈┉╼╾", r):
		return '-'
	}
	return '+'
}

// part returns a part of a line.
func (l line) part(from, to int) line {
	return line{l.text[from:to], l.has, l.no, l.col + from}
}

// trimmed returns a line without the white space at both ends.
func (l line) trimmed() line { return l.part(l.trim(0, len(l.text))) }

// trim takes the white space at both ends from a part of a line.
func (l line) trim(from, to int) (int, int) {
	for from < to && classes[l.text[from]] == blank {
		from++
	}
	for from < to && classes[l.text[to-1]] == blank {
		to--
	}
	return from, to
}

// cell returns a part of a line as a cell.
func (l line) cell(from, to int) Cell {
	return Cell{l.text[from:to], int32(l.no), int32(l.col + from + 1)}
}

// only reports whether a line has no characters but those of some classes.
func (l line) only(s set) bool { return l.has&^s == 0 }

// split returns what stands between the characters of some classes, without the white space and the quotation
// marks around it. With gaps it is also nothing.
func (l line) split(separators set, gaps bool) []Cell {
	count, inside := 1, false
	for i := range len(l.text) {
		separates := classes[l.text[i]]&separators != 0
		if separates && gaps || !separates && !inside && !gaps {
			count++
		}
		inside = !separates
	}
	cells := make([]Cell, 0, count)
	for from, i := 0, 0; i <= len(l.text); i++ {
		if i < len(l.text) && classes[l.text[i]]&separators == 0 {
			continue
		}
		first, end := l.trim(from, i)
		if from = i + 1; end-first > 1 && classes[l.text[first]] == quote && l.text[end-1] == l.text[first] {
			first, end = first+1, end-1
		}
		if gaps || first < end {
			cells = append(cells, l.cell(first, end))
		}
	}
	return cells
}

// fields returns what stands between white space.
func (l line) fields() []Cell { return l.split(blank, false) }

// items returns what stands between white space and commas, with Missing where nothing stands on one
// side of a comma.
func (l line) items() []Cell {
	if l.has&comma == 0 {
		return l.fields()
	}
	parts := l.split(comma, true)
	cells := make([]Cell, 0, len(parts))
	for _, part := range parts {
		inner := line{part.Text, l.has, l.no, int(part.Col) - 1}
		switch {
		case part.Text == "":
			part.Text = Missing
			cells = append(cells, part)
		case strings.ContainsAny(part.Text, " \t"):
			cells = append(cells, inner.fields()...)
		default:
			cells = append(cells, part)
		}
	}
	return cells
}

// chars returns the visible characters without separators and quotation marks.
func (l line) chars() []Cell {
	count := 0
	for i := range len(l.text) {
		if classes[l.text[i]]&(blank|comma|semicolon|quote) == 0 && l.text[i]&0xC0 != 0x80 {
			count++
		}
	}
	cells := make([]Cell, 0, count+2)
	for i := 0; i < len(l.text); {
		size := 1
		if l.text[i] >= utf8.RuneSelf {
			_, size = utf8.DecodeRuneInString(l.text[i:])
		}
		if classes[l.text[i]]&(blank|comma|semicolon|quote) == 0 {
			cells = append(cells, l.cell(i, i+size))
		}
		i += size
	}
	return cells
}

// ranks returns where the numbers at the ends of a line end and begin, if it has no others and they are not
// all there is.
func (l line) ranks() (left, right int, ok bool) {
	left = len(l.text) - len(strings.TrimLeft(l.text, digits))
	right = len(strings.TrimRight(l.text, digits))
	return left, right, left < right && !strings.ContainsAny(l.text[left:right], digits)
}

// ranked returns the visible characters between numbers, and those at the ends.
func (l line) ranked() (cells []Cell) {
	l = l.trimmed()
	left, right, ok := l.ranks()
	if !ok {
		return nil
	}
	if left > 0 {
		cells = append(cells, l.cell(0, left))
	}
	cells = append(cells, l.part(left, right).chars()...)
	if right < len(l.text) {
		cells = append(cells, l.cell(right, len(l.text)))
	}
	return cells
}

// cells returns the cells of a line by itself.
func (l line) cells() []Cell {
	switch {
	case l.only(digit | blank | comma | point | sign):
		return dropLast(l.items())
	case l.has&(comma|semicolon) != 0:
		return dropLast(l.split(comma|semicolon, true))
	}
	cells := l.fields()
	if len(cells) == 1 && l.has&digit == 0 {
		return l.chars()
	}
	return cells
}

// dropLast drops what is missing behind a comma at the end.
func dropLast(cells []Cell) []Cell {
	if last := len(cells) - 1; last > 0 && (cells[last].Text == "" || cells[last].Text == Missing) {
		return cells[:last]
	}
	return cells
}

// first returns the text before the first separator.
func first(text string) string {
	if i := strings.IndexAny(text, " \t,"); i >= 0 {
		return text[:i]
	}
	return text
}

// names returns how many files or columns a line names, one after another from the first on, or 0
// if it has anything else: "a b c", "ABC", "1 2 3", "0123", "|a|b|".
func (l line) names() (count int) {
	if l.has&^(digit|letter|blank|bar|comma|quote) != 0 || l.has&(digit|letter) == digit|letter {
		return 0
	}
	rest := strings.TrimLeft(l.text, " \t|,\"'")
	if rest == "" || strings.IndexByte("aA01", rest[0]) < 0 {
		return 0
	}
	start, isLetter := int(rest[0]-'0'), rest[0]|0x20 == 'a'
	var name [24]byte
	for ; rest != ""; count++ {
		next := strconv.AppendInt(name[:0], int64(start+count), 10)
		if isLetter {
			next = AppendFile(name[:0], count)
		}
		if len(rest) < len(next) || !strings.EqualFold(rest[:len(next)], string(next)) {
			return 0
		}
		rest = strings.TrimLeft(rest[len(next):], " \t|,\"'")
	}
	return count
}

// AppendFile appends the letters of a column, from a on.
func AppendFile(name []byte, col int) []byte {
	if col >= 26 {
		name = AppendFile(name, col/26-1)
	}
	return append(name, 'a'+byte(col%26))
}
