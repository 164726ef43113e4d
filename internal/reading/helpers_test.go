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

// check checks what a text says.
func (r reader[T]) check(t *testing.T, text, want string) {
	t.Helper()
	var wanted []string
	if want != "" {
		wanted = strings.Split(want, " | ")
	}
	isSaid := func(item, want string) bool {
		line, part, _ := strings.Cut(want, " ")
		return item == want || want[0] == '?' && strings.HasPrefix(item, line+" ") && strings.Contains(item, part)
	}
	if items := r.items(t, text); !slices.EqualFunc(items, wanted, isSaid) {
		t.Errorf("%q: read as\n%q, want\n%q", text, items, wanted)
	}
}

// items returns what a text says, which is the same in whatever portions it comes. What is one item without an error
// is read as one board, and nothing else is.
func (r reader[T]) items(t *testing.T, text string) (items []string) {
	t.Helper()
	for i, in := range []io.Reader{
		strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text)),
	} {
		var some []string
		for item, err := range r.all(in) {
			if err == nil {
				some = append(some, r.say(item))
			} else {
				some = append(some, sayError(t, text, err))
			}
		}
		if i > 0 && !slices.Equal(some, items) {
			t.Errorf("%q: in portions read as\n%q, at once\n%q", text, some, items)
		}
		items = some
	}
	item, err := r.one(text)
	isOne := len(items) == 1 && items[0][0] != '?'
	if isOne != (err == nil) || isOne && r.say(item) != items[0] {
		t.Errorf("%q: one is %v, %v, and all are %q", text, item, err, items)
	}
	return items
}

// sayError returns "?", the line of an error unless it is the first one, and the sentence.
func sayError(t *testing.T, text string, err error) string {
	t.Helper()
	fault, ok := err.(*reading.Error)
	if !ok || fault.IsInput || fault.Line < 1 || len(err.Error()) > 300 || strings.Contains(err.Error(), "\n") {
		t.Errorf("%q: %#v, want one sentence with its line", text, err)
		return "? " + err.Error()
	}
	if fault.Line == 1 {
		return "? " + fault.Err.Error()
	}
	return "?" + strconv.Itoa(fault.Line) + " " + fault.Err.Error()
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
