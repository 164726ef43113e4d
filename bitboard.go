package queens

import (
	"iter"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/exp/constraints"
)

// A row of the board is one word, bit c standing for column c:
//
//	        column   0 1 2 3
//	row 0            . Q . .    0b0010
//	row 1            . . . Q    0b1000
//	row 2            Q . . .    0b0001
//	row 3            . . Q .    0b0100
//
// Seen from one row, the queens above it attack three sets of its columns: those
// they stand in, and those that their diagonals have reached. Going down a row,
// diagonals that lead to higher columns shift left by a bit and the others
// shift right, so that the attacks of all queens cost a few operations a row.
// Boards of up to 32 columns are searched on 32-bit words, larger ones on 64.

// board is what a search has to know: which squares of each row a queen may
// take, and whether the diagonals wrap around.
type board struct {
	open  []uint64
	torus bool
}

// fullRow has a bit for each column of a board of size n.
func fullRow(n int) uint64 { return 1<<n - 1 }

// columns yields the columns of a row's word, in order.
func columns(row uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; row != 0; row &= row - 1 {
			if !yield(bits.TrailingZeros64(row)) {
				return
			}
		}
	}
}

// with is b with a queen on an open square: no other square of its row stays
// open, nor any that it attacks.
func (b board) with(queen Square) board {
	b.open = slices.Clone(b.open)
	b.place(queen)
	return b
}

// withAll is b with the queens of a placement.
func (b board) withAll(queens Placement) board {
	b.open = slices.Clone(b.open)
	for queen := range queens.Queens() {
		b.place(queen)
	}
	return b
}

// place is with, on b itself.
func (b board) place(queen Square) {
	column := uint64(1) << queen.Col
	own := b.open[queen.Row] & column
	left, right := column, column
	for row := queen.Row + 1; row < len(b.open); row++ {
		left, right = b.shift(left, right)
		b.open[row] &^= column | left | right
	}
	left, right = column, column
	for row := queen.Row - 1; row >= 0; row-- {
		left, right = b.shift(left, right)
		b.open[row] &^= column | left | right
	}
	b.open[queen.Row] = own
}

// shift moves diagonals by a row.
func (b board) shift(left, right uint64) (uint64, uint64) {
	if b.torus {
		last := len(b.open) - 1
		return left<<1 | left>>last, right>>1 | right<<last
	}
	return left << 1, right >> 1
}

// transpose is b with rows and columns exchanged.
func (b board) transpose() board {
	t := board{make([]uint64, len(b.open)), b.torus}
	for row, open := range b.open {
		for col := range columns(open) {
			t.open[col] |= 1 << row
		}
	}
	return t
}

// withFirst is b with only the given columns of the first row open.
func (b board) withFirst(columns uint64) board {
	b.open = slices.Clone(b.open)
	b.open[0] &= columns
	return b
}

// hopeless reports whether there is an easy reason for which b has no solution: a
// row or a column has no open square, or the diagonals of all rows cannot differ.
func (b board) hopeless() bool {
	if b.torus && !torusHasSolutions(len(b.open)) {
		return true
	}
	var columns uint64
	for _, row := range b.open {
		columns |= row
	}
	return slices.Contains(b.open, 0) || columns != fullRow(len(b.open))
}

// translates reports whether translations keep the board: an empty torus.
func (b board) translates() bool {
	n := len(b.open)
	closed := func(row uint64) bool { return row != fullRow(n) }
	return b.torus && n > 0 && !slices.ContainsFunc(b.open, closed)
}

// torusHasSolutions reports whether n is divisible neither by 2 nor by 3, or 0.
// Modulo n, the differences r-c of a toroidal solution are all residues, each
// once, and so are the sums r+c. The differences add up to 0, but all residues to
// n(n-1)/2, which is not 0 modulo an even n. The squares of all residues add up
// to S = n(n-1)(2n-1)/6, and those of differences and sums, 2r² + 2c² for each
// queen, to 4S. So 2S = 4S modulo n; but 2S is not 0 if 3 divides n ([polya]).
func torusHasSolutions(n int) bool { return n == 0 || n%2 != 0 && n%3 != 0 }

// search pushes every solution, in lexicographic order, to yield, in a Placement
// that the search goes on to use. It returns false if yield did or if stop was
// set.
func (b board) search(stop *atomic.Bool, yield func(Placement) bool) bool {
	if b.hopeless() {
		return true
	}
	if len(b.open) <= 32 {
		return newBacktracker[uint32](b, stop).run(yield)
	}
	return newBacktracker[uint64](b, stop).run(yield)
}

// A backtracker goes through the solutions of one board, row by row. It goes down
// only while each of the next rows and both outer columns have a free square.
type backtracker[W constraints.Unsigned] struct {
	torus  bool
	full   W          // every column
	rows   []rowOf[W] // of the board, and as many below it as the search looks ahead
	queens Placement  // as far as placed
	stop   *atomic.Bool
}

// rowOf is what is fixed of a row: its open columns, and the rows from it down in
// which the outer columns are open. In firstOpen bit i stands for the row i
// below. A right diagonal that is i columns from the first one reaches it i rows
// below, so the right diagonals are at the same time the attacked squares of the
// first column. In lastOpen the bits run the other way, from the last column on:
// they fit the left diagonals.
type rowOf[W constraints.Unsigned] struct {
	open, firstOpen, lastOpen W
	beyond                    W // not 0 below the board, where no square needs to be free
}

// A branch is a row where some columns are still to be tried, under the queens
// above it.
type branch[W constraints.Unsigned] struct {
	row                int
	taken, left, right W // columns attacked: straight down, and along both diagonals
	untried            W // free columns still to try
}

const lookAhead = 2 // rows below the next one

func newBacktracker[W constraints.Unsigned](b board, stop *atomic.Bool) *backtracker[W] {
	n := len(b.open)
	t := &backtracker[W]{b.torus, W(fullRow(n)), make([]rowOf[W], n+lookAhead), make(Placement, n), stop}
	for i := range lookAhead {
		t.rows[n+i].beyond = 1
	}
	var firstOpen, lastOpen W
	for row := n - 1; row >= 0; row-- {
		open := W(b.open[row])
		firstOpen = (firstOpen<<1 | open&1) & t.full
		lastOpen = lastOpen>>1 | open>>(n-1)<<(n-1)
		t.rows[row] = rowOf[W]{open: open, firstOpen: firstOpen, lastOpen: lastOpen}
	}
	return t
}

// run is [board.search] for a board that is not hopeless. It keeps what it works
// on in local variables: the row, the columns attacked there and those still to
// try. Of the rows above, only the branches are kept, so that a dead end leads
// straight to the last of them.
func (t *backtracker[W]) run(yield func(Placement) bool) bool {
	last := len(t.queens) - 1
	if last < 0 {
		return yield(t.queens)
	}
	row, untried := 0, t.rows[0].open
	var taken, left, right W
	branches := make([]branch[W], 0, len(t.queens))
	for {
		queen := untried & -untried
		t.queens[row] = bits.TrailingZeros64(uint64(queen))
		if untried != queen {
			branches = append(branches, branch[W]{row, taken, left, right, untried ^ queen})
		}
		if row == last {
			if !yield(t.queens) {
				return false
			}
		} else {
			taken |= queen
			left, right = t.down(left|queen, right|queen)
			next, second, third := &t.rows[row+1], &t.rows[row+2], &t.rows[row+3]
			untried = next.open &^ (taken | left | right)
			secondFree := second.open&^(taken|left<<1|right>>1) | second.beyond
			thirdFree := third.open&^(taken|left<<2|right>>2) | third.beyond
			firstColumn := next.firstOpen&^right | taken&1
			lastColumn := next.lastOpen&^left | taken>>last
			if min(untried, secondFree, thirdFree) != 0 && min(firstColumn, lastColumn) != 0 {
				row++
				continue
			}
		}
		top := len(branches) - 1
		if top < 0 {
			return true
		}
		if t.stop.Load() {
			return false
		}
		b := &branches[top]
		row, taken, left, right, untried = b.row, b.taken, b.left, b.right, b.untried
		branches = branches[:top]
	}
}

// down moves diagonals to the row below.
func (t *backtracker[W]) down(left, right W) (W, W) {
	if t.torus {
		last := len(t.queens) - 1
		return (left<<1 | left>>last) & t.full, (right>>1 | right<<last) & t.full
	}
	return left << 1, right >> 1
}

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

// fastest returns the fastest kernel that the machine can run.
var fastest = sync.OnceValue(func() kernel { return kernels()[0] })

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

// blockSearch counts on one board after the other, in buffers that it keeps.
type blockSearch struct {
	kernel  kernel
	on      expansion // of the kernel, on the board
	block   int       // boards that a kernel is given at once, if there are so many
	waiting []boards
	rows    []openRow
}

// newBlockSearch makes one for boards with as many rows to fill.
func newBlockSearch(k kernel, rows int) *blockSearch {
	s := &blockSearch{
		kernel:  k,
		block:   blockSize(rows),
		waiting: make([]boards, rows),
		rows:    make([]openRow, rows),
	}
	for i := range s.waiting {
		// Less than a block waits when a block is expanded into the row, and a
		// board has at most one child for every row and column still open above.
		s.waiting[i] = k.newBoards(s.block * (rows - i + 2))
	}
	return s
}

// searches has the block searches that are not in use, by the rows that they fill.
// To get and clear the memory of a new one takes longer than many a task.
var searches [blockBoard + 1]sync.Pool

func takeBlockSearch(k kernel, rows int) *blockSearch {
	if s, ok := searches[rows].Get().(*blockSearch); ok && s.kernel.name == k.name {
		return s
	}
	return newBlockSearch(k, rows)
}

func blockSize(rows int) int {
	switch {
	case rows <= instantBoard:
		return 64
	case rows <= 14:
		return 256
	default:
		return 1024
	}
}

// count returns the number of solutions, given the rows whose queens are already
// placed. It returns false if stop was set.
func (s *blockSearch) count(b board, queens Placement, stop *atomic.Bool) (uint64, bool) {
	s.on = s.kernel.plane
	if b.torus {
		s.on = s.kernel.torus
	}
	depth := s.setRows(b, queens)
	switch {
	case b.hopeless():
		return 0, true
	case depth == 0:
		return 1, true
	case depth == 1:
		return uint64(bits.OnesCount32(s.rows[0].open[0])), true
	}
	s.waiting[0].add(partial{cols: taken(queens)})
	var solutions uint64
	for at, turns := 0, 1; at >= 0; at, turns = s.next(at, depth), turns+1 {
		if stop.Load() {
			s.clear()
			return 0, false
		}
		if turns%yieldEvery == 0 {
			runtime.Gosched()
		}
		solutions += s.step(at, depth)
	}
	return solutions, true
}

// step takes a block of the boards that wait at a row and makes their children, or
// returns the number of their solutions.
//
// The runtime can stop a goroutine when it enters a function, and not while it is
// in assembly, where almost all the time goes. Were step inlined, a collection
// of garbage would wait for the worker, and everything else for the collection.
//
//go:noinline
func (s *blockSearch) step(at, depth int) uint64 {
	in, row := &s.waiting[at], &s.rows[at]
	count := min(in.n, s.block)
	in.n -= count
	if at == depth-2 {
		return s.kernel.finish(in, in.n, count, row)
	}
	out := &s.waiting[at+1]
	expand := s.on.expand
	if at == depth-4 {
		expand = s.on.expandLast
	}
	expand(in, in.n, count, row, out)
	return 0
}

// taken returns the columns of the queens.
func taken(queens Placement) uint32 {
	var cols uint32
	for _, col := range queens {
		if col != Empty {
			cols |= 1 << col
		}
	}
	return cols
}

// setRows lists the rows without a queen and returns their number.
func (s *blockSearch) setRows(b board, queens Placement) int {
	full := uint32(fullRow(len(queens)))
	depth, last := 0, 0
	for row, col := range queens {
		if col != Empty {
			continue
		}
		s.rows[depth] = openRow{open: [4]uint32{uint32(b.open[row])}, full: full}
		for up := 1; up <= min(3, depth); up++ {
			s.rows[depth-up].open[up] = uint32(b.open[row])
			s.rows[depth-up].below[up-1] = uint32(row - last)
			s.rows[depth-up].around[up-1] = b.around(row - last)
		}
		depth++
		last = row
	}
	return depth
}

// around is how far diagonals that move down some rows shift the other way, to come
// in again at the other edge. By 32 bits nothing does.
func (b board) around(rows int) uint32 {
	if b.torus {
		return uint32(len(b.open) - rows)
	}
	return 32
}

// next returns the row to go on with, or -1: the deepest one with a whole block
// of boards, or else the first with any. No row deeper than the one below at
// has as many as a block.
func (s *blockSearch) next(at, depth int) int {
	for row := min(at+1, depth-2); row >= 0; row-- {
		if s.waiting[row].n >= s.block {
			return row
		}
	}
	for row := range depth - 1 {
		if s.waiting[row].n > 0 {
			return row
		}
	}
	return -1
}

// yieldEvery is how many calls of a kernel come between two chances for other
// goroutines. The scheduler cannot interrupt assembly, and without them a timer
// or a cancellation may wait half a second for a processor.
const yieldEvery = 1024

func (s *blockSearch) clear() {
	for i := range s.waiting {
		s.waiting[i].n = 0
	}
}
