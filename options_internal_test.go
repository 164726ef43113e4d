package queens

import (
	"context"
	"errors"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/testkit"
	"example.com/queens/internal/work"
)

func testTeam(t testing.TB, opts ...Option) work.Team {
	t.Helper()
	return testkit.Must(newTeam(opts))
}

// TestUntilDone makes sure that the flag follows the context, and that only work.ErrStopped
// becomes the context's error.
func TestUntilDone(t *testing.T) {
	cause := errors.New("other")
	for _, want := range []error{nil, cause, context.Canceled} {
		ctx, cancel := context.WithCancelCause(t.Context())
		err := untilDone(ctx, func(stop *atomic.Bool) error {
			if stop.Load() {
				t.Error("the flag is set from the start")
			}
			cancel(errors.New("whatever the cause"))
			for !stop.Load() {
				runtime.Gosched()
			}
			if want == context.Canceled {
				return work.ErrStopped
			}
			return want
		})
		if err != want {
			t.Errorf("error %v, want %v", err, want)
		}
		if err := untilDone(ctx, func(*atomic.Bool) error { panic("called") }); err != context.Canceled {
			t.Errorf("cancelled before: error %v", err)
		}
	}
}

func TestWorkers(t *testing.T) {
	if r := testTeam(t, Workers(2), Workers(5)); r.Workers != 5 {
		t.Errorf("the last option of 5 workers gives %d", r.Workers)
	}
	if r := testTeam(t, Workers(math.MaxInt)); r.Workers != maxWorkers {
		t.Errorf("the largest number of workers gives %d, want %d", r.Workers, maxWorkers)
	}
	if r := testTeam(t); r.Workers != runtime.GOMAXPROCS(0) {
		t.Errorf("no option gives %d workers", r.Workers)
	}
	b := newBoard(t, 12)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got, err := b.Count(t.Context(), Workers(3)); got != testkit.Reference[12].All || err != nil {
				t.Errorf("one of several counts at a time: %d, %v, want %d", got, err, testkit.Reference[12].All)
			}
		})
	}
	wait.Wait()
}
