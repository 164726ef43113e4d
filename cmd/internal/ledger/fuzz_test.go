package ledger

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens/internal/testkit"
)

// FuzzLine seals lines of all kinds. Whatever is in them, they can be read or are damaged.
func FuzzLine(f *testing.F) {
	head := cut(f, "n=8", 10).Head
	for _, text := range []string{`{"task":1,"count":5`, `{"task":1,"count":5,"at":"2026-11-22T12:00:00+24:00"`, `{"withdrawn":7`, `{"audit":"begun"`, `{"claimed":[-1]`, "", "null"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		line := append(bytes.Clone(text), sum(head.Digest, text)...)
		parsed, err := head.parse(line)
		if object, ok := unseal(head.Digest, line); !ok || string(object) != string(text)+"}" || err == nil && !json.Valid(object) {
			t.Errorf("%q: %q, %t", line, object, ok)
		}
		if r, ok := parsed.(Result); ok && err == nil && (r.Task < 0 || r.Task >= head.Total) {
			t.Errorf("%q: %+v", line, r)
		}
		ParseHead(append(bytes.Clone(text), sum("", text)...))
	})
}

// FuzzRead reads ledgers with any text after the first line. Whatever is read can be read
// again from what is written.
func FuzzRead(f *testing.F) {
	head := cut(f, "n=8", 10).Head
	result := string(head.ResultLine(by("ann@a", 0, 5)))
	for _, text := range []string{"", result, result + result, result + string(head.WithdrawalLine("ann", noon)), result[1:] + result} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		book, err := Read(strings.NewReader(string(head.Line()) + text))
		if err != nil {
			return
		}
		var again bytes.Buffer
		again.Write(book.Line())
		for _, r := range allOf(book) {
			again.Write(book.ResultLine(r))
		}
		if other, err := Read(&again); err != nil || other.Len() != book.Len() || len(other.Damaged) > 0 {
			t.Errorf("%q: %d results, and then %v, %v", text, book.Len(), other, err)
		}
	})
}

// FuzzDirectory reads a file with any text after the first line, in two steps. Afterwards it knows all
// that reading the whole file at once tells, unless there is an error that names the file.
func FuzzDirectory(f *testing.F) {
	head := cut(f, "n=8", 10).Head
	result, claim := string(head.ResultLine(Result{Task: 2, Count: 5})), string(head.claimLine([]int{1, 2}))
	for _, text := range []string{
		"", result, claim + result, result + claim, result[:9] + "\n" + result, claim[:9] + result, result + string(head.WithdrawalLine("ann", noon)),
		result + string(head.ResultLine(Result{Task: 2, Count: 6})), string(head.ResultLine(by("ann@a", 1, 7))) + "\x00\x00\n" + result,
	} {
		f.Add(text, uint16(len(text)/2))
	}
	f.Fuzz(func(t *testing.T, text string, first uint16) {
		text = string(head.Line()) + text
		dir := t.TempDir()
		name := file(t, dir, "a.jsonl", []byte(text[:min(int(first), len(text))]))
		d := &Directory{Book: NewBook(head), name: dir, parts: map[string]*part{}, claims: map[int]time.Time{}}
		err := d.refresh()
		if err == nil {
			testkit.NoError(t, os.WriteFile(name, []byte(text), 0o666))
			err = d.refresh()
		}
		if err != nil {
			if !strings.Contains(err.Error(), name) {
				t.Errorf("the error names no file: %v", err)
			}
			return
		}
		alone, err := Read(strings.NewReader(text))
		if err != nil || !slices.Equal(allOf(alone), allOf(d)) || !slices.Equal(alone.Damaged, d.parts[name].damaged) {
			t.Errorf("%q: %v, damaged %v; by itself %v, %v, %v", text, allOf(d), d.parts[name].damaged, alone, alone.Damaged, err)
		}
		for task := range d.claims {
			if _, done := d.Count(task); done || task < 0 || task >= head.Total {
				t.Errorf("%q: task %d is claimed", text, task)
			}
		}
	})
}
