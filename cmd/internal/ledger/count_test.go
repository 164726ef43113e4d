package ledger

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// counts are the numbers of solutions of boards.
var counts = map[string]uint64{
	"n=0": 1, "n=1": 1, "n=3": 0, "n=8": 92, "n=12": 14200, "n=11 torus": 88, "n=8 given=b4,d5 blocked=c1": 1, "n=4 blocked=a1,b1,c1,d1": 0,
}

func TestCount(t *testing.T) {
	for text, want := range counts {
		for _, asked := range []int{0, 1, 7} {
			name := filepath.Join(t.TempDir(), "ledger")
			for range 2 {
				if got, damaged, err := count(t, name, text, asked); got != want || damaged != nil || err != nil {
					t.Errorf("%s in %d tasks: %d, %v, %v, want %d", text, asked, got, damaged, err, want)
				}
			}
		}
	}
}

// TestCountTasks counts some tasks, and stops in between.
func TestCountTasks(t *testing.T) {
	c := cut(t, "n=12", 300)
	tasks := []int{5, 0, 17, 3, 299}
	counts := map[int]uint64{}
	err := c.CountTasks(t.Context(), tasks, 2, func(r Result) { counts[r.Task] = r.Count })
	if len(counts) != len(tasks) || err != nil {
		t.Errorf("counted %v, %v", counts, err)
	}
	for _, task := range tasks {
		if want, err := c.Task(task).Count(t.Context()); counts[task] != want || err != nil {
			t.Errorf("task %d: %d, want %d; %v", task, counts[task], want, err)
		}
	}
	if err := c.CountTasks(t.Context(), nil, 2, nil); err != nil {
		t.Errorf("no tasks: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	allTasks := make([]int, c.Total)
	for i := range allTasks {
		allTasks[i] = i
	}
	done := 0
	err = c.CountTasks(ctx, allTasks, 4, func(Result) {
		if done++; done == 10 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) || done < 10 || done > 10+4 {
		t.Errorf("canceled after 10 of %d tasks: %d were counted, %v", c.Total, done, err)
	}
}

func TestOverflow(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ledger")
	c := testkit.Must(OpenCount(t.Context(), name, board(t, "n=8"), 10))
	defer c.Ledger.Close()
	testkit.Must(c.Ledger.Add(Result{Task: 0, Count: 1 << 63}, Result{Task: 1, Count: 1 << 63}))
	if got, err := c.Run(t.Context(), 1, ignore); err != queens.ErrOverflow {
		t.Errorf("%d, %v", got, err)
	}
}

// liveBytes returns the memory in use.
func liveBytes() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestMemory opens a ledger with many results, a hundred thousand if QUEENS_LONG is set.
func TestMemory(t *testing.T) {
	asked := 10_000
	if os.Getenv("QUEENS_LONG") != "" {
		asked = 100_000
	}
	name := filepath.Join(t.TempDir(), "ledger")
	c := testkit.Must(OpenCount(t.Context(), name, board(t, "n=20"), asked))
	results := make([]Result, c.Cut.Total)
	for i := range results {
		results[i].Task = i
	}
	testkit.Must(c.Ledger.Add(results...))
	c.Ledger.Close()
	results, c = nil, nil
	before := liveBytes()
	c = testkit.Must(OpenCount(t.Context(), name, board(t, "n=20"), 0))
	defer c.Ledger.Close()
	if grown, tasks := liveBytes()-before, int64(c.Cut.Total); grown > 300*tasks {
		t.Errorf("%d bytes for %d tasks and their results", grown, tasks)
	}
	if _, done := c.Ledger.Count(asked - 1); !done {
		t.Error("the last result is missing")
	}
}

// TestProgress follows the Fraction of a count and of the same count resumed: it rises to 1,
// and the second goes on where the first stopped.
func TestProgress(t *testing.T) {
	for _, text := range []string{"n=13", "n=13 torus", "n=12 given=b4", "n=4 blocked=a1,b1,c1,d1", "n=0"} {
		name := filepath.Join(t.TempDir(), "ledger")
		last := 0.0
		run := func(ctx context.Context, stop func()) error {
			c := testkit.Must(OpenCount(ctx, name, board(t, text), 0))
			defer c.Ledger.Close()
			_, err := c.Run(ctx, 1, func(p queens.Progress) {
				if !(p.Fraction >= last && p.Fraction <= 1) || p.Done == p.Total && p.Fraction != 1 {
					t.Errorf("%s: after %v, %+v", text, last, p)
				}
				last = p.Fraction
				stop()
			})
			return err
		}
		ctx, stop := context.WithCancel(t.Context())
		if err := run(ctx, stop); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", text, err)
		}
		if err := run(t.Context(), func() {}); err != nil || last != 1 {
			t.Errorf("%s: resumed, it ends at %v, %v", text, last, err)
		}
	}
}
