package queens

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/find"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
)

// recursion is the plain bitmask backtracking that the engine is measured
// against: row by row, one half of the board for both.
func recursion(n int) uint64 {
	full := uint32(bitboard.Below(n))
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

// BenchmarkKernels counts on one worker, by each kernel and by plain recursion.
func BenchmarkKernels(b *testing.B) {
	for _, n := range testkit.BenchSizes(b) {
		benchKernels(b, newBoard(b, n))
		if n <= 14 || n <= 16 && os.Getenv("QUEENS_BENCH") != "" { // which takes seconds
			b.Run(fmt.Sprintf("n=%d/impl=recursion", n), func(b *testing.B) {
				for b.Loop() {
					recursion(n)
				}
			})
		}
	}
	benchKernels(b, newBoard(b, 19, Toroidal()))
}

func benchKernels(b *testing.B, board *Board) {
	for _, k := range kernel.Runnable() {
		b.Run(fmt.Sprintf("%v/impl=%s", board, k.Name), func(b *testing.B) {
			for b.Loop() {
				testkit.Must(board.count(b.Context(), k, testTeam(b, Workers(1))))
			}
		})
	}
}

// BenchmarkJoin counts empty boards on one worker, by each kernel, with the join and
// with the block search.
func BenchmarkJoin(b *testing.B) {
	for _, n := range testkit.BenchSizes(b) {
		for _, k := range kernel.Runnable() {
			b.Run(fmt.Sprintf("n=%d/impl=join-%s", n, k.Name), func(b *testing.B) {
				for b.Loop() {
					countBy(b, byColumns, newBoard(b, n), k, joinedPerWorker, Workers(1))
				}
			})
			b.Run(fmt.Sprintf("n=%d/impl=blocks-%s", n, k.Name), func(b *testing.B) {
				for b.Loop() {
					countBy(b, byCrosses, newBoard(b, n), k, piecesPerWorker, Workers(1))
				}
			})
		}
	}
}

// BenchmarkFirst finds the least solution of empty boards on one worker, five times each, and reports
// the shortest of the processor times. For all boards:
//
//	QUEENS_BENCH=$(seq -s , 36 64) go test -run '^$' -bench 'First/' -benchtime 1x -timeout 0
func BenchmarkFirst(b *testing.B) {
	sizes := append([]int{40}, testkit.BenchSizes(b)[4:]...)
	slices.Sort(sizes)
	testkit.EachSize(b, func(b *testing.B, n int) {
		least := time.Duration(math.MaxInt64)
		for b.Loop() {
			for range 5 {
				begun := testkit.ProcessTime()
				testkit.Must(firstBy(b.Context(), newBoard(b, n).start, find.FirstQuery{Workers: 1}))
				least = min(least, testkit.ProcessTime()-begun)
			}
		}
		b.ReportMetric(least.Seconds(), "s")
	}, slices.Compact(sizes)...)
}
