package join

import (
	"cmp"
	"math/bits"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/work"
)

// A joiner counts the pairs of halves that fit, for one set of columns after the other, in buffers
// that it keeps.
type joiner struct {
	join           *join
	sieve          *sieve
	prefix, branch int         // the number of diagonals in the prefix of a part, and in the branch
	upper, lower   *halfLister // of halves above the seam, and of those below it, turned upside down
}

func newJoiner(j *join, p *kernel.Pairing) *joiner {
	n := j.seam.n
	branch, group, key := sieveWidths(n)
	tools := &listerTools{seam: j.seam, pairing: p, store: j.store(), rowSets: j.rowSets, search: newQuarterSearch(j.seam)}
	return &joiner{
		join:   j,
		sieve:  newSieve(p, group, key),
		prefix: prefixWidth(n),
		branch: branch,
		upper:  &halfLister{tools: tools},
		lower:  &halfLister{tools: tools},
	}
}

// take returns an idle joiner, or a new one.
func (j *join) take(k *kernel.Kernel) *joiner {
	if idle, ok := j.idle.Get().(*joiner); ok && idle.sieve.pairing == k.Pairing {
		return idle
	}
	return newJoiner(j, k.Pairing)
}

// release keeps the buffers for the next user.
func (j *joiner) release() { j.join.idle.Put(j) }

// On returns the pieces as a job for a kernel.
func (p *Pieces) On(k *kernel.Kernel) work.Job {
	return work.Job{Len: p.Len(), Cost: p.Cost, NewWorker: func() work.Worker {
		j := p.join.take(k)
		count := func(i int, stop *atomic.Bool) (uint64, error) { return j.count(p.at(i), stop) }
		return work.Worker{Count: count, Release: j.release}
	}}
}

// count returns the number of solutions that sets of columns stand for.
func (j *joiner) count(sets setRange, stop *atomic.Bool) (solutions uint64, err error) {
	for set := sets.first; set < sets.first+sets.sets && err == nil && !stop.Load(); set++ {
		solutions, err = j.countSet(solutions, j.join.sets.at(set), stop)
	}
	return solutions, err
}

// sieveWidths returns the widths of the fields that the sieve sorts by. Each bit more saves a
// quarter of the comparisons, as long as there are enough short masks to fill blocks of one group
// and key. So longer lists get more bits; from n = 27 on they have as many as a kernel can sort by.
//
// One branch bit more or less takes 2 to 7 % longer at n = 18 to 22, one less 10 % longer at
// n = 27. Without groups n = 24 to 27 take 5, 10, 30 and 30 % longer. One key bit more or less
// takes up to 4 % longer at n = 18 to 22, one less 10 % longer at n = 27.
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

// prefixWidth returns the number of diagonals in the prefix of a part. It keeps the longest part to
// some ten million masks: there are about twice as many halves at n+1, and half as many or fewer
// with each diagonal of the prefix. From n = 30 on it also leaves no more diagonals than the other
// fields of a mask have bits. One less takes up to 5 % longer; one more takes up to 6 % longer, in
// half the memory.
func prefixWidth(n int) int {
	if n < 26 {
		return 0
	}
	return n - 23
}

// countSet adds the number of solutions that a set of columns stands for to a sum.
func (j *joiner) countSet(sum uint64, c columnSet, stop *atomic.Bool) (uint64, error) {
	seam := j.join.seam
	weight, tiedWeight := seam.pairWeights(c)
	for _, single := range seam.passes(c) {
		pairs, tied := j.pairs(c, single, stop)
		untied, err := work.AddTimes(sum, pairs-tied, weight)
		if err != nil {
			return 0, err
		}
		if sum, err = work.AddTimes(untied, tied, tiedWeight); err != nil {
			return 0, err
		}
	}
	return sum, nil
}

// pairs returns how many pairs of halves fit, and in how many of them both halves tie.
//
// Long lists of halves are made in parts that differ in their prefix, the first of the diagonals in
// the sieve's order. All halves of a part have the same prefix. So of the pairs of halves of two
// parts, either all clash there or none.
func (j *joiner) pairs(c columnSet, single bool, stop *atomic.Bool) (pairs, tied uint64) {
	above, below := j.join.seam.rowsFor(c, single)
	j.prepare(c, above, below, stop)
	j.upper.list(0, stop)
	j.lower.list(0, stop)
	long, short := j.upper, j.lower
	if len(long.masks) < len(short.masks) { // as a rule, in the other parts as well
		long, short = short, long
	}
	all := bitboard.Below(j.prefix)
	for prefix := range bitboard.Subsets(all) {
		if stop.Load() {
			break
		}
		long.list(prefix, stop)
		j.sieve.sortLong(long.masks, stop)
		for other := range bitboard.Subsets(all &^ prefix) {
			if stop.Load() {
				break
			}
			short.list(other, stop)
			pairs += j.sieve.countPairs(short.masks, stop)
			tied += countFew(long.tied, short.tied, stop)
		}
	}
	return pairs, tied
}

// prepare prepares the listers for the halves of a set of columns, above the seam and below it with
// left queens in certain sets of rows, and with masks as the sieve wants them.
func (j *joiner) prepare(c columnSet, above, below rowRange, stop *atomic.Bool) {
	seam := j.join.seam
	order, live := j.order(c)
	bitAt := j.sieve.setFields(order, live, 2*seam.crossing, j.prefix, j.branch)
	turned := slices.Concat(bitAt[seam.crossing:], bitAt[:seam.crossing])
	j.upper.prepare(selection{c, above, bitAt, j.prefix}, stop)
	j.lower.prepare(selection{seam.lowerColumns(c), below, turned, j.prefix}, stop)
}

// outerColumns is the number of columns so near to the right edge that they hardly matter to the
// order of diagonals. If they are ignored, nine in ten prepared lists of left quarters serve the
// next set as well. With 0 or 3 columns n = 18, 20 and 22 take 7, 4 and 2 % or 4, 2 and 4 % longer;
// with all, -3, 0 and 8 %.
const outerColumns = 6

// exactFrom is the size of the smallest board on which the order for a middle off the centre depends
// on all columns: there the better order saves more time than lists that serve several sets. From a
// smaller size on, n = 19 and 23 would take 36 and 7 % longer; from a larger one on, n = 25 and 27
// would take 18 and 9 % longer.
const exactFrom = 25

// order returns the diagonals that are not blocked, in the order for the sieve, and which of them
// are live: halves above the seam and halves below it may both have them.
//
// Sets that differ only in the outer columns on the right have the same order, so that they share
// prepared quarters: the order counts these columns as being in either half, and puts a diagonal that
// is live in all such sets before one that may not be. If the middle is off the centre and n is less
// than exactFrom, all columns on the right count as outer ones.
func (j *joiner) order(c columnSet) (order []int, live uint64) {
	seam := j.join.seam
	above, below := c.row(seam.n), seam.lowerColumns(c).row(seam.n)
	outer := seam.all()
	switch {
	case c.middle != offCentre:
		outer &= 1<<outerColumns - 1
	case seam.n >= exactFrom:
		outer = 0
	}
	if c.middle == offCentre {
		above |= 1 << seam.half
	}
	either := columnSet{right: outer}.row(seam.n)
	clashes := seam.clashes(above, below, either)
	surelyLive := seam.live(c, above&^either, below&^either)
	return j.rank(clashes, seam.blocked(c.middle), surelyLive), seam.live(c, above, below)
}

// rank orders the diagonals that are not blocked. First come those on which most pairs of halves
// are likely to clash, all of one direction as long as the sieve sorts by them. For all halves have
// the same number of queens, so those that have none on some of these diagonals have them on
// others, while clashes on diagonals of both directions coincide more often, and so tell fewer
// pairs apart: to mix the directions takes 1.5 times as many comparisons at n = 22.
//
// It takes the direction whose clashes have the greater sum of squares, because a few diagonals on
// which many pairs clash tell more apart than many on which some do. A plain sum takes 3 % longer
// in sets in which both directions are alike, and 1.7 times as long in one of eight, at n = 24 to
// 26; the best order by samples of halves saves less than 5 %.
//
// Behind the branch and the key the order does not matter, so diagonals that are surely live come
// before others.
func (j *joiner) rank(clashes []int, blocked, surelyLive uint64) []int {
	byClashes := func(x, y int) int { return clashes[y] - clashes[x] }
	var directions [2][]int // falling and rising
	for diagonal := range clashes {
		if blocked>>diagonal&1 == 0 {
			rising := diagonal / j.join.seam.crossing
			directions[rising] = append(directions[rising], diagonal)
		}
	}
	sorted := j.prefix + j.branch + j.sieve.group + j.sieve.key // the diagonals that the sieve sorts by
	var squares [2]int64
	for i, diagonals := range directions {
		slices.SortStableFunc(diagonals, byClashes)
		for _, diagonal := range diagonals[:min(sorted, len(diagonals))] {
			squares[i] += int64(clashes[diagonal]) * int64(clashes[diagonal])
		}
	}
	order := slices.Concat(directions[0], directions[1])
	if squares[0] < squares[1] {
		order = slices.Concat(directions[1], directions[0])
	}
	slices.SortFunc(order[min(sorted, len(order)):], func(x, y int) int {
		return cmp.Or(int(surelyLive>>y&1)-int(surelyLive>>x&1), byClashes(x, y))
	})
	return order
}

// clashes estimates how many pairs of halves clash on each diagonal, in some unit: by the number of
// its squares in the columns of the upper half, times that in the columns of the lower half, as if
// each row were as likely to hold the queen. Columns that may be in either half count in part for
// both.
func (s seam) clashes(above, below, either uint64) []int {
	inAbove, inBelow := bits.OnesCount64(above&either), bits.OnesCount64(below&either)
	inEither := max(1, inAbove+inBelow)
	above, below = above&^either, below&^either
	clashes := make([]int, 2*s.crossing)
	for diagonal := range clashes {
		turned := (diagonal + s.crossing) % (2 * s.crossing) // what it is upside down
		clashes[diagonal] = (inEither*s.squares(diagonal, above) + inAbove*s.squares(diagonal, either)) *
			(inEither*s.squares(turned, below) + inBelow*s.squares(turned, either))
	}
	return clashes
}

// live returns the diagonals that have squares in the columns of an upper half and in those of a
// lower one. If the middle is off the centre, the queen of the middle row is in one of the columns
// on the left.
func (s seam) live(c columnSet, above, below uint64) uint64 {
	fromAbove := s.reach(above)
	if c.middle == offCentre {
		for col := range bitboard.Members(uint64(c.left)) {
			fromAbove |= s.mask(bitboard.Square{Row: s.half, Col: col})
		}
	}
	fromBelow := s.reach(below) // upside down
	return fromAbove & (fromBelow>>s.crossing | fromBelow<<s.crossing)
}
