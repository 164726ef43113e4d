package queens

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// All returns an iterator over all solutions of the empty plain n×n board, in lexicographic
// order; see [Board.Solutions]. It panics if n is negative or greater than [MaxN].
func All(n int) iter.Seq[Placement] {
	mustBeSize(n)
	b := Board{start: emptyBitboard(n)}
	return unfailing(b.Solutions(context.Background()))
}

// Fundamental returns an iterator over the fundamental solutions of the empty plain n×n
// board, in lexicographic order; see [Board.Fundamental]. It panics if n is negative or
// greater than [MaxN].
func Fundamental(n int) iter.Seq[Placement] {
	mustBeSize(n)
	b := Board{start: emptyBitboard(n), group: allSymmetries()}
	return unfailing(b.Fundamental(context.Background()))
}

// mustBeSize panics if there is no Board of size n.
func mustBeSize(n int) {
	if err := checkSize(n, MaxN); err != nil {
		panic(fmt.Errorf("queens: %w", err))
	}
}

// Solutions returns an iterator over all solutions, in lexicographic order. Each [Placement]
// is the caller's to keep and to change. Each iteration is a search of its own, which ends
// with the loop.
//
// If the listing ends early, the last pair is nil and why: the error of the context, within
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
			p, err := start.first(ctx, max(1, r.workers-1)) // while this goroutine backtracks
			if err == ErrNoSolution {
				return nil
			}
			if err != nil || !visit(p) {
				return cmp.Or(err, errStopped)
			}
			l.nextBoard()
			l.split.skipTo(p)
		}
		return l.list(r.workers, visit)
	})
}

// startWithFirst is from how many rows without a queen on First is worth the trouble: with
// fewer, backtracking finds the first solution of an empty board in 20 ms.
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
		return l.list(r.workers, visit)
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
	for col := range bitsOf(b.open[row]) {
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
		p, ok := e.split.next(depth)
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

// list visits copies of the solutions in order. It returns errStopped if a visit returned false
// or stop was set.
func (e *enumeration) list(workers int, visit func(Placement) bool) error {
	if workers > 1 && e.n > 1 {
		return e.listAhead(workers, visit)
	}
	keep := e.filter()
	var out arena
	for p, ok := e.next(0); ok; p, ok = e.next(0) {
		if !p.search(e.stop, func(solution Placement) bool {
			return !keep(solution) || visit(append(out.placement(e.n)[:0], solution...))
		}) {
			return errStopped
		}
	}
	return nil
}

// solutionsTogether is how many solutions are cut from one array, and so take one allocation.
const solutionsTogether = 16

// An arena hands out placements that are cut from shared arrays. Appending to one does not
// write into the next, because its capacity ends with it.
type arena []int

func (a *arena) placement(n int) Placement {
	if *a == nil || len(*a) < n {
		*a = make(arena, solutionsTogether*n)
	}
	cut := (*a)[:n:n]
	*a = (*a)[n:]
	return Placement(cut)
}

// An ahead lists solutions by several workers, ahead of the goroutine that visits them. Each
// worker claims the next part and searches it. The parts wait for their visit in a channel, in
// their order.
type ahead struct {
	*enumeration
	workers sync.WaitGroup
	mu      sync.Mutex      // of the enumeration, depth and closed; held while a part is sent
	parts   chan chan batch // closed behind the last one, as each part is
	closed  bool
	depth   int // of parts
	most    int // arrays in a batch
}

// A batch has solutions of a part, one after another, in arrays of up to solutionsTogether.
type batch [][]int

const (
	// mostAhead is about how many solutions wait to be visited in all.
	mostAhead = 8192
	// partsAhead is how many parts wait for each worker. Few solutions then keep no worker
	// waiting, if parts are small.
	partsAhead = 4
	// firstRows is how many rows the first parts have. Later ones have so many that a part
	// takes from shortPart to longPart: that is much longer than to claim it.
	firstRows = 10
	shortPart = 50 * time.Microsecond
	longPart  = 250 * time.Microsecond
)

func (e *enumeration) listAhead(workers int, visit func(Placement) bool) error {
	waiting := partsAhead * workers
	a := &ahead{
		enumeration: e, parts: make(chan chan batch, waiting),
		depth: max(0, e.n-firstRows), most: max(1, mostAhead/solutionsTogether/(waiting+1)),
	}
	for range workers {
		a.workers.Go(a.work)
	}
	found := make(chan batch) // in the part that is being visited
	close(found)
	defer func() {
		e.stop.Store(true)
		drain(found)
		for found := range a.parts {
			drain(found)
		}
		a.workers.Wait()
	}()
	for found = range a.parts {
		for solutions := range found {
			if !solutions.visit(e.n, visit) {
				return errStopped
			}
		}
	}
	if e.stop.Load() {
		return errStopped
	}
	return nil
}

// drain receives what is left of a part, so that its worker can go on.
func drain(found chan batch) {
	for range found {
	}
}

// visit visits the solutions of a batch, unless a visit returns false.
func (b batch) visit(n int, visit func(Placement) bool) bool {
	for _, solutions := range b {
		for solution := range slices.Chunk(solutions, n) {
			if !visit(solution) {
				return false
			}
		}
	}
	return true
}

// work searches parts until there are no more, or stop is set.
func (a *ahead) work() {
	keep := a.filter()
	out := output{n: a.n, most: a.most}
	for p, ok := a.claim(&out); ok; p, ok = a.claim(&out) {
		begun := time.Now()
		p.search(a.stop, func(solution Placement) bool {
			if keep(solution) {
				out.add(solution)
			}
			return true
		})
		out.took += time.Since(begun)
		out.end()
	}
}

// claim returns the next part to search, and opens it in the output of a worker.
func (a *ahead) claim(out *output) (part, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case out.took > longPart:
		a.depth = min(a.depth+1, max(0, a.n-2))
	case 0 < out.took && out.took < shortPart:
		a.depth = max(a.depth-1, 0)
	}
	if a.closed {
		return part{}, false
	}
	next, ok := a.next(a.depth)
	if !ok || a.stop.Load() {
		a.closed = true
		close(a.parts)
		return part{}, false
	}
	out.part, out.took = make(chan batch, 1), 0
	a.parts <- out.part
	return next, true
}

// An output sends the solutions that a worker finds.
type output struct {
	n, most  int
	part     chan batch
	full     batch
	together []int
	begun    bool          // something was sent
	took     time.Duration // to search the part, without the time that a batch waited to be sent
}

func (o *output) add(solution Placement) {
	if len(o.together)+o.n > cap(o.together) {
		o.full = append(o.full, o.together)
		o.together = make([]int, 0, solutionsTogether*o.n)
	}
	if len(o.full) >= o.most {
		begun := time.Now()
		o.send()
		o.took -= time.Since(begun)
	}
	o.together = append(o.together, solution...)
	if !o.begun { // the first solution of all does not wait for others
		o.begun = true
		o.flush()
		runtime.Gosched()
	}
}

func (o *output) send() {
	o.part <- o.full
	o.full = nil
}

// flush sends what there is.
func (o *output) flush() {
	o.full = append(o.full, o.together)
	o.together = o.together[len(o.together):]
	o.send()
}

// end ends the part.
func (o *output) end() {
	o.flush()
	close(o.part)
}
