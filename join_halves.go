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

// An axis is a queen in the middle row, to the left of the centre, and the squares above
// the centre for the one in the middle column.
type axis struct {
	queen  Square
	column []Square
}

// A rowRange is the sets of rows, as numbers from first to last, that left quarters may
// have. If there are ties, they have the least set of all, or its complement, which is last.
type rowRange struct {
	first, last, least uint32
	ties               bool
	chosen             bool // of left quarters with equal rows and columns, one of each pair of transposes
	single             bool // a single queen, too
}

func (r rowRange) has(rows uint32) bool  { return r.first <= rows && rows <= r.last }
func (r rowRange) tied(rows uint32) bool { return r.ties && (rows == r.least || rows == r.last) }

// complements returns the sets of rows, of all rows, that right quarters may have.
func (r rowRange) complements(all uint32) rowRange {
	return rowRange{first: all - r.last, last: all - r.first}
}

// A halfSet is the upper halves with queens in certain columns, on the left in certain
// rows, and none on the blocked diagonals. If there are axes, those in the columns are part
// of the halves.
//
// Their masks are arranged: bitAt has the bit that stands for each diagonal. If the
// halves are listed in parts, all masks of a part have the same prefix: the first bits,
// which stand for the prefixed diagonals.
type halfSet struct {
	columns  columnSet
	rows     rowRange
	axes     []axis
	blocked  uint64
	bitAt    []uint64
	prefixed []int
	prefix   uint64
	masks    []uint64 // of those with the prefix
	tied     []uint64 // of those that tie, once more
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
	search      *quarterSearch
	free        quarters // on no blocked diagonal
	right       quarters // arranged
	rightWith   quarters // those on no diagonal of the queen of the middle row, with its own
	left        leftQuarters
	withAxis    []leftQuarters // by the column of the queen of the middle row
	arrangement arrangement
	one         [1]uint64
}

func newLister(s seam, p *pairing, store *quarterStore, rowSets [][]uint32) *lister {
	l := &lister{pairing: p, seam: s, store: store, rowSets: rowSets, search: newQuarterSearch(s)}
	l.withAxis = make([]leftQuarters, s.half)
	for _, q := range []*quarters{&l.free, &l.right, &l.rightWith} {
		q.first = make([]uint32, 1<<s.half+1)
	}
	return l
}

// leftQuarters are arranged quarters. They are kept from one set of halves to the next, and
// often fit that as well.
type leftQuarters struct {
	quarters
	chosen  []uint64 // of those with equal rows and columns
	columns uint32
	rows    rowRange
	blocked uint64
	bitAt   []uint64
}

// list lists the halves of a set that have its prefix.
func (l *lister) list(h *halfSet, stop *atomic.Bool) error {
	h.masks, h.tied = h.masks[:0], h.tied[:0]
	blocked := h.blocked | h.withoutPrefix()
	mirrored := slices.Clone(h.bitAt)
	slices.Reverse(mirrored)
	others := h.rows.complements(uint32(fullRow(l.seam.half)))
	if err := l.arrange(&l.right, h.columns.right, others, l.seam.mirror(blocked), mirrored, stop); err != nil {
		return err
	}
	if h.axes == nil {
		if err := l.setLeft(&l.left, h, h.columns.left, blocked, stop); err != nil {
			return err
		}
		return l.joinQuarters(h, &l.left, &l.right, stop)
	}
	for _, a := range h.axes {
		mask := l.seam.mask(a.queen)
		if h.columns.left>>a.queen.Col&1 == 0 || mask&blocked != 0 {
			continue
		}
		left := &l.withAxis[a.queen.Col]
		if err := l.setLeftWith(left, h, a, blocked, stop); err != nil {
			return err
		}
		l.addMask(&l.rightWith, &l.right, h.columns.right, others, arranged(mask, h.bitAt))
		if err := l.joinQuarters(h, left, &l.rightWith, stop); err != nil {
			return err
		}
	}
	return nil
}

// setLeft sets q to the left quarters of a set of halves with queens in certain columns.
func (l *lister) setLeft(q *leftQuarters, h *halfSet, cols uint32, blocked uint64, stop *atomic.Bool) error {
	if q.isFor(h, cols, blocked) {
		return nil
	}
	q.bitAt = nil // until the quarters are there
	if q.first == nil {
		q.first = make([]uint32, 1<<l.seam.half+1)
	}
	if err := l.arrange(&q.quarters, cols, h.rows, blocked, h.bitAt, stop); err != nil {
		return err
	}
	if h.rows.chosen {
		if err := l.choose(q, cols, h.rows.single, blocked, stop); err != nil {
			return err
		}
	}
	q.setFor(h, cols, blocked)
	return nil
}

// choose sets the chosen ones of quarters that are just arranged.
func (l *lister) choose(q *leftQuarters, cols uint32, single bool, blocked uint64, stop *atomic.Bool) error {
	masks, err := l.search.choose(cols, single, stop)
	if err != nil {
		return err
	}
	q.chosen = slices.Grow(q.chosen[:0], len(masks)+padding)
	for _, mask := range masks {
		if mask&blocked == 0 {
			q.chosen = append(q.chosen, l.arrangement.of(mask))
		}
	}
	return nil
}

func (q *leftQuarters) isFor(h *halfSet, cols uint32, blocked uint64) bool {
	return q.columns == cols && q.rows == h.rows && q.blocked == blocked && q.bitAt != nil && slices.Equal(q.bitAt, h.bitAt)
}

func (q *leftQuarters) setFor(h *halfSet, cols uint32, blocked uint64) {
	q.columns, q.rows, q.blocked, q.bitAt = cols, h.rows, blocked, slices.Clone(h.bitAt)
}

// setLeftWith sets q to the left quarters of a set of halves without the queen of the middle
// row of an axis, and with that of the middle column.
func (l *lister) setLeftWith(q *leftQuarters, h *halfSet, a axis, blocked uint64, stop *atomic.Bool) error {
	blocked |= l.seam.mask(a.queen)
	if q.isFor(h, h.columns.left, blocked) {
		return nil
	}
	if err := l.setLeft(&l.left, h, h.columns.left&^(1<<a.queen.Col), blocked, stop); err != nil {
		return err
	}
	if q.first == nil {
		q.first = make([]uint32, 1<<l.seam.half+1)
	}
	q.masks = q.masks[:0]
	for _, rows := range l.rowSets[bits.OnesCount32(h.columns.left)] {
		q.first[rows] = uint32(len(q.masks))
		for _, queen := range a.column {
			mask := l.seam.mask(queen)
			if rows>>queen.Row&1 == 0 || mask&blocked != 0 {
				continue
			}
			l.one[0] = arranged(mask, h.bitAt)
			q.masks = l.appendUnions(q.masks, l.one[:], l.left.on(rows&^(1<<queen.Row)))
		}
		q.first[rows+1] = uint32(len(q.masks))
	}
	q.setFor(h, h.columns.left, blocked)
	return nil
}

// arrange sets q to the quarters with queens in certain columns and rows and none on
// blocked diagonals, their masks arranged.
func (l *lister) arrange(q *quarters, cols uint32, rows rowRange, blocked uint64, bitAt []uint64, stop *atomic.Bool) error {
	from, err := l.store.get(cols, l.search, stop)
	if err != nil {
		return err
	}
	begin, end := int(from.first[rows.first]), int(from.first[rows.last+1])
	if blocked != 0 {
		l.addMask(&l.free, from, cols, rows, blocked)
		from = &l.free
		begin, end = 0, len(from.masks)
	}
	l.arrangement.set(bitAt[:l.seam.crossing+l.seam.half-1])
	copy(q.first, from.first)
	q.masks = slices.Grow(q.masks[:0], len(from.masks)+padding)[:len(from.masks)]
	for at := begin; at < end; at += atOnce {
		if stop.Load() {
			return errStopped
		}
		masks := from.masks[at:min(at+atOnce, end)]
		to := q.masks[at:][:len(masks)]
		for i, mask := range masks {
			to[i] = l.arrangement.of(mask &^ blocked)
		}
	}
	return nil
}

// addMask sets q to those of the quarters, with queens in certain columns and rows, that
// have no diagonal of a mask, with the mask added.
func (l *lister) addMask(q, from *quarters, cols uint32, r rowRange, mask uint64) {
	q.masks = slices.Grow(q.masks[:0], len(from.masks)+padding)
	l.one[0] = mask
	for _, rows := range l.rowSets[bits.OnesCount32(cols)] {
		if !r.has(rows) {
			continue
		}
		q.first[rows] = uint32(len(q.masks))
		q.masks = l.appendUnions(q.masks, l.one[:], from.on(rows))
		q.first[rows+1] = uint32(len(q.masks))
	}
}

// joinQuarters adds to a set the halves of left quarters and right ones.
func (l *lister) joinQuarters(h *halfSet, left *leftQuarters, right *quarters, stop *atomic.Bool) error {
	allRows := uint32(fullRow(l.seam.half))
	otherPrefix := func(mask uint64) bool { return mask>>(64-len(h.prefixed)) != h.prefix }
	for _, rows := range l.rowSets[bits.OnesCount32(h.columns.left)] {
		if !h.rows.has(rows) {
			continue
		}
		lefts := left.on(rows)
		if h.rows.chosen && rows == h.columns.left {
			lefts = left.chosen
		}
		before := len(h.masks)
		h.masks = l.appendUnions(h.masks, lefts, right.on(allRows&^rows))
		if len(h.prefixed) > 0 {
			h.masks = h.masks[:before+len(slices.DeleteFunc(h.masks[before:], otherPrefix))]
		}
		if h.rows.tied(rows) {
			h.tied = append(h.tied, h.masks[before:]...)
		}
		if stop.Load() {
			return errStopped
		}
	}
	h.tied = slices.Grow(h.tied, padding)
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
