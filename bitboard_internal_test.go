package queens

import (
	"math"
	"slices"
	"sync/atomic"
	"testing"
)

func TestAddTimes(t *testing.T) {
	tests := []struct {
		sum, solutions, weight uint64
		want                   uint64
		ok                     bool
	}{
		{0, 0, 8, 0, true},
		{5, 7, 8, 61, true},
		{math.MaxUint64 - 8, 1, 8, math.MaxUint64, true},
		{math.MaxUint64 - 7, 1, 8, 0, false},
		{0, 1 << 61, 8, 0, false},
		{1, math.MaxUint64, 1, 0, false},
	}
	for _, test := range tests {
		got, ok := addTimes(test.sum, test.solutions, test.weight)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("addTimes(%d, %d, %d) = %d, %t, want %d, %t",
				test.sum, test.solutions, test.weight, got, ok, test.want, test.ok)
		}
	}
}

// After each solution, searchAfter finds those that follow.
func TestSearchAfter(t *testing.T) {
	for _, b := range []bitboard{
		emptyBitboard(0), emptyBitboard(1), emptyBitboard(4), emptyBitboard(6), emptyBitboard(8),
		{emptyBitboard(7).open, true}, emptyBitboard(8).withFirst(0b10110), emptyBitboard(8).with(Square{7, 2}), emptyBitboard(7).with(Square{3, 3}),
	} {
		var all []Placement
		collect := func(p Placement) bool {
			all = append(all, slices.Clone(p))
			return true
		}
		b.search(new(atomic.Bool), collect)
		if len(all) == 0 {
			t.Fatal("a board without solutions")
		}
		want := all
		for i, p := range want {
			all = nil
			if !b.searchAfter(p, new(atomic.Bool), collect) || !slices.EqualFunc(all, want[i+1:], slices.Equal) {
				t.Errorf("n = %d, after %v: %v, want %v", len(p), p, all, want[i+1:])
			}
			if i+1 < len(want) && b.searchAfter(p, new(atomic.Bool), func(Placement) bool { return false }) {
				t.Errorf("n = %d, after %v: it was not stopped", len(p), p)
			}
		}
		stopped := new(atomic.Bool)
		stopped.Store(true)
		if len(want) > 4 && b.searchAfter(want[0], stopped, func(Placement) bool { return true }) {
			t.Errorf("n = %d: it goes on although it was stopped", len(b.open))
		}
	}
}
