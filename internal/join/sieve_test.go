package join

import (
	"math/rand/v2"
	"slices"
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

// Sorting keeps the masks, and says where those with each value of the bits end.
func TestSieveSort(t *testing.T) {
	kerneltest.EachKernel(t, func(t *testing.T, k *kernel.Kernel) {
		rng := rand.New(rand.NewPCG(32, 33))
		s := newSieve(k.Pairing, 0, 6)
		for range 100 {
			masks := testkit.RandomMasks(rng, rng.IntN(500), ^uint64(0), 2)
			first, width := rng.IntN(20), 1+rng.IntN(10)
			s.live = rng.Uint64() | bitboard.Below(width)<<(64-first-width)
			var result []uint64
			s.sort(&result, masks, first, width, new(atomic.Bool))
			if len(result) != len(masks) {
				t.Fatalf("%d masks sorted by %d bits: %d", len(masks), width, len(result))
			}
			left := map[uint64]int{}
			for _, m := range masks {
				left[m&s.live]++
			}
			at := 0
			for value, next := range s.offsets[:1<<width] {
				for ; at < int(next[1]); at++ {
					if got := result[at] << first >> (64 - width); int(got) != value {
						t.Fatalf("mask %x stands among those with bits %b", result[at], value)
					}
					left[result[at]]--
				}
			}
			for m, count := range left {
				if count != 0 || at != len(masks) {
					t.Fatalf("%d copies of %x are missing", count, m)
				}
			}
		}
	})
}

func TestSieveStopped(t *testing.T) {
	s := newSieve(kernel.Portable.Pairing, 1, 6)
	bitAt := s.setFields([]int{0, 1, 2}, 0b111, 3, 0, 1)
	for _, l := range [][]uint64{{0}, bitAt, {bitAt[0], bitAt[1], bitAt[2], 0}} {
		l = slices.Grow(l, kernel.VectorPadding)
		s.sortLong(l, testkit.RaisedFlag())
		s.sortLong(l, new(atomic.Bool))
		if got := s.countPairs(l, testkit.RaisedFlag()); got != 0 {
			t.Errorf("a stopped sieve finds %d pairs", got)
		}
		if got := countFew(l, l, testkit.RaisedFlag()); got != 0 {
			t.Errorf("a stopped sieve finds %d pairs one by one", got)
		}
		if got := s.countPairs(l, new(atomic.Bool)); got != disjoint(l, l) {
			t.Errorf("after that it finds %d pairs, want %d", got, disjoint(l, l))
		}
	}
}
