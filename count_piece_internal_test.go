package queens

import (
	"sync/atomic"
	"testing"
)

func TestCounterAllocations(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		for _, n := range []int{9, 12, 13} {
			b := newBoard(t, n)
			pieces := listed[*crossPiece](byCrosses(b)(1))
			c := newCounter(b, k)
			defer c.release()
			var stop atomic.Bool
			i := 0
			allocs := testing.AllocsPerRun(50, func() {
				c.count(pieces[i%len(pieces)], &stop)
				i++
			})
			if allocs != 0 {
				t.Errorf("n = %d: %v allocations a piece, want 0", n, allocs)
			}
		}
	})
}
