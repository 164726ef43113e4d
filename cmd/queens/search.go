package main

import (
	"fmt"
	"iter"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
)

// A search is the textbook search in progress.
type search struct {
	limit int  // of solutions, or 0
	brief bool // rejected squares are counted, but are no steps
	next  func() (queens.Step, bool)
	stop  func()

	queens    queens.Placement
	last      queens.Step
	moved     queens.Op // that of the last step which is not Reject
	steps     int
	tried     int
	placed    int
	deadEnds  int
	solutions int
	ended     bool // there are no more steps
}

func newSearch(board *queens.Board, limit int, brief bool) *search {
	next, stop := iter.Pull(board.Steps())
	return &search{limit: limit, brief: brief, next: next, stop: stop, queens: cli.GivenOf(board)}
}

// advance takes one step. It returns false at the end.
func (s *search) advance() bool {
	if s.limit > 0 && s.solutions == s.limit {
		return false
	}
	step, ok := s.next()
	for ; ok && s.brief && step.Op == queens.Reject; step, ok = s.next() {
		s.tried++
	}
	if !ok {
		s.ended = true
		return false
	}
	s.steps++
	s.last = step
	switch step.Op {
	case queens.Reject:
		s.tried++
		return true
	case queens.Place:
		s.tried++
		s.placed++
		s.queens[step.Square.Row] = step.Square.Col
	case queens.Found:
		s.solutions++
	case queens.Remove:
		if s.moved == queens.Place {
			s.deadEnds++ // the next row had no free square
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

func (s *search) counters() string {
	return fmt.Sprintf("%s, %s tried, %s placed, %s, %s", cli.Plural(s.steps, "step"), cli.Plural(s.tried, "square"), cli.Plural(s.placed, "queen"),
		cli.Plural(s.deadEnds, "dead end"), cli.Plural(s.solutions, "solution"))
}
