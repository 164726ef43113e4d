package queens

import (
	"testing"
)

// On large boards Solutions begins with First and goes on from there; backtracking yields the
// same.
func TestSolutionsLarge(t *testing.T) {
	for _, b := range []*Board{
		newBoard(t, 30), newBoard(t, 31, Blocked(SquaresWhere(31, func(s Square) bool { return s.Row < 31/2 && s.Col >= 31-s.Row })...)),
	} {
		const most = 3
		var got []Placement
		for p := range b.Solutions(t.Context()) {
			if got = append(got, p); len(got) == most {
				break
			}
		}
		WantSame(t, solutionsOf(b.start, most), got, "%v: solutions", b)
	}
}
