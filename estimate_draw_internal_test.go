package queens

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// chooseBits chooses each set of bits equally often.
func TestChooseBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const word, draws = uint64(0b1011_0100_1000_0000) << 40, 40_000
	counts := map[uint64]int{}
	for range draws {
		chosen := chooseBits(rng, word, 2)
		if bits.OnesCount64(chosen) != 2 || chosen&^word != 0 {
			t.Fatalf("%b of %b", chosen, word)
		}
		counts[chosen]++
	}
	for chosen, count := range counts {
		if want := draws / 10; count < want-300 || count > want+300 {
			t.Errorf("%b is chosen %d times of %d, want %d", chosen, count, draws, want)
		}
	}
	if len(counts) != 10 || chooseBits(rng, word, 5) != word || chooseBits(rng, word, 6) != word || chooseBits(rng, 0, 1) != 0 {
		t.Errorf("%d sets", len(counts))
	}
}
