package queens_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"testing"

	. "example.com/queens"
	. "example.com/queens/internal/testkit"
)

// checkUniform draws about as many samples as it is told, and tests by chi-squared
// that all solutions are equally likely.
func checkUniform(t *testing.T, pos boardSpec, seed uint64, samples int) {
	t.Helper()
	s, solutions := pos.board(t), pos.solutions()
	m, err := s.Sampler(t.Context())
	if len(solutions) == 0 {
		if m != nil || !errors.Is(err, ErrNoSolution) {
			t.Errorf("%+v: sampler %v, %v, want %v", pos, m, err, ErrNoSolution)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	times := max(samples/len(solutions), 5)
	drawn := map[string]int{}
	rng := seeded(seed)
	for range times * len(solutions) {
		drawn[m.Sample(rng).String()]++
	}
	chi2 := 0.0
	for _, p := range solutions {
		difference := float64(drawn[p.String()] - times)
		chi2 += difference * difference / float64(times)
		delete(drawn, p.String())
	}
	for p := range drawn {
		t.Errorf("%+v: sample %v is not a solution", pos, p)
	}
	// Wilson and Hilferty: the cube root of chi-squared by degree of freedom is
	// about normal.
	if freedom := float64(len(solutions) - 1); freedom > 0 {
		z := (math.Cbrt(chi2/freedom) - 1 + 2/(9*freedom)) / math.Sqrt(2/(9*freedom))
		if math.Abs(z) > 3.5 {
			t.Errorf("%+v: chi-squared %.1f with %v degrees of freedom, %.1f standard deviations off", pos, chi2, freedom, z)
		}
	}
}

func TestSampleUniform(t *testing.T) {
	positions := []boardSpec{
		{n: 0}, {n: 1}, {n: 2}, {n: 3}, {n: 4}, {n: 5}, {n: 6}, {n: 7}, {n: 8},
		{n: 5, torus: true}, {n: 6, torus: true}, {n: 7, torus: true},
		{n: 8, given: []Square{{3, 1}, {4, 3}}},
		{n: 8, given: []Square{{0, 3}}},
		{n: 8, blocked: []Square{{0, 0}, {7, 7}}},                 // half turn and transpositions
		{n: 8, blocked: []Square{{0, 3}, {0, 4}}},                 // one reflection
		{n: 8, blocked: []Square{{0, 1}, {1, 7}, {7, 6}, {6, 0}}}, // quarter turns
		{n: 7, given: []Square{{3, 3}}},
		{n: 9, given: []Square{{4, 4}}}, // kept by all symmetries
	}
	for _, pos := range append(positions, boardSpec{n: 9}, boardSpec{n: 10}) {
		checkUniform(t, pos, 1, 10000)
	}
}

func TestSampleConstrained(t *testing.T) {
	rng := seeded(4)
	rounds := Fewer(60, 20)
	for range rounds {
		pos := randomSpec(rng, 4+rng.IntN(5))
		pos.blocked = pos.blocked[:len(pos.blocked)/4]
		if _, err := New(pos.n, pos.constraints()...); err == nil {
			checkUniform(t, pos, 5, 2000)
		}
	}
}

// A queen of a sample stands in a column of the first row as often as the
// solutions of OEIS A059963 say, and on the other three edges too.
func TestSampleEdges(t *testing.T) {
	const n, samples = 14, 10000 // samples cut pieces into parts
	s := boardSpec{n: n}.board(t)
	want := make([]float64, n)
	for p := range s.Solutions(t.Context()) {
		want[p[0]] += samples * 4 / 365596.
	}
	got := make([]float64, n)
	rng, m := seeded(6), sampler(t, s)
	for range samples {
		p := m.Sample(rng)
		if !p.Solved() {
			t.Fatalf("sample %v", p)
		}
		got[p[0]]++
		got[p[n-1]]++
		got[slices.Index(p, 0)]++
		got[slices.Index(p, n-1)]++
	}
	for col := range want {
		if math.Abs(got[col]-want[col]) > 4*math.Sqrt(want[col]) {
			t.Errorf("%v queens in column %d of an edge, want about %.0f", got[col], col, want[col])
		}
	}
}

// Boards that the block search does not take.
func TestSampleLarge(t *testing.T) {
	pos := boardSpec{n: 40, given: nearlyAllGiven(40)}
	s := pos.board(t)
	solutions := collect(t, s.Solutions(context.Background()))
	drawn := map[string]int{}
	rng, m := seeded(1), sampler(t, s)
	for range 50 * len(solutions) {
		drawn[m.Sample(rng).String()]++
	}
	if len(drawn) != len(solutions) {
		t.Errorf("%d solutions drawn, want %d", len(drawn), len(solutions))
	}
	for p, times := range drawn {
		if times < 20 {
			t.Errorf("%v was drawn %d times, want about 50", p, times)
		}
	}
}

func TestSampleDeterministic(t *testing.T) {
	s := Must(New(14, Blocked(Square{0, 0})))
	var first []Placement
	for _, workers := range []int{1, 2, 7} {
		m, rng := sampler(t, s, Workers(workers)), seeded(1)
		var drawn []Placement
		for range 5 {
			drawn = append(drawn, m.Sample(rng))
		}
		if first == nil {
			first = drawn
		}
		if !slices.EqualFunc(drawn, first, slices.Equal) {
			t.Errorf("%d workers: samples %v, want %v", workers, drawn, first)
		}
	}
}

// Goroutines share a sampler, and change what they draw.
func TestSampleConcurrent(t *testing.T) {
	s := boardSpec{n: 13}.board(t)
	m := sampler(t, s)
	want := m.Sample(seeded(0))
	var wait sync.WaitGroup
	for seed := range uint64(4) {
		wait.Go(func() {
			rng := seeded(seed)
			for i := range 50 {
				p := m.Sample(rng)
				if !p.Solved() || seed == 0 && i == 0 && !slices.Equal(p, want) {
					t.Errorf("sample %v", p)
				}
				clear(p)
			}
		})
	}
	wait.Wait()
	if got := m.Sample(seeded(0)); !slices.Equal(got, want) {
		t.Errorf("sample %v, and then %v", want, got)
	}
}

func sampler(t testing.TB, s *Board, opts ...Option) *Sampler {
	t.Helper()
	return Must(s.Sampler(t.Context(), opts...))
}
