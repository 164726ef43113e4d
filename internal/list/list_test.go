package list_test

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/list"
	"example.com/queens/internal/naive"
	"example.com/queens/internal/testkit"
)

// naively returns the solutions of a board.
func naively(b bitboard.Board) (all [][]int) {
	naive.Solutions(b.Open, b.Torus, new(atomic.Bool), func(p []int) bool {
		all = append(all, append([]int{}, p...))
		return true
	})
	return all
}

// randomBoard returns a board with a larger share of open squares the fewer rows it has. Above 12
// rows it has at least one solution on a plain board, unless n%6 is 3: the columns 1, 3, 5 … then 0, 2,
// 4 …. Above 32 rows only ten rows have other open squares.
func randomBoard(rng *rand.Rand, n int, torus bool) bitboard.Board {
	b := bitboard.Board{Open: make([]uint64, n), Torus: torus}
	for row := range b.Open {
		for col := range n {
			if rng.IntN(n) < 2+35/n && (n <= 32 || rng.IntN(n) < 10) {
				b.Open[row] |= 1 << col
			}
		}
		b.Open[row] |= 1 << ((2*row + 1) % (n | 1))
	}
	if n%6 == 2 && n > 2 { // where these stand on one diagonal: 2, 0, 6, 8 … 4
		b.Open[n/2], b.Open[n/2+1], b.Open[n-1] = 1<<2, 1<<0, 1<<4
		for row := n/2 + 2; row < n-1; row++ {
			b.Open[row] |= 1 << (2*(row-n/2) + 2)
		}
	}
	return b
}

func boards(t *testing.T) map[string]bitboard.Board {
	all := map[string]bitboard.Board{"nothing open": {Open: make([]uint64, 3)}, "size 0": {}}
	rng := rand.New(rand.NewPCG(55, 0))
	for n := 1; n <= 64; n++ {
		for i := range 1 + testkit.Fewer(60, 10)/n {
			all[fmt.Sprintf("n=%d %d", n, i)] = randomBoard(rng, n, false)
			if n%2 != 0 {
				all[fmt.Sprintf("torus n=%d %d", n, i)] = randomBoard(rng, n, true)
			}
		}
		if n <= 10 {
			all[fmt.Sprintf("empty n=%d", n)] = bitboard.Empty(n)
		}
	}
	return all
}

func TestSolutions(t *testing.T) {
	some := make(map[bool]int) // on plain boards and tori
	for name, b := range boards(t) {
		want := naively(b)
		some[b.Torus] += len(want)
		// Break the loop where all is still ahead, in the middle and at the end.
		for _, last := range []int{0, len(want) / 2, len(want) - 1, len(want)} {
			var got [][]int
			done := list.Solutions(b, new(atomic.Bool), func(p []int) bool {
				got = append(got, append([]int{}, p...))
				return len(got)-1 != last
			})
			if last < 0 || last >= len(want) {
				last = len(want) - 1
				if !done {
					t.Errorf("%s: the search ends early", name)
				}
			} else if done {
				t.Errorf("%s: broken at %d, the search goes on", name, last)
			}
			testkit.WantSame(t, want[:last+1], got, "%s, broken at %d", name, last)
		}
	}
	if some[false] < 1000 || some[true] < 20 {
		t.Errorf("only %v solutions are compared", some)
	}
}

// Searches that run at a time, one in the other's loop, have buffers of their own; a search that
// panicked leaves none behind.
func TestSolutionsNested(t *testing.T) {
	testkit.Sequential(t)
	board := bitboard.Empty(10)
	count := func(visit func()) (solutions int) {
		list.Solutions(board, new(atomic.Bool), func([]int) bool {
			solutions++
			visit()
			return true
		})
		return solutions
	}
	panics := func() { panic("visit") }
	outer := count(func() {
		if got := testkit.Recovered(func() { count(panics) }); got != "visit" {
			t.Fatalf("recovered %v", got)
		}
		if got := count(func() {}); got != 724 {
			t.Fatalf("%d solutions within a loop", got)
		}
	})
	if outer != 724 {
		t.Errorf("%d solutions around loops", outer)
	}
}

// A search ends soon after its flag is set, also where it has not found anything.
func TestSolutionsStops(t *testing.T) {
	for _, n := range []int{32, 63, 64} {
		if list.Solutions(bitboard.Empty(n), testkit.RaisedFlag(), func([]int) bool { return true }) {
			t.Errorf("n = %d: a stopped search goes on", n)
		}
	}
}
