package regions

import (
	"context"
	"iter"
	"slices"

	"example.com/queens"
)

// A Deduction is one step of a person who solves a board: what follows from what, by
// which rule.
type Deduction struct {
	Rule Rule

	// Queens are the squares that take a queen: one after Single, none after the other
	// rules.
	Queens []queens.Square

	// Excluded are open squares that this step rules out: one after Trial and Search, one
	// or more after the rules between Single and these. Squares that the queen of a Single
	// attacks are not among them.
	Excluded []queens.Square

	// Because are the open squares that the rule looked at, row by row: those of Units. A
	// trial looks at those of the units of its Steps. There are none for a Contradiction,
	// and none are named for a Search, which looks at all.
	Because []queens.Square

	Units  []Unit      // the rows, columns and regions to look at, if it follows from theirs
	Within []Unit      // of a point or a set: the units that hold all open squares of Units
	Steps  []Deduction // of a trial: what follows from a queen on the square, up to the contradiction
}

// Deduce returns an iterator over the steps of a person who solves the board, from the
// given queens and the blocked squares on. Each is by the weakest [Rule] that leads on,
// and of those by the one with the fewest squares to look at. Squares that a queen
// attacks are excluded with it, without a step of their own. On a board that a person has
// half filled, the first step is the hint:
//
//	b.With(Given(…), Blocked(…)).Deduce(ctx)
//
// The steps end when all queens stand. They say nothing that a solution of the board
// contradicts: on a board with several, they end with what all of them share. If there
// is none, the last step is a [Contradiction]. There is a bound to the work for [Trial]
// and for [Search], which looks for what no rule finds, so that on boards of more than 16
// rows the steps may end early.
//
// Puzzles for people take less than a tenth of a millisecond, and some milliseconds if
// they need trials. On the worst boards of 20 rows a step may take a second, of 32 rows
// some seconds. The steps are the caller's. A cancelled context ends them within
// milliseconds as if the loop had stopped; ctx.Err() after the loop tells.
func (b *Board) Deduce(ctx context.Context) iter.Seq[Deduction] {
	return func(yield func(Deduction) bool) {
		d := newDeducer(ctx, newPosition(b))
		for !d.solved() {
			step, ok := d.next(Search)
			if !ok {
				return
			}
			said := d.apply(step)
			if ctx.Err() != nil || !yield(said) || step.rule == Contradiction {
				return
			}
		}
	}
}

// A deducer deduces step by step.
type deducer struct {
	*position
	ctx    context.Context // whose end ends every rule early
	rules  *rules
	best   conclusion
	weight int      // of the best step: how many squares there are to look at
	trial  *deducer // nil until one is needed
	alive  set      // squares that are in a solution, once there is a trial
	dead   set      // squares that are in none
}

// A conclusion is what a rule finds, kept.
type conclusion struct {
	rule          Rule
	units, within []unit
	square        int // of a single, a trial or a search, or -1
	excluded      set
}

func newDeducer(ctx context.Context, p *position) *deducer {
	d := &deducer{position: p, ctx: ctx, rules: newRules(ctx, p)}
	d.best.excluded = make(set, p.words)
	d.rules.report = d.compare
	return d
}

// next returns the easiest step by a rule up to the last. It is overwritten by the next
// one.
func (d *deducer) next(last Rule) (*conclusion, bool) {
	if d.count() {
		return &d.best, true
	}
	for rule := Point; rule <= min(last, Pair); rule++ {
		d.weight = 0
		d.rules.apply(rule, d.position)
		if d.weight > 0 {
			return &d.best, true
		}
	}
	return &d.best, last >= Trial && (d.tryAll() || last >= Search && d.searchAll())
}

// count looks for units with one open square, and first for those with none.
func (d *deducer) count() bool {
	single, square := unit(0), -1
	for u := range d.pendingUnits() {
		d.openIn(d.rules.first, u)
		switch d.rules.first.size() {
		case 0:
			d.set(Contradiction, -1, u)
			return true
		case 1:
			if square < 0 || u.kind() == Region && single.kind() != Region {
				single, square = u, d.rules.first.first()
			}
		}
	}
	if square < 0 {
		return false
	}
	d.set(Single, square, single)
	return true
}

// set sets the best step to one that excludes nothing.
func (d *deducer) set(rule Rule, square int, units ...unit) {
	d.best = conclusion{rule: rule, square: square, units: append(d.best.units[:0], units...), within: d.best.within[:0], excluded: d.best.excluded}
	clear(d.best.excluded)
}

// compare keeps a finding if there are fewer squares to look at than for the best.
func (d *deducer) compare(f *finding) bool {
	weight := 1
	for _, u := range f.units {
		d.openIn(d.rules.first, u)
		if f.rule == Pair {
			weight *= d.rules.first.size()
		} else {
			weight += d.rules.first.size()
		}
	}
	if d.weight == 0 || weight < d.weight {
		d.weight = weight
		d.set(f.rule, -1, f.units...)
		d.best.within = append(d.best.within, f.within...)
		copy(d.best.excluded, f.excluded)
	}
	return true
}

// tryAll looks for a trial: of those that the weakest rules lead to a contradiction, one
// with the fewest steps. Squares of known solutions are not worth it.
func (d *deducer) tryAll() bool {
	d.prepare(squareNodes)
	for _, last := range []Rule{Single, Pin, Set4, Pair} {
		best, fewest, spent := -1, d.n*d.n, 0
		for square := range d.open.squares() {
			if d.ctx.Err() != nil {
				return false
			}
			if d.alive.has(square) || last > Pin && spent > mostWork/(d.n*d.n*d.n*d.n) {
				continue
			}
			steps, ok := d.try(square, last, fewest-1, nil)
			if ok {
				best, fewest = square, steps
			}
			spent += steps
		}
		if best >= 0 {
			d.setTried(Trial, best)
			return true
		}
	}
	return false
}

const (
	// mostWork bounds what is done for one step: the number of steps in trials by the
	// stronger rules, and half the number of positions that a search branches on, are
	// at most this divided by n⁴. Each of them may take time of that order.
	mostWork = 1 << 26
	// squareNodes is how many positions are branched on for one square.
	squareNodes = 1000
)

// prepare finds out by search which open squares are in a solution and which are in none,
// as far as that can be had with so many nodes a square. Once known, it stays.
func (d *deducer) prepare(nodes int) {
	if d.trial != nil {
		return
	}
	d.trial = newDeducer(d.ctx, &position{division: d.division, open: make(set, d.words), queens: make([]uint8, d.n)})
	d.alive, d.dead = make(set, d.words), make(set, d.words)
	s := newSearch(d.ctx, d.position)
	spent := 0
	for square := range d.open.squares() {
		if s.err != nil || d.alive.has(square) || spent > 2*mostWork/(d.n*d.n*d.n*d.n) {
			continue
		}
		d.trial.copy(d.position)
		d.trial.place(square)
		s.nodes, s.limit = 0, nodes
		found := false
		complete := s.run(d.trial.position, func(p *position) bool {
			found = true
			for row, col := range p.queens {
				d.alive.insert(row*d.n + int(col))
			}
			return false
		})
		if complete && !found {
			d.dead.insert(square)
		}
		spent += s.nodes
	}
}

// try reports whether a queen on a square leads to a contradiction within some steps by
// the rules up to the last, and how many it took. It records them if told to.
func (d *deducer) try(square int, last Rule, most int, record *[]Deduction) (steps int, ok bool) {
	d.trial.copy(d.position)
	d.trial.place(square)
	for steps = 1; steps <= most; steps++ {
		step, ok := d.trial.next(last)
		if !ok {
			return steps, false
		}
		if record != nil {
			*record = append(*record, d.trial.describe(step))
		}
		if step.rule == Contradiction {
			return steps, true
		}
		d.trial.take(step)
	}
	return steps, false
}

// setTried sets the best step to one that rules out a square.
func (d *deducer) setTried(rule Rule, square int) {
	d.set(rule, square)
	d.best.excluded.insert(square)
}

// searchAll looks for a square that a search has found to be in no solution.
func (d *deducer) searchAll() bool {
	for square := range d.open.squares() {
		if d.dead.has(square) {
			d.setTried(Search, square)
			return true
		}
	}
	return false
}

// take does what a step says.
func (d *deducer) take(s *conclusion) {
	for i, word := range s.excluded {
		d.open[i] &^= word
	}
	if s.rule == Single {
		d.place(s.square)
	}
}

// apply takes a step and describes it.
func (d *deducer) apply(s *conclusion) Deduction {
	description := d.describe(s)
	if s.rule == Trial {
		for _, last := range []Rule{Single, Pin, Set4, Pair} {
			if _, ok := d.try(s.square, last, d.n*d.n, &description.Steps); ok {
				break
			}
			description.Steps = nil
		}
		description.Because = d.openOf(description.Steps)
	}
	d.take(s)
	return description
}

// describe returns a step in words that the caller may keep.
func (d *deducer) describe(s *conclusion) Deduction {
	description := Deduction{Rule: s.rule, Units: exported(s.units), Within: exported(s.within), Excluded: d.named(s.excluded)}
	description.Because = d.openOf([]Deduction{description})
	if s.rule == Single {
		description.Queens = []queens.Square{d.squareList[s.square]}
	}
	return description
}

// openOf returns the open squares of the units of steps.
func (d *deducer) openOf(steps []Deduction) []queens.Square {
	open := make(set, d.words)
	for _, step := range steps {
		for _, u := range step.Units {
			for i, word := range d.squaresOf(unitOf(u.Kind, u.Index)) {
				open[i] |= word & d.open[i]
			}
		}
	}
	return d.named(open)
}

func exported(units []unit) []Unit {
	var named []Unit
	for _, u := range units {
		named = append(named, u.unit())
	}
	return slices.Clip(named)
}
