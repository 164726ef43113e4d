package queens

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"weak"
)

// A joiner counts the solutions of one piece after the other, in buffers that it
// keeps.
type joiner struct {
	join   *join
	kernel *kernel
	store  *quarterStore // kept as long as a joiner has it
	pairs  *pairCounter
}

// idleJoiners are the joiners that are not in use, by the size of their boards.
var idleJoiners [maxBlockRows + 1]sync.Pool

func (j *join) newWorker(k *kernel) worker[*joinPiece] {
	if idle, ok := idleJoiners[j.seam.n].Get().(*joiner); ok && idle.kernel == k {
		idle.join = j
		return idle
	}
	store := sharedStore(j.seam)
	return &joiner{join: j, kernel: k, store: store, pairs: newPairCounter(j, k.pairing, store)}
}

// quarterStores has the stores that joiners use, by the size of their boards: all workers
// share the lists of quarters that one of them made, as long as there is any.
var quarterStores struct {
	sync.Mutex
	bySize [maxBlockRows + 1]weak.Pointer[quarterStore]
}

func sharedStore(s seam) *quarterStore {
	quarterStores.Lock()
	defer quarterStores.Unlock()
	shared := quarterStores.bySize[s.n].Value()
	if shared == nil {
		shared = newQuarterStore(s)
		quarterStores.bySize[s.n] = weak.Make(shared)
	}
	return shared
}

// release keeps the buffers for the next piece.
func (j *joiner) release() { idleJoiners[j.join.seam.n].Put(j) }

// count returns the number of solutions of a piece.
func (j *joiner) count(p *joinPiece, stop *atomic.Bool) (uint64, error) {
	var solutions uint64
	for c := range j.join.setsOf(p) {
		more, err := j.pairs.count(&j.join.frames[p.frame], c, p.part, stop)
		if err != nil {
			return 0, err
		}
		var ok bool
		if solutions, ok = addTimes(solutions, more, 1); !ok {
			return 0, ErrOverflow
		}
	}
	return solutions, nil
}

// check checks one of the sets of columns of a piece.
func (j *joiner) check(p *joinPiece, rng *rand.Rand, stop *atomic.Bool) error {
	return j.newCheck(p, rng, stop).check()
}

// newCheck returns a check of one of the sets of columns of a piece.
func (j *joiner) newCheck(p *joinPiece, rng *rand.Rand, stop *atomic.Bool) *joinCheck {
	set := j.join.sets[p.frame].at(p.first + rng.IntN(p.sets))
	return &joinCheck{join: j.join, pairs: j.pairs, frame: p.frame, set: set, worth: j.join.worthOf, rng: rng, stop: stop}
}
