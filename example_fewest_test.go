package queens_test

import (
	"fmt"
	"math/bits"
	"slices"

	"example.com/queens"
)

// How few given queens leave a board exactly one solution? A set of queens does if it is part
// of one solution and of no other. Each solution is a set of squares, one bit a square.
func Example_fewestGivens() {
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
