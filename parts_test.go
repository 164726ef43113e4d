package queens

import (
	"context"
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
	if slices.Min(split[1:2]) < 100 || split[maxClasses/2] < 100 {
		t.Errorf("%v parts split by classes, want 100", split)
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

// A cancelled context ends the splitting, and no part is lost.
func TestRefineCancelled(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	f := newFinder(tightBoard(rng, rng.Perm(40), 0.6))
	if !f.begin() {
		t.Fatal("the board is refuted")
	}
	f.tight, f.hard = true, true
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	asked := 0
	late := &askedContext{ctx, &asked}
	if parts := f.refine(late, []part{wholeBoard(40)}, 1<<40); len(parts) == 0 || len(parts) > mostParts {
		t.Errorf("%d parts, want some, and %d at most", len(parts), mostParts)
	}
	if asked == 0 || asked > 10 {
		t.Errorf("the context was asked %d times, want a few", asked)
	}
}

type askedContext struct {
	context.Context
	asked *int
}

func (c *askedContext) Err() error {
	*c.asked++
	return c.Context.Err()
}
