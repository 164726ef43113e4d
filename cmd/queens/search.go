package main

import (
	"fmt"
	"iter"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
)

// counters say how much a search has done.
type counters struct {
	Steps     int `json:"steps"`
	Tried     int `json:"tried"` // squares
	Placed    int `json:"placed"`
	DeadEnds  int `json:"dead_ends"`
	Solutions int `json:"solutions"`
}

// A search is the textbook search in progress.
type search struct {
	counters
	limit int  // of solutions, or 0
	brief bool // rejected squares are counted, but are no steps
	next  func() (queens.Step, bool)
	stop  func()

	queens queens.Placement
	last   queens.Step
	moved  queens.Op // that of the last step which is not Reject
	ended  bool      // there are no more steps
}

func newSearch(board *queens.Board, limit int, brief bool) *search {
	next, stop := iter.Pull(board.Steps())
	return &search{limit: limit, brief: brief, next: next, stop: stop, queens: cli.GivenOf(board)}
}

// advance takes one step. It returns false at the end.
func (s *search) advance() bool {
	if s.limit > 0 && s.Solutions == s.limit {
		return false
	}
	step, ok := s.next()
	for ; ok && s.brief && step.Op == queens.Reject; step, ok = s.next() {
		s.Tried++
	}
	if !ok {
		s.ended = true
		return false
	}
	s.Steps++
	s.last = step
	switch step.Op {
	case queens.Reject:
		s.Tried++
		return true
	case queens.Place:
		s.Tried++
		s.Placed++
		s.queens[step.Square.Row] = step.Square.Col
	case queens.Found:
		s.Solutions++
	case queens.Remove:
		if s.moved == queens.Place {
			s.DeadEnds++ // the next row had no free square
		}
		s.queens[step.Square.Row] = queens.Empty
	}
	s.moved = step.Op
	return true
}

// lastStep returns the last step in words.
func (s *search) lastStep() string {
	if s.last.Op == queens.Found {
		return "found " + s.queens.String()
	}
	return s.last.String()
}

func (c counters) String() string {
	return fmt.Sprintf("%s, %s tried, %s placed, %s, %s", cli.Plural(c.Steps, "step"), cli.Plural(c.Tried, "square"), cli.Plural(c.Placed, "queen"),
		cli.Plural(c.DeadEnds, "dead end"), cli.Plural(c.Solutions, "solution"))
}
