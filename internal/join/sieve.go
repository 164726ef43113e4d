package join

import (
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
)

// A sieve counts the pairs of two lists of masks that have no bit in common. It reorders the bits,
// those that tell most pairs apart first, so that most pairs are never looked at:
//
//	bit 63 …                                              … 0
//	| prefix | branch | group | key |   | chunk 3 | … | chunk 0 |
//
// A bit is live if masks of both lists may have it; the others do not matter. A chunk is as wide as
// its highest live bit needs, so the bits that are not live should come last.
//
// The prefix is the same in all masks of a list, and does not clash. Each branch bit parts the long
// masks in two: those with the bit are compared only with the short masks without it. Long masks
// that are equal so far are sorted by group and key, and so are the short ones. The short masks of
// a group are then compared, a block at a time, with each group of long masks that does not clash.
// Each of these long masks whose key fits some mask of the block is compared with the whole block.
//
// A branch bit copies the short masks without it, and so makes more blocks. A group bit copies
// nothing, but needs enough short masks to fill blocks of each group. A key bit costs entries in
// the tables of each block, and lets a block have masks of several keys.
//
// The long masks are sorted first, and may then be counted with more than one list of short ones.
// It is fastest if the long list is the longer one.
type sieve struct {
	pairing    *kernel.Pairing
	group, key int // the widths of group and key, if there are enough diagonals
	widths     fieldWidths
	live       uint64
	table      *kernel.Lookup
	// The long masks are in the order of their branch, group and key: those where these bits have
	// the value v are long[runs[v]:runs[v+1]].
	long []uint64
	runs []uint32
	// The short masks are in the order of their group and key: those of group g are
	// short[groups[g]:groups[g+1]].
	short   []uint64
	groups  []uint32
	without [][]uint64 // for each branch bit, the short masks without it
	offsets kernel.Offsets
	one     [1]uint64
}

// fieldWidths are the widths of the bit fields of a mask.
type fieldWidths struct {
	prefix, branch, group, key int
	chunks                     [kernel.Chunks]int
}

// upperBits is the number of bits for prefix, branch, group and key.
const upperBits = 64 - kernel.Chunks*kernel.ChunkBits

func newSieve(p *kernel.Pairing, group, key int) *sieve {
	s := &sieve{pairing: p, group: group, key: key, table: new(kernel.Lookup), without: make([][]uint64, upperBits)}
	for i := range s.table.Chunks {
		for w := range s.table.Chunks[i][0] {
			s.table.Chunks[i][0][w] = ^uint64(0)
		}
	}
	return s
}

// setFields gives each diagonal a bit, in the given order, and returns the bits, by diagonal; there
// are size diagonals. The prefix and the branch are as wide as asked for if there are enough.
func (s *sieve) setFields(order []int, live uint64, size, prefix, branches int) (bitAt []uint64) {
	w := fieldWidths{prefix: prefix}
	w.key = min(s.key, len(order)-prefix)
	w.group = min(s.group, len(order)-prefix-w.key)
	rest := len(order) - prefix - w.group - w.key
	w.branch = max(min(branches, rest, upperBits-prefix-w.group-w.key), rest-kernel.Chunks*kernel.ChunkBits)
	upper := w.prefix + w.branch + w.group + w.key
	bitAt = make([]uint64, size)
	for i, diagonal := range order[:upper] {
		bitAt[diagonal] = 1 << (63 - i)
	}
	for i, diagonal := range order[upper:] {
		chunk, bit := i%kernel.Chunks, i/kernel.Chunks
		bitAt[diagonal] = 1 << (chunk*kernel.ChunkBits + bit)
		if live>>diagonal&1 != 0 {
			w.chunks[chunk] = bit + 1
		}
	}
	s.widths, s.live = w, reordered(live, bitAt)
	return bitAt
}

// sortLong sets the long masks, sorted.
func (s *sieve) sortLong(masks []uint64, stop *atomic.Bool) {
	w := s.widths
	width := w.branch + w.group + w.key
	s.sort(&s.long, masks, w.prefix, width, stop)
	s.runs = append(s.runs[:0], 0)
	for _, next := range s.offsets[:1<<width] {
		s.runs = append(s.runs, next[1]) // where the masks of this value end
	}
}

// sortShort sets the short masks, sorted.
func (s *sieve) sortShort(masks []uint64, stop *atomic.Bool) {
	w := s.widths
	if w.group == 0 && len(masks) <= kernel.BlockMasks { // a single block, in any order
		s.short = append(resized(&s.short, len(masks)+kernel.BlockMasks), masks...)
		s.groups = append(s.groups[:0], 0, uint32(len(masks)))
		return
	}
	s.sort(&s.short, masks, w.prefix+w.branch, w.group+w.key, stop)
	s.groups = append(s.groups[:0], 0)
	for group := range 1 << w.group {
		last := (group+1)<<w.key - 1
		s.groups = append(s.groups, s.offsets[last][1])
	}
}

// countPairs returns the number of pairs of a long mask and one of these that have no bit in
// common.
func (s *sieve) countPairs(masks []uint64, stop *atomic.Bool) (pairs uint64) {
	if len(masks) == 0 {
		return 0
	}
	s.sortShort(masks, stop)
	for group, first := range s.groups[:len(s.groups)-1] {
		for rest := s.short[first:s.groups[group+1]]; len(rest) > 0 && !stop.Load(); {
			some := rest[:min(kernel.BatchSize, len(rest))]
			pairs += s.sift(0, len(s.runs)-1, some, 0, uint64(group), stop)
			rest = rest[len(some):]
		}
	}
	return pairs
}

// sort sorts masks into sorted by the width bits that follow the first few. It keeps only live
// bits.
func (s *sieve) sort(sorted *[]uint64, masks []uint64, first, width int, stop *atomic.Bool) {
	f := kernel.BitField{Shift: uint64(64 - first - width), Low: 1<<width - 1}
	*sorted = resized(sorted, len(masks)+kernel.BlockMasks)[:len(masks)]
	clear(s.offsets[:1<<width])
	inBatches(masks, stop, func(some []uint64) { s.pairing.Tally(&s.offsets, some, f) })
	next := uint32(0)
	for value := range s.offsets[:1<<width] {
		at := &s.offsets[value]
		even, odd := at[0], at[1]
		at[0], at[1] = next, next+even
		next += even + odd
	}
	inBatches(masks, stop, func(some []uint64) { s.pairing.Scatter(*sorted, &s.offsets, some, f, s.live) })
}

// The runtime can stop a goroutine where it enters a function, but not in assembly, where most of
// the time goes. While all workers are there, no timer of the program fires. So each loop around
// assembly calls a function that is not inlined.

// inBatches calls step with all masks, a batch at a time, until stop is set.
//
//go:noinline
func inBatches(masks []uint64, stop *atomic.Bool, step func(some []uint64)) {
	for some := range slices.Chunk(masks, kernel.BatchSize) {
		if stop.Load() {
			return
		}
		step(some)
	}
}

// sift counts the pairs of short masks of a group and of the long masks with values from first to
// last-1. The first depth branch bits of the latter are the same, and do not clash.
func (s *sieve) sift(first, last int, short []uint64, depth int, group uint64, stop *atomic.Bool) uint64 {
	if s.runs[first] == s.runs[last] || len(short) == 0 {
		return 0
	}
	if depth == s.widths.branch {
		return s.countBlocks(s.runs[first:last+1], short, group, stop)
	}
	middle := (first + last) / 2
	without := s.sift(first, middle, short, depth+1, group, stop)
	s.one[0] = 1 << (63 - s.widths.prefix - depth)
	s.without[depth] = resized(&s.without[depth], len(short)+kernel.BlockMasks)
	fitting := s.without[depth][:len(short)+kernel.VectorPadding]
	fitting = fitting[:s.pairing.Combine(fitting, s.one[:], short)]
	return without + s.sift(middle, last, fitting, depth+1, group, stop)
}

// countBlocks counts the pairs of short masks of a group, a block at a time, and of the long masks
// of a branch, given by their runs.
func (s *sieve) countBlocks(runs []uint32, short []uint64, group uint64, stop *atomic.Bool) (pairs uint64) {
	others := bitboard.Below(s.widths.group) &^ group
	for len(short) > 0 && !stop.Load() {
		size := min(kernel.BlockMasks, len(short))
		s.tabulate(short[:size])
		for other := range bitboard.Subsets(others) {
			pairs += s.pairing.Count(s.table, runs[other<<s.widths.key:][:1<<s.widths.key+1], s.long)
		}
		short = short[size:]
	}
	return pairs
}

// countFew returns the number of pairs without a bit in common of two short lists.
func countFew(xs, ys []uint64, stop *atomic.Bool) (pairs uint64) {
	for _, x := range xs {
		if stop.Load() {
			break
		}
		for _, y := range ys {
			if x&y == 0 {
				pairs++
			}
		}
	}
	return pairs
}

// tabulate makes the lookup for a block, which may be a short one.
//
//go:noinline
func (s *sieve) tabulate(block []uint64) {
	t := s.table
	s.pairing.Transpose(&t.Have, (*[kernel.BlockMasks]uint64)(block[:kernel.BlockMasks]))
	for w := range t.Keys[0] {
		t.Keys[0][w] = bitboard.Below((len(block) - w + 7) / 8)
	}
	low := 64 - s.widths.prefix - s.widths.branch - s.widths.group - s.widths.key
	s.pairing.Subsets(t.Keys[:], t.Have[low:low+s.widths.key])
	for i, width := range s.widths.chunks {
		low := i * kernel.ChunkBits
		s.pairing.Subsets(t.Chunks[i][:], t.Have[low:low+width])
	}
}
