package probe

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/testkit"
)

func empty(n int) []uint64 { return slices.Repeat([]uint64{bitboard.Below(n)}, n) }

func newRNG(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// More than one round of a repetition is needed only beyond 2²² probes.
func TestProberRounds(t *testing.T) {
	p := New(empty(12), false, 64, new(atomic.Bool))
	estimate := func(rng *rand.Rand, rounds int) float64 {
		t.Helper()
		mean, exact := p.Estimate(rng, rounds)
		if exact {
			t.Fatalf("%v is exact", mean)
		}
		return mean
	}
	rng := newRNG(1)
	want := 0.0
	for range 10 {
		want += estimate(rng, 1) / 10
	}
	if got := estimate(newRNG(1), 10); got != want || got == estimate(newRNG(1), 1) {
		t.Errorf("ten rounds give %v, want %v", got, want)
	}
	small := New(empty(6), false, 64, new(atomic.Bool))
	if got, exact := small.Estimate(newRNG(1), math.MaxInt); got != 4 || !exact {
		t.Errorf("%v, %v for n = 6, want 4 exactly", got, exact)
	}
}

// A prober that is stopped ends, however many rounds there are to go.
func TestProberStopped(t *testing.T) {
	for _, n := range []int{0, 6, 12} {
		New(empty(n), false, 64, testkit.RaisedFlag()).Estimate(newRNG(1), math.MaxInt)
	}
}

// A prober keeps nothing from one round to the next, not even where all its boards
// came to dead ends.
func TestProberForgets(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	never := new(atomic.Bool)
	dead := 0
	for range 300 {
		n := 5 + rng.IntN(8)
		open := empty(n)
		for range n * n / 2 {
			open[rng.IntN(n)] &^= 1 << rng.IntN(n)
		}
		used := New(open, false, 4, never)
		for round := range uint64(10) {
			got, _ := used.round(newRNG(round))
			want, _ := New(open, false, 4, never).round(newRNG(round))
			if got != want {
				t.Fatalf("%b: round %d gives %v, the first of a new prober %v", open, round, got, want)
			}
			if want == 0 {
				dead++
			}
		}
	}
	if dead < 100 {
		t.Errorf("only %d rounds came to dead ends", dead)
	}
}
