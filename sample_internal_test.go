package queens

import (
	"testing"

	. "example.com/queens/internal/testkit"
)

// Every solution of a piece has one index, on boards small and large, whether the
// pieces are cut once more or not.
func TestSolutionByIndex(t *testing.T) {
	half := Must(ConstructRandom(t.Context(), newRNG(3), 34)) // for boards that kernels do not take
	for row := range 14 {
		half[row] = Empty
	}
	wide := Must(NewFrom(half))
	for name, s := range map[string]*Board{
		"n = 6":         newBoard(t, 6),
		"n = 8":         newBoard(t, 8),
		"n = 10":        newBoard(t, 10),
		"blocked n = 9": newBoard(t, 9, Blocked(Square{0, 4}, Square{3, 7})),
		"torus n = 11":  newBoard(t, 11, Toroidal()),
		"given n = 11":  newBoard(t, 11, Given(Square{5, 2})),
		"given n = 34":  wide,
	} {
		p := cross{s.given, 1}
		want := map[string]bool{}
		for q := range s.Solutions(t.Context()) {
			want[q.String()] = true
		}
		if name != "n = 6" && len(want) <= fewSolutions {
			t.Errorf("%s: only %d solutions", name, len(want))
		}
		got := map[string]bool{}
		for index := range len(want) {
			got[s.solution(p, uint64(len(want)), uint64(index)).String()] = true
		}
		for q := range got {
			if !want[q] {
				t.Errorf("%s: %s is not a solution", name, q)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d solutions by index, want %d", name, len(got), len(want))
		}
	}
}

// A sampler keeps as many pieces as make its samples fast, and no more.
func TestSamplerPieces(t *testing.T) {
	for n := 13; n <= 15; n++ {
		for _, options := range [][]Constraint{nil, {Blocked(Square{1, 0})}, {Blocked(Square{0, 0}, Square{n - 1, n - 1})}} {
			s := newBoard(t, n, options...)
			m := Must(s.Sampler(t.Context()))
			if got := len(m.pieces); got < samplerPieces/2 || got > 16*samplerPieces {
				t.Errorf("%v: %d pieces", s, got)
			}
		}
	}
}
