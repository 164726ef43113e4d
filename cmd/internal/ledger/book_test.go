package ledger

import (
	"bytes"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// cut cuts a board.
func cut(t testing.TB, text string, asked int) *Cut {
	t.Helper()
	return testkit.Must(NewCut(t.Context(), board(t, text), asked))
}

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func by(who string, task int, count uint64) Result {
	return Result{Task: task, Count: count, By: who, At: noon}
}

// TestSeveralAccounts keeps who counted what and when, and withdraws the results of an
// account, for this process and for the next.
func TestSeveralAccounts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ledger")
	l := testkit.Must(open8(t, name))
	testkit.Must(l.Add(by("ann@a", 0, 5), by("bob@b", 0, 5), by("bob@c", 1, 7), by("ann@x", 0, 5), Result{Task: 2, Count: 9}))
	all := []Result{by("bob@b", 0, 5), by("ann@a", 0, 5), by("bob@c", 1, 7), {Task: 2, Count: 9}}
	if got := allOf(l); !slices.Equal(got, all) {
		t.Errorf("got %v, want %v", got, all)
	}
	wrong := []Result{by("bob@b", 2, 8), by("eve@e", 3, 2)}
	if got, err := l.Add(wrong[0], by("ann@a", 3, 1), wrong[1]); !slices.Equal(got, wrong) || err != nil {
		t.Errorf("other counts: %v, %v", got, err)
	}
	if dropped, err := l.Withdraw("bob", noon); dropped != 2 || err != nil {
		t.Errorf("%d results were withdrawn, %v", dropped, err)
	}
	if contradict, err := l.Add(by("bob@b", 1, 8), by("bob@b", 0, 4)); len(contradict) > 0 || err != nil {
		t.Errorf("results after the withdrawal: %v, %v", contradict, err)
	}
	left := []Result{all[1], all[3], by("ann@a", 3, 1)}
	if p, err := l.Progress(); p.Done != 3 || p.Solutions != 15 || err != nil {
		t.Errorf("progress %+v, %v", p, err)
	}
	if dropped, err := l.Withdraw("", noon); dropped != 1 || err != nil {
		t.Errorf("%d results without a name were withdrawn, %v", dropped, err)
	}
	if _, err := l.Add(Result{Task: 2, Count: 8}); err != nil {
		t.Error(err)
	}
	left[1].Count = 8
	for _, pass := range []bool{true, false, false, true, false} { // the first one is of no audit
		if err := l.NoteAudit(pass, noon); err != nil {
			t.Error(err)
		}
	}
	if got := allOf(l); !slices.Equal(got, left) {
		t.Errorf("then %v, want %v", got, left)
	}
	l.Close()
	b, err := ReadFile(name)
	if err != nil || b.Head != l.Head {
		t.Fatalf("%+v, %v", b, err)
	}
	if got := b.WithdrawnAccounts(); !slices.Equal(got, []string{"", "bob"}) {
		t.Errorf("withdrawn: %q", got)
	}
	if l.Audits() != 2 || b.Audits() != 2 {
		t.Errorf("%d audits have not passed, %d as read", l.Audits(), b.Audits())
	}
	if !b.Withdrawn("bob") || b.Withdrawn("eve") || b.Withdrawn("") {
		t.Errorf("withdrawn: bob %t, eve %t, without a name %t", b.Withdrawn("bob"), b.Withdrawn("eve"), b.Withdrawn(""))
	}
	if got := allOf(b); !slices.Equal(got, left) || b.Damaged != nil {
		t.Errorf("read %v, damaged %v, want %v", got, b.Damaged, left)
	}
}

// TestWithdrawnConflict reads ledgers with contradictions, of which one is withdrawn, wherever it
// stands. Results without a name are withdrawn only above the line that says so.
func TestWithdrawnConflict(t *testing.T) {
	head := cut(t, "n=8", 10).Head
	for _, name := range []string{"ann", ""} {
		wrong, right := head.ResultLine(by(name, 0, 5)), head.ResultLine(by("bob@b", 0, 6))
		withdrawn := head.WithdrawalLine(name, noon)
		for i, lines := range [][]byte{slices.Concat(wrong, right, withdrawn), slices.Concat(right, withdrawn, wrong)} {
			b, err := Read(bytes.NewReader(slices.Concat(head.Line(), lines)))
			if name == "" && i > 0 {
				if want := "task 0 has the count 6 by \"bob@b\" on line 2 and 5 on line 4"; err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want %s", err, want)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if count, done := b.Count(0); count != 6 || !done || b.Len() != 1 {
				t.Errorf("%q: count %d, %t, %d results", name, count, done, b.Len())
			}
		}
	}
}

// TestBookMemory holds a million results.
func TestBookMemory(t *testing.T) {
	testkit.Sequential(t)
	const tasks = 1_000_000
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
	if got := allOf(b); !slices.Equal(got, want) {
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
	if n := b.withdraw("ann"); n != 1 {
		t.Errorf("%d results were withdrawn", n)
	}
	if p, err := b.Progress(); p.Solutions != 1<<63+5 || p.Done != 1 || err != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

// allOf returns all results, by task.
func allOf(b interface {
	Tasks() iter.Seq[int]
	Results(int) iter.Seq[Result]
}) (all []Result) {
	for task := range b.Tasks() {
		all = slices.AppendSeq(all, b.Results(task))
	}
	return all
}
