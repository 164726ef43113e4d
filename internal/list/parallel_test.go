package list

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	. "example.com/queens/internal/testkit"
)

// numbers has parts of 0 to 2999 results, which are the numbers from 0 on.
type numbers struct {
	stop        *atomic.Bool
	part, begin int
	made        atomic.Int64
}

const manyNumbers = 300_000

func (s *numbers) next() ([2]int, bool) {
	if s.begin >= manyNumbers {
		return [2]int{}, false
	}
	s.part++
	begin := s.begin
	s.begin = min(begin+s.part*s.part%3000, manyNumbers)
	return [2]int{begin, s.begin}, true
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
	return InOrder(workers, s.next, s.newSearch, s.stop, visit)
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

// Once InOrder has returned, no worker asks for more.
func TestInOrderReturns(t *testing.T) {
	var returned atomic.Bool
	for range 2000 {
		returned.Store(false)
		parts := 3
		next := func() (int, bool) {
			if returned.Load() {
				t.Error("a worker asks for a part when all is over")
			}
			parts--
			return parts, parts >= 0
		}
		newSearch := func() func(int, func(int) bool) bool {
			return func(part int, yield func(int) bool) bool { return yield(part) }
		}
		InOrder(8, next, newSearch, new(atomic.Bool), func(int) bool { return true })
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
				why := Recovered(func() {
					done = s.inOrder(workers, func(i int) bool {
						if visited++; i >= last {
							return end(&s)
						}
						return true
					})
				})
				CheckGoroutines(t, before)
				if done || (name == "panic") != (why == "visit") || name != "stop" && visited != last+1 {
					t.Errorf("%d workers, ended by %s at %d: %t, %v after %d visits", workers, name, last, done, why, visited)
				}
			}
		}
	}
}
