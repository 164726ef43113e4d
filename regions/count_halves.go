package regions

import (
	"context"
	"math/bits"
	"math/rand/v2"
)

// A halving counts the solutions of a sheet whose partial solutions hardly ever have the
// same columns and regions, so that a frontier would hold each by itself: it lists the ways
// to fill the upper rows and those to fill the lower ones, and counts the pairs that have all
// columns and all regions between them (meet in the middle). That takes time like the square
// root of the number of ways to fill all rows one by one.
//
// To hold only few at a time, it goes through the subsets of some columns: the upper halves
// that have just those go with the lower ones that have just the others.
type halving struct {
	ctx     context.Context
	upper   half
	lower   half
	columns uint32 // of the sheet
	regions uint32
	apart   bool // whether there is a given queen or none between the halves
	usual   int  // halves held at a time, about
	most    int  // and at most
	split   []uint32
	table   halfTable
	count   uint64
	result  outcome // not counted, once it has ended the count
	work    int
}

// A half is some of the rows, from the edge of the board on.
type half struct {
	rows     []openRow
	taken    [][]uint32 // by region, its columns in each row
	open     [][]uint32 // by depth of the list, the columns left in each row
	columns  uint32     // in which it must have queens
	regions  uint32
	excluded uint32 // columns in which it must not
	expected float64
}

// newHalf returns the half of some rows.
func newHalf(rows []openRow, expected float64) half {
	part := half{rows: rows, expected: expected}
	for region := range MaxN {
		taken := make([]uint32, len(rows))
		for i := range rows {
			for open := rows[i].open; open != 0; open &= open - 1 {
				if col := bits.TrailingZeros32(open); rows[i].regions[col] == 1<<region {
					taken[i] |= 1 << col
				}
			}
		}
		part.taken = append(part.taken, taken)
	}
	for range rows {
		part.open = append(part.open, make([]uint32, len(rows)))
	}
	return part
}

// About how many halves are held at a time, and how many at most. They take 16 bytes each, and
// the table to find them some more.
const (
	usuallyHeld = 1 << 18
	mostHeld    = 1 << 22
)

// mostHalved is the size of the largest board whose halves fit in 64 bits: a bit for each
// column and region, and the last column.
const mostHalved = 29

// newHalving returns the way to halve the rows of p, or its columns, that has the fewest
// halves, or nil if the board is too large.
func newHalving(ctx context.Context, p *sheet) *halving {
	if p.n > mostHalved {
		return nil
	}
	var best *halving
	for _, kind := range []Kind{Row, Column} {
		rows := rowsOf(p, kind)
		back := reversed(rows)
		upper, lower := expectedHalves(rows), expectedHalves(back)
		for i := 1; i < len(rows); i++ {
			expected := upper[i] + lower[len(rows)-i]
			if best != nil && expected >= best.expected() {
				continue
			}
			best = &halving{
				ctx: ctx, usual: usuallyHeld, most: mostHeld, apart: rows[i].apart, columns: p.pending[Row+Column-kind], regions: p.pending[Region],
				upper: newHalf(rows[:i], upper[i]),
				lower: newHalf(back[:len(rows)-i], lower[len(rows)-i]),
			}
		}
	}
	return best
}

// expected returns about how many halves there are.
func (h *halving) expected() float64 { return h.upper.expected + h.lower.expected }

// reversed returns rows from the last to the first.
func reversed(rows []openRow) []openRow {
	back := make([]openRow, len(rows))
	for i, r := range rows {
		j := len(rows) - 1 - i
		r.apart = i+1 == len(rows) || rows[i+1].apart
		back[j] = r
	}
	return back
}

// expectedHalves estimates for each number of rows how many ways there are to fill the first
// ones or fewer, by random descents (D. E. Knuth, Estimating the efficiency of backtrack programs,
// Mathematics of Computation 29, 1975).
func expectedHalves(rows []openRow) []float64 {
	const descents = 100
	expected := make([]float64, len(rows)+1)
	rng := rand.New(rand.NewPCG(0, 0))
	for range descents {
		weight := 1.0 / descents
		columns, regions, last := uint32(0), uint32(0), len(rows)+1
		for i := range rows {
			r := &rows[i]
			ways := 0
			next := 0
			for open := r.open &^ columns; open != 0; open &= open - 1 {
				c := bits.TrailingZeros32(open)
				if regions&r.regions[c] != 0 || !r.apart && max(c-last, last-c) <= 1 {
					continue
				}
				if ways++; rng.IntN(ways) == 0 {
					next = c
				}
			}
			if ways == 0 {
				break
			}
			weight *= float64(ways)
			expected[i+1] += weight
			columns, regions, last = columns|1<<next, regions|r.regions[next], next
		}
	}
	for i := range rows {
		expected[i+1] += expected[i]
	}
	return expected
}

// total returns the number of solutions, if it can be told in the memory that it may take.
func (h *halving) total() (uint64, outcome) {
	above, below := h.upper.reach(), h.lower.reach()
	h.upper.columns, h.upper.regions = h.columns&^uint32(below), h.regions&^uint32(below>>32)
	h.lower.columns, h.lower.regions = h.columns&^uint32(above), h.regions&^uint32(above>>32)
	held := min(h.upper.expected, h.lower.expected)
	if h.lower.expected < h.upper.expected {
		h.upper, h.lower = h.lower, h.upper
	}
	both := uint32(above) & uint32(below)
	for ; held > float64(h.usual) && both != 0; held /= 2 {
		h.split = append(h.split, both&-both)
		both &= both - 1
	}
	h.divide(0)
	return h.count, h.result
}

// reach returns the columns and the regions of the open squares of a half.
func (h *half) reach() uint64 {
	reach := uint64(0)
	for i := range h.rows {
		reach |= h.rows[i].reach()
	}
	return reach
}

// divide counts the pairs for all ways to divide the columns to split from the i-th on.
func (h *halving) divide(i int) {
	upper, lower := h.upper, h.lower
	if h.result != counted || bits.OnesCount32(upper.columns) > len(upper.rows) || bits.OnesCount32(lower.columns) > len(lower.rows) {
		return
	}
	if i == len(h.split) {
		h.pair()
		return
	}
	column := h.split[i]
	h.upper.columns, h.lower.excluded = upper.columns|column, lower.excluded|column
	h.divide(i + 1)
	h.upper, h.lower = upper, lower
	h.upper.excluded, h.lower.columns = upper.excluded|column, lower.columns|column
	h.divide(i + 1)
	h.upper, h.lower = upper, lower
}

// Halves are packed in one word: the regions, the columns and the last column.
const (
	lastBits   = 5
	columnBits = mostHalved
)

// pair counts the pairs of halves.
func (h *halving) pair() {
	h.table.halves = h.table.halves[:0]
	h.listAll(&h.upper, func(columns, regions, squares uint32, r *openRow) {
		if len(h.table.halves) > h.most {
			h.result = tooLarge
			return
		}
		for ; squares != 0; squares &= squares - 1 {
			col := bits.TrailingZeros32(squares)
			key := uint64(regions|r.regions[col])<<columnBits | uint64(columns|1<<col)
			h.table.halves = append(h.table.halves, key<<lastBits|uint64(col))
		}
	})
	if len(h.table.halves) == 0 || h.result != counted {
		return
	}
	h.table.build()
	all := uint64(h.regions)<<columnBits | uint64(h.columns)
	h.listAll(&h.lower, func(columns, regions, squares uint32, r *openRow) {
		for ; squares != 0; squares &= squares - 1 {
			col := bits.TrailingZeros32(squares)
			rest := all &^ (uint64(regions|r.regions[col])<<columnBits | uint64(columns|1<<col))
			for _, stored := range h.table.bucket(rest) {
				if stored>>lastBits == rest {
					if other := int(stored & (1<<lastBits - 1)); h.apart || max(other-col, col-other) > 1 {
						h.count++
					}
				}
			}
		}
	})
}

// listAll passes on all ways to fill the rows of a half but the last, each with the squares of
// the last that go with it.
func (h *halving) listAll(part *half, found func(columns, regions, squares uint32, r *openRow)) {
	for i := range part.rows {
		part.open[0][i] = part.rows[i].open &^ part.excluded
	}
	h.list(part, 0, 0, 0, len(part.rows)+mostHalved, found)
}

// list is listAll for the rows from the i-th on.
func (h *halving) list(part *half, i int, columns, regions uint32, last int, found func(columns, regions, squares uint32, r *openRow)) {
	r, left := &part.rows[i], len(part.rows)-i
	open := part.open[i][i] & r.beside(last)
	if missing := part.columns &^ columns; missing != 0 {
		if count := bits.OnesCount32(missing); count > left {
			return
		} else if count == left {
			open &= missing
		}
	}
	if missing := part.regions &^ regions; missing != 0 {
		if count := bits.OnesCount32(missing); count > left {
			return
		} else if count == left {
			open &= part.within(i, missing)
		}
	}
	if left == 1 {
		found(columns, regions, open, r)
		return
	}
	if h.work++; h.work%(1<<12) == 0 && h.ctx.Err() != nil {
		h.result = cancelled
	}
	here, next := part.open[i][i+1:], part.open[i+1][i+1:]
	for ; open != 0 && h.result == counted; open &= open - 1 {
		col := bits.TrailingZeros32(open)
		region := r.regions[col]
		taken := part.taken[bits.TrailingZeros32(region)][i+1:]
		for j, squares := range here {
			next[j] = squares &^ (taken[j] | 1<<col)
		}
		h.list(part, i+1, columns|1<<col, regions|region, col, found)
	}
}

// within returns the columns of a row that are in regions.
func (h *half) within(i int, regions uint32) uint32 {
	columns := uint32(0)
	for ; regions != 0; regions &= regions - 1 {
		columns |= h.taken[bits.TrailingZeros32(regions)][i]
	}
	return columns
}

// A halfTable finds halves by their columns and regions.
type halfTable struct {
	halves  []uint64
	ordered []uint64 // by hash
	starts  []uint32 // of each hash, in ordered
	shift   int
}

// build orders the halves.
func (t *halfTable) build() {
	size := bits.Len(uint(len(t.halves)))
	t.shift = 64 - size
	if cap(t.starts) < 1<<size+1 {
		t.starts = make([]uint32, 1<<size+1)
	}
	if cap(t.ordered) < len(t.halves) {
		t.ordered = make([]uint64, len(t.halves))
	}
	t.starts, t.ordered = t.starts[:1<<size+1], t.ordered[:len(t.halves)]
	clear(t.starts)
	for _, stored := range t.halves {
		t.starts[t.hash(stored>>lastBits)]++
	}
	sum := uint32(0)
	for i, count := range t.starts {
		sum += count
		t.starts[i] = sum
	}
	for _, stored := range t.halves {
		hash := t.hash(stored >> lastBits)
		t.starts[hash]--
		t.ordered[t.starts[hash]] = stored
	}
}

func (t *halfTable) hash(key uint64) int { return int(key * mixer >> t.shift) }

// bucket returns halves among which are those of a key.
func (t *halfTable) bucket(key uint64) []uint64 {
	hash := t.hash(key)
	return t.ordered[t.starts[hash]:t.starts[hash+1]]
}
