package queens

import "math/bits"

// References:
//
//	[warren]  Henry S. Warren. Hacker's Delight, second edition. Addison-Wesley, 2012.

// The join counts the pairs of two lists of masks that have no bit in common. One
// list is cut into blocks, and each block is turned into tables. Then a few ANDs
// tell for a mask of the other list which of the whole block it goes with.

// blockMasks is the number of masks in a block.
const blockMasks = 512

// flags have a bit for each mask of a block. Mask 8k+w is bit k of word w: so the
// words that lie side by side in a block do so in flags as well.
type flags [blockMasks / 64]uint64

// A mask consists of four chunks, from the lowest bits on, and the bits above them.
// Of these some make up the prefix, by which the masks of the other list are sorted.
const (
	chunks    = 4
	chunkBits = 11
	maxPrefix = 8
)

// A lookup tells which masks of a block have no bit in common with another mask:
// those in its prefix's entry, and in the entries of all of its chunks.
type lookup struct {
	have   [64]flags // for each bit, the masks that have it
	prefix [1 << maxPrefix]flags
	chunks [chunks][1 << chunkBits]flags
}

// A pairing does the inner loops of the join.
//
// combine writes x|y for each x of xs and y of ys that have no bit in common, and
// returns their number. It may read and write as many words as slack behind what
// it is given and what it keeps.
//
// transpose sets which masks of a block have each bit.
//
// subsets sets the entry of each set of bits, but the empty one: to the masks in the
// entry of the empty set that have none of these bits.
//
// count returns how many pairs of a mask of the block and one of masks have no bit
// in common. The masks with prefix p are masks[runs[p]:runs[p+1]].
type pairing struct {
	combine   func(out, xs, ys []uint64) int
	transpose func(have *[64]flags, block *[blockMasks]uint64)
	subsets   func(entries, have []flags)
	count     func(t *lookup, runs []uint32, masks []uint64) uint64
}

const slack = 8

// atOnce is how many masks are gone through at once: those of a sieve's short list so that
// copies of some of them take little memory, and all others so that the work can be stopped.
const atOnce = 1 << 18

var pairingPortable = &pairing{combinePortable, transposePortable, subsetsPortable, countPortable}

func combinePortable(out, xs, ys []uint64) int {
	kept := 0
	for _, x := range xs {
		for _, y := range ys {
			out[kept] = x | y
			_, apart := bits.Sub64(x&y, 1, 0)
			kept += int(apart)
		}
	}
	return kept
}

// transposePortable transposes eight matrices of 64×64 bits, one for each word of
// flags. It exchanges the two squares off the diagonal, then those in each of the
// four squares, and so on down to single bits ([warren], section 7-3).
func transposePortable(have *[64]flags, block *[blockMasks]uint64) {
	for w := range have[0] {
		var m [64]uint64
		for k := range m {
			m[k] = block[8*k+w]
		}
		low := uint64(1<<32 - 1) // half of the columns of each square
		for size := 32; size > 0; size /= 2 {
			for k := 0; k < 64; k = (k + size + 1) &^ size {
				x, y := &m[k], &m[k+size]
				differ := (*x>>size ^ *y) & low
				*x ^= differ << size
				*y ^= differ
			}
			low ^= low << (size / 2)
		}
		for bit := range have {
			have[bit][w] = m[bit]
		}
	}
}

func subsetsPortable(entries, have []flags) {
	for i := range have {
		bit := &have[i]
		with := entries[1<<i : 2<<i]
		for set := range with {
			without, entry := &entries[set], &with[set]
			for w := range entry {
				entry[w] = without[w] &^ bit[w]
			}
		}
	}
}

func countPortable(t *lookup, runs []uint32, masks []uint64) uint64 {
	const chunk = 1<<chunkBits - 1
	pairs := 0
	for p, first := range runs[:len(runs)-1] {
		run, entry := masks[first:runs[p+1]], &t.prefix[p]
		if len(run) == 0 || *entry == (flags{}) {
			continue
		}
		for _, m := range run {
			c0, c1 := &t.chunks[0][m&chunk], &t.chunks[1][m>>chunkBits&chunk]
			c2, c3 := &t.chunks[2][m>>(2*chunkBits)&chunk], &t.chunks[3][m>>(3*chunkBits)&chunk]
			for w := range entry {
				pairs += bits.OnesCount64(entry[w] & c0[w] & c1[w] & c2[w] & c3[w])
			}
		}
	}
	return uint64(pairs)
}
