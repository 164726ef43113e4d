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

// A halfSet is the upper halves with queens in certain columns, on the left in certain rows. Their
// masks are reordered: bitAt has what the bit of each diagonal becomes. They are listed in parts:
// all masks of a part have the same prefix, which is their first width bits.
type halfSet struct {
	columns columnSet
	rows    rowRange
	bitAt   []uint64
	width   int
}

// A lister lists upper halves. It joins a left quarter and a right one, mirrored, in the other
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
// All quarters of a set of halves are reordered first. Those with the same rows are sorted by their
// prefix, so that only quarters are joined whose prefixes make that of the part.
type lister struct {
	*listerTools
	halfSet
	prefix      uint64   // of the part that is listed
	masks       []uint64 // of that part
	tied        []uint64 // those of them that tie
	left, right preparedQuarters
}

// unlisted is the prefix while no part is listed.
const unlisted = math.MaxUint64

// listerTools are what the listers of upper and of lower halves share: memory that each needs only
// until its quarters are prepared.
type listerTools struct {
	seam
	pairing  *kernel.Pairing
	store    *quarterStore
	rowSets  [][]uint32 // by number of rows
	search   *quarterSearch
	unsorted []uint64
	order    reordering
}

// preparedQuarters are quarters with reordered masks, sorted by prefix. A lister reuses them for
// the next part and, on the left, often for the next set of halves.
type preparedQuarters struct {
	quarters
	quarterSet
	parts  []uint32 // where those of each set of rows and prefix begin, and one more
	chosen []uint64 // of those with equal rows and columns
}

// A quarterSet says which quarters of an upper half are prepared, and how.
type quarterSet struct {
	columns uint32
	cross   cross
	rows    rowRange
	bitAt   []uint64 // nil until the quarters are there
	width   int      // of the prefix
}

func (q *quarterSet) equal(other *quarterSet) bool {
	return q.columns == other.columns && q.cross == other.cross && q.rows == other.rows &&
		q.width == other.width && slices.Equal(q.bitAt, other.bitAt)
}

// on returns the quarters with queens in certain rows, as long as they are not sorted by prefix.
func (q *preparedQuarters) on(rows uint32) []uint64 {
	if q.rows.chosen && rows == q.columns {
		return q.chosen
	}
	return q.quarters.on(rows)
}

// part returns the quarters with queens in certain rows and a prefix.
func (q *preparedQuarters) part(rows uint32, prefix uint64) []uint64 {
	if q.width == 0 {
		return q.on(rows)
	}
	at := uint64(rows)<<q.width | prefix
	return q.masks[q.parts[at]:q.parts[at+1]]
}

// prepare prepares the quarters of a set of halves.
func (l *lister) prepare(h halfSet, stop *atomic.Bool) error {
	l.halfSet, l.prefix, l.masks, l.tied = h, unlisted, l.masks[:0], l.tied[:0]
	mirrored := slices.Clone(h.bitAt)
	slices.Reverse(mirrored)
	left := quarterSet{h.columns.left, h.columns.cross, h.rows, h.bitAt, h.width}
	right := quarterSet{h.columns.right, h.columns.cross.elsewhere(), h.rows.complements(l.all()), mirrored, h.width}
	return cmp.Or(l.refresh(&l.right, right, stop), l.refresh(&l.left, left, stop))
}

// refresh prepares quarters, unless they are what is wanted already.
func (l *lister) refresh(q *preparedQuarters, want quarterSet, stop *atomic.Bool) error {
	if q.equal(&want) {
		return nil
	}
	q.quarterSet = want
	q.bitAt = nil
	l.order.set(want.bitAt[:l.crossing+l.half])
	if err := cmp.Or(l.fetch(&q.quarters, &want, stop), l.choose(q, &want, stop)); err != nil {
		return err
	}
	l.sortByPrefix(q)
	q.bitAt = want.bitAt
	return nil
}

// fetch sets q to the quarters that are wanted, chosen or not, with reordered masks.
func (l *lister) fetch(q *quarters, want *quarterSet, stop *atomic.Bool) error {
	if l.store.limit == 0 || want.cross == offCentre {
		return l.search.list(q, want.columns, want.cross, &l.order, stop)
	}
	from, err := l.store.get(want.columns, want.cross, l.search, stop)
	if err != nil {
		return err
	}
	q.begin(l.half)
	copy(q.first, from.first)
	q.masks = resized(&q.masks, len(from.masks)+kernel.VectorPadding)[:len(from.masks)]
	begin := from.first[want.rows.first]
	end := max(begin, from.first[want.rows.last+1]) // there may be no rows
	to := q.masks[begin:end]
	return inBatches(from.masks[begin:end], stop, func(some []uint64) {
		l.order.move(to[:len(some)], some)
		to = to[len(some):]
	})
}

// choose sets the chosen ones of the quarters with equal rows and columns, if only these are
// wanted.
func (l *lister) choose(q *preparedQuarters, want *quarterSet, stop *atomic.Bool) error {
	if !want.rows.chosen {
		return nil
	}
	masks, err := l.search.choose(want.columns, want.rows.single, stop)
	q.chosen = resized(&q.chosen, len(masks)+kernel.VectorPadding)
	blocked := l.blocked(want.cross)
	for _, mask := range masks {
		if mask&blocked == 0 {
			q.chosen = append(q.chosen, l.order.of(mask))
		}
	}
	return err
}

// sortByPrefix sorts quarters by the first bits of their masks. It drops those that are not chosen.
func (l *lister) sortByPrefix(q *preparedQuarters) {
	width := q.width
	if width == 0 {
		return
	}
	if size := 1<<(l.half+width) + 1; len(q.parts) != size {
		q.parts = make([]uint32, size)
	}
	next := uint32(0)
	for _, rows := range l.rowSets[bits.OnesCount32(q.columns)] {
		if !q.rows.has(rows) {
			continue
		}
		masks := append(resized(&l.unsorted, len(q.on(rows))), q.on(rows)...)
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

// list lists the halves of the set that have a prefix, unless they are listed.
func (l *lister) list(prefix uint64, stop *atomic.Bool) error {
	if l.prefix == prefix {
		return nil
	}
	l.prefix, l.masks, l.tied = prefix, l.masks[:0], l.tied[:0]
	masks := l.masks
	for _, rows := range l.rowSets[bits.OnesCount32(l.columns.left)] {
		if !l.rows.has(rows) {
			continue
		}
		before := len(masks)
		for ofLeft := range bitset.Subsets(prefix) {
			masks = l.appendUnions(masks, l.left.part(rows, ofLeft), l.right.part(l.all()&^rows, prefix&^ofLeft))
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

// appendUnions appends the unions of a mask of xs and a disjoint one of ys. Few pairs fit, but it
// makes room for all: so it goes through little more than kernel.BatchSize of them at a time.
func (l *listerTools) appendUnions(out, xs, ys []uint64) []uint64 {
	if len(xs) > len(ys) {
		xs, ys = ys, xs // so that vectors of ys are full
	}
	for len(xs) > 0 {
		some := xs
		if len(xs)*len(ys) > kernel.BatchSize {
			some = xs[:1+kernel.BatchSize/len(ys)]
		}
		out = grown(out, len(some)*len(ys)+kernel.VectorPadding)
		out = out[:len(out)+l.pairing.Combine(out[len(out):cap(out)], some, ys)]
		xs = xs[len(some):]
	}
	return out
}
