package bitboard

import (
	"iter"
	"math/bits"
)

// A set of small numbers is the bits of a word, such as the open columns of a row.

// Below returns the set of the numbers 0 to n-1, for n from 0 to 64: a whole row of a board of size
// n. (In Go, 1<<64 is 0.)
func Below(n int) uint64 { return 1<<n - 1 }

// MaskIfEmpty returns -1, all bits set, for the empty set and 0 for all others. The set must not
// have the number 63.
func MaskIfEmpty(set uint64) int { return int(int64(set-1) >> 63) }

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
