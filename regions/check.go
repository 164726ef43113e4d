package regions

import (
	"fmt"
	"iter"
	"slices"

	"example.com/queens"
	"example.com/queens/internal/words"
)

// Check returns nil if p is a solution of the board, and otherwise an error that says what is
// wrong with it. It checks, in this order, for
//
//   - a size other than that of the board, or a value that is neither a column nor
//     [queens.Empty],
//   - a given queen that is missing,
//   - a queen on a blocked square,
//   - two queens in one row, column or region, or that touch,
//   - a row without a queen.
//
// The error names the first fault that it finds; for two queens that attack each other,
// [errors.As] finds a [queens.AttackError] in it. [Board.Conflicts] yields all such pairs.
// Check takes O(n²) time.
func (b *Board) Check(p queens.Placement) error {
	if err := b.fault(p); err != nil {
		return fmt.Errorf("regions: %w", err)
	}
	return nil
}

// fault returns the first thing that is wrong with p, if any.
func (b *Board) fault(p queens.Placement) error {
	if err := b.checkFits(p); err != nil {
		return err
	}
	for queen := range b.given.Queens() {
		if p[queen.Row] != queen.Col {
			return fmt.Errorf("given queen %v is missing", queen)
		}
	}
	if err := b.onBlocked(p); err != nil {
		return err
	}
	for s, t := range b.Conflicts(p) {
		return b.attack(s, t)
	}
	if row := slices.Index(p, queens.Empty); row >= 0 {
		return fmt.Errorf("row %d has no queen", row+1)
	}
	return nil
}

// onBlocked names the first queen of p on a blocked square.
func (b *Board) onBlocked(p queens.Placement) error {
	for queen := range p.Queens() {
		if b.blocked.has(geometryOf(b.n).number(queen)) {
			return fmt.Errorf("queen %v stands on a blocked square", queen)
		}
	}
	return nil
}

// attack returns an error if queens on two squares of the board attack each other.
func (b *Board) attack(s, t queens.Square) error {
	if why := b.clash(s, t); why != "" {
		return &attackError{queens.AttackError{Queens: [2]queens.Square{s, t}}, why}
	}
	return nil
}

// An attackError is a [queens.AttackError] that says why the queens attack each other.
type attackError struct {
	queens.AttackError
	why string // "touch"
}

func (e *attackError) Error() string {
	return fmt.Sprintf("queens %v and %v %s", e.Queens[0], e.Queens[1], e.why)
}

func (e *attackError) Unwrap() error { return &e.AttackError }

// Conflicts returns an iterator over the pairs of queens of p that attack each other on the
// board: those in one column or region, and those that touch. Every pair comes once, the queen
// with the lower row number first; pairs are in the order of their first queens, then of their
// second. If p differs in size from the board, only the rows and columns of the board count.
// All pairs together take O(n²) time.
func (b *Board) Conflicts(p queens.Placement) iter.Seq2[queens.Square, queens.Square] {
	board := *b // which UnmarshalText may replace
	return func(yield func(queens.Square, queens.Square) bool) {
		g := geometryOf(board.n)
		for s := range p.Queens() {
			for t := range p.Queens() {
				if s.Row < t.Row && g.onBoard(s) && g.onBoard(t) && board.clash(s, t) != "" && !yield(s, t) {
					return
				}
			}
		}
	}
}

// checkFits says why p is not a placement on the board.
func (b *Board) checkFits(p queens.Placement) error {
	if len(p) != b.n {
		return fmt.Errorf("placement of %s on a board of %d", words.Plural(len(p), "row"), b.n)
	}
	for row, col := range p {
		if col != queens.Empty && (col < 0 || col >= b.n) {
			return fmt.Errorf("placement has %d in row %d, want a column 0..%d or Empty (-1)", col, row+1, b.n-1)
		}
	}
	return nil
}
