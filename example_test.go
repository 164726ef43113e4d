package queens_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"example.com/queens"
)

// Every solution of a small board, the number of solutions of a larger one, and a solution
// with queens that are given.
func Example() {
	for p := range queens.All(4) {
		fmt.Println(p)
	}

	ctx := context.Background()
	count, err := queens.Count(ctx, 12)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(count, "solutions on the 12×12 board")

	b, err := queens.ParseBoard("n=8 given=b4,d5")
	if err != nil {
		log.Fatal(err)
	}
	p, err := b.Find(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Diagram(p, queens.DiagramStyle{Labels: true, RankUp: true}))
	// Output:
	// 2 4 1 3
	// 3 1 4 2
	// 14200 solutions on the 12×12 board
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

func ExampleCount() {
	for n := range 11 {
		total, err := queens.Count(context.Background(), n)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(total, " ")
	}
	// Output: 1 1 0 0 2 10 4 40 92 352 724
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
