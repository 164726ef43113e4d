package queens

import (
	"fmt"
	"iter"
	"slices"
)

// Check returns nil if p is a solution of the board of s, and otherwise an error
// that says what is wrong with it. It looks, in this order, for
//
//   - another size than that of the board, or a value that is neither a column nor
//     [Empty],
//   - a given queen that is missing,
//   - a queen on a blocked square,
//   - two queens that attack each other, around the edge of a torus too,
//   - a row without a queen.
//
// The error is about the first that it finds; [Solver.Conflicts] yields all attacks.
// It names squares as [Square.String] does and rows as ranks, from 1. Check takes
// O(n) time.
func (s *Solver) Check(p Placement) error {
	for _, fault := range []func(Placement) error{s.misfit, s.missing, s.onBlocked, s.attack, emptyRow} {
		if err := fault(p); err != nil {
			return fmt.Errorf("queens: %w", err)
		}
	}
	return nil
}

// Conflicts returns an iterator over the pairs of queens of p that attack each
// other on the board of s, around the edge of a torus too. Every pair comes once, in
// the order of [Placement.Conflicts]. If p is of another size than s, the board is
// taken to be as large as p. All pairs take O(n + pairs) time together.
func (s *Solver) Conflicts(p Placement) iter.Seq2[Square, Square] { return p.conflicts(s.torus) }

// misfit says why p is no placement on the board of s.
func (s *Solver) misfit(p Placement) error {
	if len(p) != s.N() {
		return fmt.Errorf("placement of %s on a board of %d", plural(len(p), "row"), s.N())
	}
	return p.badValue()
}

// missing names the first given queen that p has not.
func (s *Solver) missing(p Placement) error {
	for queen := range s.given.Queens() {
		if p[queen.Row] != queen.Col {
			return fmt.Errorf("given queen %v is missing", queen)
		}
	}
	return nil
}

// onBlocked names the first queen of p on a blocked square.
func (s *Solver) onBlocked(p Placement) error {
	for queen := range p.Queens() {
		if s.blocked.has(queen) {
			return fmt.Errorf("queen %v stands on a blocked square", queen)
		}
	}
	return nil
}

// attack names the first two queens of p that attack each other.
func (s *Solver) attack(p Placement) error {
	for queen, other := range s.Conflicts(p) {
		return attackError("queens", queen, other)
	}
	return nil
}

// emptyRow names the first row of p without a queen.
func emptyRow(p Placement) error {
	if row := slices.Index(p, Empty); row >= 0 {
		return fmt.Errorf("rank %d has no queen", row+1)
	}
	return nil
}
