// Package bitset has sets of small numbers, as the bits of a word. A row of a board is the set of
// its open columns.
package bitset

import (
	"iter"
	"math/bits"
)

// Below returns the set of the numbers 0 to n-1: a whole row of a board of size n.
func Below(n int) uint64 { return 1<<n - 1 }

// Members yields the numbers in a set, in ascending order.
func Members(set uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}

// Subsets yields the subsets of a set, from the whole set down to none.
func Subsets(set uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for subset := set; yield(subset) && subset != 0; {
			subset = (subset - 1) & set
		}
	}
}
