package find

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	. "example.com/queens/internal/testkit"
	"example.com/queens/internal/work"
)

// newTestFinder returns a finder that nothing stops.
func newTestFinder(b Board) *Solver { return New(b, new(atomic.Bool)) }

// Unique searches for two solutions and no more: these boards have too many to go through.
func TestUniqueStopsAtTheSecond(t *testing.T) {
	for n := 20; n <= maxRows; n++ {
		f := newTestFinder(fullBoard(n, false))
		if p, err := f.Unique(); err != ErrSeveral {
			t.Errorf("n = %d: unique %v, %v, want %v", n, p, err, ErrSeveral)
		}
		if f.Nodes > uint64(50*n) {
			t.Errorf("n = %d: %d boards searched for two solutions", n, f.Nodes)
		}
	}
}

// A search reopens every square that it closes.
func TestFinderRestores(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	restarted := 0
	for range 50 {
		n := 20 + rng.IntN(10)
		b := blockedBoard(rng, n, false, 8/float64(n))
		f, want := newTestFinder(b), newTrackBoard(b)
		if _, err := f.Unique(); err != nil && err != ErrNone && err != ErrSeveral {
			t.Fatal(err)
		}
		if f.board.tracks != want.tracks || f.board.spare != want.spare {
			t.Fatalf("the finder of %b does not reopen what it closed", b.Open)
		}
		if f.Nodes > 100 {
			restarted++
		}
	}
	if restarted == 0 {
		t.Error("no board needed a second start")
	}
}

// Boards are refuted without search if their open diagonals are too far from the
// centre.
func TestFinderRefutesAtOnce(t *testing.T) {
	const n = 30
	f := newTestFinder(boardWithout(n, func(s square) bool { return -8 < s.row-s.col && s.row-s.col < 8 }))
	if p, err := f.Find(nil); err != ErrNone || f.Nodes > 0 {
		t.Errorf("found %v, %v after %d boards, want nothing at once", p, err, f.Nodes)
	}
}

// Unique agrees with the row-by-row search on boards with many diagonals blocked, which are split
// into cases once they prove to be hard.
func TestFindTightBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(77, 1))
	hard, unique := 0, 0
	for i := range Fewer(1500, 200) {
		n := 12 + rng.IntN(6)
		chosen := make([]bool, 4*n-2)
		for _, d := range rng.Perm(4*n - 2)[:n-3+rng.IntN(5)] {
			chosen[d] = true
		}
		alone := square{rng.IntN(n), rng.IntN(n)} // in its row, on every third board
		b := boardWithout(n, func(s square) bool {
			return chosen[s.row+s.col] || chosen[3*n-2+s.row-s.col] || i%3 == 0 && s.row == alone.row && s != alone
		})
		solutions := len(solutionsIn(b, 2))
		if solutions == 1 {
			unique++
		}
		f, want := newTestFinder(b), uniqueError(solutions)
		if p, err := f.Unique(); err != want {
			t.Fatalf("%v: unique %v, %v, want error %v", b, p, err, want)
		}
		if f.Nodes > 2*firstNodes {
			hard++
		}
	}
	if hard < 30 || unique < 2 {
		t.Errorf("%d boards were hard and %d had one solution, want 30 and 2", hard, unique)
	}
}

// Boards with two of every five diagonals of one direction blocked come down to cases that
// the third start refutes. Search alone does not get through them.
func TestFinderRefines(t *testing.T) {
	for _, n := range []int{28, 30} {
		f := newTestFinder(twoOfFive(n))
		if p, err := f.Find(nil); err != ErrNone || f.Nodes > 400 {
			t.Errorf("n = %d: found %v, %v after %d boards, want nothing after 400", n, p, err, f.Nodes)
		}
	}
}

// A refinement never makes more cases than its budget allows, however many it starts with.
func TestRefineCases(t *testing.T) {
	split := false
	for _, n := range []int{20, 24, 26, 28} {
		for most := 1; most < 200; most = most*3/2 + 1 {
			f := newTestFinder(boardWithout(n, func(s square) bool { return (s.row-s.col+5*n)%5 < 1 || (s.row+s.col)%7 < 2 }))
			if !f.prepare() {
				break
			}
			f.tight, f.hard = true, true
			cases := []residueCase{wholeBoard(n)}
			for range 4 {
				var err error
				if cases, err = f.refine(cases, &refineBudget{f.stop, 1 << 18, most - len(cases)}); err != nil {
					t.Fatal(err)
				}
				if len(cases) > most {
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

// twoOfFive blocks two of every five diagonals of one direction.
func twoOfFive(n int) Board {
	return boardWithout(n, func(s square) bool { return (s.row-s.col+5*n)%5 < 2 })
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

// Wherever a search is stopped, it says so or has the right answer, and never that of half
// a search: neither in the search for a solution nor in that for another. It is stopped at
// each random number, which it needs for every board that it branches on.
func TestUniqueStoppedAnywhere(t *testing.T) {
	blocked := func(seed uint64) Board {
		rng := rand.New(rand.NewPCG(seed, 0))
		return boardWithout(14, func(square) bool { return rng.IntN(100) < 60 })
	}
	for want, b := range map[error]Board{nil: blocked(5), ErrNone: blocked(2), ErrSeveral: fullBoard(20, false)} {
		var nodes []uint64 // where it was stopped
		for numbers := 0; ; numbers++ {
			f := newTestFinder(b)
			f.rng = rand.New(&stoppingSource{rand.NewPCG(0, 0), numbers, f.stop})
			p, err := f.Unique()
			if !f.stop.Load() && err != want || err != want && err != work.ErrStopped || (p == nil) != (err != nil) {
				t.Fatalf("%v: %v, %v after %d random numbers, want error %v", b, p, err, numbers, want)
			}
			if !f.stop.Load() {
				break
			}
			nodes = append(nodes, f.Nodes)
		}
		if nodes = slices.Compact(nodes); len(nodes) < 10 {
			t.Errorf("%v: stopped in %d places only", b, len(nodes))
		}
	}
}

// Boards that need several starts have the answers of a search row by row.
func TestFindHardBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(100, 4))
	var hard [3]int // boards by the number of solutions, up to 2
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
		if f.Nodes > 4*firstNodes {
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
