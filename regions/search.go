package regions

import "sync/atomic"

// A search goes through the solutions of sheets of one division. It branches on the open
// squares of the unit that has the fewest.
type search struct {
	stop  *atomic.Bool
	nodes int     // sheets branched on; found may set it back
	limit int     // of nodes at which the search gives up, or 0
	stack []sheet // by depth
	found func(*sheet) bool
	rules *rules // nil until they are needed
}

// easyNodes is how many sheets are branched on before rules are applied to them.
const easyNodes = 100

func newSearch(stop *atomic.Bool, p *sheet) *search {
	return &search{stop: stop, stack: makeSheets(p.division, p.n+1)}
}

// run calls found for the solutions of p, and returns false if found did or if it ended early.
// p stays as it is.
func (s *search) run(p *sheet, found func(*sheet) bool) bool {
	s.found = found
	if s.rules != nil {
		s.rules.divide(p.division)
	}
	s.stack[0].assign(p)
	return s.descend(0)
}

func (s *search) descend(depth int) bool {
	p := &s.stack[depth]
	tightest, ok := p.settle()
	if !ok {
		return true
	}
	if p.solved() {
		return s.found(p)
	}
	if !s.goOn() {
		return false
	}
	if s.nodes > easyNodes {
		if tightest, ok = s.prune(p); !ok {
			return true
		}
		if p.solved() {
			return s.found(p)
		}
	}
	child := &s.stack[depth+1]
	for square, ok := p.firstOpen(tightest); ok; square, ok = p.firstOpen(tightest) {
		child.assign(p)
		child.place(square)
		if !s.descend(depth + 1) {
			return false
		}
		p.open.remove(square)
	}
	return true
}

// goOn counts a node, and reports whether the search may branch on it.
func (s *search) goOn() bool {
	s.nodes++
	return s.nodes != s.limit && !s.stop.Load()
}

// prune settles p by rules too.
func (s *search) prune(p *sheet) (tightest unit, ok bool) {
	if s.rules == nil {
		s.rules = newRules(s.stop, p)
	}
	return s.rules.settle(p, Set4)
}
