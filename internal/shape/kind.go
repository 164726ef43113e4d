package shape

import (
	"regexp"
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

var (
	programs = regexp.MustCompile(`^(?:(?:import|export|from|const|let|var|type|interface|function|func|def|class|public|package)\s.*[\[{(='";]|` +
		`[\w$.]+\s*(?::[^=]*)?=\s*[\[{(]|\w+\s*=\s*\S+;$|[a-z]\w*\([^()]*\)[.;,]|//|/\*|<)`)
	variable  = regexp.MustCompile(`^[A-Z_]\w*\s*=\s*\[`)
	wrapped   = regexp.MustCompile(`^[A-Za-z_][\w.]*(?:\(\s*[\[(]|!\[)`) // array([…]), Some([…]), vec![…]
	notations = regexp.MustCompile(`^\d+x\d+\.|^pzprv3|^[Qq1]\s+[wb](?:\s+(?:-|[A-Ha-hKQkq]+)\b|\s+-|$)`)
	counted   = regexp.MustCompile(`^\d+(?:\s+\pL{2,})*[.!]?$`) // "92", "2 solutions found"
	titles    = regexp.MustCompile(`\pL\pL.*:$|^\pL\w*\s+=$|^\pL{3}[^|,;+*_/]*\s[(№]?\d+[.):]*(?:\s[^|,;+*_/]*)?$`)
	sized     = regexp.MustCompile(`^\d+(?:\s+\pL+)*\s+solutions?(?:\s+\pL+)*[.!]?$|^\d+[×x]\d+(?:\s+\pL{3,})+$`) // "2 solutions found", "4×4 logical array"
	fractions = regexp.MustCompile(`^\d+/\d+(?:[\s,]+\d+/\d+)+$`)
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
	case l.has&opening != 0 && c&(letter|point) != 0 && (!r.Rows && variable.MatchString(text) || wrapped.MatchString(text)):
		return value
	case (l.has&(equals|opening|semicolon) != 0 || c == slash || text[0] == '<') && programs.MatchString(text):
		return program
	case l.has&slash != 0 && !(l.only(digit|slash|blank|comma) && fractions.MatchString(text)), isNotation(text):
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

// isTitle reports whether a line names or counts what stands around it.
func (l line) isTitle() bool {
	if l.has&(letter|foreign) == 0 || l.has&(digit|colon|equals) == 0 {
		return l.text == "true." || l.text == "false." || strings.HasPrefix(l.text, "```")
	}
	if classes[l.text[0]] == digit && l.text[len(l.text)-1] != ':' {
		return sized.MatchString(l.text)
	}
	if last := l.text[len(l.text)-1]; last != ':' && last != '=' {
		letters := 0
		for _, r := range l.text {
			if letters == 3 || !unicode.IsLetter(r) {
				break
			}
			letters++
		}
		if letters < 3 {
			return false
		}
	}
	return titles.MatchString(l.text)
}

// IsStarBattle reports whether a text is in Star Battle notation, "5x1.AAB…".
func IsStarBattle(text string) bool {
	return text != "" && isNotation(text) && strings.Contains(text, "x") && text[0] <= '9'
}

// isNotation reports whether a text is Star Battle notation, a file of pzpr or the FEN of one square.
func isNotation(text string) bool {
	switch c := text[0]; {
	case c >= '0' && c <= '9' && strings.HasPrefix(strings.TrimLeft(text, digits), "x"), c == 'p':
	case len(text) > 2 && classes[text[1]] == blank && (c|0x20 == 'q' || c == '1'):
		rest := strings.TrimLeft(text[1:], " \t")
		return rest != "" && (rest[0] == 'w' || rest[0] == 'b') && notations.MatchString(text)
	default:
		return false
	}
	return notations.MatchString(text)
}

// numbersRanks reports whether the only numbers in a row are at its ends, and not all there is.
func (l line) numbersRanks() bool {
	rest := strings.TrimLeft(l.text, digits)
	body := strings.TrimRight(rest, digits)
	if body == "" || strings.ContainsAny(body, digits) {
		return false
	}
	const separators = blank | comma
	isLeft := len(rest) == len(l.text) || classes[rest[0]]&separators != 0 || l.has&separators == 0 && len(body) > 1
	return isLeft && (len(body) == len(rest) || classes[body[len(body)-1]]&separators != 0)
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

// isQuotedRow reports whether a line that begins with a quotation mark is a row rather than a text: something
// follows behind a comma, or there are signs or letters alone, which are no board.
func isQuotedRow(text string) bool {
	end := strings.IndexAny(text[1:], `"'`) + 1
	rest := strings.TrimLeft(text[end+1:], " \t")
	return end > 0 && rest != "" && (rest[0] == ',' || rest[0] == ';') ||
		end > 2 && strings.TrimSpace(rest) == "" && !strings.ContainsAny(text[1:end], digits+`=/\ `)
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
