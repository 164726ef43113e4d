package join

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/naive"
)

// A check counts a small part of a piece in two ways: as the join does, and by naive searches, which
// know neither quarters nor masks nor a sieve. It draws one set of columns at random, and compares
//
//   - the masks of upper halves whose left queens are in certain rows, drawn at random;
//   - the number of lower halves that fit some of these halves.
//
// It leaves out the quarters with equal rows and columns if only chosen ones of them are listed
// (Lemma 4).
//
// Of a hundred checks at n = 16, 54 found a kernel that lost one solution in 64, and 15 one that lost
// one in 512; at n = 22 it was 86 and 71 (go test -run JoinCheckFaults -v).
type check struct {
	joiner *joiner
	set    columnSet
	open   []uint64 // the squares of each row that may hold a queen
	rng    *rand.Rand
	stop   *atomic.Bool
}

const (
	// checkedHalves is how many masks of halves are compared, if there are so many. With twice as many,
	// checks find as many faults; with half as many, 46 lost lists instead of 53 at n = 16.
	checkedHalves = 1000
	// checkedPairs is how many halves are paired with all others. With 256 instead of 128, checks take
	// 1.5 to 1.9 times as long, and find the loss of one solution in 512 1.4 to 1.7 times as often.
	checkedPairs = 192
)

// Check checks one of the sets of columns of a piece. It returns an error that says what differs.
func (p *Pieces) Check(i int, k *kernel.Kernel, rng *rand.Rand, stop *atomic.Bool) error {
	j := p.join.take(k)
	defer j.release()
	return j.check(p.at(i), rng, stop)
}

func (j *joiner) check(p setRange, rng *rand.Rand, stop *atomic.Bool) error {
	set := j.join.sets.at(p.first + rng.IntN(p.sets))
	c := &check{j, set, j.join.seam.openSquares(set), rng, stop}
	above, below := j.join.seam.rowsFor(set, true)
	if above.chosen { // rows A above the seam, which are not among those below it, and ¬A below it
		above.chosen, below.chosen = false, false
		above.first++
		below.last--
	}
	if j.prepare(set, above, below, stop); stop.Load() {
		return nil
	}
	var halves [][]int
	rowSets := j.join.rowSets[bits.OnesCount32(set.left)]
	for _, i := range rng.Perm(len(rowSets)) {
		if len(halves) < checkedHalves && above.has(rowSets[i]) {
			some, err := c.upperHalves(rowSets[i])
			if err != nil {
				return err
			}
			halves = append(halves, some...)
		}
	}
	return c.checkPairs(halves, below)
}

// openSquares returns the squares of each row that the queens of a solution can stand on, given the
// columns of those in the upper half.
func (s seam) openSquares(c columnSet) []uint64 {
	above, below := c.row(s.n), s.lowerColumns(c).row(s.n)
	var middle []uint64
	switch c.middle {
	case centred:
		middle = []uint64{1 << s.half}
	case offCentre:
		middle = []uint64{above & bitboard.Below(s.half)}
		above |= 1 << s.half
	}
	return slices.Concat(slices.Repeat([]uint64{above}, s.half), middle, slices.Repeat([]uint64{below}, s.half))
}

// differ returns the error of the check.
func (c *check) differ(format string, args ...any) error {
	n := c.joiner.join.seam.n
	return fmt.Errorf("the check of columns %#x at n = %d fails: %s", c.set.row(n), n, fmt.Sprintf(format, args...))
}

// upperHalves searches for the upper halves whose left queens are in certain rows, and compares
// their masks with those that the join lists.
func (c *check) upperHalves(rows uint32) (halves [][]int, err error) {
	s := c.joiner.join.seam
	open := slices.Clone(c.open[:s.n-s.half])
	left := bitboard.Below(s.n - s.half)
	for row := range s.half {
		if rows>>row&1 != 0 {
			open[row] &= left
		} else {
			open[row] &^= left
		}
	}
	var want []uint64
	naive.Solutions(open, false, c.stop, func(queens []int) bool {
		if c.set.middle != offCentre {
			queens = queens[:s.half] // the centre is in no half
		} else if slices.Index(queens, s.half) >= queens[s.half] {
			return true // Lemma 6 has the queen of the middle column farther from the centre
		}
		halves = append(halves, slices.Clone(queens))
		want = append(want, c.maskOf(queens))
		return true
	})
	var got []uint64
	for prefix := range uint64(1) << c.joiner.prefix {
		got = c.joiner.upper.appendHalves(got, rows, prefix)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return nil, c.differ("of halves with left queens in rows %b the join lists %d, a search finds %d or others",
			rows, len(got), len(want))
	}
	return halves, nil
}

// maskOf returns the mask of an upper half, reordered.
func (c *check) maskOf(half []int) (mask uint64) {
	for row, col := range half {
		mask |= c.joiner.join.seam.mask(bitboard.Square{Row: row, Col: col})
	}
	return reordered(mask, c.joiner.upper.set.bitAt)
}

// checkPairs compares how many lower halves fit some of the upper ones. The sieve wants masks with
// the same prefix, so it takes those with the prefix of the first one.
func (c *check) checkPairs(halves [][]int, rows rowRange) error {
	j := c.joiner
	var masks []uint64
	var prefix, want uint64
	for _, i := range c.rng.Perm(len(halves)) {
		mask := c.maskOf(halves[i])
		if len(masks) == 0 {
			prefix = mask >> (64 - j.prefix)
		}
		if len(masks) == checkedPairs || mask>>(64-j.prefix) != prefix {
			continue
		}
		masks = append(masks, mask)
		want += c.lowerHalves(halves[i], rows)
	}
	j.sieve.sortLong(masks, c.stop)
	var got uint64
	for other := range bitboard.Subsets(bitboard.Below(j.prefix) &^ prefix) {
		if c.stop.Load() {
			break
		}
		j.lower.list(other, c.stop)
		got += j.sieve.countPairs(j.lower.masks, c.stop)
	}
	if got != want {
		return c.differ("%d upper halves fit %d lower ones in the sieve, and %d in a search", len(masks), got, want)
	}
	return nil
}

// lowerHalves searches for the lower halves that fit an upper one, and returns how many have left
// queens in one of some sets of rows.
func (c *check) lowerHalves(upper []int, rows rowRange) (fit uint64) {
	s := c.joiner.join.seam
	open := slices.Clone(c.open)
	for row, col := range upper {
		open[row] &= 1 << col
	}
	naive.Solutions(open, false, c.stop, func(queens []int) bool {
		var onLeft uint32
		for row := range s.half {
			if queens[s.n-1-row] < s.half {
				onLeft |= 1 << row
			}
		}
		if rows.has(onLeft) {
			fit++
		}
		return true
	})
	return fit
}
