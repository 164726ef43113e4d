// Package kernel has the inner loops of both ways to count: those of the block search, which makes
// the children of many partial boards at once, and those of the join, which compares two lists of
// masks pair by pair. Nearly all of the time of a count is spent here.
//
// Each loop is written in portable Go, and again for the vector instructions of some processors. On
// amd64 the program in _asm writes the assembly; on arm64 it is written by hand; the build tag
// purego leaves all of it out. A [Kernel] is one version of every loop. All kernels make the same
// children and count the same pairs, each in its own order, and the same tests run on all of them.
// With AVX-512 a count takes a fifth to a half of the time that it takes in Go.
//
// # The block search
//
// Partial boards that wait at the same row are kept in arrays. An [Expansion] takes a range of
// them, places a queen on each open square of their row, and appends the children that have a free
// square in each of the next two rows. No branch depends on a board. The portable loop goes from
// queen to queen and from board to board by arithmetic. In the vector loops each lane has a board
// of its own, and takes the next one from the array as soon as it has no square left to try. The
// last two rows are not expanded: Finish counts their solutions.
//
// # The join
//
// A mask is a set of diagonals, as a word. The join counts the pairs of two lists of masks that
// have no bit in common. It cuts one list into blocks of [BlockMasks], and makes a [Lookup] for
// each block: tables that say which masks of the block have none of certain bits. For a mask of the
// other list, the AND of five entries tells which masks of the whole block it fits. So one step
// looks at 512 pairs. [Pairing] has the loops for that, and those that make and sort the lists.
package kernel

import (
	"slices"
	"sync"
)

// A Kernel is the inner loops for one set of instructions.
type Kernel struct {
	Name         string
	needs        []string              // of the features that [features] names
	NewBoards    func(size int) Boards // returns room for size boards
	Plain, Torus Expansion             // for the two kinds of board
	// Finish returns the number of solutions of the count boards of in from index first on. They
	// have two rows left to fill: row and the one below it.
	Finish    func(in *Boards, first, count int, row *OpenRow) uint64
	Pairing   *Pairing
	JoinsFrom int // the size of the smallest empty board that the join counts faster
}

// MaxRows is the size of the largest board that kernels take: its rows are 32-bit words.
const MaxRows = 32

// Missing returns what k needs and this machine does not have.
func (k *Kernel) Missing() []string { return k.missing(features()) }

func (k *Kernel) missing(features []string) []string {
	return slices.DeleteFunc(slices.Clone(k.needs), func(name string) bool { return slices.Contains(features, name) })
}

// Runnable returns the kernels that this machine can run, the fastest first.
func Runnable() []*Kernel {
	return slices.DeleteFunc(slices.Clone(All), func(k *Kernel) bool { return len(k.Missing()) > 0 })
}

// Fastest returns the fastest kernel that this machine can run.
var Fastest = sync.OnceValue(func() *Kernel { return Runnable()[0] })

// with returns a copy of k with another name, other needs and another pairing.
func (k Kernel) with(name string, needs []string, p *Pairing) *Kernel {
	k.Name, k.needs, k.Pairing = name, needs, p
	return &k
}

// An Expansion makes the children of the count boards of in from index first on: boards with one
// queen more, which wait at the next row. It appends to out those that leave a free square in each
// of the next two rows to fill, and leaves in as it is. Each board must have a free square in the
// row, and there must be two or more rows to fill below it.
type Expansion func(in *Boards, first, count int, row *OpenRow, out *Boards)

// Boards are the N partial boards that wait at one row, laid out as their kernel wants them. The
// fields of the other layout are nil.
type Boards struct {
	N int
	// The vector kernels keep each part of the boards in an array of its own, with room for one
	// store of the widest vector after the last board.
	Cols, Left, Right []uint32
	// Portable Go keeps the parts of a board side by side. That takes fewer registers, and a fifth
	// less time.
	Whole []Partial
}

// A Partial is a board with queens in the rows above, as its next row to fill sees it: the columns
// that these attack there, straight down and along the diagonals that shift left or right from row
// to row. On the diagonals are only queens that the search has placed: what earlier queens attack
// is not open in any OpenRow.
type Partial struct{ Cols, left, right uint32 }

// Push appends a board.
func (b *Boards) Push(p Partial) {
	if b.Whole != nil {
		b.Whole[b.N] = p
	} else {
		b.Cols[b.N], b.Left[b.N], b.Right[b.N] = p.Cols, p.left, p.right
	}
	b.N++
}

// An OpenRow is a row to fill and the next two. Rows that had a queen before the search are passed
// over, so the next row to fill may be several rows of the board below.
type OpenRow struct {
	Open  [3]uint32 // the open columns of each
	Below [2]uint32 // how many rows of the board further down the next one is
	// Around is how far diagonals shift the other way on a torus while they move down Below rows,
	// to come in again at the other edge. On a plain board it is 32, which shifts out every bit.
	Around [2]uint32
}

// BlockMasks is the number of masks in a block: the bits of a cache line and of the widest vector.
const BlockMasks = 512

// Flags have a bit for each mask of a block. Mask 8k+w is bit k of word w, so that words that are
// side by side in a block are side by side in flags as well.
type Flags [BlockMasks / 64]uint64

// A mask consists of four chunks, from the lowest bits on, and the bits above them. Some of the
// latter make up the key, by which the masks of the other list are sorted. The 40 bits of the
// chunks and the 24 bits above have room for the 62 diagonals of 32 rows. Chunks of 9 or 11 bits
// take up to 2 % less time at some sizes and more at others.
const (
	Chunks     = 4
	ChunkBits  = 10
	MaxKeyBits = 8 // room for more than the join uses, which is 7
)

// A Lookup tells which masks of a block have no bit in common with another mask: those in the entry
// of its key and in the entries of all of its chunks.
type Lookup struct {
	Have   [64]Flags // for each bit, the masks that have it
	Keys   [1 << MaxKeyBits]Flags
	Chunks [Chunks][1 << ChunkBits]Flags
}

// A Pairing is the inner loops of the join.
type Pairing struct {
	// Combine writes x|y for each x of xs and y of ys that have no bit in common, and returns their
	// number. It may read and write as many words as VectorPadding beyond what it is given and what
	// it keeps.
	Combine func(out, xs, ys []uint64) int
	// Transpose sets which masks of the block have each bit.
	Transpose func(have *[64]Flags, block *[BlockMasks]uint64)
	// Subsets sets the entry of each set of bits, from that of the empty set: it keeps the masks
	// that have none of the bits.
	Subsets func(entries, have []Flags)
	// Count returns the number of pairs of a mask of the block and one of masks that have no bit in
	// common. The masks with the key k are masks[runs[k]:runs[k+1]].
	Count func(t *Lookup, runs []uint32, masks []uint64) uint64
	// Tally and Scatter sort masks by a field. Tally counts the masks of each value. Scatter writes
	// the live bits of each mask to the next offset of its value.
	Tally   func(o *Offsets, masks []uint64, f BitField)
	Scatter func(sorted []uint64, o *Offsets, masks []uint64, f BitField, live uint64)
}

// A BitField is some neighbouring bits of a mask.
type BitField struct {
	Shift uint64
	Low   uint64 // the bits, shifted down
}

// maxFieldBits is the width of the widest field, by which the long list of n = 27 is sorted.
const maxFieldBits = 17

// of returns the bits of a mask. The modulus changes nothing; it removes a bounds check.
func (f BitField) of(m uint64) uint32 { return uint32(m>>(f.Shift&63)&f.Low) % (1 << maxFieldBits) }

// Offsets say, for each value of a field, where the next mask goes: one offset for masks with an
// even index and one for masks with an odd index. Neighbours often have the same value, and this
// way do not wait for each other's offset to be written.
type Offsets [1 << maxFieldBits][2]uint32

// VectorPadding is the number of words in the widest vector.
const VectorPadding = 8

// BatchSize is how many masks, or pairs to combine, are processed between two checks of the stop
// flag. It also bounds the room for unions, and for copies of a sieve's short list. With half or
// twice as many a count takes as long.
const BatchSize = 1 << 18
