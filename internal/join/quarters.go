package join

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
)

// quarters are the ways to place queens in certain columns of the upper left quarter: their masks,
// in the order of their sets of rows.
type quarters struct {
	masks []uint64
	first []uint32 // where those of each set of rows begin, and one more
}

// len returns how many quarters there are, none in nil.
func (q *quarters) len() int64 {
	if q == nil {
		return 0
	}
	return int64(len(q.masks))
}

// on returns the quarters with queens in certain rows.
func (q *quarters) on(rows uint32) []uint64 { return q.masks[q.first[rows]:q.first[rows+1]] }

// A quarterSearch lists quarters, column by column, in a buffer that it keeps.
type quarterSearch struct {
	seam    seam
	squares [][]uint64 // the mask of each square and its row, by column, the middle one included, and row
	open    []uint32   // the rows of each column whose squares are on no blocked diagonal
	found   []uint64   // masks of quarters and their rows
}

// rowsAt is the first bit of the rows in the mask of a quarter that is found. The diagonals of
// quarters take the bits before it, 46 at n = 31 and 32.
const rowsAt = 48

func newQuarterSearch(s seam) *quarterSearch {
	search := &quarterSearch{seam: s, open: make([]uint32, s.n-s.half)}
	for col := range search.open {
		var squares []uint64
		for row := range s.half {
			squares = append(squares, s.mask(bitboard.Square{Row: row, Col: col})|1<<(rowsAt+row))
		}
		search.squares = append(search.squares, squares)
	}
	return search
}

// list sets q to the quarters with queens in certain columns, and those of the cross. It reorders
// their masks if there is a reordering.
func (s *quarterSearch) list(q *quarters, cols uint32, x middle, order *reordering, stop *atomic.Bool) {
	s.find(cols, x, stop)
	q.first = append(q.first[:0], make([]uint32, 1<<s.seam.half+1)...)
	ends := q.first[1:] // first the number of quarters with each set of rows, then where the next one goes
	for _, found := range s.found {
		ends[found>>rowsAt]++
	}
	var next uint32
	for rows, size := range ends {
		ends[rows] = next
		next += size
	}
	q.masks = resized(&q.masks, len(s.found)+kernel.VectorPadding)[:len(s.found)]
	for i, found := range s.found {
		if i%kernel.BatchSize == 0 && stop.Load() {
			return
		}
		mask := found & (1<<rowsAt - 1)
		if order != nil {
			mask = order.of(mask)
		}
		place := &ends[found>>rowsAt]
		q.masks[*place] = mask
		*place++
	}
}

// find finds the quarters with queens in certain columns, and those of the cross.
func (s *quarterSearch) find(cols uint32, x middle, stop *atomic.Bool) {
	s.found = s.found[:0]
	if x != offCentre {
		s.openAllBut(s.seam.blocked(x))
		s.fill(cols, 0, 0, 0, 0, stop)
		return
	}
	for col := range bitboard.Members(uint64(cols)) {
		inMiddleRow := s.seam.mask(bitboard.Square{Row: s.seam.half, Col: col})
		s.openAllBut(inMiddleRow)
		s.open[s.seam.half] &= uint32(bitboard.Below(col)) // farther from the centre (Lemma 6)
		s.fill(cols&^(1<<col)|1<<s.seam.half, 0, 0, 0, inMiddleRow, stop)
	}
}

// openAllBut opens the squares that are on no blocked diagonal.
func (s *quarterSearch) openAllBut(blocked uint64) {
	for col, squares := range s.squares {
		s.open[col] = 0
		for row, mask := range squares {
			if mask&blocked == 0 {
				s.open[col] |= 1 << row
			}
		}
	}
}

// fill places queens in the columns in all ways. The queens further left stand in rows, and their
// diagonals reach the first of the columns in the rows up and down.
func (s *quarterSearch) fill(cols, rows, up, down uint32, mask uint64, stop *atomic.Bool) {
	s.found = slices.Grow(s.found, s.seam.half)
	if cols == 0 {
		s.found = append(s.found, mask)
		return
	}
	col := bits.TrailingZeros32(cols)
	rest := cols & (cols - 1)
	squares, free := s.squares[col], s.open[col]&^(rows|up|down)
	if rest == 0 { // most of the work
		for ; free != 0; free &= free - 1 {
			s.found = append(s.found, mask|squares[bits.TrailingZeros32(free)])
		}
		return
	}
	const checkedDepth = 3 // three more queens have a few thousand ways: less than a millisecond
	if bits.OnesCount32(rest) >= checkedDepth && stop.Load() {
		return
	}
	next := bits.TrailingZeros32(rest) - col
	for ; free != 0; free &= free - 1 {
		queen, square := free&-free, squares[bits.TrailingZeros32(free)]
		s.fill(rest, rows|queen, (up|queen)>>next, (down|queen)<<next, mask|square, stop)
	}
}

// choose returns the masks of the chosen quarters with queens in certain columns and in the same
// rows: half of them, as in the proof of Lemma 4, or a single queen if single is true.
func (s *quarterSearch) choose(cols uint32, single bool, stop *atomic.Bool) (chosen []uint64) {
	s.found = s.found[:0]
	s.openAllBut(0)
	s.fill(cols, s.seam.all()&^cols, 0, 0, 0, stop)
	var unchanged []uint64
	for _, mask := range s.found {
		mask &= 1<<rowsAt - 1
		switch transposed := s.transposed(mask); {
		case mask > transposed:
			chosen = append(chosen, mask)
		case mask == transposed:
			unchanged = append(unchanged, mask)
		}
	}
	slices.Sort(unchanged)
	first := 1
	if single {
		first = 0
	}
	for i := first; i < len(unchanged); i += 2 {
		chosen = append(chosen, unchanged[i])
	}
	return chosen
}

// transposed returns the mask of the transpose of a quarter. It has the falling diagonals in
// reverse, the main one in the middle, and the same rising ones.
func (s *quarterSearch) transposed(mask uint64) uint64 {
	width := (s.seam.n-1)/2*2 + 1
	falling := mask & bitboard.Below(width)
	return mask&^falling | bits.Reverse64(falling)>>(64-width)
}

// A quarterStore keeps lists of quarters for all workers of a count. It has no locks: two workers
// may make the same list at the same time, and then one of the two is kept. A full store drops
// lists at random, because a count needs the same columns again and again, so the oldest list is
// the one that it needs next. Without a store n = 18 and 20 take 30 % longer; at n = 25 one would
// save 2 % (Xeon).
type quarterStore struct {
	lists []atomic.Pointer[quarters] // by cross, none or centred, and columns
	limit int64                      // of masks in all lists
	size  atomic.Int64               // the masks in all lists
}

// newQuarterStore returns a store of 256 MB up to n = 23, which is room for all lists up to n = 21
// and for half of them at n = 22. Half as much takes 8 % longer at n = 22; twice as much saves
// nothing. At n = 24 none takes 3 % longer, half and twice as much 1 to 3 %. Larger boards have so
// many quarters that a list is seldom found again.
func newQuarterStore(s seam) *quarterStore {
	q := &quarterStore{lists: make([]atomic.Pointer[quarters], 2<<s.half)}
	switch {
	case s.half <= 11:
		q.limit = 1 << 25
	case s.half == 12:
		q.limit = 1 << 23
	}
	return q
}

// get returns the quarters with queens in certain columns. The cross is not offCentre.
func (q *quarterStore) get(cols uint32, x middle, search *quarterSearch, stop *atomic.Bool) *quarters {
	at := uint32(x)<<search.seam.half | cols
	if list := q.lists[at].Load(); list != nil {
		return list
	}
	list := new(quarters)
	if search.list(list, cols, x, nil, stop); stop.Load() {
		return list // part of it
	}
	q.replace(at, list)
	for q.size.Load() > q.limit {
		q.replace(rand.Uint32N(uint32(len(q.lists))), nil)
	}
	return list
}

// replace puts a list, or nil, where another one may have been.
func (q *quarterStore) replace(at uint32, list *quarters) {
	q.size.Add(list.len() - q.lists[at].Swap(list).len())
}

// A reordering moves the bits of quarters' masks to where the sieve wants them. It has what each
// value of each byte becomes. Six bytes are enough: no rising diagonal of a quarter, which is on
// the left, is in the right half of the seam.
type reordering [6][256]uint64

// set takes the bit that each bit of a mask becomes.
func (r *reordering) set(bitAt []uint64) {
	for i := 0; len(bitAt) > 0; i++ {
		size := min(8, len(bitAt))
		for from, to := range bitAt[:size] {
			without, with := r[i][:1<<from], r[i][1<<from:][:1<<from]
			for value, mask := range without {
				with[value] = mask | to
			}
		}
		bitAt = bitAt[size:]
	}
}

// move reorders masks into to.
func (r *reordering) move(to, masks []uint64) {
	to = to[:len(masks)]
	for i, m := range masks {
		to[i] = r.of(m)
	}
}

func (r *reordering) of(m uint64) uint64 {
	to := r[0][m&255] | r[1][m>>8&255] | r[2][m>>16&255] | r[3][m>>24&255]
	if m>>32 != 0 { // never up to n = 22
		to |= r[4][m>>32&255] | r[5][m>>40&255]
	}
	return to
}

// reordered returns a mask with its bits moved. For many masks a reordering is faster.
func reordered(mask uint64, bitAt []uint64) (m uint64) {
	for diagonal := range bitboard.Members(mask) {
		m |= bitAt[diagonal]
	}
	return m
}

// resized empties a list and returns it with room for size masks. A list keeps the room that it once
// had: sets of about the same size follow each other.
func resized(masks *[]uint64, size int) []uint64 {
	if cap(*masks) < size {
		*masks = make([]uint64, 0, size)
	}
	return (*masks)[:0]
}
