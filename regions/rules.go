package regions

import (
	"math/bits"
	"sync/atomic"

	"example.com/queens/internal/words"
)

// A Rule is a way to deduce something about a board. The rules come in the order in which a person
// sees them, the weakest first.
type Rule uint8

const (
	// Single: a row, column or region with one open square has its queen there.
	Single Rule = iota
	// Point: all open squares of a region are in one row or column, which then has no queen
	// elsewhere; or all open squares of a row or column are in one region, which then has no queen
	// elsewhere.
	Point
	// Pin: a queen on the square would attack all open squares of some row, column or region.
	Pin
	// Set2: all open squares of two regions are in two rows, or in two columns, which then have no
	// queens elsewhere; or all open squares of two rows or two columns are in two regions.
	Set2
	// Set3 is the same with three.
	Set3
	// Set4 is the same with four.
	Set4
	// Trial: a queen on the square leads to a contradiction by the rules before.
	Trial
	// Search: a computer's search finds no solution with a queen on the square.
	Search
	// Contradiction: a row, column or region has no open square left. It ends the deduction.
	Contradiction
)

var ruleWords = words.New("regions", "Rule",
	"single", "point", "pin", "set2", "set3", "set4", "trial", "search", "contradiction")

// String returns the name of r: "single", "point" and so on.
func (r Rule) String() string { return ruleWords.Word(uint8(r)) }

// MarshalText returns the name of r. It is an error if r is not a rule.
func (r Rule) MarshalText() ([]byte, error) { return ruleWords.Text(uint8(r)) }

// UnmarshalText reads the name of a rule, in letters of either case.
func (r *Rule) UnmarshalText(text []byte) error { return words.Read(ruleWords, text, r) }

// rules applies the rules from Point to Set4 to sheets of a division. What a rule finds is
// passed to report, which may close squares of the sheet: a rule that still takes them for open
// finds less, but nothing untrue.
type rules struct {
	division *division
	stale    bool
	stop     *atomic.Bool // ends a rule early
	finding  finding
	report   func(*finding)
	some     bool // whether anything was reported
	spans    [kinds][kinds][MaxN]uint32
	attacks  sets    // for each square, those that a queen there attacks
	chosen   [4]unit // of a set
}

// An inference is a rule and the units that it looks at.
type inference struct {
	rule   Rule
	size   uint8   // the number of units
	units  [4]unit // whose open squares it follows from
	within [4]unit // of a point or a set, as many other units that hold all these squares
}

// by returns the inference by a rule that looks at one unit.
func by(rule Rule, u unit) inference { return inference{rule: rule, size: 1, units: [4]unit{u}} }

// looksAt returns the units of an inference.
func (f *inference) looksAt() []unit { return f.units[:f.size] }

// inside returns the units that hold all open squares of the others, if the rule tells any.
func (f *inference) inside() []unit {
	switch f.rule {
	case Point, Set2, Set3, Set4:
		return f.within[:f.size]
	}
	return nil
}

// A finding is an inference and the open squares that it rules out.
type finding struct {
	inference
	excluded set
}

func newRules(stop *atomic.Bool, p *sheet) *rules {
	r := &rules{
		stop: stop, attacks: makeSets(p.n*p.n, p.words), finding: finding{excluded: make(set, p.words)},
	}
	r.divide(p.division)
	return r
}

// refresh brings the attacks up to date.
func (r *rules) refresh() {
	d := r.division
	if !r.stale {
		return
	}
	r.stale = false
	for square, region := range d.region {
		attacks := r.attacks.at(square)
		copy(attacks, d.attacks.at(square))
		for i, word := range d.masks.at(int(region)) {
			attacks[i] |= word
		}
		attacks.remove(square)
	}
}

// divide sets the division whose sheets the rules are applied to.
func (r *rules) divide(d *division) {
	r.division, r.stale = d, true
}

// settle takes all steps by rules up to the last. It returns the pending unit with the fewest
// open squares, and false if it has come to a unit without any.
func (r *rules) settle(p *sheet, last Rule) (tightest unit, ok bool) {
	r.report = func(f *finding) {
		for i, word := range f.excluded {
			p.open[i] &^= word
		}
	}
	for {
		if tightest, ok = p.settle(); !ok || p.solved() || !r.applyFirst(p, last) {
			return tightest, ok
		}
	}
}

// applyFirst applies the rules from Point to the last until one finds something, and reports
// whether one does.
func (r *rules) applyFirst(p *sheet, last Rule) bool {
	r.some = false
	for rule := Point; rule <= last && !r.some; rule++ {
		r.apply(rule, p)
	}
	return r.some
}

// apply reports what a rule finds.
func (r *rules) apply(rule Rule, p *sheet) {
	switch rule {
	case Point:
		r.points(p)
	case Pin:
		r.pins(p)
	case Set2, Set3, Set4:
		r.sets(int(rule-Set2)+2, p)
	}
}

// infer reports an inference if it rules out any open squares.
func (r *rules) infer(p *sheet, f inference) {
	if r.draw(p, f); r.finding.excluded.size() > 0 {
		r.some = true
		r.report(&r.finding)
	}
}

// draw makes the finding that of an inference.
func (r *rules) draw(p *sheet, f inference) {
	r.finding.inference = f
	switch f.rule {
	case Pin:
		r.pin(p, f.units[0])
	case Point, Set2, Set3, Set4:
		r.set(p, f.looksAt(), f.inside())
	default:
		clear(r.finding.excluded)
	}
}

// points looks for units whose open squares are all in one unit of another kind that has other
// open squares.
func (r *rules) points(p *sheet) {
	for _, kind := range []Kind{Region, Row, Column} {
		for pending := p.pending[kind]; pending != 0; pending &= pending - 1 {
			u := unitOf(kind, bits.TrailingZeros32(pending))
			square, ok := p.firstOpen(u)
			if !ok {
				continue
			}
			if kind != Region {
				r.point(p, u, unitOf(Region, int(p.region[square])))
				continue
			}
			r.point(p, u, unitOf(Row, int(p.rowOf[square])))
			r.point(p, u, unitOf(Column, int(p.colOf[square])))
		}
	}
}

// point reports the open squares of a unit that are not in another, if the other has no squares
// elsewhere.
func (r *rules) point(p *sheet, u, within unit) {
	inside, squares := p.squaresOf(within), p.squaresOf(u)
	for i, word := range p.open {
		if word&squares[i]&^inside[i] != 0 {
			return
		}
	}
	r.infer(p, inference{Point, 1, [4]unit{u}, [4]unit{within}})
}

// pins looks for the squares that attack all open squares of a unit.
func (r *rules) pins(p *sheet) {
	r.refresh()
	for u := range p.pendingUnits() {
		r.infer(p, by(Pin, u))
		if r.stop.Load() {
			return
		}
	}
}

// pin finds the open squares that attack all open squares of a unit. If the unit has none,
// there are none.
func (r *rules) pin(p *sheet, u unit) {
	excluded := r.finding.excluded
	copy(excluded, p.open)
	some := false
	for i, word := range p.squaresOf(u) {
		for word &= p.open[i]; word != 0; word &= word - 1 {
			if some = excluded.and(r.attacks.at(i<<6 + bits.TrailingZeros64(word))); !some {
				return
			}
		}
	}
	if !some {
		clear(excluded)
	}
}

// sets looks for k regions whose open squares are in k rows or in k columns, and for k rows or
// k columns whose open squares are in k regions.
func (r *rules) sets(k int, p *sheet) {
	r.span(p)
	for _, kind := range []Kind{Region, Row, Column} {
		for _, other := range []Kind{Row, Column, Region} {
			if (kind == Region) != (other == Region) {
				r.choose(k, k, p.pending[kind], 0, kind, other, p)
			}
		}
	}
}

// span finds out which units of the other kinds the open squares of each unit are in.
func (r *rules) span(p *sheet) {
	r.spans = [kinds][kinds][MaxN]uint32{}
	for square := range p.open.squares() {
		in, across, region := p.rowOf[square], p.colOf[square], p.region[square]
		r.spans[Region][Row][region] |= 1 << in
		r.spans[Region][Column][region] |= 1 << across
		r.spans[Row][Region][in] |= 1 << region
		r.spans[Column][Region][across] |= 1 << region
	}
}

// choose chooses further units of a kind among the candidates, so that all k together span at most
// k of the other kind, and reports the sets that rule something out. The k units never span fewer
// than k: otherwise some of them would be a smaller set, which a weaker rule has reported, or one
// of them would have no open square.
func (r *rules) choose(k, further int, candidates, union uint32, kind, other Kind, p *sheet) {
	if further == 0 {
		r.infer(p, inference{Set2 + Rule(k-2), uint8(k), r.chosen, unitsOf(other, union)})
		return
	}
	for ; candidates != 0; candidates &= candidates - 1 {
		i := bits.TrailingZeros32(candidates)
		span := r.spans[kind][other][i]
		wider := union | span
		if bits.OnesCount32(wider) > k || k > 1 && bits.OnesCount32(span) == 1 {
			continue // a set with a point that excludes nothing is one without it
		}
		r.chosen[k-further] = unitOf(kind, i)
		r.choose(k, further-1, candidates&(candidates-1), wider, kind, other, p)
		if further == k && r.stop.Load() {
			return
		}
	}
}

// unitsOf returns up to four units of a kind, from the bits of their numbers.
func unitsOf(kind Kind, indices uint32) (units [4]unit) {
	for i := 0; indices != 0; indices &= indices - 1 {
		units[i] = unitOf(kind, bits.TrailingZeros32(indices))
		i++
	}
	return units
}

// set finds the open squares of the units within, which hold all open squares of units, that are
// not in units.
func (r *rules) set(p *sheet, units, within []unit) {
	excluded := r.finding.excluded
	clear(excluded)
	for _, u := range within {
		for i, word := range p.squaresOf(u) {
			excluded[i] |= word & p.open[i]
		}
	}
	for _, u := range units {
		for i, word := range p.squaresOf(u) {
			excluded[i] &^= word
		}
	}
}
