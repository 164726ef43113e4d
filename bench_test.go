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

// BenchmarkCount counts empty boards on one goroutine, as Count does on this machine.
func BenchmarkCount(b *testing.B) {
	sizes := append([]int{10, 12}, testkit.BenchSizes(b)...)
	slices.Sort(sizes)
	for _, n := range sizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { benchCount(b, n, 1) })
	}
}

// BenchmarkWorkers counts large boards on one goroutine and on two.
func BenchmarkWorkers(b *testing.B) {
	for _, n := range testkit.BenchSizes(b)[3:] {
		for workers := 1; workers <= 2; workers++ {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) { benchCount(b, n, workers) })
		}
	}
}

func BenchmarkAll(b *testing.B) {
	testkit.EachSize(b, func(b *testing.B, n int) { benchSeq(b, queens.All(n), testkit.Reference[n].All) }, 8, 10, 12)
}

func BenchmarkFundamental(b *testing.B) {
	testkit.EachSize(b, func(b *testing.B, n int) { benchSeq(b, queens.Fundamental(n), testkit.Reference[n].Fundamental) }, 8, 10, 12)
}

// BenchmarkFind finds solutions of empty boards, and completes boards with a third of their rows
// given at random, some of which have no completion.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{8, 32, queens.MaxN} {
		b.Run(fmt.Sprintf("board=empty/n=%d", n), func(b *testing.B) {
			benchFind(b, []*queens.Board{testkit.Must(queens.New(n))}, (*queens.Board).Find)
		})
		b.Run(fmt.Sprintf("board=completion/n=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var boards []*queens.Board
			for range 20 {
				boards = append(boards, testkit.Must(queens.NewFrom(testkit.GivenAtRandom(rng, n, n/3))))
			}
			benchFind(b, boards, (*queens.Board).Find)
		})
	}
}

// BenchmarkListing compares All with the recursion by bit masks that clones what it finds, where
// solutions are kept and where they are not. The two take turns, and the shortest turns count, in
// processor time. Beside their ratio it reports the time of the shortest All.
func BenchmarkListing(b *testing.B) {
	cloned := func(n int) iter.Seq[queens.Placement] {
		return func(yield func(queens.Placement) bool) {
			classicBitmask(n, func(p queens.Placement) { yield(slices.Clone(p)) })
		}
	}
	for _, n := range []int{8, 10, 12} {
		for _, keep := range []bool{false, true} {
			b.Run(fmt.Sprintf("n=%d/kept=%t", n, keep), func(b *testing.B) {
				repeat := int(1 + 50_000/testkit.Reference[n].All) // so that a turn takes milliseconds
				least := [2]time.Duration{time.Hour, time.Hour}
				for b.Loop() {
					for i, seq := range []func(int) iter.Seq[queens.Placement]{cloned, queens.All} {
						start := testkit.ProcessTime()
						for range repeat {
							var kept []queens.Placement
							for p := range seq(n) {
								if keep {
									kept = append(kept, p)
								}
							}
						}
						least[i] = min(least[i], testkit.ProcessTime()-start)
					}
				}
				b.ReportMetric(float64(least[1])/float64(least[0]), "of-recursion")
				b.ReportMetric(float64(least[1].Nanoseconds())/float64(repeat), "ns/list")
			})
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

// BenchmarkClassics shows how each idea of the textbooks pays, from generate-and-test on.
func BenchmarkClassics(b *testing.B) {
	for _, classic := range classics {
		for _, n := range []int{8, 10, 12} {
			if n <= classic.maxN {
				b.Run(fmt.Sprintf("impl=%s/n=%d", classic.name, n), func(b *testing.B) {
					benchSeq(b, classic.search.seq(n), testkit.Reference[n].All)
				})
			}
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

// BenchmarkUnique has three of four queens of a solution given.
func BenchmarkUnique(b *testing.B) {
	testkit.EachSize(b, func(b *testing.B, n int) {
		rng := rand.New(rand.NewPCG(1, 0))
		var boards []*queens.Board
		for range 10 {
			pos := boardtest.Spec{N: n}
			solution := testkit.Must(pos.Board(b).Find(b.Context()))
			for _, row := range rng.Perm(n)[n/4:] {
				pos.Given = append(pos.Given, queens.Square{Row: row, Col: solution[row]})
			}
			boards = append(boards, pos.Board(b))
		}
		benchFind(b, boards, (*queens.Board).Unique)
	}, 8, queens.MaxN)
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
			testkit.Must(queens.NewPlacement(n).Complete(b.Context(), rng))
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

func BenchmarkNew(b *testing.B) {
	given := queens.Given(queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3})
	blocked := queens.Blocked(queens.Square{Row: 0, Col: 0})
	testkit.EachSize(b, func(b *testing.B, n int) {
		for b.Loop() {
			testkit.Must(queens.New(n, given, blocked))
		}
	}, 8, queens.MaxN)
}

// BenchmarkScale shows that checks and notations take linear time: the time for a
// queen is about the same on boards of two sizes.
func BenchmarkScale(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		p := testkit.Must(queens.NewPlacement(n).Complete(b.Context(), rand.New(rand.NewPCG(1, 2))))
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

// benchFind times one answer for each board, and reports the share of those that are
// positive.
func benchFind(b *testing.B, boards []*queens.Board, find func(*queens.Board, context.Context) (queens.Placement, error)) {
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
