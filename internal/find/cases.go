package find

import (
	"slices"
	"sync/atomic"
)

// A board is split into cases by the colours of its diagonals first, then each case by four
// residue classes, and so on, in one direction after the other. That does well where few
// diagonals are open. Most boards with n diagonals blocked, up to n = 32, come down to a few
// cases in which every diagonal with a queen is known, or to none.

// A refineBudget limits a refinement.
type refineBudget struct {
	stop  *atomic.Bool
	looks int // that remain; a look at one distribution takes less than a microsecond
	cases int // that may be added
}

// look spends a look. It returns false if none remains or stop was set.
func (b *refineBudget) look() bool {
	if b.looks <= 0 || b.stop.Load() {
		return false
	}
	b.looks--
	return true
}

// split splits a case into those with twice as many classes in one direction. It takes the
// direction with fewer classes: to refute some cases before the other one is split takes less
// time than to look at all pairs. It returns false if there are no finer classes or if the budget
// does not suffice. The case must have been relaxed on the board as it is, and not be refuted.
func (q *balancer) split(c *subcase, budget *refineBudget) (finer []subcase, ok bool) {
	coarser := 0
	if c.classes[1] < c.classes[0] {
		coarser = 1
	}
	classes := c.classes[coarser]
	if classes == maxClasses || !budget.look() {
		return nil, false
	}
	r := &q.relaxations[coarser] // classify keeps the multiplier and the bounds that relax found
	r.classify(2 * classes)
	s := splitting{
		relaxation: r, classes: classes, queens: &c.queens[coarser], halvings: make([]halving, classes),
		rest: q.rest - q.relaxations[1-coarser].attainable, budget: budget, finer: *c,
	}
	s.finer.classes[coarser] = 2 * classes
	s.current = &s.finer.queens[coarser]
	for class := range classes {
		s.halvings[class] = r.divide(class, class+classes, int(s.queens[class]))
	}
	if !s.search(0, s.rest-r.bound) {
		return nil, false
	}
	return s.found, true
}

// agrees reports whether both directions have equally many dark queens, and sums of squares
// that can add up to the known one.
func (c *subcase) agrees() bool {
	classes := min(c.classes[0], c.classes[1])
	return c.slack%squaresStep(classes) == 0 && (classes == 1 || c.dark(0) == c.dark(1))
}

// dark returns the number of queens on dark squares, by the classes of one direction.
func (c *subcase) dark(direction int) (queens int) {
	for class := 0; class < c.classes[direction]; class += 2 {
		queens += int(c.queens[direction][class])
	}
	return queens
}

// A splitting finds the cases over twice as many classes in one direction. Class i is divided
// into i and i+classes.
type splitting struct {
	relaxation *relaxation // of that direction
	classes    int         // in the case that is split
	queens     *classCounts
	halvings   []halving
	rest       int // what the other direction leaves of the sum of the squares
	budget     *refineBudget
	finer      subcase
	current    *classCounts // of finer
	found      []subcase
}

// A halving has the numbers of queens that the first half of a class may take, from least up,
// and by how much each raises the cost of the class above the lowest.
type halving struct {
	least  int
	raises []int
}

// divide divides queens between two classes.
func (r *relaxation) divide(class, other, queens int) halving {
	var store, otherStore [MaxRows + 1]int
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

// search finds the cases that divide the classes from the given one on so that this raises the
// bound by no more than the slack. It returns false if the budget does not suffice.
func (s *splitting) search(class, slack int) bool {
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
		if !s.search(class+1, slack-raised) {
			return false
		}
	}
	return true
}

// add adds the current case, unless its sums rule it out. It returns false if the budget does not
// suffice.
func (s *splitting) add() bool {
	r := s.relaxation
	if r.solve(s.current) {
		if s.finer.slack = s.rest - r.attainable; s.finer.slack >= 0 && s.finer.agrees() {
			if len(s.found) >= s.budget.cases {
				return false
			}
			s.found = append(s.found, s.finer)
		}
	}
	return s.budget.look()
}
