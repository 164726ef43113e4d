package queue

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queensd/internal/wire"
)

// A Worker takes tasks from a queue, counts them and stores the results.
type Worker struct {
	Queue *Queue
	// Goroutines is the number of goroutines that count.
	Goroutines int
	// Idle is how long the queue may be empty before Run returns: forever if it is 0.
	Idle time.Duration

	tasks  source
	slots  chan struct{} // full while w.Goroutines count
	done   atomic.Int64
	busy   atomic.Int64 // goroutines that have a task
	last   atomic.Int64 // when one last had a task, in Unix nanoseconds
	passed atomic.Int64 // tasks left to other accounts, in a row

	// For tests: a substitute for counting, and what happens before the result is stored
	// and before the task is acknowledged.
	count       func(context.Context, queuedTask, queens.Task) (uint64, error)
	beforeStore func()
	beforeAck   func()
}

// errIdle ends a worker that has had no task for long.
var errIdle = errors.New("idle")

// Run works until ctx is done, or the queue has been empty for w.Idle. It returns
// unfinished tasks to the queue. While it runs, it announces the worker.
func (w *Worker) Run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.tasks.queue = w.Queue
	w.last.Store(time.Now().UnixNano())
	// While some goroutines count, others fetch tasks and store results: so there are
	// twice as many.
	w.slots = make(chan struct{}, w.Goroutines)
	var wait sync.WaitGroup
	wait.Go(func() { w.Queue.announce(ctx, w.Goroutines, w.Done) })
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

// Done returns the number of results stored.
func (w *Worker) Done() int { return int(w.done.Load()) }

// next takes a task, if there is one, and does it.
func (w *Worker) next(ctx context.Context) error {
	var d *delivery
	err := w.Queue.retry(ctx, "cannot get a task", func(context.Context) (err error) {
		d, err = w.tasks.next(ctx)
		if err != nil {
			w.last.Store(time.Now().UnixNano()) // the queue may not be empty
		}
		return err
	})
	switch {
	case d != nil && ctx.Err() != nil:
		return d.giveBack(0)
	case err != nil:
		return dropCancel(ctx, err)
	case d == nil:
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
	return w.do(ctx, d)
}

// dropCancel drops an error that the end of ctx has caused.
func dropCancel(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// lingerFor is how long storing goes on after a worker was told to end. With the rest it
// adds up to less than two seconds.
const lingerFor = time.Second

// do counts a task. It stores the result before it acknowledges the task.
func (w *Worker) do(ctx context.Context, d *delivery) error {
	defer hold(d, w.tasks.silence())()
	t, task, err := parseTask(d.subject, d.data)
	if err != nil {
		return w.complain(ctx, d, err)
	}
	if _, found := w.Queue.ownResult(ctx, t); found {
		if t.Copies > 1 {
			return w.pass(ctx, d)
		}
		w.ack(ctx, d) // a worker died between storing and acknowledging
		return nil
	}
	w.passed.Store(0)
	solutions, err := w.solutions(ctx, t, task)
	if errors.Is(err, queens.ErrOverflow) {
		return w.complain(ctx, d, err)
	}
	if err != nil {
		d.giveBack(0) // if it is lost, the task comes back by itself
		return dropCancel(ctx, err)
	}
	if w.beforeStore != nil {
		w.beforeStore()
	}
	ctx, cancel := linger(ctx, lingerFor)
	defer cancel()
	err = w.Queue.storeResult(ctx, t, solutions)
	if conflict, ok := errors.AsType[*conflictError](err); ok {
		return w.complain(ctx, d, conflict)
	}
	if err != nil {
		d.giveBack(0)
		return dropCancel(ctx, err)
	}
	w.done.Add(1)
	if w.beforeAck != nil {
		w.beforeAck()
	}
	w.ack(ctx, d)
	return nil
}

// hold tells the server that a task is under way, until the function that it returns is
// called. The server gives the task to another worker after some time of silence.
func hold(d *delivery, after time.Duration) (release func()) {
	ticker := time.NewTicker(after / 3)
	end := make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				d.tell("+WPI") // two of three may be lost
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

// solutions counts a task as soon as there is a slot.
func (w *Worker) solutions(ctx context.Context, t queuedTask, task queens.Task) (uint64, error) {
	select {
	case w.slots <- struct{}{}:
		defer func() { <-w.slots }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if w.count != nil {
		return w.count(ctx, t, task)
	}
	return task.Count(ctx)
}

// ack acknowledges a task and waits for the server to confirm it. If that fails, the task
// comes again.
func (w *Worker) ack(ctx context.Context, d *delivery) {
	ctx, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	if err := d.done(ctx); err != nil && ctx.Err() == nil {
		w.Queue.options.Warn(fmt.Errorf("cannot acknowledge a task: %w", err))
	}
}

const (
	// passedFor is the time until a task comes again that another account is to count.
	passedFor = 300 * time.Millisecond
	// restMost is the longest pause of a worker that finds only such tasks.
	restMost = time.Second
)

// pass leaves a task to another account. The pause after it leaves that account the next
// ones too.
func (w *Worker) pass(ctx context.Context, d *delivery) error {
	err := d.giveBack(passedFor)
	pause(ctx, min(time.Millisecond<<min(w.passed.Add(1), 20), restMost))
	return dropCancel(ctx, err)
}

// complain reports to the coordinator a task that cannot be counted here, and takes it off
// the queue.
func (w *Worker) complain(ctx context.Context, d *delivery, cause error) error {
	w.Queue.options.Warn(fmt.Errorf("task %.60q cannot be counted: %w", d.subject, cause))
	if words := wire.Words(d.subject); len(words) == 2 {
		subject := wire.ReportSubject(words[0], words[1], w.Queue.Account())
		err := w.Queue.retry(ctx, "cannot report a task", func(ctx context.Context) error {
			err := w.Queue.put(ctx, subject, complaint{w.Queue.by(), cause.Error()}.text())
			if isDuplicate(err) {
				return nil
			}
			return err
		})
		if err != nil {
			return dropCancel(ctx, err)
		}
	}
	w.ack(ctx, d)
	return nil
}
