package queens_test

import (
	"math/rand/v2"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
)

// TestCountConstrained compares with a list of all solutions.
func TestCountConstrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range testkit.Fewer(2000, 300) {
		n := 1 + rng.IntN(9)
		b := boardtest.New(t, n, boardtest.RandomConstraints(rng, n)...)
		want := boardtest.CountSolutions(t, b)
		for workers := range 3 {
			if got, err := b.Count(t.Context(), queens.Workers(workers+1)); got != want || err != nil {
				t.Fatalf("%v: %d solutions by %d workers, %v, want %d", b, got, workers+1, err, want)
			}
		}
	}
}
