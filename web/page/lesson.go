package page

import (
	"fmt"
	"iter"
	"slices"

	"example.com/queens"
)

// A Lesson is the textbook search of a board, to follow forwards and backwards.
type Lesson struct {
	board  Position
	next   func() (queens.Step, bool)
	stop   func()
	known  []packedStep // from the first step on, as far as anybody has looked
	whole  bool         // the search has no more steps than the known ones
	most   int          // steps to know at most
	at     int          // steps taken
	queens queens.Placement
	counts Counts
}

// Counts are what a search has done so far.
type Counts struct {
	Steps     int   `json:"steps"`
	Placed    int   `json:"placed"`
	DeadEnds  int   `json:"deadEnds"` // queens taken away before one could be placed in the next row
	Solutions int   `json:"solutions"`
	ByRow     []int `json:"byRow"` // of the placed queens
}

// A Moment is what the page shows of a lesson.
type Moment struct {
	Counts
	View    View    `json:"view"`
	Square  Squares `json:"square"` // of the last step, if there is one
	Op      string  `json:"op"`     // "place", "remove", "found", or "" at the start
	DeadEnd bool    `json:"deadEnd"`
	Row     int     `json:"row"` // that the search looks at next
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

// mostSteps is the number of steps that a lesson remembers, in 128 MB.
const mostSteps = 1 << 26

// NewLesson returns the lesson on a position, at its start.
func NewLesson(p Position) (*Lesson, error) {
	p, err := p.checked()
	if err != nil {
		return nil, err
	}
	s, err := p.solver()
	if err != nil {
		return nil, err
	}
	placement, err := p.placement()
	if err != nil {
		return nil, err
	}
	next, stop := iter.Pull(s.Steps())
	return &Lesson{board: p, next: next, stop: stop, most: mostSteps, queens: placement, counts: Counts{ByRow: make([]int, p.N)}}, nil
}

// Close ends the search.
func (l *Lesson) Close() { l.stop() }

// Move takes so many steps, backwards if there are fewer than none. It stops early at the
// start and at the end, and where the goal is reached.
func (l *Lesson) Move(steps int, goal string) (Moment, error) {
	if goal != AnyStep && goal != Solution && goal != DeadEnd {
		return Moment{}, fmt.Errorf("goal %q of a lesson, want none, %q or %q", goal, Solution, DeadEnd)
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
	return l.moment()
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

// apply takes the last step, or undoes it if by is -1.
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
		if l.step(l.at-2).Op == queens.Place {
			l.counts.DeadEnds += by
		}
	}
	if (step.Op == queens.Place) == (by > 0) {
		l.queens[row] = step.Square.Col
	} else {
		l.queens[row] = queens.Empty
	}
}

// ahead reports whether there is a next step, and sees to it that it is known.
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
	return l.at > 0 && l.step(l.at-1).Op == queens.Place && l.ahead() && l.step(l.at).Op == queens.Remove
}

func (l *Lesson) moment() (Moment, error) {
	view, err := Look(l.board.with(slices.Concat(l.board.Queens, toSquares(l.queens))))
	if err != nil {
		return Moment{}, err
	}
	ahead := l.ahead()
	m := Moment{Counts: l.counts, View: view, Square: Squares{}, DeadEnd: l.atDeadEnd(), Start: l.at == 0, End: !ahead, Says: l.say()}
	m.Steps, m.ByRow = l.at, slices.Clone(l.counts.ByRow)
	if m.DeadEnd {
		m.DeadEnds++ // the one that the search stands at
	}
	if l.at > 0 {
		last := l.step(l.at - 1)
		m.Square = Squares{last.Square}
		m.Op = [...]string{queens.Place: "place", queens.Remove: "remove", queens.Found: "found"}[last.Op]
		m.Row = last.Square.Row
	}
	if ahead {
		m.Row = l.step(l.at).Square.Row
	}
	return m, nil
}

// say tells what just happened and what comes next.
func (l *Lesson) say() string {
	ahead := l.ahead()
	if l.at == 0 {
		if !ahead {
			return "The search is over before it starts: there is no square to try."
		}
		return fmt.Sprintf("The search starts in rank %d and tries its squares from left to right.", l.step(0).Square.Row+1)
	}
	last := l.step(l.at - 1)
	if !ahead && !l.whole {
		return fmt.Sprintf("The lesson ends here, after %d steps. The search would go on.", l.at)
	}
	switch last.Op {
	case queens.Place:
		if l.atDeadEnd() {
			return fmt.Sprintf("A queen on %v. Dead end: rank %d has no free square left, so the search takes it away again.", last.Square, last.Square.Row+2)
		}
		if l.board.Queens.has(last.Square) {
			return fmt.Sprintf("The queen on %v is given: there is nothing else to try in rank %d.", last.Square, last.Square.Row+1)
		}
		return fmt.Sprintf("A queen on %v, the next square that is free.", last.Square)
	case queens.Found:
		return fmt.Sprintf("Solution %d: %v.", l.counts.Solutions, l.queens)
	}
	said := fmt.Sprintf("The queen on %v is taken away. ", last.Square)
	if !ahead {
		return said + fmt.Sprintf("The search is over: %s.", plural(l.counts.Solutions, "solution"))
	}
	if next := l.step(l.at); next.Op == queens.Place {
		return said + fmt.Sprintf("The next free square of rank %d is %v.", next.Square.Row+1, next.Square)
	}
	return said + fmt.Sprintf("Rank %d has no other free square, so the search goes back to rank %d.", last.Square.Row+1, l.step(l.at).Square.Row+1)
}

// A packedStep is a step in few bytes, for searches of many steps: row, column and
// operation.
type packedStep uint16

func pack(s queens.Step) packedStep {
	return packedStep(s.Square.Row<<8 | s.Square.Col<<2 | int(s.Op))
}

func (s packedStep) unpack() queens.Step {
	return queens.Step{Op: queens.Op(s & 3), Square: queens.Square{Row: int(s >> 8), Col: int(s >> 2 & 63)}}
}
