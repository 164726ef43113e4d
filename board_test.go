package queens_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	. "example.com/queens"
	"github.com/google/go-cmp/cmp"
)

func count(t testing.TB, s *Board) uint64 {
	t.Helper()
	total, err := s.Count(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return total
}

func TestCountKnown(t *testing.T) {
	for n, want := range Reference[:14] {
		if got := count(t, position{n: n}.solver(t)); got != want.All {
			t.Errorf("n = %d: %d solutions, want %d", n, got, want.All)
		}
		fundamental := uint64(0)
		for range Fundamental(n) {
			fundamental++
		}
		if fundamental != want.Fundamental {
			t.Errorf("n = %d: %d fundamental solutions, want %d", n, fundamental, want.Fundamental)
		}
	}
}

// Solutions by the column of the first row's queen (OEIS A059963 for n = 8).
func TestCountByFirstQueen(t *testing.T) {
	for col, want := range []uint64{4, 8, 16, 18, 18, 16, 8, 4} {
		if got := count(t, position{n: 8, given: []Square{{0, col}}}.solver(t)); got != want {
			t.Errorf("%d solutions with a queen on %v, want %d", got, Square{0, col}, want)
		}
	}
}

// Nauck's question of 1850.
func TestNauck(t *testing.T) {
	s := position{n: 8, given: []Square{{3, 1}, {4, 3}}}.solver(t)
	solutions := slices.Collect(s.Solutions(context.Background()))
	if got := count(t, s); got != 2 || len(solutions) != 2 {
		t.Errorf("%d completions of b4 and d5 counted and %d found, want 2", got, len(solutions))
	}
	for _, p := range solutions {
		if !p.Solved() || p[3] != 1 || p[4] != 3 {
			t.Errorf("%v does not complete b4 and d5", p)
		}
	}
}

// How many placements of k queens on the 8×8 board can be completed: every
// subset of a solution counts once.
func TestCompletable(t *testing.T) {
	want := []int{1, 64, 1052, 4032, 6040, 5072, 2568, 736, 92}
	completable := make([]map[string]bool, 9)
	for p := range All(8) {
		for subset := range 1 << 8 {
			part := slices.Clone(p)
			k := 0
			for row := range part {
				if subset>>row&1 == 0 {
					part[row] = Empty
				} else {
					k++
				}
			}
			if completable[k] == nil {
				completable[k] = map[string]bool{}
			}
			completable[k][part.String()] = true
		}
	}
	for k, parts := range completable {
		if len(parts) != want[k] {
			t.Errorf("%d placements of %d queens can be completed, want %d", len(parts), k, want[k])
		}
	}
	got := 0
	for s := range squares(8) {
		for u := range squares(8) {
			if s.Row < u.Row && !s.Attacks(u) {
				for range (position{n: 8, given: []Square{s, u}}).solver(t).Solutions(context.Background()) {
					got++
					break
				}
			}
		}
	}
	if got != want[2] {
		t.Errorf("%d pairs of given queens have completions, want %d", got, want[2])
	}
}

// Toroidal solutions (OEIS A051906): none unless n is coprime to 6.
func TestToroidal(t *testing.T) {
	want := []uint64{1, 1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524, 0, 0, 0, 140692, 0, 820496}
	if testing.Short() {
		want = want[:18]
	}
	for n, want := range want {
		s := position{n: n, torus: true}.solver(t)
		if got := count(t, s); got != want {
			t.Errorf("n = %d: %d toroidal solutions, want %d", n, got, want)
		}
	}
}

func TestNewErrors(t *testing.T) {
	for _, test := range []struct {
		n       int
		options []Constraint
		want    string
	}{
		{-1, nil, "queens: n = -1 out of range 0..64"},
		{65, nil, "queens: n = 65 out of range 0..64"},
		{math.MaxInt, nil, fmt.Sprintf("queens: n = %d out of range 0..64", math.MaxInt)},
		{8, []Constraint{Given(Square{8, 0})}, "queens: given queen a9 is off the 8×8 board"},
		{8, []Constraint{Given(Square{0, 0}, Square{3, -1})}, "queens: given queen (3, -1) is off the 8×8 board"},
		{8, []Constraint{Blocked(Square{0, 8})}, "queens: blocked square i1 is off the 8×8 board"},
		{0, []Constraint{Blocked(Square{0, 0})}, "queens: blocked square a1 is off the 0×0 board"},
		{8, []Constraint{Given(Square{3, 3}, Square{0, 0})}, "queens: given queens a1 and d4 attack each other"},
		{8, []Constraint{Given(Square{2, 5}), Given(Square{7, 5})}, "queens: given queens f3 and f8 attack each other"},
		{8, []Constraint{Given(Square{2, 5}), Given(Square{2, 6})}, "queens: given queens f3 and g3 attack each other"},
		{8, []Constraint{Given(Square{0, 1}, Square{7, 2}), Toroidal()}, "queens: given queens b1 and c8 attack each other around the edge"},
		{8, []Constraint{Blocked(Square{1, 1}), Given(Square{1, 1})}, "queens: given queen b2 stands on a blocked square"},
	} {
		s, err := New(test.n, test.options...)
		if err == nil || err.Error() != test.want {
			t.Errorf("New(%d, …): error %v, want %q", test.n, err, test.want)
		}
		if s != nil {
			t.Errorf("New(%d, …) returns a Board with its error %v", test.n, err)
		}
	}
}

// Options are values: they can be used twice, and do not see later changes of
// the squares they were given.
func TestOptionsAreValues(t *testing.T) {
	squares := []Square{{3, 1}, {4, 3}}
	given := Given(squares...)
	squares[0] = Square{7, 7}
	blocked := []Square{{0, 0}}
	block := Blocked(blocked...)
	blocked[0] = Square{3, 1}
	for range 2 {
		s, err := New(8, given, given, block, block)
		if err != nil {
			t.Fatal(err)
		}
		if got := count(t, s); got != 2 {
			t.Errorf("%d completions of b4 and d5, want 2", got)
		}
	}
}

func TestZeroSolver(t *testing.T) {
	var s Board
	if got := count(t, &s); got != 1 {
		t.Errorf("the zero Board counts %d solutions, want that of the empty board", got)
	}
	for p := range s.Fundamental(context.Background()) {
		if len(p) != 0 {
			t.Errorf("the zero Board finds %v", p)
		}
	}
}

func TestRandomPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 92))
	for range 3000 {
		checkPosition(t, randomPosition(rng, rng.IntN(8)))
	}
}

func FuzzSolver(f *testing.F) {
	for n := range uint8(8) {
		f.Add(n, uint64(n))
	}
	f.Fuzz(func(t *testing.T, n uint8, seed uint64) {
		checkPosition(t, randomPosition(rand.New(rand.NewPCG(seed, 1)), int(n%8)))
	})
}

// Boards as wide as a word, and a column less or more: all queens but those of
// six rows given, so that the brute force can follow.
func TestWideBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 32))
	for _, n := range []int{29, 31, 32, 33, 35, 61, 63, 64} {
		for _, torus := range []bool{false, true} {
			for range 20 {
				pos := position{n: n, torus: torus}
				solution := knights(n, torus)
				if solution == nil {
					continue
				}
				for _, row := range rng.Perm(n)[6:] {
					pos.given = append(pos.given, Square{row, solution[row]})
				}
				checkPosition(t, pos)
			}
		}
	}
}

// knights returns a solution whose queens are knight's moves apart, or nil if
// there is none.
func knights(n int, torus bool) Placement {
	p := make(Placement, n)
	for row := range p {
		switch {
		case n%2 == 0:
			p[row] = (2*row + 1) % (n + 1)
		default:
			p[row] = 2 * row % n
		}
	}
	pos := position{n: n, torus: torus}
	for row, col := range p {
		if !pos.fits(p[:row], Square{row, col}) {
			return nil
		}
	}
	return p
}

func TestCountCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, n := range []int{0, 8, 64} {
		if got, err := Count(ctx, n); got != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled count of n = %d: %d, %v", n, got, err)
		}
	}
}

func TestCountEndsWithContext(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, pos := range []position{{n: 20}, {n: 64}, {n: 29, torus: true}} {
		cause := errors.New("cause")
		ctx, cancel := context.WithTimeoutCause(context.Background(), 5*time.Millisecond, cause)
		_, err := pos.solver(t).Count(ctx)
		cancel()
		if err != context.DeadlineExceeded {
			t.Errorf("count of %d rows ends with %v, want the context's error", pos.n, err)
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// A row or a column without an open square ends a search before it begins.
func TestHopelessBoards(t *testing.T) {
	var row, column []Square
	for i := range 64 {
		row = append(row, Square{50, i})
		column = append(column, Square{i, 50})
	}
	for _, blocked := range [][]Square{row, column} {
		s := position{n: 64, blocked: blocked}.solver(t)
		if got := count(t, s); got != 0 {
			t.Errorf("%d solutions with %v to %v blocked", got, blocked[0], blocked[63])
		}
		for p := range s.Solutions(context.Background()) {
			t.Errorf("solution %v with %v to %v blocked", p, blocked[0], blocked[63])
		}
		for p := range s.Fundamental(context.Background()) {
			t.Errorf("fundamental solution %v with %v to %v blocked", p, blocked[0], blocked[63])
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	s := position{n: 8, blocked: []Square{{0, 0}, {7, 7}}}.solver(t)
	want := slices.Collect(s.Solutions(context.Background()))
	fundamental := slices.Collect(s.Fundamental(context.Background()))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := slices.Collect(s.Solutions(context.Background())); !cmp.Equal(got, want) {
				t.Error("solutions differ between goroutines")
			}
			if got := slices.Collect(s.Fundamental(context.Background())); !cmp.Equal(got, fundamental) {
				t.Error("fundamental solutions differ between goroutines")
			}
			if got, err := s.Count(context.Background()); err != nil || got != uint64(len(want)) {
				t.Errorf("count %d, %v in a goroutine, want %d", got, err, len(want))
			}
			for range s.Steps() {
			}
		})
	}
	wg.Wait()
}
