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
			for { // the rules may end first
				for _, err := range b.Deduce(ctx) {
					if err != nil && err != ErrNotUnique && err != ErrRulesEnd {
						return err
					}
				}
			}
		})
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for d, err := range newBoard(t, 8).Deduce(cancelled) {
		if err != context.Canceled {
			t.Errorf("a step after the end: %v, %v", d, err)
		}
	}
}
