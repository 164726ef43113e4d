package queens_test

import (
	"fmt"
	"math/bits"
	"slices"

	"example.com/queens"
)

// Which solutions have no three queens in a line, at any angle? A filter on all solutions tells.
func Example_noThreeInLine() {
	inLine := func(p queens.Placement) bool {
		for a := range p {
			for b := range a {
				for c := range b {
					if (p[a]-p[b])*(b-c) == (p[b]-p[c])*(a-b) {
						return true
					}
				}
			}
		}
		return false
	}
	for n := 4; n <= 10; n++ {
		found := 0
		for p := range queens.All(n) {
			if !inLine(p) {
				found++
			}
		}
		fmt.Print(n, ": ", found, "  ")
	}
	// Output: 4: 2  5: 0  6: 0  7: 0  8: 8  9: 32  10: 40
}

// How few given queens leave a board exactly one solution? A set of queens does if it is part
// of one solution and of no other. Each solution is a set of squares, one bit a square.
func Example_smallestPuzzles() {
	for n := 4; n <= 8; n++ {
		var solutions []uint64
		for p := range queens.All(n) {
			var squares uint64
			for queen := range p.Queens() {
				squares |= 1 << (queen.Row*n + queen.Col)
			}
			solutions = append(solutions, squares)
		}
		fewest := n
		for _, solution := range solutions {
			for given := solution; given != 0; given = (given - 1) & solution {
				others := func(s uint64) bool { return s != solution && s&given == given }
				if bits.OnesCount64(given) < fewest && !slices.ContainsFunc(solutions, others) {
					fewest = bits.OnesCount64(given)
				}
			}
		}
		fmt.Println(n, fewest)
	}
	// Output:
	// 4 1
	// 5 2
	// 6 1
	// 7 2
	// 8 2
}
