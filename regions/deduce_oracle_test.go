package regions_test

import (
	"iter"
	"math"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
)

// A sketch is a board as a person sees it, with the rules in their plainest form: the oracle
// for Deduce.
type sketch struct {
	b      *regions.Board
	open   []bool // row by row
	queens []queens.Square
	steps  int
	tried  bool // whether this is a trial, which takes only the steps that it needs

	told, plain int // see checkShortest
}

func newSketch(b *regions.Board) *sketch {
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

func (s *sketch) in(square queens.Square, u regions.Unit) bool {
	switch u.Kind {
	case regions.Row:
		return square.Row == u.Index
	case regions.Column:
		return square.Col == u.Index
	}
	return s.b.Region(square) == u.Index
}

// pending returns the units of a kind that have no queen.
func (s *sketch) pending(kind regions.Kind) []regions.Unit {
	var units []regions.Unit
	for i := range s.b.N() {
		u := regions.Unit{Kind: kind, Index: i}
		if !slices.ContainsFunc(s.queens, func(q queens.Square) bool { return s.in(q, u) }) {
			units = append(units, u)
		}
	}
	return units
}

func (s *sketch) allPending() []regions.Unit {
	return slices.Concat(s.pending(regions.Row), s.pending(regions.Column), s.pending(regions.Region))
}

// openIn returns the open squares of units, row by row.
func (s *sketch) openIn(units ...regions.Unit) []queens.Square {
	return slices.DeleteFunc(s.allOpen(), func(q queens.Square) bool {
		return !slices.ContainsFunc(units, func(u regions.Unit) bool { return s.in(q, u) })
	})
}

// follows returns the squares that a rule rules out, given its units.
func (s *sketch) follows(rule regions.Rule, units, within []regions.Unit) []queens.Square {
	squares := s.openIn(units...)
	var out []queens.Square
	for _, target := range s.allOpen() {
		var ruledOut bool
		switch rule {
		case regions.Point, regions.Set2, regions.Set3, regions.Set4:
			inside := slices.ContainsFunc(within, func(u regions.Unit) bool { return s.in(target, u) })
			all := !slices.ContainsFunc(squares, func(q queens.Square) bool {
				return !slices.ContainsFunc(within, func(u regions.Unit) bool { return s.in(q, u) })
			})
			ruledOut = len(units) == len(within) && all && inside && !slices.Contains(squares, target)
		case regions.Pin:
			ruledOut = !slices.ContainsFunc(squares, func(q queens.Square) bool { return !s.attacks(target, q) })
		}
		if ruledOut {
			out = append(out, target)
		}
	}
	return out
}

// weaker returns a rule before the given one that leads on, or the given one.
func (s *sketch) weaker(rule regions.Rule) regions.Rule {
	for _, u := range s.allPending() {
		if len(s.openIn(u)) == 1 && regions.Single < rule {
			return regions.Single
		}
	}
	for k, r := range []regions.Rule{regions.Point, regions.Set2, regions.Set3, regions.Set4} {
		if r > regions.Point && regions.Pin < rule {
			for _, u := range s.allPending() {
				if s.follows(regions.Pin, []regions.Unit{u}, nil) != nil {
					return regions.Pin
				}
			}
		}
		if r >= rule {
			return rule
		}
		for _, kinds := range [][2]regions.Kind{{regions.Region, regions.Row}, {regions.Region, regions.Column}, {regions.Row, regions.Region}, {regions.Column, regions.Region}} {
			for units := range choose(s.pending(kinds[0]), k+1) {
				var within []regions.Unit
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
	return rule
}

// choose returns an iterator over the sets of k units.
func choose(units []regions.Unit, k int) iter.Seq[[]regions.Unit] {
	return func(yield func([]regions.Unit) bool) {
		var extend func(from int, chosen []regions.Unit) bool
		extend = func(from int, chosen []regions.Unit) bool {
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

// check makes sure that a step is right: it has the parts of its rule and says what it looks at, and just what follows by its
// rule, and no solution contradicts it.
func (s *sketch) check(t *testing.T, step regions.Deduction, solutions []queens.Placement) {
	t.Helper()
	fail := func(what string, want any) {
		t.Helper()
		t.Fatalf("%v\nqueens %v\n%+v\n%v\n%s, want %v", s.b, s.queens, step, step, what, want)
	}
	var because, excluded []queens.Square
	switch step.Rule {
	case regions.Contradiction:
		if len(step.Units) != 1 || len(solutions) > 0 || !slices.Contains(s.allPending(), step.Units[0]) {
			fail("contradiction", "one unit and no solution")
		}
	case regions.Single:
		open := s.openIn(step.Units...)
		if len(step.Units) != 1 || len(open) != 1 || !slices.Equal(open, step.Queens) {
			fail("single", "one unit, one square, one queen")
		}
	case regions.Trial:
		because, excluded = s.openIn(step.Units...), step.Excluded
		if end := step.Steps[len(step.Steps)-1]; !slices.Equal(step.Units, end.Units) {
			fail("units", end.Units)
		}
		s.checkTrial(t, step)
	case regions.Search:
		excluded = step.Excluded
		because = slices.DeleteFunc(s.openIn(step.Units...), func(q queens.Square) bool { return slices.Contains(excluded, q) })
		for _, u := range s.allPending() {
			if len(excluded) == 1 && s.in(excluded[0], u) && len(s.openIn(u)) <= len(because) {
				fail("units", u)
			}
		}
	default:
		because, excluded = s.openIn(step.Units...), s.follows(step.Rule, step.Units, step.Within)
	}
	checkStages(t, step)
	ends := step.Rule == regions.Single || step.Rule == regions.Contradiction
	single := ends || step.Rule == regions.Trial || step.Rule == regions.Search
	if single && len(step.Units) != 1 || step.Rule != regions.Single && step.Queens != nil || ends != (step.Because == nil) {
		fail("parts", "those of its rule")
	}
	if !slices.Equal(step.Because, because) {
		fail("squares to look at", because)
	}
	if !slices.Equal(step.Excluded, excluded) {
		fail("excluded squares", excluded)
	}
	if step.Rule != regions.Contradiction && len(excluded)+len(step.Queens) == 0 {
		fail("step", "something that follows")
	}
	if step.Rule == regions.Trial || step.Rule == regions.Search {
		if len(excluded) != 1 || !slices.Contains(s.allOpen(), excluded[0]) {
			fail("tried squares", "one open square")
		}
	}
	s.checkTrue(t, step, solutions)
	if s.steps++; step.Rule == regions.Search || step.Rule == regions.Trial && (s.b.N() <= 8 || s.steps%10 == 0) { // it takes long
		s.checkShortest(t, step)
	}
	if step.Rule != regions.Contradiction && !s.tried && s.b.N() <= 8 { // it takes long
		if weaker := s.weaker(step.Rule); weaker != step.Rule {
			fail("rule", weaker)
		}
	}
}

// checkTrue makes sure that no solution contradicts a step.
func (s *sketch) checkTrue(t *testing.T, step regions.Deduction, solutions []queens.Placement) {
	t.Helper()
	for _, p := range solutions {
		takes := func(square queens.Square) bool { return p[square.Row] == square.Col }
		lacks := func(square queens.Square) bool { return !takes(square) }
		if slices.ContainsFunc(step.Queens, lacks) || slices.ContainsFunc(step.Excluded, takes) {
			t.Fatalf("%v\n%v contradicts the solution %v", s.b, step, p)
		}
	}
}

// checkStages makes sure that the first stage of a hint, units and open squares, is never empty
// and does not tell what follows.
func checkStages(t *testing.T, step regions.Deduction) {
	t.Helper()
	if len(step.Units) == 0 {
		t.Errorf("%v looks at no unit", step)
	}
	for _, square := range slices.Concat(step.Queens, step.Excluded) {
		if slices.Contains(step.Because, square) {
			t.Errorf("%v: because of %v, which tells %v", step, step.Because, square)
		}
	}
	for _, next := range step.Steps {
		checkStages(t, next)
	}
}

// checkTrial makes sure that the steps of a trial follow one from the other, by rules weaker
// than a trial, to a contradiction.
func (s *sketch) checkTrial(t *testing.T, step regions.Deduction) {
	t.Helper()
	tried := &sketch{b: s.b, open: slices.Clone(s.open), queens: slices.Clone(s.queens), tried: true}
	tried.place(step.Excluded[0])
	for i, next := range step.Steps {
		if next.Rule >= regions.Trial && (next.Rule != regions.Contradiction || i < len(step.Steps)-1) {
			t.Fatalf("%v\nstep %d of a trial is by %v", s.b, i+1, next.Rule)
		}
		tried.check(t, next, nil)
		tried.take(next)
	}
	if last := step.Steps[len(step.Steps)-1]; last.Rule != regions.Contradiction || len(tried.openIn(last.Units...)) > 0 {
		t.Fatalf("%v\ntrial of %v ends with %v", s.b, step.Excluded, last)
	}
}

// checkShortest makes sure that no trial does with weaker rules, and that there is none where
// a search is needed: to try a queen is to put it on the board and go on. It adds up how many
// steps trials have, and how many the shortest would have that took each easiest step, whether
// needed or not.
func (s *sketch) checkShortest(t *testing.T, step regions.Deduction) {
	t.Helper()
	levels := []regions.Rule{regions.Single, regions.Pin, regions.Set4}
	level, plain := len(levels), math.MaxInt // of the step; of a trial as just said
	if step.Rule == regions.Trial {
		level = levelOf(levels, step.Steps)
	}
	open := s.allOpen()
	var closed []queens.Square
	for i := range s.open {
		square := queens.Square{Row: i / s.b.N(), Col: i % s.b.N()}
		if !slices.Contains(open, square) && !slices.Contains(s.queens, square) {
			closed = append(closed, square)
		}
	}
	for _, square := range open {
		var steps []regions.Deduction
		hypothesis := testkit.Must(s.b.With(regions.Given(append(slices.Clone(s.queens), square)...), regions.Blocked(closed...)))
		for next, err := range hypothesis.Deduce(t.Context()) {
			if err != nil {
				break
			}
			if steps = append(steps, next); next.Rule > levels[min(level, len(levels)-1)] {
				break
			}
		}
		if len(steps) == 0 || steps[len(steps)-1].Rule != regions.Contradiction {
			continue
		}
		if found := levelOf(levels, steps); found < level {
			t.Fatalf("%v\nqueens %v\n%v, but a queen on %v leads to a contradiction by %v", s.b, s.queens, step, square, levels[found])
		}
		plain = min(plain, len(steps))
	}
	if step.Rule == regions.Trial {
		s.told += len(step.Steps)
		s.plain += plain
	}
}

// levelOf returns the first of the rules by which, and by those before it, all steps are but
// the contradiction at their end.
func levelOf(levels []regions.Rule, steps []regions.Deduction) int {
	strongest := regions.Single
	for _, next := range steps[:len(steps)-1] {
		strongest = max(strongest, next.Rule)
	}
	return slices.IndexFunc(levels, func(last regions.Rule) bool { return strongest <= last })
}

func (s *sketch) take(step regions.Deduction) {
	for _, square := range step.Excluded {
		s.close(square)
	}
	for _, queen := range step.Queens {
		s.place(queen)
	}
}
