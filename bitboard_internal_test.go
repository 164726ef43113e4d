package queens

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/list"
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
// the loop does. Wherever the first one ends, the other goes on.
func TestSearch(t *testing.T) {
	for name, b := range listBoards(t) {
		want := solutionsOf(b.backtrack, math.MaxInt)
		for calls, more := 1, true; more; calls *= 3 {
			got := solutionsOf(func(stop *atomic.Bool, yield func(Placement) bool) bool {
				done, next := b.backtrackFor(calls, stop, yield)
				if more = next != nil; more {
					done = list.Solutions(b.open, b.torus, next, stop, func(p []int) bool { return yield(p) })
				}
				return done
			}, math.MaxInt)
			WantSame(t, want, got, "%s, by blocks after %d calls", name, calls)
		}
		WantSame(t, want, solutionsOf(b.search, math.MaxInt), "%s", name)
		for _, most := range []int{1, len(want)/2 + 1} {
			WantSame(t, UpTo(most, slices.Values(want)), solutionsOf(b.search, most), "%s, up to %d", name, most)
		}
	}
}

// However a board is split, its parts have all solutions in order, and after each solution those
// that follow.
func TestSplitter(t *testing.T) {
	rng := newRNG(6)
	for name, b := range listBoards(t) {
		want := solutionsOf(b.backtrack, math.MaxInt)
		check := func(want []Placement, boards ...bitboard) {
			slices.Reverse(boards)
			s := splitter{boards, rng.IntN(mostSpare), new(atomic.Bool)}
			var all []Placement
			for part, ok := s.next(); ok; part, ok = s.next() {
				all = append(all, solutionsOf(part.backtrack, math.MaxInt)...)
			}
			WantSame(t, want, all, "%s, in parts with %d spare squares", name, s.most)
		}
		check(want, b)
		if len(want) > 0 {
			for _, i := range []int{0, rng.IntN(len(want)), len(want) - 1} {
				check(slices.Collect(slices.Values(want[i+1:])), b.after(want[i])...)
			}
		}
	}
	stopped := splitter{[]bitboard{emptyBitboard(MaxN)}, mostSpare, RaisedFlag()}
	if _, ok := stopped.next(); ok {
		t.Error("a stopped splitter goes on")
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
