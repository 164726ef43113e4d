package page

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"example.com/queens"
)

// A Search is a search for solutions of a board, step by step, forwards and backwards.
type Search struct {
	asked  Position
	start  Position
	board  *queens.Board
	next   func() (queens.Step, bool)
	stop   func()
	known  []packedStep // the steps that the search has made so far, from the first on
	whole  bool         // these are all steps of the search
	most   int          // the largest number of steps to remember
	at     int          // steps taken
	queens queens.Placement
	counts Counts
}

// A SearchRequest asks for a state of a search: from the state after a number of steps on, so many
// steps further, or back if they are negative. A search stops early at its start, at its end and
// at the goal.
type SearchRequest struct {
	Position Position `json:"position"`
	At       int      `json:"at"`
	Steps    int      `json:"steps"`
	Goal     string   `json:"goal"` // one of the constants
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

// A SearchState is what the page shows of a search.
type SearchState struct {
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
	Cut     bool    `json:"cut"`     // there are more steps than a Search remembers
}

// Goals of a [SearchRequest].
const (
	AnyStep  = ""
	Solution = "solution"
	DeadEnd  = "dead end"
)

// mostSteps is how many steps a search remembers. They take 128 MB.
const mostSteps = 1 << 25

// newSearch returns the search of a position, at its start.
func newSearch(asked Position) (*Search, error) {
	p, err := asked.checked()
	if err != nil {
		return nil, err
	}
	board, err := p.board()
	if err != nil {
		return nil, err
	}
	placement, _ := p.placement() // no two share a row
	next, stop := iter.Pull(board.Steps())
	counts := Counts{ByRow: make([]int, p.N)}
	return &Search{asked: asked, start: p, board: board, next: next, stop: stop, most: mostSteps, queens: placement, counts: counts}, nil
}

// search answers a request with the search that the engine holds, or else with a new one, so that a
// page can go on after its worker has ended.
func (e *Engine) search(_ context.Context, q SearchRequest) (SearchState, error) {
	if !slices.Contains([]string{AnyStep, Solution, DeadEnd}, q.Goal) {
		return SearchState{}, fmt.Errorf("the goal of a search is %q, want none, %q or %q", q.Goal, Solution, DeadEnd)
	}
	if e.steps == nil || !reflect.DeepEqual(e.steps.asked, q.Position) {
		search, err := newSearch(q.Position)
		if err != nil {
			return SearchState{}, err
		}
		if e.steps != nil {
			e.steps.stop()
		}
		e.steps = search
	}
	e.steps.move(max(q.At, 0)-e.steps.at, AnyStep)
	e.steps.move(q.Steps, q.Goal)
	return e.steps.state(), nil
}

// move moves by a number of steps, backwards if it is negative.
func (s *Search) move(steps int, goal string) {
	take, left := s.forward, steps
	if steps < 0 {
		take, left = s.back, -steps
	}
	for range left {
		if !take() || goal != AnyStep && s.reached(goal) {
			return
		}
	}
}

func (s *Search) reached(goal string) bool {
	if goal == DeadEnd {
		return s.atDeadEnd()
	}
	return s.at > 0 && s.step(s.at-1).Op == queens.Found
}

// forward takes one step. It returns false at the end.
func (s *Search) forward() bool {
	if !s.ahead() {
		return false
	}
	s.at++
	s.apply(s.step(s.at-1), 1)
	return true
}

// back undoes the last step. It returns false at the start.
func (s *Search) back() bool {
	if s.at == 0 {
		return false
	}
	s.apply(s.step(s.at-1), -1)
	s.at--
	return true
}

// apply does the last step if by is 1, and undoes it if by is -1.
func (s *Search) apply(step queens.Step, by int) {
	row := step.Square.Row
	switch step.Op {
	case queens.Found:
		s.counts.Solutions += by
		return
	case queens.Reject:
		s.counts.Tried += by
		return
	case queens.Place:
		s.counts.Tried += by
		s.counts.Placed += by
		s.counts.ByRow[row] += by
	case queens.Remove:
		if s.afterPlace(s.at - 1) {
			s.counts.DeadEnds += by
		}
	}
	if (step.Op == queens.Place) == (by > 0) {
		s.queens[row] = step.Square.Col
	} else {
		s.queens[row] = queens.Empty
	}
}

// ahead reports whether there is a next step, and makes sure that it is known.
func (s *Search) ahead() bool {
	if s.at == len(s.known) && !s.whole && len(s.known) < s.most {
		step, ok := s.next()
		if ok {
			s.known = append(s.known, pack(step))
		}
		s.whole = !ok
	}
	return s.at < len(s.known)
}

func (s *Search) step(i int) queens.Step { return s.known[i].unpack() }

// afterPlace reports whether the last of a number of steps, apart from rejected squares,
// places a queen that the search may take back.
func (s *Search) afterPlace(steps int) bool {
	for steps > 0 && s.step(steps-1).Op == queens.Reject {
		steps--
	}
	return steps > 0 && s.step(steps-1).Op == queens.Place
}

// atDeadEnd reports whether the queen placed last has left some later row without a square.
func (s *Search) atDeadEnd() bool {
	return s.afterPlace(s.at) && s.ahead() && s.step(s.at).Op == queens.Remove
}

func (s *Search) state() SearchState {
	ahead := s.ahead()
	m := SearchState{Counts: s.counts, Steps: s.at, Queens: tidy(slices.Concat(s.start.Queens, queensOf(s.queens))), DeadEnd: s.atDeadEnd(), Cut: !ahead && !s.whole}
	m.ByRow = slices.Clone(s.counts.ByRow)
	if s.at > 0 {
		last := s.step(s.at - 1)
		m.Op, m.Square, m.Row = last.Op.String(), Squares{last.Square}, last.Square.Row
		m.Given = slices.Contains(s.start.Queens, last.Square)
		if last.Op == queens.Reject {
			m.By = Squares{last.By}
		}
	}
	if ahead {
		next := s.step(s.at)
		m.Next, m.Row = next.Op.String(), next.Square.Row
		if m.DeadEnd {
			m.DeadEnds++ // the present one
			m.DeadRow = s.deadRow(next.Square.Row)
		}
	}
	return m
}

// deadRow returns the first row after a given one that has no free square.
func (s *Search) deadRow(row int) int {
	placed := slices.Clone(s.start.Queens)
	for queen := range s.queens.Queens() {
		if queen.Row <= row {
			placed = append(placed, queen)
		}
	}
	for row++; row < s.start.N-1 && s.hasFree(row, placed); row++ {
	}
	return row
}

// hasFree reports whether a row has a square that is not blocked and that none of the queens attacks.
func (s *Search) hasFree(row int, placed Squares) bool {
	for col := range s.start.N {
		square := queens.Square{Row: row, Col: col}
		attacks := func(queen queens.Square) bool { return s.board.Attacks(queen, square) }
		if !slices.Contains(s.start.Blocked, square) && !slices.ContainsFunc(placed, attacks) {
			return true
		}
	}
	return false
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
