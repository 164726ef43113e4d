package ledger

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens/internal/testkit"
)

// unwritable is the line of a result with a time that JSON reads and does not write.
const unwritable = `{"task":0,"count":1,"by":"ann@a","at":"2026-11-22T12:00:00+24:00","sum":"0123456789abcdef"}` + "\n"

// TestUnwritableTimes reads lines with times that JSON cannot write, even with the right
// checksum.
func TestUnwritableTimes(t *testing.T) {
	head := cut(t, "n=8", 10).Head
	odd := testkit.Must(time.Parse(time.RFC3339, "2026-11-22T12:00:00+24:00"))
	r := Result{Task: 0, Count: 1, By: "ann@a", At: odd}
	w := withdrawal{Withdrawn: "ann", At: odd}
	for _, line := range []string{
		unwritable,
		strings.Replace(unwritable, "0123456789abcdef", r.sum(head.Digest), 1),
		`{"withdrawn":"ann","at":"2026-11-22T12:00:00+24:00","sum":"` + w.sum(head.Digest) + `"}` + "\n",
	} {
		if r, err := head.ParseResult([]byte(line)); err == nil {
			t.Errorf("%s is the result %v", line, r)
		}
		if w, ok := head.parseWithdrawal([]byte(line)); ok {
			t.Errorf("%s is the withdrawal %v", line, w)
		}
		book, err := Read(strings.NewReader(string(head.Line()) + line))
		if err != nil || len(book.Damaged) != 1 || book.Damaged[0] != 2 {
			t.Errorf("a ledger with %s: %v, %v", line, book, err)
		}
	}
}

// TestTaskNumbers reads results of tasks that do not exist, with the right checksum.
func TestTaskNumbers(t *testing.T) {
	head := cut(t, "n=8", 10).Head
	for task, want := range map[int]string{-1: "task -1 of", head.Total: "it is for task", 0: "", head.Total - 1: ""} {
		_, err := head.ParseResult(head.ResultLine(Result{Task: task, Count: 1}))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("task %d: %v", task, err)
		}
	}
}

// FuzzLine reads lines of all kinds. What is read must be written as it was.
func FuzzLine(f *testing.F) {
	head := cut(f, "n=8", 10).Head
	for _, line := range [][]byte{
		head.Line(), head.ResultLine(by("ann@a", 0, 5)), head.WithdrawalLine("ann", noon),
		head.ResultLine(Result{Task: 7, Count: 12}), head.claimLine([]int{3, 1}), head.claimLine(nil), head.claimLine([]int{-1}),
		head.AuditLine(false, noon), head.AuditLine(true, noon), head.ResultLine(Result{Task: -1}), []byte(unwritable), []byte("{}\n"), nil,
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if h, err := ParseHead(line); err == nil && !bytes.Equal(h.Line(), line) {
			t.Errorf("%q is the head %v", line, h)
		}
		if r, err := head.ParseResult(line); err == nil && !bytes.Equal(head.ResultLine(r), line) {
			t.Errorf("%q is the result %v", line, r)
		}
		var slow resultLine
		whole := decodeLine(line, &slow) && slow.Sum == slow.sum(head.Digest)
		if r, ok := head.parsePlain(line); ok && (!whole || r != slow.Result) || !ok && whole && slow.By == "" && slow.At.IsZero() {
			t.Errorf("%q: %v, %t, as JSON %v, %t", line, r, ok, slow.Result, whole)
		}
		if w, ok := head.parseWithdrawal(line); ok && !bytes.Equal(head.WithdrawalLine(w.Withdrawn, w.At), line) {
			t.Errorf("%q is the withdrawal %v", line, w)
		}
		if a, ok := head.parseAudit(line); ok && !bytes.Equal(head.AuditLine(a.Audit == auditPassed, a.At), line) {
			t.Errorf("%q is the audit %v", line, a)
		}
		if tasks, ok := head.parseClaim(line); ok && (!bytes.Equal(head.claimLine(tasks), line) || slices.Max(append(tasks, 0)) >= head.Total) {
			t.Errorf("%q is the claim %v", line, tasks)
		}
	})
}

// FuzzRead reads ledgers with any text after the first line. Whatever is read can be read
// again from what is written.
func FuzzRead(f *testing.F) {
	head := cut(f, "n=8", 10).Head
	result := string(head.ResultLine(by("ann@a", 0, 5)))
	for _, text := range []string{"", result, result + result, result + string(head.WithdrawalLine("ann", noon)), unwritable, result[1:] + result} {
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
