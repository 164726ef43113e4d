package queue

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"
)

// TestLiars has one liar among three workers, fifty times: one that always lies, which
// must be found each time, and one that lies in a tenth of its tasks, which must not be
// missed more often than it may. By hand:
//
//	QUEENS_SOAK=1 go test -run TestLiars -v -timeout 30m ./internal/queue
func TestLiars(t *testing.T) {
	if os.Getenv("QUEENS_SOAK") == "" {
		t.Skip("set QUEENS_SOAK to run it")
	}
	const runs = 50
	for _, share := range []float64{1, 0.1} {
		found, forgedRuns := 0, 0
		expected, variance := 0.0, 0.0 // misses, at most
		for run := range runs {
			lied, caught, tasks := runWithLiar(t, share)
			if lied == 0 {
				continue
			}
			forgedRuns++
			if caught {
				found++
			}
			if lied > 0 {
				p := missed(tasks, lied, (&lottery{share: 0.01}).quota(tasks))
				expected += p
				variance += p * (1 - p)
			}
			t.Logf("share %v, run %d: %d lies, found %t", share, run, lied, caught)
		}
		misses := forgedRuns - found
		t.Logf("share %v: found in %d of %d runs, at most %.1f misses were to be expected", share, found, forgedRuns, expected)
		if share == 1 && misses > 0 || float64(misses) > expected+4*math.Sqrt(variance)+0.5 {
			t.Errorf("%d misses", misses)
		}
	}
}

// missed returns the chance that none of so many forged results is among so many drawn.
func missed(results, forged, drawn int) float64 {
	p := 1.0
	for i := range drawn {
		p *= max(0, float64(results-forged-i)) / float64(results-i)
	}
	return p
}

// runWithLiar counts once, and returns how many lies were in the results when it ended,
// whether the liar was named, and how many tasks there were.
func runWithLiar(t *testing.T, share float64) (lies int, caught bool, tasks int) {
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	var lied atomic.Int64
	for _, name := range []string{"ann", "bob", "eve"} {
		w := &Worker{Queue: openQueue(t, s, Options{Account: name}), Goroutines: 1}
		if name == "eve" {
			w.count = lie(func(int) bool {
				if rand.Float64() < share {
					lied.Add(1)
					return true
				}
				return false
			})
		}
		defer workFor(t, w)()
	}
	c := newCount(t, q, 10, 0)
	c.Recount = 0.01
	total, err := c.Run(t.Context(), nil)
	wrong, caught := errors.AsType[*LieError](err)
	switch {
	case caught && (wrong.Wrong[0].Account() != "eve" || len(wrong.Wrong) != 1):
		t.Errorf("the wrong one was accused: %v", err)
	case err != nil && !caught:
		t.Error(err)
	case err == nil && total == solutions[10] && lied.Load() > 0:
		t.Errorf("the total is right with %d lies", lied.Load())
	}
	return int(lied.Load()), caught, len(c.Cut.Tasks)
}
