package queens_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	. "example.com/queens"
	"golang.org/x/exp/stats"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2718)) }

// estimates makes an estimate with each of the first seeds, and returns the means
// and standard errors.
func estimates(s *Solver, seeds uint64, probes int) (means, stdErrs []float64) {
	for seed := range seeds {
		e := s.Estimate(seeded(seed), probes)
		means = append(means, e.Mean)
		stdErrs = append(stdErrs, e.StdErr)
	}
	return means, stdErrs
}

func TestEstimateExact(t *testing.T) {
	positions := []position{
		{n: 8, given: []Square{{3, 1}, {4, 3}}},
		{n: 5, torus: true},
		{n: 7, torus: true},
		{n: 40, given: knightGiven(40)},
		{n: 30, blocked: slices.Collect(func(yield func(Square) bool) {
			for col := 0; col < 30 && yield(Square{29, col}); col++ {
			}
		})},
		{n: 30, blocked: slices.Collect(func(yield func(Square) bool) {
			for row := 0; row < 30 && yield(Square{row, 0}); row++ {
			}
		})},
	}
	for n := range 9 {
		positions = append(positions, position{n: n})
	}
	for _, pos := range positions {
		s := pos.solver(t)
		want := 0.0
		for range s.Solutions(context.Background()) {
			want++
		}
		if got := s.Estimate(seeded(1), 20000); got.Mean != want || got.StdErr != 0 {
			t.Errorf("n = %d, %d given, %d blocked: %v, want exactly %v", pos.n, len(pos.given), len(pos.blocked), got, want)
		}
	}
}

// knightGiven is all but eight queens of a solution of n = 40.
func knightGiven(n int) []Square {
	var given []Square
	for row, col := range knights(n, false)[8:] {
		given = append(given, Square{row + 8, col})
	}
	return given
}

// Known numbers of solutions, those of more than 20 rows from OEIS A000170.
func TestEstimateKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("only figures")
	}
	for _, test := range []struct {
		n       int
		want    float64
		percent float64 // the most that the standard error may be
	}{
		{12, 14200, 2},
		{16, 14772512, 2},
		{20, 39029188884, 2},
		{24, 227514171973736, 2.5},
		{27, 234907967154122528, 2.5},
	} {
		got := position{n: test.n}.solver(t).Estimate(seeded(1), 20000)
		if math.Abs(got.Mean-test.want) > 3*got.StdErr {
			t.Errorf("n = %d: %v, want %v", test.n, got, test.want)
		}
		if percent := 100 * got.StdErr / test.want; percent > test.percent || percent < 0.5 {
			t.Errorf("n = %d: standard error %.2f %%, want at most %v %%", test.n, percent, test.percent)
		}
	}
}

// Figures that another program found by sequential sampling, with standard errors
// of at most 0.9 %.
func TestEstimateLarge(t *testing.T) {
	probes := 3000
	if testing.Short() {
		probes = 400
	}
	for _, test := range []struct {
		n    int
		want float64
	}{
		{28, 2.57e18}, {30, 3.38e20}, {32, 5.10e22}, {40, 8.39e31}, {48, 6.65e41}, {64, 1.87e63},
	} {
		got := position{n: test.n}.solver(t).Estimate(seeded(1), probes)
		if math.Abs(got.Mean-test.want) > 3*math.Hypot(got.StdErr, 0.009*test.want) {
			t.Errorf("n = %d: %v, want %v", test.n, got, test.want)
		}
		if got.StdErr > 0.3*test.want {
			t.Errorf("n = %d: standard error %.1f %%", test.n, 100*got.StdErr/test.want)
		}
	}
}

// The standard error is what it says: over many estimates it is about their
// deviation, and two of it hold the true number about 95 times in a hundred. Their
// mean comes nearer and nearer to the number.
func TestEstimateStdErr(t *testing.T) {
	if testing.Short() {
		t.Skip("only figures")
	}
	for _, test := range []struct {
		n      int
		want   float64
		probes int
	}{{12, 14200, 1500}, {16, 14772512, 1500}} {
		const seeds = 100
		means, stdErrs := estimates(position{n: test.n}.solver(t), seeds, test.probes)
		within := 0
		for i, mean := range means {
			if math.Abs(mean-test.want) <= 2*stdErrs[i] {
				within++
			}
		}
		if within < 90 || within > 99 {
			t.Errorf("n = %d: %d of %d estimates within two standard errors", test.n, within, seeds)
		}
		mean, deviation := stats.MeanAndStdDev(means)
		if ratio := stats.Mean(stdErrs) / deviation; ratio < 0.8 || ratio > 1.25 {
			t.Errorf("n = %d: standard errors are %.2f times the deviation", test.n, ratio)
		}
		if math.Abs(mean-test.want) > 3*deviation/math.Sqrt(seeds) {
			t.Errorf("n = %d: mean of all estimates %v, deviation %v, want %v", test.n, mean, deviation, test.want)
		}
	}
}

// With so few probes that chance decides everything, the mean over many seeds is
// still the number of solutions, on boards with all constraints.
func TestEstimateUnbiased(t *testing.T) {
	rng := seeded(3)
	seeds, positions := uint64(600), 40
	if testing.Short() {
		seeds, positions = 100, 20
	}
	chance := 0
	for range positions {
		pos := randomPosition(rng, 5+rng.IntN(4))
		pos.blocked = pos.blocked[:len(pos.blocked)/8]
		pos.torus = pos.torus && pos.n%2 > 0
		s, err := New(pos.n, pos.options()...)
		if err != nil {
			continue
		}
		want := float64(len(pos.solutions()))
		for _, probes := range []int{1, 30} {
			means, _ := estimates(s, seeds, probes)
			mean, deviation := stats.MeanAndStdDev(means)
			if deviation > 0 {
				chance++
			}
			if math.Abs(mean-want) > 4*deviation/math.Sqrt(float64(seeds)) {
				t.Errorf("%d probes of %+v: mean %v, deviation %v, want %v", probes, pos, mean, deviation, want)
			}
		}
	}
	if chance < positions/2 {
		t.Errorf("only %d estimates of %d positions vary", chance, positions)
	}
}

// Toroidal solutions (OEIS A051906).
func TestEstimateToroidal(t *testing.T) {
	for n, want := range map[int]float64{11: 88, 13: 4524} {
		got := position{n: n, torus: true}.solver(t).Estimate(seeded(1), 20000)
		if math.Abs(got.Mean-want) > 3*got.StdErr || got.StdErr > 0.1*want {
			t.Errorf("n = %d: %v, want %v", n, got, want)
		}
	}
	// Nothing found, but no proof that there is nothing.
	got := position{n: 14, torus: true}.solver(t).Estimate(seeded(1), 1000)
	if got.Mean != 0 || !math.IsInf(got.StdErr, 1) {
		t.Errorf("n = 14: %v, want 0 with an infinite error", got)
	}
}

func TestEstimateProbes(t *testing.T) {
	s := position{n: 10}.solver(t)
	for _, test := range []struct{ probes, want int }{
		{1, 1}, {2, 2}, {3, 2}, {4, 4}, {10, 8}, {100, 100}, {1000, 992}, {1024, 1024}, {20000, 20000}, {32768, 32768}, {50000, 49980},
	} {
		if got := s.Estimate(seeded(1), test.probes); got.Probes != test.want {
			t.Errorf("%d probes: %d were made, want %d", test.probes, got.Probes, test.want)
		}
	}
	large := position{n: 20}.solver(t)
	if got := large.Estimate(seeded(1), 1); !math.IsInf(got.StdErr, 1) {
		t.Errorf("standard error %v of a single probe, want +Inf", got.StdErr)
	}
	for _, probes := range []int{0, -1, math.MinInt} {
		wantPanic(t, fmt.Sprintf("queens: %d probes, want at least 1", probes), func() { s.Estimate(seeded(1), probes) })
	}
}

func TestEstimateDeterministic(t *testing.T) {
	var all []Estimate
	for range []int{1, 2, 3, 100} {
		s, err := New(14)
		if err != nil {
			t.Fatal(err)
		}
		rng := seeded(1)
		all = append(all, s.Estimate(rng, 1000))
		if next := s.Estimate(rng, 1000); next == all[0] {
			t.Errorf("two estimates in a row are the same: %v", next)
		}
	}
	if slices.ContainsFunc(all, func(e Estimate) bool { return e != all[0] }) {
		t.Errorf("different numbers of workers give different estimates: %v", all)
	}
}

// The probes share their memory: twenty times as many make hardly more
// allocations.
func TestEstimateAllocs(t *testing.T) {
	s, err := New(12)
	if err != nil {
		t.Fatal(err)
	}
	allocs := func(probes int) float64 {
		return testing.AllocsPerRun(1, func() { s.Estimate(seeded(1), probes) })
	}
	if few, many := allocs(1024), allocs(20480); many > few+20 {
		t.Errorf("%v allocations for 1024 probes, %v for 20480", few, many)
	}
}

func TestZeroSolverEstimate(t *testing.T) {
	var s Solver
	want := Estimate{Mean: 1, StdErr: 0, Probes: 1}
	if got := s.Estimate(seeded(1), 1); got != want {
		t.Errorf("estimate %v, want %v", got, want)
	}
}
