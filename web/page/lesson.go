package page

import (
	"fmt"
	"iter"
	"slices"

	"example.com/queens"
)

// A Lesson is a search for solutions of a board, step by step, forwards and backwards.
type Lesson struct {
	board  Position
	method string
	next   func() (queens.Step, bool)
	stop   func()
	known  []packedStep // the steps that the search has made so far, from the first on
	whole  bool         // these are all steps of the search
	most   int          // the largest number of steps to remember
	at     int          // steps taken
	queens queens.Placement
	counts Counts
}

// A Beginning says what a lesson is about.
type Beginning struct {
	Position Position `json:"position"`
	Method   string   `json:"method"`
}

// Moving says how a lesson moves; see [Lesson.Move].
type Moving struct {
	Steps int    `json:"steps"`
	Goal  string `json:"goal"`
}

// Counts are the totals of a search so far.
type Counts struct {
	Steps     int   `json:"steps"`
	Placed    int   `json:"placed"`
	DeadEnds  int   `json:"deadEnds"` // queens removed before one could be placed in the next row
	Solutions int   `json:"solutions"`
	ByRow     []int `json:"byRow"` // queens placed in each row
}

// A Moment is what the page shows of a lesson.
type Moment struct {
	Counts
	Queens  Squares `json:"queens"`
	Square  Squares `json:"square"` // of the last step, or empty at the start
	Op      string  `json:"op"`     // "place", "remove", "found", or "" at the start
	DeadEnd bool    `json:"deadEnd"`
	Row     int     `json:"row"` // the row that the search visits next
	Start   bool    `json:"start"`
	End     bool    `json:"end"`
	Says    string  `json:"says"`
}

// Goals of [Lesson.Move].
const (
	AnyStep  = ""
	Solution = "solution"
	DeadEnd  = "dead end"
)

// mostSteps is how many steps a lesson remembers. They take 128 MB.
const mostSteps = 1 << 26

// NewLesson returns a lesson at its start.
func NewLesson(q Beginning) (*Lesson, error) {
	p, err := q.Position.checked()
	if err != nil {
		return nil, err
	}
	board, err := p.board()
	if err != nil {
		return nil, err
	}
	placement, err := p.placement()
	if err != nil {
		return nil, err
	}
	steps, err := stepsOf(q.Method, p, board)
	if err != nil {
		return nil, err
	}
	next, stop := iter.Pull(steps)
	return &Lesson{board: p, method: q.Method, next: next, stop: stop, most: mostSteps, queens: placement, counts: Counts{ByRow: make([]int, p.N)}}, nil
}

// Close ends the search.
func (l *Lesson) Close() { l.stop() }

// Move moves by a number of steps, backwards if it is negative. It stops early at the start,
// at the end, and at the goal.
func (l *Lesson) Move(steps int, goal string) (Moment, error) {
	if goal != AnyStep && goal != Solution && goal != DeadEnd {
		return Moment{}, fmt.Errorf("the goal of a lesson is %q, want none, %q or %q", goal, Solution, DeadEnd)
	}
	take, left := l.forward, steps
	if steps < 0 {
		take, left = l.back, -steps
	}
	for range left {
		if !take() || goal != AnyStep && l.reached(goal) {
			break
		}
	}
	return l.moment(), nil
}

func (l *Lesson) reached(goal string) bool {
	if goal == DeadEnd {
		return l.atDeadEnd()
	}
	return l.at > 0 && l.step(l.at-1).Op == queens.Found
}

// forward takes one step. It returns false at the end.
func (l *Lesson) forward() bool {
	if !l.ahead() {
		return false
	}
	l.at++
	l.apply(l.step(l.at-1), 1)
	return true
}

// back undoes the last step. It returns false at the start.
func (l *Lesson) back() bool {
	if l.at == 0 {
		return false
	}
	l.apply(l.step(l.at-1), -1)
	l.at--
	return true
}

// apply does the last step if by is 1, and undoes it if by is -1.
func (l *Lesson) apply(step queens.Step, by int) {
	row := step.Square.Row
	switch step.Op {
	case queens.Found:
		l.counts.Solutions += by
		return
	case queens.Place:
		l.counts.Placed += by
		l.counts.ByRow[row] += by
	case queens.Remove:
		if l.method != MinConflicts && l.step(l.at-2).Op == queens.Place {
			l.counts.DeadEnds += by
		}
	}
	if (step.Op == queens.Place) == (by > 0) {
		l.queens[row] = step.Square.Col
	} else {
		l.queens[row] = queens.Empty
	}
}

// ahead reports whether there is a next step, and makes sure that it is known.
func (l *Lesson) ahead() bool {
	if l.at == len(l.known) && !l.whole && len(l.known) < l.most {
		step, ok := l.next()
		if ok {
			l.known = append(l.known, pack(step))
		}
		l.whole = !ok
	}
	return l.at < len(l.known)
}

func (l *Lesson) step(i int) queens.Step { return l.known[i].unpack() }

// atDeadEnd reports whether the queen just placed leaves the next row no square.
func (l *Lesson) atDeadEnd() bool {
	return l.method != MinConflicts && l.at > 0 && l.step(l.at-1).Op == queens.Place && l.ahead() && l.step(l.at).Op == queens.Remove
}

func (l *Lesson) moment() Moment {
	ahead := l.ahead()
	m := Moment{Counts: l.counts, Queens: tidy(slices.Concat(l.board.Queens, queensOf(l.queens))), DeadEnd: l.atDeadEnd(), Start: l.at == 0, End: !ahead, Says: l.say()}
	m.Steps, m.ByRow = l.at, slices.Clone(l.counts.ByRow)
	if m.DeadEnd {
		m.DeadEnds++ // the present one
	}
	if l.at > 0 {
		last := l.step(l.at - 1)
		m.Square = Squares{last.Square}
		m.Op = last.Op.String()
		m.Row = last.Square.Row
	}
	if ahead {
		m.Row = l.step(l.at).Square.Row
	}
	return m
}

// say describes the last step and the next one.
func (l *Lesson) say() string {
	ahead := l.ahead()
	if l.at == 0 {
		if !ahead {
			return "The search ends at once: there is no square to try."
		}
		if l.method == MinConflicts {
			return "First there is a queen in every rank, on any square."
		}
		return fmt.Sprintf("The search starts in rank %d and tries its squares from left to right.", l.step(0).Square.Row+1)
	}
	last := l.step(l.at - 1)
	if !ahead && !l.whole {
		return fmt.Sprintf("The lesson ends here, after %d steps. The search itself is not finished.", l.at)
	}
	if l.method == MinConflicts && last.Op != queens.Found {
		return l.sayRepair(last, ahead)
	}
	switch last.Op {
	case queens.Place:
		if l.atDeadEnd() {
			return fmt.Sprintf("A queen on %v. Dead end: rank %d has no free square left, so the search removes the queen again.", last.Square, l.deadRow(last.Square.Row)+1)
		}
		if slices.Contains(l.board.Queens, last.Square) {
			return fmt.Sprintf("The queen on %v is given, so there is nothing else to try in rank %d.", last.Square, last.Square.Row+1)
		}
		return fmt.Sprintf("A queen on %v, the next free square.", last.Square)
	case queens.Found:
		return fmt.Sprintf("Solution %d: %v.", l.counts.Solutions, l.queens)
	}
	said := fmt.Sprintf("The queen on %v is removed. ", last.Square)
	if !ahead {
		return said + fmt.Sprintf("The search is over: %s.", plural(l.counts.Solutions, "solution"))
	}
	if next := l.step(l.at); next.Op == queens.Place {
		return said + fmt.Sprintf("The next free square of rank %d is %v.", next.Square.Row+1, next.Square)
	}
	return said + fmt.Sprintf("Rank %d has no other free square, so the search goes back to rank %d.", last.Square.Row+1, l.step(l.at).Square.Row+1)
}

// deadRow returns the row after one that has no free square.
func (l *Lesson) deadRow(row int) int {
	t := newTable(l.board, func(queens.Step) bool { return true })
	for queen := range l.queens.Queens() {
		if queen.Row <= row {
			t.put(queen, 1)
		}
	}
	return t.emptyRow(row + 1)
}

func (l *Lesson) sayRepair(last queens.Step, ahead bool) string {
	switch {
	case last.Op == queens.Remove:
		return fmt.Sprintf("The queen on %v is attacked. It moves to the square of rank %d that the fewest others attack.", last.Square, last.Square.Row+1)
	case !ahead:
		return "No solution after so many moves. This method cannot tell whether there is one."
	case l.at <= l.board.N:
		return fmt.Sprintf("A queen on %v, at random.", last.Square)
	}
	return fmt.Sprintf("It moves to %v.", last.Square)
}

// A packedStep is a step in two bytes: row, column and operation.
type packedStep uint16

func pack(s queens.Step) packedStep {
	return packedStep(s.Square.Row<<8 | s.Square.Col<<2 | int(s.Op))
}

func (s packedStep) unpack() queens.Step {
	return queens.Step{Op: queens.Op(s & 3), Square: queens.Square{Row: int(s >> 8), Col: int(s >> 2 & 63)}}
}
