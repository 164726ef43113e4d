package queens

import (
	"cmp"
	"errors"
	"math/bits"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens/internal/kernel"
)

// errStopped says that a search ended because its flag was set.
var errStopped = errors.New("stopped")

// errOverflow says that a count is 2⁶⁴ or more.
var errOverflow = errors.New("count exceeds 64 bits")

// A progress says how far a sum has come.
type progress struct {
	Done      int
	Total     int
	Solutions uint64
	Fraction  float64
}

// A team is the goroutines of a call, and where it reports.
type team struct {
	workers int
	report  func(progress) // or nil
}

// A piece is a part of a count that one worker counts at a time, by one of the two methods.
type piece interface {
	cost() float64                     // about how long it takes, in the method's own unit
	newWorker(k *kernel.Kernel) worker // which counts it, and others of the same count
}

// A worker counts the solutions of one piece after the other, in buffers that it keeps.
// The error is errStopped if stop was set, or errOverflow.
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
func (t team) count(stop *atomic.Bool, p pieces, k *kernel.Kernel) (counts []uint64, all uint64, err error) {
	counts = make([]uint64, p.length)
	cost := func(i int) float64 { return p.at(i).cost() }
	all, err = t.sum(stop, p.length, cost, func() (countAt, func()) {
		w := p.at(0).newWorker(k)
		count := func(i int) (solutions uint64, err error) {
			counts[i], err = w.count(p.at(i), stop)
			return counts[i], err
		}
		return count, w.release
	})
	return counts, all, err
}

// A countAt counts a piece, given by its index. The error is errStopped or errOverflow.
type countAt func(i int) (uint64, error)

// sum returns the sum of the counts of all pieces. Each worker counts with a function of
// its own; newWorker returns it, and a function to call at the end. The first error ends it,
// and sets stop.
func (t team) sum(stop *atomic.Bool, number int, cost func(i int) float64, newWorker func() (countAt, func())) (uint64, error) {
	total := newTally(stop, number, cost)
	var claimed atomic.Int64
	work := func() {
		count, release := newWorker()
		defer release()
		for i := int(claimed.Add(1) - 1); i < number; i = int(claimed.Add(1) - 1) {
			solutions, err := count(i)
			if err = total.add(i, solutions, err); err != nil {
				stop.Store(true)
				return
			}
		}
	}
	t.run(min(t.workers, number), work, total)
	if total.err != nil {
		return 0, total.err
	}
	all := total.progress.Solutions
	t.tell(progress{Done: number, Total: number, Solutions: all, Fraction: 1})
	return all, nil
}

// reportEvery is the least time between two reports.
const reportEvery = 100 * time.Millisecond

// run runs work on that many goroutines, and meanwhile reports how far they have come.
// It returns when all have ended. If a report panics, it stops them.
func (t team) run(goroutines int, work func(), total *tally) {
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
	if t.report != nil {
		due = time.Tick(reportEvery)
	}
	for goroutines > 0 {
		select {
		case <-ended:
			goroutines--
		case <-due:
			if p, ok := total.now(); ok {
				t.tell(p)
			}
		}
	}
}

func (t team) tell(p progress) {
	if t.report != nil {
		t.report(p)
	}
}

// A tally adds up the counts of pieces that several goroutines make.
type tally struct {
	stop     *atomic.Bool
	cost     func(i int) float64
	costs    []float64  // of all pieces, from the first report on: few counts need them
	mu       sync.Mutex // of what follows
	progress progress
	done     []bool // by piece
	err      error  // the first one
}

func newTally(stop *atomic.Bool, number int, cost func(i int) float64) *tally {
	return &tally{stop: stop, cost: cost, progress: progress{Total: number}, done: make([]bool, number)}
}

// add adds the solutions of the i-th piece, or notes why it could not be counted. From the first
// error on it returns that error, which is errOverflow if the sum does not fit in 64 bits.
func (t *tally) add(i int, solutions uint64, err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	sum, carry := bits.Add64(t.progress.Solutions, solutions, 0)
	if carry != 0 {
		err = errOverflow
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
func (t *tally) now() (progress, bool) {
	for i := len(t.costs); i < len(t.done); i++ {
		if t.stop.Load() {
			return progress{}, false
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

// addTimes returns sum + solutions·weight, and whether that fits in 64 bits.
func addTimes(sum, solutions, weight uint64) (uint64, bool) {
	high, product := bits.Mul64(solutions, weight)
	sum, carry := bits.Add64(sum, product, 0)
	return sum, high == 0 && carry == 0
}
