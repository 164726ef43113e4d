package queens

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/list"
	"example.com/queens/internal/naive"
	"example.com/queens/internal/testkit"
)

// listBoards returns boards of all sizes that can be listed.
func listBoards() map[string]bitboard.Board {
	rng := newRNG(5)
	boards := make(map[string]bitboard.Board)
	for n := range 12 {
		boards[fmt.Sprint("empty ", n)] = bitboard.Empty(n)
		boards[fmt.Sprint("torus ", n)] = bitboard.Board{Open: bitboard.Empty(n).Open, Torus: true}
		for i := range testkit.Fewer(10, 4) {
			b := bitboard.Board{Open: slices.Clone(bitboard.Empty(n).Open), Torus: rng.IntN(4) == 0}
			for row := range b.Open {
				closed := rng.Uint64() & rng.Uint64() & rng.Uint64()
				if i%2 == 0 { // it is its own mirror image
					closed |= bits.Reverse64(closed) >> (64 - n)
				}
				b.Open[row] &^= closed
			}
			boards[fmt.Sprintf("random %d, %d", n, i)] = b
		}
	}
	return boards
}

// The solutions after one of them are those of the boards that after returns.
func TestAfter(t *testing.T) {
	for name, b := range listBoards() {
		all := solutionsOf(b, plainly, math.MaxInt)
		for i, p := range all {
			var following []Placement
			for _, rest := range after(b, p) {
				following = append(following, solutionsOf(rest, search, math.MaxInt)...)
			}
			if !slices.EqualFunc(all[i+1:], following, slices.Equal[Placement]) {
				t.Errorf("%s, after %v: %v, want %v", name, p, following, all[i+1:])
			}
			if i > 20 {
				break
			}
		}
	}
}

// Boards that are their own mirror image are listed by halves, up to 14 rows.
func TestMirrored(t *testing.T) {
	for name, b := range listBoards() {
		board := &Board{start: b}
		testkit.WantSame(t, solutionsOf(b, plainly, math.MaxInt), testkit.UpTo(math.MaxInt, unfailing(board.Solutions(t.Context()))), "%s", name)
	}
	for _, c := range []struct {
		n    int
		want bool
	}{{0, false}, {1, true}, {8, true}, {14, true}, {15, false}, {MaxN, false}} {
		if b := bitboard.Empty(c.n); mirrored(b) != c.want || c.n > 1 && mirrored(b.Without(c.n-1, 1)) {
			t.Errorf("n = %d: mirrored", c.n)
		}
	}
}

// The textbook search and the search by blocks find what a plain search does, in the same order, and
// end as soon as the loop does, or when they are stopped.
func TestSearch(t *testing.T) {
	testkit.Sequential(t)
	for name, b := range listBoards() {
		want := solutionsOf(b, plainly, math.MaxInt)
		for _, most := range []int{math.MaxInt, len(want)/2 + 1, 1} {
			some := testkit.UpTo(most, slices.Values(want))
			testkit.WantSame(t, some, solutionsOf(b, search, most), "%s, up to %d", name, most)
			if !b.Hopeless() {
				testkit.WantSame(t, some, solutionsOf(b, backtrack, most), "%s, textbook, up to %d", name, most)
				testkit.WantSame(t, some, solutionsOf(b, list.Solutions, most), "%s, by blocks, up to %d", name, most)
			}
		}
		if len(b.Open) > 1 && !b.Hopeless() && backtrack(b, testkit.RaisedFlag(), func([]int) bool { return true }) {
			t.Errorf("%s: a stopped search says that it is complete", name)
		}
	}
}

func plainly(b bitboard.Board, stop *atomic.Bool, yield func([]int) bool) bool {
	return naive.Solutions(b.Open, b.Torus, stop, yield)
}

// solutionsOf returns the first solutions of a search, at most as many as asked for.
func solutionsOf(b bitboard.Board, search func(bitboard.Board, *atomic.Bool, func([]int) bool) bool, most int) (solutions []Placement) {
	search(b, new(atomic.Bool), func(p []int) bool {
		solutions = append(solutions, slices.Clone(Placement(p)))
		return len(solutions) < most
	})
	return solutions
}
