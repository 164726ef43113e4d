package queens

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/kernel"
	. "example.com/queens/internal/testkit"
)

// recursion is the plain bitmask backtracking that the engine is measured
// against: row by row, one half of the board for both.
func recursion(n int) uint64 {
	full := uint32(bitset.Below(n))
	var from func(cols, left, right uint32) uint64
	from = func(cols, left, right uint32) uint64 {
		if cols == full {
			return 1
		}
		var solutions uint64
		for free := full &^ (cols | left | right); free != 0; free &= free - 1 {
			queen := free & -free
			solutions += from(cols|queen, (left|queen)<<1, (right|queen)>>1)
		}
		return solutions
	}
	var solutions uint64
	for col := range n / 2 {
		queen := uint32(1) << col
		solutions += 2 * from(queen, queen<<1, queen>>1)
	}
	if n%2 == 1 {
		queen := uint32(1) << (n / 2)
		solutions += from(queen, queen<<1, queen>>1)
	}
	return solutions
}

// BenchmarkCount counts on one worker, by each kernel and by plain recursion.
func BenchmarkCount(b *testing.B) {
	for _, n := range BenchSizes(b) {
		for _, k := range kernel.Runnable() {
			b.Run(fmt.Sprintf("n=%d/impl=%s", n, k.Name), func(b *testing.B) {
				benchCount(b, newBoard(b, n), k, 1)
			})
		}
		if n <= 15 || n == 16 && os.Getenv("QUEENS_BENCH") != "" { // which takes seconds
			b.Run(fmt.Sprintf("n=%d/impl=recursion", n), func(b *testing.B) {
				for b.Loop() {
					recursion(n)
				}
			})
		}
	}
}

// BenchmarkWorkers counts large boards with the fastest kernel, on one worker and
// on two.
func BenchmarkWorkers(b *testing.B) {
	for _, n := range BenchSizes(b)[3:] {
		for workers := 1; workers <= 2; workers++ {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) {
				benchCount(b, newBoard(b, n), kernel.Runnable()[0], workers)
			})
		}
	}
}

// BenchmarkToroidal counts on one worker, by each kernel.
func BenchmarkToroidal(b *testing.B) {
	const n = 19
	for _, k := range kernel.Runnable() {
		b.Run(fmt.Sprintf("n=%d/impl=%s", n, k.Name), func(b *testing.B) {
			benchCount(b, newBoard(b, n, Toroidal()), k, 1)
		})
	}
}

func benchCount(b *testing.B, board *Board, k *kernel.Kernel, workers int) {
	b.ReportAllocs()
	r := newTestRun(b, Workers(workers))
	var solutions uint64
	for b.Loop() {
		solutions = Must(board.count(b.Context(), k, r))
	}
	b.ReportMetric(float64(solutions)*float64(b.N)/b.Elapsed().Seconds(), "solutions/s")
}

// BenchmarkJoin counts empty boards on one worker, by each kernel, with the join and
// with the block search.
func BenchmarkJoin(b *testing.B) {
	for _, n := range BenchSizes(b) {
		for _, k := range kernel.Runnable() {
			b.Run(fmt.Sprintf("n=%d/impl=join-%s", n, k.Name), func(b *testing.B) {
				for b.Loop() {
					methodCount(b, byColumns(n), k, joinedPerWorker, Workers(1))
				}
			})
			b.Run(fmt.Sprintf("n=%d/impl=blocks-%s", n, k.Name), func(b *testing.B) {
				for b.Loop() {
					methodCount(b, byCrosses(newBoard(b, n)), k, piecesPerWorker, Workers(1))
				}
			})
		}
	}
}

// BenchmarkFirst finds the least solution of empty boards on one worker, with five seeds each,
// and reports the median and the longest of the processor times. For all boards:
//
//	QUEENS_BENCH=$(seq -s , 36 64) go test -run '^$' -bench 'First/' -benchtime 1x -timeout 0
func BenchmarkFirst(b *testing.B) {
	sizes := append([]int{48, 56}, BenchSizes(b)[4:]...)
	slices.Sort(sizes)
	EachSize(b, func(b *testing.B, n int) {
		var times []time.Duration
		for b.Loop() {
			for seed := range uint64(5) {
				begun := ProcessTime()
				Must(newBoard(b, n).start.least(b.Context(), newTestRun(b, Workers(1)), seed))
				times = append(times, ProcessTime()-begun)
			}
		}
		slices.Sort(times)
		b.ReportMetric(times[len(times)/2].Seconds(), "median-s")
		b.ReportMetric(times[len(times)-1].Seconds(), "worst-s")
	}, slices.Compact(sizes)...)
}
