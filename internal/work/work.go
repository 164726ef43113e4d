// Package work runs a count on several goroutines. The count is a [Job], cut into pieces that
// differ much in how long they take. Each worker claims the next piece, counts it in buffers of its
// own, and adds the result to a tally; so all end at about the same time. Meanwhile the caller's
// goroutine reports how far they have come. The first error ends the count.
//
// A search that may take long checks a stop flag every millisecond or so. That costs less than the
// context's error. [UntilDone] sets the flag when the context is cancelled. A search that sees it
// ends at once; what it returns then means nothing, and UntilDone returns the context's error.
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

// ErrOverflow says that a count is 2⁶⁴ or more.
var ErrOverflow = errors.New("queens: count exceeds 64 bits")

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
type Job struct {
	Len       int                 // the number of pieces
	Cost      func(i int) float64 // about how long a piece takes, in a unit of the job
	NewWorker func() Worker
}

// A Worker counts one piece after the other, in buffers that it keeps.
type Worker struct {
	// Count returns how many solutions a piece stands for. The error is ErrOverflow.
	Count func(i int, stop *atomic.Bool) (uint64, error)
	// Release leaves the buffers to another worker.
	Release func()
}

// Repeated is a job that does something so many times, about equally long each time: it calls what
// newRepeat returns, once for each worker, with the numbers from 0 on. It counts nothing.
func Repeated(times int, newRepeat func() func(i int)) Job {
	return Job{times, func(int) float64 { return 1 }, func() Worker {
		repeat := newRepeat()
		return Worker{func(i int, _ *atomic.Bool) (uint64, error) { repeat(i); return 0, nil }, func() {}}
	}}
}

// Count returns how many solutions each piece of a job stands for, and their sum. Workers claim one
// piece after the other. The first error ends the count, and sets stop.
func (t Team) Count(stop *atomic.Bool, job Job) (counts []uint64, all uint64, err error) {
	total := newTally(stop, job)
	var claimed atomic.Int64
	claim := func() int { return int(claimed.Add(1) - 1) }
	t.run(min(t.Workers, job.Len), total, func() {
		w := job.NewWorker()
		defer w.Release()
		for i := claim(); i < job.Len && !stop.Load(); i = claim() {
			solutions, err := w.Count(i, stop)
			total.add(i, solutions, err)
		}
	})
	if stop.Load() {
		return nil, 0, total.err
	}
	t.Tell(job.Len, job.Len, total.solutions, 1)
	return total.counts, total.solutions, nil
}

// ReportEvery is the least time between two reports.
const ReportEvery = 100 * time.Millisecond

// run runs work on that many goroutines, and meanwhile reports how far they have come. It returns
// when all have ended. If a report panics, it stops them first.
func (t Team) run(goroutines int, total *tally, work func()) {
	ended := make(chan struct{}) // a WaitGroup would take a goroutine more, to wait for it
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
	job       Job
	costs     []float64  // of all pieces, from the first report on: few counts have one
	mu        sync.Mutex // guards the fields below
	counts    []uint64   // by piece
	done      []bool     // by piece
	finished  int        // pieces
	solutions uint64     // of these
	err       error      // the first one
}

func newTally(stop *atomic.Bool, job Job) *tally {
	return &tally{stop: stop, job: job, counts: make([]uint64, job.Len), done: make([]bool, job.Len)}
}

// add adds the solutions of a piece, unless stop is set: then they mean nothing. It takes the error
// with which the count of a piece ended, or ErrOverflow if the sum does not fit in 64 bits, and then
// sets stop.
func (t *tally) add(i int, solutions uint64, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop.Load() {
		return
	}
	sum, overflow := AddTimes(t.solutions, solutions, 1)
	if t.err = cmp.Or(err, overflow); t.err != nil {
		t.stop.Store(true)
		return
	}
	t.counts[i], t.done[i], t.solutions = solutions, true, sum
	t.finished++
}

// tell reports how far the count has come, unless it was stopped. Only one goroutine may call it.
func (t *tally) tell(team Team) {
	for i := len(t.costs); i < len(t.done); i++ {
		if t.stop.Load() {
			return
		}
		t.costs = append(t.costs, t.job.Cost(i))
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

// UntilDone calls f with a flag that is set when ctx is cancelled. If the flag is set in the end, it
// returns the context's error instead of that of f.
func UntilDone(ctx context.Context, f func(stop *atomic.Bool) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stop := new(atomic.Bool)
	if ctx.Done() != nil { // to ask is faster than AfterFunc
		defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	}
	err := f(stop)
	if stop.Load() {
		return cmp.Or(ctx.Err(), err)
	}
	return err
}

// Listing returns an iterator over what a search visits, until visit returns false. If the context
// ends the search, or the search fails, the iterator finally yields a zero value and the error.
func Listing[T any](ctx context.Context, search func(stop *atomic.Bool, visit func(T) bool) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		broken := false // by the loop
		err := UntilDone(ctx, func(stop *atomic.Bool) error {
			return search(stop, func(next T) bool {
				if ctx.Err() != nil {
					stop.Store(true)
					return false
				}
				broken = !yield(next, nil)
				return !broken
			})
		})
		if err != nil && !broken {
			yield(*new(T), err)
		}
	}
}
