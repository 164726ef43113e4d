package list

import (
	"iter"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"example.com/queens/internal/bitboard"
)

// InOrder lists the solutions of boards, one board after the other. It visits what take makes of each
// solution, columns in a slice that is used again, and leaves out those for which take returns
// false.
//
// With several workers as many goroutines search parts of the boards ahead of the visitor, who keeps
// some thousands of solutions waiting at most. Each has a take function of its own from newTake.
// All visits are on the goroutine of the call, and in order. InOrder returns false if visit did or
// stop was set. It may set stop, and it leaves no goroutine, also if visit panics.
func InOrder[R any](boards []bitboard.Board, workers int, newTake func() func(queens []int) (R, bool), stop *atomic.Bool, visit func(R) bool) bool {
	newSearch := func() func(part, func(R) bool) bool {
		take := newTake()
		return func(p part, visit func(R) bool) bool {
			return p.solutions(stop, func(queens []int) bool {
				result, ok := take(queens)
				return !ok || visit(result)
			})
		}
	}
	if workers > 1 {
		return inOrder(workers, split(boards, mostSpare, stop), newSearch, stop, visit)
	}
	search := newSearch()
	for _, b := range boards {
		if !b.Hopeless() && !search(whole(b), visit) {
			return false
		}
	}
	return true
}

// mostSpare makes parts that mostly take 30 to 300 µs and have less than a thousand solutions,
// whatever the size of the board.
const mostSpare = 96

// split yields parts of boards that together have all solutions, in their order. Each has at most
// that many spare squares, free squares beyond one for each row to fill. It ends when stop is set.
func split(boards []bitboard.Board, most int, stop *atomic.Bool) iter.Seq[part] {
	return func(yield func(part) bool) {
		for _, b := range boards {
			if !b.Hopeless() && !whole(b).split(most, stop, yield) {
				return
			}
		}
	}
}

// split yields parts of p, by the queens of its first rows. It returns false if yield did or stop was
// set.
func (p part) split(most int, stop *atomic.Bool, yield func(part) bool) bool {
	switch spare, solvable := p.spare(); {
	case stop.Load():
		return false
	case !solvable:
		return true
	case spare <= most:
		return yield(p)
	}
	row := len(p.queens)
	for col := range bitboard.Members(p.below.free(^p.Open[row])) {
		child := p
		child.queens = append(p.queens[:row:row], col)
		child.below = p.below.child(p.Board, 1<<col)
		if !child.split(most, stop, yield) {
			return false
		}
	}
	return true
}

// spare returns the number of spare squares, and whether each row to fill has a free one.
func (p part) spare() (squares int, solvable bool) {
	below := p.below
	for _, open := range p.Open[len(p.queens):] {
		free := below.free(^open)
		if free == 0 {
			return 0, false
		}
		squares += bits.OnesCount64(free) - 1
		below = below.child(p.Board, 0)
	}
	return squares, true
}

const (
	// mostAhead is about how many results wait to be visited in all.
	mostAhead = 8192
	// partsAhead is how many parts wait for each worker, so that small parts with few results
	// keep no worker waiting.
	partsAhead = 4
)

// inOrder visits the results of parts, in order, on the goroutine of the call, which also makes the
// parts. Meanwhile workers search those that wait for their visit, each by a function of its own
// that newSearch makes. Parts and searches end soon after stop is set. inOrder returns false if
// visit did or stop was set. At the end, also if visit panics, stop is set and no goroutine is left.
func inOrder[P, R any](workers int, parts iter.Seq[P], newSearch func() func(P, func(R) bool) bool, stop *atomic.Bool, visit func(R) bool) bool {
	// A job is a part, and where its results come in batches until all are there.
	type job struct {
		part    P
		results chan []R
	}
	most := partsAhead * workers
	jobs := make(chan job, most)
	var working sync.WaitGroup
	for range workers {
		working.Go(func() {
			search, size := newSearch(), 1 // of a batch: the first one does not wait for others
			for j := range jobs {
				var batch []R
				search(j.part, func(result R) bool {
					if batch = append(batch, result); len(batch) == size {
						j.results <- batch
						batch, size = nil, max(1, mostAhead/(most+1))
						runtime.Gosched()
					}
					return true
				})
				j.results <- batch
				close(j.results)
			}
		})
	}
	var waiting []job // at most so many, which all fit into jobs
	defer func() {
		stop.Store(true)
		close(jobs)
		for _, j := range waiting {
			for range j.results { // so that its worker can go on
			}
		}
		working.Wait()
	}()
	visitNext := func() bool {
		for batch := range waiting[0].results {
			for _, result := range batch {
				if !visit(result) {
					return false
				}
			}
		}
		waiting = waiting[1:]
		return true
	}
	for part := range parts {
		j := job{part, make(chan []R, 1)}
		jobs <- j
		if waiting = append(waiting, j); len(waiting) == most && !visitNext() {
			return false
		}
	}
	for len(waiting) > 0 {
		if !visitNext() {
			return false
		}
	}
	return !stop.Load()
}
