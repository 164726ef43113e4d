package queens

import (
	"slices"
	"sync/atomic"
	"testing"

	. "example.com/queens/internal/testkit"
)

// solutionsOf returns the first solutions of a search, at most as many as asked for.
func solutionsOf(search func(*atomic.Bool, func(Placement) bool) bool, most int) []Placement {
	var solutions []Placement
	search(new(atomic.Bool), func(p Placement) bool {
		solutions = append(solutions, slices.Clone(p))
		return len(solutions) < most
	})
	return solutions
}

// twoOfFiveBlocked blocks two of every five diagonals of one direction.
func twoOfFiveBlocked(t *testing.T, n int) *Board {
	t.Helper()
	return newBoard(t, n, Blocked(SquaresWhere(n, func(s Square) bool { return (s.Row-s.Col+5*n)%5 < 2 })...))
}

// On large boards Solutions begins with First and goes on from there, with several workers too;
// backtracking yields the same.
func TestSolutionsLarge(t *testing.T) {
	upperRight := SquaresWhere(31, func(s Square) bool { return s.Row < 31/2 && s.Col >= 31-s.Row })
	const most = 3
	for _, b := range []*Board{newBoard(t, 30), newBoard(t, 31, Blocked(upperRight...))}[:Fewer(2, 1)] {
		want := solutionsOf(b.start.search, most)
		for _, workers := range []int{1, 3} {
			var got []Placement
			for p := range b.Solutions(t.Context(), Workers(workers)) {
				if got = append(got, p); len(got) == most {
					break
				}
			}
			WantSame(t, want, got, "%v: solutions of %d workers", b, workers)
		}
	}
}
