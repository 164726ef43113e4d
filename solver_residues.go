package queens

import "slices"

// A board is split by the colours of the diagonals first, then each part by four classes,
// and so on. That goes well where few diagonals are open. Of the boards with n of them
// blocked, up to n = 32, most come down to a few parts with all diagonals known, or none.

// split returns the parts of p with twice as many classes. It returns false if there are no
// finer classes, if the parts are more than most or hard to find, or if goOn, which is asked
// at each look, says so. Nothing may be left to settle, and p not be refuted.
func (b *balancedBoard) split(p *part, most int, goOn func() bool) ([]part, bool) {
	if p.classes == maxClasses || !goOn() {
		return nil, false
	}
	b.aim(p)
	rest := b.look(2 * p.classes)
	var found [2][]way
	for i := range b.aims {
		w := newWays(&b.aims[i], &p.queens[i], p.slack, goOn)
		if !w.walk(0, w.most-w.bound) {
			return nil, false
		}
		found[i] = w.found
	}
	return pairs(found, 2*p.classes, rest, most)
}

// pairs returns the parts that a way for each direction makes.
func pairs(found [2][]way, classes, rest, most int) (parts []part, ok bool) {
	type key struct{ dark, squares int }
	step := squaresStep(classes)
	partners := map[key][]*way{}
	for i := range found[1] {
		w := &found[1][i]
		k := key{w.dark, w.least & (step - 1)}
		partners[k] = append(partners[k], w)
	}
	for _, ways := range partners {
		slices.SortFunc(ways, func(v, w *way) int { return v.least - w.least })
	}
	for _, v := range found[0] {
		for _, w := range partners[key{v.dark, (rest - v.least) & (step - 1)}] {
			slack := rest - v.least - w.least
			if slack < 0 {
				break
			}
			if len(parts) == most {
				return nil, false
			}
			parts = append(parts, part{classes, [2]classCounts{v.queens, w.queens}, slack})
		}
	}
	return parts, true
}

// A way has so many queens on the diagonals of each class of one direction.
type way struct {
	queens classCounts
	dark   int // queens on dark squares
	least  int // what the squares of the missing queens' offsets add up to at least
}

// ways are those in which the queens on each class of a part's diagonals can be on its two
// halves: the class itself, and the one that is as many as there are behind it.
type ways struct {
	aim     *aim // of the halves
	classes int  // of the part
	queens  *classCounts
	bound   int     // what the squares of the missing queens' offsets add up to at least
	most    int     // and at most
	shares  []share // of each class
	goOn    func() bool
	way     way
	found   []way
}

// A share is how many queens of a class its first half may have, and what each of these
// numbers costs more than the best one.
type share struct {
	first int
	more  []int
}

func newWays(a *aim, queens *classCounts, slack int, goOn func() bool) *ways {
	w := &ways{
		aim: a, classes: a.classes / 2, queens: queens,
		bound: a.bound, most: a.least + slack, goOn: goOn,
	}
	for class := range w.classes {
		w.shares = append(w.shares, a.share(class, class+w.classes, int(queens[class])))
	}
	return w
}

// share shares so many queens between two classes.
func (a *aim) share(class, other, queens int) share {
	one, two := a.costs(class), a.costs(other)
	held, otherHeld := int(a.shades[class].held), int(a.shades[other].held)
	first := max(held, queens-otherHeld-(len(two)-1))
	last := min(held+len(one)-1, queens-otherHeld)
	s := share{first: first}
	for i := first; i <= last; i++ {
		s.more = append(s.more, one[i-held]+two[queens-i-otherHeld])
	}
	if len(s.more) > 0 {
		least := slices.Min(s.more)
		for i := range s.more {
			s.more[i] -= least
		}
	}
	return s
}

// costs returns what the cheapest 0, 1, 2 and so on open diagonals of a class cost.
func (a *aim) costs(class int) []int {
	s := a.shades[class]
	costs := []int{0}
	for _, x := range a.free[s.begin:s.end] {
		costs = append(costs, a.cost(x))
	}
	slices.Sort(costs[1:])
	for i := range costs[1:] {
		costs[i+1] += costs[i]
	}
	return costs
}

// mostWays bounds the ways of a direction: to sort them takes some milliseconds.
const mostWays = 1 << 15

// walk finds the ways from a class on that cost no more than so much. It returns false if
// it was stopped.
func (w *ways) walk(class, slack int) bool {
	if class == w.classes {
		if w.aim.take(&w.way.queens) && w.aim.least <= w.most {
			w.found = append(w.found, w.way.with(w.aim))
		}
		return len(w.found) < mostWays && w.goOn()
	}
	s := w.shares[class]
	for i, more := range s.more {
		if more > slack {
			continue
		}
		w.way.queens[class] = uint8(s.first + i)
		w.way.queens[class+w.classes] = w.queens[class] - uint8(s.first+i)
		if !w.walk(class+1, slack-more) {
			return false
		}
	}
	return true
}

// with returns the way with what its aim says.
func (w way) with(a *aim) way {
	w.least = a.least
	for class := 0; class < a.classes; class += 2 {
		w.dark += int(w.queens[class])
	}
	return w
}
