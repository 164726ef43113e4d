package queens

import (
	"sync/atomic"
)

// A sieve counts the pairs of two lists of masks that have no bit in common. The
// bits are sorted, those that tell most pairs apart first, so that most pairs are
// never looked at:
//
//	bit 63 …                                         … 0
//	| part | split      | prefix  |   | chunk 3 | … | chunk 0 |
//
// The part is the same in all masks of a list, and does not clash. A bit of the split
// leads to a list of long masks with the bit and one without: the former go only with
// short masks without it. Long masks that are equal so far are sorted by prefix. Then
// short ones are looked at, a block at a time: for each prefix that some of the block
// go with, at each of the long masks with the prefix.
//
// Of the two lists, the long masks are set first, and may then be counted with more
// than one list of short ones. It takes least time if there are more of the former.
type sieve struct {
	*pairing
	part, split, prefix int
	widths              [chunks]int
	table               *lookup
	long, short         []uint64
	runs                []uint32   // where the masks with each split and prefix begin in long
	apart               [][]uint64 // short masks without a bit, for each bit of the split
	at                  [1 << 16]uint32
	one                 [1]uint64
}

// Widths of bit fields. They were measured at n = 18 to 24, where there is little
// between neighbouring values.
const (
	prefixBits = 7
	sortBits   = 10
	upperBits  = 64 - chunks*chunkBits // for part, split and prefix
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

// arrange sets the widths of the fields and the place of each diagonal in them. Given
// are the diagonals in order, and the widths of part and split if there are so many.
func (s *sieve) arrange(order []int, places []uint64, part, split int) {
	s.part = part
	s.prefix = min(prefixBits, len(order)-part)
	rest := len(order) - part - s.prefix
	s.split = max(min(split, rest, upperBits-part-s.prefix), rest-chunks*chunkBits)
	upper := s.part + s.split + s.prefix
	for i, line := range order[:upper] {
		places[line] = 1 << (63 - i)
	}
	s.widths = [chunks]int{}
	for i, line := range order[upper:] {
		chunk := i % chunks
		places[line] = 1 << (chunk*chunkBits + s.widths[chunk])
		s.widths[chunk]++
	}
}

// set sets the long masks. It returns false if stop was set.
func (s *sieve) set(masks []uint64, stop *atomic.Bool) (done bool) {
	s.long, done = s.sort(s.long, masks, s.part, s.split+s.prefix, stop)
	s.runs = append(s.runs[:0], 0)
	s.runs = append(s.runs, s.at[:1<<(s.split+s.prefix)]...)
	return done
}

// pairs returns the number of pairs of the long masks and others. It returns false if
// stop was set.
func (s *sieve) pairs(masks []uint64, stop *atomic.Bool) (pairs uint64, done bool) {
	if s.short, done = s.sort(s.short, masks, s.part+s.split, sortBits, stop); !done {
		return 0, false
	}
	for rest := s.short; len(rest) > 0; {
		some := min(atOnce, len(rest))
		found, done := s.sift(s.runs, rest[:some], 0, stop)
		if !done {
			return 0, false
		}
		pairs += found
		rest = rest[some:]
	}
	return pairs, true
}

// sort sorts masks by bits, width of them below the first few. It leaves behind where
// in the sorted masks those with each value of these bits end. It returns false if stop
// was set.
func (s *sieve) sort(sorted, masks []uint64, first, width int, stop *atomic.Bool) ([]uint64, bool) {
	left, right := first&63, (64-width)&63
	clear(s.at[:1<<width])
	for rest := masks; len(rest) > 0; rest = rest[min(atOnce, len(rest)):] {
		if stop.Load() {
			return sorted, false
		}
		for _, m := range rest[:min(atOnce, len(rest))] {
			s.at[uint16(m<<left>>right)]++
		}
	}
	sum := uint32(0)
	for i, count := range s.at[:1<<width] {
		s.at[i] = sum
		sum += count
	}
	sorted = room(sorted, len(masks)+blockMasks)[:len(masks)]
	for rest := masks; len(rest) > 0; rest = rest[min(atOnce, len(rest)):] {
		if stop.Load() {
			return sorted, false
		}
		for _, m := range rest[:min(atOnce, len(rest))] {
			next := &s.at[uint16(m<<left>>right)]
			sorted[*next] = m
			*next++
		}
	}
	return sorted, true
}

// sift counts the pairs of short masks and the long ones in runs, where the first
// bits of the split are the same and do not clash.
func (s *sieve) sift(runs []uint32, short []uint64, bits int, stop *atomic.Bool) (uint64, bool) {
	last := len(runs) - 1
	if runs[0] == runs[last] || len(short) == 0 {
		return 0, true
	}
	if bits == s.split {
		return s.look(runs, short, stop)
	}
	without, done := s.sift(runs[:last/2+1], short, bits+1, stop)
	if !done {
		return 0, false
	}
	s.one[0] = 1 << (63 - s.part - bits)
	s.apart[bits] = room(s.apart[bits], len(short)+blockMasks)
	apart := s.apart[bits][:len(short)+slack]
	apart = apart[:s.combine(apart, s.one[:], short)]
	with, done := s.sift(runs[last/2:], apart, bits+1, stop)
	return without + with, done
}

// look counts the pairs of short masks, a block at a time, and the long ones in runs.
func (s *sieve) look(runs []uint32, short []uint64, stop *atomic.Bool) (uint64, bool) {
	var pairs uint64
	for len(short) > 0 {
		if stop.Load() {
			return 0, false
		}
		size := min(blockMasks, len(short))
		s.tabulate(short[:size])
		pairs += s.count(s.table, runs, s.long)
		short = short[size:]
	}
	return pairs, true
}

// tabulate makes the lookup for a block, which may be shorter than others.
//
// The runtime can stop a goroutine when it enters a function that is not inlined, and
// not while it is in assembly, where much of the time goes.
//
//go:noinline
func (s *sieve) tabulate(block []uint64) {
	t := s.table
	s.transpose(&t.have, (*[blockMasks]uint64)(block[:blockMasks]))
	for w := range t.prefix[0] {
		t.prefix[0][w] = fullRow((len(block) - w + 7) / 8)
	}
	low := 64 - s.part - s.split - s.prefix
	s.subsets(t.prefix[:], t.have[low:low+s.prefix])
	for i, width := range s.widths {
		low := i * chunkBits
		s.subsets(t.chunks[i][:], t.have[low:low+width])
	}
}

// room returns an empty list with room for so many masks. What was in the given one
// is lost, and its memory is free at once if it has too little.
func room(masks []uint64, size int) []uint64 {
	if cap(masks) >= size {
		return masks[:0]
	}
	return make([]uint64, 0, size+size/8)
}
