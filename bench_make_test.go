package queens_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/queens"

	. "example.com/queens/internal/testkit"
)

func BenchmarkPuzzle(b *testing.B) {
	benchPuzzles(b, func(b *testing.B, board *queens.Board, d queens.Difficulty) {
		rng := rand.New(rand.NewPCG(18, 50))
		for b.Loop() {
			Must(board.Puzzle(b.Context(), rng, d))
		}
	})
}

// BenchmarkDeduce times all steps of a puzzle, and reports how many there are on average.
func BenchmarkDeduce(b *testing.B) {
	benchPuzzles(b, func(b *testing.B, board *queens.Board, d queens.Difficulty) {
		rng := rand.New(rand.NewPCG(18, 50))
		puzzles := make([]*queens.Board, 100)
		for i := range puzzles {
			puzzles[i] = Must(board.Puzzle(b.Context(), rng, d))
		}
		steps, i := 0, 0
		for b.Loop() {
			for range puzzles[i%len(puzzles)].Deduce(b.Context()) {
				steps++
			}
			i++
		}
		b.ReportMetric(float64(steps)/float64(i), "steps/op")
	})
}

// benchPuzzles runs a benchmark for puzzles of some sizes and all difficulties.
func benchPuzzles(b *testing.B, bench func(*testing.B, *queens.Board, queens.Difficulty)) {
	for _, n := range []int{6, 8, 12, 16, 20} {
		board := Must(queens.New(n))
		for d := queens.Easy; d <= queens.Expert; d++ {
			if d == queens.Expert && n < 9 {
				continue // there is none
			}
			b.Run(fmt.Sprintf("n=%d/difficulty=%v", n, d), func(b *testing.B) {
				b.ReportAllocs()
				bench(b, board, d)
			})
		}
	}
}

func BenchmarkConstruct(b *testing.B) {
	EachSize(b, func(b *testing.B, n int) {
		for b.Loop() {
			Must(queens.Construct(n))
		}
		benchPerQueen(b, n)
	}, 1000, 1_000_000)
}

func BenchmarkConstructRandom(b *testing.B) {
	EachSize(b, func(b *testing.B, n int) {
		rng := rand.New(rand.NewPCG(1, 2))
		for b.Loop() {
			Must(queens.ConstructRandom(b.Context(), rng, n))
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
				given := queens.GivenAtRandom(rng, board.n, board.given)
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
		p := Must(queens.ConstructRandom(b.Context(), rand.New(rand.NewPCG(1, 2)), n))
		text, fen := p.String(), p.FEN()
		encoded := Must(json.Marshal(p))
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
			{"ParseVector", func() error { _, err := queens.Parse(text); return err }},
			{"ParseFEN", func() error { _, err := queens.Parse(fen); return err }},
			{"Unmarshal", func() error { return json.Unmarshal(encoded, new(queens.Placement)) }},
		} {
			b.Run(fmt.Sprintf("op=%s/n=%d", bench.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					NoError(b, bench.run())
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
		board := Must(Must(queens.New(8)).Puzzle(b.Context(), rng, queens.Easy))
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
					NoError(b, err)
					read++
				}
				if read != boards {
					b.Fatalf("%d boards", read)
				}
			}
		})
	}
}
