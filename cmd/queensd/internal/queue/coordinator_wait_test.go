package queue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/embedded"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go/jetstream"
)

// TestWaiting says what a count waits for.
func TestWaiting(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	c := newCount(t, q, 8, 0)
	var said recorder
	c.Say = said.say
	counted := make(chan struct{})
	go func() {
		defer close(counted)
		mustCount(t, c, nil)
	}()
	waitFor(t, "a message that there is no worker", func() bool { return said.count("there is no worker") > 0 })
	other := newCount(t, q, 12, 0)
	other.Copies = 1
	if err := errors.Join(other.begin(t.Context()), q.submit(t.Context(), other.missing())); err != nil {
		t.Fatal(err)
	}
	free := make(chan struct{})
	end := workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "ann"}), Goroutines: 1, count: func(ctx context.Context, queued queuedTask, task queens.Task) (uint64, error) {
		if queued.Job == other.job {
			<-free
		}
		return task.Count(ctx)
	}})
	defer end()
	waitFor(t, "the worker to be busy", func() bool {
		left, err := q.backlog(t.Context(), other.job)
		return left.underWay > 0 && err == nil
	})
	close(free)
	<-counted
	if text := c.waitsFor(backlogOf(&jetstream.ConsumerInfo{NumPending: 5}), []string{"ann"}, map[string]backlog{"x": {underWay: 2}}); !strings.Contains(text, "busy with 2 tasks of other jobs (x)") {
		t.Errorf("it says %q", text)
	}
}

// TestHeld has a worker that takes tasks and holds them forever. The coordinator counts
// them itself, and finds its results even if a rebuilt server has given them lower numbers
// than those before.
func TestHeld(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{AckWait: time.Second})
	c := newCount(t, q, 8, 0)
	c.heldAfter = 100 * time.Millisecond
	var once sync.Once
	c.Progress = func(queens.Progress) { once.Do(func() { c.next = 1 << 20 }) }
	var said recorder
	c.Say = said.say
	stop := make(chan struct{})
	defer workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "eve"}), Goroutines: 64, count: func(ctx context.Context, _ queuedTask, _ queens.Task) (uint64, error) {
		<-stop
		return 0, context.Canceled
	}})()
	defer close(stop)
	mustCount(t, c, nil)
	if said.count("of the missing tasks here") == 0 {
		t.Errorf("said %q", said.lines)
	}
}

// TestSwallowed has a worker that acknowledges all tasks and counts none.
func TestSwallowed(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	c := newCount(t, q, 8, 0)
	c.stuckAfter = 100 * time.Millisecond
	var said recorder
	c.Say = said.say
	tasks := &source{queue: openQueue(t, s, Options{Account: "eve"})}
	ctx, stop := context.WithCancel(t.Context())
	var eve sync.WaitGroup
	eve.Go(func() {
		for ctx.Err() == nil {
			if task, _ := tasks.next(ctx); task != nil {
				task.tell("+ACK")
			}
		}
	})
	mustCount(t, c, nil)
	stop()
	eve.Wait()
	if said.count("of the missing tasks here") == 0 {
		t.Errorf("said %q", said.lines)
	}
}

// rolledBack returns a server that has all tasks of n=8 and delivers none: the files of the
// tasks are older than its record of deliveries.
func rolledBack(t *testing.T) *embedded.Server {
	t.Helper()
	dir, old := t.TempDir(), t.TempDir()
	files := filepath.Join(dir, "jetstream", "queens", "streams", wire.TaskStream, "msgs")
	var tasks int
	with := func(f func(*Queue, *Count)) {
		s, err := embedded.Start(embedded.Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		q := openQueue(t, s, Options{})
		c := newCount(t, q, 8, 0)
		c.Copies = 1
		f(q, c)
		q.Close()
		s.Stop()
	}
	with(func(q *Queue, c *Count) {
		works := c.missing()
		tasks = len(works)
		if err := errors.Join(c.begin(t.Context()), q.submit(t.Context(), works)); err != nil {
			t.Fatal(err)
		}
	})
	if err := os.CopyFS(old, os.DirFS(files)); err != nil {
		t.Fatal(err)
	}
	with(func(q *Queue, c *Count) {
		waiting := &source{queue: q}
		for range tasks {
			task, err := waiting.next(t.Context())
			if task == nil || err != nil {
				t.Fatal(task, err)
			}
			if err := task.done(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	})
	if err := errors.Join(os.RemoveAll(files), os.CopyFS(files, os.DirFS(old))); err != nil {
		t.Fatal(err)
	}
	s := startServer(t, dir)
	q := openQueue(t, s, Options{})
	stream, err := q.js.Stream(t.Context(), wire.TaskStream)
	if err != nil {
		t.Fatal(err)
	}
	l, err := q.backlog(t.Context(), wire.JobID("n=8"))
	if stored := stream.CachedInfo().State.Msgs; int(stored) != tasks || l.waiting+l.underWay != 0 || err != nil {
		t.Fatalf("the server has %d tasks of %d, and %+v to give, %v", stored, tasks, l, err)
	}
	return s
}

// TestRolledBack counts with a server that delivers no tasks. The coordinator renews the
// queue.
func TestRolledBack(t *testing.T) {
	t.Parallel()
	s := rolledBack(t)
	c := newCount(t, openQueue(t, s, Options{}), 8, 0)
	c.stuckAfter = 100 * time.Millisecond
	var said recorder
	c.Say = said.say
	w := &Worker{Queue: openQueue(t, s, Options{Account: "ann"}), Goroutines: 1}
	end := workFor(t, w)
	mustCount(t, c, nil)
	end()
	if w.Done() != c.Cut.Total || said.count("missing tasks again") != 1 {
		t.Errorf("the worker counted %d tasks of %d; said %q", w.Done(), c.Cut.Total, said.lines)
	}
}

// TestRestoredQueue restores a lost result on such a server. That renews the queue as well.
func TestRestoredQueue(t *testing.T) {
	t.Parallel()
	s := rolledBack(t)
	q := openQueue(t, s, Options{})
	c := newCount(t, q, 8, 0)
	count, err := c.Cut.Task(3).Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	archive := NewArchive(func(error) {})
	if err := archive.Read(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	if _, err := archive.jobs[c.job].Add(ledger.Result{Task: 3, Count: count, By: "ann@a"}); err != nil {
		t.Fatal(err)
	}
	if added, err := archive.Restore(t.Context(), q); added != 1 || err != nil {
		t.Fatal(added, err)
	}
	var said recorder
	c.Say = said.say
	w := &Worker{Queue: q, Goroutines: 1}
	mustCount(t, c, w)
	if w.Done() != c.Cut.Total-1 || said.count("missing tasks") != 0 {
		t.Errorf("the worker counted %d tasks of %d; said %q", w.Done(), c.Cut.Total, said.lines)
	}
}

// TestGone looks for a queue that is gone for a moment, and then for good.
func TestGone(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 8, 0)
	if err := q.deactivate(t.Context(), c.job); err != nil {
		t.Fatal(err)
	}
	var renewing sync.WaitGroup
	renewing.Go(func() {
		time.Sleep(50 * time.Millisecond)
		if err := q.renew(t.Context(), c.job); err != nil {
			t.Error(err)
		}
	})
	if _, err := q.backlog(t.Context(), c.job); err != nil {
		t.Error(err)
	}
	renewing.Wait()
	if err := q.end(t.Context(), c.job); err != nil {
		t.Fatal(err)
	}
	if _, err := q.backlog(t.Context(), c.job); err != ErrCancelled {
		t.Error(err)
	}
}

// TestAnnouncements has a worker that makes up many others, with impossible figures.
func TestAnnouncements(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	good := `{"host":"h","pid":1,"workers":2,"done":3,"since":"2026-11-22T12:00:00Z"}`
	for i, text := range []string{
		good, `{"host":"h","pid":1,"workers":-5,"done":3,"since":"2026-11-22T12:00:00Z"}`, `{"host":"h","pid":1,"workers":1,"done":-9,"since":"2026-11-22T12:00:00Z"}`,
		`{"host":"h","pid":1,"workers":1,"since":"9999-12-31T23:59:59-24:00"}`, `{"host":"h","pid":1,"workers":1}`, "x", "",
	} {
		if err := q.conn.Publish(wire.WorkerSubject("ann", fmt.Sprint(i)), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	const many = 3000
	for i := range many {
		if err := q.conn.Publish(wire.WorkerSubject("eve", fmt.Sprint(i)), []byte(good)); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.put(t.Context(), wire.WorkerSubject("bob", "1"), []byte(good)); err != nil {
		t.Fatal(err)
	}
	found, err := q.workers(t.Context())
	of := map[string]int{}
	for _, w := range found {
		of[w.Name]++
	}
	if of["eve"] != workersMost || of["bob"] != 1 || err != nil {
		t.Errorf("%v, %v", of, err)
	}
	stream, err := q.js.Stream(t.Context(), wire.WorkerStream)
	if err != nil || stream.CachedInfo().State.Msgs > 1000 {
		t.Errorf("%+v, %v", stream.CachedInfo().State, err)
	}
	for i, ok := range []bool{true, false, false, false} {
		text := []string{good, strings.Replace(good, "2,", "-5,", 1), strings.Replace(good, "3,", "-9,", 1), strings.Replace(good, "2026-11-22T12:00:00Z", "9999-12-31T23:59:59-24:00", 1)}[i]
		if _, err := parseWorker(message{subject: wire.WorkerSubject("ann", "1"), data: []byte(text)}); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}
