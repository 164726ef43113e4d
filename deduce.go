package queens

import (
	"context"
	"iter"
	"slices"
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
// The steps end when all queens are placed, which they are if the board has one solution.
// If it has several, the steps end when each open square is in one of them. If it has none,
// the last step is a [Contradiction]. They also end within milliseconds of the end of ctx,
// whose error tells.
//
// A single or a pin takes microseconds, and a trial up to some milliseconds at n = 20.
// Further trials would take a time exponential in n at worst, so they are limited to some
// thousand a step, a fraction of a second at n = [MaxN]; the steps end early where that is
// not enough. It is far more than the puzzles need that [Board.Puzzle] makes.
func (b *Board) Deduce(ctx context.Context) iter.Seq[Deduction] {
	return func(yield func(Deduction) bool) {
		stop, release := stopWith(ctx)
		defer release()
		s := newSheet(b.start, b.given, stop)
		for {
			d, ok := s.deduce()
			if !ok || stop.Load() {
				return
			}
			s.apply(d)
			if !yield(d) || d.Rule == Contradiction {
				return
			}
		}
	}
}

// deduce returns the next step.
func (s *sheet) deduce() (Deduction, bool) {
	few := s.fewOpen()
	for line := range few[0].lines(s.n) {
		return s.contradiction(line), true
	}
	for line := range few[1].lines(s.n) {
		return s.single(line), true
	}
	for _, lines := range few[2:] {
		for line := range lines.lines(s.n) {
			if pinned := slices.Collect(s.pinned(line)); pinned != nil {
				return s.pin(line, pinned), true
			}
		}
	}
	if s.solved() {
		return Deduction{}, false
	}
	t, ok := s.trial()
	if !ok {
		return Deduction{}, false
	}
	d := trialOn(t.queen)
	d.Steps = s.follows(t)
	return d, true
}

func (s *sheet) single(line int) Deduction {
	return Deduction{Rule: Single, Queens: slices.Collect(s.openOf(line)), Because: slices.Collect(s.openOf(line)), Lines: s.named(line)}
}

func (s *sheet) pin(line int, pinned []Square) Deduction {
	return Deduction{Rule: Pin, Excluded: pinned, Because: slices.Collect(s.openOf(line)), Lines: s.named(line)}
}

func trialOn(square Square) Deduction {
	return Deduction{Rule: Trial, Excluded: []Square{square}, Because: []Square{square}}
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
		return trialOn(c.square)
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
