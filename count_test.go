package queens_test

import (
	"context"
	"errors"
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

// A count ends with the context's error, whatever the cause.
func TestCountEndsWithContext(t *testing.T) {
	for _, spec := range []boardSpec{{n: 20}, {n: 64}, {n: 29, torus: true}} {
		cause := errors.New("cause")
		ctx, cancel := context.WithTimeoutCause(context.Background(), 5*time.Millisecond, cause)
		_, err := spec.board(t).Count(ctx)
		cancel()
		if err != context.DeadlineExceeded {
			t.Errorf("count of %d rows ends with %v, want the context's error", spec.n, err)
		}
	}
}
