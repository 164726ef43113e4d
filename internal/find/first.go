package find

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens/internal/work"
)

// A FirstQuery says how to search for the first solution.
type FirstQuery struct {
	Workers int // searches at a time, at least 1
	// OnRows, if not nil, is called with the number of rows that are settled, now and then and at
	// the end, from the goroutine of Find.
	OnRows func(settled int)
}

// Find returns the first solution of a grid in lexicographic order, or [ErrNone].
func (q FirstQuery) Find(ctx context.Context, g Grid) ([]int, error) {
	s := firstSearch{workers: q.Workers, rest: g}
	var err error
	if s.best, err = find(ctx, g); err != nil {
		return nil, err
	}
	if q.OnRows == nil {
		q.OnRows = func(int) {}
	}
	reported := time.Now()
	for row := range len(s.best) {
		if err := s.settle(ctx, row); err != nil {
			return nil, err
		}
		if time.Since(reported) >= work.ReportEvery {
			reported = time.Now()
			q.OnRows(row)
		}
	}
	q.OnRows(len(s.best))
	return s.best, nil
}

// A firstSearch searches for the first solution of a grid.
type firstSearch struct {
	workers int
	rest    Grid  // with the queens of the settled rows, and without what is refuted in the next one
	best    []int // the first of the solutions found so far; it has the queens of the settled rows
}

// settle finds the column of the queen in a row, and puts it on the board.
func (s *firstSearch) settle(ctx context.Context, row int) error {
	for {
		left := s.rest.Open[row].and(Below(s.best[row]))
		if left == (Set{}) {
			s.rest = s.rest.With(row, s.best[row])
			return nil
		}
		columns := slices.Collect(left.Members())
		columns = columns[:min(len(columns), s.workers)]
		solutions, errs := s.searchEach(ctx, row, columns)
		for i, err := range errs {
			if err == nil {
				s.best = solutions[i]
				break
			}
			if !errors.Is(err, ErrNone) {
				return err
			}
			s.rest = s.rest.Without(row, SetOf(columns[i]))
		}
	}
}

// searchEach searches for a solution with the queen of a row in each of several columns, all at a
// time. Once there is one, the columns after it do not matter, and their results may be anything.
func (s *firstSearch) searchEach(ctx context.Context, row int, columns []int) (solutions [][]int, errs []error) {
	contexts, cancels := make([]context.Context, len(columns)), make([]context.CancelFunc, len(columns))
	for i := range columns {
		contexts[i], cancels[i] = context.WithCancel(ctx)
		defer cancels[i]()
	}
	solutions, errs = make([][]int, len(columns)), make([]error, len(columns))
	search := func(i int) {
		solutions[i], errs[i] = find(contexts[i], s.rest.With(row, columns[i]))
		if errs[i] == nil {
			for _, cancel := range cancels[i+1:] {
				cancel()
			}
		}
	}
	var wait sync.WaitGroup
	for i := range columns[1:] {
		wait.Go(func() { search(i + 1) })
	}
	search(0)
	wait.Wait()
	return solutions, errs
}

// find returns some solution of a grid, or ErrNone.
func find(ctx context.Context, g Grid) (p []int, err error) {
	err = work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		p, err = newFirstSolver(g, stop).Find(nil)
		return err
	})
	return p, err
}

// newFirstSolver returns a solver for one of the searches for the first solution. Most of them
// end in less time than it takes to refine their cases.
func newFirstSolver(g Grid, stop *atomic.Bool) *Solver {
	s := New(g, stop)
	s.refineFrom, s.mostSplits = 32*firstNodes, 2
	return s
}
