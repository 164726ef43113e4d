package main

import (
	"fmt"
	"iter"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
)

// A search is the textbook search in progress.
type search struct {
	limit int // of solutions, or 0
	next  func() (queens.Step, bool)
	stop  func()

	queens    queens.Placement
	last      queens.Step
	steps     int
	placed    int
	deadEnds  int
	solutions int
	ended     bool // there are no more steps
}

func newSearch(board *queens.Board, limit int) *search {
	next, stop := iter.Pull(board.Steps())
	return &search{limit: limit, next: next, stop: stop, queens: cli.GivenOf(board)}
}

// advance takes one step. It returns false at the end.
func (s *search) advance() bool {
	if s.limit > 0 && s.solutions == s.limit {
		return false
	}
	step, ok := s.next()
	if !ok {
		s.ended = true
		return false
	}
	s.steps++
	switch step.Op {
	case queens.Place:
		s.placed++
		s.queens[step.Square.Row] = step.Square.Col
	case queens.Found:
		s.solutions++
	case queens.Remove:
		if s.last.Op == queens.Place {
			s.deadEnds++ // the next row had no free square
		}
		s.queens[step.Square.Row] = queens.Empty
	}
	s.last = step
	return true
}

// lastStep returns the last step in words.
func (s *search) lastStep() string {
	switch s.last.Op {
	case queens.Place:
		return "place " + s.last.Square.String()
	case queens.Remove:
		return "remove " + s.last.Square.String()
	}
	return "found " + s.queens.String()
}

func (s *search) counters() string {
	return fmt.Sprintf("%s, %s placed, %s, %s", cli.Plural(s.steps, "step"), cli.Plural(s.placed, "queen"),
		cli.Plural(s.deadEnds, "dead end"), cli.Plural(s.solutions, "solution"))
}
