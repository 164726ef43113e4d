package queens_test

import (
	"fmt"
	"log"
	"strings"

	"example.com/queens"
)

// Backtracking on the 4×4 board, queen by queen, up to the first solution. A queen that is
// removed before another is placed below it has led to a dead end.
func Example_textbookSearch() {
	b, err := queens.New(4)
	if err != nil {
		log.Fatal(err)
	}
	last := queens.Place
	for step := range b.Steps() {
		row, col := step.Square.Row+1, step.Square.Col+1
		indent := strings.Repeat("  ", step.Square.Row)
		switch step.Op {
		case queens.Reject:
			continue
		case queens.Place:
			fmt.Printf("%srow %d: column %d\n", indent, row, col)
		case queens.Remove:
			if last == queens.Place {
				fmt.Printf("%s  dead end: no free square in row %d\n", indent, row+1)
			}
		case queens.Found:
			fmt.Printf("%s  solution\n", indent)
			return
		}
		last = step.Op
	}
	// Output:
	// row 1: column 1
	//   row 2: column 3
	//     dead end: no free square in row 3
	//   row 2: column 4
	//     row 3: column 2
	//       dead end: no free square in row 4
	// row 1: column 2
	//   row 2: column 4
	//     row 3: column 1
	//       row 4: column 3
	//         solution
}
