package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
)

// lie counts tasks, and some of them wrongly.
func lie(about func(task int) bool) func(context.Context, queuedTask, queens.Task) (uint64, error) {
	return func(ctx context.Context, queued queuedTask, task queens.Task) (uint64, error) {
		count, err := task.Count(ctx)
		if about(queued.Task) {
			count++
		}
		return count, err
	}
}

func always(int) bool { return true }

// TestLie counts with two workers, of which one lies. A recount shows it, all its results
// are withdrawn, and the next count, without it, is right.
func TestLie(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	archive := NewArchive(func(error) {})
	c := newCount(t, q, 10, 0)
	c.Recount = 0.01
	eve := openQueue(t, s, Options{Account: "eve"})
	endEve := workFor(t, &Worker{Queue: eve, Goroutines: 1, count: lie(always)})
	endAnn := workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "ann"}), Goroutines: 1})
	total, err := c.Run(t.Context(), nil)
	found, ok := errors.AsType[*WrongResultError](err)
	if !ok || total != 0 || found.Wrong[0].By != eve.by() || found.Wrong[0].Count != found.Count+1 {
		t.Fatalf("got %d, %v", total, err)
	}
	want := fmt.Sprintf("task %d of \"n=10\": %s counted %d, this computer %d; all %d results of eve were withdrawn", found.Wrong[0].Task, eve.by(), found.Count+1, found.Count, found.Withdrawn)
	if !strings.HasPrefix(err.Error(), want) || found.Withdrawn < 1 {
		t.Errorf("got %v, want %s", err, want)
	}
	endEve()
	endAnn()
	if err := archive.Read(t.Context(), q); err != nil {
		t.Error(err)
	}
	for r := range archive.jobs[c.job].All() {
		if r.Account() == "eve" && !r.At.After(archive.jobs[c.job].Withdrawn("eve").Add(-time.Second)) {
			t.Errorf("%+v was not withdrawn", r)
		}
	}
	// Recounting everything finds what eve stored afterwards.
	for range 2 {
		c = newCount(t, q, 10, 0)
		c.Recount = 1
		total, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 1})
		if err == nil && total == solutions[10] {
			return
		}
		if _, ok := errors.AsType[*WrongResultError](err); !ok {
			t.Fatalf("got %d, %v", total, err)
		}
	}
	t.Error("there is still a wrong result")
}

// TestWithdrawn withdraws the results of a liar from the ledger, and goes on with it.
func TestWithdrawn(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	c := newCount(t, q, 10, 0)
	var lied atomic.Bool // once
	end := workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "eve"}), Goroutines: 1, count: lie(func(task int) bool {
		return task == 7 && lied.CompareAndSwap(false, true)
	})})
	c.Recount = 1
	_, err := c.Run(t.Context(), nil)
	end()
	lie, ok := errors.AsType[*WrongResultError](err)
	if !ok || lie.Wrong[0].Task != 7 {
		t.Fatalf("got %v", err)
	}
	if p, err := c.Ledger.Progress(); p.Done != 0 || p.Solutions != 0 || err != nil {
		for r := range c.Ledger.All() {
			if r.Account() == "eve" {
				t.Errorf("%+v is still in the ledger", r)
			}
		}
	}
	// The same coordinator goes on with the same ledger and another worker.
	c.Recount = 0
	mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
}

// TestConflict has two accounts with different counts of a task. The coordinator counts it
// itself, even if it recounts nothing else.
func TestConflict(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"ann", "eve"} {
		s := startServer(t, t.TempDir())
		q := openQueue(t, s, Options{})
		c := newCount(t, q, 10, 0)
		right, err := c.Cut.Task(3).Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		names := []string{"ann", "eve"}
		if first == "eve" {
			slices.Reverse(names)
		}
		for _, name := range names {
			r := ledger.Result{Task: 3, Count: right, By: name + "@x"}
			if name == "eve" {
				r.Count++
			}
			putResult(t, c, r)
		}
		_, err = c.Run(t.Context(), nil)
		lie, ok := errors.AsType[*WrongResultError](err)
		if !ok || len(lie.Wrong) != 1 || lie.Wrong[0].By != "eve@x" || lie.Count != right || lie.Withdrawn != 1 {
			t.Errorf("%s first: got %v", first, err)
		}
		again := newCount(t, q, 10, 0)
		mustCount(t, again, &Worker{Queue: q, Goroutines: 2})
		if by := slices.Collect(again.Ledger.Results(3)); by[0].By != "ann@x" {
			t.Errorf("the right result is gone: %v", by)
		}
	}
}

// TestCopies wants two accounts for each task. The first waits for the second.
func TestCopies(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	c := newCount(t, q, 8, 0)
	c.Copies = 2
	var said recorder
	c.Say = said.say
	ann := &Worker{Queue: openQueue(t, s, Options{Account: "ann"}), Goroutines: 1}
	defer workFor(t, ann)()
	counted := make(chan struct{})
	go func() {
		defer close(counted)
		mustCount(t, c, nil)
	}()
	waitFor(t, "words", func() bool { return said.count("2 accounts must count each task, but only ann has workers") > 0 })
	defer workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "bob"}), Goroutines: 1})()
	<-counted
	for task := range c.Cut.Total {
		var names []string
		for r := range c.Ledger.Results(task) {
			names = append(names, r.Account())
		}
		slices.Sort(names)
		if !slices.Equal(names, []string{"ann", "bob"}) {
			t.Errorf("task %d was counted by %v", task, names)
		}
	}
}

// TestRequeued has a liar that counted all tasks and left. Its results are removed, and all
// tasks queued again.
func TestRequeued(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 8, 0)
	for i := range c.Cut.Total {
		count, err := c.Cut.Task(i).Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if i == 5 {
			count++
		}
		r := ledger.Result{Task: i, Count: count, By: "eve@e"}
		putResult(t, c, r)
	}
	c.Recount = 1
	_, err := c.Run(t.Context(), nil)
	if lie, ok := errors.AsType[*WrongResultError](err); !ok || lie.Wrong[0].Task != 5 || lie.Withdrawn != c.Cut.Total {
		t.Fatalf("got %v", err)
	}
	if got := storedBy(t, q, "eve"); got != 0 || len(c.missing()) == 0 {
		t.Errorf("the server has %d results of the liar, and %d tasks are missing", got, len(c.missing()))
	}
	waitFor(t, "the tasks in the queue", func() bool {
		load, err := q.backlog(t.Context(), c.job)
		return load.waiting == len(c.missing()) && err == nil
	})
	mustCount(t, newCount(t, q, 8, 0), &Worker{Queue: q, Goroutines: 1})
}

// TestVoid has a withdrawn result that the coordinator died before removing.
func TestVoid(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 8, 0)
	put := func(subject string, data []byte) {
		if err := q.put(t.Context(), subject, data); err != nil {
			t.Fatal(err)
		}
	}
	eve := ledger.Result{Task: 2, Count: 1000, By: "eve@e"}
	putResult(t, c, eve)
	put(wire.WithdrawSubject(c.job, "eve", time.Now()), nil)
	eve.Task = 3
	right, err := c.Cut.Task(3).Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	eve.Count = right
	putResult(t, c, eve)
	mustCount(t, c, &Worker{Queue: q, Goroutines: 1})
	if n := storedBy(t, q, "eve"); n != 2 {
		t.Errorf("the server has %d results of eve", n)
	}
	if results := slices.Collect(c.Ledger.Results(3)); len(results) != 1 || results[0].By != "eve@e" {
		t.Errorf("the result after the withdrawal: %v", results)
	}
}

// TestDamagedResult has messages on the server that are not results, or not of the account
// that stored them.
func TestDamagedResult(t *testing.T) {
	t.Parallel()
	var r recorder
	q := openQueue(t, startServer(t, t.TempDir()), Options{Warn: r.warn})
	c := newCount(t, q, 10, 0)
	line := func(task int, by string) []byte {
		return c.Cut.ResultLine(ledger.Result{Task: task, Count: 7, By: by})
	}
	other := newCut(t, "n=11", 0)
	for subject, data := range map[string][]byte{
		"1.eve":      []byte("garbage"),
		"2.eve":      line(2, "ann@a"),
		"3.eve":      line(4, "eve@e"),
		"4.eve":      other.ResultLine(ledger.Result{Task: 4, Count: 7, By: "eve@e"}),
		"99999.eve":  line(99999, "eve@e"),
		"x.eve":      line(5, "eve@e"),
		"6.ledger":   line(6, "eve@e"),
		"-1.eve":     line(-1, "eve@e"),
		"8.eve":      []byte{},
		"9.anything": line(9, ""),
		"10.*":       line(10, "*@e"),
	} {
		if err := q.put(t.Context(), wire.ResultPrefix+c.job+"."+subject, data); err != nil {
			t.Fatal(err)
		}
	}
	w := &Worker{Queue: q, Goroutines: 2}
	mustCount(t, c, w)
	if w.Done() != c.Cut.Total || r.count("is not a result of this job") != 11 {
		t.Errorf("%d tasks were counted, trouble %q", w.Done(), r.lines)
	}
}

// TestComplaints has a message in the queue that is not a task, and a worker that wrongly
// complains about another task.
func TestComplaints(t *testing.T) {
	t.Parallel()
	var r recorder
	q := openQueue(t, startServer(t, t.TempDir()), Options{AckWait: time.Second, Warn: r.warn})
	c := newCount(t, q, 10, 0)
	if err := q.put(t.Context(), wire.TaskSubject(c.job, 1), []byte("garbage")); err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{"2.eve", "77777.eve", "-1.eve", "x.eve"} {
		if err := q.put(t.Context(), wire.ReportPrefix+c.job+"."+subject, complaint{"eve@e", strings.Repeat("no ", 1000)}.text()); err != nil {
			t.Fatal(err)
		}
	}
	mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
	if r.count("could not count task 1,") != 1 || r.count("could not count task 2,") != 1 || r.count("could not count") != 2 {
		t.Errorf("trouble %q", r.lines)
	}
	mustCount(t, newCount(t, q, 10, 0), nil)
}
