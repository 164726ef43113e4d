package queens_test

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
)

func TestShortcuts(t *testing.T) {
	for n, want := range testkit.Reference[:14] {
		if got, err := queens.Count(t.Context(), n); err != nil || got != want.All {
			t.Errorf("Count(%d) = %d, %v, want %d", n, got, err, want.All)
		}
		fundamental := slices.Collect(queens.Fundamental(n))
		testkit.WantSame(t, int(want.Fundamental), len(fundamental), "n = %d: the number of fundamental solutions", n)
		if n > 8 {
			continue
		}
		all := boardtest.Spec{N: n}.Solutions()
		testkit.WantSame(t, all, slices.Collect(queens.All(n)), "All(%d)", n)
		all = slices.DeleteFunc(all, func(p queens.Placement) bool { return !p.IsFundamental() })
		testkit.WantSame(t, all, fundamental, "Fundamental(%d)", n)
	}
}

func TestShortcutsOutOfRange(t *testing.T) {
	for n, want := range map[int]string{
		-1: "queens: n = -1 out of range 0..64",
		65: "queens: n = 65 out of range 0..64",
	} {
		wantPanic(t, want, func() { queens.All(n) })
		wantPanic(t, want, func() { queens.Fundamental(n) })
		if _, err := queens.Count(context.Background(), n); err == nil || err.Error() != want {
			t.Errorf("Count(%d): error %v, want %q", n, err, want)
		}
	}
}

func TestClassicsAgree(t *testing.T) {
	testkit.Sequential(t)
	for _, classic := range classics {
		t.Run(classic.name, func(t *testing.T) {
			for n := range min(classic.maxN, 10) + 1 {
				testkit.WantSame(t, slices.Collect(queens.All(n)), slices.Collect(classic.search.seq(n)), "n = %d", n)
			}
		})
	}
}

// iterators returns iterators over various boards, each of which has at least a few solutions.
func iterators(t testing.TB) map[string]iter.Seq[queens.Placement] {
	constrained := boardtest.Spec{N: 7, Blocked: []queens.Square{{0, 0}, {6, 6}}}.Board(t)
	torus := boardtest.Spec{N: 7, Torus: true}.Board(t)
	seqs := map[string]iter.Seq[queens.Placement]{
		"All(6)":                  queens.All(6),
		"Fundamental(8)":          queens.Fundamental(8),
		"constrained Solutions":   testkit.Values(t, constrained.Solutions(t.Context())),
		"constrained Fundamental": testkit.Values(t, constrained.Fundamental(t.Context())),
		"toroidal Solutions":      testkit.Values(t, torus.Solutions(t.Context())),
		"toroidal Fundamental":    testkit.Values(t, torus.Fundamental(t.Context())),
	}
	for _, workers := range []int{2, 3, 20} {
		for name, list := range queens.Listings {
			seqs[fmt.Sprintf("%s of %d workers", name, workers)] = testkit.Values(t, list(corner(t), t.Context(), queens.Workers(workers)))
		}
	}
	return seqs
}

// corner is a board of 96 solutions, and of enough rows for several workers to share.
func corner(t testing.TB) *queens.Board {
	return boardtest.Spec{N: 11, Given: []queens.Square{{0, 0}}}.Board(t)
}

// Several workers list the same solutions in the same order as one, whatever the board.
func TestWorkersList(t *testing.T) {
	rng := seeded(6)
	boards := []*queens.Board{new(queens.Board), boardtest.Spec{N: 1}.Board(t), boardtest.Spec{N: 2}.Board(t), boardtest.Spec{N: 3}.Board(t), boardtest.Spec{N: 12}.Board(t)}
	for range testkit.Fewer(100, 30) {
		if spec := boardtest.RandomSpec(rng, 2+rng.IntN(9)); !spec.Contradicts() {
			boards = append(boards, spec.Board(t))
		}
	}
	for _, b := range boards {
		for name, list := range queens.Listings {
			want := testkit.Collect(t, list(b, t.Context()))
			for _, workers := range []int{2, 5} {
				testkit.WantSame(t, want, testkit.Collect(t, list(b, t.Context(), queens.Workers(workers))), "%v: %s of %d workers", b, name, workers)
			}
		}
	}
}

func TestIteration(t *testing.T) {
	before := runtime.NumGoroutine()
	for name, seq := range iterators(t) {
		testkit.CheckIterator(t, name, seq)
		testkit.CheckGoroutines(t, before)
	}
}

// A context that is cancelled in the loop ends it at once. No goroutine is left then, nor by a panic.
func TestIteratorsCancelled(t *testing.T) {
	before := runtime.NumGoroutine()
	check := func(b *queens.Board, name string, workers, last int) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if last == 0 {
			cancel()
		}
		seen := 0
		var end error
		for p, err := range queens.Listings[name](b, ctx, queens.Workers(workers)) {
			if end != nil || err != nil && p != nil {
				t.Fatalf("%v: %s goes on after %v with %v, %v", b, name, end, p, err)
			}
			if end = err; end != nil {
				continue
			}
			if seen++; seen == last {
				cancel()
			}
		}
		if seen != last || end != context.Canceled {
			t.Errorf("%v: %s of %d workers, cancelled after %d solutions, gives %d and ends with %v", b, name, workers, last, seen, end)
		}
		testkit.CheckGoroutines(t, before)
	}
	for _, b := range []*queens.Board{boardtest.Spec{N: 8}.Board(t), corner(t), boardtest.Spec{N: 31}.Board(t)} {
		for name, list := range queens.Listings {
			if name == "Fundamental" && b.N() == 31 { // whose first solution is far away
				continue
			}
			for workers := 1; workers <= 3; workers++ {
				for _, last := range []int{0, 1, 3, 11} {
					if last < 11 || b.N() < 31 { // where it takes long
						check(b, name, workers, last)
					}
				}
				why := testkit.Recovered(func() {
					for range list(b, t.Context(), queens.Workers(workers)) {
						panic("body")
					}
				})
				if testkit.CheckGoroutines(t, before); why != "body" {
					t.Errorf("%v: %s of %d workers: recovered %v", b, name, workers, why)
				}
			}
		}
	}
}

// Whatever the caller does to a Placement, neither the search nor other Placements change.
func TestPlacementsAreTheCallers(t *testing.T) {
	for name, seq := range iterators(t) {
		want := slices.Collect(seq)
		var kept, longer []queens.Placement
		for p := range seq {
			kept = append(kept, slices.Clone(p))
			longer = append(longer, append(p, -99, -99, -99))
			clear(p)
		}
		testkit.WantSame(t, want, kept, "%s, changed in the loop", name)
		for i, p := range longer {
			if !slices.Equal(p[len(want[i]):], []int{-99, -99, -99}) {
				t.Errorf("%s: a later solution is written into what was appended to the %d-th: %v", name, i, p)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	const n = 11
	allocations := testing.AllocsPerRun(1, func() {
		for range queens.All(n) {
		}
	})
	if most := float64(testkit.Reference[n].All) / 8; allocations > most {
		t.Errorf("%v allocations for %d solutions, want at most %v", allocations, testkit.Reference[n].All, most)
	}
}
