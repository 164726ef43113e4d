package reading_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/queens/internal/reading"
)

// What stands around a text, and how its lines end, does not change what it says.
func TestSurroundings(t *testing.T) {
	around := []func(string) string{
		func(text string) string { return "\uFEFF" + text + "\n\n" },
		func(text string) string { return "\n \u3000\n" + text + "\n\u2003\n" },
		func(text string) string { return "# AB 2413\n#\n" + text + "\n# AB 2413" },
		func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		func(text string) string { return strings.ReplaceAll(text, "\n", " \u00a0\n") },
	}
	for _, change := range around {
		for _, test := range queensSaid {
			want, _, differ := strings.Cut(test.want, " || ")
			for _, text := range test.texts {
				if !differ && !strings.Contains(want, "?") {
					queensReader(boards).check(t, change(text), want)
					queensReader(placements).check(t, change(text), want)
				}
			}
		}
		for _, test := range divisionsSaid {
			for _, text := range test.texts {
				if !strings.Contains(test.want, "?") {
					divisionReader.check(t, change(text), strings.TrimPrefix(test.want, "+ "))
				}
			}
		}
	}
}

// Boards of more than nine rows are read in all forms of matrices and diagrams, once, twice and in a list.
func TestLarge(t *testing.T) {
	const n = 12
	var queens []int
	for row := range n {
		queens = append(queens, 2*(row+1)%(n+1)-1)
	}
	rule := strings.Repeat("---|", n)
	for _, form := range []struct{ queen, empty, separator, opening, between, closing string }{
		{"1", "0", ",", "[[", "],[", "]]"}, {`"♛"`, `" "`, ",", "[\n[", "],\n[", "]\n]"}, {"True", "False", ", ", "[[", "], [", "]]"},
		{"1", "0", " ", "[[", "]\n [", "]]"}, {"1", "0", " ", "", "\n", "\n"}, {"1", "0", "", "", "\n", "\n"}, {"1", "0", ",", "", "\r\n", "\r\n"},
		{"Q", ".", "", `["`, `","`, `"]`}, {"Q", ".", " ", "| ", " |\n| ", " |\n"}, {"Q", "-", "", "|", "|\n|", "|\n"}, {"X", "o", "", "", "\n", "\n"},
		{"Q", " ", " | ", "| ", " |\n|" + rule + "\n| ", " |\n"}, {"👑", "⬜", "", "", "\n", "\n"}, {"♛\uFE0F", "⬛\uFE0F", " ", "", "\n", "\n"},
	} {
		var rows []string
		for _, col := range queens {
			row := slices.Repeat([]string{form.empty}, n)
			row[col] = form.queen
			rows = append(rows, strings.Join(row, form.separator))
		}
		text, want := form.opening+strings.Join(rows, form.between)+form.closing, columns(queens)
		for _, l := range []reading.Limits{boards, placements} {
			queensReader(l).check(t, text, want)
			queensReader(l).check(t, text+"\n\n"+text, want+" | "+want)
			if text[0] == '[' {
				queensReader(l).check(t, "["+text+",\n"+text+"]", want+" | "+want)
			}
		}
		for i := range rows {
			rows[i] = fmt.Sprintf("%2d | %s", i+1, rows[i])
		}
		if slices.Reverse(rows); form.queen == "Q" && form.separator == " " {
			queensReader(boards).check(t, strings.Join(rows, "\n"), want)
		}
	}
}

// A last line without an end is read, however long it is and wherever the buffer of the stream ends.
func TestLastLine(t *testing.T) {
	for length := 4090; length < 4100; length++ {
		text := "2413\n" + strings.Repeat(" ", length) + "3142"
		queensReader(boards).check(t, text, "2 4 1 3 | 3 1 4 2")
		queensReader(reading.Limits{Rows: 64, Bytes: length}).check(t, text, "2 4 1 3 | ?2 too long for a board")
	}
}

// FuzzRead reads streams of both kinds. What they say does not depend on the portions in which they come, and behind
// whatever is wrong the next board is found, unless it may be within something that is open.
func FuzzRead(f *testing.F) {
	for _, test := range slices.Concat(queensSaid, divisionsSaid) {
		for _, text := range test.texts {
			f.Add(text)
			f.Add(text + "\n\n" + text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return
		}
		checkNext(t, queensReader(boards), text, "n=13, no answer", `{"board":13}`)
		checkNext(t, queensReader(placements), text, "n=13, no answer", `{"board":13}`)
		checkNext(t, divisionReader, text, "AB/AB", `{"regions":["AB","AB"]}`)
	})
}

func checkNext[T any](t *testing.T, r reader[T], text, want, next string) {
	t.Helper()
	items, isError := r.items(t, text), func(item string) bool { return item[0] == '?' }
	isEnd := func(item string) bool { return strings.Contains(item, "line of a program") }
	if strings.ContainsAny(text, "[](){}<>;\"'") || slices.ContainsFunc(items, isEnd) {
		return
	}
	more := r.items(t, text+"\n\n\n"+next)
	if slices.ContainsFunc(more, func(item string) bool { return strings.Contains(item, "one sign among blanks") }) {
		return // it is one only if it is all of the text
	}
	if items, more := slices.DeleteFunc(items, isError), slices.DeleteFunc(more, isError); len(more) != len(items)+1 || more[len(items)] != want {
		t.Errorf("%q: %q, and with another board behind %q", text, items, more)
	}
}
