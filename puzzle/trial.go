package puzzle

import (
	"slices"

	"example.com/queens"
	"example.com/queens/internal/work"
)

// A trial puts a queen on a square and draws conclusions until a line has no open square.
type trial struct {
	queen queens.Square
	chain []conclusion // one after another
	end   int          // the line
}

// A conclusion says of a square that it takes a queen, as the last open square of its row or
// column; or that it takes none, because a queen there would leave a line no open square.
type conclusion struct {
	rule   Rule // Single if it takes a queen, Pin or Trial if it takes none
	square queens.Square
	line   int // of a Pin
}

// A verdict is what conclusions lead to.
type verdict uint8

const (
	undecided verdict = iota
	refuted           // a line has no open square
	completed         // all queens are placed
)

// trial returns the shortest trial that it finds, by the weakest sufficient rules, or why it finds
// none: ErrNotUnique, ErrRulesEnd or work.ErrStopped.
func (s *sheet) trial() (trial, error) {
	for _, strongest := range []Rule{Single, Pin} {
		if best, ok := s.trialBy(strongest); ok {
			return best, nil
		}
	}
	return s.nestedTrial()
}

// trialBy returns a short trial by the rules up to a given one.
func (s *sheet) trialBy(strongest Rule) (best trial, ok bool) {
	var chain []conclusion
	s.choices = 0
	for queen := range s.openSquares() {
		t := s.with(queen)
		chain = chain[:0]
		end, rounds, v := t.applyRules(strongest, &chain)
		if v != refuted {
			continue
		}
		if s.choices++; ok && rounds >= len(best.chain) {
			continue // every round adds at least one needed conclusion
		}
		if minimal := s.minimize(trial{queen, chain, end}); !ok || len(minimal.chain) < len(best.chain) {
			best, ok = minimal, true
		}
	}
	return best, ok
}

// applyRules draws conclusions by the rules up to a given one, in rounds of all that there are, and
// adds them to chain, except those of trials, which are tried when there are no others. If it
// comes to a line without an open square, it returns the line.
func (s *sheet) applyRules(strongest Rule, chain *[]conclusion) (end, rounds int, v verdict) {
	for ; ; rounds++ {
		few := s.fewOpen()
		for line := range few[0].lines(s.n) {
			return line, rounds, refuted
		}
		if s.solved() {
			return 0, rounds, completed
		}
		known := len(*chain)
		s.placeSingles(few[1], chain)
		if strongest >= Pin {
			s.excludePinned(few, chain)
		}
		if len(*chain) == known && (strongest < Trial || !s.excludeRefuted()) {
			return 0, rounds, undecided
		}
	}
}

// excludeRefuted closes the squares whose queens are refuted by singles, and reports whether
// there are any.
func (s *sheet) excludeRefuted() (excluded bool) {
	var chain []conclusion
	for queen := range s.openSquares() {
		t := s.with(queen)
		chain = chain[:0]
		if _, _, v := t.applyRules(Single, &chain); v == refuted {
			s.exclude(queen)
			excluded = true
		}
	}
	return excluded
}

// placeSingles places the queens of lines that had one open square as the round began. One
// may have been placed for another line since, or its square closed.
func (s *sheet) placeSingles(lines lineSet, chain *[]conclusion) {
	for line := range lines.lines(s.n) {
		for square := range s.openOf(line) {
			if s.wanting.rows>>square.Row&1 != 0 {
				s.place(square)
				*chain = append(*chain, conclusion{rule: Single, square: square})
			}
		}
	}
}

// excludePinned closes the squares whose queens would leave one of the lines no square.
func (s *sheet) excludePinned(few [mostPinned + 1]lineSet, chain *[]conclusion) {
	for _, lines := range few[2:] {
		for line := range lines.lines(s.n) {
			for square := range s.pinned(line) {
				s.exclude(square)
				*chain = append(*chain, conclusion{Pin, square, line})
			}
		}
	}
}

// A nested trial is given up when it has tried mostTrials queens, and all further ones when
// allTrials have been tried.
const (
	mostTrials = 1 << 10
	allTrials  = 1 << 13
)

// nestedTrial returns the trial by all rules in which the fewest queens are tried, or why
// there is none.
func (s *sheet) nestedTrial() (best trial, err error) {
	err, s.choices = ErrRulesEnd, 1
	possible := make(squareSet, s.n) // squares of solutions, which no trial refutes
	most, rest := mostTrials, allTrials
	for queen := range s.openSquares() {
		if possible.has(queen) {
			continue
		}
		t := s.with(queen)
		var chain []conclusion
		budget := min(most, rest)
		left := budget
		end, v := t.refute(&left, &chain)
		tried := budget - left
		rest -= tried
		switch v {
		case completed:
			for row, open := range t.open[:s.n] {
				if possible[row] |= open; err != nil && possible[row] != open {
					err = queens.ErrNotUnique
				}
			}
		case refuted:
			best, err = trial{queen, chain, end}, nil
			most = tried - 1
		}
	}
	switch {
	case s.stop.Load():
		return trial{}, work.ErrStopped
	case err != nil:
		return trial{}, err
	}
	return s.minimize(best), nil
}

// refute draws conclusions by all rules, and adds them to chain, until it knows the verdict
// or no more queens are left to try. If it comes to a line without an open square, it
// returns the line.
func (s *sheet) refute(left *int, chain *[]conclusion) (int, verdict) {
	for {
		end, _, v := s.applyRules(Pin, chain)
		if v != undecided || *left <= 0 || s.stop.Load() {
			return end, v
		}
		*left--
		square := s.branch()
		t := s.with(square)
		end, v = t.refute(left, new([]conclusion))
		if v != refuted {
			*s = t
			return end, v
		}
		s.exclude(square)
		*chain = append(*chain, conclusion{rule: Trial, square: square})
	}
}

// minimize returns a trial without the conclusions that its end does not need.
func (s *sheet) minimize(t trial) trial {
	t.chain = slices.Clone(t.chain)
	for i := len(t.chain) - 1; i >= 0; i-- {
		fewer := trial{t.queen, slices.Concat(t.chain[:i], t.chain[i+1:]), t.end}
		if s.valid(fewer) {
			t = fewer
		}
	}
	return t
}

// valid reports whether each conclusion of a trial follows from those before it, and the
// end from all.
func (s *sheet) valid(t trial) bool {
	after := s.with(t.queen)
	for _, c := range t.chain {
		switch _, follows := after.reason(c); {
		case !follows:
			return false
		case c.rule == Single:
			after.place(c.square)
		default:
			after.exclude(c.square)
		}
	}
	return after.openIn(t.end) == 0
}

// reason reports whether a conclusion follows and says something of an open square, and returns
// the line that its rule looks at.
func (s *sheet) reason(c conclusion) (line int, follows bool) {
	row, col := c.square.Row, s.n+c.square.Col
	switch {
	case !squareSet(s.open[:]).has(c.square):
		return 0, false
	case c.rule == Single && s.openIn(row) == 1<<c.square.Col:
		return row, true
	case c.rule == Single:
		return col, s.openIn(col) == 1<<c.square.Row
	case c.rule == Trial:
		t, left := s.with(c.square), mostTrials
		end, v := t.refute(&left, new([]conclusion))
		return end, v == refuted
	}
	for square := range s.openOf(c.line) {
		if s.attackedFrom(c.square, square.Row)>>square.Col&1 == 0 {
			return 0, false
		}
	}
	return c.line, true
}
