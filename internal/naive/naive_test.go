package naive_test

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/naive"
	"example.com/queens/internal/testkit"
)

// attack reports whether queens in two different rows attack each other, by going along the
// lines of the first one. On a torus of size n they go around; on a plain board n is 0.
func attack(n, row, col, otherRow, otherCol int) bool {
	for _, turn := range []int{-1, 0, 1} {
		at := col + turn*(otherRow-row)
		if n > 0 {
			at = (at%n + n) % n
		}
		if at == otherCol {
			return true
		}
	}
	return false
}

// every returns the solutions of a board of few rows, in order: of all ways to choose an open
// square in each row those in which no two queens attack each other.
func every(open []uint64, torus bool) (solutions [][]int) {
	size := 0
	if torus {
		size = len(open)
	}
	ways := [][]int{{}}
	for _, squares := range open {
		var longer [][]int
		for _, way := range ways {
			for col := range 64 {
				if squares>>col&1 != 0 {
					longer = append(longer, append(slices.Clone(way), col))
				}
			}
		}
		ways = longer
	}
	for _, queens := range ways {
		fits := true
		for row, col := range queens {
			for above := range row {
				fits = fits && !attack(size, above, queens[above], row, col)
			}
		}
		if fits {
			solutions = append(solutions, queens)
		}
	}
	return solutions
}

func solutions(open []uint64, torus bool) (all [][]int) {
	naive.Solutions(open, torus, new(atomic.Bool), func(queens []int) bool {
		all = append(all, slices.Clone(queens))
		return true
	})
	return all
}

// Boards with squares blocked and queens given have the solutions that are left when all ways
// to choose squares are tried, and no others. They may have more columns than rows, on the right or
// in between.
func TestSolutionsOfSmallBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 1))
	found := 0
	for range testkit.Fewer(1000, 300) {
		n := rng.IntN(7) // at most 5⁶ ways
		torus := rng.IntN(2) == 0
		columns := n
		if !torus {
			columns += rng.IntN(59)
		}
		open := make([]uint64, n)
		for row := range open {
			for range 5 { // columns, or fewer
				if columns > 0 && rng.IntN(5) > 0 {
					open[row] |= 1 << rng.IntN(columns)
				}
			}
			if rng.IntN(5) == 0 {
				open[row] &= -open[row]
			}
		}
		want, got := every(open, torus), solutions(open, torus)
		testkit.WantSame(t, want, got, "%b, torus %t", open, torus)
		if count := naive.Count(open, torus, new(atomic.Bool)); count != uint64(len(want)) {
			t.Errorf("%b, torus %t: counts %d, want %d", open, torus, count, len(want))
		}
		found += len(want)
	}
	if found < 500 {
		t.Errorf("the boards have only %d solutions", found)
	}
}

// Empty boards have as many solutions as is known (OEIS A000170 and, on the torus, A007705).
func TestCountEmptyBoards(t *testing.T) {
	for n, want := range testkit.Reference[:testkit.Fewer(12, 10)] {
		if got := naive.Count(slices.Repeat([]uint64{1<<n - 1}, n), false, new(atomic.Bool)); got != want.All {
			t.Errorf("n = %d: %d solutions, want %d", n, got, want.All)
		}
	}
	for n, want := range []uint64{1, 1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0} {
		if got := naive.Count(slices.Repeat([]uint64{1<<n - 1}, n), true, new(atomic.Bool)); got != want {
			t.Errorf("torus, n = %d: %d solutions, want %d", n, got, want)
		}
	}
}

// Given queens are placed first, wherever they stand: with six rows left to fill a board of 64
// rows takes no time.
func TestSolutionsOfLargeBoards(t *testing.T) {
	const n = 64
	rng := rand.New(rand.NewPCG(63, 2))
	for _, torus := range []bool{false, true} {
		queens := make([]int, n) // a knight's move from row to row, as on a board of 65 rows without its corner
		for row := range queens {
			queens[row] = (2*row + 1) % (n + 1)
		}
		open := make([]uint64, n)
		for row, col := range queens {
			open[row] = 1 << col
		}
		for _, row := range rng.Perm(n)[:6] {
			open[row] = 1<<n - 1
		}
		got := solutions(open, torus)
		if has := slices.ContainsFunc(got, func(p []int) bool { return slices.Equal(p, queens) }); has == torus {
			t.Errorf("torus %t: of the board %b it finds %v", torus, open, got)
		}
		for _, p := range got {
			for row, col := range p {
				for above := range row {
					if attack(0, above, p[above], row, col) {
						t.Errorf("queens in rows %d and %d of %v attack each other", above, row, p)
					}
				}
			}
		}
	}
}

// A search ends with its visitor, or when its flag is set.
func TestSolutionsStops(t *testing.T) {
	open := slices.Repeat([]uint64{1<<8 - 1}, 8)
	visits := 0
	visitor := func([]int) bool {
		visits++
		return visits < 5
	}
	if naive.Solutions(open, false, new(atomic.Bool), visitor) || visits != 5 {
		t.Errorf("a visitor that ends the search is called %d times, want 5", visits)
	}
	var stop atomic.Bool
	visits = 0
	done := naive.Solutions(open, false, &stop, func([]int) bool {
		visits++
		stop.Store(true)
		return true
	})
	if done || visits != 1 {
		t.Errorf("after the flag is set there are %d visits, want 1", visits)
	}
}
