package ledger

import (
	"context"
	"time"

	"example.com/queens"
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
	if err := checkAsked(asked); err != nil {
		return nil, err
	}
	c := &Count{}
	var err error
	c.Ledger, err = Open(name, func(found *Head) (Head, error) {
		asked := asked
		if found != nil {
			if err := found.checkOf(b.String(), asked); err != nil {
				return Head{}, err // cutting the board would only take time
			}
			asked = found.Asked
		}
		var err error
		if c.Cut, err = NewCut(ctx, b, asked); err != nil {
			return Head{}, err
		}
		return c.Cut.Head, nil
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
	k := &fileKeeper{Count: c, ctx: ctx, missing: c.missing(), report: report}
	if err := c.Cut.Run(ctx, workers, k, nil); err != nil {
		return 0, err
	}
	return k.progress.Solutions, nil
}

// A fileKeeper keeps a count on this computer.
type fileKeeper struct {
	*Count
	ctx      context.Context // of Run
	missing  []int
	report   func(queens.Progress)
	progress queens.Progress
}

func (k *fileKeeper) Next() (task int, ok bool) {
	if len(k.missing) == 0 {
		return 0, false
	}
	task, k.missing = k.missing[0], k.missing[1:]
	return task, true
}

func (k *fileKeeper) Keep(results []Result) (rest time.Duration, done bool, err error) {
	if _, err = k.Add(results...); err != nil {
		return 0, false, err
	}
	if k.progress, err = k.Cut.Progress(k.ctx, k.Book, k.IsDone); err != nil {
		return 0, false, err
	}
	k.report(k.progress)
	return syncEvery, k.Done() == k.Total, nil
}
