package shape

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is what a piece of text can be part of.
type kind byte

const (
	row      kind = iota // of a grid
	rule                 // of a frame
	vector               // numbers, a list by themselves
	squares              // b1 d2
	code                 // a notation of its own
	value                // in brackets
	wordLine             // n=8
	heading              // names what follows
	program              // of a program, or of a web page
	wrong                // an error
	closing              // the end of a list, or of the text
)

// kindOf returns what a line without white space around it can be.
func (r *Reader) kindOf(l line) kind {
	text := l.text
	c := classes[text[0]]
	switch {
	case !r.Rows && l.only(digit|blank|comma):
		if hasZero(l) {
			return row
		}
		return vector
	case !r.Rows && c == point && l.only(digit|blank|comma|point) && !strings.ContainsAny(text, "023456789"):
		return row
	case !r.Rows && c == digit && l.only(digit|blank|comma|point) && Binary(l.items()):
		return row
	case l.has&opening != 0 && c&(letter|point) != 0 && (!r.Rows && isVariable(text) || isWrapped(text)):
		return value
	case (l.has&(equals|opening|semicolon) != 0 || c == slash || text[0] == '<') && isProgram(text):
		return program
	case l.has&slash != 0 && !(l.only(digit|slash|blank|comma) && areFractions(text)), isNotation(text):
		return code
	case l.isTitle():
		return heading
	case l.isRule():
		return rule
	case r.Rows || l.has&bar != 0 || !strings.ContainsAny(text, digits[1:]):
		return row
	case c == letter && strings.ContainsAny(first(text), digits):
		return squares
	case l.numbersRanks():
		return row
	}
	return vector
}

// isTitle reports whether a line names or counts what stands around it: "One of them:", "Qs =", "Solution 1",
// "Board (2) of 3", "2 solutions found", "4×4 logical array".
func (l line) isTitle() bool {
	text := l.text
	switch last := text[len(text)-1]; {
	case l.has&(letter|foreign) == 0 || l.has&(digit|colon|equals) == 0:
		return text == "true." || text == "false." || strings.HasPrefix(text, "```")
	case last == ':':
		return strings.ContainsFunc(text, unicode.IsLetter) && letters(strings.TrimLeftFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })) > 1
	case classes[text[0]] == digit:
		if l.has&foreign == 0 && strings.IndexByte(text, 'x') < 0 && !strings.Contains(text, "solution") {
			return false
		}
		count, words, ok := counts(text)
		isSolutions := func(word string) bool { return strings.HasPrefix(word, "solution") }
		return ok && (!IsDigits(count) && len(words) > 0 || slices.ContainsFunc(words, isSolutions))
	case last == '=':
		return len(strings.Fields(text)) == 2 && isWord(strings.TrimRight(text[:len(text)-1], " \t"))
	case letters(text[:min(len(text), 3*utf8.UTFMax)]) < 3 || strings.ContainsAny(text, "|,;+*_/"):
		return false
	}
	return slices.ContainsFunc(strings.Fields(text)[1:], func(field string) bool {
		return IsDigits(strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(field, "("), "№"), ".):"))
	})
}

// counts splits a count, "2 solutions found." or "92", into the number, or two with × between, and the words.
func counts(text string) (count string, words []string, ok bool) {
	words = strings.Fields(strings.TrimRight(text, ".!"))
	if len(words) == 0 {
		return "", nil, false
	}
	count, words = words[0], words[1:]
	rows, cols, isSize := strings.Cut(strings.Replace(count, "×", "x", 1), "x")
	isOther := func(word string) bool { return len(word) < 2 || letters(word) < utf8.RuneCountInString(word) }
	return count, words, IsDigits(rows) && (!isSize || IsDigits(cols)) && !slices.ContainsFunc(words, isOther)
}

// letters returns how many letters a text begins with.
func letters(text string) int {
	rest := strings.TrimLeftFunc(text, unicode.IsLetter)
	return utf8.RuneCountInString(text[:len(text)-len(rest)])
}

// IsDigits reports whether a text is a natural number in digits.
func IsDigits(text string) bool {
	for i := range len(text) {
		if classes[text[i]] != digit {
			return false
		}
	}
	return text != ""
}

// word returns the name that a text begins with, of letters, digits and some signs.
func word(text, signs string) string {
	for i := range len(text) {
		if classes[text[i]]&(digit|letter) == 0 && strings.IndexByte(signs, text[i]) < 0 {
			return text[:i]
		}
	}
	return text
}

func isWord(text string) bool { return text != "" && word(text, "_") == text }

// isVariable reports whether a line is an answer of Prolog, "Qs = [2, 4, 1, 3]".
func isVariable(text string) bool {
	name := word(text, "_")
	value, ok := strings.CutPrefix(strings.TrimLeft(text[len(name):], " \t"), "=")
	return ok && name != "" && (name[0] == '_' || name[0] >= 'A' && name[0] <= 'Z') && strings.HasPrefix(strings.TrimLeft(value, " \t"), "[")
}

// isWrapped reports whether a name stands before the brackets of a value, "array([…])", "Some([…])", "vec![…]".
func isWrapped(text string) bool {
	rest := text[len(word(text, "_.")):]
	list, ok := strings.CutPrefix(rest, "(")
	list = strings.TrimLeft(list, " \t")
	return strings.HasPrefix(rest, "![") || ok && list != "" && (list[0] == '[' || list[0] == '(')
}

// areFractions reports whether a line has two or more pairs such as 1/4.
func areFractions(text string) bool {
	count := 0
	for pair := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }) {
		if row, col, _ := strings.Cut(pair, "/"); !IsDigits(row) || !IsDigits(col) {
			return false
		}
		count++
	}
	return count > 1
}

var keywords = strings.Fields("import export from const let var type interface function func def class public package")

// isProgram reports whether a line is one of a program or a web page: a comment, a declaration, an assignment
// or a call.
func isProgram(text string) bool {
	name := word(text, "_$.")
	rest := strings.TrimLeft(text[len(name):], " \t")
	switch {
	case text[0] == '<' || strings.HasPrefix(text, "//") || strings.HasPrefix(text, "/*"):
		return true
	case name == "" || rest == "":
		return false
	case slices.Contains(keywords, name) && len(rest) < len(text)-len(name) && strings.ContainsAny(rest, `[{(='";`):
		return true
	case rest[0] == '(' && classes[name[0]] == letter:
		i := strings.IndexAny(rest[1:], "()") + 1
		return i > 0 && rest[i] == ')' && i+1 < len(rest) && strings.IndexByte(".;,", rest[i+1]) >= 0 || strings.HasSuffix(rest, ") {")
	}
	kind, value, ok := strings.Cut(rest, "=")
	value = strings.TrimLeft(value, " \t")
	return ok && value != "" && (kind == "" && strings.HasSuffix(value, ";") && !strings.ContainsAny(value, " \t") ||
		(kind == "" || kind[0] == ':') && classes[value[0]] == opening)
}

// IsStarBattle reports whether a text is in Star Battle notation, "5x1.AAB…".
func IsStarBattle(text string) bool {
	return text != "" && isNotation(text) && strings.Contains(text, "x") && text[0] <= '9'
}

// isNotation reports whether a text is Star Battle notation, a file of pzpr or the FEN of one square.
func isNotation(text string) bool {
	switch c := text[0]; {
	case c >= '0' && c <= '9' && len(text) > 4:
		stars, ok := strings.CutPrefix(strings.TrimLeft(text, digits), "x")
		rest := strings.TrimLeft(stars, digits)
		if ok && len(rest) < len(stars) && strings.HasPrefix(rest, ".") {
			return true
		}
	case c == 'p':
		return strings.HasPrefix(text, "pzprv3")
	}
	if len(text) < 3 || classes[text[1]] != blank || strings.IndexByte("Qq1", text[0]) < 0 {
		return false
	}
	fields := strings.Fields(text[:min(len(text), 1<<6)])
	return len(fields) > 1 && (fields[1] == "w" || fields[1] == "b") &&
		(len(fields) == 2 || fields[2][0] == '-' || strings.Trim(fields[2], "ABCDEFGHabcdefghKQkq") == "")
}

// numbersRanks reports whether the only numbers in a row are at its ends, and not all there is.
func (l line) numbersRanks() bool {
	const separators = blank | comma
	left, right, ok := l.ranks()
	return ok && (left == 0 || classes[l.text[left]]&separators != 0 || l.has&separators == 0 && right-left > 1) &&
		(right == len(l.text) || classes[l.text[right-1]]&separators != 0)
}

// hasZero reports whether a line of numbers has one that is 0, where no vector has one, or is a row of 0 and 1
// without anything between.
func hasZero(l line) bool {
	if strings.IndexByte(l.text, '0') < 0 {
		return false
	}
	if l.only(digit) {
		return strings.Trim(l.text, "01") == "" && (len(l.text) > 3 || len(l.text) > 1 && l.text[0] == '0')
	}
	return slices.ContainsFunc(l.items(), func(c Cell) bool { return c.Text == "0" || len(c.Text) > 3 && strings.Trim(c.Text, "01") == "" })
}

// isRule reports whether a line divides or encloses rows. Without bars it can be a row as well.
func (l line) isRule() bool {
	return l.only(sign|equals|bar|colon|blank) &&
		(strings.Contains(l.text, "--") || strings.Contains(l.text, "==") || strings.Contains(l.text, "+-"))
}

// isSparse reports whether a line has one symbol, so that blanks may be squares.
func isSparse(text string) bool {
	text = strings.Trim(text, " \t")
	return text == "1" || utf8.RuneCountInString(text) == 1 && strings.IndexByte(digits, text[0]) < 0
}

// quotedRow returns the row in quotation marks that is all of a line, perhaps with a comma behind it.
func quotedRow(text string) (row string, ok bool) {
	if row, ok = strings.CutPrefix(text, text[:1]); !ok || classes[text[0]] != quote {
		return "", false
	}
	row, rest, ok := strings.Cut(row, text[:1])
	return row, ok && len(row) > 1 && strings.Trim(rest, ",; \t\r") == "" && !strings.ContainsAny(row, digits+`=/\`)
}

// isQuoted reports whether what stands in quotation marks is a row, or a cell of one, rather than a text.
func isQuoted(text string) bool {
	if _, ok := quotedRow(text); ok {
		return true
	}
	end := strings.IndexAny(text[1:], `"'`) + 1
	rest := strings.TrimLeft(text[end+1:], " \t")
	return end > 0 && rest != "" && (rest[0] == ',' || rest[0] == ';')
}

// isChain reports whether a line has at least three columns or squares with - between them.
func isChain(text string) bool {
	parts := strings.Split(text, "-")
	isOther := func(part string) bool {
		part = strings.Trim(part, " \t")
		return !strings.ContainsAny(part, digits) || strings.ContainsAny(part, " \t")
	}
	return len(parts) > 2 && !slices.ContainsFunc(parts, isOther)
}
