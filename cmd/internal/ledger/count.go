package ledger

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"time"

	"example.com/queens"
	"golang.org/x/sync/errgroup"
)

// A Count is a count on this computer that goes on from a ledger.
type Count struct {
	*Ledger
	Cut *Cut
}

// OpenCount opens the ledger of a board's count, or creates it if there is no such file.
// If asked is 0, the board is cut as it was when the file was created; otherwise a file
// created with another number is an error. So are a file for another board and one that
// is in use.
func OpenCount(ctx context.Context, name string, b *queens.Board, asked int) (*Count, error) {
	if err := checkAsked(b.String(), asked); err != nil {
		return nil, err
	}
	c := &Count{Ledger: &Ledger{}}
	cut := func(asked int) (head []byte, err error) {
		if c.Cut, err = NewCut(ctx, b, asked); err != nil {
			return nil, err
		}
		c.Book = NewBook(c.Cut.Head)
		return c.Line(), nil
	}
	takeHead := func(line []byte) error {
		found, err := ParseHead(line)
		switch {
		case err == errDamaged:
			head, err := cut(asked)
			if err != nil {
				return err
			}
			return fmt.Errorf("line 1 is damaged, or it is not a ledger: it begins with %.40q; count in another file "+
				"or, if this very command created it, replace line 1 with this: %s", line, bytes.TrimSpace(head))
		case err != nil:
			return fmt.Errorf("%w; count in another file", err)
		}
		if err := found.checkOf(b.String(), asked); err != nil {
			return err // cutting the board would only take time
		}
		if _, err := cut(found.Asked); err != nil {
			return err
		}
		return found.checkSame(c.Head)
	}
	var err error
	c.journal, err = openJournal(name, content{
		beginning: beginning,
		begin:     func() ([]byte, error) { return cut(asked) },
		takeHead:  takeHead,
		take:      func(in *reader) error { return c.read(in) },
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// syncEvery is the least time between two syncs. It keeps their cost negligible, and
// bounds what a crash can lose.
const syncEvery = 100 * time.Millisecond

// Run counts the tasks that have no result, on the given number of goroutines, and
// returns the sum over all tasks. It reports its progress at the start and each time
// results have been synced.
func (c *Count) Run(ctx context.Context, workers int, report func(queens.Progress)) (uint64, error) {
	progress, err := c.Cut.Progress(ctx, c.Book)
	if err != nil {
		return 0, err
	}
	report(progress)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	counted := make(chan Result, 16*workers) // counting goes on while results are synced
	ended := make(chan error, 1)
	go func() {
		defer close(counted)
		ended <- c.Cut.CountTasks(ctx, c.missing(), workers, func(r Result) { counted <- r })
	}()
	for open := true; open; {
		var group []Result
		group, open = gather(counted, syncEvery, func(Result) bool { return false })
		if err != nil || len(group) == 0 {
			continue // until the goroutines have ended
		}
		if _, err = c.Add(group...); err == nil {
			progress, err = c.Cut.Progress(ctx, c.Book)
		}
		if err != nil {
			stop()
			continue
		}
		report(progress)
	}
	if countErr := <-ended; err == nil {
		err = countErr
	}
	if err != nil {
		return 0, err
	}
	return progress.Solutions, nil
}

// gather collects results for some time, or until take, which it calls for each, returns true. It
// returns false when the channel is closed and empty.
func gather(counted <-chan Result, wait time.Duration, take func(Result) (enough bool)) (group []Result, open bool) {
	due := time.After(wait)
	for {
		select {
		case r, ok := <-counted:
			if !ok {
				return group, false
			}
			if group = append(group, r); take(r) {
				return group, true
			}
		case <-due:
			return group, true
		}
	}
}

// CountTasks counts the given tasks on a number of goroutines. It calls done with each
// result as it comes, one call at a time. The first error, of a task or because ctx ended,
// stops the others and is returned. When CountTasks returns, all goroutines have ended.
func (c *Cut) CountTasks(ctx context.Context, tasks []int, workers int, done func(Result)) error {
	return c.countQueue(ctx, queueOf(tasks), min(workers, len(tasks)), done)
}

// CheckTasks checks the given tasks, see [tasks.Task.Check], and calls done with each and what
// is wrong, or nil. Otherwise it does as CountTasks.
func (c *Cut) CheckTasks(ctx context.Context, tasks []int, workers int, done func(task int, differs error)) error {
	return eachTask(ctx, queueOf(tasks), min(workers, len(tasks)), func(ctx context.Context, task int) (func(), error) {
		differs := c.Task(task).SelfTest(ctx, nil)
		return func() { done(task, differs) }, ctx.Err()
	})
}

// queueOf returns a closed channel with the tasks in it.
func queueOf(tasks []int) <-chan int {
	queue := make(chan int, len(tasks))
	for _, task := range tasks {
		queue <- task
	}
	close(queue)
	return queue
}

// countQueue counts tasks until the queue is closed, and otherwise does as CountTasks.
func (c *Cut) countQueue(ctx context.Context, queue <-chan int, workers int, done func(Result)) error {
	return eachTask(ctx, queue, workers, func(ctx context.Context, task int) (func(), error) {
		solutions, err := c.Task(task).Count(ctx)
		return func() { done(Result{Task: task, Count: solutions}) }, err
	})
}

// eachTask calls do for each task on a number of goroutines, until the queue is closed or there is
// an error. The functions that do returns are called one at a time.
func eachTask(ctx context.Context, queue <-chan int, workers int, do func(ctx context.Context, task int) (done func(), err error)) error {
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	for range workers {
		group.Go(func() error {
			for {
				select {
				case <-ctx.Done():
					return ctx.Err()
				case task, more := <-queue:
					if !more {
						return nil
					}
					done, err := do(ctx, task)
					if err != nil {
						return err
					}
					mu.Lock()
					done()
					mu.Unlock()
				}
			}
		})
	}
	return group.Wait()
}
