package queens

import (
	"sync/atomic"
)

// A sieve counts the pairs of two lists of masks that have no bit in common. The
// bits are sorted, those that tell most pairs apart first, so that most pairs are
// never looked at:
//
//	bit 63 …                                      … 0
//	| prefix | branch  | key |   | chunk 3 | … | chunk 0 |
//
// The prefix is the same in all masks of a list, and does not clash. A branch bit leads
// to a list of long masks with the bit and one without: the former go only with short
// masks without it. Long masks that are equal so far are sorted by key. Then short ones
// are looked at, a block at a time: each of the long masks whose key fits some mask of
// the block is compared with all of it.
//
// The long masks are set first, and may then be counted with more than one list of short
// ones. It is fastest if the long list is the longer one.
type sieve struct {
	pairing     *pairing
	widths      fieldWidths
	table       *lookup
	long, short []uint64
	runs        []uint32   // where the masks with each branch and key begin in long
	apart       [][]uint64 // short masks without a bit, for each branch bit
	ends        [1 << 16]uint32
	one         [1]uint64
}

// fieldWidths are the widths of the bit fields of a mask.
type fieldWidths struct {
	prefix, branch, key int
	chunks              [chunks]int
}

// Widths of bit fields. They were measured at n = 18 to 24, where neighbouring values
// differ little.
const (
	keyBits   = 7
	sortBits  = 10
	upperBits = 64 - chunks*chunkBits // for prefix, branch and key
)

func newSieve(p *pairing) *sieve {
	s := &sieve{pairing: p, table: new(lookup), apart: make([][]uint64, upperBits)}
	for i := range s.table.chunks {
		for w := range s.table.chunks[i][0] {
			s.table.chunks[i][0][w] = ^uint64(0)
		}
	}
	return s
}

// arrange sets the widths of the fields, and returns the bit that stands for each of
// size diagonals. Given are the diagonals in order, the width of the prefix, and that of
// the branch if there are enough.
func (s *sieve) arrange(order []int, size, prefix, branches int) (bitAt []uint64) {
	w := fieldWidths{prefix: prefix}
	w.key = min(keyBits, len(order)-prefix)
	rest := len(order) - prefix - w.key
	w.branch = max(min(branches, rest, upperBits-prefix-w.key), rest-chunks*chunkBits)
	upper := w.prefix + w.branch + w.key
	bitAt = make([]uint64, size)
	for i, diagonal := range order[:upper] {
		bitAt[diagonal] = 1 << (63 - i)
	}
	for i, diagonal := range order[upper:] {
		chunk := i % chunks
		bitAt[diagonal] = 1 << (chunk*chunkBits + w.chunks[chunk])
		w.chunks[chunk]++
	}
	s.widths = w
	return bitAt
}

// setLong sets the long masks.
func (s *sieve) setLong(masks []uint64, stop *atomic.Bool) error {
	width := s.widths.branch + s.widths.key
	sorted, ends, err := s.sort(s.long, masks, s.widths.prefix, width, stop)
	s.long = sorted
	s.runs = append(append(s.runs[:0], 0), ends...)
	return err
}

// countPairs returns the number of pairs of the long masks and others.
func (s *sieve) countPairs(masks []uint64, stop *atomic.Bool) (pairs uint64, err error) {
	if s.short, _, err = s.sort(s.short, masks, s.widths.prefix+s.widths.branch, sortBits, stop); err != nil {
		return 0, err
	}
	for rest := s.short; len(rest) > 0; {
		size := min(atOnce, len(rest))
		more, err := s.sift(s.runs, rest[:size], 0, stop)
		if err != nil {
			return 0, err
		}
		pairs += more
		rest = rest[size:]
	}
	return pairs, nil
}

// sort sorts masks by bits, width of them below the first few, into the memory of
// sorted. It returns where in the sorted masks those with each value of these bits end,
// until the next call.
func (s *sieve) sort(sorted, masks []uint64, first, width int, stop *atomic.Bool) ([]uint64, []uint32, error) {
	left, right := first&63, (64-width)&63
	clear(s.ends[:1<<width])
	for rest := masks; len(rest) > 0; rest = rest[min(atOnce, len(rest)):] {
		if stop.Load() {
			return sorted, nil, errStopped
		}
		for _, m := range rest[:min(atOnce, len(rest))] {
			s.ends[uint16(m<<left>>right)]++
		}
	}
	sum := uint32(0)
	for value, count := range s.ends[:1<<width] {
		s.ends[value] = sum
		sum += count
	}
	sorted = emptied(sorted, len(masks)+blockMasks)[:len(masks)]
	for rest := masks; len(rest) > 0; rest = rest[min(atOnce, len(rest)):] {
		if stop.Load() {
			return sorted, nil, errStopped
		}
		for _, m := range rest[:min(atOnce, len(rest))] {
			next := &s.ends[uint16(m<<left>>right)]
			sorted[*next] = m
			*next++
		}
	}
	return sorted, s.ends[:1<<width], nil
}

// sift counts the pairs of short masks and the long ones in runs, where the first
// branch bits, as many as depth says, are the same and do not clash.
func (s *sieve) sift(runs []uint32, short []uint64, depth int, stop *atomic.Bool) (uint64, error) {
	last := len(runs) - 1
	if runs[0] == runs[last] || len(short) == 0 {
		return 0, nil
	}
	if depth == s.widths.branch {
		return s.look(runs, short, stop)
	}
	without, err := s.sift(runs[:last/2+1], short, depth+1, stop)
	if err != nil {
		return 0, err
	}
	s.one[0] = 1 << (63 - s.widths.prefix - depth)
	s.apart[depth] = emptied(s.apart[depth], len(short)+blockMasks)
	apart := s.apart[depth][:len(short)+padding]
	apart = apart[:s.pairing.combine(apart, s.one[:], short)]
	with, err := s.sift(runs[last/2:], apart, depth+1, stop)
	return without + with, err
}

// look counts the pairs of short masks, a block at a time, and the long ones in runs.
func (s *sieve) look(runs []uint32, short []uint64, stop *atomic.Bool) (uint64, error) {
	var pairs uint64
	for len(short) > 0 {
		if stop.Load() {
			return 0, errStopped
		}
		size := min(blockMasks, len(short))
		s.tabulate(short[:size])
		pairs += s.pairing.count(s.table, runs, s.long)
		short = short[size:]
	}
	return pairs, nil
}

// tabulate makes the lookup for a block, which may be shorter than others.
//
// The runtime can stop a goroutine when it enters a function that is not inlined, and
// not while it is in assembly, where much of the time goes.
//
//go:noinline
func (s *sieve) tabulate(block []uint64) {
	t := s.table
	s.pairing.transpose(&t.have, (*[blockMasks]uint64)(block[:blockMasks]))
	for w := range t.keys[0] {
		t.keys[0][w] = fullRow((len(block) - w + 7) / 8)
	}
	low := 64 - s.widths.prefix - s.widths.branch - s.widths.key
	s.pairing.subsets(t.keys[:], t.have[low:low+s.widths.key])
	for i, width := range s.widths.chunks {
		low := i * chunkBits
		s.pairing.subsets(t.chunks[i][:], t.have[low:low+width])
	}
}

// emptied returns an empty list with room for size masks. What was in the given one
// is lost, and its memory is free at once if it has too little.
func emptied(masks []uint64, size int) []uint64 {
	if cap(masks) >= size {
		return masks[:0]
	}
	return make([]uint64, 0, size+size/8)
}
