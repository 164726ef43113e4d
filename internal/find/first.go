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
	reported := time.Now()
	for row := range len(s.best) {
		if err := s.settle(ctx, row); err != nil {
			return nil, err
		}
		if q.OnRows != nil && time.Since(reported) >= work.ReportEvery {
			reported = time.Now()
			q.OnRows(row)
		}
	}
	if q.OnRows != nil {
		q.OnRows(len(s.best))
	}
	return s.best, nil
}

// A firstSearch searches for the first solution of a grid.
type firstSearch struct {
	workers int
	rest    Grid  // with the queens of the settled rows, and without what is refuted in the next one
	best    []int // the first of the solutions found so far; it has the queens of the settled rows
	// oneSplit is set once a hard search had a single way to split the queens between the
	// corners. From then on the columns to the left of a queen are refuted alike, and so by one
	// search.
	oneSplit atomic.Bool
}

// settle finds the column of the queen in a row, and puts it on the board.
func (s *firstSearch) settle(ctx context.Context, row int) error {
	for {
		left := s.rest.Open[row].and(Below(s.best[row]))
		if left == (Set{}) {
			s.rest = s.rest.With(row, s.best[row])
			return nil
		}
		parts := s.partition(left)
		for i, found := range s.searchEach(ctx, row, parts) {
			if found.err == nil {
				s.best = found.solution
				break
			}
			if !errors.Is(found.err, ErrNone) {
				return found.err
			}
			s.rest = s.rest.Without(row, parts[i])
		}
	}
}

// partition returns sets of columns to search in, one for each worker: a column each from the
// left, or all of them if they are refuted alike.
func (s *firstSearch) partition(columns Set) (parts []Set) {
	each := 1
	if s.oneSplit.Load() {
		each = (columns.len() + s.workers - 1) / s.workers
	}
	for part := range slices.Chunk(slices.Collect(columns.Members()), each) {
		parts = append(parts, SetOf(part...))
	}
	return parts[:min(len(parts), s.workers)]
}

// An outcome is a solution, or why there is none.
type outcome struct {
	solution []int
	err      error
}

// searchEach searches for a solution with the queen of a row in each of several sets of
// columns, all at a time. Once there is one, the sets after it do not matter, and their
// outcomes may be anything.
func (s *firstSearch) searchEach(ctx context.Context, row int, sets []Set) []outcome {
	contexts, cancels := make([]context.Context, len(sets)), make([]context.CancelFunc, len(sets))
	for i := range sets {
		contexts[i], cancels[i] = context.WithCancel(ctx)
		defer cancels[i]()
	}
	outcomes := make([]outcome, len(sets))
	search := func(i int) {
		solution, err := s.find(contexts[i], s.rest.Without(row, Below(MaxRows).without(sets[i])))
		if outcomes[i] = (outcome{solution, err}); err == nil {
			for _, cancel := range cancels[i+1:] {
				cancel()
			}
		}
	}
	var wait sync.WaitGroup
	for i := range sets[1:] {
		wait.Go(func() { search(i + 1) })
	}
	search(0)
	wait.Wait()
	return outcomes
}

// find returns some solution of a grid, or ErrNone.
func (s *firstSearch) find(ctx context.Context, g Grid) (p []int, err error) {
	err = work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		solver := newFirstSolver(g, stop)
		p, err = solver.Find(nil)
		if solver.nodes > firstNodes && len(solver.splits) == 1 {
			s.oneSplit.Store(true)
		}
		return err
	})
	return p, err
}

// newFirstSolver returns a solver for one of the searches for the first solution. Most of them
// end in less time than it takes to refine their cases.
func newFirstSolver(g Grid, stop *atomic.Bool) *Solver {
	s := New(g, stop)
	s.tuning = tuning{refineFrom: 32 * firstNodes, mostSplits: 2}
	return s
}
