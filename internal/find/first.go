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
	if s.best, err = s.find(ctx, g); err != nil {
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
	// hard is set once a long search had a single way to split the queens between the corners. From
	// then on one search refutes all columns to the left of a queen.
	hard atomic.Bool
}

// settle finds the column of the queen in a row, and puts it on the board.
func (s *firstSearch) settle(ctx context.Context, row int) error {
	for {
		left := s.rest.Open[row].and(Below(s.best[row]))
		if left == (Set{}) {
			s.rest = s.rest.With(row, s.best[row])
			return nil
		}
		each := 1
		if s.hard.Load() {
			each = (left.len() + s.workers - 1) / s.workers
		}
		parts := slices.Collect(slices.Chunk(slices.Collect(left.Members()), each))
		parts = parts[:min(len(parts), s.workers)]
		solutions, errs := s.searchEach(ctx, row, parts)
		for i, err := range errs {
			if err == nil {
				s.best = solutions[i]
				break
			}
			if !errors.Is(err, ErrNone) {
				return err
			}
			s.rest = s.rest.Without(row, SetOf(parts[i]...))
		}
	}
}

// searchEach searches for a solution with the queen of a row in each of several parts of its columns,
// all at a time. Once there is one, the parts after it do not matter, and their results may be anything.
func (s *firstSearch) searchEach(ctx context.Context, row int, parts [][]int) (solutions [][]int, errs []error) {
	contexts, cancels := make([]context.Context, len(parts)), make([]context.CancelFunc, len(parts))
	for i := range parts {
		contexts[i], cancels[i] = context.WithCancel(ctx)
		defer cancels[i]()
	}
	solutions, errs = make([][]int, len(parts)), make([]error, len(parts))
	search := func(i int) {
		solutions[i], errs[i] = s.find(contexts[i], s.rest.Without(row, Below(MaxRows).without(SetOf(parts[i]...))))
		if errs[i] == nil {
			for _, cancel := range cancels[i+1:] {
				cancel()
			}
		}
	}
	var wait sync.WaitGroup
	for i := range parts[1:] {
		wait.Go(func() { search(i + 1) })
	}
	search(0)
	wait.Wait()
	return solutions, errs
}

// find returns some solution of a grid, or ErrNone.
func (s *firstSearch) find(ctx context.Context, g Grid) (p []int, err error) {
	err = work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		solver := newFirstSolver(g, stop)
		p, err = solver.Find(nil)
		if solver.nodes > 64*firstNodes && len(solver.splits) == 1 {
			s.hard.Store(true)
		}
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
