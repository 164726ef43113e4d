package queue

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/embedded"
	"example.com/queens/cmd/queensd/internal/wire"
)

func TestCount(t *testing.T) {
	t.Parallel()
	for _, n := range []int{8, 10} {
		dir := t.TempDir()
		for run := range 2 {
			s, err := embedded.Start(embedded.Config{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			q := openQueue(t, s, Options{})
			c := newCount(t, q, n, 0)
			var last queens.Progress
			c.Progress = func(p queens.Progress) {
				if p.Done < last.Done || p.Solutions < last.Solutions {
					t.Errorf("%v comes after %v", p, last)
				}
				last = p
			}
			w := &Worker{Queue: q, Goroutines: 2}
			mustCount(t, c, w)
			if want := (1 - run) * c.Cut.Total; w.Done() != want {
				t.Errorf("n = %d: run %d counted %d tasks, want %d", n, run, w.Done(), want)
			}
			if last.Done != c.Cut.Total || last.Solutions != solutions[n] {
				t.Errorf("n = %d: run %d ended at %v", n, run, last)
			}
			q.Close()
			s.Stop()
		}
	}
}

// TestNothingToCount counts boards without tasks.
func TestNothingToCount(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 2, 0)
	if total, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 1}); total != 0 || err != nil {
		t.Errorf("got %d, %v", total, err)
	}
}

// TestLostResult removes one result. A coordinator without a ledger has only its task
// counted again.
func TestLostResult(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 10, 0)
	mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
	if err := q.purge(t.Context(), wire.ResultStream, wire.ResultPrefix+"*.5.*", 0); err != nil {
		t.Fatal(err)
	}
	w := &Worker{Queue: q, Goroutines: 2}
	mustCount(t, newCount(t, q, 10, 0), w)
	if w.Done() != 1 {
		t.Errorf("%d tasks were counted, want 1", w.Done())
	}
}

// TestLastRound removes results during a count. The server must have them when the count
// ends: only a round in which nothing was missing is the last.
func TestLastRound(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 10, 0)
	var once sync.Once
	c.Progress = func(p queens.Progress) {
		if p.Done > p.Total/2 {
			once.Do(func() {
				if err := q.purge(t.Context(), wire.ResultStream, wire.ResultPrefix+">", 0); err != nil {
					t.Error(err)
				}
			})
		}
	}
	mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
	found, err := allResults(t, q, c.job)
	if len(found) != c.Cut.Total || err != nil {
		t.Errorf("the server has %d results of %d, %v", len(found), c.Cut.Total, err)
	}
}

// TestLostTask removes tasks from the queue that have no result. The coordinator must
// notice.
func TestLostTask(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 10, 0)
	var once sync.Once
	w := &Worker{Queue: q, Goroutines: 1}
	w.beforeStore = func() {
		if w.Done() >= 5 {
			once.Do(func() {
				if err := q.purge(t.Context(), wire.TaskStream, wire.TaskPrefix+">", 0); err != nil {
					t.Error(err)
				}
			})
		}
	}
	mustCount(t, c, w)
}

// TestOverflow counts more solutions than fit 64 bits.
func TestOverflow(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newLargeCount(t, q)
	huge := func(context.Context, queuedTask, queens.Task) (uint64, error) { return math.MaxUint64, nil }
	if total, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 1, count: huge}); !errors.Is(err, queens.ErrOverflow) || total != 0 {
		t.Errorf("the sum: got %d, %v", total, err)
	}
	// A worker that says so of a task that does not overflow is not believed.
	c = newCount(t, q, 10, 2)
	overflow := func(context.Context, queuedTask, queens.Task) (uint64, error) { return 0, queens.ErrOverflow }
	mustCount(t, c, &Worker{Queue: q, Goroutines: 1, count: overflow})
}

// TestForgedOverflow has a liar whose counts are greater than those of any task of a small
// board, and one whose counts on a large board have a sum that exceeds 64 bits. Both are named.
func TestForgedOverflow(t *testing.T) {
	t.Parallel()
	var said recorder
	q := openQueue(t, startServer(t, t.TempDir()), Options{Warn: said.warn})
	c := newCount(t, q, 8, 0)
	putResult(t, c, ledger.Result{Task: 3, Count: 40321, By: "eve@e"})
	mustCount(t, c, &Worker{Queue: q, Goroutines: 1})
	if said.count("eve counted 40321") != 1 {
		t.Errorf("said %q", said.lines)
	}
	if most := mostSolutions("n=8 given=b4"); most != 5040 {
		t.Errorf("with a queen given there are at most %d solutions, want 7!", most)
	}
	if most := mostSolutions("n=21"); most != math.MaxUint64 {
		t.Errorf("n=21 has at most %d", most)
	}
	c = newLargeCount(t, q)
	putResult(t, c, ledger.Result{Task: 0, Count: 7, By: "ann@a"})
	putResult(t, c, ledger.Result{Task: 1, Count: math.MaxUint64, By: "eve@e"})
	_, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 1})
	if lie, ok := errors.AsType[*WrongResultError](err); !ok || lie.Wrong[0].Account() != "eve" {
		t.Errorf("got %v", err)
	}
}

// newLargeCount returns a count of a board of more than 20 rows that takes no time: most of it
// is blocked.
func newLargeCount(t *testing.T, q *Queue) *Count {
	t.Helper()
	const n = 22
	p, err := queens.Construct(n)
	if err != nil {
		t.Fatal(err)
	}
	open := map[queens.Square]bool{}
	for s := queens.Identity; s <= queens.AntiTranspose; s++ {
		for row, col := range p.Transform(s) {
			open[queens.Square{Row: row, Col: col}] = true
		}
	}
	var blocked []queens.Square
	for row := range n {
		for col := range n {
			if at := (queens.Square{Row: row, Col: col}); !open[at] {
				blocked = append(blocked, at)
			}
		}
	}
	b, err := queens.New(n, queens.Blocked(blocked...))
	if err != nil {
		t.Fatal(err)
	}
	c := newCount(t, q, 8, 0)
	c.Cut = newCut(t, b.String(), 2)
	c.Ledger, c.job, c.most = ledger.InMemory(c.Cut.Head), wire.JobID(c.Cut.Board), mostSolutions(c.Cut.Board)
	if c.Cut.Total < 2 {
		t.Fatalf("%d tasks", c.Cut.Total)
	}
	return c
}

// TestInterrupted interrupts a count. Tasks under way return to the queue, and the next
// count goes on.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{AckWait: 5 * time.Second})
	c := newCount(t, q, 10, 0)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := &Worker{Queue: q, Goroutines: 2, beforeStore: func() {
		cancel() // the result is stored all the same
	}}
	if _, err := c.Run(ctx, w); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if w.Done() == 0 {
		t.Error("nothing was stored")
	}
	again := &Worker{Queue: q, Goroutines: 2}
	mustCount(t, newCount(t, q, 10, 0), again)
	if again.Done() != c.Cut.Total-w.Done() {
		t.Errorf("of %d tasks, %d were counted first and %d then", c.Cut.Total, w.Done(), again.Done())
	}
}

// TestOtherCut asks for another number of tasks than an earlier count.
func TestOtherCut(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	mustCount(t, newCount(t, q, 10, 300), &Worker{Queue: q, Goroutines: 1})
	_, err := newCount(t, q, 10, 3000).Run(t.Context(), nil)
	if want := `the server has the count of "n=10" in `; !strings.HasPrefix(fmt.Sprint(err), want) || !strings.Contains(err.Error(), "--tasks 300,") || !strings.Contains(err.Error(), "--tasks 3000,") {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestTwoCoordinators runs two counts of one board and one of another at the same time.
func TestTwoCoordinators(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	var wait sync.WaitGroup
	for _, n := range []int{8, 8, 10} {
		q := openQueue(t, s, Options{AckWait: 5 * time.Second})
		c := newCount(t, q, n, 0)
		wait.Go(func() {
			total, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 1})
			if (err != nil || total != solutions[n]) && !errors.Is(err, ErrCancelled) {
				t.Errorf("n = %d: %d, %v", n, total, err)
			}
		})
	}
	wait.Wait()
}
