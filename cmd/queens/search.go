package main

import (
	"fmt"
	"iter"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
)

// A search is the textbook search, as far as it has gone.
type search struct {
	board *queens.Board
	limit int // of solutions, or 0
	next  func() (queens.Step, bool)
	stop  func()

	queens    queens.Placement
	last      queens.Step
	steps     int
	places    int
	deadEnds  int
	solutions int
}

func newSearch(s *queens.Board, limit int) *search {
	next, stop := iter.Pull(s.Steps())
	return &search{board: s, limit: limit, next: next, stop: stop, queens: cli.GivenOf(s)}
}

// advance takes one step. It returns false at the end.
func (s *search) advance() bool {
	if s.limit > 0 && s.solutions == s.limit {
		return false
	}
	step, ok := s.next()
	if !ok {
		return false
	}
	s.steps++
	switch step.Op {
	case queens.Place:
		s.places++
		s.queens[step.Square.Row] = step.Square.Col
	case queens.Found:
		s.solutions++
	case queens.Remove:
		if s.last.Op == queens.Place {
			s.deadEnds++ // nothing could be placed below
		}
		s.queens[step.Square.Row] = queens.Empty
	}
	s.last = step
	return true
}

// said returns the last step in words.
func (s *search) said() string {
	switch s.last.Op {
	case queens.Place:
		return "place " + s.last.Square.String()
	case queens.Remove:
		return "remove " + s.last.Square.String()
	}
	return "found " + s.queens.String()
}

func (s *search) counters() string {
	return fmt.Sprintf("%s, %s placed, %s, %s", cli.Plural(s.steps, "step"), cli.Plural(s.places, "queen"),
		cli.Plural(s.deadEnds, "dead end"), cli.Plural(s.solutions, "solution"))
}
