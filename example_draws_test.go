package queens_test

import (
	"fmt"
	"log"
	"math/rand/v2"

	"example.com/queens"
)

// How often does a queen stand in a corner, in the middle of an edge and in the centre, in
// units of what it would be if all squares were alike? The 365596 solutions of the 14×14 board
// say 0.46, 1.42 and 0.72. Draws say it of boards with more solutions than anybody can go
// through, too.
func ExampleBoard_Draws() {
	const n, draws = 14, 20_000
	b, err := queens.New(n)
	if err != nil {
		log.Fatal(err)
	}
	var total, corner, edge, centre float64 // sums of weights
	made := 0
	for p, weight := range b.Draws(rand.New(rand.NewPCG(1, 2))) {
		for queen := range p.Queens() {
			// Of each square, its images under all symmetries count as well.
			x, y := min(queen.Col, n-1-queen.Col), min(queen.Row, n-1-queen.Row)
			switch [2]int{min(x, y), max(x, y)} {
			case [2]int{0, 0}:
				corner += weight / 4
			case [2]int{0, n/2 - 1}:
				edge += weight / 8
			case [2]int{n/2 - 1, n/2 - 1}:
				centre += weight / 4
			}
		}
		total += weight
		if made++; made == draws {
			break
		}
	}
	fmt.Printf("about %.1g solutions\n", total/draws)
	fmt.Printf("corner %.1f, middle of an edge %.1f, centre %.1f\n", n*corner/total, n*edge/total, n*centre/total)
	// Output:
	// about 4e+05 solutions
	// corner 0.5, middle of an edge 1.4, centre 0.7
}
