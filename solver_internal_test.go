package queens

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	. "example.com/queens/internal/testkit"
	"example.com/queens/internal/work"
)

// newTestFinder returns a finder that nothing stops.
func newTestFinder(b bitboard) *finder { return newFinder(b, make(crew, 2), new(atomic.Bool)) }

// Unique searches for two solutions and no more: these boards have too many to go through.
func TestUniqueStopsAtTheSecond(t *testing.T) {
	for n := 20; n <= MaxN; n++ {
		f := newTestFinder(newBoard(t, n).start)
		if p, err := f.unique(); err != ErrNotUnique {
			t.Errorf("n = %d: unique %v, %v, want %v", n, p, err, ErrNotUnique)
		}
		if f.nodes > uint64(50*n) {
			t.Errorf("n = %d: %d boards searched for two solutions", n, f.nodes)
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
		if _, err := f.unique(); err != nil && err != ErrNoSolution && err != ErrNotUnique {
			t.Fatal(err)
		}
		if f.board.tracks != want.tracks || f.board.spare != want.spare {
			t.Fatalf("the finder of %b does not reopen what it closed", b.open)
		}
		if f.nodes > 100 {
			restarted++
		}
	}
	if restarted == 0 {
		t.Error("no board needed a second start")
	}
}

// Boards are refuted without search if their open diagonals are too far from the
// centre, or if they are toroidal and of a size without solutions.
func TestFinderRefutesAtOnce(t *testing.T) {
	const n = 30
	central := SquaresWhere(n, func(s Square) bool { return -8 < s.Row-s.Col && s.Row-s.Col < 8 })
	for name, b := range map[string]*Board{
		"far diagonals": newBoard(t, n, Blocked(central...)),
		"torus":         newBoard(t, 28, Toroidal()),
		"torus by 3":    newBoard(t, 27, Toroidal()),
	} {
		f := newTestFinder(b.start)
		if p, err := f.find(nil); err != ErrNoSolution || f.nodes > 0 {
			t.Errorf("%s: found %v, %v after %d boards, want nothing at once", name, p, err, f.nodes)
		}
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
		alone := Square{rng.IntN(n), rng.IntN(n)} // in its row, on every third board
		b := newBoard(t, n, Blocked(SquaresWhere(n, func(s Square) bool {
			return chosen[s.Row+s.Col] || chosen[3*n-2+s.Row-s.Col] || i%3 == 0 && s.Row == alone.Row && s != alone
		})...))
		solutions := len(solutionsOf(b.start, 2))
		if solutions == 1 {
			unique++
		}
		f, want := newTestFinder(b.start), UniqueError(solutions)
		if p, err := f.unique(); err != want {
			t.Fatalf("%v: unique %v, %v, want error %v", b, p, err, want)
		}
		if f.nodes > 2*firstNodes {
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
		f := newTestFinder(twoOfFiveBlocked(t, n).start)
		if p, err := f.find(nil); err != ErrNoSolution || f.nodes > 400 {
			t.Errorf("n = %d: found %v, %v after %d boards, want nothing after 400", n, p, err, f.nodes)
		}
	}
}

// A refinement never makes more cases than its budget allows, however many it starts with.
func TestRefineCases(t *testing.T) {
	split := false
	for _, n := range []int{20, 24, 26, 28} {
		for most := 1; most < 200; most = most*3/2 + 1 {
			f := newTestFinder(newBoard(t, n, Blocked(SquaresWhere(n, func(s Square) bool { return (s.Row-s.Col+5*n)%5 < 1 || (s.Row+s.Col)%7 < 2 })...)).start)
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

// twoOfFiveBlocked blocks two of every five diagonals of one direction.
func twoOfFiveBlocked(t *testing.T, n int) *Board {
	t.Helper()
	return newBoard(t, n, Blocked(SquaresWhere(n, func(s Square) bool { return (s.Row-s.Col+5*n)%5 < 2 })...))
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
	blocked := func(seed uint64) *Board {
		rng := rand.New(rand.NewPCG(seed, 0))
		return newBoard(t, 14, Blocked(SquaresWhere(14, func(Square) bool { return rng.IntN(100) < 60 })...))
	}
	for want, b := range map[error]*Board{nil: blocked(5), ErrNoSolution: blocked(2), ErrNotUnique: newBoard(t, 20)} {
		var nodes []uint64 // where it was stopped
		for numbers := 0; ; numbers++ {
			f := newTestFinder(b.start)
			f.rng = rand.New(&stoppingSource{rand.NewPCG(0, 0), numbers, f.stop})
			p, err := f.unique()
			if !f.stop.Load() && err != want || err != want && err != work.ErrStopped || (p == nil) != (err != nil) {
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

// Branchings returns how many boards Find branches on for an answer about b.
func Branchings(b *Board) uint64 {
	f := newTestFinder(b.start)
	_, _ = f.find(nil)
	return f.nodes
}

// FirstBranchings returns how many boards First branches on to refute what comes before the
// least solution of the empty board.
func FirstBranchings(t *testing.T, n int) (nodes uint64) {
	_, err := newBoard(t, n).First(t.Context(), Workers(1), OnClaim(func(c Claim, proved bool) {
		if !proved {
			return
		}
		b, err := New(n, c)
		if err != nil {
			t.Error(err)
			return
		}
		f := newTestFinder(b.start)
		f.asked = true
		if _, err := f.find(nil); err != ErrNoSolution {
			t.Errorf("%v: %v", c, err)
		}
		nodes += f.nodes
	}))
	if err != nil {
		t.Error(err)
	}
	return nodes
}
