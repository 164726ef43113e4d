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

// A check counts a small part of a piece in two ways: as the join does, and by searches row by row
// that know queens and squares, but neither quarters nor masks nor a sieve. It draws one set of
// columns at random, and compares
//
//   - the masks of upper halves whose left queens are in certain rows, drawn at random;
//   - the number of lower halves that fit some of these halves.
//
// A check takes 4 ms at n = 20 and 65 ms at n = 24. This is how many of a hundred checks found a
// kernel that was wrong in one way (go test -run JoinCheckFaults -v .):
//
//	                                            n = 16   18   20   22
//	one solution in 8 is lost                       85   86   86   97
//	one solution in 64 is lost                      52   58   74   89
//	one solution in 512 is lost                     10   22   39   62
//	one list of halves in 64 is lost                65   64   72   86
//	one key is lost, of 1 in 120 to 40 solutions    10   35   44   65
//
// So twenty checks miss the loss of one solution in 64 once in two million times at n = 16, and a
// hundred checks miss the loss of one in 512 once in 40 000 times.
type check struct {
	*joiner
	set  columnSet
	rng  *rand.Rand
	stop *atomic.Bool
}

const (
	// checkedHalves is how many masks of halves are compared, if there are so many. With half or
	// twice as many, checks find as many faults.
	checkedHalves = 2000
	// checkedPairs is how many halves are paired with all others. With half as many, checks take 20
	// % less time and find the loss of one solution in 512 half as often; with twice as many, they
	// take 10 to 40 % longer and find it half as often again.
	checkedPairs = 128
)

// Check checks one of the sets of columns of a piece. It returns an error that says what differs,
// or work.ErrStopped if stop was set.
func (p *Pieces) Check(i int, k *kernel.Kernel, rng *rand.Rand, stop *atomic.Bool) error {
	j := p.join.take(k)
	defer j.Release()
	return j.check(p.at(i), rng, stop)
}

func (j *joiner) check(p setRange, rng *rand.Rand, stop *atomic.Bool) error {
	c := &check{j, j.sets.at(p.first + rng.IntN(p.sets)), rng, stop}
	if err := c.prepare(c.set, true, c.stop); err != nil {
		return err
	}
	upper := c.upper.rows
	rowSets := slices.DeleteFunc(slices.Clone(c.rowSets[bits.OnesCount32(c.set.left)]), func(rows uint32) bool { return !upper.has(rows) })
	c.rng.Shuffle(len(rowSets), func(i, k int) { rowSets[i], rowSets[k] = rowSets[k], rowSets[i] })
	var drawn []placement
	for _, rows := range rowSets {
		halves, err := c.halvesOn(rows)
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

// differ returns the error of the check.
func (c *check) differ(format string, args ...any) error {
	return fmt.Errorf("the check of columns %#x at n = %d fails: %s",
		c.set.row(c.seam.n), c.seam.n, fmt.Sprintf(format, args...))
}

// halvesOn searches for the upper halves whose left queens are in certain rows, and compares their
// masks with those that the join lists.
func (c *check) halvesOn(rows uint32) ([]placement, error) {
	var halves []placement
	var want []uint64
	lister := c.upper
	lister.rows.first, lister.rows.last, lister.prefix = rows, rows, unlisted
	search := rowSearch{open: c.openSquares(), queens: noQueens(c.seam.n), stop: c.stop}
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
		listed := lister.rows.lists(c.set.left, quarterOf(p, half))
		if c.set.cross == offCentre { // with queens as in Lemma 6
			row, col := slices.Index(p, half), p[half]
			listed = 0 <= row && row < col && col < half
		}
		if listed {
			halves = append(halves, slices.Clone(p))
			want = append(want, reordered(c.maskOf(p), lister.bitAt))
		}
	})
	if !done {
		return nil, work.ErrStopped
	}
	var got []uint64
	for prefix := range uint64(1) << c.prefix {
		if err := lister.list(prefix, c.stop); err != nil {
			return nil, err
		}
		got = append(got, lister.masks...)
	}
	slices.Sort(got)
	if sorted := slices.Sorted(slices.Values(want)); !slices.Equal(got, sorted) {
		return nil, c.differ("of halves with left queens in rows %b the join lists %d, a search finds %d or others",
			rows, len(got), len(want))
	}
	return halves, nil
}

// openSquares returns the squares of each row that no queen in the centre attacks.
func (c *check) openSquares() []uint64 {
	open := slices.Repeat([]uint64{bitset.Below(c.seam.n)}, c.seam.n)
	if c.set.cross == centred {
		putOn(open, c.seam.centre())
	}
	return open
}

// putOn puts a queen on a board. It closes the other squares of its row, and those that it attacks.
func putOn(open []uint64, queen square) {
	for row := range open {
		away := max(row-queen.row, queen.row-row)
		column := uint64(1) << queen.col
		open[row] &^= column | column<<away | column>>away
	}
	open[queen.row] = 1 << queen.col
}

// maskOf returns the mask of an upper half.
func (c *check) maskOf(half placement) (mask uint64) {
	for row, col := range half {
		mask |= c.seam.mask(square{row, col})
	}
	return mask
}

// checkPairs compares how many lower halves fit some of the upper ones. The sieve wants masks with
// the same prefix, so it takes those with the prefix of the first one.
func (c *check) checkPairs(drawn []placement) error {
	c.rng.Shuffle(len(drawn), func(i, k int) { drawn[i], drawn[k] = drawn[k], drawn[i] })
	prefixOf := func(mask uint64) uint64 { return mask >> (64 - c.prefix) }
	var masks []uint64
	var prefix, want uint64
	for _, half := range drawn {
		mask := reordered(c.maskOf(half), c.upper.bitAt)
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

// lowerHalves searches for the lower halves that fit an upper one, and returns how many of them the
// join lists.
func (c *check) lowerHalves(upper placement) (fit uint64, err error) {
	n, half := c.seam.n, c.seam.half
	p := noQueens(n)
	copy(p, upper)
	search := rowSearch{open: c.openSquares(), queens: p, stop: c.stop}
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

// lists reports whether halves with a left quarter in certain columns are listed. They are not if
// its rows are out of range, or if they equal the columns and only its transpose is chosen.
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

// comesBefore returns 1 if a quarter is chosen rather than its transpose, -1 if its transpose is
// chosen, and 0 if they are the same. Of two transposes with the same mask the join may choose the
// other one; that changes no count.
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

// quarterOf returns the upper left quarter.
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
	open   []uint64 // the squares of each row that may hold a queen
	queens placement
	stop   *atomic.Bool
}

// fill places queens in the rows from row to end-1, in certain columns, in all ways. Queens above
// attack left and right in the first row along diagonals. It calls visit for each way, and returns
// false if it was stopped.
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
	return end-row != 6 || !s.stop.Load() // six queens in six columns have at most 720 ways
}
