package testkit

import "math/rand/v2"

// RandomMasks are masks of some of the bits: each has a bit with chance 1/oneOf.
func RandomMasks(rng *rand.Rand, count int, some uint64, oneOf int) []uint64 {
	masks := make([]uint64, count)
	for i := range masks {
		for rest := some; rest != 0; rest &= rest - 1 {
			if rng.IntN(oneOf) == 0 {
				masks[i] |= rest & -rest
			}
		}
	}
	return masks
}

// PairsPlainly returns the unions of all pairs without a bit in common.
func PairsPlainly(xs, ys []uint64) []uint64 {
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
