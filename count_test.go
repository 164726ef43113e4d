package queens_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	. "example.com/queens"
)

func TestCountKnown(t *testing.T) {
	for n, want := range Reference[:14] {
		if got := count(t, boardSpec{n: n}.board(t)); got != want.All {
			t.Errorf("n = %d: %d solutions, want %d", n, got, want.All)
		}
		fundamental := uint64(0)
		for range Fundamental(n) {
			fundamental++
		}
		if fundamental != want.Fundamental {
			t.Errorf("n = %d: %d fundamental solutions, want %d", n, fundamental, want.Fundamental)
		}
	}
}

// Solutions by the column of the first row's queen (OEIS A059963 for n = 8).
func TestCountByFirstQueen(t *testing.T) {
	for col, want := range []uint64{4, 8, 16, 18, 18, 16, 8, 4} {
		if got := count(t, boardSpec{n: 8, given: []Square{{0, col}}}.board(t)); got != want {
			t.Errorf("%d solutions with a queen on %v, want %d", got, Square{0, col}, want)
		}
	}
}

// Toroidal solutions (OEIS A051906): none unless n is coprime to 6.
func TestToroidal(t *testing.T) {
	want := []uint64{1, 1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524, 0, 0, 0, 140692, 0, 820496}
	if testing.Short() {
		want = want[:18]
	}
	for n, want := range want {
		b := boardSpec{n: n, torus: true}.board(t)
		if got := count(t, b); got != want {
			t.Errorf("n = %d: %d toroidal solutions, want %d", n, got, want)
		}
	}
}

func TestCountCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, n := range []int{0, 8, 64} {
		if got, err := Count(ctx, n); got != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled count of n = %d: %d, %v", n, got, err)
		}
	}
}

func TestCountEndsWithContext(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, spec := range []boardSpec{{n: 20}, {n: 64}, {n: 29, torus: true}} {
		cause := errors.New("cause")
		ctx, cancel := context.WithTimeoutCause(context.Background(), 5*time.Millisecond, cause)
		_, err := spec.board(t).Count(ctx)
		cancel()
		if err != context.DeadlineExceeded {
			t.Errorf("count of %d rows ends with %v, want the context's error", spec.n, err)
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
