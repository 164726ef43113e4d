package queens

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"weak"
)

// A joiner counts the solutions of one piece after the other, in buffers that it
// keeps.
type joiner struct {
	*join
	kernel       *kernel
	lister       *lister
	sieve        *sieve
	part, split  int // number of diagonals that make a part, and that split lists
	upper, lower halfSet
}

func (j *join) newJoiner(k *kernel) *joiner {
	return &joiner{
		join:   j,
		kernel: k,
		lister: newLister(j.seam, k.pairing, &j.store, j.rowSets),
		sieve:  newSieve(k.pairing),
		part:   max(0, 3*(j.n-24)/2-j.n%2*2),
		split:  min(max(0, j.n-16-j.n%2*2), 8),
	}
}

// takeJoiner returns a joiner that is not in use, or a new one. All share the lists of
// quarters that one of them made, as long as there is any.
func takeJoiner(k *kernel, n int) *joiner {
	if j, ok := k.joiners[n].Get().(*joiner); ok {
		return j
	}
	sharing.Lock()
	defer sharing.Unlock()
	shared := joins[n].Value()
	if shared == nil {
		shared = newJoin(n)
		joins[n] = weak.Make(shared)
	}
	return shared.newJoiner(k)
}

// joins has the joins of the joiners that were taken, by n.
var (
	sharing sync.Mutex
	joins   [maxBlockRows + 1]weak.Pointer[join]
)

// release keeps the buffers for the next piece.
func (j *joiner) release() { j.kernel.joiners[j.n].Put(j) }

// count returns the number of solutions of a piece. The error is errStopped, or
// ErrOverflow if there are 2⁶⁴ or more.
func (j *joiner) count(p *joinPiece, stop *atomic.Bool) (uint64, error) {
	f := &j.frames[p.frame]
	var solutions uint64
	for c := range j.setsOf(p) {
		pairs, done := j.pairs(f, c, stop)
		if !done {
			return 0, errStopped
		}
		var ok bool
		if solutions, ok = addTimes(solutions, pairs, f.weight*f.orbit(c)); !ok {
			return 0, ErrOverflow
		}
	}
	return solutions, nil
}

// pairs returns how many pairs of halves fit, with certain columns for the upper one.
// It returns false if stop was set.
//
// Where lists of halves are long, they are made in parts that differ in the first of
// the sieve's diagonals. No two halves of one part differ there, and of two parts
// either all pairs of halves clash there or none.
func (j *joiner) pairs(f *frame, c columnSet, stop *atomic.Bool) (pairs uint64, done bool) {
	long, short := &j.upper, &j.lower
	j.setSides(f, c)
	if !j.list(long, 0, stop) || !j.list(short, 0, stop) {
		return 0, false
	}
	if len(long.masks) < len(short.masks) {
		long, short = short, long
	}
	for part := range uint64(1) << j.part {
		if !j.list(long, part, stop) || !j.sieve.set(long.masks, stop) {
			return 0, false
		}
		for other := range uint64(1) << j.part {
			if part&other != 0 {
				continue
			}
			if !j.list(short, other, stop) {
				return 0, false
			}
			found, done := j.sieve.pairs(short.masks, stop)
			if !done {
				return 0, false
			}
			pairs += found
		}
	}
	return pairs, true
}

// setSides sets what upper halves there are with certain columns, and what lower ones,
// turned upside down. Their masks are arranged for the sieve.
func (j *joiner) setSides(f *frame, c columnSet) {
	lower := f.lower(c)
	order := j.order(f, c, lower)
	places := make([]uint64, 2*j.lines)
	j.sieve.arrange(order, places, j.part, j.split)
	j.upper = halfSet{columnSet: c, middle: f.middle, blocked: f.blocked, places: places, masks: j.upper.masks}
	turned := slices.Concat(places[j.lines:], places[:j.lines])
	j.lower = halfSet{columnSet: lower, blocked: j.turn(f.blocked), places: turned, masks: j.lower.masks}
	for _, line := range order[:j.part] {
		j.upper.parted = append(j.upper.parted, line)
		j.lower.parted = append(j.lower.parted, j.turned(line))
	}
	j.upper.part, j.lower.part = noPart, noPart
}

// noPart is the part of a set of halves of which none are listed yet.
const noPart = math.MaxUint64

// list lists the halves of a set's part, unless they are listed. It returns false if stop
// was set.
func (j *joiner) list(h *halfSet, part uint64, stop *atomic.Bool) bool {
	if h.part == part {
		return true
	}
	h.part = part
	return j.lister.list(h, stop)
}

// order returns the diagonals that are not blocked, those first on which most pairs
// of halves are likely to clash: by the number of columns that they cross in the upper
// half, times that in the lower, as if a queen stood in each row alike.
func (j *join) order(f *frame, upper, lower columnSet) []int {
	above, below := j.columns(upper), j.columns(lower)
	if f.middle != nil {
		above |= 1 << j.half
	}
	clashes := make([]int, 2*j.lines)
	var order []int
	for line := range clashes {
		if f.blocked>>line&1 == 0 {
			clashes[line] = j.crossed(line, above) * j.crossed(j.turned(line), below)
			order = append(order, line)
		}
	}
	slices.SortFunc(order, func(x, y int) int { return clashes[y] - clashes[x] })
	return order
}
