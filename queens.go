package queens

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/find"
	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
)

// MaxN is the size of the largest [Board], whose rows fill a 64-bit word each. Placements have
// no such limit.
const MaxN = 64

// Errors that callers can test for with [errors.Is].
var (
	// ErrNoSolution says that the board has no solution.
	ErrNoSolution = find.ErrNone

	// ErrNotUnique says that the board has more than one solution.
	ErrNotUnique = find.ErrSeveral

	// ErrGiven says that the given queens of a board break its rules: that two attack each other,
	// or that one stands on a blocked square. By it a program can tell a text with such queens from
	// a text that cannot be read.
	ErrGiven = errors.New("queens: given queens break the rules of the board")

	// ErrOverflow says that a count is 2⁶⁴ or more.
	ErrOverflow = work.ErrOverflow
)

// prefixed adds "queens: " to an error that is not nil.
func prefixed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("queens: %w", err)
}

// checkSize returns an error unless 0 ≤ n ≤ most.
func checkSize(n, most int) error {
	if n < 0 || n > most {
		return fmt.Errorf("n = %d out of range 0..%d", n, most)
	}
	return nil
}

// A Square is a square of a board, given by its row and its column, both numbered from 0. On a
// chessboard row 0 is rank 1 and column 0 is file a.
type Square struct{ Row, Col int }

// Attacks reports whether queens on s and t attack each other on a plain board: whether
// s and t are two squares in the same row, column or diagonal. For toroidal boards, see
// [Board.Attacks].
func (s Square) Attacks(t Square) bool {
	rows, cols := distance(s.Row, t.Row), distance(s.Col, t.Col)
	return (rows == 0 || cols == 0 || rows == cols) && s != t
}

// distance returns |a-b|, which may not fit an int.
func distance(a, b int) uint { return uint(max(a, b)) - uint(min(a, b)) }

// String returns the algebraic name of s: the letters of its file, then its rank, numbered from
// 1. Square{0, 0} is "a1". After file z come aa, ab and so on. [ParseSquare] reads the name. A
// square with a negative coordinate has none, and is written as a pair, "(-1, 3)".
func (s Square) String() string {
	if s.Row < 0 || s.Col < 0 {
		return "(" + strconv.Itoa(s.Row) + ", " + strconv.Itoa(s.Col) + ")"
	}
	return words.File(s.Col) + words.Rank(s.Row)
}

// checkOn returns an error unless s is on the board of size n.
func (s Square) checkOn(n int) error {
	if min(s.Row, s.Col) < 0 || max(s.Row, s.Col) >= n {
		return fmt.Errorf("%v is off the %d×%[2]d board", s, n)
	}
	return nil
}

// tracks returns the numbers of the column, the diagonal and the antidiagonal of s on a
// board of size n; see [bitboard.Tracks].
func (s Square) tracks(n int, torus bool) [3]int {
	column, diagonal, antidiagonal := bitboard.Tracks(n, torus, s.Row, s.Col)
	return [3]int{column, diagonal, antidiagonal}
}

// A Placement puts at most one queen in each row of a square board. Its length is the size
// n of the board, and p[row] is the column of the queen in that row, 0 to n-1, or [Empty]. A
// Placement of length 0 is on the board of size 0.
//
// The queens of a Placement may attack each other, and it may be incomplete. [Placement.Valid],
// [Placement.Solved], [Placement.Check] and [Placement.Conflicts] judge it on the empty plain board
// of its own size. For a board with constraints, a torus, or a size that is asked for, see
// [Board.Check]. A value that is neither a column nor Empty puts no queen on the board.
//
// In JSON it is an array: columns from 0, and -1 for Empty. Any integers can be read, and null
// for Empty; Valid tells whether they make sense.
type Placement []int

// Empty marks a row without a queen in a [Placement].
const Empty = -1

// NewPlacement returns a Placement of n rows without queens: each row is [Empty]. (After
// make(Placement, n) there are n queens, all on column 0.) It panics if n is negative.
func NewPlacement(n int) Placement {
	if n < 0 {
		panic(fmt.Sprintf("queens: placement of %d rows, want 0 or more", n))
	}
	return slices.Repeat(Placement{Empty}, n)
}

// Valid reports whether every value of p is a column of the board or [Empty], and no two queens
// attack each other on a plain board. It takes O(n) time.
func (p Placement) Valid() bool { return p.valid(false) }

// valid is [Placement.Valid], on a torus if torus is set.
func (p Placement) valid(torus bool) bool {
	n := len(p)
	taken := make([]bool, 5*n)
	for row, col := range p {
		if col == Empty {
			continue
		}
		if !p.onBoard(row) {
			return false
		}
		for _, track := range (Square{row, col}).tracks(n, torus) {
			if taken[track] {
				return false
			}
			taken[track] = true
		}
	}
	return true
}

// Solved reports whether p is a solution of the empty plain board: whether it is
// [Placement.Valid] and has a queen in every row. A Placement of length 0 is solved. For boards
// with constraints, see [Board.Check]. Solved takes O(n) time.
func (p Placement) Solved() bool { return !slices.Contains(p, Empty) && p.Valid() }

// Check returns nil if p is [Placement.Solved], and otherwise an error that says why it is not.
// It looks, in this order, for
//
//   - a value that is neither a column nor [Empty],
//   - two queens that attack each other,
//   - a row without a queen,
//
// and reports the first fault that it finds. [Placement.Conflicts] yields all attacks. The error
// names squares as [Square.String] does, and rows as ranks, numbered from 1. For boards with
// constraints, and for the size, see [Board.Check]. Check takes O(n) time.
func (p Placement) Check() error {
	return prefixed(cmp.Or(p.checkValues(), p.attack(false), p.emptyRow()))
}

// attack names the first two queens of p that attack each other, on a torus if torus is set.
func (p Placement) attack(torus bool) error {
	if p.valid(torus) { // fast path: a tenth of the memory
		return nil
	}
	for queen, other := range p.conflicts(torus) {
		return &AttackError{[2]Square{queen, other}}
	}
	return nil
}

// An AttackError says that two queens attack each other. [errors.As] finds a *AttackError in the
// errors of [Placement.Check], of [Board.Check], of functions that make a board with such queens
// given, and of functions that read text with two queens in one row, which no [Placement] can hold.
// Package regions returns it in the same cases.
type AttackError struct{ Queens [2]Square }

// Error names the queens: "b3 and c4 attack each other", with "around the edge" behind it
// if they do so only on a torus.
func (e *AttackError) Error() string {
	around := ""
	if !e.Queens[0].Attacks(e.Queens[1]) {
		around = " around the edge"
	}
	return fmt.Sprintf("%v and %v attack each other%s", e.Queens[0], e.Queens[1], around)
}

// emptyRow names the first row of p without a queen.
func (p Placement) emptyRow() error {
	if row := slices.Index(p, Empty); row >= 0 {
		return fmt.Errorf("rank %d has no queen", row+1)
	}
	return nil
}

// checkValues names the first value of p that is neither a column nor Empty.
func (p Placement) checkValues() error {
	for row, col := range p {
		if col != Empty && !p.onBoard(row) {
			return fmt.Errorf("placement has %d on rank %d, want a column 0..%d or Empty (-1)", col, row+1, len(p)-1)
		}
	}
	return nil
}

// onBoard reports whether the row has a queen that is on the board.
func (p Placement) onBoard(row int) bool { return 0 <= p[row] && p[row] < len(p) }

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

// Queens returns an iterator over the squares on which p has a queen, in the order of their
// rows.
func (p Placement) Queens() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for row, col := range p {
			if p.onBoard(row) && !yield(Square{row, col}) {
				return
			}
		}
	}
}

// Conflicts returns an iterator over the pairs of queens of p that attack each other on a plain
// board, each pair once. In a pair, the queen in the row with the lower number comes first.
// Pairs are ordered by their first queens, then by their second.
//
// Attacks pass through queens: three in a row or on a diagonal are three pairs. The loop may
// change p: the pairs are those that p had when the loop began. The whole iteration takes
// O(n + pairs) time.
func (p Placement) Conflicts() iter.Seq2[Square, Square] { return p.conflicts(false) }

// conflicts is [Placement.Conflicts], on a torus if torus is set.
func (p Placement) conflicts(torus bool) iter.Seq2[Square, Square] {
	return func(yield func(Square, Square) bool) {
		p := slices.Clone(p)
		next := p.nextOnTracks(torus)
		for s := range p.Queens() {
			// Three tracks run from s to higher rows. Follow all of them at once, always to the
			// nearest row.
			at := next[s.Row]
			for row := slices.Min(at[:]); row < len(p); row = slices.Min(at[:]) {
				if !yield(s, Square{row, p[row]}) {
					return
				}
				for kind := range at {
					if at[kind] == row {
						at[kind] = next[row][kind]
					}
				}
			}
		}
	}
}

// nextOnTracks returns, for the queen in each row, the next row with a queen in the same
// column, on the same diagonal and on the same antidiagonal, or len(p) if there is none.
func (p Placement) nextOnTracks(torus bool) [][3]int {
	n := len(p)
	next := make([][3]int, n)
	nearest := slices.Repeat([]int{n}, 5*n) // the lowest row so far with a queen on each track
	for row := n - 1; row >= 0; row-- {
		if !p.onBoard(row) {
			continue
		}
		for kind, track := range (Square{row, p[row]}).tracks(n, torus) {
			next[row][kind] = nearest[track]
			nearest[track] = row
		}
	}
	return next
}
