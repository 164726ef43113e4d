package queens

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
)

// MaxN is the largest board a [Board] takes: a row of it fills one 64-bit
// word. Placements have no such limit.
const MaxN = 64

// Errors to test for with [errors.Is].
var (
	// ErrNoSolution says that the board has no solution.
	ErrNoSolution = errors.New("queens: no solution")

	// ErrNotUnique says that the board has more than one solution.
	ErrNotUnique = errors.New("queens: more than one solution")

	// ErrOverflow says that a count is 2⁶⁴ or more.
	ErrOverflow = errors.New("queens: count exceeds 64 bits")
)

// A Square is one square of a board, by its row and column, both counted from
// 0. On a chessboard row 0 is rank 1 and column 0 is file a.
type Square struct{ Row, Col int }

// Attacks reports whether queens on s and t attack each other on the plain board:
// whether the two are different squares of one row, column or diagonal. For a
// toroidal board see [Board.Conflicts].
func (s Square) Attacks(t Square) bool {
	rows, cols := distance(s.Row, t.Row), distance(s.Col, t.Col)
	return (rows == 0 || cols == 0 || rows == cols) && s != t
}

// distance returns |a-b|, which may be too large for an int.
func distance(a, b int) uint { return uint(max(a, b)) - uint(min(a, b)) }

// String returns the algebraic name of s: its file in letters, then its rank,
// counted from 1. Square{0, 0} is "a1". After file z come aa, ab and so on.
// [ParseSquare] reads it back. A square with a negative coordinate has no such name
// and is written as its coordinates, "(-1, 3)".
func (s Square) String() string {
	if s.Row < 0 || s.Col < 0 {
		return "(" + strconv.Itoa(s.Row) + ", " + strconv.Itoa(s.Col) + ")"
	}
	return fileName(s.Col) + strconv.FormatUint(uint64(s.Row)+1, 10)
}

// fileName returns the letters of a file: a to z, then aa, ab and so on. They
// are the numbers 1, 2, … in base 26 with digits worth 1 to 26 and no zero.
func fileName(col int) string {
	if col < 26 {
		return letters[col : col+1]
	}
	return fileName(col/26-1) + fileName(col%26)
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// A Placement puts at most one queen in each row of a square board. Its length
// is the size n of the board, and p[row] is the column of the row's queen,
// 0 to n-1, or [Empty]. The empty Placement is the board of size 0.
//
// A Placement says nothing of attacks: it may be partial, or wrong. [Placement.Valid]
// and [Placement.Solved] judge it. A value of p that is neither a column nor
// Empty puts no queen on the board.
//
// Its JSON is that of a []int: columns from 0, and -1 for Empty. Any integers are
// read, for Valid to judge.
type Placement []int

// onBoard reports whether there is a queen in the row, on the board.
func (p Placement) onBoard(row int) bool { return 0 <= p[row] && p[row] < len(p) }

// badValue returns an error that names the first value of p that is neither a
// column nor Empty, or nil if there is none.
func (p Placement) badValue() error {
	for row, col := range p {
		if col != Empty && !p.onBoard(row) {
			return fmt.Errorf("placement has %d in row %d, want a column 0..%d or Empty (-1)", col, row, len(p)-1)
		}
	}
	return nil
}

// emptyPlacement returns a board of size n without queens.
func emptyPlacement(n int) Placement { return slices.Repeat(Placement{Empty}, n) }

// emptyRows returns the number of rows without a queen.
func (p Placement) emptyRows() int {
	rows := 0
	for _, col := range p {
		if col == Empty {
			rows++
		}
	}
	return rows
}

// Empty marks a row without a queen in a [Placement].
const Empty = -1

// Valid reports whether every row of p holds a column of the board or [Empty],
// and no queen attacks another, on the plain board. It takes O(n) time.
func (p Placement) Valid() bool {
	n := len(p)
	taken := make([]bool, 5*n)
	cols, diags, antis := taken[:n], taken[n:3*n], taken[3*n:]
	for row, col := range p {
		if col == Empty {
			continue
		}
		if !p.onBoard(row) {
			return false
		}
		diag, anti := row-col+n, row+col
		if cols[col] || diags[diag] || antis[anti] {
			return false
		}
		cols[col], diags[diag], antis[anti] = true, true, true
	}
	return true
}

// Solved reports whether p is a solution of the plain board: [Placement.Valid],
// with a queen in every row. The empty Placement is solved. [Board.Check] judges a
// board that is toroidal, or has given queens or blocked squares. Solved takes O(n)
// time.
func (p Placement) Solved() bool {
	for row := range p {
		if !p.onBoard(row) {
			return false
		}
	}
	return p.Valid()
}

// Queens returns an iterator over the squares of the queens of p, in the order
// of their rows.
func (p Placement) Queens() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for row, col := range p {
			if p.onBoard(row) && !yield(Square{row, col}) {
				return
			}
		}
	}
}

// Conflicts returns an iterator over the pairs of queens of p that attack each
// other on the plain board, every pair once. The queen in the lower-numbered row
// comes first in its pair; pairs are in the order of their first queens, then of
// their second.
//
// Attacks pass through queens: three on a line are three pairs. All pairs take
// O(n + pairs) time together.
func (p Placement) Conflicts() iter.Seq2[Square, Square] { return p.conflicts(false) }

// conflicts is [Placement.Conflicts], on the torus if so told.
func (p Placement) conflicts(torus bool) iter.Seq2[Square, Square] {
	return func(yield func(Square, Square) bool) {
		next := p.nextOnLines(torus)
		for s := range p.Queens() {
			// Three lines run from s to higher rows. Follow them side by side,
			// always to the nearest row.
			at := next[s.Row]
			for {
				row := min(at[0], at[1], at[2])
				if row == len(p) {
					break
				}
				if !yield(s, Square{row, p[row]}) {
					return
				}
				for line := range at {
					if at[line] == row {
						at[line] = next[row][line]
					}
				}
			}
		}
	}
}

// nextOnLines returns, for every row, the next row whose queen shares the
// column, the diagonal and the antidiagonal with the row's queen; len(p) stands
// for none.
func (p Placement) nextOnLines(torus bool) [][3]int {
	n := len(p)
	next := make([][3]int, n)
	// nearest[line][i] is the lowest row seen with a queen on the i-th such line.
	var nearest [3][]int
	for line := range nearest {
		nearest[line] = slices.Repeat([]int{n}, 2*n)
	}
	for row := n - 1; row >= 0; row-- {
		if !p.onBoard(row) {
			continue
		}
		col, diag, anti := p[row], row-p[row]+n, row+p[row]
		if torus { // lines that meet at an edge are one
			diag, anti = diag%n, anti%n
		}
		for line, i := range [3]int{col, diag, anti} {
			next[row][line] = nearest[line][i]
			nearest[line][i] = row
		}
	}
	return next
}
