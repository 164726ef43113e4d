package queens

import (
	"math"
	"math/bits"
	"sync"
)

// A kernel does the inner loops of the block search and of the join, the way that one set of
// instructions does them best. All kernels make the same children and count the
// same solutions, in an order of their own.
type kernel struct {
	name         string
	newBoards    func(size int) boards // room for size boards
	plane, torus expansion             // on the two kinds of board
	// finish returns the number of solutions of the count boards of in from index
	// first on, that have two rows left to fill, row and one below it.
	finish func(in *boards, first, count int, row *openRow) uint64
	// searches are the block searches of this kernel that are not in use, by the
	// number of rows that they fill.
	searches [maxBlockRows + 1]sync.Pool
	pairing  *pairing // for the join
	// joinsFrom is the size of the smallest board that the join counts faster.
	joinsFrom int
	// joiners has those that are not in use, by the size of their boards.
	joiners [maxBlockRows + 1]sync.Pool
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
// one in them. To look as closely further up costs more than it saves.
type expansion struct {
	expand     func(in *boards, first, count int, row *openRow, out *boards)
	expandLast func(in *boards, first, count int, row *openRow, out *boards)
}

// boards are partial boards that wait at one row, n of them. They are laid out as
// their kernel wants them; the fields of the other layout are nil.
type boards struct {
	n int
	// For the vector kernels: each part of the boards in an array of its own, with
	// room behind the last board for one store of the widest vectors.
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

// portable is the kernel for every machine.
var portable = &kernel{
	name:      "portable",
	newBoards: newWhole,
	plane:     expansion{expand: expandPortable, expandLast: expandLastPortable},
	torus:     expansion{expand: expandTorusPortable, expandLast: expandTorusPortable},
	finish:    finishPortable,
	pairing:   pairingPortable,
	joinsFrom: 16,
}

// newWhole makes room for one board more, which the kernel may read and write.
func newWhole(size int) boards { return boards{whole: make([]partial, size+1)} }

// free returns the free squares of the row.
func (p *partial) free(row *openRow) uint32 { return row.open[0] &^ (p.cols | p.left | p.right) }

// expandPortable has no branch that the processor could mispredict. It places one
// queen after the other, and goes on to the next board by arithmetic. It writes
// every child, and keeps it by counting it. The other two loops repeat these lines:
// a call for each child would cost a fifth of the speed.
//
// Shift counts are masked, and indices compared as unsigned numbers, only to tell the
// compiler that they are in range.
func expandPortable(in *boards, first, count int, row *openRow, out *boards) {
	children, kept := out.whole, out.n
	block, behind := in.blocks(first, count)
	free := in.whole[first].free(row)
	for i := 0; uint(i) < uint(len(block)); {
		next := behind[i].free(row)
		queen := free & -free
		free ^= queen
		p := &block[i]
		c := p.cols | queen
		l := (p.left | queen) << (row.below[0] & 31)
		r := (p.right | queen) >> (row.below[0] & 31)
		children[kept] = partial{c, l, r}
		done := maskIfZero(free)
		free |= next & uint32(done)
		i -= done
		free1 := row.open[1] &^ (c | l | r)
		free2 := row.open[2] &^ (c | l<<(row.below[1]&31) | r>>(row.below[1]&31))
		kept = countIf(kept, uint64(free1)*uint64(free2))
	}
	out.n = kept
}

// blocks returns the count boards from index first on, and the one behind each of them.
func (b *boards) blocks(first, count int) (block, behind []partial) {
	behind = b.whole[first+1 : first+1+count]
	return b.whole[first:][:len(behind)], behind
}

// maskIfZero returns -1, all bits set, if x is 0, and otherwise 0.
func maskIfZero(x uint32) int { return int((int64(x) - 1) >> 63) }

// countIf returns kept, and one more if x is not 0, by the carry of x - 1.
func countIf(kept int, x uint64) int {
	_, carry := bits.Add64(x, math.MaxUint64, 0)
	sum, _ := bits.Add64(uint64(kept), 0, carry)
	return int(sum)
}

func expandLastPortable(in *boards, first, count int, row *openRow, out *boards) {
	children, kept := out.whole, out.n
	block, behind := in.blocks(first, count)
	free := in.whole[first].free(row)
	for i := 0; uint(i) < uint(len(block)); {
		next := behind[i].free(row)
		queen := free & -free
		free ^= queen
		p := &block[i]
		c := p.cols | queen
		l := (p.left | queen) << (row.below[0] & 31)
		r := (p.right | queen) >> (row.below[0] & 31)
		children[kept] = partial{c, l, r}
		done := maskIfZero(free)
		free |= next & uint32(done)
		i -= done
		free1 := row.open[1] &^ (c | l | r)
		l <<= row.below[1] & 31
		r >>= row.below[1] & 31
		free2 := row.open[2] &^ (c | l | r)
		free3 := row.open[3] &^ (c | l<<(row.below[2]&31) | r>>(row.below[2]&31))
		uncovered := row.full &^ (c | free1 | free2 | free3)
		// Negative if one of the first three is 0, or the last is not.
		dropped := (int64(free1) - 1) | (int64(free2) - 1) | (int64(free3) - 1) | -int64(uncovered)
		kept += int(uint64(^dropped) >> 63)
	}
	out.n = kept
}

func expandTorusPortable(in *boards, first, count int, row *openRow, out *boards) {
	children, kept := out.whole, out.n
	block, behind := in.blocks(first, count)
	free := in.whole[first].free(row)
	for i := 0; uint(i) < uint(len(block)); {
		next := behind[i].free(row)
		queen := free & -free
		free ^= queen
		p := &block[i]
		c := p.cols | queen
		l, r := row.down(0, p.left|queen, p.right|queen)
		children[kept] = partial{c, l, r}
		done := maskIfZero(free)
		free |= next & uint32(done)
		i -= done
		free1 := row.open[1] &^ (c | l | r)
		l, r = row.down(1, l, r)
		free2 := row.open[2] &^ (c | l | r)
		kept = countIf(kept, uint64(free1)*uint64(free2))
	}
	out.n = kept
}

func finishPortable(in *boards, first, count int, row *openRow) uint64 {
	solutions := 0
	for _, p := range in.whole[first : first+count] {
		for free := p.free(row); free != 0; free &= free - 1 {
			queen := free & -free
			left, right := row.down(0, p.left|queen, p.right|queen)
			solutions += bits.OnesCount32(row.open[1] &^ (p.cols | queen | left | right))
		}
	}
	return uint64(solutions)
}

// down moves diagonals to the next of the rows to fill, from the one with the index.
// It leaves bits above the last column, where no square is open.
func (row *openRow) down(from int, left, right uint32) (uint32, uint32) {
	below, around := row.below[from]&31, row.around[from]&63
	return left<<below | uint32(uint64(left)>>around), right>>below | uint32(uint64(right)<<around)
}
