package queens_test

import (
	"fmt"

	"example.com/queens"
)

// The 12 fundamental solutions of the 8×8 board, and how their orbits add up to all 92
// solutions: eleven orbits of 8, and one of 4, whose solutions a half turn leaves unchanged.
func Example_fundamentalSolutions() {
	orbits := map[int]int{}
	total := 0
	for p := range queens.Fundamental(8) {
		size := len(p.Orbit())
		orbits[size]++
		total += size
		fmt.Println(p, "·", size, p.Stabilizer())
	}
	fmt.Printf("8·%d + 4·%d = %d\n", orbits[8], orbits[4], total)
	// Output:
	// 1 5 8 6 3 7 2 4 · 8 [identity]
	// 1 6 8 3 7 4 2 5 · 8 [identity]
	// 2 4 6 8 3 1 7 5 · 8 [identity]
	// 2 5 7 1 3 8 6 4 · 8 [identity]
	// 2 5 7 4 1 8 6 3 · 8 [identity]
	// 2 6 1 7 4 8 3 5 · 8 [identity]
	// 2 6 8 3 1 4 7 5 · 8 [identity]
	// 2 7 3 6 8 5 1 4 · 8 [identity]
	// 2 7 5 8 1 4 6 3 · 8 [identity]
	// 3 5 2 8 1 7 4 6 · 4 [identity rotate180]
	// 3 5 8 4 1 7 2 6 · 8 [identity]
	// 3 6 2 5 8 1 7 4 · 8 [identity]
	// 8·11 + 4·1 = 92
}
