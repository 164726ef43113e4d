package queens

import (
	"cmp"
	"context"
	"errors"
	"example.com/queens/internal/kernel"
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// An Option says how a call runs, not what it solves. [Workers], [OnProgress] and
// [OnClaim] make them. Any call that takes options accepts all of them, and ignores those that
// it has no use for. Of several options of the same kind, the last one counts. A nil Option is
// an error of the call.
type Option interface{ applyTo(*run) error }

// Workers sets how many goroutines work at a time, in addition to the caller's. More than 1024
// count as 1024. It is an error of the call if k is less than 1. With Workers(1) a call starts
// at most one goroutine at a time; [Board.Deduce] never starts any.
//
// The default is GOMAXPROCS at the time of the call, and more do not make it faster; for
// [Board.Solutions] and [Board.Fundamental] it is 1.
func Workers(k int) Option {
	return &option{fmt.Sprintf("Workers(%d)", k), func(r *run) error {
		if k < 1 {
			return fmt.Errorf("queens: %d workers, want at least 1", k)
		}
		r.workers = min(k, maxWorkers)
		return nil
	}}
}

// maxWorkers bounds the pieces that a count is cut into for its workers, and their buffers.
const maxWorkers = 1024

// OnProgress makes a call report its progress to f: at most ten times a second, and
// once at the end unless it fails. The figures never decrease. The reports come from
// the goroutine of the call; if f panics, the work ends and the caller gets the panic. Counts,
// a census, estimates, samplers and [Board.First] report; other calls do not.
func OnProgress(f func(Progress)) Option {
	return &option{"OnProgress", func(r *run) error { r.onProgress = f; return nil }}
}

// An option is an Option that is printed as its name: the address of a function says nothing.
type option struct {
	name  string
	apply func(*run) error
}

func (o *option) applyTo(r *run) error { return o.apply(r) }
func (o *option) String() string       { return o.name }

// A Progress says how far a count has come. Of the Total pieces that it is cut into, Done
// have been counted, with Solutions in all. Some pieces take a thousand times as
// long as others, so Done/Total says little. Fraction is the share of the work
// that is done, from 0 to 1, usually within 0.05: time·(1-Fraction)/Fraction is about
// the time left.
type Progress struct {
	Done      int     `json:"done"`
	Total     int     `json:"total"`
	Solutions uint64  `json:"solutions"`
	Fraction  float64 `json:"fraction"`
}

// String returns p in words: "50.0 %, 61 of 1024 pieces, 7386256 solutions".
func (p Progress) String() string {
	return fmt.Sprintf("%.1f %%, %d of %s, %s", 100*p.Fraction, p.Done, plural(p.Total, "piece"), plural(p.Solutions, "solution"))
}

// A Claim says that no solution begins with the queens of Prefix, one in each of the first
// rows, and has the queen of the next row in one of the Columns. [Board.First] makes such
// claims and proves them; [OnClaim] shows them.
//
// As a [Constraint], a claim leaves only the solutions that it denies: it is true of a board b
// if b.With(claim) has none.
type Claim struct {
	Prefix  []int `json:"prefix"`  // the columns of the first rows
	Columns []int `json:"columns"` // in ascending order
}

// OnClaim makes [Board.First] call f with each [Claim] that it tries to prove: with proved
// false when it begins, and with proved true when it is proved. If there turns out to be such a
// solution, the next claim, if any, has columns further left or a longer prefix. The calls
// come from the goroutine of First, one at a time. The claims proved are all it takes to see
// that the solution returned is the least: for each of its rows, and each column further left that is
// not attacked, there is one. Other calls make no claims.
func OnClaim(f func(c Claim, proved bool)) Option {
	return &option{"OnClaim", func(r *run) error { r.onClaim = f; return nil }}
}

// A run is what the options say about a call.
type run struct {
	workers    int
	onProgress func(Progress)    // or nil
	onClaim    func(Claim, bool) // or nil
}

// newRun applies the options of a call.
func newRun(opts []Option) (run, error) {
	r := run{workers: runtime.GOMAXPROCS(0)}
	err := r.apply(opts)
	return r, err
}

func (r *run) apply(opts []Option) error {
	for _, opt := range opts {
		if opt == nil {
			return errors.New("queens: option is nil, want Workers, OnProgress or OnClaim")
		}
		if err := opt.applyTo(r); err != nil {
			return err
		}
	}
	return nil
}

// untilDone calls f with a flag that is set when ctx is cancelled, for searches to look
// at often: that is much cheaper than ctx.Err. Whatever can be stopped inside returns
// errStopped, which is turned into the context's error here.
func untilDone(ctx context.Context, f func(stop *atomic.Bool) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stop, release := stopWith(ctx)
	defer release()
	if err := f(stop); err != errStopped {
		return err
	}
	return ctx.Err()
}

// listing returns an iterator over what a search visits, by default with one worker. The search
// returns errStopped, or another reason to end early; after a visit that returned false it may return anything. If it
// ends early, and not because the loop did, the last pair is the zero value and the reason.
func listing[T any](ctx context.Context, opts []Option, search func(r run, stop *atomic.Bool, visit func(T) bool) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		left := false // the loop
		r := run{workers: 1}
		err := r.apply(opts)
		if err == nil {
			err = untilDone(ctx, func(stop *atomic.Bool) error {
				return search(r, stop, func(next T) bool {
					if ctx.Err() != nil {
						stop.Store(true)
						return false
					}
					left = !yield(next, nil)
					return !left
				})
			})
		}
		if err != nil && !left {
			yield(*new(T), err)
		}
	}
}

// unfailing returns an iterator over the values of one that does not end early.
func unfailing[T any](seq iter.Seq2[T, error]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for value := range seq {
			if !yield(value) {
				return
			}
		}
	}
}

// stopWith returns a flag that is set when ctx is cancelled. Call release when the search
// has ended.
func stopWith(ctx context.Context) (stop *atomic.Bool, release func() bool) {
	stop = new(atomic.Bool)
	stop.Store(ctx.Err() != nil)
	return stop, context.AfterFunc(ctx, func() { stop.Store(true) })
}

// errStopped says that a search ended because its flag was set.
var errStopped = errors.New("queens: stopped")

// A piece is a part of a count that one worker counts at a time, by one of the two methods.
type piece interface {
	cost() float64                     // about how long it takes, in the method's own unit
	text() []byte                      // as [Task.MarshalText] writes it, without the checksum
	newWorker(k *kernel.Kernel) worker // which counts it, and others of the same count
}

// A worker counts the solutions of one piece after the other, in buffers that it keeps.
// The error is errStopped if stop was set, or ErrOverflow.
type worker interface {
	count(p piece, stop *atomic.Bool) (uint64, error)
	// check counts a small part of a piece in two ways, and returns an error if they differ.
	check(p piece, rng *rand.Rand, stop *atomic.Bool) error
	release() // keeps the buffers for another worker
}

// pieces are all pieces of a count, each made when it is asked for. All machines cut a count
// alike.
type pieces struct {
	length int
	at     func(i int) piece
}

// count returns how many solutions each piece stands for, and their sum.
func (p pieces) count(stop *atomic.Bool, k *kernel.Kernel, r run) (counts []uint64, all uint64, err error) {
	counts = make([]uint64, p.length)
	cost := func(i int) float64 { return p.at(i).cost() }
	all, err = r.sum(stop, p.length, cost, func() (countAt, func()) {
		w := p.at(0).newWorker(k)
		count := func(i int) (solutions uint64, err error) {
			counts[i], err = w.count(p.at(i), stop)
			return counts[i], err
		}
		return count, w.release
	})
	return counts, all, err
}

// A countAt counts a piece, given by its index. The error is errStopped or ErrOverflow.
type countAt func(i int) (uint64, error)

// sum returns the sum of the counts of all pieces. Each worker counts with a function of
// its own; newWorker returns it, and a function to call at the end. The first error ends it,
// and sets stop.
func (r run) sum(stop *atomic.Bool, number int, cost func(i int) float64, newWorker func() (countAt, func())) (uint64, error) {
	t := newTally(stop, number, cost)
	var claimed atomic.Int64
	work := func() {
		count, release := newWorker()
		defer release()
		for i := int(claimed.Add(1) - 1); i < number; i = int(claimed.Add(1) - 1) {
			solutions, err := count(i)
			if err = t.add(i, solutions, err); err != nil {
				stop.Store(true)
				return
			}
		}
	}
	r.runWorkers(min(r.workers, number), work, t)
	if t.err != nil {
		return 0, t.err
	}
	all := t.progress.Solutions
	r.report(Progress{Done: number, Total: number, Solutions: all, Fraction: 1})
	return all, nil
}

// reportEvery is the least time between two reports.
const reportEvery = 100 * time.Millisecond

// runWorkers runs work on that many goroutines, and meanwhile reports how far they have come.
// It returns when all have ended. If a report panics, it stops them.
func (r run) runWorkers(goroutines int, work func(), t *tally) {
	ended := make(chan struct{})
	for range goroutines {
		go func() {
			work()
			ended <- struct{}{}
		}()
	}
	defer func() {
		for ; goroutines > 0; goroutines-- { // after a panic
			t.stop.Store(true)
			<-ended
		}
	}()
	var due <-chan time.Time
	if r.onProgress != nil {
		due = time.Tick(reportEvery)
	}
	for goroutines > 0 {
		select {
		case <-ended:
			goroutines--
		case <-due:
			if p, ok := t.now(); ok {
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
	stop     *atomic.Bool
	cost     func(i int) float64
	costs    []float64  // of all pieces, from the first report on: few counts need them
	mu       sync.Mutex // of what follows
	progress Progress
	done     []bool // by piece
	err      error  // the first one
}

func newTally(stop *atomic.Bool, number int, cost func(i int) float64) *tally {
	return &tally{stop: stop, cost: cost, progress: Progress{Total: number}, done: make([]bool, number)}
}

// add adds the solutions of the i-th piece, or notes why it could not be counted. From the first
// error on it returns that error, which is ErrOverflow if the sum does not fit in 64 bits.
func (t *tally) add(i int, solutions uint64, err error) error {
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
	t.done[i] = true
	return nil
}

// now returns how far the count has come, unless it was stopped. Only one goroutine calls it.
func (t *tally) now() (Progress, bool) {
	for i := len(t.costs); i < len(t.done); i++ {
		if t.stop.Load() {
			return Progress{}, false
		}
		t.costs = append(t.costs, t.cost(i))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var done, all float64
	for i, cost := range t.costs {
		all += cost
		if t.done[i] {
			done += cost
		}
	}
	p := t.progress
	p.Fraction = done / all
	return p, true
}
