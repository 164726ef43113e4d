package find

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/kernel"
	. "example.com/queens/internal/testkit"
	"example.com/queens/internal/work"
)

// blockedBoard leaves each square open with some probability.
func blockedBoard(rng *rand.Rand, n int, torus bool, open float64) Board {
	b := Board{make([]uint64, n), torus}
	for row := range b.Open {
		for col := range n {
			if rng.Float64() < open {
				b.Open[row] |= 1 << col
			}
		}
	}
	return b
}

// A testLeaf is a leaf and its solutions.
type testLeaf struct {
	board     *trackBoard
	solutions [][]int
}

// randomLeaves returns up to 64 leaves of an empty board.
func randomLeaves(rng *rand.Rand, n int, torus bool) []testLeaf {
	leaves := make([]testLeaf, 0, 1+rng.IntN(64))
	for len(leaves) < cap(leaves) {
		b := blockedBoard(rng, n, torus, 0.5)
		if f := newTestFinder(b); f.prepare() {
			leaves = append(leaves, testLeaf{f.board, solutionsIn(b, 100)})
		}
	}
	return leaves
}

// firstSolutions returns the solutions of the first leaf that has any.
func firstSolutions(leaves []testLeaf, excluded []int) [][]int {
	for _, leaf := range leaves {
		other := func(p []int) bool { return !slices.Equal(p, excluded) }
		if slices.ContainsFunc(leaf.solutions, other) {
			return leaf.solutions
		}
	}
	return nil
}

// A sweep returns a solution of the first leaf that has one besides the excluded one, with
// every kernel and however many workers share the leaves.
func TestSweepSolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 56))
	var none, only, besides int // answers: none at all, a solution, one besides the excluded one
	for i := range Fewer(300, 150) {
		n, torus := 6+rng.IntN(4), i%3 == 0
		if torus {
			n = 7
		}
		leaves := randomLeaves(rng, n, torus)
		var excluded []int
		if some := firstSolutions(leaves, nil); i%2 == 0 && some != nil {
			excluded = some[0]
		}
		want := firstSolutions(leaves, excluded)
		switch {
		case want == nil:
			none++
		case excluded != nil && slices.Equal(want[0], excluded):
			besides++
		default:
			only++
		}
		for _, k := range kernel.Runnable() {
			s := newSweep(newTrackBoard(fullBoard(n, torus)), excluded, make(crew, 1+rng.IntN(4)), new(atomic.Bool))
			s.kernel = k
			checkSweep(t, s, leaves, want)
		}
	}
	if min(none, only, besides) < 2 {
		t.Errorf("%d sweeps without an answer, %d with the first solution and %d with a second, want 2 of each", none, only, besides)
	}
}

// checkSweep sweeps leaves, which should have one of the solutions wanted, if any, but not
// the excluded one.
func checkSweep(t *testing.T, s *sweep, leaves []testLeaf, want [][]int) {
	t.Helper()
	for i, leaf := range leaves {
		if full := s.add(leaf.board.board()); full != (i+1 == leavesPerWorker*cap(s.hands)) {
			t.Fatalf("with %d leaves for %d workers, full is %v", i+1, cap(s.hands), full)
		}
	}
	p, err := s.solution()
	if len(want) == 0 {
		if p != nil || err != ErrNone {
			t.Fatalf("%s: %v, %v, but no leaf has a solution", s.kernel.Name, p, err)
		}
	} else {
		one := func(of []int) bool { return slices.Equal(p, of) && !slices.Equal(p, s.excluded) }
		if err != nil || !slices.ContainsFunc(want, one) {
			t.Fatalf("%s: %v, %v, want one of %v but %v", s.kernel.Name, p, err, want, s.excluded)
		}
	}
	if len(s.leaves) != 0 {
		t.Fatalf("%d leaves stay after the sweep", len(s.leaves))
	}
}

// fullBoard has every square open.
func fullBoard(n int, torus bool) Board {
	return Board{slices.Repeat([]uint64{bitset.Below(n)}, n), torus}
}

// Boards that need several starts have the answers of the row-by-row search, and the same
// solution however many workers sweep.
func TestFindSweeps(t *testing.T) {
	rng := rand.New(rand.NewPCG(100, 4))
	var swept [3]int // boards by the number of solutions, up to 2
	for i := range Fewer(80, 60) {
		var b Board
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
		want := solutionsIn(b, 2)
		f := newTestFinder(b)
		p, err := f.Find(nil)
		if len(want) == 0 && err != ErrNone || len(want) > 0 && (err != nil || !b.admits(p)) {
			t.Fatalf("%b: %v, %v, but there is %v", b.Open, p, err, want)
		}
		if f.sweep != nil {
			swept[len(want)]++
		}
		if _, err := f.Unique(); err != uniqueError(len(want)) {
			t.Fatalf("%b: unique %v, but there are %v", b.Open, err, want)
		}
		again := newTestFinder(b)
		again.hands = make(crew, 1+i%4)
		if q, _ := again.Find(nil); !slices.Equal(p, q) {
			t.Errorf("%b: %v, and %v with %d workers", b.Open, p, q, cap(again.hands))
		}
	}
	if swept[0] < 3 || swept[2] < 3 {
		t.Errorf("boards swept, by their solutions up to 2: %v, want 3 with none and 3 with several", swept)
	}
}

// A sweep that is stopped says so, and drops its leaves.
func TestSweepStops(t *testing.T) {
	b := newTrackBoard(fullBoard(12, false))
	s := newSweep(b, nil, make(crew, 2), RaisedFlag())
	s.add(b.board())
	if p, err := s.solution(); p != nil || err != work.ErrStopped || len(s.leaves) != 0 {
		t.Errorf("a stopped sweep returns %v, %v, and keeps %d leaves", p, err, len(s.leaves))
	}
}
