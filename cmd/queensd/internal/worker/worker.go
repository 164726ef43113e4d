// Package worker counts tasks for a count that runs on another computer.
package worker

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/tasks"
	"github.com/nats-io/nats.go"
	"golang.org/x/sync/semaphore"
)

// A Worker takes tasks from a count, counts them and returns the results.
type Worker struct {
	Conn     *nats.Conn
	Account  string // of the key with which Conn was opened
	Machine  wire.Machine
	Patience time.Duration // how long the count may be silent before Run fails
	Memory   uint64        // of this computer, in bytes; 0 if unknown
	Say      func(string)

	ctx    context.Context         // of Run
	end    context.CancelCauseFunc // ends Run; only the first reason counts
	memory *semaphore.Weighted

	mu    sync.Mutex
	job   string    // of the latest answer
	sent  int       // results that the count has kept
	heard time.Time // when the count last answered
}

// errDone ends Run without an error.
var errDone = errors.New("the count is done")

const (
	// requestFor is how long a request waits for its answer. After a silence it waits as long as
	// that has lasted, up to longestRequest: otherwise a count too busy to answer in time would
	// never be heard.
	requestFor, longestRequest = 4 * time.Second, 16 * time.Second
	// retryAfter is the pause after a failed request, and emptyFor the one after an answer without
	// tasks. warnAfter is how long the count may be silent before the user is told.
	retryAfter = 200 * time.Millisecond
	emptyFor   = time.Second / 2
	warnAfter  = 3 * time.Second
	// lingerFor is how long Run may go on returning results after it was told to end.
	lingerFor = time.Second
	// batchFor is about how long the tasks of a request take.
	batchFor = 200 * time.Millisecond
)

// Run works until the count is done or ctx ends. It returns the number of results that the count
// has kept.
func (w *Worker) Run(ctx context.Context) (sent int, err error) {
	w.begin(ctx)
	defer w.end(nil)
	w.Conn.SetClosedHandler(func(c *nats.Conn) { w.end(access.WhyClosed(c)) })
	defer w.Conn.SetClosedHandler(nil)
	end, err := w.Conn.Subscribe(wire.EndSubject(w.Account), w.receiveEnd)
	if w.Conn.IsClosed() {
		err = access.WhyClosed(w.Conn)
	}
	if err != nil {
		return 0, err
	}
	defer end.Unsubscribe()
	var working sync.WaitGroup
	for range w.Machine.Goroutines {
		working.Go(w.work)
	}
	working.Wait()
	if err := context.Cause(w.ctx); err != errDone {
		return w.sent, err
	}
	return w.sent, nil
}

func (w *Worker) begin(ctx context.Context) {
	w.ctx, w.end = context.WithCancelCause(ctx)
	w.memory = semaphore.NewWeighted(int64(min(cmp.Or(w.Memory, math.MaxInt64), math.MaxInt64)))
}

// receiveEnd ends Run, unless the message is about another job.
func (w *Worker) receiveEnd(m *nats.Msg) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.job == "" || w.job == string(m.Data) {
		w.end(errDone)
	}
}

// work returns results and takes tasks in one request after the other, until Run ends. Then it
// returns the results that are left, unless nobody needs them.
func (w *Worker) work() {
	request := wire.Request{Machine: w.Machine, Want: 1}
	for {
		answer, ok := w.repeat(request)
		if !ok {
			break
		}
		request.Job, request.Results = answer.Job, nil
		if answer.Withdrawn {
			w.end(errors.New("results of this key were wrong, and all of them are withdrawn: check this computer, and give it a new key"))
		} else if len(answer.Tasks) == 0 {
			pause(w.ctx, emptyFor)
		}
		begun := time.Now()
		for _, task := range answer.Tasks[:min(len(answer.Tasks), wire.MostTasks)] {
			if count, ok := w.count(task); ok {
				request.Results = append(request.Results, wire.Result{Number: task.Number, Count: count})
			}
		}
		if counted := len(request.Results); counted > 0 {
			each := max(1, time.Since(begun)/time.Duration(counted))
			request.Want = int(max(1, min(batchFor/each, wire.MostTasks)))
		}
	}
	if request.Want = 0; len(request.Results) > 0 && context.Cause(w.ctx) != errDone {
		ctx, stop := context.WithTimeout(context.WithoutCancel(w.ctx), lingerFor)
		defer stop()
		w.request(ctx, request, time.Now())
	}
}

// count counts a task, once there is memory for it.
func (w *Worker) count(task wire.Task) (count uint64, ok bool) {
	var t tasks.Task
	err := t.UnmarshalText([]byte(task.Text))
	if err == nil {
		err = w.acquire(t.Memory())
	}
	if err == nil {
		count, err = t.Count(w.ctx)
		w.memory.Release(int64(t.Memory()))
	}
	if err != nil && w.ctx.Err() == nil {
		w.end(fmt.Errorf("task %d cannot be counted here: %w", task.Number, err))
	}
	return count, err == nil
}

// acquire waits until there is memory for a task. If there is not enough for it alone, it fails.
func (w *Worker) acquire(bytes uint64) error {
	if w.memory.TryAcquire(int64(bytes)) {
		return nil
	}
	need := fmt.Sprintf("a task takes up to %.2g GB of memory, and this computer has %.2g GB", float64(bytes)/1e9, float64(w.Memory)/1e9)
	if bytes > w.Memory {
		return errors.New(need)
	}
	w.Say("counting fewer tasks at a time: " + need)
	return w.memory.Acquire(w.ctx, int64(bytes))
}

// repeat sends a request until it is answered, or until Run ends.
func (w *Worker) repeat(q wire.Request) (answer wire.Answer, ok bool) {
	for begun := time.Now(); !ok && w.ctx.Err() == nil; {
		answer, ok = w.request(w.ctx, q, begun)
	}
	return answer, ok
}

// request sends a request, which was first sent at the time begun, and reads the answer, and reports
// whether there was one. If not, it pauses; after too long without any, it ends Run.
func (w *Worker) request(ctx context.Context, q wire.Request, begun time.Time) (answer wire.Answer, ok bool) {
	text, err := json.Marshal(q)
	if err != nil {
		panic(err) // there is nothing in it that cannot be marshalled
	}
	within, cancel := context.WithTimeout(ctx, min(max(requestFor, w.silent(begun)), longestRequest))
	defer cancel()
	m, err := w.Conn.RequestWithContext(within, wire.Subject(w.Account), text)
	if err == nil {
		err = json.Unmarshal(m.Data, &answer)
	} else if !w.Conn.IsConnected() {
		err = errors.New("the connection is lost")
	}
	if err == nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.heard, w.job = time.Now(), answer.Job; w.job == q.Job {
			w.sent += len(q.Results)
		}
		return answer, true
	}
	switch silent := w.silent(begun); {
	case w.ctx.Err() != nil:
	case silent > w.Patience:
		w.end(fmt.Errorf("no count answers: %w; gave up after %v", err, w.Patience))
	case silent > warnAfter:
		w.Say(fmt.Sprintf("no count answers: %v; trying again", err))
	}
	pause(ctx, retryAfter)
	return wire.Answer{}, false
}

// silent returns how long there has been no answer to any request since the time begun.
func (w *Worker) silent(begun time.Time) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return min(time.Since(begun), time.Since(w.heard))
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
