package regions

import (
	"math/bits"
	"sync/atomic"
)

// trials follow up what a queen on each open square of a sheet leads to.
type trials struct {
	stop  *atomic.Bool
	start *sheet // without any of them
	rules *rules
	each  []trial // by square
	alive set     // squares that are in a solution
	dead  set     // squares that are in none
	marks []bool  // of the inferences of a trial
}

// A trial is a sheet with a queen that is tried, what follows from it, and why.
type trial struct {
	sheet
	begun      bool
	inferences []inference
	closedBy   []uint16 // by square: which inference has closed it, from 1; 0 if it was none
}

// A refutation has the inferences by which a queen on a square leaves a unit no open square.
type refutation struct {
	square int
	chain  []inference // one after another
	end    unit
}

const (
	// mostWork bounds what is done for one step: the number of inferences in trials by the
	// stronger rules, and half the number of sheets that a search branches on, are at most this
	// divided by n⁴. Each of them may take time of that order.
	mostWork = 1 << 26
	// squareNodes is how many sheets are branched on for one square.
	squareNodes = 1000
)

func newTrials(stop *atomic.Bool, start *sheet, nodes int) *trials {
	squares := start.n * start.n
	t := &trials{
		stop: stop, start: start, rules: newRules(stop, start), each: make([]trial, squares),
		alive: make(set, start.words), dead: make(set, start.words),
	}
	closedBy := make([]uint16, squares*squares)
	for i, sheet := range makeSheets(start.division, squares) {
		t.each[i].sheet = sheet
		t.each[i].closedBy = closedBy[i*squares : (i+1)*squares]
	}
	t.search(nodes)
	return t
}

// search finds out which open squares are in a solution and which are in none, as far as the
// given number of nodes for each square allows.
func (t *trials) search(nodes int) {
	s := newSearch(t.stop, t.start)
	most := 2 * mostWork / (t.start.n * t.start.n * t.start.n * t.start.n)
	run := func(p *sheet, solutions int) (complete bool) {
		s.nodes, s.limit = 0, nodes
		defer func() { most -= s.nodes }()
		return s.run(p, func(p *sheet) bool {
			t.insertAlive(p)
			solutions--
			return solutions > 0
		})
	}
	if run(t.start, 2) { // one solution, or none
		copy(t.dead, t.start.open)
		for i, word := range t.alive {
			t.dead[i] &^= word
		}
		return
	}
	with := &makeSheets(t.start.division, 1)[0]
	for square := range t.start.open.squares() {
		if t.alive.has(square) || most < 0 || t.stop.Load() {
			continue
		}
		with.assign(t.start)
		with.place(square)
		if run(with, 1) {
			t.dead.insert(square)
		}
	}
}

func (t *trials) insertAlive(p *sheet) {
	for row, col := range p.queens {
		t.alive.insert(row*p.n + int(col))
	}
}

// shortest returns the refutation with the fewest inferences among those by the weakest rules, and
// how many squares these rules refute: 0 if there is no refutation.
func (t *trials) shortest() (best refutation, choices int) {
	for i := range t.each {
		t.each[i].begun = false
	}
	for _, last := range []Rule{Single, Pin, Set4} {
		if best, choices = t.shortestBy(last); choices > 0 || t.stop.Load() {
			break
		}
	}
	return best, choices
}

// shortestBy returns what shortest does, of trials by rules up to the last.
func (t *trials) shortestBy(last Rule) (best refutation, choices int) {
	fewest, spent := t.start.n*t.start.n, 0
	for square := range t.start.open.squares() {
		if t.stop.Load() {
			return best, 0
		}
		if t.alive.has(square) || last > Pin && spent > mostWork/(t.start.n*t.start.n*t.start.n*t.start.n) {
			continue
		}
		a := &t.each[square]
		if !a.begun {
			a.begin(t.start, square)
		}
		spent -= len(a.inferences)
		if a.follow(t.rules, last) {
			choices++
			for u := range a.pendingUnits() {
				if a.count(u) > 0 {
					continue
				}
				if count := t.mark(a, u); count < fewest {
					best, fewest = refutation{square, t.marked(a, best.chain), u}, count
				}
			}
		} else if a.solved() {
			t.insertAlive(&a.sheet)
		}
		spent += len(a.inferences) + 1
	}
	return best, choices
}

// mark marks the inferences that leave a unit no open square, and returns how many they are.
// What an inference follows from is what closed the other squares of its units.
func (t *trials) mark(a *trial, end unit) (count int) {
	t.marks = append(t.marks[:0], make([]bool, len(a.inferences)+1)...)
	before := func(u unit, last int) {
		squares := t.start.squaresOf(u)
		for i, word := range t.start.open {
			for word &= squares[i]; word != 0; word &= word - 1 {
				if closedBy := int(a.closedBy[i<<6+bits.TrailingZeros64(word)]); closedBy < last {
					t.marks[closedBy] = true
				}
			}
		}
	}
	before(end, len(a.inferences)+1)
	for last := len(a.inferences); last > 0; last-- {
		if t.marks[last] {
			count++
			for _, u := range a.inferences[last-1].looksAt() {
				before(u, last)
			}
		}
	}
	return count
}

// marked returns the marked inferences, in the memory of others.
func (t *trials) marked(a *trial, others []inference) []inference {
	chain := others[:0]
	for i, f := range a.inferences {
		if t.marks[i+1] {
			chain = append(chain, f)
		}
	}
	return chain
}

func (a *trial) begin(start *sheet, square int) {
	a.begun = true
	a.sheet.assign(start)
	a.place(square)
	a.inferences = a.inferences[:0]
	clear(a.closedBy)
}

// follow continues a trial by rules up to the given one. It reports whether a unit is left
// without an open square. All singles are placed at once, and all that a rule finds is taken at
// once, so that a chain of inferences stays short.
func (a *trial) follow(r *rules, last Rule) (contradiction bool) {
	r.report = func(f *finding) {
		a.inferences = append(a.inferences, f.inference)
		for i, word := range f.excluded {
			a.noteClosed(i, a.open[i]&word)
			a.open[i] &^= word
		}
	}
	for {
		placed, ok := a.placeSingles()
		if !ok {
			return true
		}
		if !placed && (a.solved() || !r.applyFirst(&a.sheet, last)) {
			return false
		}
	}
}

// placeSingles places the queens of units with one open square. It returns false if a unit has
// none.
func (a *trial) placeSingles() (placed, ok bool) {
	var singles [kinds * MaxN]unit
	count := 0
	for u := range a.pendingUnits() {
		switch a.count(u) {
		case 0:
			return false, false
		case 1:
			singles[count] = u
			count++
		}
	}
	for i := count - 1; i >= 0; i-- { // regions first
		if square, ok := a.firstOpen(singles[i]); ok {
			a.inferences = append(a.inferences, by(Single, singles[i]))
			attacks, mask := a.attacks.at(square), a.masks.at(int(a.region[square]))
			for i, word := range a.open {
				a.noteClosed(i, word&(attacks[i]|mask[i]))
			}
			a.place(square)
		}
	}
	return count > 0, true
}

// noteClosed notes that the last inference has closed squares of a word.
func (a *trial) noteClosed(i int, word uint64) {
	for ; word != 0; word &= word - 1 {
		a.closedBy[i<<6+bits.TrailingZeros64(word)] = uint16(len(a.inferences))
	}
}
