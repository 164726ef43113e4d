package ledger

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens"
)

// syncEvery is the least time between two groups of results that are synced. It costs
// next to nothing then, and no more is lost than this at a crash.
const syncEvery = 100 * time.Millisecond

// Run counts the tasks that have no result on as many goroutines, and returns the sum
// of all. It tells report how far it is, with no Fraction, at the start and whenever
// results have been synced.
func (l *Ledger) Run(ctx context.Context, workers int, report func(queens.Progress)) (uint64, error) {
	progress, err := l.progress()
	if err != nil {
		return 0, err
	}
	report(progress)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	counted := l.countMissing(ctx, workers, stop)
	for group := gather(counted); group != nil; group = gather(counted) {
		if err == nil {
			progress, err = l.addGroup(group)
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

func (l *Ledger) addGroup(group []Result) (queens.Progress, error) {
	if err := l.Add(group...); err != nil {
		return queens.Progress{}, err
	}
	return l.progress()
}

// progress adds up what is done.
func (l *Ledger) progress() (queens.Progress, error) {
	p := queens.Progress{Total: len(l.Tasks)}
	for task := range l.Tasks {
		count, done := l.Count(task)
		if !done {
			continue
		}
		p.Done++
		var carry uint64
		if p.Solutions, carry = bits.Add64(p.Solutions, count, 0); carry != 0 {
			return queens.Progress{}, queens.ErrOverflow
		}
	}
	return p, nil
}

// countMissing counts the tasks that have no result, and closes the channel when it
// ends. If one fails, it calls stop with the reason.
func (l *Ledger) countMissing(ctx context.Context, workers int, stop context.CancelCauseFunc) <-chan Result {
	var missing []int
	for task := range l.Tasks {
		if _, done := l.Count(task); !done {
			missing = append(missing, task)
		}
	}
	counted := make(chan Result, 16*workers)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(workers, len(missing)) {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(missing)); i = next.Add(1) - 1 {
				count, err := l.Tasks[missing[i]].Count(ctx)
				if err != nil {
					stop(err)
					return
				}
				counted <- Result{missing[i], count}
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
