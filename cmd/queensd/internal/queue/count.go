package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A Count is the coordinator of a job: it queues the tasks that have no result, and
// adds up the results.
type Count struct {
	Queue  *Queue
	Ledger *Ledger // gets the results as well, if there is one
	Job    Job
	// Progress is called when more results have come, if it is not nil.
	Progress func(Progress)

	tasks   []Task
	index   map[string]int // of the tasks, by name
	results []*Result      // by task, or nil
	done    int
	total   uint64
}

// A Progress says how far a job is.
type Progress struct {
	Done, Total int
	Solutions   uint64
}

// NewCount returns the coordinator of a job. One that was begun goes on with its own
// tasks; a plan for another number of them is an error if it was asked for.
func NewCount(ctx context.Context, q *Queue, plan Plan) (*Count, error) {
	begun, found, err := q.FindJob(ctx, plan.Job)
	if err != nil {
		return nil, err
	}
	if found && begun.Tasks != plan.Job.Tasks {
		if plan.asked {
			return nil, fmt.Errorf("count of %s was begun with --tasks %d, not %d; leave it out to go on, or count in another place",
				plan.Job.Board(), begun.Tasks, plan.Job.Tasks)
		}
		plan.Job.Tasks = begun.Tasks
		if plan, err = NewPlan(ctx, plan.Job, plan.solver); err != nil {
			return nil, err
		}
	}
	if found && plan.Job.Digest != begun.Digest {
		return nil, fmt.Errorf("count of %s: %w; count it in another place", plan.Job.Board(), errOtherCut)
	}
	c := &Count{Queue: q, Job: plan.Job, tasks: plan.tasks, index: make(map[string]int, len(plan.tasks))}
	for i, t := range c.tasks {
		c.index[t.ID()] = i
	}
	if !found {
		err = q.Store(ctx, Record{Job: &c.Job})
	}
	return c, err
}

// Run counts until all tasks have a result, with a worker's help if it is not nil,
// and returns the sum.
func (c *Count) Run(ctx context.Context, w *Worker) (uint64, error) {
	ctx, stop := context.WithCancelCause(ctx)
	working := make(chan error, 1)
	go func() {
		var err error
		if w != nil {
			if err = w.Run(ctx); err != nil {
				stop(err)
			}
		}
		working <- err
	}()
	total, err := c.collect(ctx)
	cause := context.Cause(ctx)
	stop(errEnd)
	workErr := <-working
	switch {
	case err == nil:
		c.clear(context.WithoutCancel(ctx))
		return total, nil
	case cause != nil && cause == workErr:
		return 0, workErr // it came first
	}
	return 0, err
}

var errEnd = errors.New("end")

// collect goes round by round. Each reads all results anew. If some are missing and
// the queue has no task of the job any more, those are queued, and the round goes on
// until the results are complete or the queue is empty again. So the last round is
// one in which nothing was missing.
func (c *Count) collect(ctx context.Context) (uint64, error) {
	if c.Ledger != nil {
		if _, err := c.Ledger.Add(Record{Job: &c.Job}); err != nil {
			return 0, err
		}
	}
	for first := true; ; first = false {
		queued := 0
		// The queue is looked at before the results: a task that is not in it has a
		// result by now, or is lost.
		err := c.Queue.retry(ctx, "cannot look at the queue", func(ctx context.Context) (err error) {
			if !first {
				queued, err = c.Queue.queued(ctx, c.Job.ID())
			}
			return err
		})
		if err != nil {
			return 0, err
		}
		err = c.round(ctx, first, queued == 0)
		switch {
		case err == errEnd:
			return c.total, nil
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case errors.Is(err, ErrWatchEnded):
			c.Queue.options.Trouble(err)
			pause(ctx, time.Second)
		case err != nil:
			return 0, err
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

const (
	// lookEvery is how often the coordinator looks whether the queue is empty.
	lookEvery = time.Second
	// lookCloselyEvery is how often it looks for its own tasks among others.
	lookCloselyEvery = 30 * time.Second
	// silence is how long no result may come before all are read again.
	silence = time.Minute
)

// round reads the results, and then follows them until all are there or the queue is
// empty. It returns errEnd if nothing was missing from the start.
func (c *Count) round(ctx context.Context, first, submit bool) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var watch jetstream.KeyWatcher
	err := c.Queue.retry(ctx, "cannot read the results", func(context.Context) (err error) {
		watch, err = c.Queue.watch(ctx, resultKey, conflictKey, refusedKey)
		return err
	})
	if err != nil {
		return err
	}
	defer watch.Stop()
	c.results = make([]*Result, len(c.tasks))
	c.done, c.total = 0, 0
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	var submitted chan error // nil before it has begun and after it has ended
	begun := false
	heard, looked := time.Now(), time.Now()
	var fresh []Record
	for {
		select {
		case entry, ok := <-watch.Updates():
			switch {
			case !ok:
				return ErrWatchEnded
			case entry != nil:
				heard = time.Now()
				r, err := c.take(ctx, entry, first && !begun)
				if err != nil {
					return err
				}
				if r != nil {
					fresh = append(fresh, Record{Result: r})
				}
			}
			if entry != nil && len(watch.Updates()) > 0 {
				continue
			}
			begun = begun || entry == nil
			if err := c.report(fresh, begun); err != nil {
				return err
			}
			fresh = nil
			complete := c.done == len(c.tasks)
			if entry == nil {
				if complete {
					return errEnd
				}
				if submit {
					submitted = make(chan error, 1)
					go func(missing []Task) { submitted <- c.Queue.submit(ctx, c.Job.ID(), missing) }(c.missing())
				}
			}
			if begun && complete {
				return nil
			}
		case err := <-submitted:
			if err != nil {
				return err
			}
			submitted = nil
		case now := <-look.C:
			if submitted != nil {
				continue
			}
			if now.Sub(heard) > silence {
				return nil
			}
			if !begun {
				continue
			}
			closely := now.Sub(looked) > lookCloselyEvery
			if closely {
				looked = now
			}
			if empty, err := c.empty(ctx, closely); err != nil || empty {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// report writes results to the ledger and tells how far the count is, unless old
// results are still being read.
func (c *Count) report(fresh []Record, begun bool) error {
	if c.Ledger != nil {
		if _, err := c.Ledger.Add(fresh...); err != nil {
			return err
		}
	}
	if c.Progress != nil && begun {
		c.Progress(Progress{Done: c.done, Total: len(c.tasks), Solutions: c.total})
	}
	return nil
}

// take notes what the bucket says of one of the job's tasks. It returns the result
// if there was none before. What is old was there before this run.
func (c *Count) take(ctx context.Context, entry jetstream.KeyValueEntry, old bool) (*Result, error) {
	kind, id, _ := strings.Cut(entry.Key(), ".")
	i, mine := c.index[id]
	if !mine {
		return nil, nil
	}
	if entry.Operation() != jetstream.KeyValuePut {
		if r := c.results[i]; kind+"." == resultKey && r != nil {
			c.results[i] = nil
			c.done--
			c.total -= r.Count
		}
		return nil, nil
	}
	switch kind + "." {
	case conflictKey:
		conflict := &ConflictError{}
		return nil, errors.Join(decode(entry.Value(), conflict), conflict)
	case refusedKey:
		if old {
			return nil, c.Queue.purge(ctx, entry.Key()) // it may go well this time
		}
		refused := &RefusedError{}
		return nil, errors.Join(decode(entry.Value(), refused), refused)
	}
	r, err := readEntry(entry)
	if err != nil {
		c.Queue.options.Trouble(fmt.Errorf("%w; it is counted again", err))
		return nil, c.Queue.purge(ctx, entry.Key())
	}
	if have := c.results[i]; have != nil {
		if have.Count != r.Count {
			return nil, &ConflictError{id, have.Count, r.Count}
		}
		return nil, nil
	}
	if c.total, err = add(c.total, r.Count); err != nil {
		return nil, err
	}
	c.results[i] = r.Result
	c.done++
	return r.Result, nil
}

// purge takes a key out of the bucket.
func (q *Queue) purge(ctx context.Context, key string) error {
	return q.retry(ctx, "cannot remove "+key, func(ctx context.Context) error { return q.bucket.Purge(ctx, key) })
}

func (c *Count) missing() []Task {
	var missing []Task
	for i, r := range c.results {
		if r == nil {
			missing = append(missing, c.tasks[i])
		}
	}
	return missing
}

// empty reports whether the queue has none of the job's tasks. Unless it looks
// closely, it knows only if there are none of other jobs either.
func (c *Count) empty(ctx context.Context, closely bool) (bool, error) {
	empty := false
	err := c.Queue.retry(ctx, "cannot look at the queue", func(ctx context.Context) error {
		info, err := c.Queue.stream.Info(ctx)
		if err != nil {
			return err
		}
		empty = info.State.Msgs == 0
		if closely && !empty {
			queued, err := c.Queue.queued(ctx, c.Job.ID())
			empty = queued == 0
			return err
		}
		return nil
	})
	return empty, err
}

// clear removes tasks that are still queued although they have a result: those that
// were queued again, and those whose worker died before it could acknowledge them.
// Where others work as well, they are left to them, because a purge makes the server
// forget for a while what other workers have given back.
func (c *Count) clear(ctx context.Context) {
	if !c.Queue.options.Sole {
		return
	}
	if empty, err := c.empty(ctx, false); err == nil && !empty {
		if err := c.Queue.stream.Purge(ctx, jetstream.WithPurgeSubject(taskSubjects+c.Job.ID()+".*")); err != nil {
			c.Queue.options.Trouble(fmt.Errorf("cannot clear the queue: %w", err))
		}
	}
}

// window is how many tasks are published before the answers are awaited.
const window = 256

// submit queues tasks. That one is queued already is as good.
func (q *Queue) submit(ctx context.Context, job string, tasks []Task) error {
	for start := 0; start < len(tasks); start += window {
		batch := tasks[start:min(start+window, len(tasks))]
		err := q.retry(ctx, "cannot queue tasks", func(ctx context.Context) error {
			var err error
			batch, err = q.publish(ctx, job, batch)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// publish queues some tasks, and returns those of which it is not known that they are
// in the queue.
func (q *Queue) publish(ctx context.Context, job string, tasks []Task) ([]Task, error) {
	answers := make([]jetstream.PubAckFuture, 0, len(tasks))
	var failed error
	for _, t := range tasks {
		answer, err := q.js.PublishAsync(taskSubjects+job+"."+t.ID(), []byte(t.Text()))
		if err != nil {
			failed = err
			break
		}
		answers = append(answers, answer)
	}
	left := tasks[len(answers):]
	for i, answer := range answers {
		select {
		case <-answer.Ok():
			q.published.Add(1)
		case err := <-answer.Err():
			if !alreadyQueued(err) {
				failed = err
				left = append(left[:len(left):len(left)], tasks[i])
			}
		case <-ctx.Done():
			return tasks, ctx.Err()
		}
	}
	return left, failed
}

// alreadyQueued reports whether err says that the stream has the task.
func alreadyQueued(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Description == "maximum messages per subject exceeded"
}
