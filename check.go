package queens

import (
	"fmt"
	"iter"
	"slices"
)

// Conflicts returns an iterator over the pairs of queens of p that attack each
// other on the board of s, every pair once and in the order of
// [Placement.Conflicts]. On a toroidal board that includes attacks around the edge.
// A p of another size is taken for a board of its own size. All pairs take
// O(n + pairs) time together.
func (s *Solver) Conflicts(p Placement) iter.Seq2[Square, Square] { return p.conflicts(s.torus) }

// Check returns nil if p is a solution of the board of s, and otherwise an error
// that says what is wrong with it. That is, first of all, a p of another size or
// with a value that is neither a column nor [Empty]; then a given queen that p has
// not, a queen on a blocked square, two queens that attack each other
// ([Solver.Conflicts] has all of them), and last a row without a queen. Squares
// have their algebraic names, and rows are ranks. It takes O(n) time.
func (s *Solver) Check(p Placement) error {
	for _, fault := range []func(Placement) error{s.misfit, s.missing, s.onBlocked, s.attack, firstEmpty} {
		if err := fault(p); err != nil {
			return fmt.Errorf("queens: %w", err)
		}
	}
	return nil
}

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
		way := ""
		if !queen.Attacks(other) {
			way = " around the edge"
		}
		return fmt.Errorf("queens %v and %v attack each other%s", queen, other, way)
	}
	return nil
}

// firstEmpty names the first row of p without a queen.
func firstEmpty(p Placement) error {
	if row := slices.Index(p, Empty); row >= 0 {
		return fmt.Errorf("rank %d has no queen", row+1)
	}
	return nil
}
