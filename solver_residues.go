package queens

import (
	"errors"
	"slices"
	"sync/atomic"
)

// A board is split into cases by the colours of its diagonals first, then each case by
// four residue classes, and so on, in one direction after the other. That does well where
// few diagonals are open. Most boards with n diagonals blocked, up to n = 32, come down to
// a few cases in which every diagonal with a queen is known, or to none.

// errLimit says that a search did all it may do, and came to no answer.
var errLimit = errors.New("queens: limit of a search reached")

// A refineBudget limits a refinement.
type refineBudget struct {
	stop  *atomic.Bool
	looks int // at distributions that are left, each of less than a microsecond
	cases int // that there may be besides those that there are
}

// look takes a look from the budget. The error is errLimit if none is left, or
// errStopped.
func (b *refineBudget) look() error {
	switch {
	case b.stop.Load():
		return errStopped
	case b.looks <= 0:
		return errLimit
	}
	b.looks--
	return nil
}

// split splits a case into those with twice as many classes in one direction, the one that
// has fewer: refuting some cases before the other direction is split takes less time than
// looking at all pairs. The error is errLimit if there are no finer classes or if the budget
// does not suffice, or errStopped. The case must have been relaxed on the board as it is, and
// not be refuted.
func (q *balancer) split(c *residueCase, budget *refineBudget) ([]residueCase, error) {
	coarser := 0
	if c.classes[1] < c.classes[0] {
		coarser = 1
	}
	if c.classes[coarser] == maxClasses {
		return nil, errLimit
	}
	if err := budget.look(); err != nil {
		return nil, err
	}
	classes := c.classes
	classes[coarser] *= 2
	rest := q.rest - q.relaxations[1-coarser].attainable
	q.relaxations[coarser].classify(classes[coarser])
	found, err := q.relaxations[coarser].distributions(&c.queens[coarser], c.slack, budget)
	if err != nil {
		return nil, err
	}
	var finer []residueCase
	for _, d := range found {
		f := residueCase{c.corner, classes, c.queens, rest - d.attainable}
		if f.queens[coarser] = d.queens; !f.agrees() {
			continue
		}
		if len(finer) >= budget.cases {
			return nil, errLimit
		}
		finer = append(finer, f)
	}
	return finer, nil
}

// agrees reports whether both directions have as many dark queens, and can make the sum of
// the squares together.
func (c *residueCase) agrees() bool {
	classes := min(c.classes[0], c.classes[1])
	return c.slack%squaresStep(classes) == 0 && (classes == 1 || c.dark(0) == c.dark(1))
}

// dark returns the number of queens on dark squares, by the classes of one direction.
func (c *residueCase) dark(direction int) (queens int) {
	for class := 0; class < c.classes[direction]; class += 2 {
		queens += int(c.queens[direction][class])
	}
	return queens
}

// A distribution is a number of queens for each residue class of one direction.
type distribution struct {
	queens     classCounts
	attainable int // [relaxation.attainable] with these queens
}

// distributions returns the distributions that refine the queens of a case. The
// relaxation was solved for the classes of the case, and then read with the finer ones:
// its multiplier and its bounds are still those of the case. The error is errLimit or
// errStopped.
func (r *relaxation) distributions(queens *classCounts, slack int, budget *refineBudget) ([]distribution, error) {
	s := &distributionSearch{
		relaxation: r, classes: r.classes / 2, queens: queens, most: r.attainable + slack, budget: budget,
		halvings: make([]halving, 0, r.classes/2),
	}
	for class := range s.classes {
		s.halvings = append(s.halvings, r.divide(class, class+s.classes, int(queens[class])))
	}
	err := s.search(0, s.most-r.bound)
	return s.found, err
}

// A distributionSearch finds the distributions over twice as many classes that refine
// that of a case. Class i of the case is divided into i and i+classes.
type distributionSearch struct {
	relaxation *relaxation // of the finer classes
	classes    int         // of the case
	queens     *classCounts
	most       int // that the slack of the case leaves for the sum of the squares
	halvings   []halving
	budget     *refineBudget
	current    classCounts
	found      []distribution
}

// A halving has the numbers of queens that the first half of a class may take, from
// least up, and by how much each raises the cost of the class above the lowest.
type halving struct {
	least  int
	raises []int
}

// divide divides queens between two classes.
func (r *relaxation) divide(class, other, queens int) halving {
	var store, otherStore [MaxN + 1]int
	costs, otherCosts := r.cheapestSums(class, store[:0]), r.cheapestSums(other, otherStore[:0])
	held, otherHeld := int(r.byClass[class].held), int(r.byClass[other].held)
	d := halving{least: max(held, queens-otherHeld-(len(otherCosts)-1))}
	most := min(held+len(costs)-1, queens-otherHeld)
	d.raises = make([]int, 0, max(0, most-d.least+1))
	for i := d.least; i <= most; i++ {
		d.raises = append(d.raises, costs[i-held]+otherCosts[queens-i-otherHeld])
	}
	if len(d.raises) > 0 {
		lowest := slices.Min(d.raises)
		for i := range d.raises {
			d.raises[i] -= lowest
		}
	}
	return d
}

// cheapestSums returns what the cheapest 0, 1, 2 and so on free diagonals of a class cost
// together, and appends that to costs.
func (r *relaxation) cheapestSums(class int, costs []int) []int {
	c := r.byClass[class]
	costs = append(costs, 0)
	for _, x := range r.free[c.begin:c.end] {
		costs = append(costs, r.cost(x))
	}
	slices.Sort(costs[1:])
	for i := range costs[1:] {
		costs[i+1] += costs[i]
	}
	return costs
}

// maxDistributions limits the distributions of one direction: to find them takes some tens
// of milliseconds.
const maxDistributions = 1 << 15

// search finds the distributions that divide the classes from the given one on so that
// this raises the bound by no more than the slack. The error is errLimit or errStopped.
func (s *distributionSearch) search(class, slack int) error {
	if class == s.classes {
		return s.add()
	}
	d := s.halvings[class]
	for i, raised := range d.raises {
		if raised > slack {
			continue
		}
		first := uint8(d.least + i)
		s.current[class], s.current[class+s.classes] = first, s.queens[class]-first
		if err := s.search(class+1, slack-raised); err != nil {
			return err
		}
	}
	return nil
}

// add adds the current distribution, unless its bound rules it out.
func (s *distributionSearch) add() error {
	r := s.relaxation
	if r.solve(&s.current) && r.attainable <= s.most {
		s.found = append(s.found, distribution{s.current, r.attainable})
	}
	if len(s.found) == maxDistributions {
		return errLimit
	}
	return s.budget.look()
}
