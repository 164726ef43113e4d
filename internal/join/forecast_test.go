package join_test

import (
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/internal/join"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
	"example.com/queens/sample"
)

// References:
//
//	[hansen]  Morris H. Hansen, William N. Hurwitz. On the Theory of Sampling from
//	          Finite Populations. Annals of Mathematical Statistics 14, 1943.

// A forecast estimates what a whole join takes and finds, from sets of columns drawn at random,
// each with a probability in proportion to its cost ([hansen]): a set with probability p that takes
// t is worth t/p, and so on average what all sets take together. Sets are drawn one by one, so what
// was measured before a forecast was stopped is a forecast as well.
type forecast struct {
	seconds, solutions []float64 // of each set drawn, divided by its probability
}

func (f *forecast) add(probability, seconds, solutions float64) {
	f.seconds = append(f.seconds, seconds/probability)
	f.solutions = append(f.solutions, solutions/probability)
}

// meanOf returns the mean of values, and its standard error.
func meanOf(values []float64) (mean, stdErr float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	var squares float64
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / float64(len(values)-1) / float64(len(values)))
}

// secondsFor estimates the time for a known number of solutions, by the time for each: sets with
// many solutions take long. What the sets are off from the ratio gives the standard error.
func (f *forecast) secondsFor(all float64) (seconds, stdErr float64) {
	found, _ := meanOf(f.solutions)
	took, _ := meanOf(f.seconds)
	var off []float64
	for i, s := range f.seconds {
		off = append(off, s-took/found*f.solutions[i])
	}
	_, stdErr = meanOf(off)
	return took / found * all, stdErr / found * all
}

// countSet returns the number of solutions of a set, and the processor time that it took.
func countSet(tb testing.TB, p *join.Pieces) (solutions uint64, took time.Duration) {
	w := p.On(kernel.Fastest()).NewWorker()
	defer w.Release()
	start := testkit.ProcessTime()
	solutions = testkit.Must(w.Count(0, new(atomic.Bool)))
	return solutions, testkit.ProcessTime() - start
}

// BenchmarkForecast forecasts the time that one core takes to count, and the number of solutions,
// with their standard errors: one set of columns an iteration. With -v it prints each as it is
// counted.
//
//	QUEENS_BENCH=27,28 go test -run '^$' -bench Forecast -benchtime 60x -cpu 1 -timeout 0 -v
func BenchmarkForecast(b *testing.B) {
	testkit.EachSize(b, func(b *testing.B, n int) {
		known := testkit.Must(sample.EstimateCount(b.Context(), rand.New(rand.NewPCG(1, uint64(n))), testkit.Must(queens.New(n)), 1_000_000))
		rng := rand.New(rand.NewPCG(uint64(n), 28))
		var f forecast
		for b.Loop() {
			p, share := join.SetAtCost(n, rng.Int64N(join.CostOfSets(n)))
			solutions, took := countSet(b, p)
			f.add(share, took.Seconds(), float64(solutions))
			b.Logf("%+v share=%.6g seconds=%.3f solutions=%d", p.Name(0), share, took.Seconds(), solutions)
		}
		f.report(b, known)
	}, testkit.BenchSizes(b)[3:]...)
}

// report reports a forecast in days and percent.
func (f *forecast) report(b *testing.B, known sample.Estimate) {
	const day = 24 * 60 * 60
	report := func(unit string, value, stdErr, scale float64) {
		if value == 0 || math.IsInf(value, 0) {
			return // no set drawn had a solution
		}
		b.ReportMetric(value/scale, unit)
		if len(f.seconds) > 1 { // a single set says nothing of the error
			b.ReportMetric(100*stdErr/value, "%±"+unit)
		}
	}
	seconds, stdErr := meanOf(f.seconds)
	report("days", seconds, stdErr, day)
	seconds, stdErr = f.secondsFor(known.Mean)
	report("days-by-solutions", seconds, stdErr, day)
	solutions, stdErr := meanOf(f.solutions)
	report("solutions", solutions, stdErr, 1)
	report("solutions-by-probes", known.Mean, known.StdErr, 1)
}

// TestForecast compares what all sets of columns have, and what drawn ones are worth, with the
// number of solutions.
func TestForecast(t *testing.T) {
	for _, n := range []int{12, 13, 14} {
		all := testkit.Reference[n].All
		var shares float64
		var found uint64
		var place int64
		for i := range join.Sets(n) {
			end := join.CostBefore(n, i+1)
			first, share := join.SetAtCost(n, place)
			last, _ := join.SetAtCost(n, end-1)
			if first.First() != i || last.First() != i {
				t.Fatalf("n = %d: sets %d and %d from place %d to %d, want %d", n, first.First(), last.First(), place, end, i)
			}
			solutions, _ := countSet(t, first)
			shares, found, place = shares+share, found+solutions, end
		}
		if math.Abs(shares-1) > 1e-9 || found != all {
			t.Errorf("n = %d: all sets have a share of %v and %d solutions, want 1 and %d", n, shares, found, all)
		}

		var f forecast
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		for range 1000 {
			p, share := join.SetAtCost(n, rng.Int64N(join.CostOfSets(n)))
			solutions, _ := countSet(t, p)
			f.add(share, 3*float64(solutions), float64(solutions))
		}
		mean, stdErr := meanOf(f.solutions)
		if math.Abs(mean-float64(all)) > 5*stdErr || stdErr > 0.1*mean {
			t.Errorf("n = %d: a forecast of %.0f ± %.0f solutions, want %d", n, mean, stdErr, all)
		}
		seconds, stdErr := f.secondsFor(float64(all))
		if want := 3 * float64(all); math.Abs(seconds-want) > 1e-6*want || stdErr > 1e-6*want {
			t.Errorf("n = %d: %v ± %v s at 3 s a solution, want %v", n, seconds, stdErr, want)
		}
	}
}
