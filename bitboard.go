package queens

import (
	"math/bits"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
)

// A row of a board is a word, whose bit c stands for column c:
//
//	        column   0 1 2 3
//	row 0            . Q . .    0b0010
//	row 1            . . . Q    0b1000
//	row 2            Q . . .    0b0001
//	row 3            . . Q .    0b0100
//
// The queens above a row attack three sets of its columns: those straight below them (cols), and
// those that their diagonals have reached towards lower columns (right) and towards higher ones
// (left). From one row to the next, cols stays as it is, and the diagonals move by one column:
//
//	        column   0 1 2 3
//	row 0            . Q . .    the queen
//	row 1            r c l .    cols = queen, left = queen<<1, right = queen>>1
//	row 2            . c . l    cols = queen, left = queen<<2, right = queen>>2
//
// So the free columns of a row, open &^ (cols | left | right), take a few operations, however many
// queens there are. On a torus, diagonals that leave at one edge come in again at the other.

// backtrack yields every solution of a board, in lexicographic order, in a slice that it reuses. It
// returns false if yield did or if stop was set.
func backtrack(b bitboard.Board, stop *atomic.Bool, yield func([]int) bool) bool {
	n := len(b.Open)
	if n < 2 {
		return yield(make([]int, n)) // with a queen on the only square, if there is one
	}
	t := backtracker{b, make([]int, n), stop, yield}
	return t.search(0, b.Open[0], 0, 0, 0)
}

// A backtracker searches a board for its solutions, row by row.
type backtracker struct {
	board  bitboard.Board
	queens []int // the column of the queen in each row, up to the row of the search
	stop   *atomic.Bool
	yield  func([]int) bool
}

// search puts a queen on each free column of a row in turn, and goes on to the next row as long
// as the next three rows have a free column each.
//
// On a torus, the look at the second and the third row misses diagonals that wrap around there,
// and so prunes less.
func (t *backtracker) search(row int, free, cols, left, right uint64) bool {
	open := t.board.Open
	for free != 0 {
		queen := free & -free
		free ^= queen
		t.queens[row] = bits.TrailingZeros64(queen)
		below := cols | queen
		belowLeft, belowRight := t.board.Shift(left|queen, right|queen)
		next := open[row+1] &^ (below | belowLeft | belowRight)
		switch {
		case next == 0:
		case row+2 == len(open):
			t.queens[row+1] = bits.TrailingZeros64(next) // the only column left
			if !t.yield(t.queens) {
				return false
			}
		case open[row+2]&^(below|belowLeft<<1|belowRight>>1) == 0:
		case row+3 < len(open) && open[row+3]&^(below|belowLeft<<2|belowRight>>2) == 0:
		case free == 0: // the last branch: go on without a call
			row, free, cols, left, right = row+1, next, below, belowLeft, belowRight
		case !t.search(row+1, next, below, belowLeft, belowRight):
			return false
		}
	}
	return !t.stop.Load()
}
