package join

import (
	"sync/atomic"
	"testing"

	"example.com/queens/internal/kernel"

	"example.com/queens/internal/testkit"
)

// BenchmarkPairing measures the inner loops of the join as they are used at n = 20.
func BenchmarkPairing(b *testing.B) {
	for _, k := range kernel.Runnable() {
		j := joinOf(20)
		c := newJoiner(j, k.Pairing)
		set := columnSet{left: 0b0101011001, right: 0b1001011010}
		stop := new(atomic.Bool)
		b.Run("impl="+k.Name, func(b *testing.B) {
			for b.Loop() {
				testkit.Must(c.countSet(0, set, stop))
			}
		})
	}
}
