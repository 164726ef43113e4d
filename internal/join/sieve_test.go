package join

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/testkit/kerneltest"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/testkit"
)

// disjoint counts the pairs of a mask of xs and one of ys that have no bit in common.
func disjoint(xs, ys []uint64) (pairs uint64) {
	for _, x := range xs {
		for _, y := range ys {
			if x&y == 0 {
				pairs++
			}
		}
	}
	return pairs
}

// allArranged moves the bits of each mask, and pads the list.
func allArranged(masks, bitAt []uint64) []uint64 {
	moved := make([]uint64, 0, len(masks)+kernel.VectorPadding)
	for _, m := range masks {
		moved = append(moved, reordered(m, bitAt))
	}
	return moved
}

// TestSieve compares the pairs that sieves count with those that a double loop finds.
func TestSieve(t *testing.T) {
	testkit.Sequential(t)
	kerneltest.EachKernel(t, func(t *testing.T, k *kernel.Kernel) {
		rng := rand.New(rand.NewPCG(26, 27))
		for range testkit.Fewer(300, 50) {
			size := 1 + rng.IntN(56)
			some, oneOf := [2]uint64{bitboard.Below(size), bitboard.Below(size)}, 1+rng.IntN(20)
			for range rng.IntN(size) {
				some[rng.IntN(2)] &^= 1 << rng.IntN(size)
			}
			var lists [2][]uint64 // some are empty
			for i := range lists {
				if rng.IntN(8) > 0 {
					lists[i] = testkit.RandomMasks(rng, rng.IntN(1200), some[i], oneOf)
				}
			}
			xs, ys := lists[0], lists[1]
			want := disjoint(xs, ys)
			s := newSieve(k.Pairing, rng.IntN(4), rng.IntN(7))
			bitAt := s.setFields(rng.Perm(size), some[0]&some[1], size, 0, rng.IntN(9))
			xs, ys = allArranged(xs, bitAt), allArranged(ys, bitAt)
			for range 2 { // with new buffers, and with used ones
				s.sortLong(xs, new(atomic.Bool))
				got := s.countPairs(ys, new(atomic.Bool))
				if got != want {
					t.Fatalf("%d and %d masks of %d bits, %+v, have %d pairs, want %d", len(xs), len(ys), size, s.widths, got, want)
				}
				if got := countFew(xs, ys, new(atomic.Bool)); got != want {
					t.Fatalf("%d and %d masks have %d pairs one by one, want %d", len(xs), len(ys), got, want)
				}
			}
		}
	})
}

// TestSieveMany counts more short masks than a sieve takes at once.
func TestSieveMany(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(30, 31))
	s := newSieve(kernel.Fastest().Pairing, 2, 6)
	bitAt := s.setFields(rng.Perm(20), bitboard.Below(20), 20, 0, 4)
	xs, ys := make([]uint64, 9), make([]uint64, 2*kernel.BatchSize+5)
	for _, masks := range [][]uint64{xs, ys} {
		for i := range masks {
			for range 5 {
				masks[i] |= bitAt[rng.IntN(len(bitAt))]
			}
		}
	}
	s.sortLong(xs, new(atomic.Bool))
	want := disjoint(xs, ys)
	if got := s.countPairs(ys, new(atomic.Bool)); got != want || want == 0 {
		t.Errorf("%d and %d masks have %d pairs, want %d", len(xs), len(ys), got, want)
	}
}
