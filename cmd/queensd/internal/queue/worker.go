package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/report"
	"github.com/nats-io/nats.go/jetstream"
)

// A Worker takes tasks from a queue, counts them and stores the results.
type Worker struct {
	Queue *Queue
	// Goroutines is how many count at a time.
	Goroutines int
	// Idle is how long there may be no task before Run returns; for ever if it is 0.
	Idle time.Duration

	tasks source
	turns chan struct{} // to count
	done  atomic.Int64
	busy  atomic.Int64 // goroutines that have a task
	last  atomic.Int64 // when one last had, in Unix nanoseconds

	passed atomic.Int64 // tasks left to others, in a row

	// For tests: what counts, and what comes before the result is stored and before
	// the task is acknowledged.
	count       func(context.Context, work, queens.Task) (uint64, error)
	beforeStore func()
	beforeAck   func()
}

// errIdle ends a worker that had nothing to do for long.
var errIdle = errors.New("idle")

// Run works until ctx is done, or there has been no task for w.Idle. It gives back what
// it has not finished, and tells others that it is there.
func (w *Worker) Run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.tasks.queue = w.Queue
	w.last.Store(time.Now().UnixNano())
	// Tasks come and results go to disk in the time that others count: there are twice
	// as many goroutines as may count.
	w.turns = make(chan struct{}, w.Goroutines)
	var wait sync.WaitGroup
	wait.Go(func() { w.announce(ctx) })
	for range 2 * w.Goroutines {
		wait.Go(func() {
			for ctx.Err() == nil {
				if err := w.next(ctx); err != nil {
					stop(err)
				}
			}
		})
	}
	wait.Wait()
	if err := context.Cause(ctx); err != errIdle {
		return err
	}
	return nil
}

// Done returns how many results were stored.
func (w *Worker) Done() int { return int(w.done.Load()) }

// next takes a task, if there is one.
func (w *Worker) next(ctx context.Context) error {
	var msg jetstream.Msg
	err := w.Queue.retry(ctx, "cannot get a task", func(context.Context) (err error) {
		msg, err = w.tasks.next(ctx)
		if err != nil {
			w.last.Store(time.Now().UnixNano()) // nobody can say
		}
		return err
	})
	switch {
	case msg != nil && ctx.Err() != nil:
		return msg.Nak()
	case err != nil:
		return dropCancel(ctx, err)
	case msg == nil:
		if w.Idle > 0 && w.busy.Load() == 0 && time.Since(time.Unix(0, w.last.Load())) > w.Idle {
			return errIdle
		}
		return nil
	}
	w.busy.Add(1)
	defer func() {
		w.last.Store(time.Now().UnixNano())
		w.busy.Add(-1)
	}()
	return w.do(ctx, msg)
}

// dropCancel drops an error that comes of ending ctx.
func dropCancel(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

const (
	// passedFor is when a task comes back that another account is to count.
	passedFor = 300 * time.Millisecond
	// restMost is how long a worker lets others take tasks, having met only such.
	restMost = time.Second
)

// pass leaves a task to another account, and the next ones too for some time.
func (w *Worker) pass(ctx context.Context, msg jetstream.Msg) error {
	err := msg.NakWithDelay(passedFor)
	pause(ctx, min(time.Millisecond<<min(w.passed.Add(1), 20), restMost))
	return dropCancel(ctx, err)
}

// do counts a task. The result is stored before the task is acknowledged.
func (w *Worker) do(ctx context.Context, msg jetstream.Msg) error {
	defer hold(msg, w.tasks.silence())()
	work, task, err := parseWork(msg.Subject(), msg.Data())
	if err != nil {
		return w.complain(ctx, msg, err)
	}
	if _, found := w.Queue.own(ctx, work); found {
		if work.Copies > 1 {
			return w.pass(ctx, msg)
		}
		w.ack(ctx, msg) // it died between storing and acknowledging
		return nil
	}
	w.passed.Store(0)
	solutions, err := w.solutions(ctx, work, task)
	if errors.Is(err, queens.ErrOverflow) {
		return w.complain(ctx, msg, err)
	}
	if err != nil {
		msg.Nak() // or it comes back by itself
		return dropCancel(ctx, err)
	}
	if w.beforeStore != nil {
		w.beforeStore()
	}
	// What is counted is stored, even if it is the last thing this worker does.
	ctx, cancel := linger(ctx, lingerFor)
	defer cancel()
	err = w.Queue.store(ctx, work, solutions)
	if unlike, ok := errors.AsType[*unlikeError](err); ok {
		return w.complain(ctx, msg, unlike)
	}
	if err != nil {
		msg.Nak()
		return dropCancel(ctx, err)
	}
	w.done.Add(1)
	if w.beforeAck != nil {
		w.beforeAck()
	}
	w.ack(ctx, msg)
	return nil
}

// solutions counts a task when it is its turn.
func (w *Worker) solutions(ctx context.Context, work work, task queens.Task) (uint64, error) {
	select {
	case w.turns <- struct{}{}:
		defer func() { <-w.turns }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if w.count != nil {
		return w.count(ctx, work, task)
	}
	return task.Count(ctx)
}

// head returns as much of the head of its ledger as a task tells.
func (w work) head() ledger.Head { return ledger.Head{Total: w.Task + 1, Digest: w.Digest} }

// own returns the result that this account has stored for a task, if there is one that
// can be read.
func (q *Queue) own(ctx context.Context, w work) (r ledger.Result, found bool) {
	attempt, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	subject := resultSubject(w.Job, ledger.Result{Task: w.Task, By: q.by()})
	msg, err := q.conn.RequestWithContext(attempt, q.direct(resultStream)+"."+subject, nil)
	if err != nil || msg.Header.Get("Status") != "" {
		return r, false // whatever it was, storing will tell
	}
	r, ok := w.head().ParseResult(msg.Data)
	return r, ok && r.Task == w.Task
}

// An unlikeError says that the result of a task cannot be stored, because this account
// has stored another.
type unlikeError struct{ count, stored string }

func (e *unlikeError) Error() string {
	return fmt.Sprintf("counted %s, but the account's stored result is %s", e.count, e.stored)
}

// store writes a result. If the account has one already, it must be the same.
func (q *Queue) store(ctx context.Context, w work, count uint64) error {
	r := ledger.Result{Task: w.Task, Count: count, By: q.by(), At: time.Now().UTC().Truncate(time.Second)}
	return q.retry(ctx, "cannot store result", func(ctx context.Context) error {
		err := q.put(ctx, resultSubject(w.Job, r), w.head().ResultLine(r))
		if !alreadyThere(err) {
			return err
		}
		switch have, found := q.own(ctx, w); {
		case !found:
			return &unlikeError{strconv.FormatUint(count, 10), "unreadable"}
		case have.Count != count:
			return &unlikeError{strconv.FormatUint(count, 10), strconv.FormatUint(have.Count, 10)}
		}
		return nil
	})
}

// put stores a message and waits until it is synced.
func (q *Queue) put(ctx context.Context, subject string, data []byte) error {
	_, err := q.js.Publish(ctx, subject, data)
	return err
}

// ack acknowledges a task and waits for the server to say so. If it does not, the
// task comes again.
func (w *Worker) ack(ctx context.Context, msg jetstream.Msg) {
	ctx, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	if err := msg.DoubleAck(ctx); err != nil && ctx.Err() == nil {
		w.Queue.options.Trouble(fmt.Errorf("cannot acknowledge a task: %w", err))
	}
}

// complain takes a task from the queue that cannot be counted here, and tells the
// coordinator.
func (w *Worker) complain(ctx context.Context, msg jetstream.Msg, reason error) error {
	w.Queue.options.Trouble(fmt.Errorf("task %.60q cannot be counted: %w", msg.Subject(), reason))
	if place := words(msg.Subject()); len(place) == 2 {
		subject := reportWord + place[0] + "." + place[1] + "." + w.Queue.Account()
		err := w.Queue.retry(ctx, "cannot report a task", func(ctx context.Context) error {
			err := w.Queue.put(ctx, subject, complaint{w.Queue.by(), reason.Error()}.message())
			if alreadyThere(err) {
				return nil
			}
			return err
		})
		if err != nil {
			return dropCancel(ctx, err)
		}
	}
	w.ack(ctx, msg)
	return nil
}

// hold tells the server again and again that a task is under way, until the
// function that it returns is called.
func hold(msg jetstream.Msg, silence time.Duration) (release func()) {
	ticker := time.NewTicker(silence / 3)
	end := make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				msg.InProgress() // if it is lost, the next one will do
			case <-end:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(end)
	}
}

// lingerFor is how long storing goes on after a worker was told to end. With the time
// for the rest it is less than two seconds.
const lingerFor = time.Second

const presentEvery = 10 * time.Second

// announce tells that a worker is there until ctx is done. It runs out by itself.
func (w *Worker) announce(ctx context.Context) {
	p := report.Worker{Name: w.Queue.Account(), Host: Hostname(), PID: os.Getpid(), Goroutines: w.Goroutines, Since: time.Now().UTC().Truncate(time.Second)}
	subject := fmt.Sprint(workerWord, p.Name, ".", ledger.Checksum(fmt.Sprint(p.Host, p.PID, time.Now().UnixNano())))
	for ctx.Err() == nil {
		p.Done = w.Done()
		if err := w.Queue.conn.Publish(subject, encode(p)); err != nil {
			w.Queue.options.Trouble(fmt.Errorf("cannot announce the worker: %w", err))
		}
		pause(ctx, presentEvery)
	}
	w.Queue.conn.Publish(subject, nil) // it has gone
}

// workers returns the workers seen lately. What one of them says is not to be trusted
// but for its name.
func (q *Queue) workers(ctx context.Context) ([]report.Worker, error) {
	var seen []report.Worker
	_, _, err := q.read(ctx, workerStream, workerWord+">", func(m message) error {
		var p report.Worker
		if json.Unmarshal(m.data, &p) == nil && len(words(m.subject)) == 2 {
			p.Name, p.Seen = words(m.subject)[0], m.at
			p.Host = p.Host[:min(len(p.Host), 64)]
			seen = append(seen, p)
		}
		return nil
	})
	return seen, err
}
