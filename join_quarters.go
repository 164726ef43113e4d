package queens

import (
	"math/bits"
	"sync/atomic"
)

// A seam is where the halves of a board meet: between the middle rows, or, if n is
// odd, in the middle row. A mask is a set of the diagonals that cross it, of which
// there are as many of each direction as lines says:
//
//	bits 0 … lines-1         falling ones, that lead down to higher columns
//	bits lines … 2·lines-1   rising ones, that lead down to lower columns
//
// both from left to right. So to mirror a board left to right reverses its masks,
// and to turn it upside down exchanges their halves.
type seam struct {
	n     int
	half  int // rows of a half, and rows and columns of a quarter
	lines int
}

func newSeam(n int) seam { return seam{n, n / 2, n - 1 + n%2} }

// mask returns the diagonals of a queen above the seam, or on it, that cross it.
func (s seam) mask(queen Square) uint64 {
	var mask uint64
	if falling := queen.Col - queen.Row + (s.n-1)/2; falling < s.lines {
		mask |= 1 << falling
	}
	if rising := queen.Col + queen.Row - s.half; rising >= 0 {
		mask |= 1 << (s.lines + rising)
	}
	return mask
}

func (s seam) mirror(mask uint64) uint64 { return bits.Reverse64(mask) >> (64 - 2*s.lines) }

// turned returns the diagonal that one becomes if the board is turned upside down.
func (s seam) turned(line int) int { return (line + s.lines) % (2 * s.lines) }

func (s seam) turn(mask uint64) uint64 {
	return mask>>s.lines | mask<<s.lines&fullRow(2*s.lines)
}

// quarters are the ways to place queens in certain columns of the upper left
// quarter of a board: their masks, in the order of their rows.
type quarters struct {
	masks []uint64
	first []uint32 // by set of rows, and one more
}

// on returns those with queens in certain rows.
func (q *quarters) on(rows uint32) []uint64 { return q.masks[q.first[rows]:q.first[rows+1]] }

// A quarterSearch lists quarters, column by column, in buffers that it keeps.
type quarterSearch struct {
	seam
	masks []uint64
	rows  []uint32
}

// list returns the quarters with queens in certain columns, or nil if stop was set.
func (s *quarterSearch) list(cols uint32, stop *atomic.Bool) *quarters {
	s.masks, s.rows = s.masks[:0], s.rows[:0]
	if !s.place(cols, 0, 0, 0, 0, stop) {
		return nil
	}
	q := &quarters{make([]uint64, len(s.masks)), make([]uint32, 1<<s.half+2)}
	for _, rows := range s.rows {
		q.first[rows+2]++
	}
	for rows := range 1 << s.half {
		q.first[rows+2] += q.first[rows+1]
	}
	for i, rows := range s.rows {
		if i%atOnce == 0 && stop.Load() {
			return nil
		}
		next := &q.first[rows+1]
		q.masks[*next] = s.masks[i]
		*next++
	}
	return q
}

// place places queens in the columns. Those to the left of the first stand in rows,
// and their diagonals reach it in the rows up and down. It returns false if stop was
// set.
func (s *quarterSearch) place(cols, rows, up, down uint32, mask uint64, stop *atomic.Bool) bool {
	if cols == 0 {
		s.masks, s.rows = append(s.masks, mask), append(s.rows, rows)
		return true
	}
	col := bits.TrailingZeros32(cols)
	rest := cols & (cols - 1)
	next := bits.TrailingZeros32(rest) - col
	for free := uint32(fullRow(s.half)) &^ (rows | up | down); free != 0; free &= free - 1 {
		queen := free & -free
		square := Square{bits.TrailingZeros32(queen), col}
		if !s.place(rest, rows|queen, (up|queen)>>next, (down|queen)<<next, mask|s.mask(square), stop) {
			return false
		}
	}
	const often = 3 // queens to place, in less than a millisecond
	return bits.OnesCount32(rest) != often || !stop.Load()
}

// A quarterStore keeps quarters by their columns, for all workers of a count. It has
// no locks: two workers may list the same quarters at the same time, and then one of
// the lists stays. When the store is full it lets all lists go.
type quarterStore struct {
	lists []atomic.Pointer[quarters]
	room  int64        // for masks
	size  atomic.Int64 // masks in all lists
}

// keepsAll reports whether a store has room for all lists: up to n = 21.
func (s seam) keepsAll() bool { return s.half <= 10 }

// storeRoom returns how many masks a store keeps: 256 MB up to n = 23. Larger boards have
// so many quarters that few lists would be found again; to make them takes little of
// the time that their halves take.
func (s seam) storeRoom() int64 {
	if s.half <= 11 {
		return 1 << 25
	}
	return 1 << 23
}

// get returns the quarters with queens in certain columns, or nil if stop was set.
func (q *quarterStore) get(cols uint32, search *quarterSearch, stop *atomic.Bool) *quarters {
	if list := q.lists[cols].Load(); list != nil {
		return list
	}
	list := search.list(cols, stop)
	if list == nil {
		return nil
	}
	if q.size.Add(int64(len(list.masks))) > q.room {
		for i := range q.lists {
			q.lists[i].Store(nil)
		}
		q.size.Store(int64(len(list.masks)))
	}
	q.lists[cols].Store(list)
	return list
}
