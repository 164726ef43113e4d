package cross

import (
	"fmt"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/symmetry"
	"example.com/queens/internal/words"
)

// The turns, from the second and the first of the symmetries.
var halfTurn, quarterTurn = symmetry.Views[2], symmetry.Views[1]

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
	// What a quarter turn keeps, the half turn keeps as well.
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
	search := turnSearch{board: b.Board, turn: turn, stop: stop}
	for low := (n - 1) / 2; low >= 0; low-- {
		search.sequence = append(search.sequence, low)
	}
	search.fill(occupied{})
	return search.solutions
}

// A turnSearch counts the solutions that a turn of the board keeps. It places queens on whole
// orbits of squares under the turn: two squares, four, or the centre. An orbit that fills a row
// fills the row's mirror image, too.
type turnSearch struct {
	board     bitboard.Board
	turn      symmetry.View
	sequence  []int // rows of the first half, the middle first: queens there attack most
	solutions uint64
	stop      *atomic.Bool
}

// occupied has a bit for each row with a queen, and one for each column, diagonal and antidiagonal
// with one; see tracks.
type occupied struct {
	rows   uint64
	tracks [5]uint64 // for up to 64 rows
}

// fill goes through the orbits that fill the next row without a queen.
func (t *turnSearch) fill(taken occupied) {
	if t.stop.Load() {
		return
	}
	next := slices.IndexFunc(t.sequence, func(row int) bool { return taken.rows>>row&1 == 0 })
	if next < 0 {
		t.solutions++
		return
	}
	row := t.sequence[next]
	for col := range bitboard.Members(t.board.Open[row] &^ taken.tracks[0]) {
		all := taken
		for r, c := row, col; t.place(r, c, &all); {
			if r, c = t.turn.Apply(len(t.board.Open), r, c); r == row && c == col {
				t.fill(all)
				break
			}
		}
	}
}

// place puts a queen on a square, and reports whether the square was open and not attacked.
func (t *turnSearch) place(r, c int, taken *occupied) bool {
	_, onDiagonal, onAntidiagonal := bitboard.Tracks(len(t.board.Open), t.board.Torus, r, c)
	row, col := uint64(1)<<r, uint64(1)<<c
	diagonals, diagonal := &taken.tracks[onDiagonal/64], uint64(1)<<(onDiagonal%64)
	antidiagonals, antidiagonal := &taken.tracks[onAntidiagonal/64], uint64(1)<<(onAntidiagonal%64)
	if t.board.Open[r]&col == 0 ||
		taken.rows&row|taken.tracks[0]&col|*diagonals&diagonal|*antidiagonals&antidiagonal != 0 {
		return false
	}
	taken.rows |= row
	taken.tracks[0] |= col
	*diagonals |= diagonal
	*antidiagonals |= antidiagonal
	return true
}
