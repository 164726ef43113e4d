// Package words names constants of small types, and joins names into the text of a board and into
// sentences.
package words

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Vocabulary holds the words for the values of a small integer type.
type Vocabulary struct {
	pkg, typ string // for errors
	words    []string
}

// New returns the vocabulary of a type, such as "Rule", of a package, with its words by value.
func New(pkg, typ string, words ...string) Vocabulary { return Vocabulary{pkg, typ, words} }

// Word returns the word of a value, or "Rule(9)" for a value that has none.
func (v Vocabulary) Word(value uint8) string {
	if int(value) < len(v.words) {
		return v.words[value]
	}
	return fmt.Sprintf("%s(%d)", v.typ, value)
}

// Text returns the word of a value. A value that has none is an error.
func (v Vocabulary) Text(value uint8) ([]byte, error) {
	if int(value) >= len(v.words) {
		return nil, fmt.Errorf("%s: %s, want %s", v.pkg, v.Word(value), v.choices())
	}
	return []byte(v.words[value]), nil
}

// Read sets value to the one that a word stands for, in upper or lower case. If there is none,
// value stays as it is.
func Read[T ~uint8](v Vocabulary, word []byte, value *T) error {
	for i, known := range v.words {
		if strings.EqualFold(string(word), known) {
			*value = T(i)
			return nil
		}
	}
	return fmt.Errorf("%s: %s %s, want %s", v.pkg, strings.ToLower(v.typ), Excerpt(string(word)), v.choices())
}

// choices returns "easy, medium, hard or expert".
func (v Vocabulary) choices() string { return Enumerate(v.words, "or") }

// Rank returns the number of a rank, counted from 1, which may not fit an int.
func Rank(row int) string { return strconv.FormatUint(uint64(row)+1, 10) }

// File returns the letters of a file: a to z, then aa, ab and so on. They write the numbers
// 1, 2, … in base 26, with digits from 1 to 26 and no zero.
func File(col int) string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	if col < len(letters) {
		return letters[col : col+1]
	}
	return File(col/len(letters)-1) + File(col%len(letters))
}

// Excerpt quotes the beginning of a text for an error.
func Excerpt(text string) string {
	const most = 20 // characters
	if utf8.RuneCountInString(text) <= most {
		return strconv.Quote(text)
	}
	return fmt.Sprintf("%.*q…", most, text)
}

// Capital returns a text with a capital letter in front.
func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Enumerate returns "a1", "a1 and b3", "a1, b3 and c5" and so on, with "and" or another word.
func Enumerate(items []string, and string) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:last], ", ") + " " + and + " " + items[last]
}

// Names returns the names of values.
func Names[S fmt.Stringer](values iter.Seq[S]) (names []string) {
	for value := range values {
		names = append(names, value.String())
	}
	return names
}

// List returns the names of values in a word, such as "given=b4,d5", or "" if there are none.
func List[S fmt.Stringer](name string, values iter.Seq[S]) string {
	names := Names(values)
	if names == nil {
		return ""
	}
	return name + "=" + strings.Join(names, ",")
}

// Join joins words with spaces. It leaves out empty ones.
func Join(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " ")
}

// Plural returns "1 queen", "2 queens" and so on.
func Plural[I int | uint64](n I, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
