package find

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/testkit"
)

// caseOf returns the case of a solution.
func caseOf(p []int, classes [2]int) subcase {
	c := subcase{classes: classes}
	for s := range squares(p) {
		c.queens[0][(s.Row-s.Col+classes[0]*len(p))%classes[0]]++
		c.queens[1][(s.Row+s.Col)%classes[1]]++
	}
	return c
}

// both returns the same number of classes in either direction.
func both(classes int) [2]int { return [2]int{classes, classes} }

// has reports whether a solution of the board is one of the case.
func (c subcase) has(p []int) bool { return caseOf(p, c.classes).queens == c.queens }

// those returns the solutions that belong to the case.
func (c subcase) those(solutions [][]int) [][]int {
	return slices.DeleteFunc(slices.Clone(solutions), func(p []int) bool { return !c.has(p) })
}

// ample returns a budget that no small board uses up.
func ample() *refineBudget {
	return &refineBudget{stop: new(atomic.Bool), looks: 1 << 30, cases: 1 << 20}
}

// Every solution of a board is in exactly one of its cases, however fine they are.
func TestRefineKeepsSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	refined := map[[2]int]int{}
	for range testkit.Fewer(600, 200) {
		n := 5 + rng.IntN(5)
		all := solutionsIn(Empty(n, false), math.MaxInt)
		b := tightGrid(rng, all[rng.IntN(len(all))], 0.5*rng.Float64())
		solutions := slices.DeleteFunc(all, func(p []int) bool { return !b.solves(p) })
		f := newTestSolver(b)
		if len(f.prepare()) == 0 {
			t.Fatalf("%b is refuted, but has the solution %v", b.Open, solutions[0])
		}
		cases := []subcase{wholeBoard(n)}
		for len(cases) > 0 {
			c := cases[0]
			cases = cases[1:]
			f.balancer.relax(&c)
			finer, ok := f.balancer.split(&c, ample())
			if c.classes == both(maxClasses) {
				if ok {
					t.Fatalf("%b: a case with %d classes is refined", b.Open, maxClasses)
				}
				continue
			}
			if !ok {
				t.Fatalf("%b: a case with %d classes is not refined", b.Open, c.classes)
			}
			refined[c.classes]++
			cases = append(cases, checkRefined(t, c, finer, solutions)...)
		}
	}
	for _, classes := range [][2]int{both(1), {2, 1}, both(maxClasses / 2), {maxClasses, maxClasses / 2}} {
		if refined[classes] < 100 {
			t.Errorf("%d cases of %d classes are refined, want 100", refined[classes], classes)
		}
	}
}

// checkRefined checks that the finer cases share out the solutions of a case, and returns those
// that have any.
func checkRefined(t *testing.T, c subcase, finer []subcase, solutions [][]int) (solvable []subcase) {
	t.Helper()
	found := 0
	for i, d := range finer {
		if d.slack < 0 || d.classes[0]*d.classes[1] != 2*c.classes[0]*c.classes[1] {
			t.Fatalf("a case with %d classes and the slack %d of one with %d classes", d.classes, d.slack, c.classes)
		}
		if slices.ContainsFunc(finer[:i], func(e subcase) bool { return e.queens == d.queens }) {
			t.Fatalf("the case %v comes twice", d)
		}
		if have := len(d.those(solutions)); have > 0 {
			found += have
			solvable = append(solvable, d)
		}
	}
	if want := len(c.those(solutions)); found != want {
		t.Fatalf("the cases of %v have %d solutions, want %d", c, found, want)
	}
	return solvable
}

// A refinement keeps to its budget: of cases, and of looks, none of which is left when it
// fails.
func TestRefineBudget(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	f := newTestSolver(tightGrid(rng, rng.Perm(24), 0.6))
	if len(f.prepare()) == 0 {
		t.Fatal("the board is refuted")
	}
	refine := func(looks, cases int) (int, int, bool) {
		whole := wholeBoard(24)
		budget := &refineBudget{stop: new(atomic.Bool), looks: looks, cases: cases}
		f.balancer.relax(&whole)
		finer, ok := f.balancer.split(&whole, budget)
		return len(finer), budget.looks, ok
	}
	cases, left, ok := refine(1000, 1000)
	if !ok || cases < 2 {
		t.Fatalf("%d cases, %t, want several", cases, ok)
	}
	if got, _, ok := refine(1000, cases); got != cases || !ok {
		t.Errorf("%d cases, %t, of the %d that are allowed", got, ok, cases)
	}
	if got, _, ok := refine(1000, cases-1); got != 0 || ok {
		t.Errorf("%d cases, %t, where %d are allowed", got, ok, cases-1)
	}
	looks := 1000 - left
	if looks < cases {
		t.Errorf("%d looks for %d cases", looks, cases)
	}
	for fewer := range looks {
		if got, left, ok := refine(fewer, 1000); got != 0 || left != 0 || ok {
			t.Errorf("%d cases, %t, with %d of %d looks left", got, ok, left, fewer)
		}
	}
	if got, left, ok := refine(looks, 1000); got != cases || left != 0 || !ok {
		t.Errorf("%d cases, %t, with %d of %d looks left", got, ok, left, looks)
	}
}

// Wherever its budget ends, a refinement loses no solution.
func TestRefineLimitedAnywhere(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(6, 4))
	all := solutionsIn(Empty(9, false), math.MaxInt)
	b := tightGrid(rng, all[0], 0.5)
	f := newTestSolver(b)
	if len(f.prepare()) == 0 {
		t.Fatal("the board is refuted")
	}
	f.rules = []rule{f.balancer.balance}
	solutions := slices.DeleteFunc(all, func(p []int) bool { return !b.solves(p) })
	for looks := 0; ; looks++ {
		cases := f.refine([]subcase{wholeBoard(9)}, &refineBudget{stop: f.stop, looks: looks, cases: maxCases})
		for _, p := range solutions {
			in := 0
			for _, c := range cases {
				if c.has(p) {
					in++
				}
			}
			if in != 1 {
				t.Fatalf("%v is in %d of %d cases after %d looks, want 1", p, in, len(cases), looks)
			}
		}
		if !slices.ContainsFunc(cases, func(c subcase) bool { return c.classes != both(maxClasses) }) {
			if looks < 10 {
				t.Errorf("all cases are refined after %d looks, want 10", looks)
			}
			return
		}
	}
}
