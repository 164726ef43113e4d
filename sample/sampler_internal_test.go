package sample

import (
	"math/rand/v2"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/cross"
	"example.com/queens/internal/testkit"
)

// Every solution of a piece has one index, and is drawn, on boards small and large, whether the
// pieces are cut once more or not.
func TestSolutionByIndex(t *testing.T) {
	half := testkit.Must(queens.NewPlacement(34).Complete(t.Context(), rand.New(rand.NewPCG(3, 0)))) // for boards that kernels do not take
	for row := range 14 {
		half[row] = queens.Empty
	}
	wide := testkit.Must(queens.NewFrom(half))
	for name, s := range map[string]*queens.Board{
		"n = 6":         boardtest.New(t, 6),
		"n = 8":         boardtest.New(t, 8),
		"n = 10":        boardtest.New(t, 10),
		"blocked n = 9": boardtest.New(t, 9, queens.Blocked(queens.Square{Row: 0, Col: 4}, queens.Square{Row: 3, Col: 7})),
		"torus n = 11":  boardtest.New(t, 11, queens.Toroidal()),
		"given n = 11":  boardtest.New(t, 11, queens.Given(queens.Square{Row: 5, Col: 2})),
		"given n = 34":  wide,
	} {
		board := cross.New(s)
		p := cross.Cross{Queens: board.Given, Weight: 3}
		want := map[string]bool{}
		for q := range s.Solutions(t.Context()) {
			want[q.String()] = true
		}
		if name != "n = 6" && len(want) <= fewSolutions {
			t.Errorf("%s: only %d solutions", name, len(want))
		}
		got := map[string]bool{}
		for index := range len(want) {
			got[solutionOf(board, p, uint64(len(want)), uint64(index)).String()] = true
		}
		for q := range got {
			if !want[q] {
				t.Errorf("%s: %s is not a solution", name, q)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d solutions by index, want %d", name, len(got), len(want))
		}
		if len(want) > 100 {
			continue
		}
		m := Sampler{board: board, pieces: []cross.Cross{p}, sums: []uint64{0, 3 * uint64(len(want))}}
		rng, drawn := rand.New(rand.NewPCG(9, 0)), map[string]bool{}
		for range 20 * len(want) {
			drawn[m.Sample(rng).String()] = true
		}
		if len(drawn) != len(want) {
			t.Errorf("%s: a sampler with a single piece draws %d of %d solutions", name, len(drawn), len(want))
		}
	}
}

// A sampler keeps as many pieces as make its samples fast, and no more.
func TestSamplerPieces(t *testing.T) {
	for n := 13; n <= 15; n++ {
		for _, options := range [][]queens.Constraint{nil, {queens.Blocked(queens.Square{Row: 1, Col: 0})}, {queens.Blocked(queens.Square{Row: 0, Col: 0}, queens.Square{Row: n - 1, Col: n - 1})}} {
			s := boardtest.New(t, n, options...)
			m := testkit.Must(New(t.Context(), s))
			if got := len(m.pieces); got < samplerPieces/2 || got > 16*samplerPieces {
				t.Errorf("%v: %d pieces", s, got)
			}
		}
	}
}
