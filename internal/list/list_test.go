package list

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	. "example.com/queens/internal/testkit"
)

// reference lists the solutions of a board by comparing each queen with those above it.
func reference(open []uint64, torus bool) (all [][]int) {
	n := len(open)
	queens := make([]int, n)
	apart := func(row, col, above int) bool {
		rows, cols := row-above, col-queens[above]
		if torus {
			return cols != 0 && (cols-rows)%n != 0 && (cols+rows)%n != 0
		}
		return cols != 0 && cols != rows && cols != -rows
	}
	var fill func(row int)
	fill = func(row int) {
		if row == n {
			all = append(all, slices.Clone(queens))
			return
		}
		for col := range n {
			fits := open[row]>>col&1 != 0
			for above := 0; fits && above < row; above++ {
				fits = apart(row, col, above)
			}
			if queens[row] = col; fits {
				fill(row + 1)
			}
		}
	}
	fill(0)
	return all
}

type board struct {
	open  []uint64
	torus bool
}

// randomBoard returns a board with a larger share of open squares the fewer rows it has. It has
// at least one solution on the plane, unless n%6 is 3: the columns 1, 3, 5 … then 0, 2, 4 ….
func randomBoard(rng *rand.Rand, n int, torus bool) board {
	b := board{make([]uint64, n), torus}
	for row := range b.open {
		for col := range n {
			if rng.IntN(n) < 2+35/n {
				b.open[row] |= 1 << col
			}
		}
		b.open[row] |= 1 << ((2*row + 1) % (n | 1))
	}
	if n%6 == 2 && n > 2 { // where these stand on one diagonal: 2, 0, 6, 8 … 4
		b.open[n/2], b.open[n/2+1], b.open[n-1] = 1<<2, 1<<0, 1<<4
		for row := n/2 + 2; row < n-1; row++ {
			b.open[row] |= 1 << (2*(row-n/2) + 2)
		}
	}
	return b
}

func boards(t *testing.T) map[string]board {
	all := map[string]board{"nothing open": {make([]uint64, 3), false}}
	rng := rand.New(rand.NewPCG(55, 0))
	for n := 1; n <= MaxRows; n++ {
		for i := range 1 + Fewer(60, 10)/n {
			all[fmt.Sprintf("n=%d %d", n, i)] = randomBoard(rng, n, false)
			if n%2 != 0 {
				all[fmt.Sprintf("torus n=%d %d", n, i)] = randomBoard(rng, n, true)
			}
		}
		if n <= 10 {
			all[fmt.Sprintf("empty n=%d", n)] = board{slices.Repeat([]uint64{1<<n - 1}, n), false}
		}
	}
	return all
}

func TestSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(55, 1))
	some := make(map[bool]int) // on planes and tori
	for name, b := range boards(t) {
		want := reference(b.open, b.torus)
		some[b.torus] += len(want)
		// Break the loop where all is still ahead, in the middle and at the end.
		for _, last := range []int{0, len(want) / 2, len(want) - 1, len(want)} {
			var got [][]int
			stop := new(atomic.Bool)
			done := Solutions(b.open, b.torus, nil, stop, func(p []int) bool {
				got = append(got, slices.Clone(p))
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
			WantSame(t, want[:last+1], got, "%s, broken at %d", name, last)
		}
		if len(want) > 0 {
			from := slices.Clone(want[rng.IntN(len(want))][:rng.IntN(len(b.open))])
			if len(from) > 0 {
				from[len(from)-1] = rng.IntN(len(b.open) + 1)
			}
			got := [][]int{}
			Solutions(b.open, b.torus, from, new(atomic.Bool), func(p []int) bool {
				got = append(got, slices.Clone(p))
				return true
			})
			want = slices.DeleteFunc(want, func(p []int) bool { return slices.Compare(p, from) < 0 })
			WantSame(t, want, got, "%s, from %v", name, from)
		}
	}
	if some[false] < 1000 || some[true] < 20 {
		t.Errorf("only %v solutions are compared", some)
	}
}

// Searches that run at a time, one in the other's loop, have buffers of their own; a search that
// panicked leaves none behind.
func TestNested(t *testing.T) {
	open := slices.Repeat([]uint64{1<<10 - 1}, 10)
	count := func(visit func()) (solutions int) {
		Solutions(open, false, nil, new(atomic.Bool), func([]int) bool {
			solutions++
			visit()
			return true
		})
		return solutions
	}
	panics := func() { panic("visit") }
	outer := count(func() {
		if got := Recovered(func() { count(panics) }); got != "visit" {
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
func TestStop(t *testing.T) {
	open := slices.Repeat([]uint64{1<<MaxRows - 1}, MaxRows)
	if Solutions(open, false, nil, RaisedFlag(), func([]int) bool { return true }) {
		t.Error("a stopped search goes on")
	}
}

// BenchmarkSolutions compares with the recursion by bit masks that the package comment speaks of.
func BenchmarkSolutions(b *testing.B) {
	EachSize(b, func(b *testing.B, n int) {
		open := slices.Repeat([]uint64{1<<n - 1}, n)
		for name, list := range map[string]func(yield func([]int) bool){
			"blocks":    func(yield func([]int) bool) { Solutions(open, false, nil, new(atomic.Bool), yield) },
			"recursion": func(yield func([]int) bool) { recursion{open, make([]int, n), yield}.list(0, 0, 0, 0) },
		} {
			b.Run("impl="+name, func(b *testing.B) {
				for b.Loop() {
					for range list {
					}
				}
			})
		}
	}, 8, 10, 12)
}

type recursion struct {
	open   []uint64
	queens []int
	yield  func([]int) bool
}

func (r recursion) list(row int, cols, left, right uint64) bool {
	if row == len(r.open) {
		return r.yield(r.queens)
	}
	for free := r.open[row] &^ (cols | left | right); free != 0; free &= free - 1 {
		queen := free & -free
		r.queens[row] = bits.TrailingZeros64(queen)
		if !r.list(row+1, cols|queen, (left|queen)<<1, (right|queen)>>1) {
			return false
		}
	}
	return true
}
