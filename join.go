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
// joining quarters in the same way. Sets of columns that are images of each other, left
// to right or upside down, have equally many solutions, so one of them is enough.
//
// At n = 20 that makes 4·10⁹ halves and 6·10¹³ pairs. Most pairs clash on a few
// diagonals that many halves occupy, those in the middle. A sieve sorts by these, and
// looks at what is left 512 pairs at a time. For each further row the block search takes
// eight to ten times as long, the join seven to eight times.
//
// A board of odd size has a middle row and a middle column. The queen of the middle row
// is fixed. That of the middle column, if it is a different one, is part of the upper
// half, up to symmetry.
//
// Joining quarters is the idea of [kluev], there with a sieve of fixed diagonals.

// minJoin is the size of the smallest board that has halves to join.
const minJoin = 4

// A frame is what a join fixes of the board before it lists halves: nothing if n is
// even. If n is odd, it is the queen of the middle row, and where the queen of the
// middle column may stand, if that is a different one.
type frame struct {
	queens    []Square  // of the middle row
	blocked   uint64    // diagonals that the queen of the middle row attacks
	columns   columnSet // of all other queens
	upper     int       // how many of these stand in the upper half
	middle    []Square  // for the queen of the middle column, in the upper half
	symmetric bool      // the frame is its own mirror image, left to right and upside down
	weight    uint64
}

// frames returns one frame of each orbit.
//
// The queen in the centre of an odd board stays there under all symmetries. Otherwise
// let the queen of the middle row stand a columns from the centre, and the one of the
// middle column b rows. They do not attack each other, so a and b differ, and of the
// eight images of the board one has the former to the left, the latter above the
// centre, and a < b.
func (s seam) frames() []frame {
	all := uint32(fullRow(s.half))
	whole := frame{columns: columnSet{all, all}, upper: s.half, symmetric: true, weight: 1}
	if s.n%2 == 0 {
		return []frame{whole}
	}
	centre := Square{s.half, s.half}
	whole.queens, whole.blocked = []Square{centre}, s.mask(centre)
	orbits := []frame{whole}
	for col := 1; col < s.half; col++ {
		queen := Square{s.half, col}
		f := frame{
			queens:  []Square{queen},
			blocked: s.mask(queen),
			columns: columnSet{all &^ (1 << col), all},
			upper:   s.half - 1,
			weight:  8,
		}
		for row := range col {
			f.middle = append(f.middle, Square{row, s.half})
		}
		orbits = append(orbits, f)
	}
	return orbits
}

// lowerColumns returns the columns that a set leaves to the lower half.
func (f *frame) lowerColumns(c columnSet) columnSet {
	return columnSet{f.columns.left &^ c.left, f.columns.right &^ c.right}
}

// orbit returns how many sets of columns a set stands for: a solution's mirror images
// have a set's own images, left to right and upside down. It is 0 if another one
// stands for them.
func (f *frame) orbit(c columnSet) uint64 {
	if !f.symmetric {
		return 1
	}
	below := f.lowerColumns(c)
	switch {
	case min(c.right, below.left, below.right) < c.left:
		return 0
	case c.right == c.left || below.right == c.left:
		return 2
	}
	return 4
}

// A join counts the solutions of the empty board of one size.
type join struct {
	seam    seam
	frames  []frame
	rowSets [][]uint32 // sets of rows or columns of a quarter, by their size, in order
	spread  []int      // by number of columns on the left: a factor of the cost
}

func newJoin(n int) *join {
	s := newSeam(n)
	j := &join{seam: s, frames: s.frames(), rowSets: make([][]uint32, s.half+1)}
	for set := range uint32(1) << s.half {
		size := bits.OnesCount32(set)
		j.rowSets[size] = append(j.rowSets[size], set)
	}
	for left := range s.half + 1 {
		uneven := float64(left) - float64(s.half)/2
		j.spread = append(j.spread, 1+int(4096*math.Exp(-0.3*uneven*uneven)))
	}
	return j
}

// sets yields the sets of columns of a frame from the given one on.
func (j *join) sets(f *frame, from columnSet) iter.Seq[columnSet] {
	return func(yield func(columnSet) bool) {
		for left := from.left; left < 1<<j.seam.half; left++ {
			rest := f.upper - bits.OnesCount32(left)
			if left&^f.columns.left != 0 || rest < 0 || rest > j.seam.half {
				continue
			}
			rights := j.rowSets[rest]
			if left == from.left {
				first, _ := slices.BinarySearch(rights, from.right)
				rights = rights[first:]
			}
			for _, right := range rights {
				c := columnSet{left, right}
				if f.orbit(c) > 0 && !yield(c) {
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
		var last *joinPiece
		for c := range j.sets(f, columnSet{}) {
			if stop.Load() {
				return nil, errStopped
			}
			more := j.expected(f, c)
			if last == nil || last.expected+more > most {
				last = &joinPiece{frame: i, first: c}
				pieces = append(pieces, last)
			}
			last.sets++
			last.expected += more
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
		p.expected += j.expected(f, c)
	}
	if sets < 1 || p.sets < sets {
		return nil
	}
	return p
}

// expected estimates how long it takes to count with a set of columns, in some unit. The
// more evenly the columns are spread over left and right, the more halves there are, and
// so with more choices for the queen of the middle column.
func (j *join) expected(f *frame, c columnSet) int64 {
	return int64(j.spread[bits.OnesCount32(c.left)] * (2*j.seam.half + len(f.middle)))
}

// listCost is the cost of a list of quarters, as a multiple of that of a set with as
// many columns on the left. It was measured at n = 18 and 20.
const listCost = 1.3

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
					costs[i] += listCost * float64(j.expected(f, columnSet{left: cols}))
				}
			}
		}
	}
	return costs, nil
}

// cost returns the cost of a piece, without that of lists.
func (j *join) cost(p *joinPiece) float64 { return float64(p.expected) }
