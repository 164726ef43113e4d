package queens_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	. "example.com/queens"
	"github.com/google/go-cmp/cmp"
)

// randomBlocked leaves each square open with the given probability.
func randomBlocked(rng *rand.Rand, n int, open float64, torus bool) boardSpec {
	return boardSpec{n: n, torus: torus, blocked: SquaresWhere(n, func(Square) bool { return rng.Float64() >= open })}
}

// Symmetries take a board's solutions to those of its image.
func TestFindSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 12))
	for range 30 {
		pos := randomBlocked(rng, 16, 0.4, false)
		_, found := pos.board(t).Find(t.Context())
		_, unique := pos.board(t).Unique(t.Context())
		for _, sym := range symmetries {
			image := boardSpec{n: pos.n}
			for _, s := range pos.blocked {
				image.blocked = append(image.blocked, sym.Apply(pos.n, s))
			}
			s := image.board(t)
			if p, err := s.Find(t.Context()); err != found {
				t.Errorf("found %v, %v for the image under %v, %v before", p, err, sym, found)
			} else if err == nil {
				checkSolves(t, pos, p.Transform(sym.Inverse()))
			}
			if _, err := s.Unique(t.Context()); err != unique {
				t.Errorf("unique is %v for the image under %v, %v before", err, sym, unique)
			}
		}
	}
}

// Boards with half of their squares blocked have solutions. Boards of any density, toroidal
// ones too, have the solution whose squares are left open.
func TestFindBlocked(t *testing.T) {
	rng := rand.New(rand.NewPCG(40, 50))
	for range 100 {
		pos := randomBlocked(rng, 40, 0.5, false)
		p, err := pos.board(t).Find(t.Context())
		if err != nil {
			t.Fatalf("no solution with half of the squares of n = %d blocked", pos.n)
		}
		checkSolves(t, pos, p)
	}
	for _, n := range []int{11, 13, 20, 25, 28} {
		for _, torus := range []bool{false, true} {
			hidden, err := boardSpec{n: n, torus: torus}.board(t).Find(t.Context())
			for density := 0.0; err == nil && density < 0.6; density += 0.05 {
				pos := randomBlocked(rng, n, density, torus)
				pos.blocked = slices.DeleteFunc(pos.blocked, func(s Square) bool { return hidden[s.Row] == s.Col })
				p, err := pos.board(t).Find(t.Context())
				if err != nil {
					t.Fatalf("n = %d: %v not found on an open share of %v", n, hidden, density)
				}
				checkSolves(t, pos, p)
				if p, err := pos.board(t).Unique(t.Context()); err == nil && !cmp.Equal(p, hidden) {
					t.Errorf("n = %d: unique %v, but %v is a solution", n, p, hidden)
				}
			}
		}
	}
}
