// Package find searches a board for one solution, for the first one in lexicographic order, or
// for a proof that there is none, by constraint propagation and restarts.
//
// Every row and every column must hold a queen, and so must every diagonal if no more diagonals
// than queens are left. A line that must hold a queen takes it when one of its squares is left
// open, and refutes the board when none is (tracks.go). Squares too far from the centre are closed:
// the squares of the rows and columns of a solution add up to a known sum, which limits how far out
// its queens can stand (balance.go). If the open squares lie in two corners, with a gap between
// them along a diagonal, there is room for few queens in either, and that limits how far they can
// stand from the edges (corners.go).
//
// When nothing more follows, the search branches (search.go) on a row, column or diagonal with
// few open squares, preferably one that has refuted many positions before [boussemart], and
// first tries the square that attacks the fewest others. After 100 nodes it starts again, with
// other choices among equals [gomes]. Each start may branch twice as often as the one before,
// in the end often enough to decide any board.
//
// Where few diagonals are open, every start but the first goes through cases: the possible
// numbers of queens on the diagonals whose r-c, or whose r+c, agree modulo 2, 4, 8 and so on
// (cases.go). The sums of all r-c and r+c and of their squares are known. Few cases agree with
// them; often none does.
//
// The first solution is settled row by row (first.go): one search for each column to the left
// of the best solution so far, or for several of them at once, which nearly always ends with a
// proof that there is none.
//
// References:
//
//	[boussemart]  F. Boussemart, F. Hemery, C. Lecoutre and L. Sais. Boosting Systematic Search by
//	              Weighting Constraints. ECAI 2004.
//	[gomes]       C. P. Gomes, B. Selman and H. Kautz. Boosting Combinatorial Search Through
//	              Randomization. AAAI 1998.
package find

import (
	"errors"
	"slices"
)

const (
	// leastNodes is the least number of nodes of a start in each case.
	leastNodes = 40
	// A start refines its cases until it would have fewer than nodesPerCase nodes for each, or
	// until there are maxCases. Half as many are better up to n = 32, twice as many from n = 40
	// on.
	nodesPerCase = 40
	maxCases     = 1 << 14
	// looksPerNode is how many distributions a refinement looks at for each node of the start,
	// but never more than maxLooks.
	looksPerNode = 20
	maxLooks     = 1 << 21
)

// Unique returns the solution if there is exactly one. The error is [ErrSeveral] if there are
// more.
func (s *Solver) Unique() ([]int, error) {
	p, err := s.Find(nil)
	if err != nil {
		return nil, err
	}
	switch _, err = s.Find(p); {
	case err == nil:
		return nil, ErrSeveral
	case errors.Is(err, ErrNone):
		return p, nil
	}
	return nil, err
}

// Find returns a solution other than the excluded one, which may be nil.
func (s *Solver) Find(excluded []int) ([]int, error) {
	defer s.board.restore(s.board.save())
	s.excluded, s.corners, s.rules = excluded, nil, nil
	cases := s.prepare()
	if p := s.board.lattice(excluded); p != nil {
		return p, nil
	}
	for nodes := uint64(firstNodes); !s.stop.Load(); nodes *= 2 {
		if s.corners != nil && nodes > firstNodes {
			s.rules = []rule{s.corners.close, s.balancer.balance}
		}
		if s.corners != nil && nodes >= s.refineFrom {
			looks, most := min(nodes*looksPerNode, maxLooks), min(nodes/nodesPerCase, maxCases)
			cases = s.refine(cases, &refineBudget{s.stop, int(looks), int(most) - len(cases)})
			slices.SortFunc(cases, func(c, d subcase) int { return d.slack - c.slack })
		}
		var p []int
		if p, cases = s.startEach(cases, nodes); p != nil {
			return p, nil
		}
		if cases == nil {
			return nil, ErrNone
		}
	}
	return nil, errLimit
}

// refine splits cases as far as the budget goes. It returns those that are not refuted.
func (s *Solver) refine(cases []subcase, budget *refineBudget) (refined []subcase) {
	for _, c := range slices.Backward(cases) {
		s.current = c
		mark := s.board.save()
		budget.cases++ // those that it is split into take its place
		if s.propagate() {
			if finer, ok := s.balancer.split(&s.current, budget); ok {
				budget.cases -= len(finer)
				refined = append(refined, s.refine(finer, budget)...)
			} else {
				budget.cases--
				refined = append(refined, s.current)
			}
		}
		s.board.restore(mark)
	}
	return refined
}

// startEach searches one case after the other, up to so many nodes together. If there is no
// solution, it returns the cases that are left undecided.
func (s *Solver) startEach(cases []subcase, nodes uint64) (p []int, undecided []subcase) {
	perCase := max(nodes/max(1, uint64(len(cases))), leastNodes)
	for _, c := range cases {
		mark := s.board.save()
		s.current, s.limit = c, s.nodes+perCase
		if s.propagate() {
			p, err := s.search()
			if err == nil {
				return p, nil
			}
			if errors.Is(err, errLimit) {
				undecided = append(undecided, c)
			}
		}
		s.board.restore(mark)
	}
	return nil, undecided
}
