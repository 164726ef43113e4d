package queens

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
)

// checkedBy checks pieces of a join with a pairing, and returns how many checks fail.
func checkedBy(t *testing.T, n, checks int, p *pairing) (failed int) {
	t.Helper()
	j := joinFor(n)
	pieces := cutInto(t, j, 100)
	store := newQuarterStore(j.seam)
	w := &joiner{join: j, store: store, pairs: newPairCounter(j, p, store)}
	rng := rand.New(rand.NewPCG(uint64(n), 38))
	for range checks {
		err := w.check(pieces[rng.IntN(len(pieces))], rng, new(atomic.Bool))
		if err == errStopped || err != nil && !strings.HasPrefix(err.Error(), "queens: the check of columns ") {
			t.Fatal(err)
		}
		if err != nil {
			failed++
		}
	}
	return failed
}

// Checks of a right kernel pass, whatever the size.
func TestJoinCheck(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		for n := minJoin; n <= fewer(20, 17); n++ {
			if failed := checkedBy(t, n, fewer(40, 10), k.pairing); failed > 0 {
				t.Errorf("n = %d: %d checks fail", n, failed)
			}
		}
	})
}

// Checks find kernels that are wrong in one place.
func TestJoinCheckMutants(t *testing.T) {
	right := *fastest().pairing
	mutants := map[string]func(p *pairing){
		"a mask is lost where many are combined": func(p *pairing) {
			p.combine = func(out, xs, ys []uint64) int {
				kept := right.combine(out, xs, ys)
				if len(xs) > 1 && kept > 4 {
					kept--
				}
				return kept
			}
		},
		"a bit of the sieve is wrong": func(p *pairing) {
			p.transpose = func(have *[64]flags, block *[blockMasks]uint64) {
				right.transpose(have, block)
				have[0] = flags{}
			}
		},
		"the last entry of a table is wrong": func(p *pairing) {
			p.subsets = func(entries, have []flags) {
				right.subsets(entries, have)
				for i := range have {
					entries[1<<i] = entries[0]
				}
			}
		},
		"one run in four is skipped": func(p *pairing) {
			p.count = func(table *lookup, runs []uint32, masks []uint64) uint64 {
				for key := 1; key < len(runs)-1; key += 4 {
					table.keys[key] = flags{}
				}
				return right.count(table, runs, masks)
			}
		},
		"pairs are counted twice": func(p *pairing) {
			p.count = func(table *lookup, runs []uint32, masks []uint64) uint64 {
				return 2 * right.count(table, runs, masks)
			}
		},
		"a sort loses a mask": func(p *pairing) {
			p.scatter = func(sorted []uint64, places *destinations, masks []uint64, f bitField, live uint64) {
				right.scatter(sorted, places, masks, f, live)
				if len(sorted) > 1 {
					sorted[0] = sorted[1]
				}
			}
		},
	}
	const checks = 12
	for name, mutate := range mutants {
		for _, n := range []int{16, 18, 19, 20, 22}[:fewer(5, 3)] {
			p := right
			mutate(&p)
			failed := checkedBy(t, n, checks, &p)
			t.Logf("n = %d: %s: %d of %d checks fail", n, name, failed, checks)
			if failed == 0 {
				t.Errorf("n = %d: no check notices that %s", n, name)
			}
		}
	}
}

// What the images of a solution count together is 8, and not if a tie counts in both images.
func TestJoinCheckWorth(t *testing.T) {
	for n := 5; n <= fewer(12, 11); n++ {
		j := joinFor(n)
		found := 0
		for p := range All(n) {
			if all := j.worthOfImages(p, j.worthOf); all != 8 {
				t.Fatalf("the images of %v count %d together", p, all)
			}
			all := j.worthOfImages(p, func(image Placement) uint64 {
				worth := j.worthOf(image)
				if sets := setsOfSolution(image); worth == 0 && n%2 == 0 && sets[Rotate90] == sets[Identity] {
					return 8 // a tie counted twice
				}
				return worth
			})
			if all != 8 {
				found++
			}
		}
		if n == 12 && found == 0 {
			t.Error("no tie is counted twice")
		}
	}
}

func TestTaskCheck(t *testing.T) {
	for _, b := range []*Board{newBoard(t, 0), newBoard(t, 8), newBoard(t, 13, Blocked(Square{3, 4})), newBoard(t, 12, Toroidal()), newBoard(t, 18), newBoard(t, 19)} {
		tasks := tasksOf(t, b, 100)
		for i := range min(10, len(tasks)) {
			if err := tasks[i].Check(t.Context(), nil); err != nil {
				t.Errorf("%v: task %d: %v", b, i, err)
			}
		}
	}
	wrong := *fastest()
	wrong.finish = func(in *boards, first, count int, row *openRow) uint64 { return 1 }
	err := tasksOf(t, newBoard(t, 12), 1)[0].check(t.Context(), nil, &wrong)
	if err == nil || !strings.HasPrefix(err.Error(), "queens: the check of n=12 with queens ") {
		t.Errorf("a wrong kernel passes: %v", err)
	}
	if err := (Task{}).Check(t.Context(), nil); err != nil {
		t.Errorf("the zero Task: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (Task{}).Check(ctx, nil); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// A check that is stopped at any call of the kernel says so.
func TestJoinCheckStopped(t *testing.T) {
	for _, n := range []int{16, 19, 26} {
		j := joinFor(n)
		var stop atomic.Bool
		left := 0
		p := meteredPairing(fastest().pairing, func(int) {
			if left--; left == 0 {
				stop.Store(true)
			}
		})
		store := newQuarterStore(j.seam)
		w := &joiner{join: j, store: store, pairs: newPairCounter(j, p, store)}
		piece := &joinPiece{len(j.frames) - 1, j.sets[len(j.frames)-1].len() - 1, 1} // with few halves
		for _, calls := range []int{1, 2, 10, 100} {
			stop.Store(false)
			left = calls
			if err := w.check(piece, rand.New(rand.NewPCG(1, 2)), &stop); err != errStopped && left <= 0 && stop.Load() && calls < 10 {
				t.Errorf("n = %d: stopped at call %d: %v", n, calls, err)
			}
		}
		if err := w.check(piece, rand.New(rand.NewPCG(1, 2)), raisedFlag()); err != errStopped {
			t.Errorf("n = %d: stopped from the start: %v", n, err)
		}
	}
}
