package queens_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	. "example.com/queens"
	"github.com/google/go-cmp/cmp"
)

// checkFind compares what Find and Unique say of a position with all its
// solutions.
func checkFind(t *testing.T, pos position, solutions []Placement) {
	t.Helper()
	s := pos.solver(t)
	wantFind, wantUnique := error(nil), error(nil)
	switch len(solutions) {
	case 0:
		wantFind, wantUnique = ErrNoSolution, ErrNoSolution
	case 1:
	default:
		wantUnique = ErrNotUnique
	}
	p, err := s.Find(t.Context())
	if !errors.Is(err, wantFind) {
		t.Fatalf("%+v: found %v, %v, but there are %d solutions", pos, p, err, len(solutions))
	}
	if err == nil {
		checkSolves(t, pos, p)
	} else if p != nil {
		t.Errorf("%+v: found %v, with error %v", pos, p, err)
	}
	again, _ := s.Find(t.Context())
	if !cmp.Equal(p, again) {
		t.Errorf("%+v: found %v, and then %v", pos, p, again)
	}
	p, err = s.Unique(t.Context())
	if !errors.Is(err, wantUnique) {
		t.Fatalf("%+v: unique %v, %v, but there are %d solutions", pos, p, err, len(solutions))
	}
	if err == nil && !cmp.Equal(p, solutions[0]) || err != nil && p != nil {
		t.Errorf("%+v: unique %v, %v, want one of %v", pos, p, err, solutions)
	}
}

// checkSolves says by the rules alone whether p solves the position.
func checkSolves(t *testing.T, pos position, p Placement) {
	t.Helper()
	if len(p) != pos.n || !p.Solved() {
		t.Fatalf("%+v: %v is no solution", pos, p)
	}
	for _, s := range pos.given {
		if p[s.Row] != s.Col {
			t.Fatalf("%+v: %v has no queen on %v", pos, p, s)
		}
	}
	for _, s := range pos.blocked {
		if p[s.Row] == s.Col {
			t.Fatalf("%+v: %v has a queen on %v", pos, p, s)
		}
	}
	if pos.torus {
		for s := range p.Queens() {
			for u := range p.Queens() {
				if s != u && pos.attack(s, u) {
					t.Fatalf("%+v: queens of %v on %v and %v attack each other", pos, p, s, u)
				}
			}
		}
	}
}

// consistent drops what New would refuse: given queens that attack an earlier
// one, and blocked squares under given queens.
func (pos position) consistent() position {
	var given []Square
	for _, s := range pos.given {
		if !slices.ContainsFunc(given, func(g Square) bool { return g != s && pos.attack(g, s) }) {
			given = append(given, s)
		}
	}
	pos.given = given
	pos.blocked = slices.DeleteFunc(slices.Clone(pos.blocked), func(s Square) bool { return slices.Contains(given, s) })
	return pos
}

func TestFindRandomPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2017))
	boards := 4000
	if testing.Short() {
		boards = 400
	}
	answers := map[int]int{}
	for i := range boards {
		n := 8
		if i%2 == 0 {
			n = rng.IntN(10)
		}
		pos := randomPosition(rng, n).consistent()
		solutions := pos.solutions()
		checkFind(t, pos, solutions)
		answers[min(len(solutions), 2)]++
	}
	for k := range 3 {
		if answers[k] < boards/20 {
			t.Errorf("only %d of %d boards have %d solutions", answers[k], boards, k)
		}
	}
}

func FuzzFind(f *testing.F) {
	for n := range uint8(9) {
		f.Add(n, uint64(n))
	}
	f.Fuzz(func(t *testing.T, n uint8, seed uint64) {
		pos := randomPosition(rand.New(rand.NewPCG(seed, 2)), int(n%9)).consistent()
		checkFind(t, pos, pos.solutions())
	})
}

// Symmetries take a board's solutions to those of its image.
func TestFindSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 12))
	for range 30 {
		pos := randomBlocked(rng, 16, 0.4, false)
		_, found := pos.solver(t).Find(t.Context())
		_, unique := pos.solver(t).Unique(t.Context())
		for _, sym := range symmetries {
			image := position{n: pos.n}
			for _, s := range pos.blocked {
				image.blocked = append(image.blocked, sym.Apply(pos.n, s))
			}
			s := image.solver(t)
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

func TestFindEmptyBoard(t *testing.T) {
	for n := range MaxN + 1 {
		checkFindEmpty(t, position{n: n}, n != 2 && n != 3)
		checkFindEmpty(t, position{n: n, torus: true}, n == 0 || n%2 != 0 && n%3 != 0)
	}
}

// checkFindEmpty is for boards whose only solution, if there is just one, is that
// of at most one queen.
func checkFindEmpty(t *testing.T, pos position, some bool) {
	t.Helper()
	wantFind, wantUnique := error(nil), error(nil)
	switch {
	case !some:
		wantFind, wantUnique = ErrNoSolution, ErrNoSolution
	case pos.n > 1:
		wantUnique = ErrNotUnique
	}
	p, err := pos.solver(t).Find(t.Context())
	if !errors.Is(err, wantFind) {
		t.Errorf("%+v: found %v, %v, want error %v", pos, p, err, wantFind)
	} else if err == nil {
		checkSolves(t, pos, p)
	}
	if p, err := pos.solver(t).Unique(t.Context()); !errors.Is(err, wantUnique) {
		t.Errorf("%+v: unique %v, %v, want error %v", pos, p, err, wantUnique)
	}
}

// randomBlocked leaves each square open with the given probability.
func randomBlocked(rng *rand.Rand, n int, open float64, torus bool) position {
	pos := position{n: n, torus: torus}
	for s := range squares(n) {
		if rng.Float64() >= open {
			pos.blocked = append(pos.blocked, s)
		}
	}
	return pos
}

// Half of the squares are blocked; and then any share of them, toroidal boards too,
// around a solution known to be there.
func TestFindBlocked(t *testing.T) {
	rng := rand.New(rand.NewPCG(40, 50))
	for range 100 {
		pos := randomBlocked(rng, 40, 0.5, false)
		p, err := pos.solver(t).Find(t.Context())
		if err != nil {
			t.Fatalf("no solution with half of the squares of n = %d blocked", pos.n)
		}
		checkSolves(t, pos, p)
	}
	for _, n := range []int{11, 13, 20, 25, 28} {
		for _, torus := range []bool{false, true} {
			hidden, err := position{n: n, torus: torus}.solver(t).Find(t.Context())
			for density := 0.0; err == nil && density < 0.6; density += 0.05 {
				pos := randomBlocked(rng, n, density, torus)
				pos.blocked = slices.DeleteFunc(pos.blocked, func(s Square) bool { return hidden[s.Row] == s.Col })
				p, err := pos.solver(t).Find(t.Context())
				if err != nil {
					t.Fatalf("n = %d: %v not found on an open share of %v", n, hidden, density)
				}
				checkSolves(t, pos, p)
				if p, err := pos.solver(t).Unique(t.Context()); err == nil && !cmp.Equal(p, hidden) {
					t.Errorf("n = %d: unique %v, but %v is a solution", n, p, hidden)
				}
			}
		}
	}
}

// About as many boards with a solution as without; the row-by-row search is the
// judge.
func TestFindThreshold(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 32))
	answers := map[int]int{}
	for range 60 {
		pos := randomBlocked(rng, 14, 0.45, false)
		var some []Placement
		for p := range pos.solver(t).Solutions(context.Background()) {
			if some = append(some, p); len(some) == 2 {
				break
			}
		}
		checkFind(t, pos, some)
		answers[len(some)]++
	}
	if answers[0] < 10 || answers[1] == 0 || answers[2] < 10 {
		t.Errorf("boards by their number of solutions, to 2: %v", answers)
	}
}

// diagonals returns the squares of some of the 4n-2 diagonals: those of row+col,
// and then those of row-col+n-1.
func diagonals(n int, some []int) []Square {
	chosen := make([]bool, 4*n-2)
	for _, d := range some {
		chosen[d] = true
	}
	var on []Square
	for s := range squares(n) {
		if chosen[s.Row+s.Col] || chosen[2*n-1+s.Row-s.Col+n-1] {
			on = append(on, s)
		}
	}
	return on
}

// Boards with whole diagonals blocked, in the manner of problem 079 of CSPLib;
// the row-by-row search is the judge.
func TestFindExcludedDiagonals(t *testing.T) {
	rng := rand.New(rand.NewPCG(79, 80))
	answers := map[int]int{}
	for range 80 {
		n := 10 + rng.IntN(4)
		pos := position{n: n, blocked: diagonals(n, rng.Perm(4*n - 2)[:rng.IntN(n+8)])}
		var some []Placement
		for p := range pos.solver(t).Solutions(context.Background()) {
			if some = append(some, p); len(some) == 2 {
				break
			}
		}
		checkFind(t, pos, some)
		answers[len(some)]++
	}
	if answers[0] < 15 || answers[2] < 15 {
		t.Errorf("boards by their number of solutions, to 2: %v", answers)
	}
}

// Only the diagonals of one solution are open: no bound may refute it.
func TestFindOwnDiagonals(t *testing.T) {
	for p := range All(9) {
		var others []int
		for d := range 4*9 - 2 {
			on := func(s Square) bool { return s.Row+s.Col == d || 2*9-1+s.Row-s.Col+9-1 == d }
			if !slices.ContainsFunc(slices.Collect(p.Queens()), on) {
				others = append(others, d)
			}
		}
		pos := position{n: 9, blocked: diagonals(9, others)}
		checkFind(t, pos, pos.solutions())
	}
}

// Every size, with any number of the queens of a solution given.
func TestFindCompletion(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 50))
	for n := 20; n <= MaxN; n += 4 {
		solution := knights(n, false)
		if solution == nil {
			continue
		}
		for k := n; k >= n/4; k-- {
			pos := position{n: n}
			for _, row := range rng.Perm(n)[:k] {
				pos.given = append(pos.given, Square{row, solution[row]})
			}
			p, err := pos.solver(t).Find(t.Context())
			if err != nil {
				t.Fatalf("%d queens of %v are not completed", k, solution)
			}
			checkSolves(t, pos, p)
			if p, err := pos.solver(t).Unique(t.Context()); err == nil && !cmp.Equal(p, solution) || err != nil && k == n {
				t.Errorf("%d queens of %v: unique %v, %v", k, solution, p, err)
			}
		}
	}
}

func TestFindConcurrently(t *testing.T) {
	s := position{n: 8, given: []Square{{3, 1}, {4, 3}}}.solver(t)
	unique := position{n: 8, given: []Square{{3, 1}, {4, 3}, {0, 0}}}.solver(t)
	want, _ := s.Find(t.Context())
	wantUnique, _ := unique.Unique(t.Context())
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			got, err := s.Find(t.Context())
			if err != nil || !cmp.Equal(got, want) {
				t.Errorf("found %v in a goroutine, want %v", got, want)
			}
			for i := range got {
				got[i] = Empty // the caller's to change
			}
			if got, _ := unique.Unique(t.Context()); !cmp.Equal(got, wantUnique) {
				t.Errorf("unique %v in a goroutine, want %v", got, wantUnique)
			}
		})
	}
	wg.Wait()
	if got := len(slices.Collect(s.Solutions(context.Background()))); got != 2 {
		t.Errorf("%d solutions after Find, want 2", got)
	}
}

func TestFindZeroSolver(t *testing.T) {
	var s Board
	if p, err := s.Find(t.Context()); err != nil || len(p) != 0 {
		t.Errorf("the zero Board finds %v, %v, want the empty placement", p, err)
	}
	if p, err := s.Unique(t.Context()); err != nil || len(p) != 0 {
		t.Errorf("the zero Board has %v, %v as its only solution, want the empty placement", p, err)
	}
}
