package queens

import (
	"fmt"
	"math"
	"slices"
	"testing"

	. "example.com/queens/internal/testkit"
)

// listBoards returns boards of all sizes that can be listed.
func listBoards(t *testing.T) map[string]bitboard {
	rng := newRNG(5)
	boards := make(map[string]bitboard)
	for n := range 12 {
		boards[fmt.Sprint("empty ", n)] = emptyBitboard(n)
		boards[fmt.Sprint("torus ", n)] = bitboard{emptyBitboard(n).open, true}
		for range Fewer(10, 3) * min(n, 1) {
			b := newBoard(t, n, randomOptions(rng, n)...)
			boards[b.String()] = b.start
		}
	}
	return boards
}

// The textbook search and the search by blocks find the same, in the same order, and end as soon as
// the loop does.
func TestSearch(t *testing.T) {
	for name, b := range listBoards(t) {
		want := solutionsOf(b.backtrack, math.MaxInt)
		WantSame(t, want, solutionsOf(b.search, math.MaxInt), "%s", name)
		for _, most := range []int{1, len(want)/2 + 1} {
			WantSame(t, UpTo(most, slices.Values(want)), solutionsOf(b.search, most), "%s, up to %d", name, most)
		}
	}
}

// The boards after a solution have all solutions that follow it, in order.
func TestAfter(t *testing.T) {
	rng := newRNG(6)
	for name, b := range listBoards(t) {
		all := solutionsOf(b.backtrack, math.MaxInt)
		if len(all) == 0 {
			continue
		}
		for _, i := range []int{0, rng.IntN(len(all)), len(all) - 1} {
			var got []Placement
			for _, following := range b.after(all[i]) {
				got = append(got, solutionsOf(following.backtrack, math.MaxInt)...)
			}
			WantSame(t, append([]Placement{}, all[i+1:]...), append([]Placement{}, got...), "%s, after %v", name, all[i])
		}
	}
}

// Boards that are their own mirror image are listed by halves, up to 14 rows.
func TestMirrored(t *testing.T) {
	for name, b := range listBoards(t) {
		board := &Board{start: b}
		WantSame(t, solutionsOf(b.backtrack, math.MaxInt), UpTo(math.MaxInt, unfailing(board.Solutions(t.Context()))), "%s", name)
	}
	for _, c := range []struct {
		n    int
		want bool
	}{{0, false}, {1, true}, {8, true}, {14, true}, {15, false}, {MaxN, false}} {
		if b := emptyBitboard(c.n); b.mirrored() != c.want || c.n > 1 && b.without(c.n-1, 1).mirrored() {
			t.Errorf("n = %d: mirrored", c.n)
		}
	}
}
