package list

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
)

// mostSpare makes parts that mostly take 30 to 300 µs and have less than a thousand solutions,
// whatever the size of the board.
const mostSpare = 96

// Parts returns a function that splits boards into parts for [InOrder], and returns one after
// another, in the order of their solutions. It returns none once stop is set.
func Parts(boards []bitboard.Board, stop *atomic.Bool) func() (part bitboard.Board, ok bool) {
	waiting := slices.Clone(boards)
	slices.Reverse(waiting)
	s := splitter{waiting, mostSpare, stop}
	return s.next
}

// A splitter splits boards into parts.
type splitter struct {
	waiting []bitboard.Board // in reverse order
	most    int              // open squares of a part beyond one for each row
	stop    *atomic.Bool
}

// next returns the next part, in the order of the solutions.
func (s *splitter) next() (part bitboard.Board, ok bool) {
	for len(s.waiting) > 0 && !s.stop.Load() {
		last := len(s.waiting) - 1
		b := s.waiting[last]
		s.waiting = s.waiting[:last]
		if b.Hopeless() {
			continue
		}
		spare := -len(b.Open)
		for _, open := range b.Open {
			spare += bits.OnesCount64(open)
		}
		if spare <= s.most {
			return b, true
		}
		row := slices.IndexFunc(b.Open, func(open uint64) bool { return open&(open-1) != 0 })
		for open := b.Open[row]; open != 0; {
			col := bits.Len64(open) - 1
			open ^= 1 << col
			s.waiting = append(s.waiting, b.With(row, col))
		}
	}
	return bitboard.Board{}, false
}
