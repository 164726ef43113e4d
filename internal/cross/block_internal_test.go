package cross

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit/kerneltest"

	"example.com/queens/internal/testkit"
)

func emptyPosition(n int) position {
	return position{bitboard.Empty(n), slices.Repeat([]int{none}, n)}
}

// TestBlockSearchKernels makes sure that a kernel is given buffers of its own.
func TestBlockSearchKernels(t *testing.T) {
	for rows := range kernel.MaxRows + 1 {
		for _, k := range kernel.Runnable() {
			takeBlockSearch(k, rows).release()
		}
		for _, k := range kernel.Runnable() {
			if s := takeBlockSearch(k, rows); s.kernel != k || len(s.rows) != rows {
				t.Errorf("%s, %d rows: given a search of %s for %d rows", k.Name, rows, s.kernel.Name, len(s.rows))
			}
		}
	}
}

// TestBlockSearchRoom lets a kernel make as many children as boards can have: one for each column
// without a queen, or one fewer, so that blocks leave a rest.
func TestBlockSearchRoom(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 19))
	for _, rows := range []int{5, 12, 20, 32} {
		var s *blockSearch
		var stop atomic.Bool
		calls := 0
		fertile := &kernel.Kernel{
			NewBoards: func(size int) kernel.Boards { return kernel.Boards{Whole: make([]kernel.Partial, size)} },
			Finish:    func(*kernel.Boards, int, int, *kernel.OpenRow) uint64 { return 0 },
		}
		fertile.Plain = func(in *kernel.Boards, first, count int, row *kernel.OpenRow, out *kernel.Boards) {
			at := 0
			for row != &s.rows[at] {
				at++
			}
			out.N += count*(rows-at) - rng.IntN(2)
			if room := len(out.Whole); out.N > room {
				t.Fatalf("%d rows: %d boards wait at row %d, where there is room for %d", rows, out.N, at+1, room)
			}
			if calls++; calls == 10000 {
				stop.Store(true)
			}
		}
		s = newBlockSearch(fertile, rows)
		s.count(emptyPosition(rows), &stop)
	}
}

func TestBlockSearchMemory(t *testing.T) {
	const limit = 8 << 20
	kerneltest.EachKernel(t, func(t *testing.T, k *kernel.Kernel) {
		for rows := range kernel.MaxRows + 1 {
			bytes := 0
			for _, b := range newBlockSearch(k, rows).waiting {
				bytes += 4*(cap(b.Cols)+cap(b.Left)+cap(b.Right)) + 12*cap(b.Whole)
			}
			if bytes > limit {
				t.Errorf("%d rows: a worker has %d bytes of boards, want at most %d", rows, bytes, limit)
			}
		}
	})
}

// A search that is stopped ends before the next call of the kernel, and leaves no boards for the
// next count.
func TestBlockSearchStops(t *testing.T) {
	const n = 12
	p := emptyPosition(n)
	kerneltest.EachKernel(t, func(t *testing.T, k *kernel.Kernel) {
		for _, stopAt := range []int{0, 1, 2, 40} {
			var stop atomic.Bool
			stop.Store(stopAt == 0)
			calls := 0
			metered := *k
			metered.Plain = func(in *kernel.Boards, first, count int, row *kernel.OpenRow, out *kernel.Boards) {
				if calls++; calls == stopAt {
					stop.Store(true)
				}
				k.Plain(in, first, count, row, out)
			}
			s := newBlockSearch(&metered, n)
			if s.count(p, &stop); calls != stopAt {
				t.Errorf("stopped at call %d of the kernel: %d calls", stopAt, calls)
			}
			if got := s.count(p, new(atomic.Bool)); got != testkit.Reference[n].All {
				t.Errorf("not stopped: %d solutions, want %d", got, testkit.Reference[n].All)
			}
		}
	})
}
