package find

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"example.com/queens/internal/block"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/work"
)

// Most boards that a search for one solution meets have none. If a board has few open
// squares left, the block search refutes it in the time that propagation takes for a few
// dozen boards. Such boards are leaves. They wait until there are many, and are then swept
// on all processors, each only up to its first solution.

// A sweep has the leaves that wait, and what it takes to search them.
type sweep struct {
	rows     int // the most that a leaf has to fill
	kernel   *kernel.Kernel
	excluded []int // a solution that does not count, or nil
	hands    crew
	stop     *atomic.Bool
	leaves   []Board
}

const (
	// leafProduct is the largest product of the numbers of open squares in the rows of a
	// leaf. Such a leaf takes some 40 µs.
	leafProduct = 1 << 56
	// leavesPerWorker is how many leaves wait for each worker before they are swept.
	leavesPerWorker = 32
)

// A crew is the goroutines that may work at the same time, for all searches of a call. Whoever
// begins a search holds one of them. The search may borrow others to sweep with.
type crew chan struct{}

// newCrew returns a crew of which the caller holds one.
func newCrew(workers int) crew {
	c := make(crew, workers)
	c.hold()
	return c
}

// hold waits for a free one.
func (c crew) hold() { c <- struct{}{} }

// lend holds one if one is free, and reports whether it did.
func (c crew) lend() bool {
	select {
	case c <- struct{}{}:
		return true
	default:
		return false
	}
}

func (c crew) giveBack() { <-c }

// newSweep returns a sweep for the leaves of a board, which has at most maxBlockRows rows.
func newSweep(b *trackBoard, excluded []int, hands crew, stop *atomic.Bool) *sweep {
	return &sweep{rows: b.board().toFill(), kernel: kernel.Fastest(), excluded: excluded, hands: hands, stop: stop}
}

// isLeaf reports whether a board is small enough to be swept.
func isLeaf(b Board) bool {
	product := 1.0
	for _, open := range b.Open {
		product *= float64(bits.OnesCount64(open))
	}
	return product <= leafProduct
}

// add adds a leaf, and reports whether it is time to sweep.
func (s *sweep) add(leaf Board) bool {
	s.leaves = append(s.leaves, Board{slices.Clone(leaf.Open), leaf.Torus})
	return len(s.leaves) == leavesPerWorker*cap(s.hands)
}

// solution returns the first solution that counts of the first leaf that has one, and drops all
// leaves. The error is ErrNone or work.ErrStopped.
func (s *sweep) solution() (solution []int, err error) {
	defer func() { s.leaves = s.leaves[:0] }()
	leaf := s.firstSolvable()
	switch {
	case s.stop.Load():
		return nil, work.ErrStopped
	case leaf == len(s.leaves):
		return nil, ErrNone
	}
	if solution = s.leaves[leaf].solution(s.excluded, s.stop); solution == nil {
		return nil, work.ErrStopped
	}
	return solution, nil
}

// firstSolvable returns the index of the first leaf with a solution that counts, or the number
// of leaves if none has one, unless it is stopped.
func (s *sweep) firstSolvable() int {
	var next, first atomic.Int64 // to look at, and known to have a solution
	first.Store(int64(len(s.leaves)))
	work := func() {
		blocks := block.Take(s.kernel, s.rows)
		defer blocks.Release()
		for i := next.Add(1) - 1; i < first.Load(); i = next.Add(1) - 1 {
			rows := s.leaves[i]
			enough := uint64(1) // solutions for one of them to count
			if s.excluded != nil && rows.admits(s.excluded) {
				enough = 2
			}
			easiest := block.Easiest(block.Board{Open: rows.Open, Torus: rows.Torus, Queens: rows.queens()})
			solutions, err := blocks.Count(enough, easiest, s.stop)
			if err != nil {
				return
			}
			if solutions >= enough {
				for old := first.Load(); i < old && !first.CompareAndSwap(old, i); old = first.Load() {
				}
			}
		}
	}
	var wait sync.WaitGroup
	for range len(s.leaves) - 1 {
		if !s.hands.lend() {
			break
		}
		wait.Go(func() {
			defer s.hands.giveBack()
			work()
		})
	}
	work()
	wait.Wait()
	return int(first.Load())
}
