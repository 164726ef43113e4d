// Package work counts the pieces of a count on several goroutines: it has them claim one piece after the
// other, adds up what they count, and tells how far they have come. The first error ends it.
package work

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens/internal/kernel"
)

// ErrStopped says that a search ended because its flag was set.
var ErrStopped = errors.New("stopped")

// ErrOverflow says that a count is 2⁶⁴ or more.
var ErrOverflow = errors.New("count exceeds 64 bits")

// A Progress says how far a sum has come.
type Progress struct {
	Done      int
	Total     int
	Solutions uint64
	Fraction  float64
}

// A Team is the goroutines of a call, and where it reports.
type Team struct {
	Workers int
	Report  func(Progress) // or nil
}

// TeamOf returns the team of a call with options, each of which sets something by a method of its
// unexported type. The errors do not name the package that has the call.
func TeamOf[Option any](workers int, opts []Option) (Team, error) {
	t := Team{Workers: workers}
	for _, opt := range opts {
		o, ok := any(opt).(interface{ Set(*Team) error })
		if !ok {
			return Team{}, errors.New("option is nil, want Workers or OnProgress")
		}
		if err := o.Set(&t); err != nil {
			return Team{}, err
		}
	}
	return t, nil
}

// A Piece is a part of a count that one worker counts at a time, by one of the two methods.
type Piece interface {
	Cost() float64                     // about how long it takes, in the method's own unit
	NewWorker(k *kernel.Kernel) Worker // which counts it, and others of the same count
}

// A Worker counts the solutions of one piece after the other, in buffers that it keeps.
// The error is ErrStopped if stop was set, or errOverflow.
type Worker interface {
	Count(p Piece, stop *atomic.Bool) (uint64, error)
	// Check counts a small part of a piece in two ways, and returns an error if they differ.
	Check(p Piece, rng *rand.Rand, stop *atomic.Bool) error
	Release() // keeps the buffers for another worker
}

// Pieces are all pieces of a count, each made when it is asked for. All machines cut a count
// alike.
type Pieces struct {
	Len int
	At  func(i int) Piece
}

// Count returns how many solutions each piece stands for, and their sum.
func (t Team) Count(stop *atomic.Bool, p Pieces, k *kernel.Kernel) (counts []uint64, all uint64, err error) {
	counts = make([]uint64, p.Len)
	cost := func(i int) float64 { return p.At(i).Cost() }
	all, err = t.Sum(stop, p.Len, cost, func() (Counter, func()) {
		w := p.At(0).NewWorker(k)
		count := func(i int) (solutions uint64, err error) {
			counts[i], err = w.Count(p.At(i), stop)
			return counts[i], err
		}
		return count, w.Release
	})
	return counts, all, err
}

// A Counter counts a piece, given by its index. The error is ErrStopped or errOverflow.
type Counter func(i int) (uint64, error)

// Sum returns the sum of the counts of all pieces. Each worker counts with a function of
// its own; newWorker returns it, and a function to call at the end. The first error ends it,
// and sets stop.
func (t Team) Sum(stop *atomic.Bool, number int, cost func(i int) float64, newWorker func() (Counter, func())) (uint64, error) {
	total := NewTally(stop, number, cost)
	var claimed atomic.Int64
	work := func() {
		count, release := newWorker()
		defer release()
		for i := int(claimed.Add(1) - 1); i < number; i = int(claimed.Add(1) - 1) {
			solutions, err := count(i)
			if err = total.Add(i, solutions, err); err != nil {
				stop.Store(true)
				return
			}
		}
	}
	t.run(min(t.Workers, number), work, total)
	if total.err != nil {
		return 0, total.err
	}
	all := total.progress.Solutions
	t.Tell(Progress{Done: number, Total: number, Solutions: all, Fraction: 1})
	return all, nil
}

// ReportEvery is the least time between two reports.
const ReportEvery = 100 * time.Millisecond

// run runs work on that many goroutines, and meanwhile reports how far they have come.
// It returns when all have ended. If a report panics, it stops them.
func (t Team) run(goroutines int, work func(), total *tally) {
	ended := make(chan struct{})
	for range goroutines {
		go func() {
			work()
			ended <- struct{}{}
		}()
	}
	defer func() {
		for ; goroutines > 0; goroutines-- { // after a panic
			total.stop.Store(true)
			<-ended
		}
	}()
	var due <-chan time.Time
	if t.Report != nil {
		due = time.Tick(ReportEvery)
	}
	for goroutines > 0 {
		select {
		case <-ended:
			goroutines--
		case <-due:
			if p, ok := total.Now(); ok {
				t.Tell(p)
			}
		}
	}
}

// Tell reports how far a call has come, if its options ask for that.
func (t Team) Tell(p Progress) {
	if t.Report != nil {
		t.Report(p)
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

func NewTally(stop *atomic.Bool, number int, cost func(i int) float64) *tally {
	return &tally{stop: stop, cost: cost, progress: Progress{Total: number}, done: make([]bool, number)}
}

// Add adds the solutions of the i-th piece, or notes why it could not be counted. From the first
// error on it returns that error, which is errOverflow if the sum does not fit in 64 bits.
func (t *tally) Add(i int, solutions uint64, err error) error {
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

// Now returns how far the count has come, unless it was stopped. Only one goroutine calls it.
func (t *tally) Now() (Progress, bool) {
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

// AddTimes returns sum + solutions·weight, and whether that fits in 64 bits.
func AddTimes(sum, solutions, weight uint64) (uint64, bool) {
	high, product := bits.Mul64(solutions, weight)
	sum, carry := bits.Add64(sum, product, 0)
	return sum, high == 0 && carry == 0
}

// UntilDone calls f with a flag that is set when ctx is cancelled, for searches to look
// at often: that is much cheaper than ctx.Err. Whatever can be stopped inside returns
// ErrStopped, which is turned into the context's error here.
func UntilDone(ctx context.Context, f func(stop *atomic.Bool) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stop, release := StopWith(ctx)
	defer release()
	if err := f(stop); err != ErrStopped {
		return err
	}
	return ctx.Err()
}

// StopWith returns a flag that is set when ctx is cancelled. Call release when the search
// has ended.
func StopWith(ctx context.Context) (stop *atomic.Bool, release func() bool) {
	stop = new(atomic.Bool)
	stop.Store(ctx.Err() != nil)
	return stop, context.AfterFunc(ctx, func() { stop.Store(true) })
}
