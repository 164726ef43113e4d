package find

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/testkit"
)

// newTestSolver returns a finder that nothing stops.
func newTestSolver(g Grid) *Solver { return New(g, new(atomic.Bool)) }

// Unique searches for two solutions and no more: these boards have too many to go through.
func TestUniqueStopsAtTheSecond(t *testing.T) {
	testkit.Sequential(t)
	for n := 20; n <= MaxRows; n++ {
		f := newTestSolver(Empty(n, false))
		if p, err := f.Unique(); err != ErrSeveral {
			t.Errorf("n = %d: unique %v, %v, want %v", n, p, err, ErrSeveral)
		}
		if f.nodes > uint64(50*n) {
			t.Errorf("n = %d: %d boards searched for two solutions", n, f.nodes)
		}
	}
}

// A search leaves the board as it was.
func TestSolverRestores(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	restarted := 0
	for range 50 {
		n := 20 + rng.IntN(10)
		b := blockedGrid(rng, n, false, 8/float64(n))
		f, want := newTestSolver(b), newTrackBoard(b)
		if _, err := f.Unique(); err != nil && err != ErrNone && err != ErrSeveral {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(f.board.position, want.position) {
			t.Fatalf("the finder of %b does not restore it", b.Open)
		}
		if f.nodes > 100 {
			restarted++
		}
	}
	if restarted == 0 {
		t.Error("no board needed a second start")
	}
}

// Boards are refuted without search if their open diagonals are too far from the centre.
func TestSolverRefutesAtOnce(t *testing.T) {
	const n = 30
	f := newTestSolver(gridWithout(n, func(s bitboard.Square) bool { return -8 < s.Row-s.Col && s.Row-s.Col < 8 }))
	if p, err := f.Find(nil); err != ErrNone || f.nodes > 0 {
		t.Errorf("found %v, %v after %d boards, want nothing at once", p, err, f.nodes)
	}
}

// A refinement never makes more cases than its budget allows, however many it starts with.
func TestRefineCases(t *testing.T) {
	testkit.Sequential(t)
	split := false
	for _, n := range []int{20, 24, 26, 28} {
		for most := 1; most < 200; most = most*3/2 + 1 {
			f := newTestSolver(gridWithout(n, func(s bitboard.Square) bool { return (s.Row-s.Col+5*n)%5 < 1 || (s.Row+s.Col)%7 < 2 }))
			if len(f.prepare()) == 0 {
				break
			}
			f.rules = []rule{f.balancer.balance}
			cases := []subcase{wholeBoard(n)}
			for range 4 {
				if cases = f.refine(cases, &refineBudget{f.stop, 1 << 18, most - len(cases)}); len(cases) > most {
					t.Fatalf("n = %d: %d cases, want %d at most", n, len(cases), most)
				}
				split = split || len(cases) > 1
			}
		}
	}
	if !split {
		t.Error("no board has several cases")
	}
}

// A stoppingSource sets a flag when it is asked for a number and none is left.
type stoppingSource struct {
	rand.Source
	left int
	stop *atomic.Bool
}

func (s *stoppingSource) Uint64() uint64 {
	if s.left--; s.left < 0 {
		s.stop.Store(true)
	}
	return s.Source.Uint64()
}

// Wherever a search is stopped, it says so or has the right answer, and never that of half a
// search: neither in the search for a solution nor in that for another. It is stopped at each
// random number, which it needs for every board that it branches on.
func TestUniqueStoppedAnywhere(t *testing.T) {
	testkit.Sequential(t)
	blocked := func(seed uint64) Grid {
		rng := rand.New(rand.NewPCG(seed, 0))
		return gridWithout(14, func(bitboard.Square) bool { return rng.IntN(100) < 60 })
	}
	for want, b := range map[error]Grid{nil: blocked(5), ErrNone: blocked(2), ErrSeveral: Empty(20, false)} {
		var nodes []uint64 // where it was stopped
		for numbers := 0; ; numbers++ {
			f := newTestSolver(b)
			f.rng = rand.New(&stoppingSource{rand.NewPCG(0, 0), numbers, f.stop})
			p, err := f.Unique()
			if !f.stop.Load() && err != want || err != want && err != errLimit || (p == nil) != (err != nil) {
				t.Fatalf("%v: %v, %v after %d random numbers, want error %v", b, p, err, numbers, want)
			}
			if !f.stop.Load() {
				break
			}
			nodes = append(nodes, f.nodes)
		}
		if nodes = slices.Compact(nodes); len(nodes) < 10 {
			t.Errorf("%v: stopped in %d places only", b, len(nodes))
		}
	}
}

// Boards that need several starts have the answers of a search row by row.
func TestFindHardBoards(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(100, 4))
	var hard [3]int // boards by the number of solutions, up to 2
	for i := range testkit.Fewer(80, 40) {
		var b Grid
		switch i % 4 {
		case 0:
			b = blockedGrid(rng, 19, true, 0.5)
		case 1:
			b = blockedGrid(rng, 22, false, 0.3)
		case 2:
			b = blockedGrid(rng, 24, false, 0.28)
		case 3:
			b = tightGrid(rng, rng.Perm(17), 0.52) // with some diagonals open for no solution
		}
		want := solutionsIn(b, 2)
		f := newTestSolver(b)
		p, err := f.Find(nil)
		if len(want) == 0 && err != ErrNone || len(want) > 0 && (err != nil || !b.solves(p)) {
			t.Fatalf("%b: %v, %v, but there is %v", b.Open, p, err, want)
		}
		if f.nodes > 4*firstNodes {
			hard[len(want)]++
		}
		if _, err := f.Unique(); err != uniqueError(len(want)) {
			t.Fatalf("%b: unique %v, but there are %v", b.Open, err, want)
		}
	}
	if hard[0] < 3 || hard[2] < 3 {
		t.Errorf("hard boards, by their solutions up to 2: %v, want 3 with none and 3 with several", hard)
	}
}
