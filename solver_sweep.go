package queens

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// Most boards that a search for one solution meets have none. If a board has few open
// squares left, the block search refutes it in the time that propagation takes for some
// tens of boards. Such boards are leaves. They wait until there are many, and are then
// swept on all processors, each only up to its first solution.

// A sweep has the leaves that wait, and what it takes to search them.
type sweep struct {
	n, rows  int // of the board, and how many of these a leaf has to fill at most
	torus    bool
	kernel   *kernel
	excluded Placement // a solution that does not count, or nil
	hands    crew
	stop     *atomic.Bool
	tracks   []uint64 // of each leaf: its rows, and then its columns
}

const (
	// leafProduct is the largest product of the numbers of open squares in the rows of a
	// leaf. Such a leaf takes some 40 µs.
	leafProduct = 1 << 56
	// leavesPerWorker is how many leaves wait for each worker before they are swept.
	leavesPerWorker = 32
)

// A crew is the goroutines that may work at a time, for all searches of a call. Whoever begins a
// search holds one for it, and it is lent others to sweep with.
type crew chan struct{}

// hold waits for a free one.
func (c crew) hold() { c <- struct{}{} }

// lend reports whether one was free, which is now held.
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
func newSweep(b *trackBoard, excluded Placement, hands crew, stop *atomic.Bool) *sweep {
	rows := bitboard{b.rows(), b.torus}.toFill()
	return &sweep{n: b.n, rows: rows, torus: b.torus, excluded: excluded, kernel: fastest(), hands: hands, stop: stop}
}

// isLeaf reports whether a board is small enough to be swept.
func isLeaf(b *trackBoard) bool {
	product := 1.0
	for _, open := range b.rows() {
		product *= float64(bits.OnesCount64(open))
	}
	return product <= leafProduct
}

// add adds a leaf, and reports whether it is time to sweep.
func (s *sweep) add(b *trackBoard) bool {
	s.tracks = append(s.tracks, b.tracks[:2*s.n]...)
	return s.leaves() == leavesPerWorker*cap(s.hands)
}

func (s *sweep) leaves() int { return len(s.tracks) / max(1, 2*s.n) }

// solution returns a solution of the first leaf that has one, and drops all leaves. The
// error is ErrNoSolution or errStopped.
func (s *sweep) solution() (Placement, error) {
	defer func() { s.tracks = s.tracks[:0] }()
	leaf := s.firstSolvable()
	switch {
	case s.stop.Load():
		return nil, errStopped
	case leaf == s.leaves():
		return nil, ErrNoSolution
	}
	return s.solve(leaf)
}

// firstSolvable returns the first leaf with a solution that counts, or the number of
// leaves if none has one, unless it is stopped.
func (s *sweep) firstSolvable() int {
	var next, first atomic.Int64 // to look at, and known to have a solution
	first.Store(int64(s.leaves()))
	work := func() {
		empty := bitboard{make([]uint64, s.n), s.torus}
		c := counter{rows: newPosition(empty), cols: newPosition(empty), blocks: takeBlockSearch(s.kernel, s.rows)}
		defer c.release()
		for i := next.Add(1) - 1; i < first.Load(); i = next.Add(1) - 1 {
			enough := s.enough(int(i))
			rows, cols := s.leaf(int(i))
			c.rows.set(rows)
			c.cols.set(cols)
			easiest := easiestSide(c.rows, c.cols)
			solutions, err := c.blocks.countTo(enough, easiest.board, easiest.queens, s.stop)
			if err != nil {
				return
			}
			if solutions >= enough {
				storeMin(&first, i)
			}
		}
	}
	var wait sync.WaitGroup
	for range s.leaves() - 1 {
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

// storeMin stores x unless that is larger than what is stored.
func storeMin(v *atomic.Int64, x int64) {
	for old := v.Load(); x < old && !v.CompareAndSwap(old, x); old = v.Load() {
	}
}

// leaf returns the rows and the columns of a leaf.
func (s *sweep) leaf(i int) (rows, cols []uint64) {
	tracks := s.tracks[2*s.n*i:][:2*s.n]
	return tracks[:s.n], tracks[s.n:]
}

// enough returns how many solutions a leaf must have for one of them to count.
func (s *sweep) enough(i int) uint64 {
	if s.excluded == nil {
		return 1
	}
	rows, _ := s.leaf(i)
	for row, col := range s.excluded {
		if rows[row]>>col&1 == 0 {
			return 1
		}
	}
	return 2
}

// solve returns the first solution of a leaf that counts. There is one. The error is
// errStopped.
func (s *sweep) solve(i int) (Placement, error) {
	rows, _ := s.leaf(i)
	var solution Placement
	bitboard{rows, s.torus}.search(s.stop, func(p Placement) bool {
		if !slices.Equal(p, s.excluded) {
			solution = slices.Clone(p)
		}
		return solution == nil
	})
	if solution == nil {
		return nil, errStopped
	}
	return solution, nil
}

// set takes over the open squares of a board. A row with one open square has a queen there.
func (p position) set(open []uint64) {
	copy(p.board.open, open)
	for row, squares := range open {
		p.queens[row] = Empty
		if squares&(squares-1) == 0 {
			p.queens[row] = bits.TrailingZeros64(squares)
		}
	}
}
