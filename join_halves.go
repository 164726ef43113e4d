package queens

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// A columnSet is a set of columns: those in the left half of a board, and those in the
// right half, mirrored.
type columnSet struct{ left, right uint32 }

// row returns the columns as a row of the board.
func (c columnSet) row(n int) uint64 {
	return uint64(c.left) | bits.Reverse64(uint64(c.right))>>(64-n)
}

// columnsOf returns the columns of a row of the board.
func (s seam) columnsOf(row uint64) columnSet {
	all := fullRow(s.half)
	return columnSet{uint32(row & all), uint32(bits.Reverse64(row) >> (64 - s.n) & all)}
}

// A halfSet is the upper halves with queens in certain columns and none on the
// blocked diagonals. If there is a choice for the queen of the middle column, it
// belongs to the half.
//
// Their masks are arranged: bitAt has the bit that stands for each diagonal. If the
// halves are listed in parts, all masks of a part have the same prefix: the first bits,
// which stand for the prefixed diagonals.
type halfSet struct {
	columns  columnSet
	middle   []Square
	blocked  uint64
	bitAt    []uint64
	prefixed []int
	prefix   uint64
	masks    []uint64 // of those with the prefix
}

// withoutPrefix returns those of the prefixed diagonals on which no half with the prefix
// has a queen.
func (h *halfSet) withoutPrefix() (mask uint64) {
	for i, diagonal := range h.prefixed {
		mask |= ^h.prefix >> (len(h.prefixed) - 1 - i) & 1 << diagonal
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
	pairing     *pairing
	seam        seam
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

// list lists the halves of a set that have its prefix.
func (l *lister) list(h *halfSet, stop *atomic.Bool) error {
	h.masks = h.masks[:0]
	blocked := h.blocked | h.withoutPrefix()
	mirrored := slices.Clone(h.bitAt)
	slices.Reverse(mirrored)
	if err := l.arrange(&l.left, h.columns.left, blocked, h.bitAt, stop); err != nil {
		return err
	}
	if err := l.arrange(&l.right, h.columns.right, l.seam.mirror(blocked), mirrored, stop); err != nil {
		return err
	}
	allRows := uint32(fullRow(l.seam.half))
	if h.middle == nil {
		return l.joinQuarters(h, &l.left, allRows, stop)
	}
	for _, queen := range h.middle {
		mask := l.seam.mask(queen)
		if mask&blocked != 0 {
			continue
		}
		l.addMask(&l.both, &l.left, h.columns.left, arranged(mask, h.bitAt))
		if err := l.joinQuarters(h, &l.both, allRows&^(1<<queen.Row), stop); err != nil {
			return err
		}
	}
	return nil
}

// arrange sets q to the quarters with queens in certain columns and none on blocked
// diagonals, their masks arranged.
func (l *lister) arrange(q *quarters, cols uint32, blocked uint64, bitAt []uint64, stop *atomic.Bool) error {
	from, err := l.store.get(cols, &l.search, stop)
	if err != nil {
		return err
	}
	if blocked != 0 {
		l.addMask(&l.free, from, cols, blocked)
		from = &l.free
	}
	l.arrangement.set(bitAt[:l.seam.crossing+l.seam.half-1])
	copy(q.first, from.first)
	q.masks = slices.Grow(q.masks[:0], len(from.masks)+padding)[:len(from.masks)]
	for at := 0; at < len(from.masks); at += atOnce {
		if stop.Load() {
			return errStopped
		}
		masks := from.masks[at:min(at+atOnce, len(from.masks))]
		to := q.masks[at:][:len(masks)]
		for i, mask := range masks {
			to[i] = l.arrangement.of(mask &^ blocked)
		}
	}
	return nil
}

// addMask sets q to those of the quarters, with queens in certain columns, that have no
// diagonal of a mask, with the mask added.
func (l *lister) addMask(q, from *quarters, cols uint32, mask uint64) {
	q.masks = slices.Grow(q.masks[:0], len(from.masks)+padding)
	l.one[0] = mask
	for _, rows := range l.rowSets[bits.OnesCount32(cols)] {
		q.first[rows] = uint32(len(q.masks))
		q.masks = l.appendUnions(q.masks, l.one[:], from.on(rows))
		q.first[rows+1] = uint32(len(q.masks))
	}
}

// joinQuarters adds to a set the halves of left quarters and right ones in certain rows.
func (l *lister) joinQuarters(h *halfSet, left *quarters, rows uint32, stop *atomic.Bool) error {
	otherPrefix := func(mask uint64) bool { return mask>>(64-len(h.prefixed)) != h.prefix }
	for _, leftRows := range l.rowSets[bits.OnesCount32(h.columns.left)] {
		if leftRows&^rows != 0 {
			continue
		}
		before := len(h.masks)
		h.masks = l.appendUnions(h.masks, left.on(leftRows), l.right.on(rows&^leftRows))
		if len(h.prefixed) > 0 {
			h.masks = h.masks[:before+len(slices.DeleteFunc(h.masks[before:], otherPrefix))]
		}
		if stop.Load() {
			return errStopped
		}
	}
	return nil
}

// appendUnions appends the unions of a mask of xs and a disjoint one of ys.
func (l *lister) appendUnions(out, xs, ys []uint64) []uint64 {
	if len(xs) == 0 || len(ys) == 0 {
		return out
	}
	if len(xs) > len(ys) {
		xs, ys = ys, xs // so that vectors of ys are full
	}
	out = slices.Grow(out, len(xs)*len(ys)+padding)
	return out[:len(out)+l.pairing.combine(out[len(out):cap(out)], xs, ys)]
}

// An arrangement moves the bits of quarters' masks. It has what each value of each byte
// becomes. The masks of quarters, which are on the left, need fewer bits than others: none
// of their rising diagonals is in the right half of the seam.
type arrangement [6][256]uint64

func (a *arrangement) set(bitAt []uint64) {
	for i := 0; len(bitAt) > 0; i++ {
		size := min(8, len(bitAt))
		for from, to := range bitAt[:size] {
			for value := range 1 << from {
				a[i][1<<from+value] = a[i][value] | to
			}
		}
		bitAt = bitAt[size:]
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
func arranged(mask uint64, bitAt []uint64) (m uint64) {
	for diagonal := range bitsOf(mask) {
		m |= bitAt[diagonal]
	}
	return m
}
