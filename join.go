package queens

import (
	"context"
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

// The join counts the solutions of large empty boards, and does not search the whole
// board. It lists halves, and counts the pairs of an upper and a lower one that fit:
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
// upside down, those are upper halves as well, and one way to list halves does for
// both. A half is a mask of the diagonals on which it has queens and which cross the
// seam, and a pair fits if its masks have no bit in common. Halves are listed by
// joining quarters in the same way. Sets of columns that are images of each other, left
// to right or upside down, have as many solutions; so one of them is enough.
//
// At n = 20 that makes 4·10⁹ halves and 6·10¹³ pairs. Most pairs clash on a few
// diagonals that many halves occupy, those in the middle. A sieve sorts by these, and
// looks at what is left 512 pairs at a time. Where the block search takes eightfold to
// tenfold as long for each row more, the join takes sevenfold to eightfold.
//
// A board of odd size has a middle row and a middle column. The queen of the middle row
// is fixed, and the one of the middle column, if it is another, is part of the upper
// half, up to symmetry.
//
// To join quarters is the idea of [kluev], with a sieve of fixed diagonals.

// minJoin is the size of the smallest board that has halves to join.
const minJoin = 4

// A frame is what a join fixes of the board before it lists halves: nothing if n is
// even. If n is odd, it is the queen of the middle row, and where the queen of the
// middle column may stand, if that is another one.
type frame struct {
	queens    []Square  // of the middle row
	blocked   uint64    // diagonals that the queen of the middle row attacks
	columns   columnSet // of all other queens
	upper     int       // how many of these stand in the upper half
	middle    []Square  // for the queen of the middle column, in the upper half
	symmetric bool      // the frame is its own mirror image, left to right and upside down
	weight    uint64
}

// frames returns one of each orbit of frames.
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
	frames := []frame{whole}
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
		frames = append(frames, f)
	}
	return frames
}

// lower returns the columns that a set leaves to the lower half.
func (f *frame) lower(c columnSet) columnSet {
	return columnSet{f.columns.left &^ c.left, f.columns.right &^ c.right}
}

// orbit returns how many sets of columns a set stands for: a solution's mirror images
// have a set's own images, left to right and upside down. It is 0 if another one
// stands for them.
func (f *frame) orbit(c columnSet) uint64 {
	if !f.symmetric {
		return 1
	}
	lower := f.lower(c)
	switch {
	case min(c.right, lower.left, lower.right) < c.left:
		return 0
	case c.right == c.left || lower.right == c.left:
		return 2
	}
	return 4
}

// A join is what workers share that count the solutions of empty boards of one size.
type join struct {
	seam
	frames  []frame
	rowSets [][]uint32 // sets of as many rows or columns of a quarter, in order
	spread  []int      // by number of columns on the left: a factor of the cost
	store   quarterStore
}

func newJoin(n int) *join {
	s := newSeam(n)
	j := &join{seam: s, frames: s.frames(), rowSets: make([][]uint32, s.half+1)}
	j.store = quarterStore{lists: make([]atomic.Pointer[quarters], 1<<s.half), room: s.storeRoom()}
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
		for left := from.left; left < 1<<j.half; left++ {
			rest := f.upper - bits.OnesCount32(left)
			if left&^f.columns.left != 0 || rest < 0 || rest > j.half {
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

// A joinPiece is a part of a count: sets of columns of one frame, as many as sets
// says, the first one and those that follow it.
type joinPiece struct {
	frame int
	first columnSet
	sets  int
	cost  int64
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

// pieces cuts a count into pieces of about the same cost, at least as many as asked
// for, if there are so many sets of columns.
func (j *join) pieces(ctx context.Context, atLeast int) ([]*joinPiece, error) {
	pieces, err := j.cut(ctx, math.MaxInt64)
	var sets int
	var cost int64
	for _, p := range pieces {
		sets += p.sets
		cost += p.cost
	}
	for share := cost / int64(max(1, atLeast)); err == nil && len(pieces) < min(atLeast, sets); share /= 2 {
		pieces, err = j.cut(ctx, share)
	}
	return pieces, err
}

// cut returns pieces of at least one set of columns each, and of at most the cost if
// they have more. It is the same on all machines.
func (j *join) cut(ctx context.Context, most int64) ([]*joinPiece, error) {
	stop, release := stopWith(ctx)
	defer release()
	var pieces []*joinPiece
	for i := range j.frames {
		f := &j.frames[i]
		var last *joinPiece
		for c := range j.sets(f, columnSet{}) {
			if stop.Load() {
				return nil, ctx.Err()
			}
			more := j.cost(f, c)
			if last == nil || last.cost+more > most {
				last = &joinPiece{frame: i, first: c}
				pieces = append(pieces, last)
			}
			last.sets++
			last.cost += more
		}
	}
	return pieces, nil
}

// piece returns the piece of so many sets of columns from the first one on, or nil if
// there is none.
func (j *join) piece(frame int, first columnSet, sets int) *joinPiece {
	f := &j.frames[frame]
	p := &joinPiece{frame: frame, first: first}
	for c := range j.sets(f, first) {
		if p.sets == 0 && c != first || p.sets >= sets {
			break
		}
		p.sets++
		p.cost += j.cost(f, c)
	}
	if sets < 1 || p.sets < sets {
		return nil
	}
	return p
}

// cost estimates how long it takes to count with a set of columns, in some unit. There
// are the more halves, the more evenly the columns are spread over left and right, and
// the more choices there are for the queen of the middle column.
func (j *join) cost(f *frame, c columnSet) int64 {
	return int64(j.spread[bits.OnesCount32(c.left)] * (2*j.half + len(f.middle)))
}

// listCost is the cost of a list of quarters, as a multiple of that of a set with as
// many columns on the left. It was measured at n = 18 and 20.
const listCost = 1.3

// costs returns the costs of all pieces of a count, each with that of the lists of
// quarters that no piece before it has made: of a twentieth of the time at n = 18, and
// of little on boards whose lists are not all kept.
func (j *join) costs(pieces []*joinPiece) []float64 {
	costs := make([]float64, len(pieces))
	made := make([]bool, 1<<j.half)
	for i, p := range pieces {
		costs[i] = float64(p.cost)
		if !j.keepsAll() {
			continue
		}
		f := &j.frames[p.frame]
		for c := range j.setsOf(p) {
			lower := f.lower(c)
			for _, cols := range []uint32{c.left, c.right, lower.left, lower.right} {
				if !made[cols] {
					made[cols] = true
					costs[i] += listCost * float64(j.cost(f, columnSet{left: cols}))
				}
			}
		}
	}
	return costs
}

// columns returns a set of columns as a row of the board.
func (s seam) columns(c columnSet) uint64 {
	return uint64(c.left) | bits.Reverse64(uint64(c.right))>>(64-s.n)
}

// columnSet returns the columns that columns returns as a row.
func (s seam) columnSet(row uint64) columnSet {
	all := fullRow(s.half)
	return columnSet{uint32(row & all), uint32(bits.Reverse64(row) >> (64 - s.n) & all)}
}

// crossed returns how many of the columns a diagonal crosses above the seam.
func (s seam) crossed(line int, columns uint64) int {
	first := line - (s.n-1)/2 // a falling diagonal's column in the first row
	if line >= s.lines {
		first = line - s.lines + 1 // a rising diagonal's column in the last row
	}
	if first < 0 {
		return bits.OnesCount64(columns & fullRow(s.half+first))
	}
	return bits.OnesCount64(columns >> first & fullRow(s.half))
}
