package ledger

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens"
)

// A Count is a count on this computer that goes on from a ledger.
type Count struct {
	Ledger *Ledger
	Cut    *Cut
}

// OpenCount opens the ledger of a board's count, or begins one if there is no such file.
// It asks for the tasks that the file was begun with if asked is 0, and otherwise it is
// an error if these are others. So is a file of another board, and one that is in use.
func OpenCount(ctx context.Context, name string, s *queens.Board, asked int) (*Count, error) {
	if err := checkAsked(asked); err != nil {
		return nil, err
	}
	c := &Count{}
	var err error
	c.Ledger, err = open(name, func(found *Head) (Head, error) {
		want := Head{Board: s.String(), Asked: asked}
		if found != nil && asked == 0 {
			want.Asked = found.Asked
		}
		if found != nil && (found.Board != want.Board || found.Asked != want.Asked) {
			return want, nil // no need to cut it
		}
		if c.Cut, err = NewCut(ctx, s, want.Asked); err != nil {
			return Head{}, err
		}
		return c.Cut.Head, nil
	})
	return c, err
}

// syncEvery is the least time between two groups of results that are synced. It costs
// next to nothing then, and no more is lost than this at a crash.
const syncEvery = 100 * time.Millisecond

// Run counts the tasks that have no result on as many goroutines, and returns the sum
// of all. It tells report how far it is, with no Fraction, at the start and whenever
// results have been synced.
func (c *Count) Run(ctx context.Context, workers int, report func(queens.Progress)) (uint64, error) {
	progress, err := c.Ledger.Progress()
	if err != nil {
		return 0, err
	}
	report(progress)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	counted := c.countMissing(ctx, workers, stop)
	for group := gather(counted); group != nil; group = gather(counted) {
		if err == nil {
			progress, err = c.addGroup(group)
		}
		if err != nil {
			stop(err) // and see the workers end
			continue
		}
		report(progress)
	}
	if err == nil && progress.Done < progress.Total {
		err = context.Cause(ctx)
	}
	if err != nil {
		return 0, err
	}
	return progress.Solutions, nil
}

func (c *Count) addGroup(group []Result) (queens.Progress, error) {
	if _, err := c.Ledger.Add(group...); err != nil {
		return queens.Progress{}, err
	}
	return c.Ledger.Progress()
}

// countMissing counts the tasks that have no result, and closes the channel when it
// ends. If one fails, it calls stop with the reason.
func (c *Count) countMissing(ctx context.Context, workers int, stop context.CancelCauseFunc) <-chan Result {
	var missing []int
	for task := range c.Cut.Tasks {
		if _, done := c.Ledger.Count(task); !done {
			missing = append(missing, task)
		}
	}
	counted := make(chan Result, 16*workers)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(workers, len(missing)) {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(missing)); i = next.Add(1) - 1 {
				count, err := c.Cut.Tasks[missing[i]].Count(ctx)
				if err != nil {
					stop(err)
					return
				}
				counted <- Result{Task: missing[i], Count: count}
			}
		})
	}
	go func() {
		wait.Wait()
		close(counted)
	}()
	return counted
}

// gather returns results once it is time to sync them, and nil if no more will come.
func gather(counted <-chan Result) []Result {
	first, open := <-counted
	if !open {
		return nil
	}
	group := []Result{first}
	due := time.After(syncEvery)
	for {
		select {
		case r, open := <-counted:
			if !open {
				return group
			}
			group = append(group, r)
		case <-due:
			return group
		}
	}
}
