package queens

import (
	"context"
	"testing"
)

// The steps end soon after their context, in the midst of trials within trials.
func TestDeduceCancel(t *testing.T) {
	for _, n := range []int{32, 61, MaxN} {
		b := newBoard(t, n, Toroidal())
		checkCancel(t, "Deduce", func(ctx context.Context) error {
			for ctx.Err() == nil {
				for range b.Deduce(ctx) {
				}
			}
			return ctx.Err()
		})
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for d := range newBoard(t, 8).Deduce(cancelled) {
		t.Errorf("a step after the end: %v", d)
	}
}
