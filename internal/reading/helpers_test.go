package reading_test

import (
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/queens/internal/reading"
)

// A said is texts that say the same, and what that is: items with bars between. An error is "?", the line
// unless it is the first one, and a part of the sentence.
type said struct {
	want  string
	texts []string
}

// A reader reads boards of one kind.
type reader[T any] struct {
	all func(io.Reader) iter.Seq2[T, error]
	one func(string) (T, error)
	say func(T) string
}

// check reads a text in several ways. What is one item without an error is read as one board, and nothing else is.
func (r reader[T]) check(t *testing.T, text, want string) {
	t.Helper()
	for way, in := range map[string]io.Reader{
		"at once": strings.NewReader(text), "by bytes": iotest.OneByteReader(strings.NewReader(text)),
		"with the end": iotest.DataErrReader(strings.NewReader(text)),
	} {
		var items, wanted []string
		if want != "" {
			wanted = strings.Split(want, " | ")
		}
		for item, err := range r.all(in) {
			if err == nil {
				items = append(items, r.say(item))
			} else {
				items = append(items, sayError(t, text, err, wanted[min(len(items), len(wanted)):]))
			}
		}
		if !slices.Equal(items, wanted) {
			t.Errorf("%q, %s: read as\n%q, want\n%q", text, way, items, wanted)
		}
		item, err := r.one(text)
		isOne := len(items) == 1 && items[0][0] != '?'
		if isOne != (err == nil) || isOne && r.say(item) != items[0] {
			t.Errorf("%q: one is %v, %v, and all are %q", text, item, err, items)
		}
	}
}

// sayError returns the line and the sentence of an error, or what is wanted next if the error is that.
func sayError(t *testing.T, text string, err error, next []string) string {
	t.Helper()
	fault, ok := err.(*reading.Error)
	if !ok || fault.IsInput || fault.Line < 1 || len(err.Error()) > 300 || strings.Contains(err.Error(), "\n") {
		t.Errorf("%q: %#v, want one sentence with its line", text, err)
		return err.Error()
	}
	line := "? "
	if fault.Line > 1 {
		line = "?" + strconv.Itoa(fault.Line) + " "
	}
	if len(next) > 0 {
		if part, ok := strings.CutPrefix(next[0], line); ok && strings.Contains(fault.Err.Error(), part) {
			return next[0]
		}
	}
	return line + fault.Err.Error()
}

// columns writes the columns of queens from 1.
func columns(queens []int) string {
	fields := make([]string, len(queens))
	for i, col := range queens {
		if fields[i] = strconv.Itoa(col + 1); col == reading.Empty {
			fields[i] = "."
		}
	}
	return strings.Join(fields, " ")
}

// word writes squares behind a name, or nothing if there are none.
func word(name string, squares []reading.Square) string {
	var all []string
	for _, s := range squares {
		all = append(all, s.String())
	}
	if all == nil {
		return ""
	}
	return " " + name + "=" + strings.Join(all, ",")
}
