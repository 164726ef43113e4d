package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/internal/testkit"
	"example.com/queens/tasks"
	"github.com/nats-io/nats.go"
)

// cut returns the first tasks of a board.
func cut(t *testing.T, board string, number int) (list []wire.Task) {
	t.Helper()
	b := testkit.Must(queens.ParseBoard(board))
	all := testkit.Must(tasks.Cut(t.Context(), b, number))
	for i := range number {
		list = append(list, wire.Task{Number: i, Text: all.At(i).String()})
	}
	return list
}

// A count is played by a test. It has a server of its own and a worker.
type count struct {
	*testing.T
	*nats.Conn
	worker *Worker
	mu     sync.Mutex // held while it answers
}

// newCount starts a server and connects a worker. The function answer returns what the count answers.
func newCount(t *testing.T, answer func(*count, wire.Request) any) *count {
	t.Helper()
	dir := t.TempDir()
	keys := testkit.Must(access.Keys(dir))
	s := testkit.Must(access.Start(access.Config{Listen: "127.0.0.1:0", Keys: keys, Log: func(string) {}}))
	t.Cleanup(s.Stop)
	key := testkit.Must(access.ReadKey(access.Path(dir, "worker")))
	conn := testkit.Must(nats.Connect(s.URL(), key.Options()...))
	t.Cleanup(conn.Close)
	c := &count{T: t, Conn: s.Conn, worker: &Worker{
		Conn: conn, Account: "worker", Machine: wire.Machine{Name: "m", Goroutines: 2}, Patience: time.Minute,
		Say: func(text string) { t.Log(text) },
	}}
	testkit.Must(s.Conn.Subscribe(wire.Subject("worker"), func(m *nats.Msg) {
		c.mu.Lock()
		defer c.mu.Unlock()
		var q wire.Request
		json.Unmarshal(m.Data, &q)
		v := answer(c, q)
		text, ok := v.([]byte)
		if !ok {
			text, _ = json.Marshal(v)
		}
		s.Conn.Publish(m.Reply, text)
	}))
	testkit.NoError(t, s.Conn.Flush())
	return c
}

// end tells the worker that a count has ended.
func (c *count) end(job string) { c.Publish(wire.EndSubject("worker"), []byte(job)) }

// TestJobs has a count change its job from A to B and back, again and again. Each result that comes back
// belongs to the job under which it comes, and a worker asks for more tasks when they are quick.
func TestJobs(t *testing.T) {
	lists := map[string][]wire.Task{"A": cut(t, "n=8", 3), "B": cut(t, "n=9", 3)}
	counted := map[string]uint64{}
	for job, list := range lists {
		for _, task := range list {
			var q tasks.Task
			testkit.NoError(t, q.UnmarshalText([]byte(task.Text)))
			counted[fmt.Sprint(job, task.Number)] = testkit.Must(q.Count(t.Context()))
		}
	}
	answers, received, most := 0, 0, 0
	c := newCount(t, func(c *count, q wire.Request) any {
		for _, result := range q.Results {
			if want := counted[fmt.Sprint(q.Job, result.Number)]; want != result.Count {
				t.Errorf("task %d of %s: %d, want %d", result.Number, q.Job, result.Count, want)
			}
		}
		received += len(q.Results)
		most = max(most, q.Want)
		answers++
		job := string("AB"[answers%2])
		if answers > 100 {
			c.end(job)
			return wire.Answer{Job: job}
		}
		return wire.Answer{Job: job, Tasks: lists[job][:min(q.Want, 3)]}
	})
	_, err := c.worker.Run(t.Context())
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil || received < 100 || most < 3 || most > wire.MostTasks {
		t.Errorf("%d received, at most %d wanted, %v", received, most, err)
	}
}

// TestNoTasks has a count answer at once that there are no tasks, or with no answer at all. The worker
// pauses.
func TestNoTasks(t *testing.T) {
	for name, answer := range map[string]any{
		"none": wire.Answer{Job: "A"}, "null": []byte("null"), "{}": []byte("{}"), "no JSON": []byte("["),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithCancel(t.Context())
			begun, asked := time.Now(), 0
			c := newCount(t, func(*count, wire.Request) any {
				if asked++; asked == 5 {
					stop()
				}
				return answer
			})
			if _, err := c.worker.Run(ctx); err != context.Canceled || time.Since(begun) < 4*min(emptyFor, retryAfter)/2 {
				t.Errorf("%v, after %v", err, time.Since(begun))
			}
		})
	}
}

// TestForeignEnd tells a worker that another count has ended, and then that its own has.
func TestForeignEnd(t *testing.T) {
	list := cut(t, "n=8", 1)
	answers := 0
	c := newCount(t, func(c *count, q wire.Request) any {
		if answers++; len(q.Results) > 0 && answers < 50 {
			c.end("other")
			c.end("")
		} else if answers >= 50 {
			c.end("A")
		}
		return wire.Answer{Job: "A", Tasks: list}
	})
	if sent, err := c.worker.Run(t.Context()); err != nil || sent < 40 {
		t.Errorf("%d sent, %v", sent, err)
	}
}

// TestInterrupted ends a worker that has a result and counts a task of many minutes. It returns the
// result.
func TestInterrupted(t *testing.T) {
	quick, long := cut(t, "n=8", 1), cut(t, "n=22 blocked=a1", 1)
	long[0].Number = 1
	ctx, stop := context.WithCancel(t.Context())
	var answers, results atomic.Int64
	c := newCount(t, func(_ *count, q wire.Request) any {
		if results.Add(int64(len(q.Results))); answers.Add(1) == 1 {
			time.AfterFunc(300*time.Millisecond, stop)
		}
		return wire.Answer{Job: "A", Tasks: append(quick, long...)}
	})
	c.worker.Machine.Goroutines = 1
	if sent, err := c.worker.Run(ctx); err != context.Canceled || sent != 1 || results.Load() != 1 {
		t.Errorf("%d sent, %d received, %v", sent, results.Load(), err)
	}
}

// TestRefusals sends answers that make a worker give up, and some that are none.
func TestRefusals(t *testing.T) {
	large := append(cut(t, "n=8", 1), cut(t, "n=28", 1)...)
	for name, test := range map[string]struct {
		answer any
		want   string
	}{
		"withdrawn":       {wire.Answer{Withdrawn: true}, "results of this key were wrong, and all of them are withdrawn"},
		"no task":         {wire.Answer{Job: "A", Tasks: []wire.Task{{Number: 3, Text: "\r\x1b[2K"}}}, "task 3 cannot be counted here: "},
		"no answer":       {[]byte("}"), "no count answers: .*; gave up after 1s"},
		"too much memory": {wire.Answer{Job: "A", Tasks: large}, "task 0 cannot be counted here: a task takes up to 1.6 GB of memory, and this computer has 1 GB"},
	} {
		c := newCount(t, func(*count, wire.Request) any { return test.answer })
		c.worker.Memory, c.worker.Patience = 1e9, time.Second
		if _, err := c.worker.Run(t.Context()); err == nil || !regexp.MustCompile("^"+test.want).MatchString(err.Error()) || strings.ContainsAny(err.Error(), "\r\x1b") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMemory has tasks of which two fit into memory, after one that takes little. A third waits until one
// of them is counted, or until Run ends.
func TestMemory(t *testing.T) {
	const small, large, all = 8e6, 1.3e9, 3e9
	w := newCount(t, func(*count, wire.Request) any { return nil }).worker
	w.Memory = all
	w.begin(t.Context())
	testkit.NoError(t, w.acquire(small))
	testkit.NoError(t, w.acquire(large))
	testkit.NoError(t, w.acquire(large))
	third := make(chan error)
	go func() { third <- w.acquire(large) }()
	select {
	case err := <-third:
		t.Fatalf("three at a time: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	w.memory.Release(large)
	testkit.NoError(t, <-third)
	go func() { third <- w.acquire(large) }()
	w.end(errDone)
	if err := <-third; err != context.Canceled {
		t.Errorf("at the end: %v", err)
	}
}
