package queens_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"example.com/queens"
)

// A question of Nauck, from 1850: which solutions have queens on b4 and d5?
func ExampleBoard_Solutions() {
	b, err := queens.New(8, queens.Given(queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3}))
	if err != nil {
		log.Fatal(err)
	}
	for p, err := range b.Solutions(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(p)
	}
	// Output:
	// 3 6 8 2 4 1 7 5
	// 6 3 7 2 4 8 1 5
}

// A given queen in the centre preserves all eight symmetries. The two solutions around it are
// equal up to symmetry.
func ExampleBoard_Fundamental() {
	b, err := queens.New(5, queens.Given(queens.Square{Row: 2, Col: 2}))
	if err != nil {
		log.Fatal(err)
	}
	for p, err := range b.Fundamental(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(p)
	}
	// Output: 2 5 3 1 4
}

// The first solution of the 35×35 board begins with the low columns. Backtracking row by row
// would take long to get there.
func ExampleBoard_First() {
	b, err := queens.New(35)
	if err != nil {
		log.Fatal(err)
	}
	p, err := b.First(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p)
	// Output: 1 3 5 2 4 9 11 13 15 6 8 19 24 26 31 29 32 35 33 28 30 17 7 34 10 18 16 14 12 20 25 23 21 27 22
}

// A puzzle has exactly one solution. Queens on b4 and d5 leave two, as has been
// known since 1850. A third queen can make a puzzle of them, or leave no solution.
func ExampleBoard_Unique() {
	b4, d5 := queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3}
	a1, a6 := queens.Square{Row: 0, Col: 0}, queens.Square{Row: 5, Col: 0}
	for _, given := range [][]queens.Square{{b4, d5}, {b4, d5, a6}, {b4, d5, a1}} {
		b, err := queens.New(8, queens.Given(given...))
		if err != nil {
			log.Fatal(err)
		}
		p, err := b.Unique(context.Background())
		switch {
		case errors.Is(err, queens.ErrNotUnique):
			fmt.Println(given, "has several solutions")
		case errors.Is(err, queens.ErrNoSolution):
			fmt.Println(given, "has no solution")
		case err != nil:
			log.Fatal(err)
		default:
			fmt.Println(given, "has the solution", p)
		}
	}
	// Output:
	// [b4 d5] has several solutions
	// [b4 d5 a6] has the solution 3 6 8 2 4 1 7 5
	// [b4 d5 a1] has no solution
}

// A puzzle maker has a solution and wants it to be the only one. As long as there is another,
// one of the queens that are not in it is given.
func ExampleBoard_Another() {
	ctx := context.Background()
	solution := queens.Placement{3, 1, 6, 2, 5, 7, 4, 0}
	b, err := queens.New(len(solution))
	if err != nil {
		log.Fatal(err)
	}
	for {
		other, err := b.Another(ctx, solution)
		if errors.Is(err, queens.ErrNoSolution) {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		for queen := range solution.Queens() {
			if other[queen.Row] == queen.Col {
				continue
			}
			if b, err = b.With(queens.Given(queen)); err != nil {
				log.Fatal(err)
			}
			break
		}
	}
	fmt.Println("The puzzle is", b)
	fmt.Print(b.Diagram(nil, queens.DiagramStyle{}))
	// Output:
	// The puzzle is n=8 given=d1,b2,g3,e7
	// ...Q....
	// .Q......
	// ......Q.
	// ........
	// ........
	// ........
	// ....Q...
	// ........
}

func ExampleBoard_Steps() {
	b, err := queens.New(8)
	if err != nil {
		log.Fatal(err)
	}
	placed, rejected := 0, 0
	for step := range b.Steps() {
		switch step.Op {
		case queens.Place:
			placed++
		case queens.Reject:
			rejected++
		}
		if step.Op == queens.Found {
			break
		}
	}
	fmt.Println(placed+rejected, "squares tried for the first solution, of which", placed, "took a queen")
	// Output: 876 squares tried for the first solution, of which 113 took a queen
}

// The first dead end on the 4×4 board.
func ExampleStep() {
	b, err := queens.New(4)
	if err != nil {
		log.Fatal(err)
	}
	for step := range b.Steps() {
		fmt.Println(step)
		if step.Op == queens.Remove {
			break
		}
	}
	// Output:
	// place a1
	// reject a2, which a1 attacks
	// reject b2, which a1 attacks
	// place c2
	// reject a3, which a1 attacks
	// reject b3, which c2 attacks
	// reject c3, which a1 attacks
	// reject d3, which c2 attacks
	// remove c2
}
