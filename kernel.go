package queens

// A kernel does the inner loops of the block search and of the join, in the way that suits
// one set of instructions best. All kernels make the same children and count the same
// solutions, each in its own order.
type kernel struct {
	name         string
	needs        string                // instructions that not every machine has for which it is built
	newBoards    func(size int) boards // room for size boards
	plane, torus expansion             // on the two kinds of board
	// finish returns the number of solutions of the count boards of in from index
	// first on, that have two rows left to fill, row and one below it.
	finish  func(in *boards, first, count int, row *openRow) uint64
	pairing *pairing // for the join
	// joinsFrom is the size of the smallest board that the join counts faster.
	joinsFrom int
}

// paired returns the kernel with another name, another pairing and what that needs.
func (k kernel) paired(name, needs string, p *pairing) *kernel {
	k.name, k.needs, k.pairing = name, needs, p
	return &k
}

// maxBlockRows is the size of the largest board that kernels take: its rows fill
// 32-bit words.
const maxBlockRows = 32

// An expansion makes children on one kind of board: boards with one queen more,
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
type expansion struct {
	expand     func(in *boards, first, count int, row *openRow, out *boards)
	expandLast func(in *boards, first, count int, row *openRow, out *boards)
}

// boards are partial boards that wait at one row, n of them. They are laid out as
// their kernel wants them; the fields of the other layout are nil.
type boards struct {
	n int
	// For the vector kernels: each part of the boards in an array of its own, with
	// room after the last board for one store of the widest vectors.
	cols, left, right []uint32
	// For portable Go: each board in one place. That takes fewer registers, and is
	// a fifth faster.
	whole []partial
}

// A partial is a board with some queens, as its next row to fill sees it: the columns
// that they attack there, straight down and along both diagonals. The diagonals are
// those of the queens that the search has placed; what the earlier queens attack is not
// open in any openRow.
type partial struct{ cols, left, right uint32 }

// push appends a board.
func (b *boards) push(p partial) {
	if b.whole != nil {
		b.whole[b.n] = p
	} else {
		b.cols[b.n], b.left[b.n], b.right[b.n] = p.cols, p.left, p.right
	}
	b.n++
}

// An openRow is a row to fill, as the kernels see it. Rows that have a queen from the
// start are passed over, so that the next row to fill may be several rows of the board
// below.
type openRow struct {
	open  [4]uint32 // open columns of this row and of the three rows to fill below
	below [3]uint32 // rows of the board from each of the four to the next
	full  uint32    // all columns of the board
	// around is how far diagonals shift the other way while they move down below[i]
	// rows, to come in again at the other edge of a torus. On the plane it is 32,
	// which shifts every bit out.
	around [3]uint32
}

// The join counts the pairs of two lists of masks that have no bit in common. One
// list is cut into blocks, and each block is turned into tables. Then for each mask of
// the other list, a few ANDs tell which masks of the whole block fit it.

// blockMasks is the number of masks in a block: the bits of a cache line and of the widest vector.
const blockMasks = 512

// flags have a bit for each mask of a block. Mask 8k+w is bit k of word w: so the
// words that lie side by side in a block do so in flags as well.
type flags [blockMasks / 64]uint64

// A mask consists of four chunks, from the lowest bits on, and the bits above them.
// Of these some make up the key, by which the masks of the other list are sorted. The 40 bits of the
// chunks and the 24 above have room for the 62 diagonals of 32 rows.
const (
	chunks     = 4
	chunkBits  = 10
	maxKeyBits = 8 // a bound: sieveWidths has at most 7
)

// A lookup tells which masks of a block have no bit in common with another mask:
// those in its key's entry, and in the entries of all of its chunks.
type lookup struct {
	have   [64]flags // for each bit, the masks that have it
	keys   [1 << maxKeyBits]flags
	chunks [chunks][1 << chunkBits]flags
}

// A pairing does the inner loops of the join.
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
type pairing struct {
	combine   func(out, xs, ys []uint64) int
	transpose func(have *[64]flags, block *[blockMasks]uint64)
	subsets   func(entries, have []flags)
	count     func(t *lookup, runs []uint32, masks []uint64) uint64
	tally     func(p *destinations, masks []uint64, f bitField)
	scatter   func(sorted []uint64, p *destinations, masks []uint64, f bitField, live uint64)
}

// A bitField is some bits of a mask.
type bitField struct {
	shift uint64
	low   uint64 // the bits, shifted down
}

// maxFieldBits is the width of the widest field, by which the long masks of n = 27 are sorted.
const maxFieldBits = 17

// of returns the bits of a mask. The remainder changes nothing, but spares a check of bounds in
// destinations.
func (f bitField) of(m uint64) uint32 { return uint32(m>>(f.shift&63)&f.low) % (1 << maxFieldBits) }

// Destinations are where masks go when they are sorted by a field: for each of its values
// there is a place for the next mask with an even index, and one for an odd index. Neighbours often
// have the same value, and need not wait for each other's place to be written.
type destinations [1 << maxFieldBits][2]uint32

// padding is the number of words in the widest vector.
const padding = 8

// atOnce is how many masks, or pairs that are combined, are gone through before the next look at the flag. It also
// bounds the room for unions, and for copies of a sieve's short list along the branch.
const atOnce = 1 << 18
