package list

import (
	"runtime"
	"sync"
	"sync/atomic"
)

const (
	// mostAhead is about how many results wait to be visited in all.
	mostAhead = 8192
	// partsAhead is how many parts wait for each worker, so that small parts with few results
	// keep no worker waiting.
	partsAhead = 4
)

// InOrder visits the results of all parts of a search, in the order of the parts, on the
// goroutine of the call. Meanwhile each of the workers takes the next part, one at a time, and
// searches it, by a function of its own that newSearch makes and that ends soon after stop is
// set.
// It returns false if visit did or stop was set. At the end, also if visit panics, stop is set
// and no goroutine is left.
func InOrder[P, R any](workers int, next func() (P, bool), newSearch func() func(P, func(R) bool) bool, stop *atomic.Bool, visit func(R) bool) bool {
	waiting := partsAhead * workers
	l := &parallelLister[P, R]{
		stop: stop, next: next, parts: make(chan chan []R, waiting), batch: max(1, mostAhead/(waiting+1)),
	}
	var working sync.WaitGroup
	for range workers {
		working.Go(func() { l.work(newSearch()) })
	}
	visited := make(chan []R) // the part that is being visited
	close(visited)
	defer func() {
		stop.Store(true)
		drain(visited)
		for rest := range l.parts {
			drain(rest)
		}
		working.Wait()
	}()
	for visited = range l.parts {
		for batch := range visited {
			for _, result := range batch {
				if !visit(result) {
					return false
				}
			}
		}
	}
	return !stop.Load()
}

// drain receives what is left of a part, so that its worker can go on.
func drain[R any](batches chan []R) {
	for range batches {
	}
}

// A parallelLister searches parts ahead of their visit.
type parallelLister[P, R any] struct {
	stop  *atomic.Bool
	mu    sync.Mutex // of next and parts; held while a part is sent
	next  func() (P, bool)
	parts chan chan []R // each part is a channel of batches of results; all are closed after the last
	ended sync.Once     // the parts
	batch int           // results in a batch but the first
}

// work searches parts until there are no more, or stop is set.
func (l *parallelLister[P, R]) work(search func(P, func(R) bool) bool) {
	size := 1 // of a batch: the first one does not wait for others
	for part, to := l.claim(); to != nil; part, to = l.claim() {
		var batch []R
		search(part, func(result R) bool {
			if batch = append(batch, result); len(batch) == size {
				to <- batch
				batch, size = nil, l.batch
				runtime.Gosched()
			}
			return true
		})
		to <- batch
		close(to)
	}
}

// claim returns the next part to search, and where to send its results, nil if there is none.
func (l *parallelLister[P, R]) claim() (P, chan []R) {
	l.mu.Lock()
	defer l.mu.Unlock()
	part, ok := l.next()
	if !ok || l.stop.Load() {
		l.ended.Do(func() { close(l.parts) })
		return part, nil
	}
	to := make(chan []R, 1)
	l.parts <- to
	return part, to
}
