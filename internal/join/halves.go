package join

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
)

// A selection says which upper halves are listed, or which of their left quarters: those with queens
// in certain columns, on the left in certain rows. Their masks are reordered: bitAt has what the bit
// of each diagonal becomes. They are listed in parts: all masks of a part have the same prefix, which
// is their first width bits. Of quarters columns.right is 0.
type selection struct {
	columns columnSet
	rows    rowRange
	bitAt   []uint64
	width   int
}

func (s *selection) equal(other *selection) bool {
	return s.columns == other.columns && s.rows == other.rows && s.width == other.width && slices.Equal(s.bitAt, other.bitAt)
}

// A halfLister lists upper halves. It joins a left quarter and a right one, mirrored, in the other
// rows, if their masks have no diagonal in common. By Lemma 1 in join.go, no other diagonal leads
// from one to the other:
//
//	0 1 2 3 4 5 6 7
//	. Q . . . . . .    left:   columns 0 and 1, rows 0 and 2
//	. . . . . Q . .
//	Q . . . . . . .    right:  columns 5 and 6, mirrored 2 and 1, rows 1 and 3
//	. . . . . . Q .
//	--------------- seam
//
// All quarters of a selection are reordered first. Those with the same rows are sorted by their
// prefix, so that only quarters are joined whose prefixes make that of the part.
type halfLister struct {
	tools       *listerTools
	set         selection
	prefix      uint64   // of the part that is listed
	masks       []uint64 // of that part
	tied        []uint64 // those of them that tie
	left, right preparedQuarters
}

// listerTools are what the listers of upper and of lower halves share: memory that each needs only
// until its quarters are prepared.
type listerTools struct {
	seam     seam
	pairing  *kernel.Pairing
	store    *quarterStore
	rowSets  [][]uint32 // by number of rows
	search   *quarterSearch
	unsorted []uint64
	order    reordering
}

// preparedQuarters are quarters with reordered masks, sorted by prefix. A halfLister reuses them for
// the next part and, on the left, often for the next selection.
type preparedQuarters struct {
	set    selection
	all    quarters
	chosen []uint64 // of those with equal rows and columns, if only chosen ones are listed
	parts  []uint32 // where those of each set of rows and prefix begin, and one more
}

// on returns the quarters with queens in certain rows, as long as they are not sorted by prefix.
func (q *preparedQuarters) on(rows uint32) []uint64 {
	if q.set.rows.chosen && rows == q.set.columns.left {
		return q.chosen
	}
	return q.all.on(rows)
}

// part returns the quarters with queens in certain rows and a prefix.
func (q *preparedQuarters) part(rows uint32, prefix uint64) []uint64 {
	if q.set.width == 0 {
		return q.on(rows)
	}
	at := uint64(rows)<<q.set.width | prefix
	return q.all.masks[q.parts[at]:q.parts[at+1]]
}

// prepare prepares the quarters of a selection.
func (l *halfLister) prepare(set selection, stop *atomic.Bool) {
	l.set, l.prefix, l.masks, l.tied = set, math.MaxUint64, l.masks[:0], l.tied[:0] // no part is listed
	mirrored := slices.Clone(set.bitAt)
	slices.Reverse(mirrored)
	c, seam := set.columns, l.tools.seam
	left := selection{columnSet{left: c.left, middle: c.middle}, set.rows, set.bitAt, set.width}
	otherRows := rowRange{first: seam.all() - set.rows.last, last: seam.all() - set.rows.first}
	right := selection{columnSet{left: c.right, middle: c.middle.elsewhere()}, otherRows, mirrored, set.width}
	l.tools.refresh(&l.right, right, stop)
	l.tools.refresh(&l.left, left, stop)
}

// refresh prepares quarters, unless they are what is wanted already.
func (t *listerTools) refresh(q *preparedQuarters, want selection, stop *atomic.Bool) {
	if q.set.equal(&want) {
		return
	}
	q.set = want
	t.order.set(want.bitAt[:t.seam.crossing+t.seam.half])
	t.fetch(q, stop)
	t.choose(q, stop)
	if stop.Load() {
		q.set = selection{} // the quarters are not all there
		return
	}
	t.sortByPrefix(q)
}

// fetch gets the quarters, chosen or not, with reordered masks.
func (t *listerTools) fetch(q *preparedQuarters, stop *atomic.Bool) {
	cols, x, rows := q.set.columns.left, q.set.columns.middle, q.set.rows
	if t.store.limit == 0 || x == offCentre {
		t.search.list(&q.all, cols, x, &t.order, stop)
		return
	}
	from := t.store.get(cols, x, t.search, stop)
	q.all.first = append(q.all.first[:0], from.first...)
	q.all.masks = resized(&q.all.masks, len(from.masks)+kernel.VectorPadding)[:len(from.masks)]
	begin := from.first[rows.first]
	end := max(begin, from.first[rows.last+1]) // there may be no rows
	to := q.all.masks[begin:end]
	inBatches(from.masks[begin:end], stop, func(some []uint64) {
		t.order.move(to[:len(some)], some)
		to = to[len(some):]
	})
}

// choose gets the chosen ones of the quarters with equal rows and columns, if only these are wanted.
func (t *listerTools) choose(q *preparedQuarters, stop *atomic.Bool) {
	if !q.set.rows.chosen {
		return
	}
	masks := t.search.choose(q.set.columns.left, q.set.rows.single, stop)
	q.chosen = resized(&q.chosen, len(masks)+kernel.VectorPadding)
	blocked := t.seam.blocked(q.set.columns.middle)
	for _, mask := range masks {
		if mask&blocked == 0 {
			q.chosen = append(q.chosen, t.order.of(mask))
		}
	}
}

// sortByPrefix sorts quarters by the first bits of their masks. It drops those that are not chosen.
func (t *listerTools) sortByPrefix(q *preparedQuarters) {
	width := q.set.width
	if width == 0 {
		return
	}
	if size := 1<<(t.seam.half+width) + 1; len(q.parts) != size {
		q.parts = make([]uint32, size)
	}
	var next uint32
	for _, rows := range t.rowSets[bits.OnesCount32(q.set.columns.left)] {
		if !q.set.rows.has(rows) {
			continue
		}
		masks := append(resized(&t.unsorted, len(q.on(rows))), q.on(rows)...)
		q.parts[rows<<width] = next
		ends := q.parts[rows<<width+1:][:1<<width] // first the size of each part, then where its next mask goes
		clear(ends)
		for _, mask := range masks {
			ends[mask>>(64-width)]++
		}
		for i, size := range ends {
			ends[i] = next
			next += size
		}
		for _, mask := range masks {
			place := &ends[mask>>(64-width)]
			q.all.masks[*place] = mask
			*place++
		}
	}
}

// list lists the halves that have a prefix, unless they are listed.
func (l *halfLister) list(prefix uint64, stop *atomic.Bool) {
	if l.prefix == prefix {
		return
	}
	l.prefix, l.masks, l.tied = prefix, l.masks[:0], l.tied[:0]
	masks := l.masks
	for _, rows := range l.tools.rowSets[bits.OnesCount32(l.set.columns.left)] {
		if !l.set.rows.has(rows) || stop.Load() {
			continue
		}
		before := len(masks)
		masks = l.appendHalves(masks, rows, prefix)
		if l.set.rows.tied(rows) {
			l.tied = append(l.tied, masks[before:]...)
		}
	}
	l.masks = masks
}

// appendHalves appends the masks of the halves that have left queens in certain rows, and a prefix.
func (l *halfLister) appendHalves(masks []uint64, rows uint32, prefix uint64) []uint64 {
	otherRows := l.tools.seam.all() &^ rows
	for ofLeft := range bitboard.Subsets(prefix) {
		masks = l.tools.appendUnions(masks, l.left.part(rows, ofLeft), l.right.part(otherRows, prefix&^ofLeft))
	}
	return masks
}

// appendUnions appends the unions of a mask of xs and a disjoint one of ys. Few pairs fit, but it
// makes room for all: so it goes through little more than kernel.BatchSize of them at a time.
func (t *listerTools) appendUnions(out, xs, ys []uint64) []uint64 {
	if len(xs) > len(ys) {
		xs, ys = ys, xs // so that vectors of ys are full
	}
	for len(xs) > 0 {
		some := xs
		if len(xs)*len(ys) > kernel.BatchSize {
			some = xs[:1+kernel.BatchSize/len(ys)]
		}
		out = slices.Grow(out, len(some)*len(ys)+kernel.VectorPadding)
		out = out[:len(out)+t.pairing.Combine(out[len(out):cap(out)], some, ys)]
		xs = xs[len(some):]
	}
	return out
}
