package ledger

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A listKeeper has tasks counted one after the other, and keeps their results.
type listKeeper struct {
	tasks  []int
	counts map[int]uint64
	enough func(kept int) (done bool, err error)
}

func (k *listKeeper) Next() (task int, ok bool) {
	if len(k.tasks) == 0 {
		return 0, false
	}
	task, k.tasks = k.tasks[0], k.tasks[1:]
	return task, true
}

func (k *listKeeper) Keep(results []Result) (time.Duration, bool, error) {
	for _, r := range results {
		k.counts[r.Task] = r.Count
	}
	done, err := k.enough(len(k.counts))
	return time.Millisecond, done, err
}

// TestRun counts some tasks, or ends in between. What was counted is kept, and events are handled.
func TestRun(t *testing.T) {
	c := cut(t, "n=12", 300)
	failure, never := errors.New("a failure"), c.Total+1
	for name, test := range map[string]struct {
		tasks  int
		cause  error // of the end of the context after some results
		err    error // of the keeper, after some results
		done   int
		want   error
		counts int
	}{
		"none":     {tasks: 0, done: 0, counts: 0},
		"some":     {tasks: 5, done: 5, counts: 5},
		"all":      {tasks: c.Total, done: c.Total, counts: c.Total},
		"enough":   {tasks: c.Total, done: 10, counts: 10},
		"canceled": {tasks: c.Total, cause: failure, done: never, want: failure, counts: 10},
		"failed":   {tasks: c.Total, err: failure, done: never, want: failure, counts: 10},
	} {
		ctx, stop := context.WithCancelCause(t.Context())
		defer stop(nil)
		k := &listKeeper{counts: map[int]uint64{}}
		for task := range test.tasks {
			k.tasks = append(k.tasks, task)
		}
		k.enough = func(kept int) (bool, error) {
			if kept >= 10 && test.cause != nil {
				stop(test.cause)
			}
			if kept >= 10 && test.err != nil {
				return false, test.err
			}
			return kept >= test.done, nil
		}
		events := make(chan func(), 1)
		handled := test.tasks < 300
		events <- func() { handled = true }
		err := c.Run(ctx, 2, k, events)
		if err != test.want || len(k.counts) < test.counts || !handled {
			t.Errorf("%s: %d results, %v; the event: %t", name, len(k.counts), err, handled)
		}
		for task, got := range k.counts {
			if want, err := c.Task(task).Count(t.Context()); got != want || err != nil {
				t.Errorf("%s: task %d: %d, want %d; %v", name, task, got, want, err)
			}
		}
	}
}
