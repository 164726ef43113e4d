package queens

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// A columnSet is columns of the left and of the right half of a board, these
// mirrored.
type columnSet struct{ left, right uint32 }

// A halfSet is the upper halves with queens in certain columns and none on the
// blocked diagonals. If there is a choice for the queen of the middle column, it
// belongs to the half.
//
// Their masks are arranged: places has the bit that stands for each diagonal. If the
// halves are listed in parts, these differ in the diagonals of parted, the first of
// places, and the masks begin with the bits of part.
type halfSet struct {
	columnSet
	middle  []Square
	blocked uint64
	places  []uint64
	parted  []int
	part    uint64
	masks   []uint64 // of those in the part
}

// diagonals returns those of the lines that have a bit, the last of them the lowest.
func diagonals(lines []int, some uint64) (mask uint64) {
	for i, line := range lines {
		mask |= some >> (len(lines) - 1 - i) & 1 << line
	}
	return mask
}

// A lister lists upper halves. It joins a left quarter and a right one, mirrored, in
// the other rows, if their masks have no diagonal in common. All diagonals that lead
// from one to the other cross the seam:
//
//	0 1 2 3 4 5 6 7
//	. Q . . . . . .    left:   columns 1 and 3, rows 0 and 1
//	. . . Q . . . .
//	. . . . . Q . .    right:  columns 5 and 7, mirrored 2 and 0, rows 2 and 3
//	. . . . . . . Q
//	--------------- seam
type lister struct {
	*pairing
	seam
	store       *quarterStore
	rowSets     [][]uint32 // by number of rows
	search      quarterSearch
	free        quarters // on no blocked diagonal
	left, right quarters // arranged
	both        quarters // the left ones with a queen in the middle column
	arrangement arrangement
	one         [1]uint64
}

func newLister(s seam, p *pairing, store *quarterStore, rowSets [][]uint32) *lister {
	l := &lister{pairing: p, seam: s, store: store, rowSets: rowSets, search: quarterSearch{seam: s}}
	for _, q := range []*quarters{&l.free, &l.left, &l.right, &l.both} {
		q.first = make([]uint32, 1<<s.half+1)
	}
	return l
}

// list lists the halves of a set's part. It returns false if stop was set.
func (l *lister) list(h *halfSet, stop *atomic.Bool) (done bool) {
	h.masks = h.masks[:0]
	blocked := h.blocked | diagonals(h.parted, ^h.part)
	mirrored := slices.Clone(h.places)
	slices.Reverse(mirrored)
	if !l.arrange(&l.left, h.left, blocked, h.places, stop) ||
		!l.arrange(&l.right, h.right, l.mirror(blocked), mirrored, stop) {
		return false
	}
	all := uint32(fullRow(l.half))
	if h.middle == nil {
		return l.halves(h, &l.left, all, stop)
	}
	for _, queen := range h.middle {
		mask := l.mask(queen)
		if mask&blocked != 0 {
			continue
		}
		l.with(&l.both, &l.left, h.left, arranged(mask, h.places))
		if !l.halves(h, &l.both, all&^(1<<queen.Row), stop) {
			return false
		}
	}
	return true
}

// arrange sets q to the quarters with queens in certain columns and none on blocked
// diagonals, their masks arranged.
func (l *lister) arrange(q *quarters, cols uint32, blocked uint64, places []uint64, stop *atomic.Bool) bool {
	some := l.store.get(cols, &l.search, stop)
	if some == nil {
		return false
	}
	if blocked != 0 {
		l.with(&l.free, some, cols, blocked)
		some = &l.free
	}
	l.arrangement.set(places[:l.lines+l.half-1])
	copy(q.first, some.first)
	q.masks = slices.Grow(q.masks[:0], len(some.masks)+slack)[:len(some.masks)]
	for at := 0; at < len(some.masks); at += atOnce {
		if stop.Load() {
			return false
		}
		from := some.masks[at:min(at+atOnce, len(some.masks))]
		to := q.masks[at:][:len(from)]
		for i, mask := range from {
			to[i] = l.arrangement.of(mask &^ blocked)
		}
	}
	return true
}

// with sets q to those of the quarters, with queens in certain columns, that have no
// diagonal of a mask, with the mask added.
func (l *lister) with(q, some *quarters, cols uint32, mask uint64) {
	q.masks = slices.Grow(q.masks[:0], len(some.masks)+slack)
	l.one[0] = mask
	for _, rows := range l.rowSets[bits.OnesCount32(cols)] {
		q.first[rows] = uint32(len(q.masks))
		q.masks = l.join(q.masks, l.one[:], some.on(rows))
		q.first[rows+1] = uint32(len(q.masks))
	}
}

// halves adds to a set the halves of left quarters and right ones in certain rows. It
// returns false if stop was set.
func (l *lister) halves(h *halfSet, left *quarters, rows uint32, stop *atomic.Bool) (done bool) {
	elsewhere := func(mask uint64) bool { return mask>>(64-len(h.parted)) != h.part }
	for _, some := range l.rowSets[bits.OnesCount32(h.left)] {
		if some&^rows != 0 {
			continue
		}
		before := len(h.masks)
		h.masks = l.join(h.masks, left.on(some), l.right.on(rows&^some))
		if len(h.parted) > 0 {
			h.masks = h.masks[:before+len(slices.DeleteFunc(h.masks[before:], elsewhere))]
		}
		if stop.Load() {
			return false
		}
	}
	return true
}

// join appends the unions of disjoint masks.
func (l *lister) join(out, xs, ys []uint64) []uint64 {
	if len(xs) == 0 || len(ys) == 0 {
		return out
	}
	if len(xs) > len(ys) {
		xs, ys = ys, xs // so that vectors of ys are full
	}
	out = slices.Grow(out, len(xs)*len(ys)+slack)
	return out[:len(out)+l.combine(out[len(out):cap(out)], xs, ys)]
}

// An arrangement moves the bits of quarters' masks to other places. It has what each
// value of each byte becomes. Masks of quarters, which lie on the left, need fewer bits
// than others: no rising diagonal of theirs is in the right half of the seam.
type arrangement [6][256]uint64

func (a *arrangement) set(places []uint64) {
	for i := 0; len(places) > 0; i++ {
		size := min(8, len(places))
		for bit, place := range places[:size] {
			for value := range 1 << bit {
				a[i][1<<bit+value] = a[i][value] | place
			}
		}
		places = places[size:]
	}
}

func (a *arrangement) of(m uint64) uint64 {
	to := a[0][m&255] | a[1][m>>8&255] | a[2][m>>16&255] | a[3][m>>24&255]
	if m>>32 != 0 { // never up to n = 22
		to |= a[4][m>>32&255] | a[5][m>>40&255]
	}
	return to
}

// arranged moves the bits of a single mask.
func arranged(mask uint64, places []uint64) (m uint64) {
	for line := range columns(mask) {
		m |= places[line]
	}
	return m
}
