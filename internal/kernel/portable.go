package kernel

import (
	"math"
	"math/bits"

	"example.com/queens/internal/bitboard"
)

// Portable is the kernel for every machine.
var Portable = &Kernel{
	Name:      "portable",
	NewBoards: newWhole,
	Plain:     expandPortable,
	Torus:     expandTorusPortable,
	Finish:    finishPortable,
	Pairing:   pairingPortable,
	JoinsFrom: 16,
}

// newWhole makes room for one board more, which the loops may read and write.
func newWhole(size int) Boards { return Boards{Whole: make([]Partial, size+1)} }

// free returns the free squares of the row.
func (p *Partial) free(row *OpenRow) uint32 { return row.Open[0] &^ (p.Cols | p.left | p.right) }

// expandPortable has no branch that the processor could mispredict. It places one queen after the
// other, and moves on to the next board by arithmetic. It writes every child, and keeps it by
// counting it. The loop for the torus repeats these lines: a call for each child would cost a fifth
// of the speed.
//
// Shift counts are masked, and indices compared as unsigned numbers, only to tell the compiler that
// they are in range.
func expandPortable(in *Boards, first, count int, row *OpenRow, out *Boards) {
	children, kept := out.Whole, out.N
	block, behind := in.blocks(first, count)
	free := in.Whole[first].free(row)
	for i := 0; uint(i) < uint(len(block)); {
		next := behind[i].free(row)
		queen := free & -free
		free ^= queen
		p := &block[i]
		c := p.Cols | queen
		l := (p.left | queen) << (row.Below[0] & 31)
		r := (p.right | queen) >> (row.Below[0] & 31)
		children[kept] = Partial{c, l, r}
		done := bitboard.MaskIfEmpty(uint64(free))
		free |= next & uint32(done)
		i -= done
		free1 := row.Open[1] &^ (c | l | r)
		free2 := row.Open[2] &^ (c | l<<(row.Below[1]&31) | r>>(row.Below[1]&31))
		kept = countIf(kept, uint64(free1)*uint64(free2))
	}
	out.N = kept
}

// blocks returns the count boards from index first on, and the one after each of them.
func (b *Boards) blocks(first, count int) (block, behind []Partial) {
	behind = b.Whole[first+1 : first+1+count]
	return b.Whole[first:][:len(behind)], behind
}

// countIf returns kept, and one more if x is not 0, by the carry of x - 1.
func countIf(kept int, x uint64) int {
	_, carry := bits.Add64(x, math.MaxUint64, 0)
	sum, _ := bits.Add64(uint64(kept), 0, carry)
	return int(sum)
}

func expandTorusPortable(in *Boards, first, count int, row *OpenRow, out *Boards) {
	children, kept := out.Whole, out.N
	block, behind := in.blocks(first, count)
	free := in.Whole[first].free(row)
	for i := 0; uint(i) < uint(len(block)); {
		next := behind[i].free(row)
		queen := free & -free
		free ^= queen
		p := &block[i]
		c := p.Cols | queen
		l, r := row.down(0, p.left|queen, p.right|queen)
		children[kept] = Partial{c, l, r}
		done := bitboard.MaskIfEmpty(uint64(free))
		free |= next & uint32(done)
		i -= done
		free1 := row.Open[1] &^ (c | l | r)
		l, r = row.down(1, l, r)
		free2 := row.Open[2] &^ (c | l | r)
		kept = countIf(kept, uint64(free1)*uint64(free2))
	}
	out.N = kept
}

func finishPortable(in *Boards, first, count int, row *OpenRow) uint64 {
	solutions := 0
	for _, p := range in.Whole[first : first+count] {
		for free := p.free(row); free != 0; free &= free - 1 {
			queen := free & -free
			left, right := row.down(0, p.left|queen, p.right|queen)
			solutions += bits.OnesCount32(row.Open[1] &^ (p.Cols | queen | left | right))
		}
	}
	return uint64(solutions)
}

// down moves diagonals from the row with an index to the next one. It leaves bits above the last
// column, where no square is open.
func (row *OpenRow) down(from int, left, right uint32) (uint32, uint32) {
	below, around := row.Below[from]&31, row.Around[from]&63
	return left<<below | uint32(uint64(left)>>around), right>>below | uint32(uint64(right)<<around)
}

var pairingPortable = &Pairing{
	combinePortable, transposePortable, subsetsPortable, countPortable, tallyPortable, scatterPortable,
}

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

// transposePortable transposes eight matrices of 64×64 bits, one for each word of flags. It
// exchanges the two squares off the diagonal, then those in each of the four squares, and so on
// down to single bits (Warren, Hacker's Delight, 2nd edition, section 7-3).
func transposePortable(have *[64]Flags, block *[BlockMasks]uint64) {
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

func subsetsPortable(entries, have []Flags) {
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

func countPortable(t *Lookup, runs []uint32, masks []uint64) uint64 {
	const chunk = 1<<ChunkBits - 1
	pairs := 0
	for key, first := range runs[:len(runs)-1] {
		sameKey, entry := masks[first:runs[key+1]], &t.Keys[key]
		if len(sameKey) == 0 || *entry == (Flags{}) {
			continue
		}
		for _, m := range sameKey {
			c0, c1 := &t.Chunks[0][m&chunk], &t.Chunks[1][m>>ChunkBits&chunk]
			c2, c3 := &t.Chunks[2][m>>(2*ChunkBits)&chunk], &t.Chunks[3][m>>(3*ChunkBits)&chunk]
			for w := range entry {
				pairs += bits.OnesCount64(entry[w] & c0[w] & c1[w] & c2[w] & c3[w])
			}
		}
	}
	return uint64(pairs)
}

func tallyPortable(o *Offsets, masks []uint64, f BitField) {
	for i := 1; i < len(masks); i += 2 {
		o[f.of(masks[i-1])][0]++
		o[f.of(masks[i])][1]++
	}
	if last := len(masks) - 1; last%2 == 0 {
		o[f.of(masks[last])][0]++
	}
}

func scatterPortable(sorted []uint64, o *Offsets, masks []uint64, f BitField, live uint64) {
	for i := 1; i < len(masks); i += 2 {
		x, y := masks[i-1], masks[i]
		nextX, nextY := &o[f.of(x)][0], &o[f.of(y)][1]
		offsetX, offsetY := *nextX, *nextY
		sorted[offsetX], sorted[offsetY] = x&live, y&live
		*nextX, *nextY = offsetX+1, offsetY+1
	}
	if last := len(masks) - 1; last%2 == 0 {
		next := &o[f.of(masks[last])][0]
		sorted[*next] = masks[last] & live
		*next++
	}
}
