package queens_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"example.com/queens"
	"example.com/queens/puzzle"
)

// The 12 fundamental solutions of the 8×8 board, and how their orbits add up to all 92: eleven
// orbits of 8 solutions, and one of 4, whose solutions a half turn leaves unchanged.
func ExampleFundamental() {
	total := 0
	for p := range queens.Fundamental(8) {
		size := len(p.Orbit())
		total += size
		fmt.Println(p, "stands for", size)
	}
	fmt.Println(total, "solutions")
	// Output:
	// 1 5 8 6 3 7 2 4 stands for 8
	// 1 6 8 3 7 4 2 5 stands for 8
	// 2 4 6 8 3 1 7 5 stands for 8
	// 2 5 7 1 3 8 6 4 stands for 8
	// 2 5 7 4 1 8 6 3 stands for 8
	// 2 6 1 7 4 8 3 5 stands for 8
	// 2 6 8 3 1 4 7 5 stands for 8
	// 2 7 3 6 8 5 1 4 stands for 8
	// 2 7 5 8 1 4 6 3 stands for 8
	// 3 5 2 8 1 7 4 6 stands for 4
	// 3 5 8 4 1 7 2 6 stands for 8
	// 3 6 2 5 8 1 7 4 stands for 8
	// 92 solutions
}

func ExampleCount() {
	total, err := queens.Count(context.Background(), 8)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(total)
	// Output: 92
}

// A board with two queens given, completed.
func Example() {
	b, err := queens.New(8, queens.Given(queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3}))
	if err != nil {
		log.Fatal(err)
	}
	p, err := b.Find(context.Background())
	if err != nil {
		log.Fatal(err) // queens.ErrNoSolution, if there were none
	}
	fmt.Print(b.Diagram(p, queens.DiagramStyle{Labels: true, RankUp: true}))
	// Output:
	// 8 ....Q...
	// 7 Q.......
	// 6 .......Q
	// 5 ...Q....
	// 4 .Q......
	// 3 ......Q.
	// 2 ..Q.....
	// 1 .....Q..
	//   abcdefgh
}

// A board with one solution, c5, g7 and e8 given, explained as a person finds it.
func Example_explained() {
	b, err := queens.New(8, queens.Given(queens.Square{Row: 4, Col: 2}, queens.Square{Row: 6, Col: 6}, queens.Square{Row: 7, Col: 4}))
	if err != nil {
		log.Fatal(err)
	}
	for step, err := range puzzle.Deduce(context.Background(), b) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(step)
	}
	// Output:
	// Rank 6 has one open square left, a6.
	// A queen on f4 would leave rank 2 no square.
	// Rank 4 has one open square left, h4.
	// Rank 2 has one open square left, d2.
	// Rank 1 has one open square left, b1.
	// Rank 3 has one open square left, f3.
}

func ExampleAll() {
	for p := range queens.All(6) {
		fmt.Println(p)
	}
	// Output:
	// 2 4 6 1 3 5
	// 3 6 2 5 1 4
	// 4 1 5 2 6 3
	// 5 3 1 6 4 2
}

// Is there a solution without a queen on either of the two long diagonals?
func ExampleBoard_Find() {
	const n = 12
	var diagonals []queens.Square
	for i := range n {
		diagonals = append(diagonals, queens.Square{Row: i, Col: i}, queens.Square{Row: i, Col: n - 1 - i})
	}
	b, err := queens.New(n, queens.Blocked(diagonals...))
	if err != nil {
		log.Fatal(err)
	}
	p, err := b.Find(context.Background())
	if err != nil {
		log.Fatal(err) // ErrNoSolution, if there were none
	}
	fmt.Print(b.Diagram(p, queens.DiagramStyle{}))
	// Output:
	// x.........Qx
	// .x.Q......x.
	// ..x....Q.x..
	// ...xQ...x...
	// ..Q.x..x....
	// Q....xx.....
	// .....xx..Q..
	// ....x..x...Q
	// ...x.Q..x...
	// ..x.....Qx..
	// .x....Q...x.
	// xQ.........x
}

// Some boards are hard, such as this one, where two of every five diagonals are blocked. A
// deadline says how long to try.
func ExampleBoard_Find_deadline() {
	const n = 64
	var blocked []queens.Square
	for i := range n * n {
		if row, col := i/n, i%n; (row-col+n)%5 < 2 {
			blocked = append(blocked, queens.Square{Row: row, Col: col})
		}
	}
	hard, err := queens.New(n, queens.Blocked(blocked...))
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	switch p, err := hard.Find(ctx); {
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Println("not decided in time")
	case errors.Is(err, queens.ErrNoSolution):
		fmt.Println("there is none")
	case err != nil:
		log.Fatal(err)
	default:
		fmt.Println(p)
	}
	// Output: not decided in time
}
