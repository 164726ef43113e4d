package regions_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// measure runs a call on boards in turn and reports how long it takes: the median, the 99th
// percentile and the worst, in microseconds.
func measure(b *testing.B, boards []*regions.Board, call func(*regions.Board)) {
	b.Helper()
	var times []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		call(boards[i%len(boards)])
		times = append(times, time.Since(start))
	}
	report(b, times)
}

func report(b *testing.B, times []time.Duration) {
	b.Helper()
	slices.Sort(times)
	for _, q := range []struct {
		name  string
		index int
	}{{"median-µs", len(times) / 2}, {"p99-µs", len(times) * 99 / 100}, {"worst-µs", len(times) - 1}} {
		b.ReportMetric(float64(times[q.index].Nanoseconds())/1000, q.name)
	}
}

// puzzles returns boards that Generate makes.
func puzzles(b *testing.B, n int, d puzzle.Difficulty) []*regions.Board {
	b.Helper()
	var boards []*regions.Board
	for seed := range uint64(20) {
		boards = append(boards, generate(b, n, seed, d))
	}
	return boards
}

// eachPuzzle runs a benchmark for each size and difficulty.
func eachPuzzle(b *testing.B, call func(*regions.Board)) {
	for _, n := range []int{8, 12} {
		for _, d := range difficulties {
			b.Run(fmt.Sprintf("n=%d/difficulty=%v", n, d), func(b *testing.B) { measure(b, puzzles(b, n, d), call) })
		}
	}
}

func BenchmarkUnique(b *testing.B) {
	eachPuzzle(b, func(board *regions.Board) { testkit.Must(board.Unique(b.Context())) })
}

func BenchmarkDeduce(b *testing.B) {
	eachPuzzle(b, func(board *regions.Board) {
		for range board.Deduce(b.Context()) {
		}
	})
}

// A step on boards that need trials, generated ones and those with some squares exchanged: what
// a player waits for.
func BenchmarkStep(b *testing.B) {
	for _, n := range []int{9, 14} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(24, uint64(n)))
			var boards []*regions.Board
			for seed := range uint64(20) {
				board := generate(b, n, seed, puzzle.Expert)
				boards = append(boards, board, redrawn(rng, board, 3), played(rng, board))
			}
			var times []time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				for range boards[i%len(boards)].Deduce(b.Context()) {
					times = append(times, time.Since(start))
					start = time.Now()
				}
			}
			report(b, times)
		})
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, n := range []int{8, 12, 16} {
		for _, d := range difficulties {
			b.Run(fmt.Sprintf("n=%d/difficulty=%v", n, d), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(24, uint64(n)))
				var times []time.Duration
				for b.Loop() {
					start := time.Now()
					testkit.Must(regions.Generate(b.Context(), rng, n, d))
					times = append(times, time.Since(start))
				}
				report(b, times)
				b.ReportMetric(float64(len(times))/b.Elapsed().Seconds(), "boards/s")
			})
		}
	}
}

// Boards with regions that grow at random, most of which have many solutions.
func BenchmarkCount(b *testing.B) {
	rng := rand.New(rand.NewPCG(24, 9))
	for _, n := range []int{8, 10, 12} {
		var boards []*regions.Board
		for range 20 {
			boards = append(boards, connectedBoard(rng, n))
		}
		b.Run(fmt.Sprintf("n=%d/regions=connected", n), func(b *testing.B) { measure(b, boards, count(b)) })
		b.Run(fmt.Sprintf("n=%d/regions=scattered", n), func(b *testing.B) { measure(b, []*regions.Board{randomBoard(rng, n)}, count(b)) })
	}
	for _, n := range []int{8, 10} {
		b.Run(fmt.Sprintf("n=%d/regions=rows", n), func(b *testing.B) { measure(b, []*regions.Board{rowsBoard(n)}, count(b)) })
	}
}

func count(b *testing.B) func(*regions.Board) {
	return func(board *regions.Board) { testkit.Must(board.Count(b.Context())) }
}
