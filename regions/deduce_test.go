package regions_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
	. "example.com/queens/regions"
	"github.com/google/go-cmp/cmp"
)

// A sketch is a board as a person sees it, with the rules in their plainest form: the
// oracle for Deduce.
type sketch struct {
	b      *Board
	open   []bool // row by row
	queens []queens.Square
}

func newSketch(b *Board) *sketch {
	s := &sketch{b: b, open: slices.Repeat([]bool{true}, b.N()*b.N())}
	for square := range b.Blocked() {
		s.close(square)
	}
	for queen := range b.Given() {
		s.place(queen)
	}
	return s
}

func (s *sketch) close(square queens.Square) { s.open[square.Row*s.b.N()+square.Col] = false }

func (s *sketch) place(queen queens.Square) {
	s.queens = append(s.queens, queen)
	s.close(queen)
	for _, square := range s.allOpen() {
		if s.attacks(queen, square) {
			s.close(square)
		}
	}
}

// allOpen returns the open squares, row by row.
func (s *sketch) allOpen() []queens.Square {
	var squares []queens.Square
	for i, open := range s.open {
		if open {
			squares = append(squares, queens.Square{Row: i / s.b.N(), Col: i % s.b.N()})
		}
	}
	return squares
}

func (s *sketch) attacks(a, b queens.Square) bool {
	near := max(a.Row-b.Row, b.Row-a.Row) <= 1 && max(a.Col-b.Col, b.Col-a.Col) <= 1
	return a != b && (a.Row == b.Row || a.Col == b.Col || s.b.Region(a) == s.b.Region(b) || near)
}

func (s *sketch) in(square queens.Square, u Unit) bool {
	switch u.Kind {
	case Row:
		return square.Row == u.Index
	case Column:
		return square.Col == u.Index
	}
	return s.b.Region(square) == u.Index
}

// pending returns the units of a kind that have no queen.
func (s *sketch) pending(kind Kind) []Unit {
	var units []Unit
	for i := range s.b.N() {
		u := Unit{Kind: kind, Index: i}
		if !slices.ContainsFunc(s.queens, func(q queens.Square) bool { return s.in(q, u) }) {
			units = append(units, u)
		}
	}
	return units
}

func (s *sketch) allPending() []Unit {
	return slices.Concat(s.pending(Row), s.pending(Column), s.pending(Region))
}

// openIn returns the open squares of units, row by row.
func (s *sketch) openIn(units ...Unit) []queens.Square {
	return slices.DeleteFunc(s.allOpen(), func(q queens.Square) bool {
		return !slices.ContainsFunc(units, func(u Unit) bool { return s.in(q, u) })
	})
}

// follows returns the squares that a rule rules out, given its units.
func (s *sketch) follows(rule Rule, units, within []Unit) []queens.Square {
	squares, first, second := s.openIn(units...), s.openIn(units[0]), s.openIn(units[len(units)-1])
	var out []queens.Square
	for _, target := range s.allOpen() {
		var ruledOut bool
		switch rule {
		case Point, Set2, Set3, Set4:
			inside := slices.ContainsFunc(within, func(u Unit) bool { return s.in(target, u) })
			all := !slices.ContainsFunc(squares, func(q queens.Square) bool {
				return !slices.ContainsFunc(within, func(u Unit) bool { return s.in(q, u) })
			})
			ruledOut = len(units) == len(within) && all && inside && !slices.Contains(squares, target)
		case Pin:
			ruledOut = !slices.ContainsFunc(squares, func(q queens.Square) bool { return !s.attacks(target, q) })
		case Pair:
			ruledOut = true
			for _, p := range first {
				for _, q := range second {
					one := s.in(p, units[1]) || s.in(q, units[0]) // a square of both has the queen of both
					if fits := p == q || !one && !s.attacks(p, q); fits && !s.attacks(p, target) && !s.attacks(q, target) {
						ruledOut = false
					}
				}
			}
		}
		if ruledOut {
			out = append(out, target)
		}
	}
	return out
}

// weaker returns a rule before the given one that leads on, or the given one.
func (s *sketch) weaker(rule Rule) Rule {
	for _, u := range s.allPending() {
		if len(s.openIn(u)) == 1 && Single < rule {
			return Single
		}
	}
	for k, r := range []Rule{Point, Set2, Set3, Set4} {
		if r > Point && Pin < rule {
			for _, u := range s.allPending() {
				if s.follows(Pin, []Unit{u}, nil) != nil {
					return Pin
				}
			}
		}
		if r >= rule {
			return rule
		}
		for _, kinds := range [][2]Kind{{Region, Row}, {Region, Column}, {Row, Region}, {Column, Region}} {
			for units := range choose(s.pending(kinds[0]), k+1) {
				var within []Unit
				for _, u := range s.pending(kinds[1]) {
					if slices.ContainsFunc(s.openIn(units...), func(q queens.Square) bool { return s.in(q, u) }) {
						within = append(within, u)
					}
				}
				if s.follows(r, units, within) != nil {
					return r
				}
			}
		}
	}
	if Pair < rule {
		for units := range choose(s.allPending(), 2) {
			if s.follows(Pair, units, nil) != nil {
				return Pair
			}
		}
	}
	return rule
}

// choose returns an iterator over the sets of k units.
func choose(units []Unit, k int) iter.Seq[[]Unit] {
	return func(yield func([]Unit) bool) {
		var extend func(from int, chosen []Unit) bool
		extend = func(from int, chosen []Unit) bool {
			if len(chosen) == k {
				return yield(slices.Clone(chosen))
			}
			for i := from; i < len(units); i++ {
				if !extend(i+1, append(chosen, units[i])) {
					return false
				}
			}
			return true
		}
		extend(0, nil)
	}
}

// check makes sure that a step is right: it says what it looks at, and just what follows
// by its rule, and no solution contradicts it.
func (s *sketch) check(t *testing.T, step Deduction, solutions []queens.Placement) {
	t.Helper()
	fail := func(what string, want any) {
		t.Helper()
		t.Fatalf("%v\nqueens %v\n%+v\n%v\n%s, want %v", s.b, s.queens, step, step, what, want)
	}
	var because, excluded []queens.Square
	switch step.Rule {
	case Contradiction:
		if len(step.Units) != 1 || len(solutions) > 0 || !slices.Contains(s.allPending(), step.Units[0]) {
			fail("contradiction", "one unit and no solution")
		}
	case Single:
		because = s.openIn(step.Units...)
		if len(step.Units) != 1 || len(because) != 1 || !slices.Equal(because, step.Queens) {
			fail("single", "one unit, one square, one queen")
		}
		for _, square := range s.allOpen() {
			if s.attacks(because[0], square) {
				excluded = append(excluded, square)
			}
		}
	case Trial:
		because, excluded = step.Because, step.Because
		s.checkTrial(t, step)
	case Search:
		because, excluded = step.Because, step.Because
	default:
		because, excluded = s.openIn(step.Units...), s.follows(step.Rule, step.Units, step.Within)
	}
	if !slices.Equal(step.Because, because) {
		fail("squares to look at", because)
	}
	if !slices.Equal(step.Excluded, excluded) {
		fail("excluded squares", excluded)
	}
	if step.Rule != Contradiction && len(excluded)+len(step.Queens) == 0 {
		fail("step", "something that follows")
	}
	if step.Rule == Trial || step.Rule == Search {
		if len(because) != 1 || !slices.Contains(s.allOpen(), because[0]) {
			fail("tried squares", "one open square")
		}
	}
	for _, p := range solutions {
		for _, queen := range step.Queens {
			if p[queen.Row] != queen.Col {
				fail("queen", p)
			}
		}
		for _, square := range step.Excluded {
			if p[square.Row] == square.Col {
				fail("excluded square", p)
			}
		}
	}
	if step.Rule != Contradiction && s.b.N() <= 8 { // it takes long
		if weaker := s.weaker(step.Rule); weaker != step.Rule {
			fail("rule", weaker)
		}
	}
}

// checkTrial makes sure that the steps of a trial follow one from the other, by rules
// weaker than a trial, to a contradiction.
func (s *sketch) checkTrial(t *testing.T, step Deduction) {
	t.Helper()
	tried := &sketch{b: s.b, open: slices.Clone(s.open), queens: slices.Clone(s.queens)}
	tried.place(step.Because[0])
	for i, next := range step.Steps {
		if next.Rule >= Trial && (next.Rule != Contradiction || i < len(step.Steps)-1) {
			t.Fatalf("%v\nstep %d of a trial is by %v", s.b, i+1, next.Rule)
		}
		tried.check(t, next, nil)
		tried.take(next)
	}
	if last := step.Steps[len(step.Steps)-1]; last.Rule != Contradiction || len(tried.openIn(last.Units...)) > 0 {
		t.Fatalf("%v\ntrial of %v ends with %v", s.b, step.Because, last)
	}
}

func (s *sketch) take(step Deduction) {
	for _, square := range step.Excluded {
		s.close(square)
	}
	for _, queen := range step.Queens {
		s.place(queen)
	}
}

// checkDeduce checks all steps on a board, and that they end as they should. It returns
// how many there are by each rule.
func checkDeduce(t *testing.T, b *Board, solutions []queens.Placement) map[Rule]int {
	t.Helper()
	rules := make(map[Rule]int)
	s := newSketch(b)
	for step := range b.Deduce() {
		if rules[Contradiction] > 0 {
			t.Fatalf("%v\n%v comes after a contradiction", b, step)
		}
		s.check(t, step, solutions)
		s.take(step)
		rules[step.Rule]++
	}
	if (len(solutions) == 0) != (rules[Contradiction] == 1) {
		t.Fatalf("%v\n%d solutions, %d contradictions", b, len(solutions), rules[Contradiction])
	}
	if len(solutions) == 1 && len(s.queens) < b.N() {
		t.Fatalf("%v\none solution, but the steps end with queens on %v", b, s.queens)
	}
	if len(solutions) == 0 {
		return rules
	}
	for _, square := range s.allOpen() { // what is open is in some solution
		some := slices.ContainsFunc(solutions, func(p queens.Placement) bool { return p[square.Row] == square.Col })
		if !some {
			t.Fatalf("%v\n%v is in no solution, but the steps leave it open", b, square)
		}
	}
	return rules
}

// All steps on boards of all sorts, with one solution, several and none, against the
// rules in their plainest form and all solutions.
func TestDeduce(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 3))
	rules := make(map[Rule]int)
	for i := range 600 {
		n := 1 + i%6
		if i%50 == 0 {
			n = 7
		}
		b := connectedBoard(rng, n)
		if rng.IntN(3) == 0 {
			b = randomBoard(rng, n)
		}
		if rng.IntN(2) == 0 {
			b = played(rng, b)
		}
		for rule, steps := range checkDeduce(t, b, bruteForce(b)) {
			rules[rule] += steps
		}
	}
	t.Log(rules)
	if rules[Trial] == 0 || rules[Contradiction] == 0 {
		t.Errorf("steps only by %v", rules)
	}
}

func TestDeduceEndsWithTheLoop(t *testing.T) {
	b := must(Parse("AABB\nACCB\nDDCB\nDDDB"))
	var all []string
	for step := range b.Deduce() {
		all = append(all, step.String())
	}
	for stop := range all {
		var some []string
		b.Deduce()(func(step Deduction) bool {
			if len(some) > stop {
				t.Error("Deduce goes on after false")
			}
			some = append(some, step.String())
			return len(some) <= stop
		})
		if diff := cmp.Diff(all[:stop+1], some); diff != "" {
			t.Errorf("broken at %d (-want +got):\n%s", stop, diff)
		}
	}
	next, stop := iter.Pull(b.Deduce())
	defer stop()
	if step, ok := next(); !ok || step.String() != all[0] {
		t.Errorf("pulled %v, %v", step, ok)
	}
}

// The difficulty is that of the strongest rule among the steps.
func TestDifficulty(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 4))
	ctx := context.Background()
	seen := make(map[queens.Difficulty]int)
	for i := range 4000 {
		b := played(rng, connectedBoard(rng, 1+i%9))
		got, err := b.Difficulty(ctx)
		if _, want := b.Unique(ctx); want != err {
			t.Fatalf("%v\nerror %v, want %v", b, err, want)
		}
		if err != nil {
			continue
		}
		strongest := Single
		for step := range b.Deduce() {
			strongest = max(strongest, step.Rule)
		}
		want := queens.Hard
		if strongest <= Point {
			want = queens.Easy
		} else if strongest <= Set2 {
			want = queens.Medium
		}
		if got != want {
			t.Fatalf("%v\n%v, want %v, as %v is needed", b, got, want, strongest)
		}
		seen[got]++
	}
	t.Log(seen)
	if len(seen) < 2 { // TestGenerate has hard boards
		t.Errorf("only the difficulties %v", seen)
	}
}

func TestNames(t *testing.T) {
	for got, want := range map[fmt.Stringer]string{
		Unit{Row, 2}: "row 3", Unit{Column, 2}: "column c", Unit{Column, 27}: "column ab", Unit{Region, 0}: "region A", Unit{Region, 31}: "region f",
		Unit{Region, 32}: "region (32)", Unit{Column, -1}: "column (-1)", Unit{Kind(7), 1}: "Kind(7) (1)",
		Row: "row", Column: "column", Region: "region", Kind(3): "Kind(3)",
		Single: "Single", Set4: "Set4", Contradiction: "Contradiction", Rule(10): "Rule(10)",
	} {
		if got.String() != want {
			t.Errorf("%#v is called %q, want %q", got, got, want)
		}
	}
}
