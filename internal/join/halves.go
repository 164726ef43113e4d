package join

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/work"
)

// A halfSet is the upper halves with queens in certain columns, on the left in certain
// rows.
//
// Their masks are arranged: bitAt has the bit that stands for each diagonal. They are listed in
// parts: all masks of a part have the same prefix, which is their first width bits.
type halfSet struct {
	columns columnSet
	rows    rowRange
	bitAt   []uint64
	width   int
}

// A lister lists upper halves. It joins a left quarter and a right one, mirrored, in
// the other rows, if their masks have no diagonal in common. All diagonals that lead
// from one to the other cross the seam (Lemma 1 of join.go):
//
//	0 1 2 3 4 5 6 7
//	. Q . . . . . .    left:   columns 0 and 1, rows 0 and 2
//	. . . . . Q . .
//	Q . . . . . . .    right:  columns 5 and 6, mirrored 2 and 1, rows 1 and 3
//	. . . . . . Q .
//	--------------- seam
//
// All quarters of a set of halves are arranged at first. Those with the same rows are sorted by
// their prefix, so that for each part only quarters are joined whose prefixes make the part's.
type lister struct {
	*listerTools
	halfSet
	prefix      uint64   // of the part that is listed
	masks       []uint64 // of that part
	tied        []uint64 // of those that tie, once more
	left, right arrangedQuarters
}

// unlisted is the prefix where no part is listed yet.
const unlisted = math.MaxUint64

// listerTools are what listers work with, and memory that they need only until the quarters of a
// set of halves are arranged: the listers of upper and of lower halves share it.
type listerTools struct {
	pairing     *kernel.Pairing
	seam        seam
	store       *quarterStore
	rowSets     [][]uint32 // by number of rows
	search      *quarterSearch
	unsorted    []uint64
	arrangement arrangement
}

func newListerTools(s seam, p *kernel.Pairing, store *quarterStore, rowSets [][]uint32) *listerTools {
	return &listerTools{pairing: p, seam: s, store: store, rowSets: rowSets, search: newQuarterSearch(s)}
}

func newLister(tools *listerTools) *lister { return &lister{listerTools: tools} }

// arrangedQuarters are quarters whose masks are arranged. They are kept for the next part of the same set
// of halves, and those on the left often serve the next set as well.
type arrangedQuarters struct {
	quarters
	quartersFor
	parts  []uint32 // where those of each set of rows and prefix begin, and one more
	chosen []uint64 // of those with equal rows and columns
}

// quartersFor are what arranged quarters depend on.
type quartersFor struct {
	columns uint32
	cross   cross
	rows    rowRange
	bitAt   []uint64 // nil until the quarters are there
	width   int      // of the prefix
}

func (q *quartersFor) equal(other *quartersFor) bool {
	return q.columns == other.columns && q.cross == other.cross && q.rows == other.rows &&
		q.width == other.width && slices.Equal(q.bitAt, other.bitAt)
}

// on returns those with queens in certain rows, as long as they are not sorted by prefix.
func (q *arrangedQuarters) on(rows uint32) []uint64 {
	if q.rows.chosen && rows == q.columns {
		return q.chosen
	}
	return q.quarters.on(rows)
}

// part returns those with queens in certain rows and a prefix.
func (q *arrangedQuarters) part(rows uint32, prefix uint64) []uint64 {
	if q.width == 0 {
		return q.on(rows)
	}
	at := uint64(rows)<<q.width | prefix
	return q.masks[q.parts[at]:q.parts[at+1]]
}

// prepare arranges the quarters of a set of halves.
func (l *lister) prepare(h halfSet, stop *atomic.Bool) error {
	l.halfSet, l.prefix, l.masks, l.tied = h, unlisted, l.masks[:0], l.tied[:0]
	mirrored := slices.Clone(h.bitAt)
	slices.Reverse(mirrored)
	left := quartersFor{h.columns.left, h.columns.cross, h.rows, h.bitAt, h.width}
	others := h.rows.complements(uint32(bitset.Below(l.seam.half)))
	right := quartersFor{h.columns.right, h.columns.cross.elsewhere(), others, mirrored, h.width}
	return cmp.Or(l.keep(&l.right, right, stop), l.keep(&l.left, left, stop))
}

// keep sets arranged quarters, unless they are what is wanted already.
func (l *lister) keep(q *arrangedQuarters, want quartersFor, stop *atomic.Bool) error {
	if q.equal(&want) {
		return nil
	}
	if err := l.arrange(q, want, stop); err != nil {
		return err
	}
	l.sortByPrefix(q)
	q.bitAt = want.bitAt
	return nil
}

// list lists the halves of the set that have a prefix, unless they are listed.
func (l *lister) list(prefix uint64, stop *atomic.Bool) error {
	if l.prefix == prefix {
		return nil
	}
	l.prefix, l.masks, l.tied = prefix, l.masks[:0], l.tied[:0]
	return l.joinQuarters(stop)
}

// sortByPrefix sorts arranged quarters by the first bits of their masks. Quarters that are not chosen
// are lost.
func (l *lister) sortByPrefix(q *arrangedQuarters) {
	width := q.width
	if width == 0 {
		return
	}
	if size := 1<<(l.seam.half+width) + 1; len(q.parts) != size {
		q.parts = make([]uint32, size)
	}
	next := uint32(0)
	for _, rows := range l.rowSets[bits.OnesCount32(q.columns)] {
		if !q.rows.has(rows) {
			continue
		}
		masks := append(emptied(&l.unsorted, len(q.on(rows))), q.on(rows)...)
		parts := q.parts[rows<<width:][:1<<width+1]
		clear(parts)
		for _, mask := range masks {
			parts[mask>>(64-width)]++
		}
		for i, size := range parts {
			parts[i] = next
			next += size
		}
		for _, mask := range masks {
			place := &parts[mask>>(64-width)]
			q.masks[*place] = mask
			*place++
		}
		copy(parts[1:], parts) // each part ends where the next one begins
		parts[0] = next - uint32(len(masks))
	}
}

// arrange sets q to the quarters that are wanted, their masks arranged.
func (l *lister) arrange(q *arrangedQuarters, want quartersFor, stop *atomic.Bool) error {
	q.quartersFor = want
	q.bitAt = nil
	l.arrangement.fill(want.bitAt[:l.seam.crossing+l.seam.half])
	if err := l.arrangeAll(&q.quarters, &want, stop); err != nil || !want.rows.chosen {
		return err
	}
	masks, err := l.search.choose(want.columns, want.rows.single, stop)
	if err != nil {
		return err
	}
	q.chosen = emptied(&q.chosen, len(masks)+kernel.Padding)
	blocked := l.seam.blocked(want.cross)
	for _, mask := range masks {
		if mask&blocked == 0 {
			q.chosen = append(q.chosen, l.arrangement.of(mask))
		}
	}
	return nil
}

// arrangeAll is arrange for all quarters, whether chosen or not.
func (l *lister) arrangeAll(q *quarters, want *quartersFor, stop *atomic.Bool) error {
	if l.store.limit == 0 || want.cross == offCentre {
		return l.search.list(q, want.columns, want.cross, &l.arrangement, stop)
	}
	from, err := l.store.get(want.columns, want.cross, l.search, stop)
	if err != nil {
		return err
	}
	begin, end := int(from.first[want.rows.first]), int(from.first[want.rows.last+1])
	q.begin(l.seam.half)
	copy(q.first, from.first)
	q.masks = emptied(&q.masks, len(from.masks)+kernel.Padding)[:len(from.masks)]
	for at := begin; at < end; at += kernel.BatchSize {
		if stop.Load() {
			return work.ErrStopped
		}
		l.arrangement.move(q.masks[at:], from.masks[at:min(at+kernel.BatchSize, end)])
	}
	return nil
}

// joinQuarters adds the halves of left quarters and right ones that have the prefix.
func (l *lister) joinQuarters(stop *atomic.Bool) error {
	allRows := uint32(bitset.Below(l.seam.half))
	masks := l.masks
	for _, rows := range l.rowSets[bits.OnesCount32(l.columns.left)] {
		if !l.rows.has(rows) {
			continue
		}
		before := len(masks)
		for ofLeft := range bitset.Subsets(l.prefix) {
			masks = l.appendUnions(masks, l.left.part(rows, ofLeft), l.right.part(allRows&^rows, l.prefix&^ofLeft))
		}
		if l.rows.tied(rows) {
			l.tied = append(l.tied, masks[before:]...)
		}
		if stop.Load() {
			return work.ErrStopped
		}
	}
	l.masks = masks
	return nil
}

// appendUnions appends the unions of a mask of xs and a disjoint one of ys. It makes room for all pairs,
// of which few fit, so it goes through hardly more than atOnce of them at a time.
func (l *listerTools) appendUnions(out, xs, ys []uint64) []uint64 {
	if len(xs) > len(ys) {
		xs, ys = ys, xs // so that vectors of ys are full
	}
	for len(xs) > 0 {
		some := xs
		if len(xs)*len(ys) > kernel.BatchSize {
			some = xs[:1+kernel.BatchSize/len(ys)]
		}
		out = grown(out, len(some)*len(ys)+kernel.Padding)
		out = out[:len(out)+l.pairing.Combine(out[len(out):cap(out)], some, ys)]
		xs = xs[len(some):]
	}
	return out
}
