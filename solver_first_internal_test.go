package queens

import (
	"testing"

	. "example.com/queens/internal/testkit"
)

// On large boards Solutions begins with First and goes on from there, with several workers too; backtracking
// yields the same.
func TestSolutionsLarge(t *testing.T) {
	upperRight := SquaresWhere(31, func(s Square) bool { return s.Row < 31/2 && s.Col >= 31-s.Row })
	for b, most := range map[*Board]int{newBoard(t, 30): 20, newBoard(t, 31, Blocked(upperRight...)): 3} {
		want := solutionsOf(b.start, most)
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
