package queens

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Complete returns a solution of the empty plain board that contains the queens of p, for p
// of any size. Up to [MaxN] rows it is [Board.Find] on the board of [NewFrom]: it returns a
// solution or proves that there is none, which is the error [ErrNoSolution], and rng is not
// used.
//
// Beyond that the solution is random; if rng is nil, the seed is drawn at random. Complete
// minimises conflicts, as [ConstructRandom] does, and keeps the given queens. Where that leads
// nowhere and at most 2000 queens are missing, it also goes through all possibilities, row or
// column with the fewest free squares first, and so comes to a solution or to ErrNoSolution.
// With more missing it knows that there is none only if a row or a column has no square left,
// which it sees at once. Otherwise it looks until the context ends, and returns the context's
// error.
//
// However many queens are given at random, boards of 100 rows are decided within a millisecond
// or two, boards of 1000 within some ten milliseconds, and of 100 000 with 80 000 queens
// given as well; a million rows with 100 000 take a few tenths of a second. The worst case is
// exponential: the problem is NP-complete.
//
// It is an error if p has a value that is neither a column nor [Empty], if queens of p attack
// each other, which is [ErrGiven], or if p has more rows than [Construct] makes.
func (p Placement) Complete(ctx context.Context, rng *rand.Rand) (Placement, error) {
	if len(p) <= MaxN {
		b, err := NewFrom(p)
		if err != nil {
			return nil, err
		}
		return b.Find(ctx)
	}
	if err := cmp.Or(constructible(len(p)), ctx.Err()); err != nil {
		return nil, err
	}
	if !p.Valid() {
		return nil, prefixed(cmp.Or[error](p.checkValues(), &givenError{p.attack(false)}))
	}
	m := newMinimizer(ctx, orRandom(rng), len(p), p)
	if m == nil {
		return nil, ctx.Err()
	}
	return m.complete()
}

// maxExhausted is the most open rows of a board that is searched exhaustively: one look at each
// of its squares takes some ten milliseconds.
const maxExhausted = 2000

// complete returns a solution with the given queens, or why there is none.
func (m *minimizer) complete() (Placement, error) {
	if m.reset() {
		if where := m.refuted(); where != "" {
			return nil, fmt.Errorf("%w: the given queens leave no square in %s", ErrNoSolution, where)
		}
	}
	// What one round does not decide, the next one with twice the effort may.
	for starts, budget := 10, 1<<23; ; starts, budget = 2*starts, 2*budget {
		for range starts {
			if m.fill() && m.repair() {
				return m.queens, nil
			}
			if err := m.ctx.Err(); err != nil {
				return nil, err
			}
		}
		if len(m.open) > maxExhausted {
			continue
		}
		if found, certain := m.exhaust(budget); found {
			return m.queens, nil
		} else if certain {
			return nil, ErrNoSolution
		}
	}
}

// exhaust reports whether there is a solution, which it leaves in m.queens, and whether that is
// certain: it is not if that takes more squares to look at than the budget, or if m was stopped.
func (m *minimizer) exhaust(budget int) (found, certain bool) {
	found = m.reset() && m.fillTightest(&budget)
	return found, found || budget >= 0 && m.ctx.Err() == nil
}

// fillTightest reports whether the open rows that are not filled can be. It tries all columns
// of a row, or all rows of a column: of one with the fewest free squares each time.
func (m *minimizer) fillTightest(budget *int) bool {
	first, rows := m.filled, len(m.open)
	if first == rows {
		return true
	}
	if *budget -= (rows - first) * (rows - first); *budget < 0 {
		return false
	}
	row, col := m.tightest()
	for i := first; i < rows; i++ {
		if row >= 0 && m.try(row, i, budget) || row < 0 && m.try(i, col, budget) {
			return true
		}
	}
	return false
}

// tightest returns the open row with the fewest free squares, or the one that has the column
// with the fewest, and -1 for the other.
func (m *minimizer) tightest() (row, col int) {
	rows := m.open[m.filled:]
	cols, inRow, inCol := make([]int, len(rows)), make([]int, len(rows)), make([]int, len(rows))
	for i, row := range rows {
		cols[i] = m.queens[row]
	}
	for i, row := range rows {
		for j, col := range cols {
			if diag, anti := m.diagonalCounts(int(row), col); *diag+*anti == 0 {
				inRow[i]++
				inCol[j]++
			}
		}
	}
	fewestInRow, fewestInCol := slices.Min(inRow), slices.Min(inCol)
	if fewestInRow <= fewestInCol {
		return m.filled + slices.Index(inRow, fewestInRow), -1
	}
	return -1, m.filled + slices.Index(inCol, fewestInCol)
}

// try goes on with a queen in the i-th open row and the column of the j-th, if that square is
// free.
func (m *minimizer) try(i, j int, budget *int) bool {
	if !m.free(i, j) || m.ctx.Err() != nil {
		return false
	}
	first := m.filled
	m.exchange(i, j)
	m.open[first], m.open[i] = m.open[i], m.open[first]
	m.drop(int(m.open[first]))
	m.filled++
	if m.fillTightest(budget) {
		return true
	}
	m.filled--
	m.lift(int(m.open[first]))
	m.open[first], m.open[i] = m.open[i], m.open[first]
	m.exchange(i, j)
	return false
}
