package join

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/work"
)

// A check looks at a small part of a task in two ways: as the join counts it, and by searches row
// by row that know queens and squares, but neither quarters nor masks nor a sieve. Of one set of
// columns, drawn at random, it compares
//
//   - upper halves whose left queens stand in certain rows, drawn at random: their masks;
//   - some of these halves: the number of lower halves that fit.

// A joinCheck is what is checked.
type joinCheck struct {
	*joiner
	set  columnSet
	rng  *rand.Rand
	stop *atomic.Bool
}

// What is checked takes some milliseconds, up to n = 22.
const (
	checkedHalves = 2000 // halves whose masks are compared, if there are that many: enough for pairs in many rows
	checkedPairs  = 128  // halves that are paired with all others
)

// Check checks one of the sets of columns of a piece. It returns an error that says what differs,
// or work.ErrStopped if stop was set.
func (p *Pieces) Check(i int, k *kernel.Kernel, rng *rand.Rand, stop *atomic.Bool) error {
	j := p.join.worker(k)
	defer j.release()
	return j.check(p.at(i), rng, stop)
}

func (j *joiner) check(p setRange, rng *rand.Rand, stop *atomic.Bool) error {
	c := &joinCheck{j, j.sets.at(p.first + rng.IntN(p.sets)), rng, stop}
	if err := c.prepare(c.set, true, c.stop); err != nil {
		return err
	}
	upper := c.upper.rows
	rowSets := c.rowSets[bits.OnesCount32(c.set.left)]
	first, _ := slices.BinarySearch(rowSets, upper.first)
	end, _ := slices.BinarySearch(rowSets, upper.last+1)
	var drawn []placement
	for _, i := range c.rng.Perm(end - first) {
		halves, err := c.halvesOn(rowSets[first+i])
		if err != nil {
			return err
		}
		if drawn = append(drawn, halves...); len(drawn) >= checkedHalves {
			break
		}
	}
	c.upper.rows = upper
	return c.checkPairs(drawn)
}

// differ says what is wrong.
func (c *joinCheck) differ(format string, args ...any) error {
	return fmt.Errorf("the check of columns %#x at n = %d fails: %s",
		c.set.row(c.seam.n), c.seam.n, fmt.Sprintf(format, args...))
}

// halvesOn returns the upper halves whose left queens stand in certain rows, found row by row, and
// compares their masks with those that the join lists.
func (c *joinCheck) halvesOn(rows uint32) ([]placement, error) {
	var halves []placement
	var want []uint64
	side := c.upper
	side.rows.first, side.rows.last, side.prefix = rows, rows, unlisted
	search := rowSearch{open: c.start(), queens: noQueens(c.seam.n), stop: c.stop}
	half, columns := c.seam.half, c.set.row(c.seam.n)
	last := half
	if c.set.cross == offCentre {
		columns |= 1 << half
		last++
	}
	left := bitset.Below((c.seam.n + 1) / 2)
	for row := range half {
		if rows>>row&1 != 0 {
			search.open[row] &= left
		} else {
			search.open[row] &^= left
		}
	}
	done := search.fill(0, last, columns, 0, 0, func() {
		p := search.queens[:last]
		listed := side.rows.lists(c.set.left, quarterOf(p, half))
		if c.set.cross == offCentre { // where Lemma 6 of join.go has its queens
			row, col := slices.Index(p, half), p[half]
			listed = 0 <= row && row < col && col < half
		}
		if listed {
			halves = append(halves, slices.Clone(p))
			want = append(want, arranged(c.maskOf(p), side.bitAt))
		}
	})
	if !done {
		return nil, work.ErrStopped
	}
	var got []uint64
	for prefix := range uint64(1) << c.prefix {
		if err := side.list(prefix, c.stop); err != nil {
			return nil, err
		}
		got = append(got, side.masks...)
	}
	slices.Sort(got)
	if sorted := slices.Sorted(slices.Values(want)); !slices.Equal(got, sorted) {
		return nil, c.differ("of halves with left queens in rows %b the join lists %d, a search finds %d or others",
			rows, len(got), len(want))
	}
	return halves, nil
}

// start returns the open squares of each row, with the queen in the centre, if there is one.
func (c *joinCheck) start() []uint64 {
	open := slices.Repeat([]uint64{bitset.Below(c.seam.n)}, c.seam.n)
	if c.set.cross == centred {
		putOn(open, c.seam.centre())
	}
	return open
}

// putOn puts a queen on a board: no other square of its row remains open, and no square that it attacks.
func putOn(open []uint64, queen square) {
	for row := range open {
		away := max(row-queen.row, queen.row-row)
		column := uint64(1) << queen.col
		open[row] &^= column | column<<away | column>>away
	}
	open[queen.row] = 1 << queen.col
}

// maskOf returns the mask of an upper half.
func (c *joinCheck) maskOf(half placement) (mask uint64) {
	for row, col := range half {
		mask |= c.seam.mask(square{row, col})
	}
	return mask
}

// checkPairs compares how many lower halves fit some of the upper ones. The sieve takes them in
// one part, so all have the prefix of the first one drawn.
func (c *joinCheck) checkPairs(drawn []placement) error {
	c.rng.Shuffle(len(drawn), func(i, k int) { drawn[i], drawn[k] = drawn[k], drawn[i] })
	prefixOf := func(mask uint64) uint64 { return mask >> (64 - c.prefix) }
	var masks []uint64
	var prefix, want uint64
	for _, half := range drawn {
		mask := arranged(c.maskOf(half), c.upper.bitAt)
		if len(masks) == 0 {
			prefix = prefixOf(mask)
		}
		if len(masks) == checkedPairs || prefixOf(mask) != prefix {
			continue
		}
		masks = append(masks, mask)
		fit, err := c.lowerHalves(half)
		if err != nil {
			return err
		}
		want += fit
	}
	if err := c.sieve.sortLong(masks, c.stop); err != nil {
		return err
	}
	var got uint64
	for other := range bitset.Subsets(bitset.Below(c.prefix) &^ prefix) {
		if err := c.lower.list(other, c.stop); err != nil {
			return err
		}
		more, err := c.sieve.countPairs(c.lower.masks, c.stop)
		if err != nil {
			return err
		}
		got += more
	}
	if got != want {
		return c.differ("%d upper halves fit %d lower ones in the sieve, and %d in a search", len(masks), got, want)
	}
	return nil
}

// lowerHalves counts the lower halves that fit an upper one, and that the join lists.
func (c *joinCheck) lowerHalves(upper placement) (fit uint64, err error) {
	n, half := c.seam.n, c.seam.half
	p := noQueens(n)
	copy(p, upper)
	search := rowSearch{open: c.start(), queens: p, stop: c.stop}
	for queen := range p.squares() {
		putOn(search.open, queen)
	}
	if c.set.cross == centred {
		p[half] = half
	}
	below := c.seam.lowerColumns(c.set)
	rows := c.lower.rows
	done := search.fill(n-half, n, below.row(n), 0, 0, func() {
		if rows.lists(below.left, quarterOf(p.flipped(), half)) {
			fit++
		}
	})
	if !done {
		return 0, work.ErrStopped
	}
	return fit, nil
}

// lists reports whether halves with a left quarter in certain columns are listed: its rows may be out of range, and
// if they are equal to the columns, it may be that only its transpose is chosen.
func (r rowRange) lists(cols uint32, quarter placement) bool {
	var rows uint32
	for queen := range quarter.squares() {
		rows |= 1 << queen.row
	}
	if !r.has(rows) || !r.chosen || rows != cols {
		return r.has(rows)
	}
	order := comesBefore(quarter)
	return order > 0 || order == 0 && r.single
}

// comesBefore returns 1 if a quarter is chosen and its transpose is not, -1 if it is the other way round, and 0 if
// they are the same. Of transposes with the same mask it chooses others than the join does, but just as many.
func comesBefore(quarter placement) int {
	falling := func(p placement) (diagonals uint64) {
		for queen := range p.squares() {
			diagonals |= 1 << (32 + queen.col - queen.row)
		}
		return diagonals
	}
	transposed := quarter.transposed()
	return cmp.Or(cmp.Compare(falling(quarter), falling(transposed)), slices.Compare(transposed, quarter))
}

// quarterOf returns the queens of the upper left quarter.
func quarterOf(p placement, half int) placement {
	quarter := slices.Clone(p[:half])
	for row, col := range quarter {
		if col >= half {
			quarter[row] = none
		}
	}
	return quarter
}

// A placement has the column of the queen in each row, or none.
type placement []int

const none = -1

func noQueens(n int) placement { return slices.Repeat(placement{none}, n) }

// squares yields the squares with queens, row by row.
func (p placement) squares() iter.Seq[square] {
	return func(yield func(square) bool) {
		for row, col := range p {
			if col != none && !yield(square{row, col}) {
				return
			}
		}
	}
}

// flipped returns p upside down.
func (p placement) flipped() placement {
	p = slices.Clone(p)
	slices.Reverse(p)
	return p
}

// transposed returns p with rows and columns exchanged.
func (p placement) transposed() placement {
	t := noQueens(len(p))
	for queen := range p.squares() {
		t[queen.col] = queen.row
	}
	return t
}

// A rowSearch places queens row by row.
type rowSearch struct {
	open   []uint64 // by row
	queens placement
	stop   *atomic.Bool
}

// fill places queens in the rows from one up to another, in the columns; left and right are attacked
// along diagonals in the first row. It visits each way to do so, and returns false if it was stopped.
func (s *rowSearch) fill(row, end int, columns, left, right uint64, visit func()) bool {
	if row == end {
		visit()
		return true
	}
	for free := s.open[row] & columns &^ (left | right); free != 0; free &= free - 1 {
		queen := free & -free
		s.queens[row] = bits.TrailingZeros64(queen)
		if !s.fill(row+1, end, columns&^queen, (left|queen)<<1, (right|queen)>>1, visit) {
			return false
		}
	}
	s.queens[row] = none
	return end-row != 6 || !s.stop.Load() // six queens stand in six columns, in 720 ways at most
}
