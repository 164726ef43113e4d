// Package kernel has the inner loops of the block search and of the join, in portable Go and in assembly.
package kernel

// A Kernel does the inner loops of the block search and of the join, in the way that suits
// one set of instructions best. All kernels make the same children and count the same
// solutions, each in its own order.
type Kernel struct {
	Name         string
	Needs        string                // instructions that not every machine has for which it is built
	NewBoards    func(size int) Boards // room for size boards
	Plane, Torus Expansion             // on the two kinds of board
	// Finish returns the number of solutions of the count boards of in from index
	// first on, that have two rows left to fill, row and one below it.
	Finish  func(in *Boards, first, count int, row *OpenRow) uint64
	Pairing *Pairing // for the join
	// JoinsFrom is the size of the smallest board that the join counts faster.
	JoinsFrom int
}

// paired returns the kernel with another name, another pairing and what that needs.
func (k Kernel) paired(name, needs string, p *Pairing) *Kernel {
	k.Name, k.Needs, k.Pairing = name, needs, p
	return &k
}

// MaxRows is the size of the largest board that kernels take: its rows fill
// 32-bit words.
const MaxRows = 32

// An Expansion makes children on one kind of board: boards with one queen more,
// that wait at the next row.
//
// expand takes the count boards of in from index first on, and appends those of their
// children to out that leave a free square in each of the next two rows to fill. It
// leaves in as it is. Each of the boards has a free square in the row, and there are
// two or more rows to fill below it.
//
// expandLast is expand for the row with three rows to fill below. On the plane it keeps
// a child only if each of them has a free square, and each column without a queen has
// one in them. Looking as closely further up costs more than it saves.
type Expansion struct {
	Expand     func(in *Boards, first, count int, row *OpenRow, out *Boards)
	ExpandLast func(in *Boards, first, count int, row *OpenRow, out *Boards)
}

// Boards are partial boards that wait at one row, n of them. They are laid out as
// their kernel wants them; the fields of the other layout are nil.
type Boards struct {
	N int
	// For the vector kernels: each part of the boards in an array of its own, with
	// room after the last board for one store of the widest vectors.
	Cols, Left, Right []uint32
	// For portable Go: each board in one place. That takes fewer registers, and is
	// a fifth faster.
	Whole []Partial
}

// A Partial is a board with some queens, as its next row to fill sees it: the columns
// that they attack there, straight down and along both diagonals. The diagonals are
// those of the queens that the search has placed; what the earlier queens attack is not
// open in any openRow.
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

// An OpenRow is a row to fill, as the kernels see it. Rows that have a queen from the
// start are passed over, so that the next row to fill may be several rows of the board
// below.
type OpenRow struct {
	Open  [4]uint32 // open columns of this row and of the three rows to fill below
	Below [3]uint32 // rows of the board from each of the four to the next
	Full  uint32    // all columns of the board
	// Around is how far diagonals shift the other way while they move down below[i]
	// rows, to come in again at the other edge of a torus. On the plane it is 32,
	// which shifts every bit out.
	Around [3]uint32
}

// The join counts the pairs of two lists of masks that have no bit in common. One
// list is cut into blocks, and each block is turned into tables. Then for each mask of
// the other list, a few ANDs tell which masks of the whole block fit it.

// BlockMasks is the number of masks in a block: the bits of a cache line and of the widest vector.
const BlockMasks = 512

// Flags have a bit for each mask of a block. Mask 8k+w is bit k of word w: so the
// words that lie side by side in a block do so in flags as well.
type Flags [BlockMasks / 64]uint64

// A mask consists of four chunks, from the lowest bits on, and the bits above them.
// Of these some make up the key, by which the masks of the other list are sorted. The 40 bits of the
// Chunks and the 24 above have room for the 62 diagonals of 32 rows.
const (
	Chunks     = 4
	ChunkBits  = 10
	MaxKeyBits = 8 // a bound: sieveWidths has at most 7
)

// A Lookup tells which masks of a block have no bit in common with another mask:
// those in its key's entry, and in the entries of all of its chunks.
type Lookup struct {
	Have   [64]Flags // for each bit, the masks that have it
	Keys   [1 << MaxKeyBits]Flags
	Chunks [Chunks][1 << ChunkBits]Flags
}

// A Pairing does the inner loops of the join.
//
// combine writes x|y for each x of xs and y of ys that have no bit in common, and
// returns their number. It may read and write as many words as padding after what
// it is given and what it keeps.
//
// transpose sets which masks of a block have each bit.
//
// subsets sets the entry of each set of bits, but the empty one: to the masks in the
// entry of the empty set that have none of these bits.
//
// count returns how many pairs of a mask of the block and one of masks have no bit
// in common. The masks with key k are masks[runs[k]:runs[k+1]].
//
// tally and scatter sort masks by a field: tally counts the masks of each value, and
// scatter writes the live bits of each mask to the next place of its value.
type Pairing struct {
	Combine   func(out, xs, ys []uint64) int
	Transpose func(have *[64]Flags, block *[BlockMasks]uint64)
	Subsets   func(entries, have []Flags)
	Count     func(t *Lookup, runs []uint32, masks []uint64) uint64
	Tally     func(p *Destinations, masks []uint64, f BitField)
	Scatter   func(sorted []uint64, p *Destinations, masks []uint64, f BitField, live uint64)
}

// A BitField is some bits of a mask.
type BitField struct {
	Shift uint64
	Low   uint64 // the bits, shifted down
}

// maxFieldBits is the width of the widest field, by which the long masks of n = 27 are sorted.
const maxFieldBits = 17

// of returns the bits of a mask. The remainder changes nothing, but spares a check of bounds in
// destinations.
func (f BitField) of(m uint64) uint32 { return uint32(m>>(f.Shift&63)&f.Low) % (1 << maxFieldBits) }

// Destinations are where masks go when they are sorted by a field: for each of its values
// there is a place for the next mask with an even index, and one for an odd index. Neighbours often
// have the same value, and need not wait for each other's place to be written.
type Destinations [1 << maxFieldBits][2]uint32

// Padding is the number of words in the widest vector.
const Padding = 8

// AtOnce is how many masks, or pairs that are combined, are gone through before the next look at the flag. It also
// bounds the room for unions, and for copies of a sieve's short list along the branch.
const AtOnce = 1 << 18
