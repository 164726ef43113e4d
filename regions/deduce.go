package regions

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/internal/work"
	"example.com/queens/puzzle"
)

// A Deduction is one step in solving a board as a person does: what follows from what, and by
// which rule.
//
// In JSON, rule, units and squares are written by their names, empty lists are left out, and "text"
// has the sentence of String.
type Deduction struct {
	Rule Rule `json:"rule"`

	// Queens are the squares that take a queen: one after Single, none after the other rules.
	Queens []queens.Square `json:"queens,omitempty"`

	// Excluded are open squares that this step rules out: one after Trial and Search, none after
	// Single and Contradiction, one or more after the other rules. Squares that the queen of a
	// Single attacks are not among them.
	Excluded []queens.Square `json:"excluded,omitempty"`

	// Because are the open squares of Units, row by row, without those of Queens and Excluded.
	// There are none after Single, whose queen takes the last one, and after Contradiction.
	Because []queens.Square `json:"because,omitempty"`

	// Units are the rows, columns and regions that the rule looks at. After Trial there is one, the
	// unit that would be left without an open square; after Search there is one, the unit of the
	// excluded square that has the fewest open squares.
	Units []Unit `json:"units,omitempty"`

	// Within, after Point and the sets, are the units in which all open squares of Units are. All
	// other rules leave it empty.
	Within []Unit `json:"within,omitempty"`

	// Steps, of a trial, are what would follow from a queen on the excluded square, one after
	// another: the steps needed for the Contradiction that ends them.
	Steps []Deduction `json:"steps,omitempty"`
}

// Deduce returns an iterator over the steps that a person would take to solve the board, starting
// from the given queens and the blocked squares. Each step uses the weakest [Rule] that finds
// something. Of the steps by that rule, it is the one that looks at the fewest squares; of trials,
// one with few steps, by the weakest rules. Squares that a queen attacks are excluded with it,
// without a step of their own. On a board that a person has half filled, the first step is the
// hint:
//
//	b.With(Given(…), Blocked(…)).Deduce(ctx)
//
// If the last pair has no error, all queens are placed: this is the only solution. Otherwise
// the last pair is the zero Deduction and the reason why the steps end early:
//
//   - [queens.ErrNotUnique]: the board has several solutions. The steps hold for all of them.
//   - [queens.ErrNoSolution]: it has none. The last step is a [Contradiction].
//   - [puzzle.ErrRulesEnd]: the work for a [Trial] and a [Search] is limited, and was not enough.
//     That does not happen with puzzles for people.
//   - the error of the context, within milliseconds of its end.
//
// A step takes polynomial time, longest where it takes a [Set4]; the work for trials and searches
// is limited. The steps are the caller's.
func (b *Board) Deduce(ctx context.Context) iter.Seq2[Deduction, error] {
	board := *b // which UnmarshalText may replace
	return work.Listing(ctx, func(stop *atomic.Bool, visit func(Deduction) bool) error {
		for d := newDeducer(stop, newSheet(&board)); !d.solved(); {
			step, _, err := d.next()
			if err != nil {
				return err
			}
			d.take(step)
			if !visit(step) {
				return nil
			}
			if step.Rule == Contradiction {
				return queens.ErrNoSolution
			}
		}
		return nil
	})
}

// A deducer deduces step by step.
type deducer struct {
	*sheet
	stop    *atomic.Bool // ends every rule early
	rules   *rules       // nil until they are needed
	best    finding      // in a buffer: of the findings of a rule, the one that looks at the fewest squares
	found   int          // how many findings of the rule were compared
	squares int          // that the best looks at
	trials  *trials      // nil until one is needed
}

func newDeducer(stop *atomic.Bool, p *sheet) *deducer {
	return &deducer{sheet: p, stop: stop, best: finding{excluded: make(set, p.words)}}
}

// next returns the easiest step, and how many steps by the same rule there are to choose from. The
// error is ErrNotUnique or ErrRulesEnd.
func (d *deducer) next() (step Deduction, choices int, err error) {
	step, choices = d.countUnits()
	if choices == 0 {
		step, choices = d.applyRules()
	}
	if choices == 0 {
		step, choices = d.try()
	}
	if choices == 0 {
		step, choices = d.search()
	}
	switch {
	case choices == 0 && d.stop.Load(): // the trials may not be there
		err = puzzle.ErrRulesEnd
	case choices == 0 && d.trials.alive.size() > d.n: // squares of two solutions
		err = queens.ErrNotUnique
	case choices == 0:
		err = puzzle.ErrRulesEnd
	}
	return step, choices, err
}

// countUnits returns the step of a unit with one open square, a region first, or of one with none.
func (d *deducer) countUnits() (Deduction, int) {
	single, some := unit(0), false
	taken := make(set, d.words)
	for u := range d.pendingUnits() {
		switch d.count(u) {
		case 0:
			return d.step(by(Contradiction, u)), 1
		case 1:
			square, _ := d.firstOpen(u)
			taken.insert(square)
			if !some || u.kind() == Region && single.kind() != Region {
				single, some = u, true
			}
		}
	}
	if !some {
		return Deduction{}, 0
	}
	return d.step(by(Single, single)), taken.size()
}

// applyRules returns the step by the weakest of the rules from Point to Set4 that looks at the fewest
// squares.
func (d *deducer) applyRules() (step Deduction, choices int) {
	if d.rules == nil {
		d.rules = newRules(d.stop, d.sheet)
		d.rules.report = d.compare
	}
	d.found = 0
	if !d.rules.applyFirst(d.sheet, Set4) {
		return Deduction{}, 0
	}
	return d.describe(&d.best), d.found
}

// compare keeps a finding if it looks at fewer squares than the best so far.
func (d *deducer) compare(f *finding) {
	squares := 0
	for _, u := range f.looksAt() {
		squares += d.count(u)
	}
	if d.found++; d.found == 1 || squares < d.squares {
		d.squares = squares
		d.best.inference = f.inference
		copy(d.best.excluded, f.excluded)
	}
}

// try returns the step of a trial.
func (d *deducer) try() (step Deduction, choices int) {
	if d.trials == nil {
		d.trials = newTrials(d.stop, d.sheet, squareNodes)
	}
	shortest, choices := d.trials.shortest()
	if choices > 0 {
		step = d.step(by(Trial, shortest.end), shortest.square)
		step.Steps = d.tell(shortest)
	}
	return step, choices
}

// search returns the step for a square that a search has found to be in no solution.
func (d *deducer) search() (Deduction, int) {
	for square := range d.open.squares() {
		if d.trials.dead.has(square) {
			return d.step(by(Search, d.tightest(square)), square), 1
		}
	}
	return Deduction{}, 0
}

// tightest returns the unit of an open square that has the fewest open squares.
func (d *deducer) tightest(square int) (best unit) {
	fewest := d.n + 1
	for u := range d.pendingUnits() {
		if open := d.count(u); d.squaresOf(u).has(square) && open < fewest {
			best, fewest = u, open
		}
	}
	return best
}

// step returns the step of an inference that rules out the given squares.
func (d *deducer) step(f inference, excluded ...int) Deduction {
	d.best.inference = f
	clear(d.best.excluded)
	for _, square := range excluded {
		d.best.excluded.insert(square)
	}
	return d.describe(&d.best)
}

// tell returns the steps of a refutation. A step may rule out more squares than its inference did
// in the trial, where an inference that the end does not need had ruled them out before.
func (d *deducer) tell(r refutation) (steps []Deduction) {
	p, rules := &makeSheets(d.division, 1)[0], d.trials.rules
	p.assign(d.sheet)
	p.place(r.square)
	for _, f := range append(r.chain, by(Contradiction, r.end)) {
		rules.draw(p, f)
		step := p.describe(&rules.finding)
		steps = append(steps, step)
		p.take(step)
	}
	return steps
}

// describe returns the step of a finding.
func (p *sheet) describe(f *finding) Deduction {
	step := Deduction{Rule: f.rule, Units: exported(f.looksAt()), Within: exported(f.inside()), Excluded: p.named(f.excluded)}
	open := make(set, p.words)
	for _, u := range f.looksAt() {
		for i, word := range p.squaresOf(u) {
			open[i] |= word & p.open[i] &^ f.excluded[i]
		}
	}
	if f.rule == Single {
		step.Queens = p.named(open)
	} else {
		step.Because = p.named(open)
	}
	return step
}

// take carries out a step.
func (p *sheet) take(step Deduction) {
	for _, s := range step.Queens {
		p.place(p.number(s))
	}
	for _, s := range step.Excluded {
		p.open.remove(p.number(s))
	}
}

func exported(units []unit) []Unit {
	var named []Unit
	for _, u := range units {
		named = append(named, u.unit())
	}
	return slices.Clip(named)
}
