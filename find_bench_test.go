package queens_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	. "example.com/queens"
)

// findBoards are drawn at random for each density of open squares. At the lower
// densities about half of the boards have a solution.
var findBoards = []struct {
	n     int
	open  float64
	torus bool
}{
	{n: 40, open: 0.5},
	{n: 30, open: 0.23},
	{n: 40, open: 0.175},
	{n: 19, open: 0.48, torus: true},
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{8, MaxN} {
		b.Run(fmt.Sprintf("board=empty/n=%d", n), func(b *testing.B) {
			benchFind(b, []*Board{position{n: n}.solver(b)}, (*Board).Find)
		})
	}
	for _, board := range findBoards {
		name := "blocked"
		if board.torus {
			name = "torus"
		}
		b.Run(fmt.Sprintf("board=%s/open=%v/n=%d", name, board.open, board.n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 0))
			var solvers []*Board
			for range 100 {
				solvers = append(solvers, randomBlocked(rng, board.n, board.open, board.torus).solver(b))
			}
			benchFind(b, solvers, (*Board).Find)
		})
	}
	const excluded = 14
	b.Run(fmt.Sprintf("board=diagonals/excluded=%d/n=16", excluded), func(b *testing.B) {
		rng := rand.New(rand.NewPCG(1, 0))
		var solvers []*Board
		for range 20 {
			pos := position{n: 16, blocked: diagonals(16, rng.Perm(62)[:excluded])}
			solvers = append(solvers, pos.solver(b))
		}
		benchFind(b, solvers, (*Board).Find)
	})
}

func BenchmarkUnique(b *testing.B) {
	for _, n := range []int{8, MaxN} {
		b.Run(fmt.Sprintf("board=puzzle/n=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 0))
			var solvers []*Board
			for range 10 {
				pos := position{n: n}
				solution, err := pos.solver(b).Find(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				for _, row := range rng.Perm(n)[n/4:] {
					pos.given = append(pos.given, Square{Row: row, Col: solution[row]})
				}
				solvers = append(solvers, pos.solver(b))
			}
			benchFind(b, solvers, (*Board).Unique)
		})
	}
}

// benchFind times one answer for each board, and reports how many of them are
// positive.
func benchFind(b *testing.B, solvers []*Board, find func(*Board, context.Context) (Placement, error)) {
	b.ReportAllocs()
	ctx, cancel := context.WithTimeout(b.Context(), time.Hour) // as a server would
	defer cancel()
	var yes int
	for b.Loop() {
		yes = 0
		for _, s := range solvers {
			if _, err := find(s, ctx); err == nil {
				yes++
			}
		}
	}
	boards := float64(len(solvers))
	b.ReportMetric(float64(yes)/boards, "yes/board")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/boards, "ns/board")
}
