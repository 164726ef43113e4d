package ledger

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"
)

// A Keeper chooses the tasks that [Cut.Run] counts, and keeps their results. Its methods are called
// one at a time.
type Keeper interface {
	// Next returns a task to count now, if there is one.
	Next() (task int, ok bool)

	// Keep takes the results since the last call, if there are any. It reports whether the count is
	// done, and otherwise how long it may rest until the next call.
	Keep(results []Result) (rest time.Duration, done bool, err error)
}

// errDone ends the goroutines of a count that is done.
var errDone = errors.New("the count is done")

// Run counts tasks on a number of goroutines until the keeper says that the count is done, or until
// the first error: of a task, of the keeper, or because ctx ended, then its cause. In between it calls
// what events has. When Run returns, all its goroutines have ended, and what they had counted is kept.
func (c *Cut) Run(ctx context.Context, workers int, k Keeper, events <-chan func()) error {
	group, ctx := errgroup.WithContext(ctx)
	work, counted := make(chan int), make(chan Result, 16*workers) // counting goes on while results are kept
	for range workers {
		group.Go(func() error {
			for task := range work {
				solutions, err := c.Task(task).Count(ctx)
				if err != nil {
					return err
				}
				select {
				case counted <- Result{Task: task, Count: solutions}:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(work)
		return keep(ctx, k, work, counted, events)
	})
	if err := group.Wait(); err != errDone {
		return err
	}
	return nil
}

// keep hands out tasks and keeps their results until the count is done, or ends otherwise. It keeps
// results after a rest, or at once if a goroutine has nothing else to do.
func keep(ctx context.Context, k Keeper, work chan<- int, counted <-chan Result, events <-chan func()) error {
	var results []Result
	var next int
	var ready bool
	for due := time.After(0); ; {
		if !ready {
			next, ready = k.Next()
		}
		var free chan<- int
		if ready {
			free = work
		}
		select {
		case free <- next:
			ready = false
			continue
		case do := <-events:
			do()
			continue
		case r := <-counted:
			results = append(results, r)
			if ready {
				continue
			}
		case <-due:
		case <-ctx.Done():
			for len(counted) > 0 {
				results = append(results, <-counted)
			}
			if _, _, err := k.Keep(results); err != nil {
				return err
			}
			return context.Cause(ctx)
		}
		rest, done, err := k.Keep(results)
		if err != nil {
			return err
		}
		if done {
			return errDone
		}
		results, due = nil, time.After(rest)
	}
}
