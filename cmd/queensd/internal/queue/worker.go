package queue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Worker takes tasks from a queue, counts them and stores the results.
type Worker struct {
	Queue *Queue
	// Goroutines is how many count at a time.
	Goroutines int
	// Idle is how long there may be no task before Run returns; for ever if it is 0.
	Idle time.Duration

	turns chan struct{} // to count
	done  atomic.Int64
	busy  atomic.Int64 // goroutines that have a task
	last  atomic.Int64 // when one last had, in Unix nanoseconds

	// For tests: what counts, and what comes before the result is stored and before
	// the task is acknowledged.
	count       func(context.Context, Task) (uint64, error)
	beforeStore func()
	beforeAck   func()
}

// A RefusedError says that a task cannot be counted.
type RefusedError struct {
	ID     string
	Reason string
	Worker string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("task %.40s was refused by %s: %s", e.ID, e.Worker, e.Reason)
}

// errIdle ends a worker that had nothing to do for long.
var errIdle = errors.New("idle")

// Run works until ctx is done, or a result is in conflict with one that is stored,
// or there has been no task for w.Idle. It gives back what it has not finished.
func (w *Worker) Run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.last.Store(time.Now().UnixNano())
	// Tasks come and results go to disk in the time that others count: there are twice
	// as many goroutines as may count.
	w.turns = make(chan struct{}, w.Goroutines)
	var wait sync.WaitGroup
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

// fetchFor returns how long a request for a task stands. One that a server had when it
// died is waited for in vain.
func (w *Worker) fetchFor() time.Duration {
	const most = 5 * time.Second
	if w.Idle > 0 {
		return min(w.Idle, most)
	}
	return most
}

// next takes a task, if there is one.
func (w *Worker) next(ctx context.Context) error {
	// A task on its way when this worker ends would be missed for as long as a worker
	// may be silent. So it is waited for, and given back.
	asking, end := linger(ctx, inFlight)
	defer end()
	var msg jetstream.Msg
	err := w.Queue.retry(asking, "cannot get a task", func(context.Context) (err error) {
		request, cancel := context.WithTimeout(asking, w.fetchFor())
		defer cancel()
		msg, err = w.Queue.consumer.Next(jetstream.FetchContext(request))
		if errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, jetstream.ErrNoMessages) {
			return nil // there is none
		}
		if err != nil {
			w.last.Store(time.Now().UnixNano()) // nobody can say
		}
		return err
	})
	if err != nil {
		return dropCancel(asking, err)
	}
	if msg != nil && ctx.Err() != nil {
		return msg.Nak()
	}
	if msg == nil {
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

// do counts a task. The result is stored before the task is acknowledged.
func (w *Worker) do(ctx context.Context, msg jetstream.Msg) error {
	q := w.Queue
	defer q.hold(msg)()
	task, err := readTask(msg)
	if err != nil {
		return w.refuse(ctx, msg, err)
	}
	if w.stored(ctx, msg, task) {
		return nil
	}
	solutions, err := w.solutions(ctx, task)
	switch {
	case errors.Is(err, queens.ErrOverflow):
		return w.refuse(ctx, msg, err)
	case err != nil:
		return dropCancel(ctx, errors.Join(err, msg.Nak()))
	}
	if w.beforeStore != nil {
		w.beforeStore()
	}
	// What is counted is stored, even if it is the last thing this worker does.
	ctx, cancel := linger(ctx, lingerFor)
	defer cancel()
	err = q.retry(ctx, "cannot store result", func(ctx context.Context) error {
		return q.store(ctx, newResult(task, solutions))
	})
	if conflict, ok := errors.AsType[*ConflictError](err); ok {
		return errors.Join(err, w.alarm(ctx, conflict))
	}
	if err != nil {
		return dropCancel(ctx, errors.Join(err, msg.Nak()))
	}
	w.done.Add(1)
	if w.beforeAck != nil {
		w.beforeAck()
	}
	w.ack(ctx, msg)
	return nil
}

// solutions counts a task when it is its turn.
func (w *Worker) solutions(ctx context.Context, task Task) (uint64, error) {
	select {
	case w.turns <- struct{}{}:
		defer func() { <-w.turns }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if w.count != nil {
		return w.count(ctx, task)
	}
	return task.Count(ctx)
}

// readTask reads a task from the queue.
func readTask(msg jetstream.Msg) (Task, error) {
	task, err := parseTask(string(msg.Data()))
	if err == nil && !strings.HasSuffix(msg.Subject(), "."+task.ID()) {
		err = fmt.Errorf("its name should be %s", task.ID())
	}
	return task, err
}

// stored acknowledges a task that has a result: because a worker died after it had
// stored it, or because the task was queued again at the moment it was done.
func (w *Worker) stored(ctx context.Context, msg jetstream.Msg, task Task) bool {
	attempt, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	entry, err := w.Queue.bucket.Get(attempt, resultKey+task.ID())
	if err != nil {
		return false // whatever it was, storing will tell
	}
	if _, err := parseResult(entry.Value()); err != nil {
		return false
	}
	w.ack(ctx, msg)
	return true
}

// ack acknowledges a task and waits for the server to say so. If it does not, the
// task comes again.
func (w *Worker) ack(ctx context.Context, msg jetstream.Msg) {
	ctx, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	if err := msg.DoubleAck(ctx); err != nil {
		w.Queue.options.Trouble(fmt.Errorf("cannot acknowledge a task: %w", err))
	}
}

// alarm tells everybody of a conflict.
func (w *Worker) alarm(ctx context.Context, conflict *ConflictError) error {
	return w.Queue.retry(ctx, "cannot report a conflict", func(ctx context.Context) error {
		_, err := w.Queue.bucket.Put(ctx, conflictKey+conflict.ID, encode(conflict))
		return err
	})
}

// refuse takes a task from the queue that nobody can count, and tells everybody.
func (w *Worker) refuse(ctx context.Context, msg jetstream.Msg, reason error) error {
	words := strings.Split(msg.Subject(), ".")
	refused := &RefusedError{words[len(words)-1], reason.Error(), hostname()}
	w.Queue.options.Trouble(refused)
	err := w.Queue.retry(ctx, "cannot report a task", func(ctx context.Context) error {
		_, err := w.Queue.bucket.Put(ctx, refusedKey+refused.ID, encode(refused))
		return err
	})
	if err != nil {
		return dropCancel(ctx, err)
	}
	if err := msg.TermWithReason(strings.ReplaceAll(refused.Reason, "\n", " ")); err != nil {
		w.Queue.options.Trouble(err)
	}
	return nil
}

// hold tells the server again and again that a task is under way, until the
// function that it returns is called.
func (q *Queue) hold(msg jetstream.Msg) (release func()) {
	ticker := time.NewTicker(q.options.AckWait / 3)
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

const (
	// lingerFor is how long storing goes on after a worker was told to end. With the
	// time for the rest it is less than two seconds.
	lingerFor = time.Second
	// inFlight is how long a task may be on its way from the server.
	inFlight = 5 * time.Millisecond
)

// linger returns a context that ends a little later than ctx.
func linger(ctx context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	later, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(after, cancel) })
	return later, func() {
		stop()
		cancel()
	}
}

func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "(unknown)"
	}
	return name
}
