package list_test

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/list"
	"example.com/queens/internal/testkit"
)

// newTake returns a function that takes copies of the solutions whose first queen is in an even
// column.
func newTake() func([]int) ([]int, bool) {
	return func(queens []int) ([]int, bool) {
		return slices.Clone(queens), len(queens) > 0 && queens[0]%2 == 0
	}
}

// However many workers there are, InOrder visits what is taken of one board after the other.
func TestInOrderOfBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 3))
	for _, torus := range []bool{false, true} {
		var boards []bitboard.Board
		var want [][]int
		for range testkit.Fewer(40, 10) {
			n := []int{1, 5, 7, 11, 11, 11, 37, 61}[rng.IntN(8)]
			b := randomBoard(rng, n, torus)
			if n == 11 {
				b.Open = bitboard.Empty(n).Open // several parts
				b.Open[rng.IntN(n)] = 1 << rng.IntN(n)
			}
			boards = append(boards, b)
			for _, queens := range naively(b) {
				if queens[0]%2 == 0 {
					want = append(want, queens)
				}
			}
		}
		if len(want) < 50 {
			t.Errorf("torus %t: only %d solutions", torus, len(want))
		}
		for _, workers := range []int{1, 2, 5} {
			for _, last := range []int{1, 2, len(want) / 2, len(want) + 1} { // the visits can end anywhere
				var got [][]int
				done := list.InOrder(boards, workers, newTake, new(atomic.Bool), func(queens []int) bool {
					got = append(got, queens)
					return len(got) < last
				})
				testkit.WantSame(t, want[:min(last, len(want))], got, "torus %t, %d workers, up to %d", torus, workers, last)
				var stop atomic.Bool
				visits := 0
				stopped := !list.InOrder(boards, workers, newTake, &stop, func([]int) bool {
					if visits++; visits == last {
						stop.Store(true)
					}
					return true
				})
				if whole := last > len(want); done != whole || stopped == whole || visits < len(got) {
					t.Errorf("torus %t, %d workers, up to %d: done %t; stopped %t after %d visits", torus, workers, last, done, stopped, visits)
				}
			}
		}
	}
}
