package find

import "slices"

// Unique returns the solution if there is exactly one, or ErrSeveral.
func (f *Solver) Unique() ([]int, error) {
	p, err := f.Find(nil)
	if err != nil {
		return nil, err
	}
	switch _, err = f.Find(p); err {
	case nil:
		return nil, ErrSeveral
	case ErrNone:
		return p, nil
	default:
		return nil, err
	}
}

const (
	// firstNodes is how many boards the first start may branch on.
	firstNodes = 100
	// leastNodes is the least number of boards that a start may branch on in each case.
	leastNodes = 40
	// A start refines its cases until it would have less than nodesPerCase boards to branch
	// on in each, or until there are maxCases. Half as many are better up to n = 32, twice as
	// many from n = 40 on.
	nodesPerCase = 40
	maxCases     = 1 << 14
	// looksPerNode is how many distributions a refinement looks at for each board to branch
	// on, but never more than maxLooks.
	looksPerNode = 20
	maxLooks     = 1 << 21
	// refineAsked is how many boards a start must be allowed to branch on before a question of
	// First is refined: most are answered earlier, in less time than it takes to refine them.
	refineAsked = 32 * firstNodes
	// mostSharings is the most ways to share the queens among the corners that become cases.
	mostSharings = 2
)

// Find returns a solution other than the excluded one.
func (f *Solver) Find(excluded []int) ([]int, error) {
	defer f.board.reopen(0)
	f.excluded, f.hard = excluded, false
	if !f.prepare() {
		return nil, ErrNone
	}
	if p := f.board.lattice(excluded); p != nil {
		return p, nil
	}
	cases := f.firstCases()
	for nodes := uint64(firstNodes); ; nodes *= 2 {
		p, rest, err := f.decide(cases, nodes)
		if err != errLimit {
			return p, err
		}
		cases, f.hard = rest, true
	}
}

// firstCases returns the whole board or, for a question of First, a case for each way to share
// the queens among the corners, if these are few.
func (f *Solver) firstCases() []residueCase {
	if !f.Asked || f.corners == nil || len(f.sharings) > mostSharings {
		return []residueCase{f.within}
	}
	cases := slices.Repeat([]residueCase{f.within}, len(f.sharings))
	for i := range cases {
		cases[i].corner = f.sharings[i]
	}
	return cases
}

// decide refines cases, and searches them, which may branch on nodes boards together. If the
// error is errLimit, it also returns the cases that are left undecided.
func (f *Solver) decide(cases []residueCase, nodes uint64) ([]int, []residueCase, error) {
	if f.hard && f.tight && (!f.Asked || nodes >= refineAsked) {
		var err error
		looks, most := min(nodes*looksPerNode, maxLooks), min(nodes/nodesPerCase, maxCases)
		budget := refineBudget{f.stop, int(looks), int(most) - len(cases)}
		if cases, err = f.refine(cases, &budget); err != nil {
			return nil, nil, err
		}
		slices.SortFunc(cases, func(c, d residueCase) int { return d.slack - c.slack }) // most slack first
	}
	return f.startEach(cases, nodes)
}

// refine splits cases as far as the budget goes. It returns those that are not refuted. The
// error is work.ErrStopped.
func (f *Solver) refine(cases []residueCase, budget *refineBudget) (refined []residueCase, err error) {
	begun := len(f.board.closed)
	for _, c := range slices.Backward(cases) {
		f.within = c
		budget.cases++ // those that it is split into take its place
		var finer []residueCase
		if f.propagate() {
			finer, err = f.balancer.split(&f.within, budget)
		}
		switch err {
		case nil:
			budget.cases -= len(finer)
			if finer, err = f.refine(finer, budget); err != nil {
				return nil, err
			}
			refined = append(refined, finer...)
		case errLimit:
			budget.cases--
			refined, err = append(refined, f.within), nil
		default:
			return nil, err
		}
		f.board.reopen(begun)
	}
	return refined, nil
}

// startEach searches one case after the other, which may branch on nodes boards together.
// If the error is errLimit, it also returns the cases that are left undecided.
func (f *Solver) startEach(cases []residueCase, nodes uint64) ([]int, []residueCase, error) {
	begun := len(f.board.closed)
	perCase := max(nodes/max(1, uint64(len(cases))), leastNodes)
	var rest []residueCase
	for _, c := range cases {
		p, err := f.start(c, perCase)
		f.board.reopen(begun)
		switch err {
		case ErrNone:
		case errLimit:
			rest = append(rest, c)
		default:
			return p, nil, err
		}
	}
	if len(rest) > 0 {
		return nil, rest, errLimit
	}
	return nil, nil, ErrNone
}
