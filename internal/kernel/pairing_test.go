package kernel

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens/internal/testkit"
)

func TestPairingCombine(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *Kernel) {
		rng := rand.New(rand.NewPCG(20, 21))
		for range testkit.Fewer(2000, 200) {
			some, oneOf := rng.Uint64(), 1+rng.IntN(12)
			xs := testkit.RandomMasks(rng, rng.IntN(20), some, oneOf)
			ys := testkit.RandomMasks(rng, rng.IntN(60), some, oneOf)
			want := testkit.PairsPlainly(xs, ys)
			out := make([]uint64, len(want)+VectorPadding)
			got := out[:k.Pairing.Combine(out, xs, slices.Grow(ys, VectorPadding))]
			if !slices.Equal(got, want) {
				t.Fatalf("combine(%x, %x) gives %x, want %x", xs, ys, got, want)
			}
		}
	})
}

func TestPairingTranspose(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *Kernel) {
		rng := rand.New(rand.NewPCG(22, 23))
		for range testkit.Fewer(20, 3) {
			var block [BlockMasks]uint64
			for i := range block {
				block[i] = rng.Uint64()
			}
			var have [64]Flags
			k.Pairing.Transpose(&have, &block)
			for i, mask := range block {
				for bit := range have {
					if got, want := have[bit][i%8]>>(i/8)&1, mask>>bit&1; got != want {
						t.Fatalf("mask %d has bit %d: %d, want %d", i, bit, got, want)
					}
				}
			}
		}
	})
}

func randomFlags(rng *rand.Rand) (f Flags) {
	for w := range f {
		f[w] = rng.Uint64()
	}
	return f
}

func TestPairingSubsets(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *Kernel) {
		rng := rand.New(rand.NewPCG(24, 25))
		for width := range 9 {
			have := make([]Flags, width)
			for i := range have {
				have[i] = randomFlags(rng)
			}
			entries := make([]Flags, 1<<width)
			all := randomFlags(rng)
			entries[0] = all
			k.Pairing.Subsets(entries, have)
			for set, got := range entries {
				want := all
				for bit := range have {
					for w := range want {
						if set>>bit&1 != 0 {
							want[w] &^= have[bit][w]
						}
					}
				}
				if got != want {
					t.Fatalf("the entry of %b is %x, want %x", set, got, want)
				}
			}
		}
	})
}

// TestPairingCount fills a lookup at random, and looks masks up in few runs or many.
func TestPairingCount(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *Kernel) {
		rng := rand.New(rand.NewPCG(34, 35))
		table := new(Lookup)
		for key := range table.Keys {
			if rng.IntN(4) > 0 { // the other keys go with none of the block
				table.Keys[key] = randomFlags(rng)
			}
		}
		for i := range table.Chunks {
			for value := range table.Chunks[i] {
				table.Chunks[i][value] = randomFlags(rng)
			}
		}
		for width := range MaxKeyBits + 1 {
			runs := make([]uint32, 1<<width+1)
			for key := range 1 << width {
				runs[key+1] = runs[key] + uint32(rng.IntN(3)*rng.IntN(3))
			}
			masks := testkit.RandomMasks(rng, int(runs[1<<width]), ^uint64(0), 2)
			var want uint64
			for key, first := range runs[:1<<width] {
				for _, m := range masks[first:runs[key+1]] {
					for w, some := range table.Keys[key] {
						for i := range table.Chunks {
							some &= table.Chunks[i][m>>(i*ChunkBits)%(1<<ChunkBits)][w]
						}
						want += uint64(bits.OnesCount64(some))
					}
				}
			}
			if got := k.Pairing.Count(table, runs, masks); got != want {
				t.Errorf("%d masks of %d keys: %d pairs, want %d", len(masks), 1<<width, got, want)
			}
		}
	})
}

// TestPairingSort tells masks with even and odd indices apart, whatever values follow each other.
func TestPairingSort(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *Kernel) {
		rng := rand.New(rand.NewPCG(36, 37))
		offsets := new(Offsets)
		for range testkit.Fewer(500, 100) {
			masks := testkit.RandomMasks(rng, rng.IntN(50), ^uint64(0), 1+rng.IntN(20))
			width := rng.IntN(17)
			f := BitField{Shift: uint64(rng.IntN(65 - width)), Low: 1<<width - 1}
			clear(offsets[:])
			k.Pairing.Tally(offsets, masks, f)
			sorted := make([]uint64, len(masks))
			byValue := map[uint64][2][]uint64{}
			for i, m := range masks {
				value := m >> f.Shift & f.Low
				those := byValue[value]
				those[i%2] = append(those[i%2], m)
				byValue[value] = those
			}
			next := uint32(0)
			for value, those := range byValue {
				count := [2]uint32{uint32(len(those[0])), uint32(len(those[1]))}
				if offsets[value] != count {
					t.Fatalf("%v masks have %b in %+v, want %v", offsets[value], value, f, count)
				}
				offsets[value] = [2]uint32{next, next + count[0]}
				next += count[0] + count[1]
			}
			live := rng.Uint64()
			k.Pairing.Scatter(sorted, offsets, masks, f, live)
			for value, those := range byValue {
				end := offsets[value][1]
				want := slices.Concat(those[0], those[1])
				for i := range want {
					want[i] &= live
				}
				if got := sorted[int(end)-len(want) : end]; !slices.Equal(got, want) {
					t.Fatalf("with %b in %+v there are %x, want %x", value, f, got, want)
				}
			}
		}
	})
}
