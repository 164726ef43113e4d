package queens

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// An object of JSON has a board, or answers to it, or both. Other names are ignored.
type object struct {
	Board   json.RawMessage
	Answer  json.RawMessage
	Answers []json.RawMessage
}

var errNull = errors.New("null stands for no solution, so there is no board")

// values yields the readings of a value of JSON that is no list of boards: several if it
// is an object with several answers.
func (l limits) values(text string) iter.Seq2[reading, error] {
	return func(yield func(reading, error) bool) {
		switch {
		case text == "null":
			yield(reading{}, errNull)
			return
		case text[0] == '[' || text[0] == '"':
			yield(l.value(text))
			return
		case text[0] != '{':
			yield(reading{}, wrongValue(text))
			return
		}
		var o object
		if err := json.Unmarshal([]byte(text), &o); err != nil {
			yield(reading{}, syntaxError(text, err))
			return
		}
		o.readings(l)(yield)
	}
}

// value reads an array of columns, or a string or a number that has a board.
func (l limits) value(text string) (reading, error) {
	switch text[0] {
	case '[':
		return l.parse(text)
	case '"':
		var inner string
		if err := json.Unmarshal([]byte(text), &inner); err != nil {
			return reading{}, syntaxError(text, err)
		}
		return l.parse(inner)
	}
	if isSize(text) {
		l.sizes = true
		return l.parse(text)
	}
	return reading{}, wrongValue(text)
}

func wrongValue(text string) error {
	return fmt.Errorf("%s, want a string with a board, an array of columns, or an object", excerpt(text))
}

// readings yields the board with each of the answers.
func (o *object) readings(l limits) iter.Seq2[reading, error] {
	return func(yield func(reading, error) bool) {
		board, hasBoard := reading{}, isPresent(o.Board)
		if hasBoard {
			var err error
			if board, err = l.value(string(o.Board)); err != nil {
				board.noBoard = fmt.Errorf(`"board": %w`, err)
			}
		}
		answers := o.Answers
		if isPresent(o.Answer) {
			answers = append(answers, o.Answer)
		}
		switch {
		case len(answers) > 0:
		case board.noBoard != nil:
			yield(reading{}, board.noBoard)
		case hasBoard:
			yield(board, nil)
		case o.Answers == nil:
			yield(reading{}, errors.New(`the object has neither "board" nor "answer" nor "answers"`))
		}
		for _, text := range answers {
			p, err := l.value(string(text))
			switch {
			case err != nil:
				err = fmt.Errorf("answer: %w", err)
			case hasBoard:
				board.answer = p.queens
				p = board
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

func isPresent(value json.RawMessage) bool { return len(value) > 0 && string(value) != "null" }

// syntaxError says where JSON is wrong.
func syntaxError(text string, err error) error {
	var at int64
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = wrong.Offset
	} else if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%q is not an array", strings.ToLower(wrong.Field))
	}
	before := text[:max(0, min(int(at)-1, len(text)))]
	before = strings.ToValidUTF8(before[max(0, len(before)-20):], "")
	return fmt.Errorf("JSON is wrong behind %s", excerpt(strings.TrimSpace(before)))
}
