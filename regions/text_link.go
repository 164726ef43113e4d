package regions

import (
	"fmt"
	"strconv"
)

// Link returns the address of the board on puzz.link, where it is a Star Battle with one star.
// [ParseBoard] reads it. The address has the borders of the regions only, without queens and
// crosses. It is "" for the board of size 0 and for boards with a region that is not connected,
// which have none.
//
// Its last part has two strings of bits, without a separator: first a bit for each two neighbours
// in a row, row by row, then a bit for each two neighbours in a column, also row by row. A bit is
// set if the two squares are in different regions. Each string is padded with zeros and written in
// base 32, five bits to a digit, the highest first.
func (b *Board) Link() string {
	if b.n == 0 || !b.connected() {
		return ""
	}
	return fmt.Sprintf("https://puzz.link/p?starbattle/%d/%[1]d/1/%s%s", b.n, b.packed(0), b.packed(1))
}

// packed returns the borders of one kind, to the right or below, as digits of base 32.
func (b *Board) packed(kind int) string {
	digits := make([]byte, linkDigits(b.n))
	next := 0 // from the highest bit of the first digit on
	for s := range b.region {
		if t := geometryOf(b.n).beside(s)[2+kind]; t >= 0 {
			if b.region[s] != b.region[t] {
				digits[next/5] |= 16 >> (next % 5)
			}
			next++
		}
	}
	for i, value := range digits {
		digits[i] = strconv.FormatUint(uint64(value), 32)[0]
	}
	return string(digits)
}

// linkDigits returns how many digits the borders of one kind take.
func linkDigits(n int) int { return (n*(n-1) + 4) / 5 }

// connected reports whether each region is connected.
func (b *Board) connected() bool {
	beside := func(s, t int) bool { return b.region[s] == b.region[t] }
	for region := range b.n {
		mask := b.masks.at(region)
		for first := range mask.squares() {
			if len(geometryOf(b.n).flood(first, beside)) < mask.size() {
				return false
			}
			break
		}
	}
	return true
}
