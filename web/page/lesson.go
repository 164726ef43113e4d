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

// Counts are the totals of a search so far. To try a square is to place a queen there or to
// see that one attacks it.
type Counts struct {
	Tried     int   `json:"tried"`
	Placed    int   `json:"placed"`
	DeadEnds  int   `json:"deadEnds"` // queens removed before one could be placed in the next row
	Solutions int   `json:"solutions"`
	ByRow     []int `json:"byRow"` // queens placed in each row
}

// A Moment is what the page shows of a lesson.
type Moment struct {
	Counts
	Steps   int     `json:"steps"`
	Queens  Squares `json:"queens"`
	Op      string  `json:"op"`     // of the last step, or "" at the start
	Square  Squares `json:"square"` // of the last step, or empty at the start
	By      Squares `json:"by"`     // the queen that attacks the rejected square
	Given   bool    `json:"given"`  // the queen of the last step was given
	DeadEnd bool    `json:"deadEnd"`
	DeadRow int     `json:"deadRow"` // the row without a free square at a dead end
	Next    string  `json:"next"`    // the operation of the next step, or "" at the end
	Row     int     `json:"row"`     // the row that the search visits next
	Cut     bool    `json:"cut"`     // the lesson ends before the search
}

// Goals of [Lesson.Move].
const (
	AnyStep  = ""
	Solution = "solution"
	DeadEnd  = "dead end"
)

// mostSteps is how many steps a lesson remembers. They take 128 MB.
const mostSteps = 1 << 25

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
	placement, _ := p.placement() // no two share a row
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
	case queens.Reject:
		l.counts.Tried += by
		return
	case queens.Place:
		l.counts.Tried += by
		l.counts.Placed += by
		l.counts.ByRow[row] += by
	case queens.Remove:
		if l.afterPlace(l.at - 1) {
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

// afterPlace reports whether the last of a number of steps, apart from rejected squares,
// places a queen that the search may take back.
func (l *Lesson) afterPlace(steps int) bool {
	for steps > 0 && l.step(steps-1).Op == queens.Reject {
		steps--
	}
	return l.method != MinConflicts && steps > 0 && l.step(steps-1).Op == queens.Place
}

// atDeadEnd reports whether the queen placed last has left some later row without a square.
func (l *Lesson) atDeadEnd() bool {
	return l.afterPlace(l.at) && l.ahead() && l.step(l.at).Op == queens.Remove
}

func (l *Lesson) moment() Moment {
	ahead := l.ahead()
	m := Moment{Counts: l.counts, Steps: l.at, Queens: tidy(slices.Concat(l.board.Queens, queensOf(l.queens))), DeadEnd: l.atDeadEnd(), Cut: !ahead && !l.whole}
	m.ByRow = slices.Clone(l.counts.ByRow)
	if l.at > 0 {
		last := l.step(l.at - 1)
		m.Op, m.Square, m.Row = last.Op.String(), Squares{last.Square}, last.Square.Row
		m.Given = slices.Contains(l.board.Queens, last.Square)
		if last.Op == queens.Reject {
			m.By = Squares{last.By}
		}
	}
	if ahead {
		next := l.step(l.at)
		m.Next, m.Row = next.Op.String(), next.Square.Row
		if m.DeadEnd {
			m.DeadEnds++ // the present one
			m.DeadRow = l.deadRow(next.Square.Row)
		}
	}
	return m
}

// deadRow returns the first row after a given one that has no free square.
func (l *Lesson) deadRow(row int) int {
	t := newTable(l.board, func(queens.Step) bool { return true })
	for queen := range l.queens.Queens() {
		if queen.Row <= row {
			t.put(queen, 1)
		}
	}
	return t.emptyRow(row + 1)
}

// A packedStep is a step in four bytes: its row, column and operation, and the row and column
// of the attacking queen.
type packedStep uint32

func pack(s queens.Step) packedStep {
	return packedStep(s.By.Row<<24 | s.By.Col<<16 | s.Square.Row<<8 | s.Square.Col<<2 | int(s.Op))
}

func (s packedStep) unpack() queens.Step {
	square := queens.Square{Row: int(s >> 8 & 255), Col: int(s >> 2 & 63)}
	return queens.Step{Op: queens.Op(s & 3), Square: square, By: queens.Square{Row: int(s >> 24), Col: int(s >> 16 & 255)}}
}
