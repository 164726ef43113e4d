package puzzle

import (
	"errors"
	"iter"
	"slices"

	"example.com/queens"
	"example.com/queens/internal/words"
)

// A Rule is a way to draw a conclusion about a board, as a person would. Weaker rules are less than
// stronger ones, and [Contradiction] is the greatest.
type Rule uint8

// The rules of a [Deduction]. A line is a row or a column that has no queen yet.
const (
	Single        Rule = iota // a line has one open square, which takes its queen
	Pin                       // a queen would leave a line no open square
	Trial                     // a queen would leave a line none in the end, by what follows from it
	Contradiction             // a line has no open square: there is no solution
)

var ruleWords = words.New("puzzle", "Rule", "single", "pin", "trial", "contradiction")

// String returns the name of r: "single", "pin", "trial" or "contradiction".
func (r Rule) String() string { return ruleWords.Word(uint8(r)) }

// MarshalText returns the name of r. A value that is not one of the constants is an error.
func (r Rule) MarshalText() ([]byte, error) { return ruleWords.Text(uint8(r)) }

// UnmarshalText reads the name of a rule, in upper or lower case. Anything else is an error, and
// leaves r as it is.
func (r *Rule) UnmarshalText(text []byte) error { return words.Read(ruleWords, text, r) }

// ErrRulesEnd says that the rules lead no further: the board is not solved, and not known to have
// several solutions.
var ErrRulesEnd = errors.New("puzzle: the rules end here")

// A conclusion says of an open square that it takes a queen, by Single, or that it takes none, by
// Pin or Trial.
type conclusion struct {
	rule   Rule
	line   int // of a Single, the line of the queen; else the line that a queen would leave no open square
	square queens.Square
}

// A verdict is what conclusions lead to.
type verdict uint8

const (
	undecided verdict = iota
	refuted           // a line has no open square
	completed         // all queens are placed
)

// An outcome is a verdict and how it was reached.
type outcome struct {
	verdict verdict
	end     int          // if refuted, the line without an open square
	chain   []conclusion // one after another
	rounds  int          // of applyRules
}

// applyRules draws conclusions by the rules up to a given one, in rounds: a round has all
// conclusions by singles and pins, or those by trials if there are no others. The chain of the
// outcome is the given one with the conclusions appended.
func (s *sheet) applyRules(strongest Rule, chain []conclusion) outcome {
	for rounds := 0; ; rounds++ {
		few := s.fewOpen()
		if end, some := few[0].first(s.n); some {
			return outcome{refuted, end, chain, rounds}
		}
		if s.solved() {
			return outcome{completed, 0, chain, rounds}
		}
		before := len(chain)
		chain = s.placeSingles(few[1], chain)
		if strongest >= Pin {
			chain = s.excludePinned(few, chain)
		}
		if strongest >= Trial && len(chain) == before {
			chain = s.excludeRefuted(chain)
		}
		if len(chain) == before {
			return outcome{undecided, 0, chain, rounds}
		}
	}
}

// placeSingles places the queens of lines that had one open square as the round began. A line may
// have its queen since, placed for another line, or its square may be closed.
func (s *sheet) placeSingles(lines lineSet, chain []conclusion) []conclusion {
	for line := range lines.lines(s.n) {
		for square := range s.openOf(line) {
			if s.wanting.rows>>square.Row&1 == 0 {
				continue
			}
			if s.open[square.Row] == 1<<square.Col {
				line = square.Row // of two lines, a person is shown the row
			}
			s.place(square)
			chain = append(chain, conclusion{Single, line, square})
		}
	}
	return chain
}

// excludePinned closes the squares whose queens would leave a line no open square.
func (s *sheet) excludePinned(few [mostPinned + 1]lineSet, chain []conclusion) []conclusion {
	for _, lines := range few[2:] {
		for line := range lines.lines(s.n) {
			for square := range s.pinned(line) {
				s.exclude(square)
				chain = append(chain, conclusion{Pin, line, square})
			}
		}
	}
	return chain
}

// excludeRefuted closes the squares whose queens are refuted by singles.
func (s *sheet) excludeRefuted(chain []conclusion) []conclusion {
	for queen, tried := range s.refutations(Single) {
		s.exclude(queen)
		chain = append(chain, conclusion{Trial, tried.end, queen})
	}
	return chain
}

// refutations yields the open squares whose queens are refuted by the rules up to a given one, and
// how. The next chain overwrites the last.
func (s *sheet) refutations(strongest Rule) iter.Seq2[queens.Square, outcome] {
	return func(yield func(queens.Square, outcome) bool) {
		var tried outcome
		for queen := range s.openSquares() {
			after := s.with(queen)
			tried = after.applyRules(strongest, tried.chain[:0])
			if tried.verdict == refuted && !yield(queen, tried) {
				return
			}
		}
	}
}

// conclude carries out a conclusion.
func (s *sheet) conclude(c conclusion) {
	if c.rule == Single {
		s.place(c.square)
	} else {
		s.exclude(c.square)
	}
}

// A trial puts a queen on a square and draws conclusions until a line has no open square.
type trial struct {
	queen queens.Square
	chain []conclusion // one after another
	end   int          // the line
}

// trial returns the shortest trial that it finds by the weakest sufficient rules, and how many
// trials by the same rules there are to choose from. The error is ErrNotUnique or ErrRulesEnd.
func (s *sheet) trial() (t trial, choices int, err error) {
	t, choices = s.trialBy(Single)
	if choices == 0 {
		t, choices = s.trialBy(Pin)
	}
	if choices == 0 {
		t, err = s.nestedTrial()
		choices = 1
	}
	return t, choices, err
}

// trialBy returns a short trial by the rules up to a given one, and how many there are.
func (s *sheet) trialBy(strongest Rule) (best trial, choices int) {
	for queen, tried := range s.refutations(strongest) {
		if choices++; choices > 1 && tried.rounds >= len(best.chain) {
			continue // every round has at least one needed conclusion
		}
		if t := s.minimize(trial{queen, tried.chain, tried.end}); choices == 1 || len(t.chain) < len(best.chain) {
			best = t
		}
	}
	return best, choices
}

// A nested trial is given up when it has tried mostTrials queens, and all further ones when
// allTrials have been tried.
const (
	mostTrials = 1 << 10
	allTrials  = 1 << 13
)

// nestedTrial returns the trial by all rules in which the fewest queens are tried. The error is
// ErrNotUnique or ErrRulesEnd.
func (s *sheet) nestedTrial() (best trial, err error) {
	err = ErrRulesEnd
	var possible [queens.MaxN]uint64 // squares of solutions, which no trial refutes
	budget, rest := mostTrials, allTrials
	for queen := range s.openSquares() {
		if possible[queen.Row]>>queen.Col&1 != 0 {
			continue
		}
		after := s.with(queen)
		end, tried := after.refute(min(budget, rest))
		rest -= tried
		switch end.verdict {
		case completed:
			for row, open := range after.open[:s.n] {
				if possible[row] |= open; err != nil && possible[row] != open {
					err = queens.ErrNotUnique
				}
			}
		case refuted:
			best, err = trial{queen, end.chain, end.end}, nil
			budget = tried - 1
		}
	}
	if err != nil {
		return trial{}, err
	}
	return s.minimize(best), nil
}

// refute draws conclusions by all rules until it knows the verdict or has tried as many queens as
// it may, and returns how many it has tried. If they are completed, s has the solution.
func (s *sheet) refute(budget int) (o outcome, tried int) {
	for {
		o = s.applyRules(Pin, o.chain)
		if o.verdict != undecided || tried >= budget || s.stop.Load() {
			return o, tried
		}
		square := s.branch()
		after := s.with(square)
		inner, further := after.refute(budget - tried - 1)
		tried += 1 + further
		if inner.verdict != refuted {
			*s = after
			return inner, tried
		}
		s.exclude(square)
		o.chain = append(o.chain, conclusion{Trial, inner.end, square})
	}
}

// minimize returns a trial without the conclusions that its end does not need.
func (s *sheet) minimize(t trial) trial {
	t.chain = slices.Clone(t.chain)
	for i := len(t.chain) - 1; i >= 0; i-- {
		if fewer, ok := s.without(t, i); ok {
			t = fewer
		}
	}
	return t
}

// without returns a trial without its i-th conclusion, if the later ones and the end still follow.
// They may follow by other lines.
func (s *sheet) without(t trial, i int) (fewer trial, ok bool) {
	after := s.with(t.queen)
	for _, c := range t.chain[:i] {
		after.conclude(c)
	}
	chain := slices.Clip(t.chain[:i])
	for _, c := range t.chain[i+1:] {
		if c.line, ok = after.reason(c); !ok {
			return trial{}, false
		}
		after.conclude(c)
		chain = append(chain, c)
	}
	return trial{t.queen, chain, t.end}, after.openIn(t.end) == 0
}

// reason returns the line by which a conclusion follows, if it does and says something of an open
// square.
func (s *sheet) reason(c conclusion) (line int, follows bool) {
	row, col := c.square.Row, s.n+c.square.Col
	switch {
	case s.open[row]>>c.square.Col&1 == 0:
		return 0, false
	case c.rule == Single && s.openIn(row) == 1<<c.square.Col:
		return row, true
	case c.rule == Single:
		return col, s.openIn(col) == 1<<c.square.Row
	case c.rule == Trial:
		after := s.with(c.square)
		tried, _ := after.refute(mostTrials)
		return tried.end, tried.verdict == refuted
	}
	for square := range s.openOf(c.line) {
		if s.attackedFrom(c.square, square.Row)>>square.Col&1 == 0 {
			return 0, false
		}
	}
	return c.line, true
}
