package queens_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"

	"example.com/queens"
)

// Make a puzzle: a board with a few queens that can be completed in one way only.
// Start with a solution, and take queens away as long as it stays the only one.
func Example_puzzle() {
	rng := rand.New(rand.NewPCG(8, 1850))
	solutions := slices.Collect(queens.All(8))
	puzzle := solutions[rng.IntN(len(solutions))]
	for _, row := range rng.Perm(len(puzzle)) {
		col := puzzle[row]
		puzzle[row] = queens.Empty
		if _, err := completion(puzzle); errors.Is(err, queens.ErrNotUnique) {
			puzzle[row] = col // needed
		}
	}
	solution, err := completion(puzzle)
	if err != nil {
		log.Fatal(err)
	}
	style := queens.DiagramStyle{Labels: true, RankUp: true}
	fmt.Print("Place the other queens:\n", puzzle.Diagram(style), "\n")
	fmt.Print("The solution:\n", solution.Diagram(style))
	// Output:
	// Place the other queens:
	// 8 ........
	// 7 .Q......
	// 6 ........
	// 5 ........
	// 4 .......Q
	// 3 ....Q...
	// 2 ........
	// 1 ........
	//   abcdefgh
	//
	// The solution:
	// 8 ......Q.
	// 7 .Q......
	// 6 ...Q....
	// 5 Q.......
	// 4 .......Q
	// 3 ....Q...
	// 2 ..Q.....
	// 1 .....Q..
	//   abcdefgh
}

// completion returns the solution with the queens of p, if there is just one.
func completion(p queens.Placement) (queens.Placement, error) {
	s, err := queens.NewFrom(p)
	if err != nil {
		return nil, err
	}
	return s.Unique(context.Background())
}
