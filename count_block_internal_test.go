package queens

import (
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"
)

// TestBlockSearchKernels makes sure that a kernel is given buffers of its own.
func TestBlockSearchKernels(t *testing.T) {
	for rows := range maxBlockRows + 1 {
		for _, k := range kernels() {
			takeBlockSearch(k, rows).release()
		}
		for _, k := range kernels() {
			if s := takeBlockSearch(k, rows); s.kernel != k || len(s.rows) != rows {
				t.Errorf("%s, %d rows: given a search of %s for %d rows", k.name, rows, s.kernel.name, len(s.rows))
			}
		}
	}
}

// TestBlockSearchRoom lets a kernel make as many children as boards can have: one
// for each column without a queen, or one fewer, so that blocks leave a rest.
func TestBlockSearchRoom(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 19))
	for _, rows := range []int{5, 12, 20, 32} {
		var s *blockSearch
		var stop atomic.Bool
		calls := 0
		fertile := &kernel{
			newBoards: func(size int) boards { return boards{whole: make([]partial, size)} },
			finish:    func(*boards, int, int, *openRow) uint64 { return 0 },
		}
		fertile.plane.expand = func(in *boards, first, count int, row *openRow, out *boards) {
			at := 0
			for row != &s.rows[at] {
				at++
			}
			out.n += count*(rows-at) - rng.IntN(2)
			if room := len(out.whole); out.n > room {
				t.Fatalf("%d rows: %d boards wait at row %d, where there is room for %d", rows, out.n, at+1, room)
			}
			if calls++; calls == 10000 {
				stop.Store(true)
			}
		}
		fertile.plane.expandLast = fertile.plane.expand
		s = newBlockSearch(fertile, rows)
		s.countTo(math.MaxUint64, newBoard(t, rows).start, emptyPlacement(rows), &stop)
	}
}

func TestBlockSearchMemory(t *testing.T) {
	const limit = 8 << 20
	eachKernel(t, func(t *testing.T, k *kernel) {
		for rows := range maxBlockRows + 1 {
			bytes := 0
			for _, b := range newBlockSearch(k, rows).waiting {
				bytes += 4*(cap(b.cols)+cap(b.left)+cap(b.right)) + 12*cap(b.whole)
			}
			if bytes > limit {
				t.Errorf("%d rows: a worker has %d bytes of boards, want at most %d", rows, bytes, limit)
			}
		}
	})
}

// A search that is stopped ends before the next call of the kernel, and leaves no boards
// for the next count.
func TestBlockSearchStops(t *testing.T) {
	const n = 12
	b, queens := newBoard(t, n).start, emptyPlacement(n)
	eachKernel(t, func(t *testing.T, k *kernel) {
		for _, stopAt := range []int{0, 1, 2, 40} {
			var stop atomic.Bool
			stop.Store(stopAt == 0)
			calls := 0
			metered := *k
			metered.plane.expand = func(in *boards, first, count int, row *openRow, out *boards) {
				if calls++; calls == stopAt {
					stop.Store(true)
				}
				k.plane.expand(in, first, count, row, out)
			}
			s := newBlockSearch(&metered, n)
			if got, err := s.countTo(math.MaxUint64, b, queens, &stop); got != 0 || err != errStopped || calls != stopAt {
				t.Errorf("stopped at call %d of the kernel: %d calls, %d solutions, %v", stopAt, calls, got, err)
			}
			if got, err := s.countTo(math.MaxUint64, b, queens, new(atomic.Bool)); got != Reference[n].All || err != nil {
				t.Errorf("not stopped: %d solutions, %v, want %d", got, err, Reference[n].All)
			}
		}
	})
}
