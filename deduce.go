package queens

import (
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
// placed queens and crossed out squares: b.With(Given(…), Blocked(…)).Deduce().
//
// The steps end when all queens are placed, which they are if the board has one solution.
// If it has several, the steps end when each open square is in one of them. If it has none,
// the last step has neither Queens nor Excluded: its line has no open square left.
//
// A single or a pin takes microseconds, and a trial up to some milliseconds at n = 20.
// Further trials would take a time exponential in n at worst, so they are limited to some
// thousand a step, a fraction of a second at n = [MaxN]; the steps end early where that is
// not enough. It is far more than the puzzles need that [Board.Puzzle] makes.
func (b *Board) Deduce() iter.Seq[Deduction] {
	return func(yield func(Deduction) bool) {
		s := newSheet(b.start, b.given)
		for {
			d, ok := s.deduce()
			if !ok {
				return
			}
			s.apply(d)
			contradiction := len(d.Queens)+len(d.Excluded) == 0
			if !yield(d) || contradiction {
				return
			}
		}
	}
}

// deduce returns the next step.
func (s *sheet) deduce() (Deduction, bool) {
	few := s.fewOpen()
	for line := range few[0].lines(s.n) {
		return Deduction{Rule: Single, Because: s.line(line)}, true
	}
	for line := range few[1].lines(s.n) {
		return Deduction{Rule: Single, Queens: slices.Collect(s.openOf(line)), Because: s.line(line)}, true
	}
	for _, lines := range few[2:] {
		for line := range lines.lines(s.n) {
			if pinned := slices.Collect(s.pinned(line)); pinned != nil {
				return Deduction{Rule: Pin, Excluded: pinned, Because: s.line(line)}, true
			}
		}
	}
	if s.solved() {
		return Deduction{}, false
	}
	t, ok := s.trial()
	return Deduction{Rule: Trial, Excluded: []Square{t.queen}, Because: s.reason(t)}, ok
}

func (s *sheet) line(line int) []Square { return slices.Collect(s.squares(line, fullRow(s.n))) }

// reason lists the squares that a trial looks at; see [Deduction].
func (s *sheet) reason(t trial) []Square {
	var because []Square
	for _, c := range t.chain {
		because = append(because, c.square)
		if !c.queen {
			because = append(because, s.line(c.line)...)
		}
	}
	return append(because, s.line(t.end)...)
}

func (s *sheet) apply(d Deduction) {
	for _, queen := range d.Queens {
		s.place(queen)
	}
	for _, square := range d.Excluded {
		s.exclude(square)
	}
}
