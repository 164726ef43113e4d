package sample_test

import (
	"math/rand/v2"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/sample"
)

// BenchmarkEstimateCount also reports the standard error, in percent, averaged over the iterations.
func BenchmarkEstimateCount(b *testing.B) {
	const probes = 20000
	testkit.EachSize(b, func(b *testing.B, n int) {
		s := boardtest.New(b, n)
		rng := rand.New(rand.NewPCG(1, 2))
		percent := 0.0
		for b.Loop() {
			e := testkit.Must(sample.EstimateCount(b.Context(), rng, s, probes, queens.Workers(1)))
			percent += 100 * e.StdErr / e.Mean
		}
		b.ReportMetric(percent/float64(b.N), "%error")
		b.ReportMetric(probes*float64(b.N)/b.Elapsed().Seconds(), "probes/s")
	}, 20, 27, 40, queens.MaxN)
}

func BenchmarkNew(b *testing.B) {
	testkit.EachSize(b, func(b *testing.B, n int) {
		s := boardtest.New(b, n)
		for b.Loop() {
			testkit.Must(sample.New(b.Context(), s, queens.Workers(1)))
		}
	}, 8, 12, 16)
}

func BenchmarkSample(b *testing.B) {
	testkit.EachSize(b, func(b *testing.B, n int) {
		m := testkit.Must(sample.New(b.Context(), boardtest.New(b, n)))
		rng := rand.New(rand.NewPCG(1, 2))
		for b.Loop() {
			m.Sample(rng)
		}
	}, 8, 12, 16)
}

func BenchmarkDraws(b *testing.B) {
	testkit.EachSize(b, func(b *testing.B, n int) {
		made := 0
		for range sample.Draws(seeded(1), boardtest.New(b, n)) {
			if made++; made >= b.N {
				break
			}
		}
	}, 8, 16, 64)
}
