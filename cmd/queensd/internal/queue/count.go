package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"example.com/queens/cmd/queens/ledger"
)

// Run counts until all tasks have a result and enough of them were counted again, with
// a worker's help if it is not nil, and returns the sum.
func (c *Count) Run(ctx context.Context, w *Worker) (uint64, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
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
	total, err := c.collect(ctx, w)
	cause := context.Cause(ctx)
	stop(errEnd)
	workErr := <-working
	c.recounts.stop()
	switch {
	case err == nil:
		return total, c.Queue.end(context.WithoutCancel(ctx), c.job)
	case cause != nil && cause == workErr:
		return 0, workErr // it came first
	}
	return 0, err
}

var errEnd = errors.New("end")

// collect goes round by round. Each reads all results anew, and gives the store those
// that it has lost. If some are missing and the queue has no task of the job any more,
// those are queued, and the round goes on until the results are complete or the queue
// is empty again. So the total is taken in a round that found nothing missing.
func (c *Count) collect(ctx context.Context, w *Worker) (uint64, error) {
	most := 1
	if w != nil {
		most = w.Goroutines
	}
	c.recounts = newRecounter(c.Cut.Tasks, most)
	c.lottery = newLottery(c.Recount)
	c.disputed = map[int][]ledger.Result{}
	c.following = false
	c.job = JobID(c.Cut.Board)
	setDefault(&c.Copies, 1)
	setDefault(&c.stuckAfter, 10*time.Second)
	setDefault(&c.heldAfter, time.Minute)
	if c.Say == nil {
		c.Say = func(string) {}
	}
	if c.Queue.Account() != Coordinator {
		return 0, fmt.Errorf("account %s cannot coordinate, only %s can", c.Queue.Account(), Coordinator)
	}
	if err := c.begin(ctx); err != nil {
		return 0, err
	}
	for {
		// The queue is looked at before the results: a task that is not in it has a
		// result by now, or is lost.
		load, ended := c.Queue.load(ctx, c.job)
		if ended != nil && ended != ErrCancelled {
			return 0, ended
		}
		err := c.readAll(ctx)
		switch {
		case err != nil:
			return 0, err
		case c.enough(ctx):
			p, err := c.Ledger.Progress()
			return p.Solutions, err
		case ended != nil: // and not by a coordinator that had all results
			return 0, ended
		case load.waiting+load.underWay == 0:
			err = c.Queue.submit(ctx, c.missing())
		}
		if err == nil {
			c.following = true
			err = c.follow(ctx)
		}
		if err != nil && err != ErrCancelled {
			return 0, err
		}
	}
}

// begin makes the job known, or finds it.
func (c *Count) begin(ctx context.Context) error {
	found, err := c.Queue.Job(ctx, c.Cut.Board)
	if err != nil {
		return err
	}
	if found == nil {
		if err := c.Queue.StoreJob(ctx, c.Cut.Head); err != nil {
			return err
		}
	} else if *found != c.Cut.Head {
		return fmt.Errorf("the server has the count of %q in %d tasks (--tasks %d, digest %s), not in %d (--tasks %d, digest %s); "+
			"ask for the same, or purge that job", found.Board, found.Total, found.Asked, found.Digest, c.Cut.Total, c.Cut.Asked, c.Cut.Digest)
	}
	return c.Queue.activate(ctx, c.job)
}

// readAll takes in all results that the store has, and gives it those that only the
// ledger has.
func (c *Count) readAll(ctx context.Context) error {
	stored := map[string]map[int]bool{} // by account and task
	next, unreadable, err := c.Queue.results(ctx, c.job, func(found []message) error {
		for _, m := range found {
			if _, task, name, ok := taskOf(m.subject); ok && strings.HasPrefix(m.subject, resultWord) {
				if stored[name] == nil {
					stored[strings.Clone(name)] = map[int]bool{}
				}
				stored[name][task] = true
			}
		}
		return c.takeAll(ctx, found)
	})
	if err != nil {
		return err
	}
	if unreadable > 0 {
		c.Queue.options.Trouble(fmt.Errorf("%d results of the server cannot be read: its files are damaged, and are rebuilt when it is started again", unreadable))
	}
	c.next = next
	_, err = c.Queue.postResults(ctx, func(yield func(post) bool) {
		for r := range c.Ledger.All() {
			if !stored[r.Account()][r.Task] && !yield(post{resultSubject(c.job, r), c.Cut.ResultLine(r)}) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	return c.tell()
}

// enough reports whether all tasks have results and enough of them were counted again.
// It draws what is missing to that.
func (c *Count) enough(ctx context.Context) bool {
	if c.Ledger.Done() < len(c.Cut.Tasks) {
		return false
	}
	for task := range c.Cut.Tasks {
		if c.copies(task) < c.Copies {
			return false
		}
	}
	var others []int // tasks that others alone have counted
	confirmed := 0
	for task := range c.Cut.Tasks {
		switch foreign, own := c.who(task); {
		case foreign && own:
			confirmed++
		case foreign:
			others = append(others, task)
		}
	}
	if c.recounts.left() == 0 {
		for _, task := range c.lottery.rest(others, c.lottery.quota(len(others)+confirmed)-confirmed) {
			c.recounts.add(ctx, task, byLot)
		}
	}
	return c.recounts.left() == 0
}

const (
	// pollLeast and pollMost are how often new results are asked for.
	pollLeast = 10 * time.Millisecond
	pollMost  = 200 * time.Millisecond
	// lookQueueEvery is how often the coordinator looks whether the queue is empty.
	lookQueueEvery = time.Second
	// tellEvery is how often it is told how far the count is.
	tellEvery = 100 * time.Millisecond
)

// follow takes in results as they come, until there are enough or the queue is empty.
func (c *Count) follow(ctx context.Context) error {
	wait := pollLeast
	looked, told := time.Now(), time.Time{}
	for {
		select {
		case done := <-c.recounts.done:
			if err := c.judge(ctx, c.recounts.take(ctx, done)); err != nil {
				return err
			}
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
		fresh, err := c.readNew(ctx)
		if err != nil {
			return err
		}
		if wait = min(2*wait, pollMost); fresh {
			wait = pollLeast
			if time.Since(told) > tellEvery || c.Ledger.Done() == len(c.Cut.Tasks) {
				told = time.Now()
				if err := c.tell(); err != nil {
					return err
				}
			}
			if c.enough(ctx) {
				return nil
			}
		}
		if time.Since(looked) < lookQueueEvery {
			continue
		}
		looked = time.Now()
		load, err := c.Queue.load(ctx, c.job)
		if err != nil {
			return err
		}
		if c.sayWaiting(ctx, load); load.waiting+load.underWay == 0 && c.recounts.left() == 0 {
			return nil
		}
	}
}

// readNew takes in the results that have come.
func (c *Count) readNew(ctx context.Context) (fresh bool, err error) {
	c.next, _, err = c.Queue.readBatches(ctx, resultStream, "queens.*."+c.job+".>", c.next, func(found []message) error {
		fresh = true
		c.waited.came()
		return c.takeAll(ctx, found)
	})
	return fresh, err
}
