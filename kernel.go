package queens

import (
	"math"
	"math/bits"
)

// The block search counts the solutions of one board many partial boards at a
// time. The boards that wait at a row stand in flat arrays, and a kernel makes
// the children of a whole block of them at once: each child is a board with one
// queen more, waiting at the next row, and kept only if it leaves a free square
// in each of the next two rows. That takes no branch that the processor could
// mispredict, and fills every lane of a vector register.
//
// Rows whose queens were placed before are passed over, by a longer shift of the
// diagonals. What those queens attack is the same for all boards of a search, so
// it is taken off the open squares of each row once.

// boards are partial boards that wait at one row, n of them. Vector instructions
// want each part of the boards in an array of its own, and behind the last board
// room for one store of the widest vectors. Portable Go wants each board in one
// place: that takes fewer registers, and is a fifth faster. One of the two is
// there, as the kernel says.
type boards struct {
	cols, left, right []uint32
	n                 int
	whole             []partial
}

// partial is a board with some queens: the columns of its next row that they
// attack straight down, and along both diagonals. The diagonals are only those of
// the queens that the search has placed; the others, and all that they attack, are
// in the rows.
type partial struct{ cols, left, right uint32 }

// add appends a board.
func (b *boards) add(p partial) {
	if b.whole != nil {
		b.whole[b.n] = p
	} else {
		b.cols[b.n], b.left[b.n], b.right[b.n] = p.cols, p.left, p.right
	}
	b.n++
}

// openRow is a row of the search as the kernels see it: the open columns of the
// row and of the three open rows below it, how many rows each is below the last,
// and all columns of the board. Below the end of the board open and below are 0.
// Around is how far the diagonals shift the other way, to come in again at the other
// edge: on a torus by the size of the board less below, on the plane out of sight.
type openRow struct {
	open   [4]uint32
	below  [3]uint32
	full   uint32
	around [3]uint32
}

// A kernel does the inner loops of the block search.
//
// newBoards makes room for size boards.
//
// plane and torus make children on the two kinds of board.
//
// finish returns how many solutions boards have, as many as count from index first
// on, if only one row is left below row, and thus one free column for each.
type kernel struct {
	name         string
	newBoards    func(size int) boards
	plane, torus expansion
	finish       func(in *boards, first, count int, row *openRow) uint64
}

// An expansion makes children on one kind of board.
//
// expand takes the boards of in from index first on, as many as count, and
// appends their children to out. It leaves in as it is. Each of the boards has a
// free square in the row, and there are two rows below.
//
// expandLast is expand for the row with three rows below. On the plane it keeps a
// child only if each of them has a free square, and each column without a queen has
// one in them. To look as closely further up costs more than it saves.
type expansion struct {
	expand     func(in *boards, first, count int, row *openRow, out *boards)
	expandLast func(in *boards, first, count int, row *openRow, out *boards)
}

var portable = kernel{"portable", newWhole,
	expansion{expandPortable, expandLastPortable},
	expansion{expandTorusPortable, expandTorusPortable},
	finishPortable,
}

// newWhole makes room for one board more, which the kernels may read and write.
func newWhole(size int) boards { return boards{whole: make([]partial, size+1)} }

// free returns the free squares of the row.
func (p *partial) free(row *openRow) uint32 { return row.open[0] &^ (p.cols | p.left | p.right) }

// expandPortable has no branch that cannot be predicted. It places one queen after
// the other, and goes on to the next board by arithmetic. It writes every child,
// and keeps it by counting it. The other two loops repeat these lines: a call for
// each child would cost a fifth of the speed.
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
		done := isZero(free)
		free |= next & uint32(done)
		i -= done
		free1 := row.open[1] &^ (c | l | r)
		free2 := row.open[2] &^ (c | l<<(row.below[1]&31) | r>>(row.below[1]&31))
		kept = countIf(kept, uint64(free1)*uint64(free2))
	}
	out.n = kept
}

// blocks returns the boards from first on, as many as count, and those one behind
// each of them.
func (b *boards) blocks(first, count int) (block, behind []partial) {
	behind = b.whole[first+1 : first+1+count]
	return b.whole[first:][:len(behind)], behind
}

// isZero returns -1 if x is 0, and otherwise 0.
func isZero(x uint32) int { return int((int64(x) - 1) >> 63) }

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
		done := isZero(free)
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
		done := isZero(free)
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

// down moves diagonals to the next of the rows below, from the one with the index.
// Bits above the last column are left behind: on a torus they stand for columns that
// have bits of their own.
func (row *openRow) down(from int, left, right uint32) (uint32, uint32) {
	below, around := row.below[from]&31, row.around[from]&63
	return left<<below | uint32(uint64(left)>>around), right>>below | uint32(uint64(right)<<around)
}
