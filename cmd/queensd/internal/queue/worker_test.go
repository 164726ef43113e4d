package queue

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
)

// TestLongTask counts a task that takes longer than a worker may be silent.
func TestLongTask(t *testing.T) {
	t.Parallel()
	const ackWait = 500 * time.Millisecond
	q := openQueue(t, startServer(t, t.TempDir()), Options{AckWait: ackWait})
	c := newCount(t, q, 10, 20)
	var counted sync.Map
	w := &Worker{Queue: q, Goroutines: 2, count: func(ctx context.Context, queued queuedTask, task queens.Task) (uint64, error) {
		times, _ := counted.LoadOrStore(queued.Task, new(atomic.Int64))
		times.(*atomic.Int64).Add(1)
		if queued.Task == 3 {
			time.Sleep(3 * ackWait)
		}
		return task.Count(ctx)
	}}
	mustCount(t, c, w)
	counted.Range(func(task, times any) bool {
		if n := times.(*atomic.Int64).Load(); n != 1 {
			t.Errorf("task %d was counted %d times", task, n)
		}
		return true
	})
	if w.Done() != c.Cut.Total {
		t.Errorf("the worker has %d results, want %d", w.Done(), c.Cut.Total)
	}
}

func TestIdle(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	if err := (&Worker{Queue: q, Goroutines: 2, Idle: 100 * time.Millisecond}).Run(t.Context()); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// TestIdleWhileBusy counts a task that takes longer than a worker may be idle.
func TestIdleWhileBusy(t *testing.T) {
	t.Parallel()
	const idle = 100 * time.Millisecond
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 8, 1)
	c.Copies = 1
	if err := errors.Join(q.activate(t.Context(), c.job), q.submit(t.Context(), c.missing()[:1])); err != nil {
		t.Fatal(err)
	}
	w := &Worker{Queue: q, Goroutines: 2, Idle: idle, count: func(ctx context.Context, _ queuedTask, task queens.Task) (uint64, error) {
		time.Sleep(5 * idle)
		return task.Count(ctx)
	}}
	if err := w.Run(t.Context()); err != nil || w.Done() != 1 {
		t.Errorf("it ended after %d tasks with %v", w.Done(), err)
	}
}

func TestPresence(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	if workers, err := q.workers(t.Context()); err != nil || len(workers) != 0 {
		t.Fatalf("workers %v, %v", workers, err)
	}
	end := workFor(t, &Worker{Queue: q, Goroutines: 3})
	waitFor(t, "a worker", func() bool {
		workers, err := q.workers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(workers) == 1 && workers[0].Goroutines == 3 && workers[0].PID == os.Getpid() && workers[0].Name == wire.Coordinator
	})
	end()
	waitFor(t, "its end", func() bool {
		workers, err := q.workers(t.Context())
		return err == nil && len(workers) == 0
	})
}

// TestFair queues a job that would take forever. It does not hold up another one.
func TestFair(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	large := newCut(t, "n=40", 1)
	big := &Count{Queue: q, Cut: large, Ledger: ledger.InMemory(large.Head), job: wire.JobID(large.Board), Copies: 1}
	if err := errors.Join(big.begin(t.Context()), q.submit(t.Context(), big.missing())); err != nil {
		t.Fatal(err)
	}
	var others atomic.Int64
	w := &Worker{Queue: openQueue(t, s, Options{Account: "ann"}), Goroutines: 1, count: func(ctx context.Context, queued queuedTask, task queens.Task) (uint64, error) {
		if queued.Job == big.job {
			others.Add(1)
			return 1, nil
		}
		return task.Count(ctx)
	}}
	defer workFor(t, w)()
	c := newCount(t, q, 10, 0)
	mustCount(t, c, nil)
	if n := int(others.Load()); n == 0 || n > 3*c.Cut.Total {
		t.Errorf("%d tasks of the other job were counted meanwhile, and %d of this", n, c.Cut.Total)
	}
}
