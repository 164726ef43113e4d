package queens

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"testing"
	"time"
)

// cancelLate cancels a search soon after its start, and returns how long after the
// moment set for that it ended.
func cancelLate(t *testing.T, search func(context.Context) error) time.Duration {
	t.Helper()
	const wait = 20 * time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	start := time.Now()
	timer := time.AfterFunc(wait, cancel)
	err := search(ctx)
	late := time.Since(start) - wait
	if !timer.Stop() && !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search gives error %v", err)
	}
	return late
}

// checkCancel makes sure that a search ends soon after it is cancelled, and with
// nothing left behind: in the best of three tries, as this machine may have other
// things to do.
func checkCancel(t *testing.T, name string, search func(context.Context) error) {
	t.Helper()
	slack := 50 * time.Millisecond
	if raceEnabled {
		slack *= 10
	}
	before := runtime.NumGoroutine()
	late := time.Hour
	for try := 0; try < 3 && late > slack; try++ {
		late = min(late, cancelLate(t, search))
	}
	t.Logf("%s ended %v after it was to be cancelled", name, late.Round(100*time.Microsecond))
	if late > slack {
		t.Errorf("%s ended %v after it was to be cancelled, want at most %v", name, late, slack)
	}
	checkGoroutines(t, before)
}

// checkGoroutines makes sure that no more goroutines stay than there were before.
// One that has done its work may take a moment to end.
func checkGoroutines(t *testing.T, before int) {
	t.Helper()
	for wait := time.Millisecond; runtime.NumGoroutine() > before; wait *= 2 {
		if wait > time.Second {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(wait)
	}
}

// The first solution of these boards is far away.
func TestIteratorsCancel(t *testing.T) {
	for _, n := range []int{32, 48, 64} {
		for _, options := range [][]Constraint{nil, {Blocked(Square{0, 1})}, {Given(Square{n / 2, n / 3})}} {
			s := newBoard(t, n, options...)
			for name, solutions := range map[string]func(context.Context) iter.Seq[Placement]{
				"Solutions": s.Solutions, "Fundamental": s.Fundamental,
			} {
				checkCancel(t, fmt.Sprintf("%s, %s", name, s.String()), func(ctx context.Context) error {
					for range solutions(ctx) {
					}
					return ctx.Err()
				})
			}
		}
	}
}

func TestCountCancel(t *testing.T) {
	for _, n := range []int{20, 23, 24, 31, 32, 33, 64} {
		for _, options := range [][]Constraint{nil, {Blocked(Square{0, 1})}, {Toroidal()}} {
			s := newBoard(t, n, options...)
			searches := map[string]func(context.Context) error{
				"Count":             func(ctx context.Context) error { _, err := s.Count(ctx); return err },
				"Count on 1 worker": func(ctx context.Context) error { _, err := s.Count(ctx, Workers(1)); return err },
				"Census":            func(ctx context.Context) error { _, err := s.Census(ctx); return err },
			}
			for name, search := range searches {
				checkCancel(t, fmt.Sprintf("%s, %s", name, s.String()), search)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, n := range []int{0, 8, 16} {
		s := newBoard(t, n)
		if _, err := s.Count(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("n = %d: Count with a cancelled context gives error %v", n, err)
		}
	}
}
