package queue

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/embedded"
	"github.com/nats-io/nats.go/jetstream"
)

// solutions are the numbers that all these tests must arrive at (OEIS A000170).
var solutions = map[int]uint64{8: 92, 10: 724, 12: 14200}

// startServer starts a server in this process, and stops it at the end of the test.
func startServer(t testing.TB, dir string) *embedded.Server {
	t.Helper()
	s, err := embedded.Start(embedded.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

// openQueue connects to a server in this process.
func openQueue(t testing.TB, s *embedded.Server, options Options) *Queue {
	t.Helper()
	js, err := ConnectInProcess(s, s.Host())
	if err != nil {
		t.Fatal(err)
	}
	return createQueue(t, js, options)
}

func createQueue(t testing.TB, js jetstream.JetStream, options Options) *Queue {
	t.Helper()
	t.Cleanup(js.Conn().Close)
	if options.Account == "" {
		options.Account = Coordinator
	}
	q, err := New(js, options)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Create(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	return q
}

func newCut(t testing.TB, board string, tasks int) *ledger.Cut {
	t.Helper()
	s, err := queens.ParseBoard(board)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := ledger.NewCut(t.Context(), s, tasks)
	if err != nil {
		t.Fatal(err)
	}
	return cut
}

// newCount returns a coordinator without a ledger that recounts nothing.
func newCount(t testing.TB, q *Queue, n, tasks int) *Count {
	t.Helper()
	cut := newCut(t, fmt.Sprint("n=", n), tasks)
	return &Count{Queue: q, Cut: cut, Ledger: ledger.InMemory(cut.Head), job: JobID(cut.Board)}
}

// mustCount runs a count and checks the total.
func mustCount(t testing.TB, c *Count, w *Worker) {
	t.Helper()
	total, err := c.Run(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	fmt.Sscanf(c.Cut.Board, "n=%d", &n)
	if want := solutions[n]; total != want {
		t.Fatalf("n = %d: total %d, want %d", n, total, want)
	}
}

// workFor runs a worker until the function that it returns is called.
func workFor(t testing.TB, w *Worker) (end func()) {
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	return sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("the worker ended with %v", err)
		}
	})
}

// recorder collects what was reported as trouble.
type recorder struct {
	mu    sync.Mutex
	lines []string
}

func (r *recorder) trouble(err error) { r.say(err.Error()) }

func (r *recorder) say(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, text)
}

// count returns how many lines contain a text.
func (r *recorder) count(text string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(r.lines), func(line string) bool { return !strings.Contains(line, text) }))
}

// waitFor waits until something is so.
func waitFor(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

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
			if want := (1 - run) * len(c.Cut.Tasks); w.Done() != want {
				t.Errorf("n = %d: run %d counted %d tasks, want %d", n, run, w.Done(), want)
			}
			if last.Done != len(c.Cut.Tasks) || last.Solutions != solutions[n] {
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

// TestLongTask counts a task that takes longer than a worker may be silent.
func TestLongTask(t *testing.T) {
	t.Parallel()
	const ackWait = 500 * time.Millisecond
	q := openQueue(t, startServer(t, t.TempDir()), Options{AckWait: ackWait})
	c := newCount(t, q, 10, 20)
	var counted sync.Map
	w := &Worker{Queue: q, Goroutines: 2, count: func(ctx context.Context, work work, task queens.Task) (uint64, error) {
		times, _ := counted.LoadOrStore(work.Task, new(atomic.Int64))
		times.(*atomic.Int64).Add(1)
		if work.Task == 3 {
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
	if w.Done() != len(c.Cut.Tasks) {
		t.Errorf("the worker has %d results, want %d", w.Done(), len(c.Cut.Tasks))
	}
}

// TestLostResult takes one result away, which must be the only one to be counted again
// by a coordinator that does not know it.
func TestLostResult(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 10, 0)
	mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
	if err := q.purge(t.Context(), resultStream, resultWord+"*.5.*", 0); err != nil {
		t.Fatal(err)
	}
	w := &Worker{Queue: q, Goroutines: 2}
	mustCount(t, newCount(t, q, 10, 0), w)
	if w.Done() != 1 {
		t.Errorf("%d tasks were counted, want 1", w.Done())
	}
}

// allResults returns what the store has of the results of a job.
func allResults(t *testing.T, q *Queue, job string) (found []message, err error) {
	t.Helper()
	_, _, err = q.results(t.Context(), job, func(some []message) error {
		found = append(found, some...)
		return nil
	})
	return found, err
}

// TestLastRound takes results away that have come. The store must have them when the
// count has ended: only a round in which nothing was missing is the last.
func TestLastRound(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 10, 0)
	var once sync.Once
	c.Progress = func(p queens.Progress) {
		if p.Done > p.Total/2 {
			once.Do(func() {
				if err := q.purge(t.Context(), resultStream, resultWord+">", 0); err != nil {
					t.Error(err)
				}
			})
		}
	}
	mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
	found, err := allResults(t, q, c.job)
	if len(found) != len(c.Cut.Tasks) || err != nil {
		t.Errorf("the store has %d results of %d, %v", len(found), len(c.Cut.Tasks), err)
	}
}

// TestLostTask takes tasks from the queue that have no result. The coordinator must
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
				if err := q.purge(t.Context(), taskStream, taskWord+">", 0); err != nil {
					t.Error(err)
				}
			})
		}
	}
	mustCount(t, c, w)
}

// TestDamagedResult has messages in the store that are no results, or those of others.
func TestDamagedResult(t *testing.T) {
	t.Parallel()
	var r recorder
	q := openQueue(t, startServer(t, t.TempDir()), Options{Trouble: r.trouble})
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
		if err := q.put(t.Context(), resultWord+c.job+"."+subject, data); err != nil {
			t.Fatal(err)
		}
	}
	w := &Worker{Queue: q, Goroutines: 2}
	mustCount(t, c, w)
	if w.Done() != len(c.Cut.Tasks) || r.count("is damaged, or no result of this job") != 11 {
		t.Errorf("%d tasks were counted, trouble %q", w.Done(), r.lines)
	}
}

// TestComplaints has text in the queue that is no task, and a worker that says falsely
// that it cannot count another.
func TestComplaints(t *testing.T) {
	t.Parallel()
	var r recorder
	q := openQueue(t, startServer(t, t.TempDir()), Options{AckWait: time.Second, Trouble: r.trouble})
	c := newCount(t, q, 10, 0)
	if err := q.put(t.Context(), taskSubject(c.job, 1), []byte("garbage")); err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{"2.eve", "77777.eve", "-1.eve", "x.eve"} {
		if err := q.put(t.Context(), reportWord+c.job+"."+subject, complaint{"eve@e", strings.Repeat("no ", 1000)}.message()); err != nil {
			t.Fatal(err)
		}
	}
	mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
	if r.count("could not count task 1,") != 1 || r.count("could not count task 2,") != 1 || r.count("could not count") != 2 {
		t.Errorf("trouble %q", r.lines)
	}
	mustCount(t, newCount(t, q, 10, 0), nil)
}

// TestOverflow counts more solutions than fit.
func TestOverflow(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 8, 2)
	huge := func(context.Context, work, queens.Task) (uint64, error) { return math.MaxUint64, nil }
	if total, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 1, count: huge}); !errors.Is(err, queens.ErrOverflow) || total != 0 {
		t.Errorf("the sum: got %d, %v", total, err)
	}
	// One that says so of a task that does not overflow is not believed.
	c = newCount(t, q, 10, 2)
	overflow := func(context.Context, work, queens.Task) (uint64, error) { return 0, queens.ErrOverflow }
	mustCount(t, c, &Worker{Queue: q, Goroutines: 1, count: overflow})
}

// TestInterrupted ends a count. What was under way is given back, and the next count
// goes on.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{AckWait: 5 * time.Second})
	c := newCount(t, q, 10, 0)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := &Worker{Queue: q, Goroutines: 2, beforeStore: func() {
		cancel() // what is counted is stored all the same
	}}
	if _, err := c.Run(ctx, w); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if w.Done() == 0 {
		t.Error("nothing was stored")
	}
	again := &Worker{Queue: q, Goroutines: 2}
	mustCount(t, newCount(t, q, 10, 0), again)
	if again.Done() != len(c.Cut.Tasks)-w.Done() {
		t.Errorf("of %d tasks %d were counted first and %d then", len(c.Cut.Tasks), w.Done(), again.Done())
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
	w := &Worker{Queue: q, Goroutines: 2, Idle: idle, count: func(ctx context.Context, _ work, task queens.Task) (uint64, error) {
		time.Sleep(5 * idle)
		return task.Count(ctx)
	}}
	if err := w.Run(t.Context()); err != nil || w.Done() != 1 {
		t.Errorf("it ended after %d tasks with %v", w.Done(), err)
	}
}

// TestOtherCut asks for another number of tasks than a count was begun with.
func TestOtherCut(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	mustCount(t, newCount(t, q, 10, 300), &Worker{Queue: q, Goroutines: 1})
	_, err := newCount(t, q, 10, 3000).Run(t.Context(), nil)
	if want := `the server has the count of "n=10" in `; !strings.HasPrefix(fmt.Sprint(err), want) || !strings.Contains(err.Error(), "--tasks 300,") || !strings.Contains(err.Error(), "--tasks 3000,") {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestTwoCoordinators runs two counts of one board and one of another at a time.
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
		return len(workers) == 1 && workers[0].Goroutines == 3 && workers[0].PID == os.Getpid() && workers[0].Name == Coordinator
	})
	end()
	waitFor(t, "its end", func() bool {
		workers, err := q.workers(t.Context())
		return err == nil && len(workers) == 0
	})
}
