package queens_test

import (
	"context"
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

func ExampleFundamental() {
	for p := range queens.Fundamental(7) {
		fmt.Println(p)
	}
	// Output:
	// 1 3 5 7 2 4 6
	// 1 4 7 3 6 2 5
	// 2 4 1 7 5 3 6
	// 2 5 1 4 7 3 6
	// 2 5 7 4 1 3 6
	// 2 6 3 7 4 1 5
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

func ExampleSquare_Attacks() {
	b4 := queens.Square{Row: 3, Col: 1}
	for _, s := range []queens.Square{{Row: 3, Col: 6}, {Row: 6, Col: 4}, {Row: 4, Col: 3}} {
		fmt.Println(b4, s, b4.Attacks(s))
	}
	// Output:
	// b4 g4 true
	// b4 e7 true
	// b4 d5 false
}

func ExamplePlacement_Valid() {
	fmt.Println(queens.Placement{1, 3, queens.Empty, queens.Empty}.Valid())
	fmt.Println(queens.Placement{1, 2, queens.Empty, queens.Empty}.Valid())
	// Output:
	// true
	// false
}

func ExamplePlacement_Solved() {
	fmt.Println(queens.Placement{1, 3, 0, 2}.Solved())
	fmt.Println(queens.Placement{1, 3, 0, queens.Empty}.Solved())
	fmt.Println(queens.Placement{}.Solved())
	// Output:
	// true
	// false
	// true
}

func ExamplePlacement_Check() {
	for _, p := range []queens.Placement{{1, 3, 0, 4}, {1, 3, 0, 1}, {1, 3, 0, queens.Empty}, {1, 3, 0, 2}} {
		fmt.Println(p.Check())
	}
	// Output:
	// queens: placement has 4 on rank 4, want a column 0..3 or Empty (-1)
	// queens: queens b1 and b4 attack each other
	// queens: rank 4 has no queen
	// <nil>
}

func ExamplePlacement_Queens() {
	for s := range (queens.Placement{1, 3, queens.Empty, 2}).Queens() {
		fmt.Print(s, " ")
	}
	// Output: b1 d2 c4
}

func ExamplePlacement_Conflicts() {
	for s, t := range (queens.Placement{0, 1, 3, 0}).Conflicts() {
		fmt.Println(s, "attacks", t)
	}
	// Output:
	// a1 attacks b2
	// a1 attacks a4
}

func ExampleSymmetry_Apply() {
	const n = 8
	b1 := queens.Square{Row: 0, Col: 1}
	for s := queens.Identity; s <= queens.AntiTranspose; s++ {
		fmt.Println(s, s.Apply(n, b1))
	}
	// Output:
	// identity b1
	// rotate90 h2
	// rotate180 g8
	// rotate270 a7
	// fliprows b8
	// transpose a2
	// flipcolumns g1
	// antitranspose h7
}

// The order matters: the right-hand symmetry acts first.
func ExampleSymmetry_Compose() {
	fmt.Println(queens.Rotate90.Compose(queens.FlipRows))
	fmt.Println(queens.FlipRows.Compose(queens.Rotate90))
	// Output:
	// transpose
	// antitranspose
}

func ExamplePlacement_Transform() {
	p := queens.Placement{0, 2, queens.Empty, queens.Empty}
	fmt.Print(p.Diagram(queens.DiagramStyle{}))
	fmt.Println(queens.Rotate90)
	fmt.Print(p.Transform(queens.Rotate90).Diagram(queens.DiagramStyle{}))
	// Output:
	// Q...
	// ..Q.
	// ....
	// ....
	// rotate90
	// ...Q
	// ....
	// ..Q.
	// ....
}

// Two answers are equal up to symmetry if they have the same canonical form.
func ExamplePlacement_Canonical() {
	p := queens.Placement{3, 6, 2, 7, 1, 4, 0, 5}
	q := queens.Placement{1, 3, 5, 7, 2, 0, 6, 4}
	fmt.Println(p.Canonical())
	fmt.Println(q.Canonical())
	// Output:
	// 2 4 6 8 3 1 7 5
	// 2 4 6 8 3 1 7 5
}

func ExamplePlacement_IsFundamental() {
	for p := range queens.All(6) {
		fmt.Println(p, p.IsFundamental())
	}
	// Output:
	// 2 4 6 1 3 5 true
	// 3 6 2 5 1 4 false
	// 4 1 5 2 6 3 false
	// 5 3 1 6 4 2 false
}

func ExamplePlacement_Orbit() {
	for _, p := range (queens.Placement{0, 2, 4, 1, 3}).Orbit() {
		fmt.Println(p)
	}
	// Output:
	// 1 3 5 2 4
	// 1 4 2 5 3
	// 2 4 1 3 5
	// 3 1 4 2 5
	// 3 5 2 4 1
	// 4 2 5 3 1
	// 5 2 4 1 3
	// 5 3 1 4 2
}

func ExamplePlacement_Stabilizer() {
	fmt.Println(queens.Placement{1, 3, 0, 2}.Stabilizer())
	// Output: [identity rotate90 rotate180 rotate270]
}

// Constraints may come in any order.
func ExampleNew() {
	c1, a2 := queens.Square{Row: 0, Col: 2}, queens.Square{Row: 1, Col: 0}
	fmt.Println(queens.New(5, queens.Blocked(a2), queens.Toroidal(), queens.Given(c1)))
	fmt.Println(queens.New(65))
	// Output:
	// n=5 torus given=c1 blocked=a2 <nil>
	// <nil> queens: n = 65 out of range 0..64
}

func ExampleGiven() {
	a1, b2 := queens.Square{Row: 0, Col: 0}, queens.Square{Row: 1, Col: 1}
	_, err := queens.New(8, queens.Given(a1, b2))
	fmt.Println(err)
	// Output: queens: given queens a1 and b2 attack each other
}

// How many solutions avoid the corners and the four squares in the centre?
func ExampleBlocked() {
	b, err := queens.New(8, queens.Blocked(
		queens.Square{Row: 0, Col: 0}, queens.Square{Row: 0, Col: 7},
		queens.Square{Row: 7, Col: 0}, queens.Square{Row: 7, Col: 7},
		queens.Square{Row: 3, Col: 3}, queens.Square{Row: 3, Col: 4},
		queens.Square{Row: 4, Col: 3}, queens.Square{Row: 4, Col: 4},
	))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Count(context.Background()))
	// Output: 44 <nil>
}

func ExampleToroidal() {
	for n := 4; n <= 7; n++ {
		b, err := queens.New(n, queens.Toroidal())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(b.Count(context.Background()))
	}
	// Output:
	// 0 <nil>
	// 10 <nil>
	// 0 <nil>
	// 28 <nil>
}

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

// A loop that the context has ended says so in its last pair. On this board the search takes
// longer than that to reach the first solution.
func ExampleBoard_Solutions_timeout() {
	b, err := queens.New(60)
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	for p, err := range b.Solutions(ctx) {
		fmt.Println(p, err)
	}
	// Output:
	// context deadline exceeded
}

// A given queen in the centre preserves all eight symmetries. The two solutions around it are
// equal up to symmetry.
func ExampleBoard_Fundamental() {
	b, err := queens.New(5, queens.Given(queens.Square{Row: 2, Col: 2}))
	if err != nil {
		log.Fatal(err)
	}
	for p, err := range b.Fundamental(context.Background()) {
		fmt.Println(p, err)
	}
	// Output: 2 5 3 1 4 <nil>
}

// With a given queen on a1, only the reflection across its diagonal preserves the board, and
// solutions come in pairs.
func ExampleBoard_Symmetries() {
	b, err := queens.New(8, queens.Given(queens.Square{Row: 0, Col: 0}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Symmetries())
	for p, err := range b.Fundamental(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(p, "and", p.Transform(queens.Transpose))
	}
	// Output:
	// [identity transpose]
	// 1 5 8 6 3 7 2 4 and 1 7 5 8 2 4 6 3
	// 1 6 8 3 7 4 2 5 and 1 7 4 6 8 2 5 3
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
