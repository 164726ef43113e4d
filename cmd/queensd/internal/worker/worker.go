// Package worker counts tasks for a count that runs on another computer.
package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/tasks"
	"github.com/nats-io/nats.go"
)

// A Worker takes tasks from a count, counts them and returns the results.
type Worker struct {
	Conn     *nats.Conn
	Account  string // of the key with which Conn was opened
	Machine  wire.Machine
	Patience time.Duration // how long the count may be silent before Run fails
	Memory   uint64        // of this computer, in bytes; 0 if unknown
	Say      func(string)

	// Count counts a task. It is nil except in tests.
	Count func(context.Context, tasks.Task) (uint64, error)

	ctx context.Context // of Run
	end func(why error) // ends Run; only the first reason counts

	mu      sync.Mutex
	changed *sync.Cond // ctx, or any of the fields below
	job     *job
	self    wire.Machine  // what the count is told; its Goroutines is how many tasks to count at a time
	running int           // tasks being counted
	sent    int           // results that the count has kept
	took    time.Duration // how long a task takes, lately
	heard   time.Time     // when the count last answered
}

// A job is the work for one count. If another count takes its place, and then the first one again,
// that makes three jobs: the third has no part in what was under way for the first.
type job struct {
	digest  string // of the tasks of the count
	ctx     context.Context
	stop    context.CancelFunc
	queue   []wire.Task
	busy    map[int]bool  // tasks in the queue, being counted, or with results not yet returned
	results []wire.Result // not yet returned
}

func newJob(ctx context.Context, digest string) *job {
	ctx, stop := context.WithCancel(ctx)
	return &job{digest: digest, ctx: ctx, stop: stop, busy: map[int]bool{}}
}

// errDone ends Run without an error.
var errDone = errors.New("the count is done")

const (
	// requestFor is how long a request waits for its answer. After a silence it waits as long as
	// that has lasted, up to longestRequest: otherwise a count too busy to answer in time would
	// never be heard.
	requestFor, longestRequest = 4 * time.Second, 16 * time.Second
	// retryAfter is the pause after a failed request, and emptyFor the one after a request that has
	// brought no new tasks. warnAfter is how long the count may be silent before the user is told.
	retryAfter = 200 * time.Millisecond
	emptyFor   = time.Second / 2
	warnAfter  = 3 * time.Second
	// lingerFor is how long Run may go on returning results after it was told to end.
	lingerFor = time.Second
	// mostBusy limits the tasks that are taken and not yet returned.
	mostBusy = 8 * wire.MostTasks
	// reserveFor is how long the queue lasts while the count is asked for more tasks.
	reserveFor = 50 * time.Millisecond
	// gatherFor is how long results wait to be sent together with others.
	gatherFor = 100 * time.Millisecond
)

// Run works until the count is done or ctx ends. It returns the number of results that the count
// has kept.
func (w *Worker) Run(ctx context.Context) (sent int, err error) {
	w.ctx, w.end = context.WithCancelCause(ctx)
	defer w.end(nil)
	w.changed, w.job, w.self = sync.NewCond(&w.mu), newJob(w.ctx, ""), w.Machine
	w.heard = time.Now()
	if w.Count == nil {
		w.Count = func(ctx context.Context, task tasks.Task) (uint64, error) { return task.Count(ctx) }
	}
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
	defer context.AfterFunc(w.ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed.Broadcast()
	})()
	var working sync.WaitGroup
	for range w.self.Goroutines {
		working.Go(w.countTasks)
	}
	working.Go(w.ask)
	sending, stopSending := context.WithCancel(context.WithoutCancel(w.ctx))
	defer stopSending()
	working.Go(func() { w.send(sending) })
	<-w.ctx.Done()
	err, linger := context.Cause(w.ctx), lingerFor
	if err == errDone {
		err, linger = nil, 0 // nobody needs the remaining results
	}
	defer time.AfterFunc(linger, stopSending).Stop()
	working.Wait()
	return w.sent, err
}

// receiveEnd ends Run, unless the message is about another job.
func (w *Worker) receiveEnd(m *nats.Msg) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.job.digest == "" || w.job.digest == string(m.Data) {
		w.end(errDone)
	}
}

// countTasks counts tasks of the queue until Run ends.
func (w *Worker) countTasks() {
	for task, job, ok := w.next(); ok; task, job, ok = w.next() {
		begun := time.Now()
		var t tasks.Task
		err := t.UnmarshalText([]byte(task.Text))
		var count uint64
		if err == nil {
			count, err = w.Count(job.ctx, t)
		}
		if err != nil && job.ctx.Err() == nil {
			w.end(fmt.Errorf("task %d cannot be counted here: %w", task.Number, err))
			return
		}
		w.mu.Lock()
		w.running--
		if job.ctx.Err() == nil {
			job.results = append(job.results, wire.Result{Number: task.Number, Count: count})
			w.took = (w.took + time.Since(begun)) / 2
		}
		w.changed.Broadcast()
		w.mu.Unlock()
	}
}

// next waits for a task.
func (w *Worker) next() (task wire.Task, job *job, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for (len(w.job.queue) == 0 || w.running >= w.self.Goroutines) && w.ctx.Err() == nil {
		w.changed.Wait()
	}
	if w.ctx.Err() != nil {
		return wire.Task{}, nil, false
	}
	job = w.job
	task, job.queue = job.queue[0], job.queue[1:]
	w.running++
	w.changed.Broadcast()
	return task, job, true
}

// ask asks for more tasks in time, so that the queue does not run dry.
func (w *Worker) ask() {
	for message, ok := w.wants(); ok; message, ok = w.wants() {
		var answer wire.Tasks
		if !w.request(w.ctx, wire.AskSubject(w.Account), message, &answer) {
			continue
		}
		if answer.Withdrawn {
			w.end(errors.New("results of this key were wrong, and all of them are withdrawn: check this computer, and give it a new key"))
			return
		}
		if w.enqueue(answer) == 0 {
			pause(w.ctx, emptyFor)
		}
	}
}

// wants waits until tasks are wanted.
func (w *Worker) wants() (message wire.Ask, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.ctx.Err() == nil {
		if least, most := w.reserve(); len(w.job.queue) <= least && len(w.job.busy) < mostBusy {
			return wire.Ask{Machine: w.self, Want: min(most-len(w.job.queue), wire.MostTasks)}, true
		}
		w.changed.Wait()
	}
	return wire.Ask{}, false
}

// reserve returns how short the queue must be to ask for more tasks, and how long it should be then.
func (w *Worker) reserve() (least, most int) {
	during := func(d time.Duration) int {
		if w.took == 0 {
			return 0
		}
		return int(math.Ceil(math.Min(float64(d)/float64(w.took)*float64(w.self.Goroutines), wire.MostTasks)))
	}
	least = during(reserveFor)
	return least, least + max(w.self.Goroutines, during(gatherFor/2))
}

// enqueue puts the new tasks of an answer into the queue, and returns their number.
func (w *Worker) enqueue(answer wire.Tasks) (added int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if answer.Job != w.job.digest { // another count
		w.job.stop()
		w.job = newJob(w.ctx, answer.Job)
	}
	var first tasks.Task
	if len(answer.Tasks) > 0 && first.UnmarshalText([]byte(answer.Tasks[0].Text)) == nil {
		w.bound(first)
	}
	for _, t := range answer.Tasks[:min(len(answer.Tasks), wire.MostTasks)] {
		if !w.job.busy[t.Number] {
			w.job.busy[t.Number] = true
			w.job.queue = append(w.job.queue, t)
			added++
		}
	}
	w.changed.Broadcast()
	return added
}

// bound sets how many tasks like this one are counted at a time, so that they fit into memory.
func (w *Worker) bound(task tasks.Task) {
	need, have := float64(task.Memory()), float64(w.Memory)
	most := w.Machine.Goroutines
	if have > 0 {
		most = min(most, int(have/need))
	}
	if most < w.self.Goroutines {
		w.Say(fmt.Sprintf("counting %d tasks at a time: each takes up to %.2g GB of memory, and this computer has %.2g GB", most, need/1e9, have/1e9))
	}
	if w.self.Goroutines = most; most == 0 {
		w.end(fmt.Errorf("a task takes up to %.2g GB of memory, and this computer has %.2g GB", need/1e9, have/1e9))
	}
}

// send returns results, including those that are left when Run is told to end.
func (w *Worker) send(ctx context.Context) {
	for ctx.Err() == nil {
		message, job, ok := w.batch()
		if !ok {
			return
		}
		var receipt wire.Receipt
		if !w.request(ctx, wire.ResultSubject(w.Account), message, &receipt) {
			continue
		}
		w.mu.Lock()
		job.results = job.results[len(message.Results):]
		for _, r := range message.Results {
			delete(job.busy, r.Number)
		}
		if receipt.Job == job.digest {
			w.sent += len(message.Results)
		}
		w.changed.Broadcast()
		w.mu.Unlock()
	}
}

// batch waits for results. If the job changes meanwhile, the message has none.
func (w *Worker) batch() (message wire.Results, from *job, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.job.results) == 0 && w.ctx.Err() == nil {
		w.changed.Wait()
	}
	if len(w.job.queue) > 0 && len(w.job.results) < wire.MostResults && w.ctx.Err() == nil {
		w.mu.Unlock()
		time.Sleep(gatherFor)
		w.mu.Lock()
	}
	from = w.job
	results := slices.Clone(from.results[:min(len(from.results), wire.MostResults)])
	message = wire.Results{Machine: w.self, Job: from.digest, Results: results}
	return message, from, len(results) > 0 || w.ctx.Err() == nil
}

// request sends a request, reads the answer, and reports whether there was one. If not, it
// pauses; after too long without any, it ends Run.
func (w *Worker) request(ctx context.Context, subject string, v, answer any) bool {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // there is nothing in it that cannot be marshalled
	}
	w.mu.Lock()
	wait := min(max(requestFor, time.Since(w.heard)), longestRequest)
	w.mu.Unlock()
	within, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	m, err := w.Conn.RequestWithContext(within, subject, text)
	if err == nil {
		err = json.Unmarshal(m.Data, answer)
	} else if !w.Conn.IsConnected() {
		err = errors.New("the connection is lost")
	}
	w.mu.Lock()
	silent := time.Since(w.heard)
	if err == nil {
		w.heard = time.Now()
	}
	w.mu.Unlock()
	switch {
	case err == nil:
		return true
	case w.ctx.Err() != nil:
	case silent > w.Patience:
		w.end(fmt.Errorf("no count answers: %w; gave up after %v", err, w.Patience))
	case silent > warnAfter:
		w.Say(fmt.Sprintf("no count answers: %v; trying again", err))
	}
	pause(ctx, retryAfter)
	return false
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
