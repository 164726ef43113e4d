package testkit

import (
	"math/rand/v2"
	"slices"
)

// Reference holds known counts by n: solutions (OEIS A000170), fundamental solutions (A002562), and
// the solutions that a half turn (A032522) and a quarter turn (A033148) leave unchanged. Of these
// only the first begins with n = 0; the empty board is its own only image.
var Reference = []struct{ All, Fundamental, Half, Quarter uint64 }{
	{1, 1, 1, 1},
	{1, 1, 1, 1},
	{0, 0, 0, 0},
	{0, 0, 0, 0},
	{2, 1, 2, 2},
	{10, 2, 2, 2},
	{4, 1, 4, 0},
	{40, 6, 8, 0},
	{92, 12, 4, 0},
	{352, 46, 16, 0},
	{724, 92, 12, 0},
	{2680, 341, 48, 0},
	{14200, 1787, 80, 8},
	{73712, 9233, 136, 8},
	{365596, 45752, 420, 0},
	{2279184, 285053, 1240, 0},
	{14772512, 1846955, 3000, 64},
	{95815104, 11977939, 8152, 128},
	{666090624, 83263591, 18104, 0},
	{4968057848, 621012754, 44184, 0},
	{39029188884, 4878666808, 144620, 480},
}

// GivenAtRandom returns the columns of k queens at random in n rows, none of which attacks another.
// Rows without one have -1.
func GivenAtRandom(rng *rand.Rand, n, k int) []int {
	for {
		queens := slices.Repeat([]int{-1}, n)
		cols, diagonals, antidiagonals := make([]bool, n), make([]bool, 2*n), make([]bool, 2*n)
		left := k
		for tries := 0; left > 0 && tries < 1000*n; tries++ {
			row, col := rng.IntN(n), rng.IntN(n)
			taken := []*bool{&cols[col], &diagonals[row-col+n], &antidiagonals[row+col]}
			if queens[row] >= 0 || slices.ContainsFunc(taken, func(line *bool) bool { return *line }) {
				continue
			}
			for _, line := range taken {
				*line = true
			}
			queens[row] = col
			left--
		}
		if left == 0 {
			return queens
		}
	}
}
