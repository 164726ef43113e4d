package find

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens/internal/work"
)

// A FirstQuery says how to search for the first solution.
type FirstQuery struct {
	Workers int    // searches at a time, at least 1
	Seed    uint64 // of the searches' choices among equals
	// OnClaim, if not nil, is called with each claim: with proved false when it is made, and
	// with proved true once it is proved. If instead a solution disproves it, the claims that
	// follow have columns further left or a longer prefix. The claims proved show together that
	// no solution comes earlier: each column to the left of a queen, unless it is closed or
	// attacked, is in one.
	OnClaim func(c Claim, proved bool)
	// OnRows, if not nil, is called with the number of rows that are settled, now and then and
	// at the end. Both functions are called from the goroutine of Find.
	OnRows func(settled int)
}

// A Claim says that no solution has the queens of Prefix, a column for each of the first rows,
// and the queen of the next row in one of the Columns.
type Claim struct{ Prefix, Columns []int }

// Counterexamples returns the grid whose solutions are those of g that disprove the claim. It
// is an error if the claim names squares that g does not have, or if the queens of its prefix
// cannot stand on g together.
func (c Claim) Counterexamples(g Grid) (Grid, error) {
	n := len(g.Open)
	if len(c.Prefix) >= n {
		return Grid{}, fmt.Errorf("claim about row %d of a board of %d", len(c.Prefix)+1, n)
	}
	for row, col := range c.Prefix {
		if !g.Open[row].Has(col) {
			return Grid{}, fmt.Errorf("claim with a queen in row %d and column %d, which is not open", row+1, col+1)
		}
		g = g.With(row, col)
	}
	for _, col := range c.Columns {
		if col < 0 || col >= n {
			return Grid{}, fmt.Errorf("claim about column %d of a board of %d", col+1, n)
		}
	}
	return g.Without(len(c.Prefix), Below(MaxRows).without(SetOf(c.Columns...))), nil
}

// Disprove returns a solution of g that disproves the claim, or [ErrNone] if the claim is true.
func (c Claim) Disprove(ctx context.Context, g Grid) ([]int, error) {
	rest, err := c.Counterexamples(g)
	if err != nil {
		return nil, err
	}
	s := firstSearch{rest: rest}
	return s.find(ctx, rest)
}

// Find returns the first solution of a grid in lexicographic order, or [ErrNone].
func (q FirstQuery) Find(ctx context.Context, g Grid) ([]int, error) {
	s := firstSearch{FirstQuery: q, rest: g}
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
	FirstQuery
	rest Grid  // with the queens of the settled rows, and without what is refuted in the next one
	best []int // the first of the solutions found so far; it has the queens of the settled rows
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
		each = (columns.len() + s.Workers - 1) / s.Workers
	}
	for part := range slices.Chunk(slices.Collect(columns.Members()), each) {
		parts = append(parts, SetOf(part...))
	}
	return parts[:min(len(parts), s.Workers)]
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
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer cancel()
	outcomes := make([]outcome, len(sets))
	done := make(chan int, len(sets))
	for i, columns := range sets {
		s.claim(row, columns, false)
		searchCtx := ctx
		var cancelRest context.CancelFunc
		ctx, cancelRest = context.WithCancel(ctx)
		search := func() {
			solution, err := s.find(searchCtx, s.rest.Without(row, Below(MaxRows).without(columns)))
			if outcomes[i] = (outcome{solution, err}); err == nil {
				cancelRest()
			}
			done <- i
		}
		if len(sets) == 1 {
			search()
		} else {
			wait.Go(search)
		}
	}
	for range sets {
		if i := <-done; errors.Is(outcomes[i].err, ErrNone) {
			s.claim(row, sets[i], true)
		}
	}
	return outcomes
}

// claim reports that no solution has the queen of a row in one of some columns.
func (s *firstSearch) claim(row int, columns Set, proved bool) {
	if s.OnClaim != nil {
		s.OnClaim(Claim{slices.Clone(s.best[:row]), slices.Collect(columns.Members())}, proved)
	}
}

// find returns some solution of a grid, or ErrNone.
func (s *firstSearch) find(ctx context.Context, g Grid) (p []int, err error) {
	err = work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		solver := newFirstSolver(g, s.Seed, stop)
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
func newFirstSolver(g Grid, seed uint64, stop *atomic.Bool) *Solver {
	s := New(g, stop)
	s.rng = rand.New(rand.NewPCG(seed, 0))
	s.tuning = tuning{refineFrom: 32 * firstNodes, mostSplits: 2}
	return s
}
