package queens

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Count returns the number of solutions of the n×n board; see [Solver.Count].
// It returns the error of [New] if n is negative or greater than [MaxN].
func Count(ctx context.Context, n int, opts ...RunOption) (uint64, error) {
	s, err := New(n)
	if err != nil {
		return 0, err
	}
	return s.Count(ctx, opts...)
}

// Count returns the number of solutions. It goes through all of them, up to the
// symmetries that keep the board's constraints, on as many goroutines as
// [Workers] says. On empty boards one row more takes 5 to 10 times as long: on one core
// with AVX-512 some hundredths of a second at n = 16, a second or two at n = 18, and
// about a minute at n = 20.
//
// Empty boards that are no torus are counted by joining halves, from n = 18 on, or 16
// without vector instructions, to n = 32: upper halves are listed by their columns, and
// paired with the lower halves that fit. That takes less than 200 MB up to n = 21,
// and less than a gigabyte up to n = 26, on two workers.
//
// All other boards are cut into pieces by the queens of the middle rows and columns, and
// of pieces that are images of each other only one is counted, in a few megabytes. Up to
// 32 rows a piece is searched row by row, for many boards at a time, with vector
// instructions where there are any; above, one board at a time. A board with at most 11
// rows to fill is counted whole, on the calling goroutine: n = 8 takes some
// microseconds. On an empty torus only the solutions with a queen in the middle are
// searched for; translations make n times as many of them.
//
// A cancelled context ends it within milliseconds, with the context's error. The
// error is [ErrOverflow] if there are 2⁶⁴ solutions or more.
func (s *Solver) Count(ctx context.Context, opts ...RunOption) (uint64, error) {
	r, err := newRun(opts)
	if err != nil {
		return 0, err
	}
	return s.count(ctx, kernelFor(s.given.emptyRows()), r)
}

// A RunOption says how a call runs, not what it solves. [Workers] and [OnProgress]
// make them. A later one of the same kind replaces an earlier one.
type RunOption interface{ applyTo(*run) error }

// Workers sets how many goroutines work at a time. The default is GOMAXPROCS at the
// time of the call. It is an error of the call if k is less than 1.
func Workers(k int) RunOption { return workers(k) }

type workers int

func (k workers) applyTo(r *run) error {
	if k < 1 {
		return fmt.Errorf("queens: %d workers, want at least 1", k)
	}
	r.workers = int(k)
	return nil
}

// OnProgress makes a call report to f how far it is: at most ten times a second, and
// once at the end unless it fails. The figures never decrease. The reports come from
// the goroutine of the call; if f panics, the work ends and the panic is the caller's.
func OnProgress(f func(Progress)) RunOption { return &onProgress{f} }

type onProgress struct{ report func(Progress) }

func (o *onProgress) applyTo(r *run) error {
	r.onProgress = o.report
	return nil
}

// String keeps the address of the function out of what is printed.
func (o *onProgress) String() string { return "OnProgress" }

// A Progress says how far a count is. Done of the Total pieces that it is cut into
// are counted, and stand for so many Solutions. Some pieces take a thousand times as
// long as others, so that Done/Total says little. Fraction is the share of the work
// that is done, from 0 to 1, mostly within 0.05: time·(1-Fraction)/Fraction is about
// the time left.
type Progress struct {
	Done, Total int
	Solutions   uint64
	Fraction    float64
}

// String returns p in words: "50.0 %, 61 of 1024 pieces, 7386256 solutions".
func (p Progress) String() string {
	return fmt.Sprintf("%.1f %%, %d of %s, %s", 100*p.Fraction, p.Done, plural(p.Total, "piece"), plural(p.Solutions, "solution"))
}

// A run is what the options say of a call.
type run struct {
	workers    int
	onProgress func(Progress) // or nil
}

func newRun(opts []RunOption) (run, error) {
	r := run{workers: runtime.GOMAXPROCS(0)}
	for i, opt := range opts {
		if opt == nil {
			return run{}, fmt.Errorf("queens: run option %d of %d is nil", i+1, len(opts))
		}
		if err := opt.applyTo(&r); err != nil {
			return run{}, err
		}
	}
	return r, nil
}

func (s *Solver) count(ctx context.Context, k *kernel, r run) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if s.given.emptyRows() <= smallBoard {
		return s.countSmall(k, r), nil
	}
	if s.joins(k.joinsFrom) {
		return countJoined(ctx, k, len(s.open), r)
	}
	pieces, err := s.pieces(ctx, r.enoughPieces())
	if err != nil {
		return 0, err
	}
	_, all, err := s.countPieces(ctx, k, pieces, r)
	return all, err
}

// smallBoard is the largest number of rows to fill that pieces and goroutines do not
// pay for.
const smallBoard = 11

// countSmall counts in place, and half of the solutions only if the board is its
// own mirror image.
func (s *Solver) countSmall(k *kernel, r run) uint64 {
	c := counter{blocks: s.takeBlocks(k)}
	defer c.release()
	var solutions uint64
	for _, b := range s.withoutMirrors() {
		found, _ := c.countOn(b.board, s.given, new(atomic.Bool))
		solutions += found * b.weight
	}
	r.report(Progress{Done: 1, Total: 1, Solutions: solutions, Fraction: 1})
	return solutions
}

// A weighted board is one whose solutions stand for weight times as many.
type weighted struct {
	board
	weight uint64
}

// withoutMirrors splits a board that is its own mirror image by the column of the first
// row's queen: those in the left half stand for their mirror images as well.
func (s *Solver) withoutMirrors() []weighted {
	n := len(s.open)
	if n == 0 || !slices.Contains(s.group, FlipColumns) {
		return []weighted{{s.board, 1}}
	}
	left := fullRow(n / 2)
	middle := fullRow((n+1)/2) &^ left
	return []weighted{{s.withFirst(left), 2}, {s.withFirst(middle), 1}}
}

// enoughPieces returns how many pieces a count should have at least, so that the
// workers end at about the same time and progress can be seen.
func (r run) enoughPieces() int { return 32 * r.workers }

// countPieces returns the number of solutions that each piece stands for, and their
// sum.
func (s *Solver) countPieces(ctx context.Context, k *kernel, pieces []*piece, r run) (counts []uint64, all uint64, err error) {
	counts = make([]uint64, len(pieces))
	costs := func() []float64 { return s.costs(ctx, pieces) }
	all, err = r.countEach(ctx, counts, costs, func(stop *atomic.Bool) (countPiece, func()) {
		c := s.newCounter(k)
		count := func(i int) (err error) {
			counts[i], err = c.weighted(pieces[i], stop)
			return err
		}
		return count, c.release
	})
	return counts, all, err
}

// joins reports whether the join can count the board and n is at least from.
func (s *Solver) joins(from int) bool {
	n := len(s.open)
	return from <= n && n <= maxBlockRows && !s.torus && s.unconstrained()
}

// joinedPerWorker is how many pieces a join has for each worker. They take about a
// millisecond at n = 18, and a minute at n = 24.
const joinedPerWorker = 1024

// countJoined counts an empty board with the join, whose lists the workers share.
func countJoined(ctx context.Context, k *kernel, n int, r run) (uint64, error) {
	j := newJoin(n)
	pieces, err := j.pieces(ctx, joinedPerWorker*r.workers)
	if err != nil {
		return 0, err
	}
	counts := make([]uint64, len(pieces))
	return r.countEach(ctx, counts, func() []float64 { return j.costs(pieces) }, func(stop *atomic.Bool) (countPiece, func()) {
		c := j.newJoiner(k)
		count := func(i int) (err error) {
			counts[i], err = c.count(pieces[i], stop)
			return err
		}
		return count, func() {}
	})
}

// A countPiece counts a piece, given by its index, into a slice of counts. The error
// is errStopped or ErrOverflow.
type countPiece func(i int) error

// countEach fills counts and returns their sum. Each worker counts with a function of
// its own, that newWorker returns with one to call in the end. It ends with errStopped
// when stop is set.
func (r run) countEach(ctx context.Context, counts []uint64, costs func() []float64, newWorker func(stop *atomic.Bool) (countPiece, func())) (uint64, error) {
	stop, release := stopWith(ctx)
	defer release()
	pieces := len(counts)
	total := newTally(pieces, costs)
	var next atomic.Int64
	work := func() {
		count, release := newWorker(stop)
		defer release()
		for i := int(next.Add(1) - 1); i < pieces; i = int(next.Add(1) - 1) {
			err := count(i)
			if err = total.add(i, counts[i], err); err != nil {
				stop.Store(true)
				return
			}
		}
	}
	r.together(min(r.workers, pieces), work, stop, total)
	all, err := total.end(ctx)
	if err == nil {
		r.report(Progress{Done: pieces, Total: pieces, Solutions: all, Fraction: 1})
	}
	return all, err
}

// together runs work on as many goroutines, and reports meanwhile how far they are.
// It returns when all have ended. If a report panics, stop tells them to.
func (r run) together(workers int, work func(), stop *atomic.Bool, total *tally) {
	var wait sync.WaitGroup
	for range workers {
		wait.Go(work)
	}
	if r.onProgress != nil {
		ended := make(chan struct{})
		go func() {
			wait.Wait()
			close(ended)
		}()
		defer func() { <-ended }()
		defer stop.Store(true)
		r.reportUntil(ended, total)
	}
	wait.Wait()
}

// reportEvery is the least time between two reports.
const reportEvery = 100 * time.Millisecond

func (r run) reportUntil(ended <-chan struct{}, total *tally) {
	ticker := time.NewTicker(reportEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ended:
			return
		case <-ticker.C:
			if p, ok := total.now(); ok {
				r.report(p)
			}
		}
	}
}

func (r run) report(p Progress) {
	if r.onProgress != nil {
		r.onProgress(p)
	}
}

// A tally adds up the counts of pieces that several goroutines make.
type tally struct {
	mu       sync.Mutex
	progress Progress
	done     []bool // by piece
	err      error  // the first one
	costs    func() []float64
}

// newTally takes the costs of the pieces, in any unit, or nil if the count was
// cancelled before they were known. They are asked for when the first report is due,
// and once: counts that are short or not watched need not know.
func newTally(pieces int, costs func() []float64) *tally {
	return &tally{progress: Progress{Total: pieces}, done: make([]bool, pieces), costs: sync.OnceValue(costs)}
}

// add adds the solutions of a piece, or notes why it could not be counted. It returns
// the first such error, or ErrOverflow if the sum does not fit 64 bits, then and ever
// after.
func (t *tally) add(piece int, solutions uint64, err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	sum, carry := bits.Add64(t.progress.Solutions, solutions, 0)
	if carry != 0 {
		err = ErrOverflow
	}
	if t.err = cmp.Or(t.err, err); t.err != nil {
		return t.err
	}
	t.progress.Solutions = sum
	t.progress.Done++
	t.done[piece] = true
	return nil
}

// now returns how far the count is, unless it was cancelled.
func (t *tally) now() (Progress, bool) {
	costs := t.costs()
	if costs == nil {
		return Progress{}, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.progress
	p.Fraction = 1
	if p.Done < p.Total {
		p.Fraction = t.share(costs)
	}
	return p, true
}

// share returns the share that the pieces done have in the cost of all.
func (t *tally) share(costs []float64) float64 {
	var done, all float64
	for i, cost := range costs {
		all += cost
		if t.done[i] {
			done += cost
		}
	}
	return done / all
}

// end returns the sum, or why there is none. A count that was complete before the
// context was cancelled is one.
func (t *tally) end(ctx context.Context) (uint64, error) {
	switch t.err {
	case nil:
		return t.progress.Solutions, nil
	case errStopped:
		return 0, ctx.Err()
	default:
		return 0, t.err
	}
}
