package list_test

import (
	"fmt"
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
		for _, workers := range []int{1, 2, 5} {
			var got [][]int
			done := list.InOrder(boards, workers, newTake, new(atomic.Bool), func(queens []int) bool {
				got = append(got, queens)
				return true
			})
			testkit.WantSame(t, want, got, "torus %t, %d workers", torus, workers)
			if !done || len(want) < 50 {
				t.Errorf("torus %t, %d workers: done %t with %d solutions", torus, workers, done, len(got))
			}
		}
	}
}

// A board of 13 rows is cut into many parts; the visits can end anywhere among them.
func TestInOrderEndsEarly(t *testing.T) {
	const n = 13
	for _, workers := range []int{1, 3} {
		for _, last := range []int{1, 2, 1000, 30_000} {
			t.Run(fmt.Sprintf("%d workers, %d visits", workers, last), func(t *testing.T) {
				visits := 0
				done := list.InOrder([]bitboard.Board{bitboard.Empty(n)}, workers, newTake, new(atomic.Bool), func([]int) bool {
					visits++
					return visits < last
				})
				if done || visits != last {
					t.Errorf("done %t after %d visits", done, visits)
				}
				var stop atomic.Bool
				done = list.InOrder([]bitboard.Board{bitboard.Empty(n)}, workers, newTake, &stop, func([]int) bool {
					if visits--; visits == 0 {
						stop.Store(true)
					}
					return true
				})
				if done || visits > 0 {
					t.Errorf("stopped: done %t with %d visits to go", done, visits)
				}
			})
		}
	}
}
