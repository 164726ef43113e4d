package queens

import (
	"math"
	"slices"
	"sync/atomic"
	"testing"
)

// However a search is cut, its parts have all solutions in order, and after each solution those
// that follow.
func TestCutter(t *testing.T) {
	rng := newRNG(5)
	for _, b := range []bitboard{
		emptyBitboard(0), emptyBitboard(1), emptyBitboard(2), emptyBitboard(4), emptyBitboard(6), emptyBitboard(8),
		{emptyBitboard(7).open, true}, emptyBitboard(8).without(0, 0b11101001), emptyBitboard(8).with(Square{7, 2}), emptyBitboard(7).with(Square{3, 3}),
	} {
		want := solutionsOf(b, math.MaxInt)
		if uint64(len(want)) != countSolutions(&Board{start: b}) {
			t.Errorf("n = %d: %d solutions", len(b.open), len(want))
		}
		for depth := range len(b.open) + 2 {
			for i := -1; i < len(want); i++ {
				var cut cutter
				cut.begin(b)
				if i >= 0 {
					cut.skipTo(want[i])
				}
				var all []Placement
				for p, ok := cut.next(depth, new(atomic.Bool)); ok; p, ok = cut.next(depth+rng.IntN(2), new(atomic.Bool)) {
					if !p.search(new(atomic.Bool), func(p Placement) bool {
						all = append(all, slices.Clone(p))
						return true
					}) {
						t.Errorf("a search is stopped")
					}
				}
				if !slices.EqualFunc(all, want[i+1:], slices.Equal) {
					t.Errorf("n = %d, after solution %d, cut in row %d: %v, want %v", len(b.open), i, depth, all, want[i+1:])
				}
			}
		}
	}
}
