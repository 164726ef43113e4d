package queens

import (
	"fmt"
	"sync/atomic"
	"testing"
)

// BenchmarkJoin counts empty boards on one worker, by each kernel, with the join and
// with the block search.
func BenchmarkJoin(b *testing.B) {
	for _, n := range benchSizes(b) {
		for _, k := range kernels() {
			b.Run(fmt.Sprintf("n=%d/impl=%s/by=join", n, k.name), func(b *testing.B) {
				for b.Loop() {
					if _, err := countJoined(b.Context(), k, n, run{workers: 1}); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(fmt.Sprintf("n=%d/impl=%s/by=blocks", n, k.name), func(b *testing.B) {
				s := newBoard(b, n)
				for b.Loop() {
					pieces, err := s.pieces(b.Context(), 32)
					if err != nil {
						b.Fatal(err)
					}
					if _, _, err := s.countPieces(b.Context(), k, pieces, run{workers: 1}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkPairing measures the inner loops of the join as they are used at n = 20.
func BenchmarkPairing(b *testing.B) {
	for _, k := range kernels() {
		c := newJoin(20).newJoiner(k)
		f := &c.frames[0]
		set := columnSet{0b0101011001, 0b1001011010}
		stop := new(atomic.Bool)
		b.Run("impl="+k.name, func(b *testing.B) {
			for b.Loop() {
				if _, done := c.pairs(f, set, stop); !done {
					b.Fatal("stopped")
				}
			}
		})
	}
}
