package queens

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	. "example.com/queens/internal/testkit"
	"example.com/queens/internal/work"
)

// However many probes there are, they are divided into numbers that can be kept in
// memory, and few are left over.
func TestDivide(t *testing.T) {
	all := []int{math.MaxInt32, math.MaxInt, math.MaxInt - 1}
	for probes := 1; probes < 5000; probes++ {
		all = append(all, probes)
	}
	for shift := range 62 {
		all = append(all, 1<<shift, 1<<shift+1, 3<<shift-1)
	}
	for _, probes := range all {
		if probes < 1 {
			continue
		}
		d := divide(probes)
		if d.repetitions < 1 || d.repetitions > maxRepetitions || d.size < 1 || d.size > maxPopulation || d.rounds < 1 {
			t.Errorf("%d probes: %+v", probes, d)
		}
		made := d.repetitions * d.rounds * d.size
		if made > probes || made < probes/3 || probes > 1<<14 && d.repetitions < minRepetitions {
			t.Errorf("%d probes: %+v, %d in all", probes, d, made)
		}
	}
}

// More than one round of a repetition is needed only beyond 2²² probes.
func TestProberRounds(t *testing.T) {
	p := newProber(newBoard(t, 12).start, 64, new(atomic.Bool))
	estimate := func(rng *rand.Rand, rounds int) float64 {
		t.Helper()
		mean, exact, err := p.estimate(rng, rounds)
		if exact || err != nil {
			t.Fatalf("%v, exact %t, %v", mean, exact, err)
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
	small := newProber(newBoard(t, 6).start, 64, new(atomic.Bool))
	if got, exact, err := small.estimate(newRNG(1), math.MaxInt); got != 4 || !exact || err != nil {
		t.Errorf("%v, %v, %v for n = 6, want 4 exactly", got, exact, err)
	}
}

// A prober that is stopped has no estimate, whether it has rounds to go or not.
func TestProberStopped(t *testing.T) {
	for _, n := range []int{0, 6, 12} {
		p := newProber(newBoard(t, n).start, 64, RaisedFlag())
		if mean, exact, err := p.estimate(newRNG(1), 3); mean != 0 || exact || err != work.ErrStopped {
			t.Errorf("n = %d: stopped: %v, exact %t, %v", n, mean, exact, err)
		}
	}
}

// The memory that an estimate takes does not grow with the number of probes.
func TestEstimateMemory(t *testing.T) {
	s := newBoard(t, MaxN)
	ctx, cancel := context.WithCancel(t.Context())
	done := OnProgress(func(Progress) { cancel() })
	if got := Allocated(func() {
		if _, err := s.Estimate(ctx, newRNG(1), math.MaxInt, done, Workers(2)); err != context.Canceled {
			t.Errorf("error %v", err)
		}
	}); got > 32<<20 {
		t.Errorf("%d bytes allocated", got)
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
		var blocked []Square
		for range n * n / 2 {
			blocked = append(blocked, Square{rng.IntN(n), rng.IntN(n)})
		}
		s := newBoard(t, n, Blocked(blocked...))
		used := newProber(s.start, 4, never)
		for round := range uint64(10) {
			got, _ := used.round(rand.New(rand.NewPCG(round, 1)))
			want, _ := newProber(s.start, 4, never).round(rand.New(rand.NewPCG(round, 1)))
			if got != want {
				t.Fatalf("%s: round %d gives %v, the first of a new prober %v", s, round, got, want)
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

// An estimate that would take hours reports the repetitions done.
func TestEstimateProgressGrows(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var last Progress
	_, err := newBoard(t, 20).Estimate(ctx, rand.New(rand.NewPCG(1, 2)), 1<<23, OnProgress(func(p Progress) {
		if p.Done < last.Done || p.Fraction < last.Fraction {
			t.Errorf("%v after %v", p, last)
		}
		if last = p; p.Done > 1 {
			cancel()
		}
	}))
	if !errors.Is(err, context.Canceled) || last.Done < 2 || last.Done == last.Total || last.Fraction <= 0 || last.Fraction >= 1 {
		t.Errorf("the last report is %v, error %v", last, err)
	}
}
