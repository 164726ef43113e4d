package queens

import (
	"cmp"
	"context"
	"fmt"
	"iter"
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
// as many goroutines search ahead of the loop: the solutions come in the same order, and some
// thousands at most wait for the loop. Two workers take little more than half the time of one.
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
func (b bitboard) narrow(boards []bitboard, row int, ties []Symmetry) []bitboard {
	n := len(b.open)
	if b.hopeless() {
		return boards
	}
	if row == n || len(ties) == 1 {
		return append(boards, b)
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
		boards = fixed.narrow(boards, row+1, still)
	}
	return boards
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

// An arena hands out placements that are cut from shared arrays, so that 16 of them take one
// allocation. Appending to one does not write into the next, because its capacity ends with it.
type arena []int

func (a *arena) placement(n int) Placement {
	if *a == nil || len(*a) < n {
		*a = make(arena, 16*n)
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
	mu      sync.Mutex  // of the enumeration, depth and closed; held while a part is sent
	parts   chan *shelf // closed behind the last one
	closed  bool
	depth   int // of parts
	deepest int
	most    int // columns that wait in a part
}

const (
	// mostAhead is about how many solutions wait to be visited in all.
	mostAhead = 4096
	// partsAhead is how many parts wait for each worker. Few solutions then keep no worker
	// waiting, if parts are small.
	partsAhead = 4
	// firstRows is how many rows the first parts have. Later ones have so many that a part
	// takes from shortPart to longPart: that is much longer than to claim it.
	firstRows = 11
	shortPart = 50 * time.Microsecond
	longPart  = 500 * time.Microsecond
	// A visitor who meets less than fewMet solutions at once waits for others to gather, which
	// costs less than to wake up for each.
	fewMet    = 32
	gathering = 50 * time.Microsecond
)

func (e *enumeration) listAhead(workers int, visit func(Placement) bool) error {
	a := &ahead{
		enumeration: e, parts: make(chan *shelf, partsAhead*workers),
		depth: max(0, e.n-firstRows), deepest: max(0, e.n-2), most: e.n * max(1, mostAhead/partsAhead/workers),
	}
	for range workers {
		a.workers.Go(a.work)
	}
	defer func() {
		e.stop.Store(true)
		for p := range a.parts {
			p.leave()
		}
		a.workers.Wait()
	}()
	var out arena
	var buffer []uint8
	copied := func(columns []uint8) bool {
		solution := out.placement(len(columns))
		for row, col := range columns {
			solution[row] = int(col)
		}
		return visit(solution)
	}
	for p := range a.parts {
		if !p.visit(&buffer, copied) {
			return errStopped
		}
	}
	if e.stop.Load() {
		return errStopped
	}
	return nil
}

// work searches parts until there are no more, or stop is set.
func (a *ahead) work() {
	keep := a.filter()
	var took time.Duration
	for p, ok := a.claim(took); ok; p, ok = a.claim(took) {
		begun := time.Now()
		p.search(a.stop, func(solution Placement) bool { return !keep(solution) || p.add(solution) })
		p.end()
		took = time.Since(begun)
	}
}

// claim returns the next part to search. It takes how long the one before took.
func (a *ahead) claim(took time.Duration) (*shelf, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case took > longPart:
		a.depth = min(a.depth+1, a.deepest)
	case 0 < took && took < shortPart:
		a.depth = max(a.depth-1, 0)
	}
	if a.closed {
		return nil, false
	}
	next, ok := a.next(a.depth)
	if !ok || a.stop.Load() {
		a.closed = true
		close(a.parts)
		return nil, false
	}
	p := &shelf{part: next, most: a.most, waiting: make([]uint8, 0, a.most/4)}
	p.changed.L = &p.mu
	a.parts <- p
	return p, true
}

// A shelf is a part with solutions that wait for their visit. One worker adds them, and one
// visitor takes them.
type shelf struct {
	part
	most    int // columns that wait
	mu      sync.Mutex
	changed sync.Cond
	waiting []uint8 // the columns of solutions, one after another
	ended   bool    // there will be no more
	left    bool    // there will be no visit
}

// add adds a solution, once there is room. It returns false if there will be no visit.
func (s *shelf) add(solution Placement) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waiting) >= s.most && !s.left {
		s.changed.Wait()
	}
	known := len(s.waiting)
	s.waiting = slices.Grow(s.waiting, len(solution))[:known+len(solution)]
	columns := s.waiting[known:]
	for row, col := range solution {
		columns[row] = uint8(col)
	}
	if known == 0 {
		s.changed.Signal()
	}
	return !s.left
}

// end says that there are no more solutions.
func (s *shelf) end() { s.set(&s.ended) }

// leave says that there will be no visit.
func (s *shelf) leave() { s.set(&s.left) }

func (s *shelf) set(flag *bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*flag = true
	s.changed.Signal()
}

// take exchanges the solutions that wait for an empty buffer, and reports whether they are the
// last. It waits until there are some.
func (s *shelf) take(buffer *[]uint8) (last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waiting) == 0 && !s.ended {
		s.changed.Wait()
	}
	s.waiting, *buffer = (*buffer)[:0], s.waiting
	s.changed.Signal()
	return s.ended
}

// visit visits all solutions of the part, as they are found. It returns false if a visit did.
func (s *shelf) visit(buffer *[]uint8, visit func([]uint8) bool) bool {
	defer s.leave()
	for n := len(s.queens); ; {
		last := s.take(buffer)
		for solution := range slices.Chunk(*buffer, n) {
			if !visit(solution) {
				return false
			}
		}
		switch {
		case last:
			return true
		case len(*buffer) < n*fewMet:
			time.Sleep(gathering)
		}
	}
}
