package queens_test

import (
	"fmt"
	"iter"
	"slices"

	"example.com/queens"
)

// Which solutions of the 6×6 board are fundamental? Both iterators are in lexicographic
// order, so that a loop over all solutions can pull the fundamental ones along, without
// looking at any symmetry.
func Example_iterateSideBySide() {
	next, stop := iter.Pull(queens.Fundamental(6))
	defer stop()
	fundamental, ok := next()
	for p := range queens.All(6) {
		if ok && slices.Equal(p, fundamental) {
			fmt.Println(p, "fundamental")
			fundamental, ok = next()
		} else {
			fmt.Println(p)
		}
	}
	// Output:
	// 2 4 6 1 3 5 fundamental
	// 3 6 2 5 1 4
	// 4 1 5 2 6 3
	// 5 3 1 6 4 2
}
