package queens

import (
	"iter"
	"slices"
	"sync/atomic"
	"testing"
)

// On large boards Solutions begins with First and goes on from there; backtracking yields the
// same.
func TestSolutionsLarge(t *testing.T) {
	for _, b := range []*Board{
		newBoard(t, 30), newBoard(t, 31, Blocked(slices.Collect(upperRight(31))...)),
	} {
		const most = 3
		var want, got []Placement
		b.start.search(new(atomic.Bool), func(p Placement) bool {
			want = append(want, slices.Clone(p))
			return len(want) < most
		})
		for p := range b.Solutions(t.Context()) {
			if got = append(got, p); len(got) == most {
				break
			}
		}
		if !slices.EqualFunc(want, got, slices.Equal) {
			t.Errorf("%v: Solutions yields\n%v, want\n%v", b, got, want)
		}
	}
}

// First finds what plain backtracking does, which takes 18 s at n = 34 and a second up to here. TestFirstKnown goes on.
func TestFirstBacktracking(t *testing.T) {
	for n := 27; n <= 31; n++ {
		b := newBoard(t, n)
		var want Placement
		b.start.search(new(atomic.Bool), func(p Placement) bool {
			want = slices.Clone(p)
			return false
		})
		if got, err := b.First(t.Context()); err != nil || !slices.Equal(got, want) {
			t.Errorf("n = %d: %v, %v, want %v", n, got, err, want)
		}
	}
}

// upperRight yields the squares right of the diagonal in the upper half.
func upperRight(n int) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for row := range n / 2 {
			for col := n - row; col < n; col++ {
				if !yield(Square{row, col}) {
					return
				}
			}
		}
	}
}
