// Package work runs a count on several goroutines. The count is a [Job], cut into pieces that
// differ much in how long they take. Each worker claims the next piece, counts it in buffers of its
// own, and adds the result to a tally; so all end at about the same time. Meanwhile the caller's
// goroutine reports how far they have come. The first error ends the count.
//
// A search that may take long checks a stop flag every millisecond or so. That costs less than the
// context's error. [UntilDone] sets the flag when the context is cancelled, and a search that sees
// it returns [ErrStopped].
package work

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/bits"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// ErrStopped says that a search ended because its flag was set.
var ErrStopped = errors.New("stopped")

// ErrOverflow says that a count is 2⁶⁴ or more.
var ErrOverflow = errors.New("count exceeds 64 bits")

// A Team is the goroutines of a call, and where it reports.
type Team struct {
	Workers int
	// Report, if not nil, is told how many of the pieces are done, with how many solutions, and what
	// share of the cost of all pieces that is.
	Report func(done, total int, solutions uint64, fraction float64)
}

// TeamOf returns the team of a call with options. The errors do not name the package that has the
// call.
func TeamOf[Option interface {
	comparable
	Apply(*Team) error
}](workers int, opts []Option) (Team, error) {
	t := Team{Workers: workers}
	for _, o := range opts {
		if o == *new(Option) {
			return Team{}, errors.New("option is nil, want Workers or OnProgress")
		}
		if err := o.Apply(&t); err != nil {
			return Team{}, err
		}
	}
	return t, nil
}

// A Job is a count cut into pieces, which are known by their indices. All machines cut a count
// alike.
type Job interface {
	Len() int           // the number of pieces
	Cost(i int) float64 // about how long a piece takes, in a unit of the job
	NewWorker() Worker  // with buffers of its own
}

// A Worker counts one piece after the other, in buffers that it keeps.
type Worker interface {
	// Count returns how many solutions a piece stands for. The error is ErrStopped if stop was set,
	// or ErrOverflow.
	Count(i int, stop *atomic.Bool) (uint64, error)
	// Release leaves the buffers to another worker.
	Release()
}

// Count returns how many solutions each piece of a job stands for, and their sum. The first error
// ends it, and sets stop.
func (t Team) Count(stop *atomic.Bool, job Job) (counts []uint64, all uint64, err error) {
	counts = make([]uint64, job.Len())
	all, err = t.share(newTally(stop, len(counts), job.Cost), func() (count func(i int) (uint64, error), release func()) {
		w := job.NewWorker()
		return func(i int) (uint64, error) {
			solutions, err := w.Count(i, stop)
			counts[i] = solutions
			return solutions, err
		}, w.Release
	})
	if err != nil {
		return nil, 0, err
	}
	return counts, all, nil
}

// Repeat does something that many times, about equally long each time: it calls what newRepeat
// returns, once for each worker, with the numbers from 0 on. The first error ends it, and sets stop.
func (t Team) Repeat(stop *atomic.Bool, times int, newRepeat func() func(i int) error) error {
	_, err := t.share(newTally(stop, times, func(int) float64 { return 1 }), func() (func(i int) (uint64, error), func()) {
		repeat := newRepeat()
		return func(i int) (uint64, error) { return 0, repeat(i) }, func() {}
	})
	return err
}

// share has the workers claim and count one piece after the other, and returns the sum. Each counts
// by a function of its own that newCount returns, with one to call in the end.
func (t Team) share(total *tally, newCount func() (count func(i int) (uint64, error), release func())) (all uint64, err error) {
	number := len(total.done)
	var claimed atomic.Int64
	work := func() {
		count, release := newCount()
		defer release()
		for i := int(claimed.Add(1) - 1); i < number; i = int(claimed.Add(1) - 1) {
			solutions, err := count(i)
			if total.add(i, solutions, err) != nil {
				total.stop.Store(true)
				return
			}
		}
	}
	t.run(min(t.Workers, number), work, total)
	if total.err != nil {
		return 0, total.err
	}
	t.Tell(number, number, total.solutions, 1)
	return total.solutions, nil
}

// ReportEvery is the least time between two reports.
const ReportEvery = 100 * time.Millisecond

// run runs work on that many goroutines, and meanwhile reports how far they have come. It returns
// when all have ended. If a report panics, it stops them first.
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
			total.tell(t)
		}
	}
}

// Tell reports how far a call has come, if its options ask for that.
func (t Team) Tell(done, total int, solutions uint64, fraction float64) {
	if t.Report != nil {
		t.Report(done, total, solutions, fraction)
	}
}

// A tally adds up the counts of pieces.
type tally struct {
	stop      *atomic.Bool
	cost      func(i int) float64
	costs     []float64  // of all pieces, from the first report on: few counts have one
	mu        sync.Mutex // guards the fields below
	finished  int        // pieces
	solutions uint64     // of these
	done      []bool     // by piece
	err       error      // the first one
}

func newTally(stop *atomic.Bool, number int, cost func(i int) float64) *tally {
	return &tally{stop: stop, cost: cost, done: make([]bool, number)}
}

// add adds the solutions of a piece, or takes the error with which its count ended. It returns the
// first error so far, which is ErrOverflow if the sum does not fit in 64 bits.
func (t *tally) add(i int, solutions uint64, err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	sum, overflow := AddTimes(t.solutions, solutions, 1)
	if t.err = cmp.Or(t.err, err, overflow); t.err != nil {
		return t.err
	}
	t.solutions = sum
	t.finished++
	t.done[i] = true
	return nil
}

// tell reports how far the count has come, unless it was stopped. Only one goroutine may call it.
func (t *tally) tell(team Team) {
	for i := len(t.costs); i < len(t.done); i++ {
		if t.stop.Load() {
			return
		}
		t.costs = append(t.costs, t.cost(i))
	}
	t.mu.Lock()
	var done, all float64
	for i, cost := range t.costs {
		all += cost
		if t.done[i] {
			done += cost
		}
	}
	finished, solutions := t.finished, t.solutions
	t.mu.Unlock()
	team.Tell(finished, len(t.done), solutions, done/all)
}

// Rand returns rng, or a generator with a random seed if the caller has passed none.
func Rand(rng *rand.Rand) *rand.Rand {
	if rng == nil {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	return rng
}

// AddTimes returns sum + solutions·weight, or ErrOverflow.
func AddTimes(sum, solutions, weight uint64) (uint64, error) {
	high, product := bits.Mul64(solutions, weight)
	sum, carry := bits.Add64(sum, product, 0)
	if high != 0 || carry != 0 {
		return 0, ErrOverflow
	}
	return sum, nil
}

// UntilDone calls f with a flag that is set when ctx is cancelled. f returns ErrStopped when it
// sees the flag; UntilDone then returns the context's error instead.
func UntilDone(ctx context.Context, f func(stop *atomic.Bool) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stop, release := StopWith(ctx)
	defer release()
	if err := f(stop); !errors.Is(err, ErrStopped) {
		return err
	}
	return ctx.Err()
}

// Listing returns an iterator over what a search visits. If the search fails, the iterator finally
// yields a zero value and the error. Once visit has returned false, the error of the search is
// ignored.
func Listing[T any](ctx context.Context, search func(stop *atomic.Bool, visit func(T) bool) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		stopped := false // by the loop
		err := UntilDone(ctx, func(stop *atomic.Bool) error {
			return search(stop, func(next T) bool {
				if ctx.Err() != nil {
					stop.Store(true)
					return false
				}
				stopped = !yield(next, nil)
				return !stopped
			})
		})
		if err != nil && !stopped {
			yield(*new(T), err)
		}
	}
}

// StopWith returns a flag that is set when ctx is cancelled. Call release when the flag is no
// longer needed.
func StopWith(ctx context.Context) (stop *atomic.Bool, release func() bool) {
	stop = new(atomic.Bool)
	stop.Store(ctx.Err() != nil)
	if ctx.Done() == nil {
		return stop, func() bool { return true }
	}
	return stop, context.AfterFunc(ctx, func() { stop.Store(true) })
}
