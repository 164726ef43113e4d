package queens_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

var familyLimit = flag.Duration("families.limit", 100*time.Millisecond, "how long BenchmarkFindFamilies may take for a board")

// BenchmarkFindFamilies reports the share of the boards that are decided in time, and the
// median and the longest of the times. With -families.limit=60s it takes some minutes.
func BenchmarkFindFamilies(b *testing.B) {
	for _, f := range testkit.Families(b, "testdata/find_families.txt") {
		b.Run(fmt.Sprintf("family=%s/n=%d", f.Name, f.N), func(b *testing.B) {
			boards := maps.Collect(familyBoards(b, f))
			var times []time.Duration
			solved := 0
			for b.Loop() {
				for board, want := range boards {
					ctx, cancel := context.WithTimeout(b.Context(), *familyLimit)
					start := time.Now()
					p, err := board.Find(ctx)
					times = append(times, time.Since(start))
					cancel()
					got := answer(b, board, p, err)
					if got != "?" {
						solved++
					}
					if got != want && got != "?" && want != "?" {
						b.Fatalf("%v: Find says %s, want %s", board, got, want)
					}
				}
			}
			slices.Sort(times)
			b.ReportMetric(float64(solved)/float64(len(times)), "solved/board")
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
			b.ReportMetric(float64(times[len(times)-1].Microseconds())/1000, "worst-ms")
		})
	}
}

func BenchmarkConstructRandom(b *testing.B) {
	testkit.EachSize(b, func(b *testing.B, n int) {
		rng := rand.New(rand.NewPCG(1, 2))
		for b.Loop() {
			testkit.Must(queens.ConstructRandom(b.Context(), rng, n))
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/queen")
	}, 1000, 1_000_000)
}

// BenchmarkComplete completes boards with queens given at random, another one each time, and
// reports how many have a solution. It decides all of them.
func BenchmarkComplete(b *testing.B) {
	for _, board := range []struct{ n, given int }{
		{100, 40}, {100, 50}, {100, 60}, {100, 70}, {100, 75}, {100, 80},
		{1000, 700}, {1000, 750}, {1000, 900}, {1000, 930},
		{10_000, 7000}, {10_000, 9000}, {100_000, 50_000}, {100_000, 80_000}, {1_000_000, 100_000},
	} {
		b.Run(fmt.Sprintf("n=%d/given=%d", board.n, board.given), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			solved := 0
			for b.Loop() {
				b.StopTimer()
				given := queens.Placement(testkit.GivenAtRandom(rng, board.n, board.given))
				b.StartTimer()
				switch _, err := given.Complete(b.Context(), rng); {
				case err == nil:
					solved++
				case !errors.Is(err, queens.ErrNoSolution):
					b.Fatal(err)
				}
			}
			b.ReportMetric(100*float64(solved)/float64(b.N), "%solved")
		})
	}
}

// benchSeq times a whole iteration, which must yield want solutions.
func benchSeq(b *testing.B, solutions iter.Seq[queens.Placement], want uint64) {
	b.ReportAllocs()
	for b.Loop() {
		var got uint64
		for range solutions {
			got++
		}
		if got != want {
			b.Fatalf("%d solutions, want %d", got, want)
		}
	}
	b.ReportMetric(float64(want)*float64(b.N)/b.Elapsed().Seconds(), "solutions/s")
}
