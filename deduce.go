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
		return s.contradiction(line), nil
	}
	for line := range few[1].lines(s.n) {
		return s.single(line), nil
	}
	for _, lines := range few[2:] {
		for line := range lines.lines(s.n) {
			if pinned := slices.Collect(s.pinned(line)); pinned != nil {
				return s.pin(line, pinned), nil
			}
		}
	}
	t, err := s.trial()
	if err != nil {
		return Deduction{}, err
	}
	d := s.trialOn(t.queen, t.end)
	d.Steps = s.follows(t)
	return d, nil
}

func (s *sheet) single(line int) Deduction {
	return Deduction{Rule: Single, Queens: slices.Collect(s.openOf(line)), Lines: s.named(line)}
}

func (s *sheet) pin(line int, pinned []Square) Deduction {
	return Deduction{Rule: Pin, Excluded: pinned, Because: slices.Collect(s.openOf(line)), Lines: s.named(line)}
}

// trialOn returns the trial of a queen that would leave a line no open square. The queen is
// not on that line, which it would otherwise have filled.
func (s *sheet) trialOn(queen Square, line int) Deduction {
	return Deduction{Rule: Trial, Excluded: []Square{queen}, Because: slices.Collect(s.openOf(line)), Lines: s.named(line)}
}

func (s *sheet) contradiction(line int) Deduction {
	return Deduction{Rule: Contradiction, Lines: s.named(line)}
}

func (s *sheet) named(line int) []Line { return []Line{{Column: line >= s.n, Index: line % s.n}} }

// follows returns what would follow from the queen of a trial, up to the contradiction.
func (s *sheet) follows(t trial) []Deduction {
	after := *s
	after.place(t.queen)
	var steps []Deduction
	for _, c := range t.chain {
		d := after.concluded(c)
		after.apply(d)
		steps = append(steps, d)
	}
	return append(steps, after.contradiction(t.end))
}

// concluded returns a conclusion as a step.
func (s *sheet) concluded(c conclusion) Deduction {
	switch {
	case !c.queen && c.nested:
		end, _ := s.refuteQueen(c.square)
		return s.trialOn(c.square, end)
	case !c.queen:
		return s.pin(c.line, []Square{c.square})
	case s.openIn(c.square.Row) == 1<<c.square.Col:
		return s.single(c.square.Row)
	}
	return s.single(s.n + c.square.Col)
}

func (s *sheet) apply(d Deduction) {
	for _, queen := range d.Queens {
		s.place(queen)
	}
	for _, square := range d.Excluded {
		s.exclude(square)
	}
}
