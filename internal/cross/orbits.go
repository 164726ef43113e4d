package cross

import (
	"fmt"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/symmetry"
	"example.com/queens/internal/words"
)

// Orbits returns how many orbits the solutions form, in total and by the number of solutions in an
// orbit, if there are as many solutions as all says. It does not count them again, but searches for
// the solutions that a rotation leaves unchanged. The others form orbits as large as the group of
// the board's symmetries; it is an error if their number does not allow that.
func (b Board) Orbits(all uint64, stop *atomic.Bool) (total uint64, bySize [9]uint64, err error) {
	n, order := b.N(), uint64(len(b.Group))
	if n < 2 {
		if order = 1; all > 1 {
			return 0, bySize, fmt.Errorf("%s cannot be all: n = %d has at most one", words.Plural(all, "solution"), n)
		}
	}
	quarterTurn, halfTurn := symmetry.Views[1], symmetry.Views[2] // which keeps what a quarter turn keeps
	return sortIntoOrbits(all, countKept(b, halfTurn, stop), countKept(b, quarterTurn, stop), order)
}

// sortIntoOrbits sorts solutions into orbits, by their number, by how many of them a half turn and a quarter
// turn keep, and by the order of the group.
func sortIntoOrbits(all, keptByHalf, keptByQuarter, order uint64) (total uint64, bySize [9]uint64, err error) {
	if all < keptByHalf || (all-keptByHalf)%order != 0 {
		return 0, bySize, fmt.Errorf("%s cannot be all: a turn keeps %d, and the others form orbits of %d",
			words.Plural(all, "solution"), keptByHalf, order)
	}
	size := order
	for _, solutions := range []uint64{all - keptByHalf, keptByHalf - keptByQuarter, keptByQuarter} {
		if solutions > 0 {
			bySize[size] = solutions / size
			total += bySize[size]
		}
		size /= 2
	}
	return total, bySize, nil
}

// countKept counts the solutions that a turn of the board keeps, on boards of two rows or more.
// There no reflection keeps a solution: the image of a queen off its axis would stand in the
// queen's row or column, or on its diagonal.
func countKept(b Board, turn symmetry.View, stop *atomic.Bool) uint64 {
	n := b.N()
	if n < 2 || b.Hopeless() || !slices.Contains(b.Group, turn) {
		return 0
	}
	return turnSearch{b.Board, turn, stop}.count((n-1)/2, tracks{})
}

// A turnSearch counts the solutions that a turn of the board keeps. It places queens on whole
// orbits of squares under the turn: two squares, four, or the centre. An orbit that fills a row
// fills the row's mirror image, too.
type turnSearch struct {
	board bitboard.Board
	turn  symmetry.View
	stop  *atomic.Bool
}

// tracks has a bit for each column, diagonal and antidiagonal with a queen, by their numbers in
// package bitboard, and then one for each row.
type tracks [6]uint64 // for up to 64 rows

// take sets a bit, and reports whether it was not set.
func (t *tracks) take(track int) bool {
	word, bit := &t[track/64], uint64(1)<<(track%64)
	taken := *word & bit
	*word |= bit
	return taken == 0
}

// count goes through the orbits that fill a row and those above it, unless they have a queen. The
// row in the middle comes first: queens there attack most.
func (t turnSearch) count(row int, taken tracks) (solutions uint64) {
	n := len(t.board.Open)
	for row >= 0 && taken[(5*n+row)/64]>>((5*n+row)%64)&1 != 0 {
		row--
	}
	if row < 0 {
		return 1
	}
	for col := range bitboard.Members(t.board.Open[row] &^ taken[0]) {
		all := taken
		for r, c := row, col; t.place(r, c, &all); {
			if r, c = t.turn.Apply(n, r, c); r == row && c == col {
				solutions += t.count(row-1, all)
				break
			}
		}
		if t.stop.Load() {
			break
		}
	}
	return solutions
}

// place puts a queen on a square, and reports whether the square was open and not attacked.
func (t turnSearch) place(row, col int, taken *tracks) bool {
	n := len(t.board.Open)
	column, diagonal, antidiagonal := bitboard.Tracks(n, t.board.Torus, row, col)
	return t.board.Open[row]>>col&1 != 0 && taken.take(5*n+row) && taken.take(column) && taken.take(diagonal) && taken.take(antidiagonal)
}
