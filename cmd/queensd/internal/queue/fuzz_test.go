package queue

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
)

// unwritable is a result with a time that JSON reads and does not write.
const unwritable = `{"task":0,"count":1,"by":"eve@x","at":"2026-11-22T12:00:00+24:00","sum":"0123456789abcdef"}` + "\n"

// FuzzMessages reads messages of all kinds. What is read must be written as it was.
func FuzzMessages(f *testing.F) {
	cut := newCut(f, "n=8", 0)
	job := wire.JobID(cut.Board)
	task := queuedTask{Job: job, Digest: cut.Digest, Task: 3, Copies: 1, Text: cut.Task(3).String()}.message()
	result := resultMessage(job, cut.Head, ledger.Result{Task: 3, Count: 5, By: "ann@a", At: time.Unix(1e9, 0).UTC()})
	for _, m := range []message{
		task, result, {subject: wire.JobPrefix + job, data: cut.Line()},
		{subject: wire.ResultSubject(job, 0, "eve"), data: []byte(unwritable)},
		{subject: wire.ResultPrefix + job + ".03.ann", data: result.data},
		{subject: ".." + job + ".3.ann", data: result.data},
		{subject: wire.ReportSubject(job, "3", "ann"), data: result.data},
		{subject: wire.ReportSubject(job, "3", "ann"), data: complaint{"ann@a", "no"}.text()},
		{subject: wire.WorkerSubject("ann", "1"), data: []byte(`{"host":"a","pid":1,"workers":-5,"since":"2026-11-22T12:00:00+24:00"}`)},
		{subject: wire.WithdrawSubject(job, "ann", time.Unix(1, 2))},
	} {
		f.Add(m.subject, m.data)
	}
	f.Fuzz(func(t *testing.T, subject string, data []byte) {
		m := message{subject: subject, data: data}
		if r, err := parseResult(cut.Head, 40320, m); err == nil {
			if again := resultMessage(job, cut.Head, r); again.subject != subject || !bytes.Equal(again.data, data) {
				t.Errorf("%q was read as %+v", data, r)
			}
		}
		if head, err := parseJob(m); err == nil && head != nil && !bytes.Equal(head.Line(), data) {
			t.Errorf("%q was read as %+v", data, head)
		}
		if queued, task, err := parseTask(subject, data); err == nil {
			if subject != wire.TaskSubject(queued.Job, queued.Task) || task.String() == "" {
				t.Errorf("%q was read as %+v", data, queued)
			}
		}
		if r, err := parseWorker(m); err == nil {
			ledger.JSON(r)
		}
		ledger.JSON(parseComplaint(data))
		if job, account, at, ok := wire.ParseWithdrawal(subject); ok && wire.WithdrawPrefix+job != "" {
			if again := wire.WithdrawSubject(job, account, at); wire.Words(again)[2] != wire.Words(subject)[2] {
				t.Errorf("%q was read as %v", subject, at)
			}
		}
	})
}

// TestPoison stores a result that JSON reads and does not write. A server and a coordinator
// refuse it, now and after a restart, and name its account.
func TestPoison(t *testing.T) {
	t.Parallel()
	var r recorder
	dir := t.TempDir()
	q := openQueue(t, startServer(t, t.TempDir()), Options{Warn: r.warn})
	c := newCount(t, q, 8, 0)
	if err := q.StoreJob(t.Context(), c.Cut.Head); err != nil {
		t.Fatal(err)
	}
	if err := q.put(t.Context(), wire.ResultSubject(c.job, 0, "eve"), []byte(unwritable)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		archive, err := OpenArchive(dir, r.warn)
		if err != nil {
			t.Fatal(err)
		}
		if err := archive.Read(t.Context(), q); err != nil {
			t.Error(err)
		}
		archive.Close()
	}
	mustCount(t, c, &Worker{Queue: q, Goroutines: 1})
	if r.count(".0.eve is not a result of this job: damaged") != 3 {
		t.Errorf("said %q", r.lines)
	}
}

// TestReaderPanics has a job whose reader panics. Those of other jobs go on.
func TestReaderPanics(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	for _, n := range []int{8, 10} {
		c := newCount(t, q, n, 0)
		mustCount(t, c, &Worker{Queue: q, Goroutines: 1})
	}
	var r recorder
	archive := NewArchive(r.warn)
	if _, _, err := q.read(t.Context(), wire.JobStream, wire.JobPrefix+"*", 1, archive.takeJob); err != nil {
		t.Fatal(err)
	}
	archive.jobs[wire.JobID("n=8")].Ledger = nil
	if _, _, err := q.readResults(t.Context(), "*", archive.takeResults); err != nil {
		t.Error(err)
	}
	if good := archive.jobs[wire.JobID("n=10")]; good.Done() != good.Total {
		t.Errorf("%d of %d tasks of the other job are done", good.Done(), good.Total)
	}
	if broken := archive.jobs[wire.JobID("n=8")]; broken.trouble == "" || r.count("nil pointer") == 0 {
		t.Errorf("trouble %q, said %q", broken.trouble, r.lines)
	}
}

// TestGarbage stores messages that belong to no job. They are removed, whatever their names
// are, and one warning serves for all.
func TestGarbage(t *testing.T) {
	t.Parallel()
	var r recorder
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 8, 0)
	mustCount(t, c, &Worker{Queue: q, Goroutines: 1})
	archive := NewArchive(r.warn)
	if err := archive.Read(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	var garbage []message
	for i := range 700 {
		garbage = append(garbage,
			message{subject: fmt.Sprintf("%snobody%d.%d.eve", wire.ResultPrefix, i, i), data: []byte("x")},
			message{subject: fmt.Sprintf("%s%s.0%d.eve", wire.ReportPrefix, c.job, i), data: []byte("x")})
	}
	if _, err := q.store(t.Context(), garbage); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := archive.readNew(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	stream, err := q.js.Stream(t.Context(), wire.ResultStream)
	if err != nil {
		t.Fatal(err)
	}
	if left := stream.CachedInfo().State.Msgs; int(left) != c.Cut.Total || len(archive.unwanted) > 0 {
		t.Errorf("%d messages are left, want %d; %d are to be removed", left, c.Cut.Total, len(archive.unwanted))
	}
	if err := q.remove(t.Context(), []uint64{1 << 40, 3}); err != nil {
		t.Errorf("removing what is not there: %v", err)
	}
}
