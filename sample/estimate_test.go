package sample_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/sample"
	"golang.org/x/exp/stats"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2718)) }

func estimate(t testing.TB, s *queens.Board, seed uint64, probes int) sample.Estimate {
	t.Helper()
	return testkit.Must(sample.EstimateCount(t.Context(), seeded(seed), s, probes))
}

// estimates makes an estimate with each of the first seeds, and returns the means and standard
// errors.
func estimates(t testing.TB, s *queens.Board, seeds uint64, probes int) (means, stdErrs []float64) {
	t.Helper()
	for seed := range seeds {
		e := estimate(t, s, seed, probes)
		means = append(means, e.Mean)
		stdErrs = append(stdErrs, e.StdErr)
	}
	return means, stdErrs
}

func TestEstimateExact(t *testing.T) {
	positions := []boardtest.Spec{
		{N: 8, Given: []queens.Square{{Row: 3, Col: 1}, {Row: 4, Col: 3}}},
		{N: 5, Torus: true},
		{N: 7, Torus: true},
		{N: 40, Given: nearlyAllGiven(40)},
	}
	for _, on := range []func(queens.Square) bool{func(s queens.Square) bool { return s.Row == 29 }, func(s queens.Square) bool { return s.Col == 0 }} {
		positions = append(positions, boardtest.Spec{N: 30, Blocked: boardtest.SquaresWhere(30, on)})
	}
	for n := range 9 {
		positions = append(positions, boardtest.Spec{N: n})
	}
	for _, pos := range positions {
		s := pos.Board(t)
		want := float64(len(testkit.Collect(t, s.Solutions(t.Context()))))
		if got := estimate(t, s, 1, 20000); got != (sample.Estimate{Mean: want, Probes: 20000, Exact: true}) {
			t.Errorf("n = %d, %d given, %d Blocked: %v, want exactly %v", pos.N, len(pos.Given), len(pos.Blocked), got, want)
		}
	}
}

// nearlyAllGiven is all but eight queens of a solution.
func nearlyAllGiven(n int) []queens.Square {
	var given []queens.Square
	for row, col := range testkit.Must(queens.Construct(n))[8:] {
		given = append(given, queens.Square{Row: row + 8, Col: col})
	}
	return given
}

// Known numbers of solutions, those of more than 20 rows from OEIS A000170, and figures that
// another program found by sequential sampling, with standard errors of at most 0.9 %.
func TestEstimateKnown(t *testing.T) {
	for _, test := range []struct {
		n         int
		want, off float64 // off is the standard error of what is wanted, and most that of the estimate, in percent
		probes    int
		most      float64
	}{
		{12, 14200, 0, 20000, 2},
		{16, 14772512, 0, 20000, 2},
		{20, 39029188884, 0, 20000, 2},
		{24, 227514171973736, 0, 20000, 2.5},
		{27, 234907967154122528, 0, 20000, 2.5},
		{28, 2.57e18, 0.9, testkit.Fewer(3000, 400), 30},
		{30, 3.38e20, 0.9, testkit.Fewer(3000, 400), 30},
		{32, 5.10e22, 0.9, testkit.Fewer(3000, 400), 30},
		{40, 8.39e31, 0.9, testkit.Fewer(3000, 400), 30},
		{48, 6.65e41, 0.9, testkit.Fewer(3000, 400), 30},
		{64, 1.87e63, 0.9, testkit.Fewer(3000, 400), 30},
	} {
		if testing.Short() && test.off == 0 {
			continue
		}
		got := estimate(t, boardtest.Spec{N: test.n}.Board(t), 1, test.probes)
		if math.Abs(got.Mean-test.want) > 3*math.Hypot(got.StdErr, test.off/100*test.want) {
			t.Errorf("n = %d: %v, want %v", test.n, got, test.want)
		}
		if percent := 100 * got.StdErr / test.want; percent > test.most || percent < 0.5 {
			t.Errorf("n = %d: standard error %.2f %%, want at most %v %%", test.n, percent, test.most)
		}
	}
}

// The standard error is what it says: over many estimates it is about their deviation, and two
// of it hold the true number about 95 times in a hundred. Their mean comes nearer and nearer to
// the number.
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
		means, stdErrs := estimates(t, boardtest.Spec{N: test.n}.Board(t), seeds, test.probes)
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

// With so few probes that chance decides everything, the mean over many seeds is still the
// number of solutions, on boards with all constraints.
func TestEstimateUnbiased(t *testing.T) {
	rng := seeded(3)
	seeds, positions := uint64(600), 40
	if testing.Short() {
		seeds, positions = 100, 20
	}
	chance := 0
	for range positions {
		pos := boardtest.RandomSpec(rng, 5+rng.IntN(4))
		pos.Blocked = pos.Blocked[:len(pos.Blocked)/8]
		pos.Torus = pos.Torus && pos.N%2 > 0
		s, err := queens.New(pos.N, pos.Constraints()...)
		if err != nil {
			continue
		}
		want := float64(len(pos.Solutions()))
		for _, probes := range []int{1, 30} {
			means, _ := estimates(t, s, seeds, probes)
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

// Nothing is found, but there is no proof that there is nothing.
func TestEstimateNothing(t *testing.T) {
	got := estimate(t, boardtest.Spec{N: 14, Torus: true}.Board(t), 1, 1000)
	if got.Mean != 0 || !math.IsInf(got.StdErr, 1) || got.Exact {
		t.Errorf("n = 14: %v, want 0 with an infinite error", got)
	}
}

func TestEstimateProbes(t *testing.T) {
	s := boardtest.Spec{N: 10}.Board(t)
	for _, test := range []struct{ probes, want int }{
		{1, 1}, {2, 2}, {3, 2}, {4, 4}, {10, 8}, {100, 100}, {1000, 992}, {1024, 1024}, {20000, 20000}, {32768, 32768}, {50000, 49980},
	} {
		if got := estimate(t, s, 1, test.probes); got.Probes != test.want {
			t.Errorf("%d probes: %d were made, want %d", test.probes, got.Probes, test.want)
		}
	}
	// A single probe is exact only if there was nothing to choose.
	unknown := math.Inf(1)
	for _, test := range []struct {
		spec boardtest.Spec
		want sample.Estimate
	}{
		{boardtest.Spec{N: 0}, sample.Estimate{Mean: 1, Exact: true}},
		{boardtest.Spec{N: 1}, sample.Estimate{Mean: 1, Exact: true}},
		{boardtest.Spec{N: 3}, sample.Estimate{StdErr: unknown}},
		{boardtest.Spec{N: 4, Given: []queens.Square{{Row: 0, Col: 1}}}, sample.Estimate{Mean: 1, Exact: true}},
		{boardtest.Spec{N: 4, Given: []queens.Square{{Row: 0, Col: 0}}}, sample.Estimate{Exact: true}},
	} {
		test.want.Probes = 1
		if got := estimate(t, test.spec.Board(t), 1, 1); got != test.want {
			t.Errorf("one probe of %+v: %v, want %v", test.spec, got, test.want)
		}
	}
	if got := estimate(t, boardtest.Spec{N: 4}.Board(t), 1, 1); got.StdErr != unknown || got.Exact || got.Mean == 0 {
		t.Errorf("one probe of n=4: %v, want a number whose error is unknown", got)
	}
}

func TestEstimateErrors(t *testing.T) {
	s := boardtest.Spec{N: 10}.Board(t)
	for _, probes := range []int{0, -1, math.MinInt} {
		e, err := sample.EstimateCount(t.Context(), seeded(1), s, probes)
		want := fmt.Sprintf("sample: %d probes, want at least 1", probes)
		if err == nil || err.Error() != want || e != (sample.Estimate{}) {
			t.Errorf("%d probes: %v, %v, want %s", probes, e, err, want)
		}
	}
}

func TestEstimateDeterministic(t *testing.T) {
	s := boardtest.Spec{N: 14}.Board(t)
	var all []sample.Estimate
	for _, workers := range []int{1, 2, 3, 100} {
		rng := seeded(1)
		for range 2 {
			all = append(all, testkit.Must(sample.EstimateCount(t.Context(), rng, s, 1000, queens.Workers(workers))))
		}
	}
	for i, e := range all {
		if e != all[i%2] {
			t.Errorf("different numbers of workers give different estimates: %v", all)
		}
	}
	if all[0] == all[1] {
		t.Errorf("two estimates in a row are the same: %v", all[0])
	}
}

func TestEstimateString(t *testing.T) {
	inf := math.Inf(1)
	for _, test := range []struct {
		e    sample.Estimate
		want string
	}{
		{sample.Estimate{Exact: true, Probes: 9}, "0 exactly"},
		{sample.Estimate{Mean: 92, Exact: true, Probes: 20000}, "92 exactly"},
		{sample.Estimate{Mean: 14231.7, StdErr: 93.2, Probes: 20000}, "14230 ± 90 (20000 probes)"},
		{sample.Estimate{Mean: 14231.7, StdErr: 113.2, Probes: 20000}, "14230 ± 110 (20000 probes)"},
		{sample.Estimate{Mean: 14231.7, StdErr: 96, Probes: 20000}, "14230 ± 100 (20000 probes)"},
		{sample.Estimate{Mean: 365.4, StdErr: 0.51, Probes: 2}, "365.4 ± 0.5 (2 probes)"},
		{sample.Estimate{Mean: 0.32, StdErr: 0.21, Probes: 2}, "0.3 ± 0.2 (2 probes)"},
		{sample.Estimate{Mean: 3, StdErr: 50, Probes: 2}, "0 ± 50 (2 probes)"},
		{sample.Estimate{Mean: 9999999.4, StdErr: 2, Probes: 2}, "9999999 ± 2 (2 probes)"},
		{sample.Estimate{Mean: 9.9999e6, StdErr: 3e4, Probes: 2}, "1.000e+07 ± 0.003e+07 (2 probes)"},
		{sample.Estimate{Mean: 8.3912e31, StdErr: 1.43e30, Probes: 20000}, "8.39e+31 ± 0.14e+31 (20000 probes)"},
		{sample.Estimate{Mean: 8.3912e31, StdErr: 4.3e29, Probes: 20000}, "8.39e+31 ± 0.04e+31 (20000 probes)"},
		{sample.Estimate{Mean: 99.97e30, StdErr: 4.3e29, Probes: 2}, "1.000e+32 ± 0.004e+32 (2 probes)"},
		{sample.Estimate{Mean: 1e20, StdErr: 3e21, Probes: 2}, "0e+21 ± 3e+21 (2 probes)"},
		{sample.Estimate{Mean: 1.87e63, StdErr: 3.3e61, Probes: 2}, "1.87e+63 ± 0.03e+63 (2 probes)"},
		{sample.Estimate{StdErr: inf, Probes: 1000}, "0, error unknown (1000 probes)"},
		{sample.Estimate{Mean: 3.21e20, StdErr: inf, Probes: 1}, "3e+20, error unknown (1 probe)"},
		{sample.Estimate{}, "0, error unknown (0 probes)"},
	} {
		if got := test.e.String(); got != test.want {
			t.Errorf("%+v prints as %q, want %q", [...]any{test.e.Mean, test.e.StdErr}, got, test.want)
		}
	}
}
