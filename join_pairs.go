package queens

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
)

// A pairCounter counts the pairs of halves that fit, for one set of columns after the
// other, in buffers that it keeps.
type pairCounter struct {
	seam           seam
	lister         *lister
	sieve          *sieve
	prefix, branch int // number of diagonals in the prefix of a part, and that branch
	upper, lower   halfSet
}

func newPairCounter(j *join, p *pairing, store *quarterStore) *pairCounter {
	n := j.seam.n
	return &pairCounter{
		seam:   j.seam,
		lister: newLister(j.seam, p, store, j.rowSets),
		sieve:  newSieve(p),
		prefix: max(0, 3*(n-24)/2-n%2*2),
		branch: min(max(0, n-17-n%2+n/24), 8),
	}
}

// count returns how many pairs of halves fit, with certain columns for the upper one, each
// with its transpose: twice their number, and once that of the ties.
//
// Where lists of halves are long, they are made in parts that differ in their prefix:
// in the first of the sieve's diagonals. No two halves of one part differ there, and of
// two parts either all pairs of halves clash there or none.
func (p *pairCounter) count(f *frame, c columnSet, stop *atomic.Bool) (pairs uint64, err error) {
	p.setSides(f, c)
	for _, side := range []*halfSet{&p.upper, &p.lower} {
		if err := p.list(side, 0, stop); err != nil {
			return 0, err
		}
	}
	long, short := &p.upper, &p.lower
	if long.masks.size() < short.masks.size() {
		long, short = short, long
	}
	for prefix := range uint64(1) << p.prefix {
		if err := p.list(long, prefix, stop); err != nil {
			return 0, err
		}
		if err := p.sieve.setLong(long.masks, stop); err != nil {
			return 0, err
		}
		for other := range uint64(1) << p.prefix {
			if prefix&other != 0 {
				continue
			}
			if err := p.list(short, other, stop); err != nil {
				return 0, err
			}
			more, err := p.sieve.countPairs(short.masks, stop)
			if err != nil {
				return 0, err
			}
			pairs += more
		}
	}
	return pairs, nil
}

// setSides sets what upper halves there are with certain columns, and what lower ones,
// turned upside down. Their masks are arranged for the sieve.
func (p *pairCounter) setSides(f *frame, c columnSet) {
	below := f.lowerColumns(c)
	order := p.order(f, c, below)
	crossing := p.seam.crossing
	bitAt := p.sieve.arrange(order, 2*crossing, p.prefix, p.branch)
	turned := slices.Concat(bitAt[crossing:], bitAt[:crossing])
	rows := p.seam.rowsFor(f, c)
	p.upper = halfSet{columns: c, rows: rows, axes: f.axes, blocked: f.blocked, bitAt: bitAt, masks: p.upper.masks}
	p.lower = halfSet{columns: below, rows: rows, blocked: p.seam.turn(f.blocked), bitAt: turned, masks: p.lower.masks}
	for _, diagonal := range order[:p.prefix] {
		p.upper.prefixed = append(p.upper.prefixed, diagonal)
		p.lower.prefixed = append(p.lower.prefixed, p.seam.turned(diagonal))
	}
	p.upper.prefix, p.lower.prefix = unlisted, unlisted
}

// unlisted is the prefix of a set of halves of which none are listed yet.
const unlisted = math.MaxUint64

// list lists the halves of a set with a prefix, unless they are listed.
func (p *pairCounter) list(h *halfSet, prefix uint64, stop *atomic.Bool) error {
	if h.prefix == prefix {
		return nil
	}
	h.prefix = prefix
	return p.lister.list(h, stop)
}

// order returns the diagonals that are not blocked, if the upper half has the columns
// c and the lower half the rest, those first on which most pairs
// of halves are likely to clash: by the number of columns that they cross in the upper
// half, times that in the lower, as if every row were as likely to hold the queen.
//
// All diagonals of one direction come first. Every half has as many queens, so one that has
// none on some of these has them on others. Clashes on diagonals of both directions coincide
// more often, and so tell fewer pairs apart: half as many again are left at n = 22.
//
// With axes the order is the same for all sets with equal columns on the left, so that
// left quarters can be kept: every column on the right counts in part for either half.
func (p *pairCounter) order(f *frame, c, rest columnSet) []int {
	above, below := c.row(p.seam.n), rest.row(p.seam.n)
	either, inAbove, inBelow := uint64(0), 0, 0 // the columns in either half, and their shares
	if f.axes != nil {
		either = columnSet{right: f.columns.right}.row(p.seam.n)
		above, below = above&^either|1<<p.seam.half, below&^either
		inBelow = bits.OnesCount32(c.left)
		inAbove = p.seam.half - inBelow
	}
	clashes := make([]int, 2*p.seam.crossing)
	var falling, rising []int
	for diagonal := range clashes {
		turned := p.seam.turned(diagonal)
		clashes[diagonal] = (p.seam.half*p.seam.squares(diagonal, above) + inAbove*p.seam.squares(diagonal, either)) *
			(p.seam.half*p.seam.squares(turned, below) + inBelow*p.seam.squares(turned, either))
		switch {
		case f.blocked>>diagonal&1 != 0:
		case diagonal < p.seam.crossing:
			falling = append(falling, diagonal)
		default:
			rising = append(rising, diagonal)
		}
	}
	inFirst := func(diagonals []int) (sum int) {
		slices.SortFunc(diagonals, func(x, y int) int { return clashes[y] - clashes[x] })
		for _, diagonal := range diagonals[:min(p.prefix+p.branch+keyBits, len(diagonals))] {
			sum += clashes[diagonal]
		}
		return sum
	}
	if inFirst(falling) < inFirst(rising) {
		falling, rising = rising, falling
	}
	return slices.Concat(falling, rising)
}
