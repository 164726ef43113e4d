package queens

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// blockedBoard leaves each square open with some probability.
func blockedBoard(rng *rand.Rand, n int, torus bool, open float64) bitboard {
	b := bitboard{make([]uint64, n), torus}
	for row := range b.open {
		for col := range n {
			if rng.Float64() < open {
				b.open[row] |= 1 << col
			}
		}
	}
	return b
}

// solutionsOf returns the solutions of a board, at most so many.
func solutionsOf(b bitboard, most int) []Placement {
	var solutions []Placement
	b.search(new(atomic.Bool), func(p Placement) bool {
		solutions = append(solutions, slices.Clone(p))
		return len(solutions) < most
	})
	return solutions
}

// A sweep gives a solution of the first leaf that has one besides the excluded one, with
// every kernel and however many workers share the leaves.
func TestSweepSolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 56))
	answers := map[string]int{}
	for i := range fewer(300, 150) {
		n, torus := 6+rng.IntN(4), false
		if i%3 == 0 {
			n, torus = 7, true
		}
		var leaves [][]uint64
		var solutions [][]Placement
		for want := 1 + rng.IntN(64); len(leaves) < want; {
			b := blockedBoard(rng, n, torus, 0.5)
			if f := newFinder(b); f.begin() {
				leaves = append(leaves, slices.Clone(f.lines[:2*n]))
				solutions = append(solutions, solutionsOf(b, 100))
			}
		}
		var excluded Placement
		if all := slices.Concat(solutions...); i%2 == 0 && len(all) > 0 {
			excluded = all[0]
		}
		first := slices.IndexFunc(solutions, func(of []Placement) bool {
			return slices.ContainsFunc(of, func(p Placement) bool { return !slices.Equal(p, excluded) })
		})
		for _, k := range kernels() {
			s := newSweep(fullBoard(n, torus).open, torus, excluded)
			s.kernel, s.run.workers = k, 1+rng.IntN(4)
			for i, lines := range leaves {
				if full := s.add(lines); full != (i+1 == leavesPerWorker*s.run.workers) {
					t.Fatalf("with %d leaves, full is %v", i+1, full)
				}
			}
			p, err := s.solution(t.Context())
			switch {
			case err != nil || (p == nil) != (first < 0):
				t.Fatalf("%s: %v, %v, but leaf %d is the first with a solution", k.name, p, err, first)
			case p == nil:
				answers["none"]++
			case slices.Equal(p, excluded) || !slices.ContainsFunc(solutions[first], func(of Placement) bool { return slices.Equal(p, of) }):
				t.Fatalf("%s: %v, want one of %v but %v", k.name, p, solutions[first], excluded)
			case excluded != nil && slices.Equal(solutions[first][0], excluded):
				answers["second"]++
			default:
				answers["some"]++
			}
			if s.leaves() != 0 {
				t.Fatalf("%d leaves stay after the sweep", s.leaves())
			}
		}
	}
	if min(answers["none"], answers["some"], answers["second"]) < 2 {
		t.Errorf("answers %v, want 2 of each kind", answers)
	}
}

// fullBoard has every square open.
func fullBoard(n int, torus bool) bitboard {
	return bitboard{slices.Repeat([]uint64{fullRow(n)}, n), torus}
}

// Boards that take a second start have the answers that the row-by-row search gives, and
// the same solution whatever the number of processors.
func TestFindSweeps(t *testing.T) {
	rng := rand.New(rand.NewPCG(100, 4))
	swept := map[int]int{} // by the number of solutions, up to 2
	for i := range fewer(80, 60) {
		var b bitboard
		switch i % 4 {
		case 0:
			b = blockedBoard(rng, 19, true, 0.5)
		case 1:
			b = blockedBoard(rng, 22, false, 0.3)
		case 2:
			b = blockedBoard(rng, 24, false, 0.28)
		case 3:
			b = tightBoard(rng, rng.Perm(17), 0.52) // with some diagonals open for no solution
		}
		want := solutionsOf(b, 2)
		f := newFinder(b)
		p, err := f.find(t.Context(), nil)
		if (err == nil) != (len(want) > 0) || err != nil && err != ErrNoSolution || err == nil && !solves(b, p) {
			t.Fatalf("%b: %v, %v, but there is %v", b.open, p, err, want)
		}
		if f.sweep != nil {
			swept[len(want)]++
		}
		if _, err := f.unique(t.Context()); err != [...]error{ErrNoSolution, nil, ErrNotUnique}[len(want)] {
			t.Fatalf("%b: unique %v, but there are %v", b.open, err, want)
		}
		before := runtime.GOMAXPROCS(1 + i%4)
		again, _ := newFinder(b).find(t.Context(), nil)
		runtime.GOMAXPROCS(before)
		if !slices.Equal(p, again) {
			t.Errorf("%b: %v, and %v on %d processors", b.open, p, again, 1+i%4)
		}
	}
	t.Logf("boards swept, by their solutions up to 2: %v", swept)
	if swept[0] < 3 || swept[2] < 3 {
		t.Errorf("boards swept, by their solutions up to 2: %v, want 3 with none and 3 with several", swept)
	}
}

// A sweep that is cancelled gives the context's error, and lets go of its leaves.
func TestSweepCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := fullBoard(12, false)
	s := newSweep(b.open, false, nil)
	s.add(slices.Concat(b.open, b.open))
	if p, err := s.solution(ctx); p != nil || err != context.Canceled || s.leaves() != 0 {
		t.Errorf("a cancelled sweep gives %v, %v, and keeps %d leaves", p, err, s.leaves())
	}
	s.add(slices.Concat(b.open, b.open))
	if p, err := s.solve(ctx, 0); p != nil || err != context.Canceled {
		t.Errorf("a leaf is solved as %v, %v, though cancelled", p, err)
	}
}
