package puzzle

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/internal/work"
)

// Deduce returns an iterator over the steps by which a person would solve b, starting from its
// given queens. A line is a row or a column that has no queen yet. Each step uses the weakest
// [Rule] that makes progress:
//
//   - [Single]: a line has one open square, which takes its queen.
//   - [Pin]: a queen would leave a line no open square. The line has two or three, since no
//     queen attacks more of them; lines with two come first.
//   - [Trial]: a queen would leave a line no open square in the end, by what follows from
//     it with the rules above. Trials that need only singles come before those with pins,
//     and then those with fewer conclusions come first. If none of these reaches a
//     contradiction, a trial contains further trials, as few as possible.
//
// Every step holds in every solution. So the first one is a hint for somebody who has
// placed queens and crossed out squares: b.With(queens.Given(…), queens.Blocked(…)).
//
// If the last pair has no error, all queens are placed: the board had one solution, and this
// is it. Otherwise the last pair is the zero Deduction and the reason why the steps end early:
//
//   - [queens.ErrNotUnique]: the board has several solutions, and the rules exclude no further square.
//     Usually each open square is in one of them.
//   - [queens.ErrNoSolution]: it has none. The last step is a [Contradiction].
//   - [ErrRulesEnd]: the rules lead no further, and have found one solution at most.
//   - the error of the context, within milliseconds of its end.
//
// A single or a pin takes microseconds, and a trial up to a few milliseconds at n = 20.
// Further trials could take time exponential in n, so a step makes at most several thousand,
// in a fraction of a second at n = [queens.MaxN]. If these are not enough, the rules end. The puzzles
// that [New] makes need far fewer.
func Deduce(ctx context.Context, b *queens.Board) iter.Seq2[Deduction, error] {
	start := newSheet(b)
	return work.Listing(ctx, func(stop *atomic.Bool, visit func(Deduction) bool) error {
		s := start.until(stop)
		for !s.solved() {
			d, err := s.deduce()
			if err != nil {
				return err
			}
			s.apply(d)
			if !visit(d) {
				return work.ErrStopped
			}
			if d.Rule == Contradiction {
				return queens.ErrNoSolution
			}
		}
		return nil
	})
}

// deduce returns the next step on a board that is not solved, or why there is none:
// ErrNotUnique, ErrRulesEnd or work.ErrStopped.
func (s *sheet) deduce() (Deduction, error) {
	few := s.fewOpen()
	for line := range few[0].lines(s.n) {
		return s.step(Contradiction, line), nil
	}
	if d, ok := s.single(few[1]); ok {
		return d, nil
	}
	if d, ok := s.pin(few); ok {
		return d, nil
	}
	t, err := s.trial()
	if err != nil {
		return Deduction{}, err
	}
	d := s.step(Trial, t.end, t.queen)
	after := s.with(t.queen)
	for _, c := range t.chain {
		line, _ := after.reason(c)
		next := after.step(c.rule, line, c.square)
		d.Steps = append(d.Steps, next)
		after.apply(next)
	}
	d.Steps = append(d.Steps, after.step(Contradiction, t.end))
	return d, nil
}

// single returns a step for the first of the lines with one open square.
func (s *sheet) single(lines lineSet) (d Deduction, ok bool) {
	taken := make(squareSet, s.n)
	s.choices = 0
	for line := range lines.lines(s.n) {
		step := s.step(Single, line)
		if queen := step.Queens[0]; !taken.has(queen) {
			taken[queen.Row] |= 1 << queen.Col
			s.choices++
		}
		if !ok {
			d, ok = step, true
		}
	}
	return d, ok
}

// pin returns a step for the first line whose squares some queen attacks all, among those with two
// squares or, if there is none, those with three.
func (s *sheet) pin(few [mostPinned + 1]lineSet) (d Deduction, ok bool) {
	s.choices = 0
	for _, lines := range few[2:] {
		for line := range lines.lines(s.n) {
			pinned := slices.Collect(s.pinned(line))
			if pinned == nil {
				continue
			}
			if s.choices++; !ok {
				d, ok = s.step(Pin, line, pinned...), true
			}
		}
	}
	return d, ok
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

func (s *sheet) apply(d Deduction) {
	for _, queen := range d.Queens {
		s.place(queen)
	}
	for _, square := range d.Excluded {
		s.exclude(square)
	}
}
