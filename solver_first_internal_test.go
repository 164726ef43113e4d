package queens

import (
	"iter"
	"math/bits"
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

// The parts are disjoint and ascend, one for each worker if there are as many columns; only
// the highest columns are left out.
func TestLowParts(t *testing.T) {
	for _, columns := range []uint64{0, 1, 0b1000, 0b1011, 0xff, 0b10110111 << 40, 1<<64 - 1} {
		for workers := 1; workers < 70; workers++ {
			rest := columns
			parts := lowParts(columns, workers)
			for _, part := range parts {
				for ; part != 0; part &= part - 1 {
					if part&-part != rest&-rest {
						t.Fatalf("parts %b of %b", parts, columns)
					}
					rest &= rest - 1
				}
			}
			if len(parts) > workers || slices.Contains(parts, 0) || (len(parts) == 0) != (columns == 0) {
				t.Errorf("%d parts of %b for %d workers", len(parts), columns, workers)
			}
			if count := bits.OnesCount64(columns); workers == 1 && len(parts) == 1 && bits.OnesCount64(parts[0]) != (count+1)/2 {
				t.Errorf("%b is not the lower half of %b", parts[0], columns)
			}
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
