package join

import (
	"cmp"
	"math/bits"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/work"
)

// A joiner counts the pairs of halves that fit, for one piece or set of columns after the
// other, in buffers that it keeps.
type joiner struct {
	*join
	sieve          *sieve
	prefix, branch int     // number of diagonals in the prefix of a part, and of those that branch
	upper, lower   *lister // of halves above the seam, and of those below it, turned upside down
}

func newJoiner(j *join, p *kernel.Pairing) *joiner {
	n := j.seam.n
	branch, group, key := sieveWidths(n)
	tools := newListerTools(j.seam, p, j.store(), j.rowSets)
	return &joiner{
		join:   j,
		sieve:  newSieve(p, group, key),
		prefix: prefixWidth(n),
		branch: branch,
		upper:  newLister(tools),
		lower:  newLister(tools),
	}
}

// worker returns an idle joiner, or a new one.
func (j *join) worker(k *kernel.Kernel) *joiner {
	if idle, ok := j.idle.Get().(*joiner); ok && idle.sieve.pairing == k.Pairing {
		return idle
	}
	return newJoiner(j, k.Pairing)
}

// release keeps the buffers for the next piece.
func (j *joiner) release() { j.idle.Put(j) }

// A worker is a joiner that counts pieces.
type worker struct {
	*joiner
	pieces *Pieces
}

// NewWorker returns a worker for the pieces.
func (p *Pieces) NewWorker(k *kernel.Kernel) work.Worker { return worker{p.join.worker(k), p} }

// Count returns the number of solutions of a piece.
func (w worker) Count(i int, stop *atomic.Bool) (uint64, error) {
	return w.count(w.pieces.at(i), stop)
}

// Release keeps the buffers for the next worker.
func (w worker) Release() { w.release() }

// sieveWidths returns the widths of the fields that the sieve sorts by. Each bit more saves a quarter of the
// looks, as long as there are enough short masks to fill blocks of one group and key, so longer lists bear more
// bits; from n = 27 on they have maxFieldBits.
func sieveWidths(n int) (branch, group, key int) {
	switch {
	case n < 24:
		return max(0, n-16-n%2), 0, 6
	case n == 24:
		return 5, 3, 6
	case n == 25:
		return 6, 3, 7
	case n == 26:
		return 5, 4, 6
	case n == 27:
		return 7, 4, 6
	}
	return 6, 5, 6
}

// prefixWidth returns the number of diagonals in the prefix of a part. It keeps the longest part to some ten million
// masks: there are about twice as many halves at n+1, and half as many or fewer with each diagonal of the prefix.
// From n = 30 on it also leaves no more diagonals than fit the other fields of a mask.
func prefixWidth(n int) int {
	if n < 26 {
		return 0
	}
	return n - 23
}

// count returns the number of solutions of a piece.
func (j *joiner) count(p setRange, stop *atomic.Bool) (uint64, error) {
	var solutions uint64
	for i := range p.sets {
		more, err := j.countSet(j.sets.at(p.first+i), stop)
		if err != nil {
			return 0, err
		}
		var ok bool
		if solutions, ok = work.AddTimes(solutions, more, 1); !ok {
			return 0, work.ErrOverflow
		}
	}
	return solutions, nil
}

// countSet returns how many solutions a set of columns stands for.
func (j *joiner) countSet(c columnSet, stop *atomic.Bool) (solutions uint64, err error) {
	each, bothTie := j.seam.worth(c)
	for _, single := range j.seam.singles(c) {
		pairs, tied, err := j.pairs(c, single, stop)
		if err != nil {
			return 0, err
		}
		var ok, tiedOK bool
		solutions, ok = work.AddTimes(solutions, pairs-tied, each)
		solutions, tiedOK = work.AddTimes(solutions, tied, bothTie)
		if !ok || !tiedOK {
			return 0, work.ErrOverflow
		}
	}
	return solutions, nil
}

// pairs returns how many pairs of halves fit, and in how many of them both halves tie.
//
// Where lists of halves are long, they are made in parts that differ in their prefix:
// in the first of the sieve's diagonals. No two halves of one part differ there, and of
// two parts either all pairs of halves clash there or none.
func (j *joiner) pairs(c columnSet, single bool, stop *atomic.Bool) (pairs, tied uint64, err error) {
	if err := j.prepare(c, single, stop); err != nil {
		return 0, 0, err
	}
	if err := cmp.Or(j.upper.list(0, stop), j.lower.list(0, stop)); err != nil {
		return 0, 0, err
	}
	long, short := j.upper, j.lower
	if len(long.masks) < len(short.masks) { // as a rule, in the other parts as well
		long, short = short, long
	}
	all := bitset.Below(j.prefix)
	for prefix := range bitset.Subsets(all) {
		if err := long.list(prefix, stop); err != nil {
			return 0, 0, err
		}
		if err := j.sieve.sortLong(long.masks, stop); err != nil {
			return 0, 0, err
		}
		for other := range bitset.Subsets(all &^ prefix) {
			if err := short.list(other, stop); err != nil {
				return 0, 0, err
			}
			more, err := j.sieve.countPairs(short.masks, stop)
			moreTied, errTied := countFew(long.tied, short.tied, stop)
			if err := cmp.Or(err, errTied); err != nil {
				return 0, 0, err
			}
			pairs, tied = pairs+more, tied+moreTied
		}
	}
	return pairs, tied, nil
}

// prepare prepares to list the upper halves with certain columns, and the lower ones, turned upside
// down. Their masks are arranged for the sieve.
func (j *joiner) prepare(c columnSet, single bool, stop *atomic.Bool) error {
	below := j.seam.lowerColumns(c)
	order, live := j.order(c, below)
	crossing := j.seam.crossing
	bitAt := j.sieve.setFields(order, live, 2*crossing, j.prefix, j.branch)
	turned := slices.Concat(bitAt[crossing:], bitAt[:crossing])
	above, under := j.seam.rowsFor(c, single)
	if err := j.upper.prepare(halfSet{c, above, bitAt, j.prefix}, stop); err != nil {
		return err
	}
	return j.lower.prepare(halfSet{below, under, turned, j.prefix}, stop)
}

// outerColumns are so near to the right edge that they hardly matter to the order of diagonals. Without them nine in
// ten arranged lists of left quarters fit the next set as well.
const outerColumns = 6

// exactFrom is the size of the smallest board on which the order for a set with a cross off the centre depends on
// all of its own columns: there the better order saves more time than keeping lists of quarters.
const exactFrom = 25

// order returns the diagonals that are not blocked, as rank orders them, and which of them are
// live: halves above the seam and halves below it may both have them.
//
// The order is the same for many sets with equal columns on the left, so that their arranged
// quarters can be kept: the outer columns on the right, or all of them if the cross is off the centre (see exactFrom), count in
// part for either half, and diagonals that are live in all of these sets come before those that
// may not be.
func (j *joiner) order(c, rest columnSet) (order []int, live uint64) {
	outer := uint32(bitset.Below(j.seam.half))
	above, below := c.row(j.seam.n), rest.row(j.seam.n)
	if c.cross != offCentre {
		outer &= uint32(bitset.Below(outerColumns))
	} else {
		above |= 1 << j.seam.half
		if j.seam.n >= exactFrom {
			outer = 0
		}
	}
	either := columnSet{right: outer}.row(j.seam.n)
	clashes := j.seam.clashes(above, below, either)
	sure := j.seam.live(c, above&^either, below&^either)
	return j.rank(clashes, j.seam.blocked(c.cross), sure), j.seam.live(c, above, below)
}

// rank orders the diagonals that are not blocked. It puts those first on which most pairs of
// halves are likely to clash, all of one direction as long as the sieve sorts by them.
// All halves have the same number of queens, so one that has none on some of these has them on others.
// Clashes on diagonals of both directions coincide more often, and so tell fewer pairs apart.
// It takes the direction whose clashes have the greater sum of squares: a few diagonals on
// which many pairs clash tell more than many on which some do.
//
// Behind the branch and the key the order does not matter, so diagonals that are surely live come
// before others.
func (j *joiner) rank(clashes []int, blocked, sure uint64) []int {
	byClashes := func(x, y int) int { return clashes[y] - clashes[x] }
	var directions [2][]int // falling and rising
	for diagonal := range clashes {
		if blocked>>diagonal&1 == 0 {
			rising := diagonal / j.seam.crossing
			directions[rising] = append(directions[rising], diagonal)
		}
	}
	first := j.prefix + j.branch + j.sieve.group + j.sieve.key
	var squares [2]int64
	for i, diagonals := range directions {
		slices.SortStableFunc(diagonals, byClashes)
		for _, diagonal := range diagonals[:min(first, len(diagonals))] {
			squares[i] += int64(clashes[diagonal]) * int64(clashes[diagonal])
		}
	}
	order := slices.Concat(directions[0], directions[1])
	if squares[0] < squares[1] {
		order = slices.Concat(directions[1], directions[0])
	}
	slices.SortFunc(order[min(first, len(order)):], func(x, y int) int {
		return cmp.Or(int(sure>>y&1)-int(sure>>x&1), byClashes(x, y))
	})
	return order
}

// clashes estimates how many pairs of halves clash on each diagonal, in some unit: by the number
// of squares that it meets in the columns of the upper half, times that in those of the
// lower half, as if every row were as likely to hold the queen. Columns that may be in either
// half count in part for both.
func (s seam) clashes(above, below, either uint64) []int {
	inAbove, inBelow := bits.OnesCount64(above&either), bits.OnesCount64(below&either)
	inEither := max(1, inAbove+inBelow)
	above, below = above&^either, below&^either
	clashes := make([]int, 2*s.crossing)
	for diagonal := range clashes {
		turned := s.turned(diagonal)
		clashes[diagonal] = (inEither*s.squares(diagonal, above) + inAbove*s.squares(diagonal, either)) *
			(inEither*s.squares(turned, below) + inBelow*s.squares(turned, either))
	}
	return clashes
}

// live returns the diagonals that meet the columns of an upper half and those of a lower one. If the cross is off
// the centre, the queen of the middle row is in one of the columns on the left.
func (s seam) live(c columnSet, above, below uint64) uint64 {
	fromAbove := s.reach(above)
	if c.cross == offCentre {
		for col := range bitset.Members(uint64(c.left)) {
			fromAbove |= s.mask(square{s.half, col})
		}
	}
	return fromAbove & s.turn(s.reach(below))
}
