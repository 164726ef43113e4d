package ledger

import (
	"context"
	"errors"
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
