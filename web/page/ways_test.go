package page

import (
	"context"
	"errors"
	"testing"
)

// TestCountWays compares with known numbers: OEIS A000170, and A007705 for the torus.
func TestCountWays(t *testing.T) {
	for text, want := range map[string]uint64{
		"n=1": 1, "n=3": 0, "n=4": 2, "n=8": 92, "n=13": 73712, "n=14": 365596, "n=13 torus": 4524, "n=8 given=b4,d5": 2,
		"n=8 given=b4,d5 blocked=c1": 1, "n=4 given=b1,d2,a3,c4": 1, "n=4 given=b1,d2 blocked=c4": 0, "n=2 blocked=a1,b1,a2,b2": 0, "n=5 torus given=a1,c2,e3,b4": 1,
	} {
		done := 0.0
		ways, err := CountWays(t.Context(), must(ReadPosition(text)), func(w Ways) {
			if w.Done < done || w.Done > 1 {
				t.Errorf("%s: %v after %v", text, w.Done, done)
			}
			done = w.Done
		})
		if err != nil || ways.Number != want || ways.Known != Exactly || ways.Done != 1 || ways.Attacked {
			t.Errorf("%s: %+v, %v, want %d", text, ways, err, want)
		}
	}
}

// TestCountWaysCancelled cancels a count of about an hour after its estimate.
func TestCountWaysCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var about uint64
	_, err := CountWays(ctx, Position{N: 20}, func(w Ways) {
		if w.Known == About {
			about = w.Number
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || about < 38e9 || about > 40e9 {
		t.Errorf("%v after %d", err, about) // 39,029,188,884 ways
	}
}
