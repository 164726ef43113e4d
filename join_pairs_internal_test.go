package queens

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
)

// randomMasks are masks of some of the bits, each with about one bit of so many.
func randomMasks(rng *rand.Rand, count int, some uint64, oneOf int) []uint64 {
	masks := make([]uint64, count)
	for i := range masks {
		for bit := range columns(some) {
			if rng.IntN(oneOf) == 0 {
				masks[i] |= 1 << bit
			}
		}
	}
	return masks
}

// pairsPlainly returns the unions of all pairs without a bit in common.
func pairsPlainly(xs, ys []uint64) []uint64 {
	var unions []uint64
	for _, x := range xs {
		for _, y := range ys {
			if x&y == 0 {
				unions = append(unions, x|y)
			}
		}
	}
	return unions
}

func TestPairingCombine(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 21))
	for range fewer(2000, 200) {
		some, oneOf := rng.Uint64(), 1+rng.IntN(12)
		xs := randomMasks(rng, rng.IntN(20), some, oneOf)
		ys := randomMasks(rng, rng.IntN(60), some, oneOf)
		want := pairsPlainly(xs, ys)
		for _, k := range kernels() {
			out := make([]uint64, len(want)+slack)
			got := out[:k.pairing.combine(out, xs, slices.Grow(ys, slack))]
			if !slices.Equal(got, want) {
				t.Fatalf("%s: combine(%x, %x) gives %x, want %x", k.name, xs, ys, got, want)
			}
		}
	}
}

func TestPairingTranspose(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 23))
	for range fewer(20, 3) {
		var block [blockMasks]uint64
		for i := range block {
			block[i] = rng.Uint64()
		}
		for _, k := range kernels() {
			var have [64]flags
			k.pairing.transpose(&have, &block)
			for i, mask := range block {
				for bit := range have {
					if got, want := have[bit][i%8]>>(i/8)&1, mask>>bit&1; got != want {
						t.Fatalf("%s: mask %d has bit %d: %d, want %d", k.name, i, bit, got, want)
					}
				}
			}
		}
	}
}

func TestPairingSubsets(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 25))
	random := func() (f flags) {
		for w := range f {
			f[w] = rng.Uint64()
		}
		return f
	}
	for width := range 9 {
		have := make([]flags, width)
		for i := range have {
			have[i] = random()
		}
		all := random()
		for _, k := range kernels() {
			entries := make([]flags, 1<<width)
			entries[0] = all
			k.pairing.subsets(entries, have)
			for set, got := range entries {
				want := all
				for bit := range columns(uint64(set)) {
					for w := range want {
						want[w] &^= have[bit][w]
					}
				}
				if got != want {
					t.Fatalf("%s: the entry of %b is %x, want %x", k.name, set, got, want)
				}
			}
		}
	}
}

// TestSieve compares the pairs that sieves count with those that a double loop finds.
func TestSieve(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 27))
	for range fewer(300, 50) {
		lines := 1 + rng.IntN(60)
		all, oneOf := fullRow(lines), 1+rng.IntN(20)
		xs := randomMasks(rng, rng.IntN(1500), all, oneOf)
		ys := randomMasks(rng, rng.IntN(1500), all, oneOf)
		want := uint64(len(pairsPlainly(xs, ys)))
		order, split := rng.Perm(lines), rng.IntN(9)
		for _, k := range kernels() {
			s := newSieve(k.pairing)
			places := make([]uint64, lines)
			s.arrange(order, places, 0, split)
			place := func(masks []uint64) []uint64 {
				var placed []uint64
				for _, m := range masks {
					placed = append(placed, arranged(m, places))
				}
				return placed
			}
			for range 2 { // with new buffers, and with used ones
				s.set(place(xs), new(atomic.Bool))
				got, done := s.pairs(place(ys), new(atomic.Bool))
				if got != want || !done {
					t.Fatalf("%s: %d and %d masks of %d bits, %d to split, have %d pairs, %t, want %d",
						k.name, len(xs), len(ys), lines, s.split, got, done, want)
				}
			}
		}
	}
}

// TestSieveMany counts more short masks than a sieve takes at once.
func TestSieveMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 31))
	places := make([]uint64, 20)
	s := newSieve(fastest().pairing)
	s.arrange(rng.Perm(len(places)), places, 0, 4)
	long, short := make([]uint64, 9), make([]uint64, 2*atOnce+5)
	for _, masks := range [][]uint64{long, short} {
		for i := range masks {
			for range 5 {
				masks[i] |= places[rng.IntN(len(places))]
			}
		}
	}
	want := uint64(0)
	for _, x := range long {
		for _, y := range short {
			if x&y == 0 {
				want++
			}
		}
	}
	s.set(long, new(atomic.Bool))
	if got, done := s.pairs(short, new(atomic.Bool)); got != want || !done || want == 0 {
		t.Errorf("%d and %d masks have %d pairs, %t, want %d", len(long), len(short), got, done, want)
	}
}

func TestSieveStopped(t *testing.T) {
	var stop atomic.Bool
	stop.Store(true)
	s := newSieve(portable.pairing)
	s.arrange([]int{0, 1, 2}, make([]uint64, 3), 0, 1)
	if s.set([]uint64{0}, &stop) {
		t.Error("a stopped sieve is done")
	}
	if pairs, done := s.pairs([]uint64{0}, &stop); done || pairs != 0 {
		t.Errorf("a stopped sieve finds %d pairs, and is done: %t", pairs, done)
	}
}

func TestArrangement(t *testing.T) {
	rng := rand.New(rand.NewPCG(28, 29))
	var a arrangement
	for range 100 {
		lines := 1 + rng.IntN(48)
		places := make([]uint64, lines)
		for line, place := range rng.Perm(64)[:lines] {
			if rng.IntN(4) > 0 {
				places[line] = 1 << place
			}
		}
		a.set(places)
		mask := rng.Uint64() & fullRow(lines)
		if got, want := a.of(mask), arranged(mask, places); got != want {
			t.Fatalf("%x arranged by %x is %x, want %x", mask, places, got, want)
		}
	}
}
