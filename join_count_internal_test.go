package queens

import (
	"runtime"
	"slices"
	"testing"
)

// Workers share their lists, and nobody keeps these when all are gone.
func TestJoinersShare(t *testing.T) {
	const n = 31 // which no other test counts to the end
	a, b := newJoin(n).newWorker(portable).(*joiner), newJoin(n).newWorker(fastest()).(*joiner)
	if a.store != b.store || a.pairs.upper.lister.store != a.store || len(a.store.lists) != 1<<(n/2) {
		t.Error("two workers do not share their lists")
	}
	a.release()
	b.release()
	a, b = nil, nil
	for range 3 {
		runtime.GC() // once for each generation of idle workers
	}
	if quarterStores.bySize[n].Value() != nil {
		t.Error("the lists outlive the workers")
	}
}

// TestJoinersKernels makes sure that a kernel is given a worker of its own, for the join
// that asks.
func TestJoinersKernels(t *testing.T) {
	for _, n := range []int{4, 9, 12} {
		for _, k := range runnable {
			newJoin(n).newWorker(k).release()
		}
		for _, k := range slices.Concat(runnable, runnable) {
			j := newJoin(n)
			w := j.newWorker(k).(*joiner)
			if w.join != j || w.kernel != k || w.pairs.sieve.pairing != k.pairing {
				t.Errorf("%s, n = %d: given a worker of %s for n = %d", k.name, n, w.kernel.name, w.join.seam.n)
			}
			w.release()
		}
	}
}
