package queue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
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

// beServer in the environment turns the test binary into a server that can be killed. Its
// value is an address and a directory.
const beServer = "QUEENS_BE_SERVER"

// TestMain keeps files in memory if possible: these tests kill processes, but do not cut the
// power.
func TestMain(m *testing.M) {
	if address, dir, ok := strings.Cut(os.Getenv(beServer), " "); ok {
		if err := beServerAt(address, dir); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("ready")
		select {}
	}
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		os.Setenv("TMPDIR", "/dev/shm")
	}
	os.Exit(m.Run())
}

func beServerAt(address, dir string) error {
	s, err := embedded.Start(embedded.Config{Dir: dir, Listen: address})
	if err != nil {
		return err
	}
	js, err := ConnectInProcess(s, s.Host())
	if err != nil {
		return err
	}
	q, err := New(js, Options{})
	if err != nil {
		return err
	}
	return q.Create(context.Background(), 1)
}

// solutions has the totals that all these tests must arrive at (OEIS A000170).
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
		options.Account = wire.Coordinator
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

// newCount returns a coordinator without a ledger file that recounts nothing.
func newCount(t testing.TB, q *Queue, n, tasks int) *Count {
	t.Helper()
	cut := newCut(t, fmt.Sprint("n=", n), tasks)
	return &Count{Queue: q, Cut: cut, Ledger: ledger.InMemory(cut.Head), job: wire.JobID(cut.Board), most: mostSolutions(cut.Board)}
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

// A recorder collects warnings and messages.
type recorder struct {
	mu    sync.Mutex
	lines []string
}

func (r *recorder) warn(err error) { r.say(err.Error()) }

func (r *recorder) say(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, text)
}

// count returns the number of lines that contain a text.
func (r *recorder) count(text string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(r.lines), func(line string) bool { return !strings.Contains(line, text) }))
}

// waitFor waits until a condition holds.
func waitFor(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// allResults returns the messages of a job in the stream of results.
func allResults(t *testing.T, q *Queue, job string) (found []message, err error) {
	t.Helper()
	_, _, err = q.readResults(t.Context(), job, func(some []message) error {
		found = append(found, some...)
		return nil
	})
	return found, err
}

// storedBy returns the number of results of an account on the server, withdrawn or not.
func storedBy(t *testing.T, q *Queue, name string) int {
	t.Helper()
	n := 0
	if _, _, err := q.read(t.Context(), wire.ResultStream, wire.ResultsOf("*", name), 1, func(message) error {
		n++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

// resultsBy returns the right results of all tasks, by one account.
func resultsBy(t *testing.T, c *Count, by string) (messages []message) {
	t.Helper()
	for i := range c.Cut.Total {
		count, err := c.Cut.Task(i).Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r := ledger.Result{Task: i, Count: count, By: by}
		messages = append(messages, resultMessage(wire.JobID(c.Cut.Board), c.Cut.Head, r))
	}
	return messages
}

// putResult stores a result of a count.
func putResult(t *testing.T, c *Count, r ledger.Result) {
	t.Helper()
	m := resultMessage(c.job, c.Cut.Head, r)
	if err := c.Queue.put(t.Context(), m.subject, m.data); err != nil {
		t.Fatal(err)
	}
}

// waitQueued waits until all tasks of a count are in the queue, so that its coordinator
// follows the results.
func waitQueued(t *testing.T, c *Count) {
	t.Helper()
	waitFor(t, "the tasks in the queue", func() bool {
		backlogs, err := c.Queue.backlogs(t.Context())
		return err == nil && backlogs[c.job].waiting == c.Cut.Total
	})
}

// long reports whether tests are to run whole, not shortened.
func long() bool { return os.Getenv("QUEENS_LONG") != "" }
