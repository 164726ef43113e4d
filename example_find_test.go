package queens_test

import (
	"context"
	"fmt"
	"log"

	"example.com/queens"
)

// Is there a solution without a queen on either of the two long diagonals?
func ExampleSolver_Find() {
	const n = 24
	var diagonals []queens.Square
	for i := range n {
		diagonals = append(diagonals, queens.Square{Row: i, Col: i}, queens.Square{Row: i, Col: n - 1 - i})
	}
	solver, err := queens.New(n, queens.Blocked(diagonals...))
	if err != nil {
		log.Fatal(err)
	}
	p, ok := solver.Find()
	fmt.Println(ok, p.Solved())
	// Output: true true
}

// The question of 1850: which solutions have queens on b4 and d5? There are two,
// and so a puzzle needs a third queen.
func ExampleSolver_Unique() {
	b4, d5, a6 := queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3}, queens.Square{Row: 5, Col: 0}
	solver, err := queens.New(8, queens.Given(b4, d5))
	if err != nil {
		log.Fatal(err)
	}
	_, unique := solver.Unique()
	fmt.Println("unique:", unique)
	for p := range solver.Solutions(context.Background()) {
		fmt.Println(p)
	}

	solver, err = queens.New(8, queens.Given(b4, d5, a6))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(solver.Unique())
	// Output:
	// unique: false
	// 3 6 8 2 4 1 7 5
	// 6 3 7 2 4 8 1 5
	// 3 6 8 2 4 1 7 5 true
}
