package queens

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"
)

// TestPairingsInBounds gives pairings just the room that they ask for.
func TestPairingsInBounds(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	rng := rand.New(rand.NewPCG(30, 31))
	for count := range 40 {
		for _, k := range kernels() {
			for _, atEnd := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/count=%d/atEnd=%t", k.name, count, atEnd), func(t *testing.T) {
					defer func() {
						if fault := recover(); fault != nil {
							t.Fatal(fault)
						}
					}()
					checkPairing(t, rng, k.pairing, count, atEnd)
				})
			}
		}
	}
}

func checkPairing(t *testing.T, rng *rand.Rand, p *pairing, count int, atEnd bool) {
	xs := guarded[uint64](t, 1+count/4, atEnd)
	copy(xs, randomMasks(rng, len(xs), fullRow(10), 4))
	ys := guarded[uint64](t, count+slack, atEnd)[:count]
	copy(ys, randomMasks(rng, count, fullRow(10), 4))
	want := pairsPlainly(xs, ys)
	out := guarded[uint64](t, len(want)+slack, atEnd)
	if got := out[:p.combine(out, xs, ys)]; !slices.Equal(got, want) {
		t.Errorf("combine gives %x, want %x", got, want)
	}

	have := &guarded[[64]flags](t, 1, atEnd)[0]
	p.transpose(have, &guarded[[blockMasks]uint64](t, 1, atEnd)[0])

	table := &guarded[lookup](t, 1, atEnd)[0]
	width := rng.IntN(chunkBits + 1)
	p.subsets(guarded[flags](t, 1<<width, atEnd), have[:width])
	table.prefix[0][0] = 1
	for i := range table.chunks {
		table.chunks[i][0][0] = 1
	}
	runs := guarded[uint32](t, 2, atEnd)
	runs[1] = uint32(count)
	masks := guarded[uint64](t, count, atEnd)
	if got := p.count(table, runs, masks); got != uint64(count) {
		t.Errorf("%d pairs, want %d", got, count)
	}
}
