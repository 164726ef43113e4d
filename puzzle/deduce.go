package puzzle

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
)

// A Deduction is one step of a person who solves a board: a conclusion that holds in
// every solution, and the reason for it. [Deduce] yields them.
//
// A hint can be given in three parts: first Line and Because, which say where to look, but not what
// follows; then String, the whole step as a sentence; then Queens and Excluded, to be shown on the
// board.
//
// In JSON, rule, line and squares are written by their names, empty lists are left out, and "text" has
// the sentence of String.
type Deduction struct {
	Rule Rule `json:"rule"`

	// Queens are the squares that take a queen: one after Single, none after the other
	// rules.
	Queens []queens.Square `json:"queens,omitempty"`

	// Excluded are open squares that take no queen: one or more after Pin, one after
	// Trial. Squares that the queen of a Single attacks are not among them.
	Excluded []queens.Square `json:"excluded,omitempty"`

	// Because are the open squares of Line, in order. There are none after Single, whose queen
	// takes the last one, and after Contradiction.
	Because []queens.Square `json:"because,omitempty"`

	// Line is the line that the rule looks at: after Single the line of the queen, after Pin and
	// Trial the line that would be left without an open square, after Contradiction the line that
	// has none.
	Line Line `json:"line"`

	// Steps, of a trial, are what would follow from a queen on the excluded square, one after
	// another: the steps needed for the Contradiction that ends them. A trial among them has no
	// steps of its own.
	Steps []Deduction `json:"steps,omitempty"`
}

// A Line is a row or a column of a board.
type Line struct {
	Column bool // rather than a row
	Index  int  // from 0
}

// String returns the name of l on a chessboard, such as "rank 5" or "file f", or "file (-1)"
// if its index is negative.
func (l Line) String() string {
	kind, name := "rank", words.Rank
	if l.Column {
		kind, name = "file", words.File
	}
	if l.Index < 0 {
		return fmt.Sprintf("%s (%d)", kind, l.Index)
	}
	return kind + " " + name(l.Index)
}

// MarshalText returns the name of l. It is an error if no board has such a line.
func (l Line) MarshalText() ([]byte, error) {
	if l.Index < 0 || l.Index >= queens.MaxN {
		return nil, fmt.Errorf("puzzle: no board has a %v", l)
	}
	return []byte(l.String()), nil
}

// UnmarshalText reads the name of a line of some board, such as "rank 5" or "file f". Anything else
// is an error, and leaves l as it is.
func (l *Line) UnmarshalText(text []byte) error {
	for i := range 2 * queens.MaxN {
		if line := (Line{i%2 != 0, i / 2}); line.String() == string(text) {
			*l = line
			return nil
		}
	}
	return fmt.Errorf("puzzle: line %s, want rank 5 or file f", words.Excerpt(string(text)))
}

// MarshalJSON returns d with its sentence.
func (d Deduction) MarshalJSON() ([]byte, error) {
	type fields Deduction // without this method
	return json.Marshal(struct {
		fields
		Text string `json:"text"`
	}{fields(d), d.String()})
}

// String returns d as a sentence in English, such as
//
//	Rank 5 has one open square left, a5.
//	A queen on c3 or d5 would leave file f no square.
//	A queen on c3 would force queens on a5 and b8, then rule out g7, leaving file f no square.
//	A queen on c3 would leave file f no square in the end.
//	File f has no open square left.
//
// The fourth is a trial within a trial, which has no steps of its own. All deductions of [Deduce]
// have one of these forms. The zero Deduction is written as its rule, "single".
func (d Deduction) String() string {
	switch {
	case d.Rule == Contradiction:
		return words.Capital(d.Line.String()) + " has no open square left."
	case d.Rule == Single && len(d.Queens) > 0:
		return fmt.Sprintf("%s has one open square left, %s.", words.Capital(d.Line.String()), enumerate(d.Queens, "and"))
	case d.Rule == Pin && len(d.Excluded) > 0:
		return fmt.Sprintf("A queen on %s would leave %v no square.", enumerate(d.Excluded, "or"), d.Line)
	case d.Rule == Trial && len(d.Excluded) > 0:
		return fmt.Sprintf("A queen on %s would %s.", enumerate(d.Excluded, "or"), d.effect())
	}
	return d.Rule.String()
}

// effect says what the queen of a trial would do, by its steps.
func (d Deduction) effect() string {
	last := len(d.Steps) - 1
	switch last {
	case -1:
		return fmt.Sprintf("leave %v no square in the end", d.Line)
	case 0:
		return fmt.Sprintf("leave %v no square", d.Line)
	}
	var clauses []string
	for i := 0; i < last; {
		forces := d.Steps[i].Rule == Single
		var squares []queens.Square
		for ; i < last && forces == (d.Steps[i].Rule == Single); i++ {
			squares = slices.Concat(squares, d.Steps[i].Queens, d.Steps[i].Excluded)
		}
		verb := "rule out "
		switch {
		case forces && len(squares) == 1:
			verb = "force a queen on "
		case forces:
			verb = "force queens on "
		}
		clauses = append(clauses, verb+enumerate(squares, "and"))
	}
	return fmt.Sprintf("%s, leaving %v no square", strings.Join(clauses, ", then "), d.Line)
}

// enumerate returns "a1", "a1 and b3", "a1, b3 and c5" and so on.
func enumerate(squares []queens.Square, and string) string {
	return words.Enumerate(words.Names(slices.Values(squares)), and)
}

// Deduce returns an iterator over the steps by which a person would solve b, starting from its
// given queens. A line is a row or a column that has no queen yet. Each step uses the weakest
// [Rule] that makes progress:
//
//   - [Single]: a line has one open square, which takes its queen.
//   - [Pin]: a queen would leave a line no open square. The line has two or three, since no
//     queen attacks more of them; lines with two come first.
//   - [Trial]: a queen would leave a line no open square in the end, after the conclusions that
//     follow from it by the rules above. Trials with nothing but singles come before those with
//     pins; within each kind, those with fewer conclusions come first. If no such trial leads to a
//     contradiction, a trial may contain further trials, as few as possible.
//
// Every step holds in every solution. So the first one is a hint for somebody who has
// placed queens and crossed out squares: b.With(queens.Given(…), queens.Blocked(…)).
//
// If the last pair has no error, all queens are placed: the board had one solution, and this
// is it. Otherwise the last pair is the zero Deduction and the reason why the steps end early:
//
//   - [queens.ErrNotUnique]: the board has several solutions, and the rules exclude no further
//     square. Usually each square that is still open has a queen in one of them.
//   - [queens.ErrNoSolution]: the board has no solution. The last step is a [Contradiction].
//   - [ErrRulesEnd]: the rules lead no further, and have found at most one solution, so that it is
//     not known whether there are several.
//   - the error of the context, within milliseconds of its end.
//
// A single or a pin takes O(n²) time, and a trial polynomial time. Trials within a trial could take
// time exponential in n, so a step makes at most several thousand of them; if these are not enough,
// the error is ErrRulesEnd. The puzzles that [Generate] makes need far fewer.
func Deduce(ctx context.Context, b *queens.Board) iter.Seq2[Deduction, error] {
	board := *b // which UnmarshalText may replace
	return work.Listing(ctx, func(stop *atomic.Bool, visit func(Deduction) bool) error {
		for s := newSheet(&board, stop); !s.solved(); {
			d, _, err := s.next()
			if err != nil {
				return err
			}
			s.apply(d)
			if !visit(d) {
				return nil
			}
			if d.Rule == Contradiction {
				return queens.ErrNoSolution
			}
		}
		return nil
	})
}

// next returns the next step on a board that is not solved, and how many steps by the same rule
// there are to choose from. The error is ErrNotUnique or ErrRulesEnd.
func (s *sheet) next() (d Deduction, choices int, err error) {
	few := s.fewOpen()
	if line, some := few[0].first(s.n); some {
		return s.step(Contradiction, line), 1, nil
	}
	if d, choices = s.single(few[1]); choices > 0 {
		return d, choices, nil
	}
	if d, choices = s.pin(few); choices > 0 {
		return d, choices, nil
	}
	t, choices, err := s.trial()
	if err != nil {
		return Deduction{}, 0, err
	}
	return s.tell(t), choices, nil
}

// single returns a step for the first of the lines, which have one open square each, and the number
// of these squares.
func (s *sheet) single(lines lineSet) (d Deduction, choices int) {
	for line := range lines.lines(s.n) {
		step := s.step(Single, line)
		if line >= s.n && lines.rows>>step.Queens[0].Row&1 != 0 {
			continue // counted with its row
		}
		if choices++; choices == 1 {
			d = step
		}
	}
	return d, choices
}

// pin returns a step for the first line on which some queen attacks all open squares, and the number
// of such lines. Lines with two open squares come before those with three.
func (s *sheet) pin(few [mostPinned + 1]lineSet) (d Deduction, choices int) {
	for _, lines := range few[2:] {
		for line := range lines.lines(s.n) {
			pinned := slices.Collect(s.pinned(line))
			if pinned == nil {
				continue
			}
			if choices++; choices == 1 {
				d = s.step(Pin, line, pinned...)
			}
		}
	}
	return d, choices
}

// tell returns the step of a trial.
func (s *sheet) tell(t trial) Deduction {
	d := s.step(Trial, t.end, t.queen)
	after := s.with(t.queen)
	for _, c := range t.chain {
		d.Steps = append(d.Steps, after.step(c.rule, c.line, c.square))
		after.conclude(c)
	}
	d.Steps = append(d.Steps, after.step(Contradiction, t.end))
	return d
}

// step returns the step by a rule that looks at a line. The queen of a trial is never on that
// line, which it would have filled.
func (s *sheet) step(rule Rule, line int, excluded ...queens.Square) Deduction {
	d := Deduction{Rule: rule, Line: Line{Column: line >= s.n, Index: line % s.n}}
	open := slices.Collect(s.openOf(line))
	if rule == Single {
		d.Queens = open
	} else {
		d.Excluded, d.Because = excluded, open
	}
	return d
}

// apply carries out a step.
func (s *sheet) apply(d Deduction) {
	for _, queen := range d.Queens {
		s.place(queen)
	}
	for _, square := range d.Excluded {
		s.exclude(square)
	}
}
