package list

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/bitset"
	"example.com/queens/internal/plain"
	"example.com/queens/internal/testkit"
)

// However boards are split, their parts have all solutions in order.
func TestParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	solutionsOf := func(b bitboard.Board) (all [][]int) {
		plain.Solutions(b.Open, b.Torus, new(atomic.Bool), func(queens []int) bool {
			all = append(all, slices.Clone(queens))
			return true
		})
		return all
	}
	for n := range 12 {
		for i := range 10 {
			var boards []bitboard.Board
			var want [][]int
			for range 1 + rng.IntN(3) {
				b := bitboard.Empty(n)
				b.Torus = rng.IntN(4) == 0
				for row := range b.Open {
					if i > 0 {
						b.Open[row] &^= bitset.Below(n) & rng.Uint64() & rng.Uint64() & rng.Uint64()
					}
				}
				boards, want = append(boards, b), append(want, solutionsOf(b)...)
			}
			s := splitter{slices.Clone(boards), rng.IntN(mostSpare), new(atomic.Bool)}
			slices.Reverse(s.waiting)
			var got [][]int
			for part, ok := s.next(); ok; part, ok = s.next() {
				got = append(got, solutionsOf(part)...)
			}
			testkit.WantSame(t, want, got, "%s, in parts with %d spare squares", fmt.Sprint(boards), s.most)
		}
	}
	if _, ok := Parts([]bitboard.Board{bitboard.Empty(64)}, testkit.RaisedFlag())(); ok {
		t.Error("a stopped split goes on")
	}
}
