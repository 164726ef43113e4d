package puzzle_test

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"example.com/queens/internal/boardtest"
	"example.com/queens/puzzle"

	"example.com/queens"
)

// A worksheet is a board as its steps leave it, by the rules alone.
type worksheet struct {
	boardtest.Spec
	queens []queens.Square
	open   map[queens.Square]bool // including those with queens
}

func newWorksheet(pos boardtest.Spec) *worksheet {
	w := &worksheet{Spec: pos, open: map[queens.Square]bool{}}
	for sq := range boardtest.Squares(pos.N) {
		w.open[sq] = true
	}
	for _, sq := range pos.Blocked {
		delete(w.open, sq)
	}
	for _, sq := range pos.Given {
		w.place(sq)
	}
	return w
}

func (w *worksheet) place(queen queens.Square) {
	if slices.Contains(w.queens, queen) {
		return
	}
	w.queens = append(w.queens, queen)
	for sq := range w.open {
		if sq != queen && w.Attack(sq, queen) {
			delete(w.open, sq)
		}
	}
}

func (w *worksheet) apply(d puzzle.Deduction) {
	for _, sq := range d.Queens {
		w.place(sq)
	}
	for _, sq := range d.Excluded {
		delete(w.open, sq)
	}
}

// with returns a copy with one more queen.
func (w *worksheet) with(queen queens.Square) *worksheet {
	c := &worksheet{Spec: w.Spec, queens: slices.Clone(w.queens), open: map[queens.Square]bool{}}
	for sq := range w.open {
		c.open[sq] = true
	}
	c.place(queen)
	return c
}

// lines yields the squares of each row and column without a queen.
func (w *worksheet) lines() iter.Seq[[]queens.Square] {
	return func(yield func([]queens.Square) bool) {
		for i := range 2 * w.N {
			if line := w.squaresOf(puzzle.Line{Column: i%2 == 1, Index: i / 2}); !w.hasQueen(line) && !yield(line) {
				return
			}
		}
	}
}

// squaresOf returns the squares of a row or a column.
func (w *worksheet) squaresOf(line puzzle.Line) []queens.Square {
	return boardtest.SquaresWhere(w.N, func(s queens.Square) bool {
		return line.Column && s.Col == line.Index || !line.Column && s.Row == line.Index
	})
}

func (w *worksheet) hasQueen(line []queens.Square) bool {
	return slices.ContainsFunc(line, func(sq queens.Square) bool { return slices.Contains(w.queens, sq) })
}

// openOf returns the open squares of a line.
func (w *worksheet) openOf(line []queens.Square) []queens.Square {
	return slices.DeleteFunc(slices.Clone(line), func(sq queens.Square) bool { return !w.open[sq] })
}

// pinned returns the open squares off the line that attack all its open squares.
func (w *worksheet) pinned(line []queens.Square) []queens.Square {
	return boardtest.SquaresWhere(w.N, func(sq queens.Square) bool {
		attacked := func(s queens.Square) bool { return w.Attack(sq, s) }
		return w.open[sq] && !slices.Contains(w.queens, sq) && !slices.Contains(line, sq) && all(w.openOf(line), attacked)
	})
}

func all(squares []queens.Square, f func(queens.Square) bool) bool {
	return !slices.ContainsFunc(squares, func(sq queens.Square) bool { return !f(sq) })
}

// fewest returns the smallest number of open squares on a line.
func (w *worksheet) fewest() int {
	fewest := w.N + 1
	for line := range w.lines() {
		fewest = min(fewest, len(w.openOf(line)))
	}
	return fewest
}

// check says what is wrong with a step.
func (w *worksheet) check(d puzzle.Deduction) error {
	if err := checkStages(d); err != nil {
		return err
	}
	if ends := d.Rule == puzzle.Single || d.Rule == puzzle.Contradiction; ends != (d.Because == nil) || ends != (d.Excluded == nil) {
		return fmt.Errorf("it excludes %v because of %v, by %v", d.Excluded, d.Because, d.Rule)
	}
	for _, sq := range d.Because {
		if !w.open[sq] {
			return fmt.Errorf("because of %v, which is not open", sq)
		}
	}
	if d.Rule == puzzle.Trial {
		return w.checkTrial(d)
	}
	line, err := w.lineOf(d)
	if err != nil {
		return err
	}
	open := w.openOf(line)
	fewest := w.fewest()
	switch {
	case !w.looksAt(d, line) || d.Steps != nil:
		return fmt.Errorf("because of %v and the steps %v, but the line has the open squares %v", d.Because, d.Steps, open)
	case d.Rule == puzzle.Single:
		if fewest != 1 || !slices.Equal(open, d.Queens) || d.Excluded != nil {
			return fmt.Errorf("the line has the open squares %v, one line has %d", open, fewest)
		}
	case d.Rule == puzzle.Contradiction:
		if len(open) > 0 || len(d.Queens)+len(d.Excluded) > 0 {
			return fmt.Errorf("the line has the open squares %v", open)
		}
	case d.Rule == puzzle.Pin:
		if fewest < 2 || len(open) > 3 || d.Queens != nil || !slices.Equal(d.Excluded, w.pinned(line)) {
			return fmt.Errorf("the open squares %v are pinned by %v, one line has %d", open, w.pinned(line), fewest)
		}
	default:
		return fmt.Errorf("queens %v, excluded %v", d.Queens, d.Excluded)
	}
	return nil
}

// checkStages says what is wrong with the stages of a hint: the first one, lines and open
// squares, is never empty and does not tell what follows, and the last is a sentence that does.
func checkStages(d puzzle.Deduction) error {
	for _, sq := range slices.Concat(d.Queens, d.Excluded) {
		if slices.Contains(d.Because, sq) {
			return fmt.Errorf("because of %v, which tells %v", d.Because, sq)
		}
	}
	if text := d.String(); !strings.HasSuffix(text, ".") {
		return fmt.Errorf("%q is no sentence", text)
	} else if names := func(sq queens.Square) bool { return strings.Contains(text, sq.String()) }; !all(d.Queens, names) ||
		!all(d.Excluded, names) || !strings.Contains(strings.ToLower(text), d.Line.String()) {
		return fmt.Errorf("%q does not name %v, %v and %v", text, d.Queens, d.Excluded, d.Line)
	}
	for _, step := range d.Steps {
		if err := checkStages(step); err != nil {
			return err
		}
	}
	return nil
}

// lineOf returns the squares of the only line of a step, which has no queen.
func (w *worksheet) lineOf(d puzzle.Deduction) ([]queens.Square, error) {
	if d.Line.Index < 0 || d.Line.Index >= w.N {
		return nil, fmt.Errorf("it looks at the lines %v", d.Line)
	}
	squares := w.squaresOf(d.Line)
	if w.hasQueen(squares) {
		return nil, fmt.Errorf("it looks at %v, which has a queen", d.Line)
	}
	return squares, nil
}

// checkTrial says what is wrong with a trial: a weaker rule applies, its reason does not hold
// or has steps that are not needed, or it takes pins where singles would do.
func (w *worksheet) checkTrial(d puzzle.Deduction) error {
	for l := range w.lines() {
		if len(w.openOf(l)) < 2 || w.pinned(l) != nil {
			return fmt.Errorf("it is not the weakest: line %v has the open squares %v, pinned by %v", l, w.openOf(l), w.pinned(l))
		}
	}
	line, err := w.lineOf(d)
	if err != nil {
		return err
	}
	if d.Queens != nil || len(d.Excluded) != 1 || !w.open[d.Excluded[0]] || !w.looksAt(d, line) {
		return fmt.Errorf("queens %v, lines %v, excluded %v, because of %v", d.Queens, d.Line, d.Excluded, d.Because)
	}
	if end := d.Steps[len(d.Steps)-1]; end.Line != d.Line {
		return fmt.Errorf("it ends in %v, but names %v", end.Line, d.Line)
	}
	queen := d.Excluded[0]
	if err := w.with(queen).follow(d.Steps, true); err != nil {
		return err
	}
	last := len(d.Steps) - 1
	for i, step := range d.Steps[:last] {
		if w.with(queen).follow(slices.Delete(slices.Clone(d.Steps), i, i+1), false) == nil {
			return fmt.Errorf("the step %v is not needed", step)
		}
	}
	if beyondSingles(d) {
		for sq := range w.open {
			if !slices.Contains(w.queens, sq) && w.with(sq).placeSingles() == 0 {
				return fmt.Errorf("singles refute %v", sq)
			}
		}
	}
	return nil
}

// looksAt reports whether a step names the open squares of its line, except the one that takes
// its queen.
func (w *worksheet) looksAt(d puzzle.Deduction, line []queens.Square) bool {
	return slices.Equal(d.Because, slices.DeleteFunc(w.openOf(line), func(sq queens.Square) bool { return slices.Contains(d.Queens, sq) }))
}

// beyondSingles reports whether a trial takes more than singles.
func beyondSingles(d puzzle.Deduction) bool {
	return slices.ContainsFunc(d.Steps, func(step puzzle.Deduction) bool { return step.Rule == puzzle.Pin || step.Rule == puzzle.Trial })
}

// follow says what is wrong with the steps of a trial, which must end in a contradiction.
// Trials among them have to hold only if so told, since it takes a search.
func (w *worksheet) follow(steps []puzzle.Deduction, searched bool) error {
	for _, d := range steps[:len(steps)-1] {
		line, err := w.lineOf(d)
		switch {
		case err != nil:
			return err
		case !w.looksAt(d, line):
			return fmt.Errorf("because of %v, but the line has the open squares %v", d.Because, w.openOf(line))
		case d.Rule == puzzle.Trial && len(d.Excluded) == 1:
			if !w.open[d.Excluded[0]] || d.Steps != nil || searched && w.with(d.Excluded[0]).solvable() {
				return fmt.Errorf("%v, within a trial", d)
			}
		case d.Rule == puzzle.Single:
			if open := w.openOf(line); len(open) != 1 || !slices.Equal(d.Queens, open) {
				return fmt.Errorf("%v is not the last open square of its line, %v are", d.Queens, open)
			}
		case d.Rule == puzzle.Pin:
			if len(d.Excluded) != 1 || !slices.Contains(w.pinned(line), d.Excluded[0]) {
				return fmt.Errorf("%v can take a queen", d.Excluded)
			}
		default:
			return fmt.Errorf("%v, within a trial", d)
		}
		w.apply(d)
	}
	end := steps[len(steps)-1]
	line, err := w.lineOf(end)
	if err != nil {
		return err
	}
	if open := w.openOf(line); end.Rule != puzzle.Contradiction || len(open) > 0 || end.Because != nil {
		return fmt.Errorf("it ends with %v: %v, where there are the open squares %v", end.Rule, end, open)
	}
	return nil
}

// placeSingles places the queens of lines with one open square, and returns the smallest number
// of open squares on a line then.
func (w *worksheet) placeSingles() int {
	for line := range w.lines() {
		if open := w.openOf(line); len(open) == 1 {
			w.place(open[0])
			return w.placeSingles()
		}
	}
	return w.fewest()
}

// solvable reports whether the open squares hold a solution.
func (w *worksheet) solvable() bool {
	closed := boardtest.SquaresWhere(w.N, func(s queens.Square) bool { return !w.open[s] })
	return len(boardtest.Spec{N: w.N, Torus: w.Torus, Blocked: closed}.Solutions()) > 0
}
