package ledger

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens"
)

// cut cuts a board.
func cut(t testing.TB, text string, asked int) *Cut {
	t.Helper()
	c, err := NewCut(t.Context(), board(t, text), asked)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func by(who string, task int, count uint64) Result {
	return Result{Task: task, Count: count, By: who, At: noon}
}

// TestSeveralAccounts keeps who counted what and when, and withdraws the results of an
// account, for this process and for the next.
func TestSeveralAccounts(t *testing.T) {
	head := cut(t, "n=8", 10).Head
	name := filepath.Join(t.TempDir(), "ledger")
	l, err := Open(name, head)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Add(by("ann@a", 0, 5), by("bob@b", 0, 5), by("bob@c", 1, 7), by("ann@x", 0, 5), Result{Task: 2, Count: 9}); err != nil {
		t.Fatal(err)
	}
	all := []Result{by("ann@a", 0, 5), by("bob@b", 0, 5), by("bob@c", 1, 7), {Task: 2, Count: 9}}
	if got := slices.Collect(l.All()); !slices.Equal(got, all) {
		t.Errorf("got %v, want %v", got, all)
	}
	wrong := []Result{by("bob@b", 2, 8), by("eve@e", 3, 2)}
	if got, err := l.Add(wrong[0], by("ann@a", 3, 1), wrong[1]); !slices.Equal(got, wrong) || err != nil {
		t.Errorf("other counts: %v, %v", got, err)
	}
	if _, err := l.Withdraw("ann", noon, false); err != nil {
		t.Error(err)
	}
	if _, err := l.Add(by("ann@a", 0, 5)); err != nil {
		t.Error(err)
	}
	all = []Result{all[1], all[0], all[2], all[3]}
	if dropped, err := l.Withdraw("bob", noon, true); dropped != 2 || err != nil {
		t.Errorf("%d results were withdrawn, %v", dropped, err)
	}
	left := []Result{all[1], all[3]}
	if p, err := l.Progress(); p.Done != 2 || p.Solutions != 14 || err != nil {
		t.Errorf("progress %+v, %v", p, err)
	}
	if _, err := l.Add(by("bob@b", 1, 8)); err != nil {
		t.Errorf("a result after the withdrawal: %v", err)
	}
	left = []Result{left[0], by("bob@b", 1, 8), left[1]}
	if got := slices.Collect(l.All()); !slices.Equal(got, left) {
		t.Errorf("then %v, want %v", got, left)
	}
	l.Close()
	b, err := ReadFile(name)
	if err != nil || b.Head != head {
		t.Fatalf("%+v, %v", b, err)
	}
	if got := b.WithdrawnAccounts(); !slices.Equal(got, []string{"ann", "bob"}) {
		t.Errorf("withdrawn: %q", got)
	}
	if l.FailedAudits() != 1 || b.FailedAudits() != 1 {
		t.Errorf("%d audits have failed, %d as read", l.FailedAudits(), b.FailedAudits())
	}
	if !b.Withdrawn("bob").Equal(noon) || !b.Withdrawn("eve").IsZero() {
		t.Errorf("withdrawn at %v, %v", b.Withdrawn("bob"), b.Withdrawn("eve"))
	}
	if got := slices.Collect(b.All()); !slices.Equal(got, left) || b.Damaged != nil {
		t.Errorf("read %v, damaged %v, want %v", got, b.Damaged, left)
	}
	if _, err := Open(name, cut(t, "n=9", 10).Head); err == nil || !strings.Contains(err.Error(), `is for board "n=8", not for "n=9"`) {
		t.Errorf("another head: %v", err)
	}
}

// TestWithdrawnConflict reads a ledger with contradictions, of which one is withdrawn.
func TestWithdrawnConflict(t *testing.T) {
	head := cut(t, "n=8", 10).Head
	text := slices.Concat(head.Line(), head.ResultLine(by("ann@a", 0, 5)), head.ResultLine(by("bob@b", 0, 6)), head.withdrawalLine("ann", noon, false))
	b, err := Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if count, done := b.Count(0); count != 6 || !done {
		t.Errorf("count %d, %t", count, done)
	}
	text = append(text, head.ResultLine(by("ann@a", 0, 5))...)
	want := "task 0 has the count 6 by \"bob@b\" on line 3 and 5 by \"ann@a\" on line 5"
	if _, err := Read(bytes.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestBookMemory holds a million results, ten million if QUEENS_LONG is set.
func TestBookMemory(t *testing.T) {
	tasks := 1_000_000
	if os.Getenv("QUEENS_LONG") != "" {
		tasks *= 10
	}
	before := liveBytes()
	b := NewBook(Head{Board: "n=28", Asked: tasks, Total: tasks})
	for i := range tasks {
		b.note(Result{Task: i * 7919 % tasks, Count: uint64(i)}, "", i+2)
	}
	if grown := liveBytes() - before; grown > 40*int64(tasks) {
		t.Errorf("%d bytes for %d results", grown, tasks)
	}
	if count, done := b.Count(7919); count != 1 || !done || b.Done() != tasks {
		t.Errorf("count %d, %t; %d done", count, done, b.Done())
	}
}

// TestBookTimes keeps the times of results to the second, for all years that a line can have.
func TestBookTimes(t *testing.T) {
	b := NewBook(cut(t, "n=8", 10).Head)
	var want []Result
	for i, at := range []time.Time{{}, noon, time.Date(1, 1, 1, 0, 0, 1, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)} {
		want = append(want, Result{Task: i, Count: 5, By: "ann@a", At: at})
		b.note(Result{Task: i, Count: 5, By: "ann@a", At: at.In(time.FixedZone("", 3600))}, "", i+2)
	}
	if got := slices.Collect(b.All()); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestBookSum adds up counts beyond 64 bits, and below them again.
func TestBookSum(t *testing.T) {
	b := NewBook(cut(t, "n=8", 10).Head)
	b.note(by("ann@a", 0, 1<<63), "", 2)
	b.note(by("bob@a", 1, 1<<63+5), "", 3)
	if p, err := b.Progress(); err != queens.ErrOverflow {
		t.Errorf("%+v, %v", p, err)
	}
	if n := b.withdraw("ann", noon); n != 1 {
		t.Errorf("%d results were withdrawn", n)
	}
	if p, err := b.Progress(); p.Solutions != 1<<63+5 || p.Done != 1 || err != nil {
		t.Errorf("%+v, %v", p, err)
	}
}
