package list

import (
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/naive"
	"example.com/queens/internal/testkit"
)

// However a board is split, its parts have all solutions in order.
func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 4))
	for range testkit.Fewer(200, 50) {
		n, torus := rng.IntN(12), rng.IntN(2) == 0
		b := bitboard.Board{Open: make([]uint64, n), Torus: torus}
		for row := range b.Open {
			for col := range n {
				if rng.IntN(4) > 0 {
					b.Open[row] |= 1 << col
				}
			}
		}
		most := rng.IntN(mostSpare)
		var want, got [][]int
		naive.Solutions(b.Open, torus, new(atomic.Bool), func(queens []int) bool {
			want = append(want, append([]int{}, queens...))
			return true
		})
		for p := range split([]bitboard.Board{b}, most, new(atomic.Bool)) {
			p.solutions(new(atomic.Bool), func(queens []int) bool {
				got = append(got, append([]int{}, queens...))
				return true
			})
		}
		testkit.WantSame(t, want, got, "%b, torus %t, in parts with %d spare squares", b.Open, torus, most)
	}
	for range split([]bitboard.Board{bitboard.Empty(64)}, mostSpare, testkit.RaisedFlag()) {
		t.Error("a board is split although the flag is set")
	}
}

// numbers has parts of 0 to 2999 results, which are the numbers from 0 on.
type numbers struct {
	stop *atomic.Bool
	made atomic.Int64
}

const manyNumbers = 300_000

func (s *numbers) parts(yield func([2]int) bool) {
	begin := 0
	for part := 1; begin < manyNumbers && !s.stop.Load(); part++ {
		end := min(begin+part*part%3000, manyNumbers)
		if !yield([2]int{begin, end}) {
			return
		}
		begin = end
	}
}

func (s *numbers) newSearch() func([2]int, func(int) bool) bool {
	return func(part [2]int, yield func(int) bool) bool {
		for i := part[0]; i < part[1] && !s.stop.Load(); i++ {
			s.made.Add(1)
			yield(i)
		}
		return !s.stop.Load()
	}
}

func (s *numbers) inOrder(workers int, visit func(int) bool) bool {
	s.stop = new(atomic.Bool)
	return inOrder(workers, s.parts, s.newSearch, s.stop, visit)
}

// Workers are some thousands of results ahead of their visit, and no more, however long it takes.
func TestInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7, 100} {
		var s numbers
		visited, most := 0, 0
		if !s.inOrder(workers, func(i int) bool {
			if i != visited {
				t.Fatalf("%d workers: %d comes after %d numbers", workers, i, visited)
			}
			if visited%100_000 == 0 {
				time.Sleep(100 * time.Millisecond) // enough to get as far ahead as they may
			}
			most = max(most, int(s.made.Load())-visited)
			visited++
			return true
		}) || visited != manyNumbers {
			t.Errorf("%d workers: %d numbers", workers, visited)
		}
		if most > 2*mostAhead {
			t.Errorf("%d workers are %d numbers ahead", workers, most)
		}
	}
}

// Once inOrder has returned, no more parts are made.
func TestInOrderReturns(t *testing.T) {
	var returned atomic.Bool
	for range 2000 {
		returned.Store(false)
		parts := func(yield func(int) bool) {
			for part := 0; part < 3 && yield(part); part++ {
				if returned.Load() {
					t.Error("parts are made when all is over")
				}
			}
		}
		newSearch := func() func(int, func(int) bool) bool {
			return func(part int, yield func(int) bool) bool {
				if returned.Load() {
					t.Error("a worker searches when all is over")
				}
				return yield(part)
			}
		}
		inOrder(8, parts, newSearch, new(atomic.Bool), func(int) bool { return true })
		returned.Store(true)
	}
}

// However the visits end, they end at once, and no goroutine is left.
func TestInOrderEnds(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 2, 7} {
		for _, last := range []int{0, 1, 2, 5000, manyNumbers - 1} {
			for name, end := range map[string]func(s *numbers) bool{
				"false": func(*numbers) bool { return false },
				"panic": func(*numbers) bool { panic("visit") },
				"stop":  func(s *numbers) bool { s.stop.Store(true); return true },
			} {
				var s numbers
				visited, done := 0, false
				why := testkit.Recovered(func() {
					done = s.inOrder(workers, func(i int) bool {
						if visited++; i >= last {
							return end(&s)
						}
						return true
					})
				})
				testkit.CheckGoroutines(t, before)
				if done || !s.stop.Load() || (name == "panic") != (why == "visit") || name != "stop" && visited != last+1 {
					t.Errorf("%d workers, ended by %s at %d: %t, %v after %d visits", workers, name, last, done, why, visited)
				}
			}
		}
	}
}
