package regions_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/queens"
	. "example.com/queens/internal/testkit"
	. "example.com/queens/regions"
)

// Wherever the first search gives up, the rules that come next decide the board or leave
// something to count by other methods: the number is the same.
func TestCountPruned(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 11))
	solved, dead, swept := 0, 0, 0
	for range 900 {
		b := mutated(t, rng, Grow(t.Context(), rng, 5+rng.IntN(16)))
		var all []queens.Placement
		for p := range b.Solutions(t.Context()) {
			if all = append(all, p); len(all) > 5000 {
				break
			}
		}
		if len(all) > 5000 {
			continue
		}
		for nodes := 1; nodes <= 256; nodes *= 4 {
			if got, err := CountAfter(t.Context(), b, nodes); err != nil || got != uint64(len(all)) {
				t.Fatalf("%v\n%d, %v after a search of %d nodes, want %d", b, got, err, nodes, len(all))
			}
		}
		checkSolve(t, b, all)
		if len(all) == 1 { // other boards take long
			checkDeduce(t, b, all, (*sketch).checkTrue)
		}
		if _, err := b.Rate(t.Context()); err != errorFor(len(all)) {
			t.Fatalf("%v\ndifficulty: error %v, want %v", b, err, errorFor(len(all)))
		}
		switch isSolved, ok := Prune(t.Context(), b); {
		case !ok:
			dead++
		case isSolved:
			solved++
		default:
			swept++
		}
	}
	if min(solved, dead, swept) < 20 {
		t.Errorf("rules solve %d boards, refute %d and leave %d", solved, dead, swept)
	}
}

// mutated returns a board with the regions of some squares exchanged, and some of the queens of
// a solution given.
func mutated(t *testing.T, rng *rand.Rand, b *Board) *Board {
	t.Helper()
	n, regions := b.N(), b.Regions()
	for range rng.IntN(4) {
		s, u := randomSquare(rng, n), randomSquare(rng, n)
		x, y := &regions[s.Row][s.Col], &regions[u.Row][u.Col]
		*x, *y = *y, *x
	}
	b = Must(New(regions))
	p, err := b.Find(t.Context())
	if err != nil {
		return b
	}
	for row := range rng.IntN(n) {
		b = Must(b.With(Given(queens.Square{Row: row, Col: p[row]})))
	}
	return b
}

// A sheet that is too large for its rows is counted square by square: the same sum, for each
// unit that may be branched on.
func TestCountBranches(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 10))
	for range 200 {
		n := 4 + rng.IntN(5)
		b := Grow(t.Context(), rng, n)
		want := Must(b.Count(t.Context()))
		for _, kind := range []Kind{Row, Column, Region} {
			got, err := CountBranches(t.Context(), b, Unit{kind, rng.IntN(n)})
			if err != nil || got != want {
				t.Fatalf("%v\n%d, %v, want %d", b, got, err, want)
			}
		}
	}
}

// Branches that fit 64 bits may have a sum that does not.
func TestCountBranchesOverflow(t *testing.T) {
	b := blocks(14, 9, 9)
	branch := Must(b.With(Given(queens.Square{})))
	if count, err := branch.Count(t.Context()); err != nil || count < 1<<60 {
		t.Fatalf("a branch has %d solutions, %v", count, err)
	}
	if count, err := CountBranches(t.Context(), b, Unit{Row, 0}); err != queens.ErrOverflow {
		t.Errorf("count %d, %v, want %v", count, err, queens.ErrOverflow)
	}
}

// A frontier counts what a search counts, by rows and by columns; what takes too much work or
// is cancelled says so.
func TestCountByRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 15))
	tried := 0
	for i := range 600 {
		n := 2 + rng.IntN(8)
		b := Grow(t.Context(), rng, n)
		if i%2 == 0 {
			b = randomBoard(rng, n)
		}
		if i%3 == 0 {
			b = mutated(t, rng, b)
		}
		want := uint64(len(Collect(t, b.Solutions(t.Context()))))
		for _, kind := range []Kind{Row, Column} {
			got, err := CountByRows(t.Context(), b, kind, math.MaxInt)
			if errors.Is(err, errors.ErrUnsupported) {
				continue
			}
			if got != want || err != nil {
				t.Fatalf("%v\n%d, %v by %vs, want %d", b, got, err, kind, want)
			}
			tried++
		}
	}
	if tried < 500 {
		t.Errorf("%d boards tried", tried)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := randomBoard(rng, 12)
	if _, err := CountByRows(ctx, b, Row, math.MaxInt); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if _, err := CountByRows(t.Context(), b, Row, 1000); err != ErrTooLong {
		t.Errorf("error %v, want %v", err, ErrTooLong)
	}
}
