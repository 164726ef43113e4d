package queens

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"testing"

	"example.com/queens/internal/testkit"
)

// However a loop ends, no goroutine is left; and a panic in its body is the caller's.
func TestListLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, n := range []int{12, 31} {
		b := newBoard(t, n)
		for _, workers := range []int{1, 2, 7} {
			for name, list := range Listings {
				if name == "Fundamental" && n == 31 { // whose first solution is far away
					continue
				}
				what := fmt.Sprintf("%s of n = %d with %d workers", name, n, workers)
				seen := 0
				for range list(b, t.Context(), Workers(workers)) {
					if seen++; seen == 3 {
						break
					}
				}
				testkit.CheckGoroutines(t, before)
				if got := testkit.Recovered(func() {
					for range list(b, t.Context(), Workers(workers)) {
						panic("body")
					}
				}); got != "body" {
					t.Errorf("%s: recovered %v", what, got)
				}
				testkit.CheckGoroutines(t, before)
				ctx, cancel := context.WithCancel(t.Context())
				next, stop := iter.Pull2(list(b, ctx, Workers(workers)))
				if p, err, ok := next(); !ok || err != nil || !p.Solved() {
					t.Errorf("%s: pulled %v, %v, %t", what, p, err, ok)
				}
				cancel()
				if p, err, ok := next(); !ok || err != context.Canceled || p != nil {
					t.Errorf("%s: pulled %v, %v, %t after it was cancelled", what, p, err, ok)
				}
				if p, err, ok := next(); ok {
					t.Errorf("%s: pulled %v, %v after an error", what, p, err)
				}
				stop()
				next, stop = iter.Pull2(list(b, t.Context(), Workers(workers)))
				next()
				stop()
				testkit.CheckGoroutines(t, before)
			}
		}
	}
}
