package puzzle_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
)

func BenchmarkPuzzle(b *testing.B) {
	benchPuzzles(b, func(b *testing.B, board *queens.Board, d puzzle.Difficulty) {
		rng := rand.New(rand.NewPCG(18, 50))
		for b.Loop() {
			testkit.Must(puzzle.Generate(b.Context(), rng, board, d))
		}
	})
}

// BenchmarkDeduce times all steps of a puzzle, and reports how many there are on average.
func BenchmarkDeduce(b *testing.B) {
	benchPuzzles(b, func(b *testing.B, board *queens.Board, d puzzle.Difficulty) {
		rng := rand.New(rand.NewPCG(18, 50))
		puzzles := make([]*queens.Board, 20)
		for i := range puzzles {
			puzzles[i] = testkit.Must(puzzle.Generate(b.Context(), rng, board, d))
		}
		steps, i := 0, 0
		for b.Loop() {
			for range puzzle.Deduce(b.Context(), puzzles[i%len(puzzles)]) {
				steps++
			}
			i++
		}
		b.ReportMetric(float64(steps)/float64(i), "steps/op")
	})
}

// benchPuzzles runs a benchmark for puzzles of some sizes and all difficulties.
func benchPuzzles(b *testing.B, bench func(*testing.B, *queens.Board, puzzle.Difficulty)) {
	for _, n := range []int{8, 12} {
		board := testkit.Must(queens.New(n))
		for d := puzzle.Easy; d <= puzzle.Expert; d++ {
			if d == puzzle.Expert && n < 9 {
				continue // there is none
			}
			b.Run(fmt.Sprintf("n=%d/difficulty=%v", n, d), func(b *testing.B) {
				b.ReportAllocs()
				bench(b, board, d)
			})
		}
	}
}
