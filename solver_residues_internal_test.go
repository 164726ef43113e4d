package queens

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// partOf returns the part of a solution.
func partOf(p Placement, classes int) part {
	of := part{classes: classes}
	for s := range p.Queens() {
		of.queens[0][(s.Row-s.Col+classes*len(p))%classes]++
		of.queens[1][(s.Row+s.Col)%classes]++
	}
	return of
}

// Every solution of a board is in one of its parts, and in no more, however fine they are.
func TestSplitKeepsSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	var split [maxClasses + 1]int
	for range fewer(600, 200) {
		n := 5 + rng.IntN(5)
		all := slices.Collect(All(n))
		b := tightBoard(rng, all[rng.IntN(len(all))], 0.5*rng.Float64())
		solutions := slices.DeleteFunc(all, func(p Placement) bool { return !solves(b, p) })
		f := newFinder(b)
		if !f.begin() {
			t.Fatalf("%b is refuted, but has the solution %v", b.open, solutions[0])
		}
		parts := []part{wholeBoard(n)}
		for len(parts) > 0 {
			p := parts[0]
			parts = parts[1:]
			of := func(p part) []Placement {
				return slices.DeleteFunc(slices.Clone(solutions), func(q Placement) bool { return partOf(q, p.classes).queens != p.queens })
			}
			finer, ok := f.split(&p, 1<<20, func() bool { return true })
			if !ok {
				if p.classes != maxClasses {
					t.Fatalf("%b: a part with %d classes is not split", b.open, p.classes)
				}
				continue
			}
			split[p.classes]++
			found := 0
			for i, q := range finer {
				if q.slack < 0 || q.classes != 2*p.classes {
					t.Fatalf("%b: part with slack %d and %d classes of one with %d", b.open, q.slack, q.classes, p.classes)
				}
				if slices.ContainsFunc(finer[:i], func(r part) bool { return r.queens == q.queens }) {
					t.Fatalf("%b: the part %v is there twice", b.open, q)
				}
				if in := len(of(q)); in > 0 {
					found += in
					parts = append(parts, q)
				}
			}
			if want := len(of(p)); found != want {
				t.Fatalf("%b: the parts have %d solutions, want %d", b.open, found, want)
			}
		}
	}
	if split[1] < 100 || split[maxClasses/2] < 100 {
		t.Errorf("%v parts split by classes, want 100 of one class and of %d", split, maxClasses/2)
	}
}

// A board is split into no more parts than asked for, with no more looks.
func TestSplitLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	f := newFinder(tightBoard(rng, rng.Perm(24), 0.6))
	if !f.begin() {
		t.Fatal("the board is refuted")
	}
	whole := wholeBoard(24)
	always := func() bool { return true }
	parts, ok := f.split(&whole, 1000, always)
	if !ok || len(parts) < 2 {
		t.Fatalf("split into %d parts, %v, want several", len(parts), ok)
	}
	if _, ok := f.split(&whole, len(parts), always); !ok {
		t.Errorf("not split into %d parts", len(parts))
	}
	if _, ok := f.split(&whole, len(parts)-1, always); ok {
		t.Errorf("split into fewer parts than there are")
	}
	for looks := 0; ; looks++ {
		left := looks
		got, ok := f.split(&whole, 1000, func() bool { left--; return left >= 0 })
		if ok {
			if len(got) != len(parts) || looks < len(parts) {
				t.Errorf("%d parts after %d looks, want %d", len(got), looks, len(parts))
			}
			return
		}
		if left != -1 {
			t.Fatalf("%d of %d looks left", left, looks)
		}
	}
}

// Wherever the splitting is cancelled, each solution is in one of the parts that are left.
func TestRefineCancelledAnywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	all := slices.Collect(All(9))
	b := tightBoard(rng, all[0], 0.5)
	f := newFinder(b)
	if !f.begin() {
		t.Fatal("the board is refuted")
	}
	f.tight, f.hard = true, true
	solutions := slices.DeleteFunc(all, func(p Placement) bool { return !solves(b, p) })
	for times := 0; ; times++ {
		ctx := &lateContext{Context: t.Context(), times: times}
		parts := f.refine(ctx, []part{wholeBoard(9)}, 1<<40)
		for _, p := range solutions {
			in := 0
			for _, q := range parts {
				if partOf(p, q.classes).queens == q.queens {
					in++
				}
			}
			if in != 1 {
				t.Fatalf("%v is in %d of %d parts after %d looks at the context, want 1", p, in, len(parts), times)
			}
		}
		if ctx.times >= 0 {
			if times < 10 {
				t.Errorf("the context was asked %d times, want 10", times)
			}
			return
		}
	}
}

// A large board asks for the context while a part is split, too.
func TestRefineCancelled(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	f := newFinder(tightBoard(rng, rng.Perm(MaxN), 0.8))
	if !f.begin() {
		t.Fatal("the board is refuted")
	}
	f.tight, f.hard = true, true
	for times := 1; times < 200; times += times/4 + 1 {
		ctx := &lateContext{Context: t.Context(), times: times}
		parts := f.refine(ctx, []part{wholeBoard(MaxN)}, 1<<40)
		if len(parts) == 0 || len(parts) > mostParts {
			t.Errorf("%d parts, want some, and %d at most", len(parts), mostParts)
		}
		if ctx.times != -1 && ctx.times != -2 {
			t.Errorf("%d looks at a context that was cancelled after %d", -ctx.times, times)
		}
	}
}
