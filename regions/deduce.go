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
// In JSON its rule, units and squares are written by their names, and what is empty is left
// out. The sentence of String is there as well, as "text".
type Deduction struct {
	Rule Rule `json:"rule"`

	// Queens are the squares that take a queen: one after Single, none after the other rules.
	Queens []queens.Square `json:"queens,omitempty"`

	// Excluded are open squares that this step rules out: one after Trial and Search, one or
	// more after the rules between Single and these. Squares that the queen of a Single attacks
	// are not among them.
	Excluded []queens.Square `json:"excluded,omitempty"`

	// Because are the open squares of Units, row by row, without those of Queens and Excluded.
	// There are none after Single, whose queen takes the last one, and after Contradiction.
	Because []queens.Square `json:"because,omitempty"`

	// Units are the rows, columns and regions that the rule looks at. After Trial it is the one
	// that would be left without an open square, after Search the one of the excluded square
	// that has the fewest.
	Units []Unit `json:"units,omitempty"`

	// Within, of a point or a set, are the units that hold all open squares of Units.
	Within []Unit `json:"within,omitempty"`

	// Steps, of a trial, are what would follow from a queen on the excluded square, one after
	// another: what is needed for the Contradiction that they end with.
	Steps []Deduction `json:"steps,omitempty"`
}

// Deduce returns an iterator over the steps that a person would take to solve the board,
// starting from the given queens and the blocked squares. Each step uses the weakest [Rule]
// that finds something and, of the steps by that rule, looks at the fewest squares; a trial is
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
//   - [puzzle.ErrRulesEnd]: the work for a [Trial] and for a [Search], which looks for what no
//     rule finds, is limited, and it was not enough. That does not happen with puzzles for people.
//   - the error of the context, within milliseconds of its end.
//
// Puzzles for people take some microseconds a step, and up to a millisecond if they need
// trials. The worst boards of 11 rows take some milliseconds a step, those of 20 rows up to a
// second, and those of 32 rows some seconds. The steps are the caller's.
func (b *Board) Deduce(ctx context.Context) iter.Seq2[Deduction, error] {
	board := *b // which UnmarshalText may replace
	return work.Listing(ctx, func(_ *atomic.Bool, visit func(Deduction) bool) error {
		d := newDeducer(ctx, newSheet(&board))
		for !d.solved() {
			step, ok := d.next()
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case !ok && d.trials.alive.size() > d.n: // squares of two solutions
				return queens.ErrNotUnique
			case !ok:
				return puzzle.ErrRulesEnd
			case !visit(d.apply(step)):
				return ctx.Err()
			case step.rule == Contradiction:
				return queens.ErrNoSolution
			}
		}
		return nil
	})
}

// A deducer deduces step by step.
type deducer struct {
	*sheet
	ctx     context.Context // whose end ends every rule early
	rules   *rules          // nil until they are needed
	best    finding
	weight  int     // of the best step: how many squares there are to look at, and 1; 0 if there is none
	choices int     // steps by the rule of the best one that were there to choose from
	trials  *trials // nil until one is needed
}

func newDeducer(ctx context.Context, p *sheet) *deducer {
	d := &deducer{sheet: p, ctx: ctx}
	d.best.excluded = make(set, p.words)
	return d
}

// next returns the easiest step. The next one overwrites it.
func (d *deducer) next() (*finding, bool) {
	if d.countUnits() {
		return &d.best, true
	}
	if d.rules == nil {
		d.rules = newRules(d.ctx, d.sheet)
		d.rules.report = d.compare
	}
	d.weight, d.choices = 0, 0
	return &d.best, d.rules.applyFirst(d.sheet, Set4) || d.try() || d.search()
}

// countUnits looks for units with one open square, and first for those with none.
func (d *deducer) countUnits() bool {
	single, some := unit(0), false
	taken := make(set, d.words)
	for u := range d.pendingUnits() {
		switch d.count(u) {
		case 0:
			d.best.set(Contradiction, []unit{u}, nil)
			return true
		case 1:
			square, _ := d.firstOpen(u)
			taken.insert(square)
			if !some || u.kind() == Region && single.kind() != Region {
				single, some = u, true
			}
		}
	}
	d.choices = taken.size()
	if some {
		d.best.set(Single, []unit{single}, nil)
	}
	return some
}

// compare keeps a finding if there are fewer squares to look at than for the best.
func (d *deducer) compare(f *finding) {
	weight := 1
	d.choices++
	for _, u := range f.units {
		weight += d.count(u)
	}
	if d.weight == 0 || weight < d.weight {
		d.weight = weight
		d.best.set(f.rule, f.units, f.within)
		copy(d.best.excluded, f.excluded)
	}
}

// try looks for a trial.
func (d *deducer) try() bool {
	if d.trials == nil {
		d.trials = newTrials(d.ctx, d.sheet, squareNodes)
	}
	square, ok := d.trials.shortest()
	if d.choices = d.trials.refuted; ok {
		d.best.set(Trial, []unit{d.trials.end}, nil)
		d.best.excluded.insert(square)
	}
	return ok
}

// search looks for a square that a search has found to be in no solution.
func (d *deducer) search() bool {
	for square := range d.open.squares() {
		if d.trials.dead.has(square) {
			d.choices = 1
			d.best.set(Search, []unit{d.tightest(square)}, nil)
			d.best.excluded.insert(square)
			return true
		}
	}
	return false
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

// take carries out a step.
func (d *deducer) take(s *finding) {
	for i, word := range s.excluded {
		d.open[i] &^= word
	}
	if s.rule == Single {
		square, _ := d.firstOpen(s.units[0])
		d.place(square)
	}
}

// apply takes a step and describes it.
func (d *deducer) apply(s *finding) Deduction {
	description := d.describe(s)
	if s.rule == Trial {
		description.Steps = d.retell(d.number(description.Excluded[0]))
	}
	d.take(s)
	return description
}

// describe returns a step in words that the caller may keep.
func (d *deducer) describe(s *finding) Deduction {
	told := Deduction{Rule: s.rule, Units: exported(s.units), Within: exported(s.within), Excluded: d.named(s.excluded)}
	because := make(set, d.words)
	for _, u := range s.units {
		for i, word := range d.squaresOf(u) {
			because[i] |= word & d.open[i] &^ s.excluded[i]
		}
	}
	if s.rule == Single {
		told.Queens = d.named(because)
	} else {
		told.Because = d.named(because)
	}
	return told
}

// retell returns those steps of the shortest trial that lead to its end.
func (d *deducer) retell(square int) []Deduction {
	t := d.trials
	a := &t.each[square]
	t.mark(a, t.end)
	p := &makeSheets(t.start.division, 1)[0]
	p.copy(t.start)
	p.place(square)
	told := newDeducer(t.ctx, p)
	told.rules = t.rules
	var steps []Deduction
	for i := range a.inferences {
		if t.marks[i+1] {
			told.infer(&a.inferences[i])
			steps = append(steps, told.describe(&told.best))
			told.take(&told.best)
		}
	}
	told.best.set(Contradiction, []unit{t.end}, nil)
	return append(steps, told.describe(&told.best))
}

// infer sets the best step to one by a rule and its units.
func (d *deducer) infer(f *inference) {
	units, within := f.units[:f.size], f.within[:f.size]
	switch f.rule {
	case Single:
		d.best.set(Single, units, nil)
		return
	case Pin:
		d.rules.pin(d.sheet, units[0])
		within = nil
	default:
		d.rules.set(d.sheet, units, within)
	}
	d.best.set(f.rule, units, within)
	copy(d.best.excluded, d.rules.finding.excluded)
}

func exported(units []unit) []Unit {
	var named []Unit
	for _, u := range units {
		named = append(named, u.unit())
	}
	return slices.Clip(named)
}
