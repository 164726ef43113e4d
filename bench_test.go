package queens_test

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"example.com/queens"

	. "example.com/queens/internal/testkit"
)

// BenchmarkSolutionsWorkers shows what a second worker gains when solutions are listed.
func BenchmarkSolutionsWorkers(b *testing.B) {
	for _, n := range []int{13, 14} {
		board := boardSpec{n: n}.board(b)
		for _, workers := range []int{1, 2} {
			ahead := queens.Workers(workers)
			b.Run(fmt.Sprintf("impl=Solutions/n=%d/workers=%d", n, workers), func(b *testing.B) {
				benchSeq(b, values(b, board.Solutions(b.Context(), ahead)), int(Reference[n].All))
			})
			b.Run(fmt.Sprintf("impl=Fundamental/n=%d/workers=%d", n, workers), func(b *testing.B) {
				benchSeq(b, values(b, board.Fundamental(b.Context(), ahead)), int(Reference[n].Fundamental))
			})
		}
	}
}

// BenchmarkClassics shows how each idea pays, from generate-and-test to the
// library's own searches.
func BenchmarkClassics(b *testing.B) {
	boards := []struct{ n, all, fundamental int }{{8, 92, 12}, {10, 724, 92}, {12, 14200, 1787}}
	for _, classic := range classics {
		for _, board := range boards {
			if board.n <= classic.maxN {
				b.Run(fmt.Sprintf("impl=%s/n=%d", classic.name, board.n), func(b *testing.B) {
					benchSeq(b, classic.search.seq(board.n), board.all)
				})
			}
		}
	}
	for _, board := range boards {
		b.Run(fmt.Sprintf("impl=All/n=%d", board.n), func(b *testing.B) {
			benchSeq(b, queens.All(board.n), board.all)
		})
		b.Run(fmt.Sprintf("impl=Fundamental/n=%d", board.n), func(b *testing.B) {
			benchSeq(b, queens.Fundamental(board.n), board.fundamental)
		})
		b.Run(fmt.Sprintf("impl=Count/n=%d", board.n), func(b *testing.B) {
			benchCount(b, board.n, board.all)
		})
	}
}

func BenchmarkSteps(b *testing.B) {
	EachSize(b, func(b *testing.B, n int) {
		s := Must(queens.New(n))
		steps := 0
		for b.Loop() {
			for range s.Steps() {
				steps++
			}
		}
		benchRate(b, steps/b.N, "steps/s")
	}, 8)
}

// BenchmarkEstimate also reports the standard error, in percent, averaged over the iterations.
func BenchmarkEstimate(b *testing.B) {
	const probes = 20000
	EachSize(b, func(b *testing.B, n int) {
		s := Must(queens.New(n))
		rng := rand.New(rand.NewPCG(1, 2))
		percent := 0.0
		for b.Loop() {
			e := Must(s.Estimate(b.Context(), rng, probes, queens.Workers(1)))
			percent += 100 * e.StdErr / e.Mean
		}
		b.ReportMetric(percent/float64(b.N), "%error")
		benchRate(b, probes, "probes/s")
	}, 20, 27, 40, queens.MaxN)
}

func BenchmarkSampler(b *testing.B) {
	EachSize(b, func(b *testing.B, n int) {
		s := Must(queens.New(n))
		for b.Loop() {
			Must(s.Sampler(b.Context(), queens.Workers(1)))
		}
	}, 8, 12, 16)
}

func BenchmarkSample(b *testing.B) {
	EachSize(b, func(b *testing.B, n int) {
		m := Must(Must(queens.New(n)).Sampler(b.Context()))
		rng := rand.New(rand.NewPCG(1, 2))
		for b.Loop() {
			m.Sample(rng)
		}
	}, 8, 12, 16)
}

func BenchmarkFind(b *testing.B) {
	EachSize(b, func(b *testing.B, n int) {
		benchFind(b, []*queens.Board{Must(queens.New(n))}, (*queens.Board).Find)
	}, 8, queens.MaxN)
}

// BenchmarkUnique has three of four queens of a solution given.
func BenchmarkUnique(b *testing.B) {
	EachSize(b, func(b *testing.B, n int) {
		rng := rand.New(rand.NewPCG(1, 0))
		var boards []*queens.Board
		for range 10 {
			pos := boardSpec{n: n}
			solution := Must(pos.board(b).Find(b.Context()))
			for _, row := range rng.Perm(n)[n/4:] {
				pos.given = append(pos.given, queens.Square{Row: row, Col: solution[row]})
			}
			boards = append(boards, pos.board(b))
		}
		benchFind(b, boards, (*queens.Board).Unique)
	}, 8, queens.MaxN)
}

// benchFind times one answer for each board, and reports the share of those that are
// positive.
func benchFind(b *testing.B, boards []*queens.Board, find func(*queens.Board, context.Context, ...queens.Option) (queens.Placement, error)) {
	b.ReportAllocs()
	ctx, cancel := context.WithTimeout(b.Context(), time.Hour) // as a server would
	defer cancel()
	var yes int
	for b.Loop() {
		yes = 0
		for _, board := range boards {
			if _, err := find(board, ctx); err == nil {
				yes++
			}
		}
	}
	number := float64(len(boards))
	b.ReportMetric(float64(yes)/number, "yes/board")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/number, "ns/board")
}

var familyLimit = flag.Duration("families.limit", time.Second, "how long BenchmarkFindFamilies may take for a board")

// BenchmarkFindFamilies reports the share of the boards that are decided in time, and the
// median and the longest of the times. With -families.limit=60s it takes some minutes.
func BenchmarkFindFamilies(b *testing.B) {
	for _, f := range findFamilies(b) {
		b.Run(fmt.Sprintf("family=%s/n=%d", f.name, f.n), func(b *testing.B) {
			boards := maps.Collect(f.boards(b))
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

func BenchmarkNew(b *testing.B) {
	given := queens.Given(queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3})
	blocked := queens.Blocked(queens.Square{Row: 0, Col: 0})
	EachSize(b, func(b *testing.B, n int) {
		for b.Loop() {
			Must(queens.New(n, given, blocked))
		}
	}, 8, queens.MaxN)
}

// benchSeq times a whole iteration, which must yield want solutions.
func benchSeq(b *testing.B, solutions iter.Seq[queens.Placement], want int) {
	b.ReportAllocs()
	for b.Loop() {
		got := 0
		for range solutions {
			got++
		}
		if got != want {
			b.Fatalf("%d solutions, want %d", got, want)
		}
	}
	benchRate(b, want, "solutions/s")
}

// benchCount times a count, which has to come to want solutions.
func benchCount(b *testing.B, n, want int) {
	b.ReportAllocs()
	for b.Loop() {
		got, err := queens.Count(context.Background(), n)
		if err != nil || got != uint64(want) {
			b.Fatalf("Count: %d, %v, want %d", got, err, want)
		}
	}
	benchRate(b, want, "solutions/s")
}

// benchRate reports how many there were in a second, given the number in one
// iteration.
func benchRate(b *testing.B, number int, unit string) {
	b.ReportMetric(float64(number)*float64(b.N)/b.Elapsed().Seconds(), unit)
}

// benchPerQueen reports the time for each of n queens.
func benchPerQueen(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/queen")
}

func BenchmarkDraws(b *testing.B) {
	EachSize(b, func(b *testing.B, n int) {
		made := 0
		for range Must(queens.New(n)).Draws(seeded(1)) {
			if made++; made >= b.N {
				break
			}
		}
	}, 8, 16, 64)
}
