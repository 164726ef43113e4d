// Package words reads and writes values that are stored under names: constants of small types,
// and structs of such values in JSON. It also puts names into the words of a board and into the
// sentences of steps and errors.
//
// encoding/json takes null, and what an object leaves out, for the zero value. But the zero
// Square is a1 and the zero Rule is a rule, so that damaged data would be read as other data. The
// functions of this package refuse null instead.
package words

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/exp/constraints"
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

// ReadName reads a JSON string by the value's UnmarshalText. The name of what it is, such as
// "queens: square", stands in the error for any other JSON.
func ReadName(data []byte, what string, value encoding.TextUnmarshaler) error {
	var name *string
	if json.Unmarshal(data, &name) != nil || name == nil {
		return fmt.Errorf("%s %s in JSON, want a string", what, Excerpt(string(data)))
	}
	return value.UnmarshalText([]byte(*name))
}

// ReadObject reads a JSON object into the fields of a struct. Errors for other JSON begin with
// the name of what it is, such as "queens: census". The errors of the fields' own methods are
// returned as they are.
func ReadObject(data []byte, what string, fields any) error {
	data = bytes.TrimSpace(data)
	err := json.Unmarshal(data, fields)
	wrong, isType := errors.AsType[*json.UnmarshalTypeError](err)
	_, isSyntax := errors.AsType[*json.SyntaxError](err)
	switch {
	case isSyntax || !bytes.HasPrefix(data, []byte("{")):
		return fmt.Errorf("%s %s in JSON, want an object", what, Excerpt(string(data)))
	case isType:
		return fmt.Errorf("%s: %q is %s in JSON", what, wrong.Field, wrong.Value)
	}
	return err
}

// ReadSteps reads an object, and those in the list of its steps, which must not have steps
// themselves: so it takes linear time, however deep a text goes. The function reads one object, and
// leaves its steps in a list.
func ReadSteps[T any](data []byte, what string, read func(data []byte, steps any) (T, error)) (object T, steps []T, err error) {
	var texts []json.RawMessage
	if object, err = read(data, &texts); err != nil {
		return object, nil, err
	}
	for _, text := range texts {
		var further []struct{}
		step, err := read(text, &further)
		if err != nil {
			return object, nil, err
		}
		if len(further) > 0 {
			return object, nil, fmt.Errorf("%s with steps of steps in JSON", what)
		}
		steps = append(steps, step)
	}
	return object, steps, nil
}

// Missing returns an error if a field that must not be missing, or null, is nil.
func Missing[T any](what, field string, value *T) error {
	if value == nil {
		return fmt.Errorf("%s without %q in JSON", what, field)
	}
	return nil
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
func Plural[I constraints.Integer](n I, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
