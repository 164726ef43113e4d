package queens

import (
	"testing"

	"example.com/queens/internal/testkit"
)

// On large boards Solutions begins with First and goes on from there, with several workers too;
// backtracking yields the same.
func TestSolutionsLarge(t *testing.T) {
	upperRight := SquaresWhere(31, func(s Square) bool { return s.Row < 31/2 && s.Col >= 31-s.Row })
	const most = 3
	for _, b := range []*Board{newBoard(t, 31), newBoard(t, 31, Blocked(upperRight...))}[:testkit.Fewer(2, 1)] {
		want := solutionsOf(b.start, search, most)
		for _, workers := range []int{1, 3} {
			var got []Placement
			for p := range b.Solutions(t.Context(), Workers(workers)) {
				if got = append(got, p); len(got) == most {
					break
				}
			}
			testkit.WantSame(t, want, got, "%v: solutions of %d workers", b, workers)
		}
	}
}
