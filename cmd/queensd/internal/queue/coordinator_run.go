package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/report"
	"example.com/queens/cmd/queensd/internal/wire"
)

// Run counts until all tasks have results and enough of them have been recounted, with the
// help of a worker unless it is nil. It returns the sum.
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
		return 0, workErr // which has caused err
	}
	return 0, err
}

var errEnd = errors.New("end")

// collect goes round by round. Each round reads all results anew, and stores those that the
// server has lost. If some are missing and no task of the job is left in the queue, it
// queues them, and follows the results until they are complete or the queue is empty again.
// So the total comes from a round that found nothing missing.
func (c *Count) collect(ctx context.Context, w *Worker) (uint64, error) {
	c.init(w)
	if c.Queue.Account() != wire.Coordinator {
		return 0, fmt.Errorf("account %s cannot coordinate, only %s can", c.Queue.Account(), wire.Coordinator)
	}
	if err := c.begin(ctx); err != nil {
		return 0, err
	}
	for {
		// First the queue, then the results: a task that is not in the queue has a result
		// by now, or it is lost.
		left, ended := c.Queue.backlog(ctx, c.job)
		if ended != nil && ended != ErrCancelled {
			return 0, ended
		}
		if err := c.readAll(ctx); err != nil {
			return 0, err
		}
		total, over, err := c.total(ctx)
		switch {
		case over || err != nil:
			return total, err
		case ended != nil: // and not by a coordinator that had all results
			return 0, ended
		case left.isEmpty():
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

// init sets the fields of a run.
func (c *Count) init(w *Worker) {
	goroutines := 1
	if w != nil {
		goroutines = w.Goroutines
	}
	c.recounts = newRecounter(c.Cut, goroutines)
	c.early, c.audit = newEarly(), nil
	c.complaint = map[string]int{}
	c.named = map[string]report.Account{}
	c.most = mostSolutions(c.Cut.Board)
	c.disputed = map[int][]ledger.Result{}
	c.following = false
	c.job = wire.JobID(c.Cut.Board)
	setDefault(&c.Copies, 1)
	setDefault(&c.stuckAfter, 10*time.Second)
	setDefault(&c.heldAfter, time.Minute)
	if c.Say == nil {
		c.Say = func(string) {}
	}
}

// begin stores the job, unless it exists, and activates it.
func (c *Count) begin(ctx context.Context) error {
	if err := c.Queue.StoreJob(ctx, c.Cut.Head); err != nil {
		return err
	}
	return c.Queue.activate(ctx, c.job)
}

// readAll takes in all results of the server, and stores those that only the ledger has.
func (c *Count) readAll(ctx context.Context) error {
	stored := map[string]map[int]bool{} // by account and task
	next, unreadable, err := c.Queue.readResults(ctx, c.job, func(found []message) error {
		for _, m := range found {
			if _, task, account, ok := wire.ParseTask(m.subject); ok && strings.HasPrefix(m.subject, wire.ResultPrefix) {
				if stored[account] == nil {
					stored[strings.Clone(account)] = map[int]bool{}
				}
				stored[account][task] = true
			}
		}
		return c.takeAll(ctx, found)
	})
	if err != nil {
		return err
	}
	if unreadable > 0 {
		c.Queue.options.Warn(fmt.Errorf("the server cannot read %d results: its files are damaged; it rebuilds them when it is restarted", unreadable))
	}
	c.next = next
	_, err = c.Queue.storeResults(ctx, func(yield func(message) bool) {
		for r := range c.Ledger.All() {
			if !stored[r.Account()][r.Task] && !yield(resultMessage(c.job, c.Cut.Head, r)) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	return c.report(ctx)
}

// total returns the total, once all tasks have results and the audit of these is over. It
// begins the audit.
func (c *Count) total(ctx context.Context) (total uint64, over bool, err error) {
	if !c.complete() {
		return 0, false, nil
	}
	if c.audit == nil {
		if _, err := c.Ledger.Progress(); err != nil {
			return 0, false, c.doubtGreatest(ctx, err)
		}
		var drawn []int
		c.audit, drawn = newAudit(c.Ledger.Book, c.Recount)
		for _, task := range drawn {
			c.recounts.add(ctx, task)
		}
	}
	return c.audit.total(), c.recounts.left() == 0, nil
}

const (
	// pollLeast and pollMost bound the time between two requests for new results.
	pollLeast = 10 * time.Millisecond
	pollMost  = 200 * time.Millisecond
	// checkQueueEvery is the time between two looks at the queue.
	checkQueueEvery = time.Second
	// reportEvery is the least time between two reports of progress.
	reportEvery = 100 * time.Millisecond
)

// follow takes in results as they come. It returns when there are enough, when no more are
// to come, or when something was done about their absence. Recounts need not bring a message,
// and a rebuilt server may renumber its messages: only the next round notices these.
func (c *Count) follow(ctx context.Context) error {
	wait := pollLeast
	checked, reported := time.Now(), time.Time{}
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
			if time.Since(reported) > reportEvery || c.Ledger.Done() == c.Cut.Total {
				reported = time.Now()
				if err := c.report(ctx); err != nil {
					return err
				}
			}
		}
		if _, over, err := c.total(ctx); over || err != nil {
			return err
		}
		if time.Since(checked) < checkQueueEvery {
			continue
		}
		checked = time.Now()
		if over, err := c.checkQueue(ctx); over || err != nil {
			return err
		}
	}
}

// readNew takes in the results that have come.
func (c *Count) readNew(ctx context.Context) (fresh bool, err error) {
	c.next, _, err = c.Queue.readBatches(ctx, wire.ResultStream, wire.JobSubjects(c.job), c.next, func(found []message) error {
		fresh = true
		return c.takeAll(ctx, found)
	})
	return fresh, err
}

// checkQueue reports whether a round is over, and helps if no results come.
func (c *Count) checkQueue(ctx context.Context) (over bool, err error) {
	left, err := c.Queue.backlog(ctx, c.job)
	if err != nil {
		return false, err
	}
	c.nameHolders(ctx)
	helped, err := c.checkSilence(ctx, left)
	if err != nil {
		return false, err
	}
	return helped || (left.isEmpty() || c.complete()) && c.recounts.left() == 0, nil
}
