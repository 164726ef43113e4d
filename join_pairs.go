package queens

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
)

// A pairCounter counts the pairs of halves that fit, for one set of columns after the
// other, in buffers that it keeps.
type pairCounter struct {
	seam           seam
	sieve          *sieve
	prefix, branch int // number of diagonals in the prefix of a part, and that branch
	upper, lower   seamSide
}

// A seamSide is the halves above the seam or those below it, turned upside down, and what lists
// them.
type seamSide struct {
	halfSet
	lister *lister
}

func newPairCounter(j *join, p *pairing, store *quarterStore) *pairCounter {
	n := j.seam.n
	return &pairCounter{
		seam:   j.seam,
		sieve:  newSieve(p),
		prefix: max(0, 3*(n-24)/2-n%2*2),
		branch: min(max(0, n-16-n%2), 8),
		upper:  seamSide{lister: newLister(j.seam, p, store, j.rowSets)},
		lower:  seamSide{lister: newLister(j.seam, p, store, j.rowSets)},
	}
}

// count returns how often the solutions with certain columns in the upper half count, each
// for itself and its transpose: twice, with the exceptions at the head of join.go.
func (p *pairCounter) count(f *frame, c columnSet, stop *atomic.Bool) (uint64, error) {
	pairs, tied, err := p.pairs(f, c, true, stop)
	if err != nil {
		return 0, err
	}
	again, tiedAgain := pairs, tied
	switch {
	case f.leastTwice(c):
		tiedAgain = 0
	case f.symmetric() && bits.OnesCount32(c.left) == 1:
		if again, tiedAgain, err = p.pairs(f, c, false, stop); err != nil {
			return 0, err
		}
	}
	return pairs - tied + again - tiedAgain, nil
}

// pairs returns how many pairs of halves fit, and in how many of them both halves tie.
//
// Where lists of halves are long, they are made in parts that differ in their prefix:
// in the first of the sieve's diagonals. No two halves of one part differ there, and of
// two parts either all pairs of halves clash there or none.
func (p *pairCounter) pairs(f *frame, c columnSet, single bool, stop *atomic.Bool) (pairs, tied uint64, err error) {
	p.setSides(f, c, single)
	for _, s := range []*seamSide{&p.upper, &p.lower} {
		if err := s.list(0, stop); err != nil {
			return 0, 0, err
		}
	}
	long, short := &p.upper, &p.lower
	if len(long.masks) < len(short.masks) {
		long, short = short, long
	}
	for prefix := range uint64(1) << p.prefix {
		if err := long.list(prefix, stop); err != nil {
			return 0, 0, err
		}
		if err := p.sieve.setLong(long.masks, stop); err != nil {
			return 0, 0, err
		}
		for other := range uint64(1) << p.prefix {
			if prefix&other != 0 {
				continue
			}
			if err := short.list(other, stop); err != nil {
				return 0, 0, err
			}
			more, err := p.sieve.countPairs(short.masks, stop)
			if err != nil {
				return 0, 0, err
			}
			pairs += more
			if more, err = p.sieve.countFew(long.tied, short.tied, stop); err != nil {
				return 0, 0, err
			}
			tied += more
		}
	}
	return pairs, tied, nil
}

// setSides sets what upper halves there are with certain columns, and what lower ones,
// turned upside down. Their masks are arranged for the sieve.
func (p *pairCounter) setSides(f *frame, c columnSet, single bool) {
	below := f.lowerColumns(c)
	order, live := p.order(f, c, below)
	crossing := p.seam.crossing
	bitAt := p.sieve.arrange(order, live, 2*crossing, p.prefix, p.branch)
	turned := slices.Concat(bitAt[crossing:], bitAt[:crossing])
	above, under := p.seam.rowsFor(f, c, single)
	p.upper.halfSet = halfSet{columns: c, rows: above, axes: f.axes, blocked: f.blocked, bitAt: bitAt, masks: p.upper.masks, tied: p.upper.tied}
	p.lower.halfSet = halfSet{columns: below, rows: under, blocked: p.seam.turn(f.blocked), bitAt: turned, masks: p.lower.masks, tied: p.lower.tied}
	for _, diagonal := range order[:p.prefix] {
		p.upper.prefixed = append(p.upper.prefixed, diagonal)
		p.lower.prefixed = append(p.lower.prefixed, p.seam.turned(diagonal))
	}
	p.upper.prefix, p.lower.prefix = unlisted, unlisted
}

// unlisted is the prefix of a set of halves of which none are listed yet.
const unlisted = math.MaxUint64

// list lists the halves with a prefix, unless they are listed.
func (s *seamSide) list(prefix uint64, stop *atomic.Bool) error {
	if s.prefix == prefix {
		return nil
	}
	s.prefix = prefix
	return s.lister.list(&s.halfSet, stop)
}

// outerColumns are so near to the right edge that they hardly matter to the order of
// diagonals. With 5 to 7 it was fastest at n = 18 to 22.
const outerColumns = 6

// order returns the diagonals that are not blocked, and which of them are live: halves above the
// seam and halves below it may both have them.
//
// It puts those first on which most pairs of halves are likely to clash, all of one direction.
// Every half has as many queens, so one that has none on some of these has them on others.
// Clashes on diagonals of both directions coincide more often, and so tell fewer pairs apart:
// half as many again are left at n = 22. Behind the branch and the key the order does not matter,
// so diagonals that are not live come last.
//
// The order is the same for many sets with equal columns on the left, so that their arranged
// quarters can be kept: the outer columns on the right, or with axes all of them, count in
// part for either half, and diagonals that are live in all of these sets come before those that
// may not be.
func (p *pairCounter) order(f *frame, c, rest columnSet) (order []int, live uint64) {
	outer := f.columns.right
	above, below := c.row(p.seam.n), rest.row(p.seam.n)
	if f.axes != nil {
		above |= 1 << p.seam.half
	} else {
		outer &= uint32(fullRow(outerColumns))
	}
	either := columnSet{right: outer}.row(p.seam.n)
	clashes := p.seam.clashes(above, below, either)
	byClashes := func(x, y int) int { return clashes[y] - clashes[x] }
	var falling, rising []int
	for diagonal := range clashes {
		switch {
		case f.blocked>>diagonal&1 != 0:
		case diagonal < p.seam.crossing:
			falling = append(falling, diagonal)
		default:
			rising = append(rising, diagonal)
		}
	}
	first := p.prefix + p.branch + keyBits
	inFirst := func(diagonals []int) (sum int) {
		slices.SortFunc(diagonals, byClashes)
		for _, diagonal := range diagonals[:min(first, len(diagonals))] {
			sum += clashes[diagonal]
		}
		return sum
	}
	if inFirst(falling) < inFirst(rising) {
		falling, rising = rising, falling
	}
	order = slices.Concat(falling, rising)
	sure := p.seam.live(f, c.left, above&^either, below&^either)
	slices.SortFunc(order[min(first, len(order)):], func(x, y int) int {
		return cmp.Or(int(sure>>y&1)-int(sure>>x&1), byClashes(x, y))
	})
	return order, p.seam.live(f, c.left, above, below)
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

// live returns the diagonals that meet the columns of an upper half and those of a lower one. With
// axes the columns on the left have the queens of the middle row.
func (s seam) live(f *frame, left uint32, above, below uint64) uint64 {
	fromAbove := s.reach(above)
	for _, a := range f.axes {
		if left>>a.queen.Col&1 != 0 {
			fromAbove |= s.mask(a.queen)
		}
	}
	return fromAbove & s.turn(s.reach(below))
}
