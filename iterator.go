package queens

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/work"
)

// All returns an iterator over all solutions of the empty plain n×n board, in lexicographic
// order; see [Board.Solutions]. It panics if n is negative or greater than [MaxN].
func All(n int) iter.Seq[Placement] {
	return unfailing(mustNew(n).Solutions(context.Background()))
}

// Fundamental returns an iterator over the fundamental solutions of the empty plain n×n
// board, in lexicographic order; see [Board.Fundamental]. It panics if n is negative or
// greater than [MaxN].
func Fundamental(n int) iter.Seq[Placement] {
	return unfailing(mustNew(n).Fundamental(context.Background()))
}

// mustNew returns the empty board of size n, and panics if there is none.
func mustNew(n int) *Board {
	b, err := New(n)
	if err != nil {
		panic(err)
	}
	return b
}

// Solutions returns an iterator over all solutions, in lexicographic order. Each [Placement]
// is the caller's to keep and to change. Each iteration is a search of its own, which ends
// with the loop.
//
// If the listing ends early, the last pair is nil and the reason: the error of the context, within
// milliseconds after it is cancelled, or that of an [Option]. A loop that meets no error has
// seen all solutions.
//
// The search backtracks row by row, and the time from one solution to the next grows
// exponentially with n. By default it runs on the goroutine of the loop. With several [Workers]
// as many goroutines search ahead of the loop: the solutions come in the same order, and at most
// some ten thousand wait for the loop. Two workers take about 0.6 of the time of one.
//
// Where 30 rows or more lack a queen, the first solution comes from whichever is faster, the
// backtracking or a search as by [Board.First] on a goroutine beside it; the others follow from
// there. [Board.Find] is the fastest way to some solution.
func (b *Board) Solutions(ctx context.Context, opts ...Option) iter.Seq2[Placement, error] {
	start := b.start
	return listing(ctx, opts, func(r run, stop *atomic.Bool, visit func(Placement) bool) error {
		l := &enumeration{n: len(start.open), boards: []bitboard{start}, filter: keepAll, stop: stop}
		if start.toFill() >= startWithFirst {
			p, err := start.first(ctx, max(1, r.Workers-1)) // while this goroutine backtracks
			if errors.Is(err, ErrNoSolution) {
				return nil
			}
			if err != nil || !visit(p) {
				return cmp.Or(err, work.ErrStopped)
			}
			l.nextBoard()
			l.split.skipTo(p)
		}
		return l.list(r.Workers, visit)
	})
}

// startWithFirst is the least number of rows without a queen for which First is worth the
// trouble: with fewer, backtracking finds the first solution of an empty board in 20 ms.
const startWithFirst = 30

// Fundamental returns an iterator over the fundamental solutions, the lexicographically
// least of each orbit, in lexicographic order. The orbits are those of [Board.Orbit], under
// the symmetries that preserve the constraints. Each [Placement] is the caller's to keep
// and to change. If the listing ends early, it says why, and with several [Workers] it searches
// ahead, as [Board.Solutions] does.
//
// It does not go through all solutions: the column of the queen in the first row excludes
// squares along all four edges, and with them most of the search. On empty boards of 10
// rows or more it takes about a quarter of the time that Solutions takes.
func (b *Board) Fundamental(ctx context.Context, opts ...Option) iter.Seq2[Placement, error] {
	start, group := b.start, b.group
	return listing(ctx, opts, func(r run, stop *atomic.Bool, visit func(Placement) bool) error {
		views := viewsOf(group)
		leastOf := func() func(Placement) bool {
			transpose := make(Placement, len(start.open))
			return func(p Placement) bool { return p.imagerIn(transpose).least(views) }
		}
		l := &enumeration{n: len(start.open), boards: start.narrow(nil, 0, group), filter: leastOf, stop: stop}
		return l.list(r.Workers, visit)
	})
}

// narrow adds boards to a list, in the lexicographic order of their solutions, that together
// have the fundamental solutions of b and few others. It fixes the queens of the rows from the
// given one on, as long as some symmetry other than the identity ties: as long as it takes
// each queen fixed so far to itself, so that solutions and their images under it begin
// alike. A queen fixed in a row excludes every square that a tying symmetry takes to a lower
// column of that row, because with a queen there the image would precede the solution.
func (b bitboard) narrow(narrowed []bitboard, row int, ties []Symmetry) []bitboard {
	n := len(b.open)
	if b.hopeless() {
		return narrowed
	}
	if row == n || len(ties) == 1 {
		return append(narrowed, b)
	}
	for col := range bitset.Members(b.open[row]) {
		queen := Square{row, col}
		fixed := b.with(queen)
		var still []Symmetry
		for _, s := range ties {
			inverse := s.Inverse()
			for col := range queen.Col {
				excluded := inverse.Apply(n, Square{row, col})
				fixed.open[excluded.Row] &^= 1 << excluded.Col
			}
			if inverse.Apply(n, queen) == queen {
				still = append(still, s)
			}
		}
		narrowed = fixed.narrow(narrowed, row+1, still)
	}
	return narrowed
}

// An enumeration lists solutions of boards, one board after another.
type enumeration struct {
	n      int
	boards []bitboard                  // that are left
	split  cutter                      // of the board before these
	filter func() func(Placement) bool // makes a worker's filter of solutions
	stop   *atomic.Bool
}

// keepAll makes a filter that keeps all solutions.
func keepAll() func(Placement) bool { return func(Placement) bool { return true } }

// next returns the next part; see [cutter.next].
func (e *enumeration) next(depth int) (part, bool) {
	for {
		p, ok := e.split.next(depth, e.stop)
		if ok || len(e.boards) == 0 {
			return p, ok
		}
		e.nextBoard()
	}
}

func (e *enumeration) nextBoard() {
	e.split.begin(e.boards[0])
	e.boards = e.boards[1:]
}

// list visits copies of the solutions in order. It returns work.ErrStopped if a visit returned false
// or stop was set.
func (e *enumeration) list(workers int, visit func(Placement) bool) error {
	if workers > 1 && e.n > 1 {
		return e.listAhead(workers, visit)
	}
	keep, cloned := e.filter(), cloner()
	for p, ok := e.next(0); ok; p, ok = e.next(0) {
		if !p.search(e.stop, func(solution Placement) bool {
			return !keep(solution) || visit(cloned(solution))
		}) {
			return work.ErrStopped
		}
	}
	return nil
}

// solutionsTogether is how many solutions are cloned into one array, and so take one allocation.
const solutionsTogether = 16

// cloner returns a function that clones placements, several into one array. Appending to one does
// not write into the next, because its capacity ends with it.
func cloner() func(Placement) Placement {
	var array Placement
	return func(p Placement) Placement {
		if array == nil || len(p) > cap(array)-len(array) {
			array = make(Placement, 0, solutionsTogether*len(p))
		}
		begin := len(array)
		array = append(array, p...)
		return array[begin:len(array):len(array)]
	}
}

// An ahead lists solutions by several workers, ahead of the goroutine that visits them. Each
// worker claims the next part and searches it. The parts wait for their visit in a channel, in
// their order.
type ahead struct {
	*enumeration
	mu     sync.Mutex            // of the enumeration, depth and closed; held while a part is sent
	parts  chan chan []Placement // each part is a channel of batches; all are closed after the last
	closed bool
	depth  int // of parts
	most   int // solutions in a batch but the first
}

const (
	// mostAhead is about how many solutions wait to be visited in all.
	mostAhead = 8192
	// partsAhead is how many parts wait for each worker, so that small parts with few solutions
	// keep no worker waiting.
	partsAhead = 4
	// firstRows is how many rows the first parts have. Later ones have so many that a part
	// takes from shortPart to longPart: much longer than it takes to claim one.
	firstRows = 10
	shortPart = 50 * time.Microsecond
	longPart  = 250 * time.Microsecond
)

func (e *enumeration) listAhead(workers int, visit func(Placement) bool) error {
	waiting := partsAhead * workers
	a := &ahead{
		enumeration: e, parts: make(chan chan []Placement, waiting),
		depth: max(0, e.n-firstRows), most: max(1, mostAhead/(waiting+1)),
	}
	var working sync.WaitGroup
	for range workers {
		working.Go(a.work)
	}
	visited := make(chan []Placement) // the part that is being visited
	close(visited)
	defer func() {
		e.stop.Store(true)
		drain(visited)
		for left := range a.parts {
			drain(left)
		}
		working.Wait()
	}()
	for visited = range a.parts {
		for batch := range visited {
			for _, solution := range batch {
				if !visit(solution) {
					return work.ErrStopped
				}
			}
		}
	}
	if e.stop.Load() {
		return work.ErrStopped
	}
	return nil
}

// drain receives what is left of a part, so that its worker can go on.
func drain(batches chan []Placement) {
	for range batches {
	}
}

// work searches parts until there are no more, or stop is set.
func (a *ahead) work() {
	keep, cloned := a.filter(), cloner()
	most := 1 // solutions in a batch: the first one does not wait for others
	var took time.Duration
	for p, to := a.claim(0); to != nil; p, to = a.claim(took) {
		begun := time.Now()
		var batch []Placement
		p.search(a.stop, func(solution Placement) bool {
			if !keep(solution) {
				return true
			}
			if batch = append(batch, cloned(solution)); len(batch) == most {
				to <- batch
				batch, most = nil, a.most
				runtime.Gosched()
			}
			return true
		})
		to <- batch
		close(to)
		took = time.Since(begun)
	}
}

// claim returns the next part to search, and where to send its solutions, nil if there is none.
// took is how long the worker's last part took, or 0 if it had none.
func (a *ahead) claim(took time.Duration) (part, chan []Placement) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case took > longPart:
		a.depth = min(a.depth+1, max(0, a.n-2))
	case 0 < took && took < shortPart:
		a.depth = max(a.depth-1, 0)
	}
	if a.closed {
		return part{}, nil
	}
	next, ok := a.next(a.depth)
	if !ok || a.stop.Load() {
		a.closed = true
		close(a.parts)
		return part{}, nil
	}
	to := make(chan []Placement, 1)
	a.parts <- to
	return next, to
}
