package queens

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Count returns the number of solutions. It goes through all of them, up to the
// symmetries that keep the board's constraints, on as many goroutines as
// [Workers] says. Its time grows faster than the count: from n to n+1 by 5 to 10
// times on empty boards of 14 to 20 rows, where n = 16 takes some hundredths of a
// second on a processor with AVX-512.
//
// Its tasks are boards with the middle rows and columns filled, as far as the
// symmetries exchange those, one of each set that they take to each other. Each is
// searched from the side that leaves the fewest squares. Boards of up to 32 rows are
// counted a block of them at a time with vector instructions where there are any. A
// board with at most 11 rows to fill is one task, for the calling goroutine: n = 8
// takes some microseconds. On an empty torus only the solutions with a queen in the
// middle are searched for; translations make n times as many of them.
//
// A cancelled context ends it within milliseconds, with the context's error. The
// error is [ErrOverflow] if there are 2⁶⁴ solutions or more.
func (s *Solver) Count(ctx context.Context) (uint64, error) {
	return s.count(ctx, s.kernel())
}

// Workers sets how many goroutines work at a time in [Solver.Count],
// [Solver.Census], [Solver.Estimate] and [Solver.Sample]. The default is GOMAXPROCS
// at the time of the call. It is an error if k is less than 1.
func Workers(k int) Option {
	return func(c *config) error {
		if k < 1 {
			return fmt.Errorf("queens: %d workers, want at least 1", k)
		}
		c.workers = k
		return nil
	}
}

// OnProgress makes [Solver.Count] and [Solver.Census] call f as they go on: at
// most ten times a second, and once at the end of a count that is not
// cancelled. The figures never decrease. The calls come from the goroutine that
// called Count or Census, which counts as one of the workers in between; if f
// panics, the count ends and the panic is the caller's.
func OnProgress(f func(Progress)) Option {
	return func(c *config) error {
		c.onProgress = f
		return nil
	}
}

// A Progress says how far a count is: how many of its tasks are done, and the
// solutions found by them. Tasks take about the same time, on the whole.
type Progress struct {
	Done, Total int
	Solutions   uint64
	Elapsed     time.Duration
}

// Count returns the number of solutions of the n×n board; see [Solver.Count].
// It returns the error of [New] if n is negative or greater than [MaxN].
func Count(ctx context.Context, n int) (uint64, error) {
	s, err := New(n)
	if err != nil {
		return 0, err
	}
	return s.Count(ctx)
}

// kernel returns the kernel to count with.
func (s *Solver) kernel() kernel {
	if emptyRows(s.given) <= instantBoard {
		return portable
	}
	return fastest()
}

func (s *Solver) count(ctx context.Context, k kernel) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if emptyRows(s.given) <= smallBoard {
		return s.countSmall(k)
	}
	pieces, err := s.pieces(ctx, tasksFor(s.numWorkers()))
	if err != nil {
		return 0, err
	}
	return s.countPieces(ctx, k, pieces)
}

// smallBoard is the largest number of rows to fill without pieces and goroutines.
const smallBoard = 11

// countSmall counts in place, and half of the solutions only if the board is its
// own mirror image.
func (s *Solver) countSmall(k kernel) (uint64, error) {
	total := newTally(1, s.onProgress)
	c := counter{block: s.takeBlocks(k)}
	defer c.release()
	var solutions uint64
	for _, h := range s.halves() {
		found, _ := c.countOn(h.board, s.given, new(atomic.Bool))
		solutions += found * h.weight
	}
	total.add(solutions, 1)
	return total.end()
}

// half is a board whose solutions stand for weight times as many.
type half struct {
	board
	weight uint64
}

// halves splits a board that is its own mirror image by the column of the first
// row's queen: those in the left half stand for their mirror images as well.
func (s *Solver) halves() []half {
	n := len(s.open)
	if n == 0 || !slices.Contains(s.group, FlipColumns) {
		return []half{{s.board, 1}}
	}
	left := fullRow(n / 2)
	middle := fullRow((n+1)/2) &^ left
	return []half{{s.withFirst(left), 2}, {s.withFirst(middle), 1}}
}

func (s *Solver) numWorkers() int {
	if s.workers > 0 {
		return s.workers
	}
	return runtime.GOMAXPROCS(0)
}

// countPieces adds up the pieces of a board.
func (s *Solver) countPieces(ctx context.Context, k kernel, pieces []piece) (uint64, error) {
	return s.countEach(ctx, k, pieces, newTally(len(pieces), s.onProgress), func(int, uint64) {})
}

// countEach adds up the pieces and calls found with the index of each and its
// number of solutions, from several goroutines at a time.
func (s *Solver) countEach(ctx context.Context, k kernel, pieces []piece, total *tally, found func(int, uint64)) (uint64, error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var next atomic.Int64
	work := func(report func()) {
		counter := s.newCounter(k)
		defer counter.release()
		for {
			i := int(next.Add(1)) - 1
			if i >= len(pieces) {
				return
			}
			solutions, done := counter.count(pieces[i], &stop)
			if !done {
				return
			}
			found(i, solutions)
			if !total.add(solutions, pieces[i].weight) {
				stop.Store(true)
			}
			report()
		}
	}
	var wait sync.WaitGroup
	defer wait.Wait() // no worker stays behind if a report panics
	defer stop.Store(true)
	for range min(s.numWorkers(), len(pieces)) - 1 {
		wait.Go(func() { work(func() {}) })
	}
	work(total.reportIfDue)
	wait.Wait()
	if err := ctx.Err(); err != nil && !total.complete() {
		return 0, err
	}
	return total.end()
}

// tasksFor returns how many pieces a count should have at least, so that the
// workers end at about the same time and progress can be seen.
func tasksFor(workers int) int { return 32 * workers }

// A tally adds up a count and says how far it is. Only add is for several
// goroutines; reports come from the one that counts.
type tally struct {
	mu       sync.Mutex
	progress Progress
	overflow bool
	report   func(Progress) // or nil
	start    time.Time
	reported time.Time
}

// reportEvery is the least time between two reports.
const reportEvery = 100 * time.Millisecond

func newTally(tasks int, report func(Progress)) *tally {
	now := time.Now()
	return &tally{progress: Progress{Total: tasks}, report: report, start: now, reported: now}
}

// add adds a task done, whose solutions count weight times each. It returns
// false if the sum does not fit 64 bits.
func (t *tally) add(solutions, weight uint64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	sum, ok := addTimes(t.progress.Solutions, solutions, weight)
	if !ok || t.overflow {
		t.overflow = true
		return false
	}
	t.progress.Solutions = sum
	t.progress.Done++
	return true
}

// reportIfDue reports unless it was done a short time ago.
func (t *tally) reportIfDue() {
	if t.report == nil {
		return
	}
	if now := time.Now(); now.Sub(t.reported) >= reportEvery {
		t.reported = now
		t.reportAt(now)
	}
}

func (t *tally) reportAt(now time.Time) {
	t.mu.Lock()
	progress := t.progress
	t.mu.Unlock()
	progress.Elapsed = now.Sub(t.start)
	t.report(progress)
}

func (t *tally) complete() bool { return t.overflow || t.progress.Done == t.progress.Total }

// end returns the sum and reports it.
func (t *tally) end() (uint64, error) {
	if t.overflow {
		return 0, ErrOverflow
	}
	if t.report != nil {
		t.reportAt(time.Now())
	}
	return t.progress.Solutions, nil
}

// addTimes returns sum + solutions·weight, and whether that fits 64 bits.
func addTimes(sum, solutions, weight uint64) (uint64, bool) {
	high, product := bits.Mul64(solutions, weight)
	sum, carry := bits.Add64(sum, product, 0)
	return sum, high == 0 && carry == 0
}

// A counter counts the pieces of one board, in buffers that it keeps.
type counter struct {
	rows, cols position     // a piece, and its transpose
	block      *blockSearch // nil if the board is not for it
}

func (s *Solver) newCounter(k kernel) *counter {
	return &counter{newPosition(s.board), newPosition(s.transpose()), s.takeBlocks(k)}
}

// takeBlocks returns nil if the board is not for the block search.
func (s *Solver) takeBlocks(k kernel) *blockSearch {
	if len(s.open) > blockBoard {
		return nil
	}
	return takeBlockSearch(k, emptyRows(s.given))
}

// release keeps the buffers for the next count.
func (c *counter) release() {
	if c.block != nil {
		searches[len(c.block.rows)].Put(c.block)
	}
}

// count returns the solutions of a piece, each counted once. It returns false if
// stop was set.
func (c *counter) count(p piece, stop *atomic.Bool) (uint64, bool) {
	c.rows.clear()
	c.cols.clear()
	for row := range c.rows.queens {
		if col := int(p.cols[row]); col != Empty {
			c.rows.add(Square{row, col})
			c.cols.add(Square{col, row})
		}
	}
	easiest := c.easiest()
	return c.countOn(easiest.board, easiest.queens, stop)
}

// countOn returns the solutions of a board, given the rows whose queens are
// already placed. It returns false if stop was set.
func (c *counter) countOn(b board, queens Placement, stop *atomic.Bool) (uint64, bool) {
	if c.block != nil {
		return c.block.count(b, queens, stop)
	}
	var solutions uint64
	done := b.search(stop, func(Placement) bool {
		solutions++
		return true
	})
	return solutions, done
}

// easiest returns the image of the piece whose first rows leave the search the
// fewest squares. All images have as many solutions; but a search looks at fewer
// boards the fewer choices it has to begin with: at n = 14 to 16 at 27 % fewer than
// if it took each piece as it is, where the best image of each would save 29 %.
func (c *counter) easiest() position {
	var best position
	var fromBelow bool
	least := math.MaxInt
	for _, p := range []position{c.rows, c.cols} {
		above, below := p.early()
		if fewer := min(above, below); fewer < least {
			best, fromBelow, least = p, below < above, fewer
		}
	}
	if fromBelow {
		slices.Reverse(best.open)
		slices.Reverse(best.queens)
	}
	return best
}

// A position is a board with the queens that were placed on it.
type position struct {
	board
	queens Placement
	empty  board // without the queens
}

func newPosition(b board) position {
	n := len(b.open)
	return position{board{make([]uint64, n), b.torus}, make(Placement, n), b}
}

func (p position) clear() {
	copy(p.open, p.empty.open)
	for row := range p.queens {
		p.queens[row] = Empty
	}
}

func (p position) add(queen Square) {
	p.place(queen)
	p.queens[queen.Row] = queen.Col
}

// early returns the number of open squares in two thirds of the rows without a
// queen: in those that a search from above comes to first, and one from below.
func (p position) early() (above, below int) {
	rows := emptyRows(p.queens)
	early, row := rows*2/3, 0
	for i, col := range p.queens {
		if col != Empty {
			continue
		}
		squares := bits.OnesCount64(p.open[i])
		if row < early {
			above += squares
		}
		if row >= rows-early {
			below += squares
		}
		row++
	}
	return above, below
}
