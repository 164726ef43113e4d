package queens

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"
)

// Deduce returns an iterator over the steps of a person who solves b, from its given queens
// on. A line is a row or a column that has no queen yet. Each step takes the weakest
// [Rule] that leads on:
//
//   - [Single]: a line has one open square, which takes its queen.
//   - [Pin]: a queen would leave a line no open square. The line has two or three, since no
//     queen attacks more of them; lines with two come first.
//   - [Trial]: a queen would leave a line no open square in the end, by what follows from
//     it with the rules before. Trials that do with singles come before those with pins,
//     and then those with fewer conclusions. Where none of them ends, a trial contains
//     further trials, as few as possible.
//
// Every step holds in every solution. So the first one is a hint for somebody who has
// placed queens and crossed out squares: b.With(Given(…), Blocked(…)).Deduce(ctx).
//
// If the last pair has no error, all queens are placed: the board had one solution, and this
// is it. Otherwise the last pair is the zero Deduction and why the steps end before:
//
//   - [ErrNotUnique]: the board has several solutions, and the rules exclude no further square.
//     As a rule, each open square is in one of them.
//   - [ErrNoSolution]: it has none. The last step is a [Contradiction].
//   - [ErrRulesEnd]: the rules lead no further, and know of one solution at most.
//   - the error of the context, within milliseconds of its end, or that of an [Option]. Of
//     those Deduce needs none: it works on the goroutine of the loop.
//
// A single or a pin takes microseconds, and a trial up to some milliseconds at n = 20.
// Further trials would take a time exponential in n at worst, so they are limited to some
// thousand a step, a fraction of a second at n = [MaxN]; the rules end where that is not
// enough. It is far more than the puzzles need that [Board.Puzzle] makes.
func (b *Board) Deduce(ctx context.Context, opts ...Option) iter.Seq2[Deduction, error] {
	start, given := b.start, b.given
	return listing(ctx, opts, func(_ run, stop *atomic.Bool, visit func(Deduction) bool) error {
		s := newSheet(start, given, stop)
		for !s.solved() {
			d, err := s.deduce()
			if err != nil {
				return err
			}
			s.apply(d)
			if !visit(d) {
				return errStopped
			}
			if d.Rule == Contradiction {
				return ErrNoSolution
			}
		}
		return nil
	})
}

// deduce returns the next step on a board that is not solved, or why there is none:
// ErrNotUnique, ErrRulesEnd or errStopped.
func (s *sheet) deduce() (Deduction, error) {
	few := s.fewOpen()
	for line := range few[0].lines(s.n) {
		return s.step(Contradiction, line), nil
	}
	for line := range few[1].lines(s.n) {
		return s.step(Single, line), nil
	}
	for _, lines := range few[2:] {
		for line := range lines.lines(s.n) {
			if pinned := slices.Collect(s.pinned(line)); pinned != nil {
				return s.step(Pin, line, pinned...), nil
			}
		}
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

// step returns the step by a rule that looks at a line. The queen of a trial is never on that
// line, which it would have filled.
func (s *sheet) step(rule Rule, line int, excluded ...Square) Deduction {
	d := Deduction{Rule: rule, Lines: []Line{{Column: line >= s.n, Index: line % s.n}}}
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
