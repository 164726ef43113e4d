package queens_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.com/queens"
)

// The benchmarks of what most programs call. Others are in bench_more_test.go and beside the
// engines; classic_test.go has the textbook searches that All is compared with.

func BenchmarkAll(b *testing.B) {
	for _, n := range []int{8, 10, 12} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			solutions := 0
			for b.Loop() {
				for range queens.All(n) {
					solutions++
				}
			}
			b.ReportMetric(float64(solutions)/b.Elapsed().Seconds(), "solutions/s")
		})
	}
}

func BenchmarkFundamental(b *testing.B) {
	for _, n := range []int{8, 10, 12} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			solutions := 0
			for b.Loop() {
				for range queens.Fundamental(n) {
					solutions++
				}
			}
			b.ReportMetric(float64(solutions)/b.Elapsed().Seconds(), "solutions/s")
		})
	}
}

// BenchmarkCount counts on one goroutine.
func BenchmarkCount(b *testing.B) {
	for _, n := range []int{8, 10, 12, 14, 15, 16} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			solutions := 0.0
			for b.Loop() {
				count, err := queens.Count(b.Context(), n, queens.Workers(1))
				if err != nil {
					b.Fatal(err)
				}
				solutions += float64(count)
			}
			b.ReportMetric(solutions/b.Elapsed().Seconds(), "solutions/s")
		})
	}
}

// BenchmarkFind finds a solution of the empty board.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{8, 32, queens.MaxN} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			board, err := queens.New(n)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := board.Find(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkUnique proves that a solution is the only one, or finds another. A quarter of its queens
// are not given.
func BenchmarkUnique(b *testing.B) {
	for _, n := range []int{8, 32, queens.MaxN} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			rng := rand.New(rand.NewPCG(1, 2))
			given, err := queens.ConstructRandom(b.Context(), rng, n)
			if err != nil {
				b.Fatal(err)
			}
			for _, row := range rng.Perm(n)[:n/4] {
				given[row] = queens.Empty
			}
			board, err := queens.NewFrom(given)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				board.Unique(b.Context())
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	given := queens.Given(queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3})
	blocked := queens.Blocked(queens.Square{Row: 0, Col: 0})
	for _, n := range []int{8, queens.MaxN} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := queens.New(n, given, blocked); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
