package queens_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens/internal/boardtest"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
)

// BenchmarkWorkers counts large boards on one goroutine and on two.
func BenchmarkWorkers(b *testing.B) {
	for _, n := range testkit.BenchSizes(b)[3:] {
		for workers := 1; workers <= 2; workers++ {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) { benchCount(b, n, workers) })
		}
	}
}

// BenchmarkSolutionsWorkers shows what a second worker gains when solutions are listed.
func BenchmarkSolutionsWorkers(b *testing.B) {
	for _, n := range []int{13, 14} {
		board := boardtest.Spec{N: n}.Board(b)
		for _, workers := range []int{1, 2} {
			ahead := queens.Workers(workers)
			b.Run(fmt.Sprintf("impl=Solutions/n=%d/workers=%d", n, workers), func(b *testing.B) {
				benchSeq(b, testkit.Values(b, board.Solutions(b.Context(), ahead)), testkit.Reference[n].All)
			})
			b.Run(fmt.Sprintf("impl=Fundamental/n=%d/workers=%d", n, workers), func(b *testing.B) {
				benchSeq(b, testkit.Values(b, board.Fundamental(b.Context(), ahead)), testkit.Reference[n].Fundamental)
			})
		}
	}
}

func BenchmarkSteps(b *testing.B) {
	testkit.EachSize(b, func(b *testing.B, n int) {
		s := testkit.Must(queens.New(n))
		steps := 0
		for b.Loop() {
			for range s.Steps() {
				steps++
			}
		}
		benchRate(b, uint64(steps/b.N), "steps/s")
	}, 8)
}

var familyLimit = flag.Duration("families.limit", time.Second, "how long BenchmarkFindFamilies may take for a board")

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

func BenchmarkConstruct(b *testing.B) {
	testkit.EachSize(b, func(b *testing.B, n int) {
		for b.Loop() {
			testkit.Must(queens.Construct(n))
		}
		benchPerQueen(b, n)
	}, 1000, 1_000_000)
}

func BenchmarkConstructRandom(b *testing.B) {
	testkit.EachSize(b, func(b *testing.B, n int) {
		rng := rand.New(rand.NewPCG(1, 2))
		for b.Loop() {
			testkit.Must(queens.ConstructRandom(b.Context(), rng, n))
		}
		benchPerQueen(b, n)
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

// BenchmarkScale shows that checks and notations take linear time: the time for a
// queen is about the same on boards of two sizes.
func BenchmarkScale(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		p := testkit.Must(queens.ConstructRandom(b.Context(), rand.New(rand.NewPCG(1, 2)), n))
		text, fen := p.String(), p.FEN()
		encoded := testkit.Must(json.Marshal(p))
		for _, bench := range []struct {
			name string
			run  func() error
		}{
			{"Solved", func() error {
				if !p.Solved() {
					return errors.New("a solution is not Solved")
				}
				return nil
			}},
			{"Conflicts", func() error {
				for s, t := range p.Conflicts() {
					return fmt.Errorf("%v attacks %v in a solution", s, t)
				}
				return nil
			}},
			{"Canonical", func() error { p.Canonical(); return nil }},
			{"String", func() error { _ = p.String(); return nil }},
			{"ParseVector", func() error { _, err := queens.ParsePlacement(text); return err }},
			{"ParseFEN", func() error { _, err := queens.ParsePlacement(fen); return err }},
			{"Unmarshal", func() error { return json.Unmarshal(encoded, new(queens.Placement)) }},
		} {
			b.Run(fmt.Sprintf("op=%s/n=%d", bench.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					testkit.NoError(b, bench.run())
				}
				benchPerQueen(b, n)
			})
		}
	}
}

// BenchmarkReadBoards reads 10 000 boards in mixed forms and decides each with Unique.
func BenchmarkReadBoards(b *testing.B) {
	const boards = 10_000
	var text strings.Builder
	rng := rand.New(rand.NewPCG(18, 50))
	for i := range boards {
		board := testkit.Must(puzzle.Generate(b.Context(), rng, testkit.Must(queens.New(8)), puzzle.Easy))
		switch i % 4 {
		case 0:
			fmt.Fprintln(&text, board)
		case 1:
			fmt.Fprintf(&text, "{\"board\":%q,\"difficulty\":\"easy\",\"seed\":1}\n", board)
		case 2:
			fmt.Fprintln(&text, board.Diagram(nil, queens.DiagramStyle{Labels: true, RankUp: true}))
		default:
			given := slices.Repeat(queens.Placement{queens.Empty}, 8)
			for queen := range board.Given() {
				given[queen.Row] = queen.Col
			}
			fmt.Fprintln(&text, given)
		}
	}
	for _, decide := range []bool{false, true} {
		b.Run(fmt.Sprintf("unique=%v", decide), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				read := 0
				for board, err := range queens.ReadBoards(strings.NewReader(text.String())) {
					if err == nil && decide {
						_, err = board.Unique(b.Context())
					}
					testkit.NoError(b, err)
					read++
				}
				if read != boards {
					b.Fatalf("%d boards", read)
				}
			}
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
	benchRate(b, want, "solutions/s")
}

// benchCount times counts of the empty board of size n.
func benchCount(b *testing.B, n, workers int) {
	b.ReportAllocs()
	for b.Loop() {
		got, err := queens.Count(b.Context(), n, queens.Workers(workers))
		if want := testkit.Reference[n].All; err != nil || got != want {
			b.Fatalf("Count(%d) = %d, %v, want %d", n, got, err, want)
		}
	}
	benchRate(b, testkit.Reference[n].All, "solutions/s")
}

// benchRate reports how many there were in a second, given the number in one
// iteration.
func benchRate(b *testing.B, number uint64, unit string) {
	b.ReportMetric(float64(number)*float64(b.N)/b.Elapsed().Seconds(), unit)
}

// benchPerQueen reports the time for each of n queens.
func benchPerQueen(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/queen")
}
