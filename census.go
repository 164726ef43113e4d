package queens

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
)

// A Census says how many solutions a board has, and how many orbits they form
// under the symmetries that keep the board's constraints. Orbits[k] is the
// number of orbits of k solutions; Fundamental is their sum. On the empty 8×8
// board 11 orbits of 8 solutions and 1 of 4 make 92.
type Census struct {
	All, Fundamental uint64
	Orbits           [9]uint64
}

// Census counts the solutions and their orbits. It costs little more than
// [Solver.Count]: the solutions that a turn of the board keeps are found in a
// search of their own, which places whole orbits of squares, and no other
// solutions are kept by a symmetry. Its errors are those of Count.
func (s *Solver) Census(ctx context.Context) (Census, error) {
	return s.census(ctx, s.kernel())
}

func (s *Solver) census(ctx context.Context, k kernel) (Census, error) {
	all, err := s.count(ctx, k)
	if err != nil {
		return Census{}, err
	}
	return s.CensusOf(ctx, all)
}

// CensusOf is [Solver.Census] for a board whose number of solutions is known, as
// the sum of the counts of its [Task]s. It searches only for those that a turn of
// the board keeps: at n = 20 that takes a fraction of a second, and at n = 27
// seconds. All others form orbits as large as the group of the board's symmetries.
// It is an error if they cannot, because all is not the number: a check on a long
// count, if a weak one.
func (s *Solver) CensusOf(ctx context.Context, all uint64) (Census, error) {
	if err := ctx.Err(); err != nil {
		return Census{}, err
	}
	if len(s.open) < 2 {
		// Every symmetry keeps the one solution, if there is one.
		if all > 1 {
			return Census{}, fmt.Errorf("queens: %d solutions cannot be all: n = %d has one at most", all, len(s.open))
		}
		return Census{All: all, Fundamental: all, Orbits: [9]uint64{1: all}}, nil
	}
	half, err := s.countKept(ctx, Rotate180)
	if err != nil {
		return Census{}, err
	}
	quarter, err := s.countKept(ctx, Rotate90)
	if err != nil {
		return Census{}, err
	}
	census := Census{All: all}
	order := uint64(len(s.group))
	if all < half || (all-half)%order != 0 {
		return Census{}, fmt.Errorf("queens: %d solutions cannot be all: %d that a turn keeps, and orbits of %d", all, half, order)
	}
	// A reflection keeps no solution of two queens or more: a queen's image is in
	// its row or column, or on its diagonal.
	for turns, solutions := range map[uint64]uint64{1: all - half, 2: half - quarter, 4: quarter} {
		if solutions > 0 {
			orbits := solutions / (order / turns)
			census.Orbits[order/turns] = orbits
			census.Fundamental += orbits
		}
	}
	return census, nil
}

// countKept counts the solutions that a turn of the board keeps.
func (s *Solver) countKept(ctx context.Context, turn Symmetry) (uint64, error) {
	if !slices.Contains(s.group, turn) {
		return 0, nil
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	n := len(s.open)
	search := turnSearch{board: s.board, turn: turn, stop: &stop, diagonals: make([]bool, 2*n), antidiagonals: make([]bool, 2*n)}
	for low := (n - 1) / 2; low >= 0; low-- {
		search.order = append(search.order, low)
	}
	search.place()
	if stop.Load() {
		return 0, ctx.Err()
	}
	return search.solutions, nil
}

// turnSearch counts the solutions that a turn of the board keeps. It places
// queens on whole orbits of squares under the turn, of two squares or four, or
// on the centre. An orbit that meets a row meets its mirror image.
type turnSearch struct {
	board
	turn                     Symmetry
	order                    []int // of the rows of the first half: those near the middle bar most
	rows, cols               uint64
	diagonals, antidiagonals []bool
	solutions                uint64
	stop                     *atomic.Bool
}

// place goes through the orbits that fill the next open row.
func (t *turnSearch) place() {
	if t.stop.Load() {
		return
	}
	next := slices.IndexFunc(t.order, func(row int) bool { return t.rows>>row&1 == 0 })
	if next < 0 {
		t.solutions++
		return
	}
	row := t.order[next]
	for col := range columns(t.open[row] &^ t.cols) {
		first := Square{row, col}
		placed := 0
		at := first
		for t.free(at) {
			t.set(at, true)
			placed++
			at = t.turn.Apply(len(t.open), at)
			if at == first {
				t.place()
				break
			}
		}
		for at = first; placed > 0; placed-- {
			t.set(at, false)
			at = t.turn.Apply(len(t.open), at)
		}
	}
}

// lines returns the diagonals of a square.
func (t *turnSearch) lines(s Square) (diagonal, antidiagonal *bool) {
	n := len(t.open)
	d, a := s.Row-s.Col+n, s.Row+s.Col
	if t.torus {
		d, a = d%n, a%n
	}
	return &t.diagonals[d], &t.antidiagonals[a]
}

func (t *turnSearch) free(s Square) bool {
	diagonal, antidiagonal := t.lines(s)
	return t.open[s.Row]>>s.Col&^(t.cols>>s.Col|t.rows>>s.Row)&1 != 0 && !*diagonal && !*antidiagonal
}

// set puts a queen on a square or takes it away.
func (t *turnSearch) set(s Square, queen bool) {
	diagonal, antidiagonal := t.lines(s)
	*diagonal, *antidiagonal = queen, queen
	t.rows ^= 1 << s.Row
	t.cols ^= 1 << s.Col
}
