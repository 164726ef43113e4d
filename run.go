package queens

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// An Option says how a call runs, not what it solves. [Workers], [OnProgress] and
// [KnownTotal] make them. A later one of the same kind replaces an earlier one.
type Option interface{ applyTo(*run) error }

// Workers sets how many goroutines work at a time. The default is GOMAXPROCS at the
// time of the call. It is an error of the call if k is less than 1.
func Workers(k int) Option { return workers(k) }

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
func OnProgress(f func(Progress)) Option { return &onProgress{f} }

type onProgress struct{ report func(Progress) }

func (o *onProgress) applyTo(r *run) error {
	r.onProgress = o.report
	return nil
}

// String keeps the address of the function out of what is printed.
func (o *onProgress) String() string { return "OnProgress" }

// KnownTotal tells [Board.Census] how many solutions the board has: the sum of
// [Task.Count] over all tasks, say. The census does not count them again. It is an error
// of any other call.
func KnownTotal(all uint64) Option { return knownTotal(all) }

type knownTotal uint64

func (all knownTotal) applyTo(r *run) error {
	r.knownTotal = (*uint64)(&all)
	return nil
}

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
	knownTotal *uint64        // or nil
}

// newRun applies the options of a call that counts, or solves, for itself.
func newRun(opts []Option) (run, error) {
	r, err := applyOptions(opts)
	if err == nil && r.knownTotal != nil {
		err = errors.New("queens: KnownTotal is an option of Census only")
	}
	return r, err
}

func applyOptions(opts []Option) (run, error) {
	r := run{workers: runtime.GOMAXPROCS(0)}
	for i, opt := range opts {
		if opt == nil {
			return run{}, fmt.Errorf("queens: option %d of %d is nil", i+1, len(opts))
		}
		if err := opt.applyTo(&r); err != nil {
			return run{}, err
		}
	}
	return r, nil
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
