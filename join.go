package queens

import (
	"iter"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
)

// References:
//
//	[kluev]   Evgeny Kluev. N Queens Count Solutions.
//	          https://github.com/EvgenyKluev/N-Queens-Count-Sol. 2022.

// The join counts the solutions of large empty boards without searching the whole board.
// It lists halves, and counts the pairs of an upper and a lower half that fit:
//
//	. . . Q | . . . .
//	. Q . . | . . . .    upper half: columns b, c, d and g
//	. . . . | . . Q .
//	. . Q . | . . . .
//	--------+--------    seam: 7 diagonals of each direction cross it
//	. . . . | . Q . .
//	. . . . | . . . Q    lower half: all other columns
//	. . . . | Q . . .
//	Q . . . | . . . .
//
// Two halves fit if they have no column and no diagonal in common. So the upper halves
// with certain columns are paired with the lower halves in the other columns. Turned
// upside down, those are upper halves as well, so both are listed in the same way. A half
// is a mask of the diagonals on which it has queens and which cross the
// seam, and a pair fits if its masks have no bit in common. Halves are listed by
// joining quarters in the same way.
//
// Of the eight images of a solution few need to be found. Take sets of columns as binary
// numbers, the column at the edge as the lowest bit. A solution has four: that of the
// upper left quarter, that of the upper right one, mirrored, and the complements of both,
// which are those of the lower half. In the same way it has four sets of rows, of the queens
// in the left half of the board above and below the seam, and their complements. Each of the
// eight symmetries takes another one of the eight sets to the place of the columns of
// the upper left quarter. So only solutions that have the least of all sets there are
// counted, for all eight images. The board above has the columns 14, 2, 1 and 13, and the rows
// 11, 4, 1 and 14: two of its images have a 1 there, so that it needs a rule for ties.
//
// A half ties if the rows of its left quarter, or their complement, are the least set. With
// no other least set of columns, a solution in which
//
//	both halves tie does not count: two images with two least sets of columns do;
//	one half ties has one more image with the least set in place. Either the tie is above the
//	  seam in one of them and below it in the other, and the former counts. Or a left quarter
//	  has equal rows and columns in both, and is the transpose of the other's: a quarter is
//	  chosen from each pair of transposes. They differ, unless they have a single queen, as
//	  a queen and its mirror image attack each other. With a single queen both count half.
//
// With two least sets of columns, all solutions count, for four images; if both halves tie
// as well, only for two.
//
// A half's sets of rows are those of its quarters. So halves that have a set below the
// least set of columns are never listed, and those that tie are where its rule says so.
//
// At n = 20 that makes 3·10⁹ halves and 3·10¹³ pairs. Most pairs clash on a few
// diagonals that many halves occupy, those in the middle. A sieve sorts by these, and
// looks at what is left 512 pairs at a time. For each further row the block search takes
// eight to ten times as long, the join seven to eight times.
//
// A board of odd size has a middle row and a middle column. If one queen is that of both,
// in the centre, all else is as on a board of even size. If not, both queens are part of
// the upper half, up to symmetry, and its set of columns has that of the queen in the middle
// row. Then each solution stands for eight, and there are no ties.
//
// Joining quarters is the idea of [kluev], there with a sieve of fixed diagonals.

// minJoin is the size of the smallest board that has halves to join.
const minJoin = 4

// A frame is one way to fill the middle row and column of a board: not at all if n is even.
// If n is odd, with a queen in the centre, or with two others.
type frame struct {
	queens  []Square  // in the centre
	blocked uint64    // diagonals that it attacks
	columns columnSet // of all other queens
	axes    []axis    // the other ways to fill the middle row and column
	spread  []int     // by number of columns on the left: a factor of the cost
	weight  uint64    // how many solutions one stands for, apart from transposes and sets of columns
}

// frames returns all frames, up to symmetry.
//
// The queen in the centre of an odd board stays there under all symmetries. Otherwise
// let the queen of the middle row stand a columns from the centre, and the one of the
// middle column b rows. They do not attack each other, so a and b differ, and of the
// eight images of the board one has the former to the left, the latter above the
// centre, and a < b: its transpose has b < a.
func (s seam) frames() []frame {
	all := uint32(fullRow(s.half))
	symmetric := frame{columns: columnSet{all, all}, weight: 1}
	if s.n%2 == 0 {
		return []frame{symmetric}
	}
	centre := Square{s.half, s.half}
	symmetric.queens, symmetric.blocked = []Square{centre}, s.mask(centre)
	other := frame{columns: symmetric.columns, weight: 4}
	for col := 1; col < s.half; col++ {
		a := axis{queen: Square{s.half, col}}
		for row := range col {
			a.column = append(a.column, Square{row, s.half})
		}
		other.axes = append(other.axes, a)
	}
	return []frame{symmetric, other}
}

// symmetric reports whether the frame is its own image under all symmetries.
func (f *frame) symmetric() bool { return f.axes == nil }

// lowerColumns returns the columns that a set leaves to the lower half.
func (f *frame) lowerColumns(c columnSet) columnSet {
	return columnSet{f.columns.left &^ c.left, f.columns.right &^ c.right}
}

// orbit returns how many sets of columns a set stands for: a solution's mirror images
// have a set's own images, left to right and upside down. It is 0 if another one
// stands for them.
func (f *frame) orbit(c columnSet) uint64 {
	if !f.symmetric() {
		return 1
	}
	below := f.lowerColumns(c)
	switch {
	case min(c.right, below.left, below.right) < c.left:
		return 0
	case f.leastTwice(c):
		return 2
	}
	return 4
}

// leastTwice reports whether the columns on the left are the columns of another quarter as well.
func (f *frame) leastTwice(c columnSet) bool {
	return c.right == c.left || f.lowerColumns(c).right == c.left
}

// rowsFor returns the sets of rows that go with a set of columns, above the seam and below
// it: neither they nor their complements are below the least set of columns. Single says
// whether a quarter of a single queen is chosen.
func (s seam) rowsFor(f *frame, c columnSet, single bool) (above, below rowRange) {
	all := uint32(fullRow(s.half))
	if !f.symmetric() {
		above.last, below.last = all, all
		return above, below
	}
	above = rowRange{first: c.left, last: all - c.left, least: c.left, ties: true, chosen: !f.leastTwice(c), single: single}
	below = above
	if below.chosen {
		below.first++
	}
	return above, below
}

// A join counts the solutions of the empty board of one size.
type join struct {
	seam    seam
	frames  []frame
	rowSets [][]uint32 // sets of rows or columns of a quarter, by their size, in order
	leasts  [][]uint32 // of each row set and its complement the lesser one, by size, in order
}

func newJoin(n int) *join {
	s := newSeam(n)
	j := &join{seam: s, frames: s.frames(), rowSets: make([][]uint32, s.half+1), leasts: make([][]uint32, s.half+1)}
	all := uint32(fullRow(s.half))
	for set := range all + 1 {
		size := bits.OnesCount32(set)
		j.rowSets[size] = append(j.rowSets[size], set)
	}
	for size, sets := range j.rowSets {
		for _, set := range sets {
			j.leasts[size] = append(j.leasts[size], min(set, all-set))
		}
		slices.Sort(j.leasts[size])
	}
	for i := range j.frames {
		f := &j.frames[i]
		// Of sets with more columns on the left, those that stand for others have them
		// nearer to the edge, and fewer halves. With axes one column has no queen above.
		most := float64(s.half)/2 - 0.25
		if !f.symmetric() {
			most += 0.55
		}
		for left := range s.half + 1 {
			uneven := float64(left) - most
			f.spread = append(f.spread, 1+int(4096*math.Exp(-0.3*uneven*uneven)))
		}
	}
	return j
}

// rights returns the columns on the right that go with those on the left: all of a frame
// with axes; in a symmetric one those with which none of a solution's sets of columns is below
// that on the left, if there are sets of rows for it as well.
func (j *join) rights(f *frame, left uint32) []uint32 {
	rights := j.rowSets[j.seam.half-bits.OnesCount32(left)]
	switch {
	case j.choices(f, left) == 0:
		return nil
	case !f.symmetric():
		return rights
	}
	first, _ := slices.BinarySearch(rights, left)
	end, _ := slices.BinarySearch(rights, uint32(fullRow(j.seam.half))-left+1)
	return rights[first:max(first, end)]
}

// sets yields the sets of columns of a frame from the given one on.
func (j *join) sets(f *frame, from columnSet) iter.Seq[columnSet] {
	return func(yield func(columnSet) bool) {
		for left := from.left; left < 1<<j.seam.half; left++ {
			for _, right := range j.rights(f, left) {
				if c := (columnSet{left, right}); (left > from.left || right >= from.right) && !yield(c) {
					return
				}
			}
		}
	}
}

// A joinPiece is a part of a count: some sets of columns of one frame, the first one and
// those that follow it.
type joinPiece struct {
	frame    int
	first    columnSet
	sets     int // their number
	expected int64
}

// setsOf yields the sets of columns of a piece.
func (j *join) setsOf(p *joinPiece) iter.Seq[columnSet] {
	return func(yield func(columnSet) bool) {
		left := p.sets
		for c := range j.sets(&j.frames[p.frame], p.first) {
			if left--; !yield(c) || left == 0 {
				return
			}
		}
	}
}

// cut cuts a count into pieces of about the same cost, at least as many as asked for
// unless there are fewer sets of columns.
func (j *join) cut(stop *atomic.Bool, atLeast int) ([]*joinPiece, error) {
	pieces, err := j.cutAt(stop, math.MaxInt64)
	var sets int
	var cost int64
	for _, p := range pieces {
		sets += p.sets
		cost += p.expected
	}
	for most := cost / int64(max(1, atLeast)); err == nil && len(pieces) < min(atLeast, sets); most /= 2 {
		pieces, err = j.cutAt(stop, most)
	}
	return pieces, err
}

// cutAt returns pieces of at least one set of columns each, and of at most the cost if
// they have more.
func (j *join) cutAt(stop *atomic.Bool, most int64) ([]*joinPiece, error) {
	var pieces []*joinPiece
	for i := range j.frames {
		f := &j.frames[i]
		last := &joinPiece{expected: most} // which is full
		for left := range uint32(1) << j.seam.half {
			if stop.Load() {
				return nil, errStopped
			}
			each := j.expected(f, left)
			for rights := j.rights(f, left); len(rights) > 0; {
				fit := max(0, (most-last.expected)/each)
				if fit == 0 {
					last = &joinPiece{frame: i, first: columnSet{left, rights[0]}}
					pieces = append(pieces, last)
					fit = max(1, most/each)
				}
				fit = min(fit, int64(len(rights)))
				last.sets += int(fit)
				last.expected += fit * each
				rights = rights[fit:]
			}
		}
	}
	return pieces, nil
}

// piece returns the piece of a number of sets of columns of a frame, from the first one on, or nil
// if there is none.
func (j *join) piece(frameIndex int, first columnSet, sets int) *joinPiece {
	f := &j.frames[frameIndex]
	p := &joinPiece{frame: frameIndex, first: first}
	for c := range j.sets(f, first) {
		if p.sets == 0 && c != first || p.sets >= sets {
			break
		}
		p.sets++
		p.expected += j.expected(f, c.left)
	}
	if sets < 1 || p.sets < sets {
		return nil
	}
	return p
}

// choices returns how many ways there are to go on from columns on the left: in a symmetric
// frame the sets of rows of left quarters that are not below the columns, nor their
// complements; in the other one the squares for the queens of the middle row and column.
func (j *join) choices(f *frame, left uint32) (choices int) {
	if !f.symmetric() {
		for _, a := range f.axes {
			if left>>a.queen.Col&1 != 0 {
				choices += len(a.column)
			}
		}
		return choices
	}
	leasts := j.leasts[bits.OnesCount32(left)]
	below, _ := slices.BinarySearch(leasts, left)
	return len(leasts) - below
}

// expected estimates how long it takes to count with a set of columns that has those on
// the left, in some unit. The more evenly the columns are spread over left and right, the more halves there are, and
// so with more choices. A set without many halves costs little, but not nothing: least.
func (j *join) expected(f *frame, left uint32) int64 {
	size := bits.OnesCount32(left)
	most := f.spread[size] * 2 * j.seam.half
	least := j.seam.half << max(0, 26-j.seam.n)
	choices, all := j.choices(f, left), len(j.rowSets[size])
	if !f.symmetric() {
		choices += 2 * j.seam.half // for the lower halves, which have none
		all = 2 * j.seam.half
	}
	return int64(least) + int64(most)*int64(choices)/int64(all)
}

// listCost is the cost of a list of quarters, as a multiple of that of a set with as
// many columns on the left and all choices. It was measured at n = 18 and 20.
const listCost = 1.3

func (j *join) costOfList(cols uint32) float64 {
	return listCost * float64(j.frames[0].spread[bits.OnesCount32(cols)]*2*j.seam.half)
}

// costs returns the costs of all pieces of a count, each with that of the lists of
// quarters that no earlier piece has made: a twentieth of the time at n = 18, and
// negligible on boards whose lists are not all kept.
func (j *join) costs(stop *atomic.Bool, pieces []*joinPiece) ([]float64, error) {
	costs := make([]float64, len(pieces))
	made := make([]bool, 1<<j.seam.half)
	for i, p := range pieces {
		if stop.Load() {
			return nil, errStopped
		}
		costs[i] = j.cost(p)
		if !j.seam.keepsAll() {
			continue
		}
		f := &j.frames[p.frame]
		for c := range j.setsOf(p) {
			below := f.lowerColumns(c)
			for _, cols := range []uint32{c.left, c.right, below.left, below.right} {
				if !made[cols] {
					made[cols] = true
					costs[i] += j.costOfList(cols)
				}
			}
		}
	}
	return costs, nil
}

// cost returns the cost of a piece, without that of lists.
func (j *join) cost(p *joinPiece) float64 { return float64(p.expected) }
