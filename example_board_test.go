package queens_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"example.com/queens"
)

// A board is made once, and asked again and again. What is added makes a new board.
func ExampleBoard() {
	board, err := queens.New(6, queens.Blocked(queens.Square{Row: 0, Col: 1}))
	if err != nil {
		log.Fatal(err)
	}
	torus, err := board.With(queens.Toroidal())
	if err != nil {
		log.Fatal(err)
	}
	for _, b := range []*queens.Board{board, torus} {
		count, err := b.Count(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(b, "has", count)
	}
	// Output:
	// n=6 blocked=b1 has 3
	// n=6 torus blocked=b1 has 0
}

// Constraints may come in any order.
func ExampleNew() {
	c1, a2 := queens.Square{Row: 0, Col: 2}, queens.Square{Row: 1, Col: 0}
	b, err := queens.New(5, queens.Blocked(a2), queens.Toroidal(), queens.Given(c1))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b)

	_, err = queens.New(65)
	fmt.Println(err)
	// Output:
	// n=5 torus given=c1 blocked=a2
	// queens: n = 65 out of range 0..64
}

// A puzzle as a vector: queens on b1 and f2.
func ExampleNewFrom() {
	p, err := queens.ParsePlacement("2 6 . . . . . .")
	if err != nil {
		log.Fatal(err)
	}
	b, err := queens.NewFrom(p, queens.Blocked(queens.Square{Row: 2, Col: 7}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b)
	// Output: n=8 given=b1,f2 blocked=h3
}

// A puzzle as a diagram: one queen is given, and the squares with an x are blocked.
func ExampleParseBoard() {
	b, err := queens.ParseBoard(`
		6 . . . . . .
		5 x . . . . .
		4 . . x . . .
		3 . . . . . Q
		2 . . . . . .
		1 . . . . x .
		  a b c d e f`)
	if err != nil {
		log.Fatal(err)
	}
	solution, err := b.Unique(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b)
	fmt.Println(solution)
	// Output:
	// n=6 given=f3 blocked=e1,c4,a5
	// 2 4 6 1 3 5
}

// Boards on one line, as programs store them and people type them.
func ExampleParseBoard_line() {
	for _, line := range []string{
		"n=8 torus given=b4,d5 blocked=a1,h8",
		"n=8 blocked=h8,a1",
		". . . 2 4 . . .",
		"n=8 given=a1,b2",
		"n=8 given=b4 colour=white",
	} {
		b, err := queens.ParseBoard(line)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(b)
	}
	// Output:
	// n=8 torus given=b4,d5 blocked=a1,h8
	// n=8 blocked=a1,h8
	// n=8 given=b4,d5
	// queens: parse board: given queens a1 and b2 attack each other
	// queens: parse board: "colour=white" is not a board: want columns, squares, a FEN or a diagram
}

// Queens that attack each other cannot both be given.
func ExampleGiven() {
	a1, b2 := queens.Square{Row: 0, Col: 0}, queens.Square{Row: 1, Col: 1}
	_, err := queens.New(8, queens.Given(a1, b2))
	if errors.Is(err, queens.ErrGiven) {
		fmt.Println("Move one of them:", err)
	}
	// Output: Move one of them: queens: given queens a1 and b2 attack each other
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
	count, err := b.Count(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(count)
	// Output: 44
}

func ExampleToroidal() {
	for n := 4; n <= 7; n++ {
		b, err := queens.New(n, queens.Toroidal())
		if err != nil {
			log.Fatal(err)
		}
		count, err := b.Count(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(b, "has", count)
	}
	// Output:
	// n=4 torus has 0
	// n=5 torus has 10
	// n=6 torus has 0
	// n=7 torus has 28
}

// How many solutions have queens on a1 and on each square of the last row?
func ExampleBoard_With() {
	b, err := queens.New(8, queens.Given(queens.Square{Row: 0, Col: 0}))
	if err != nil {
		log.Fatal(err)
	}
	for col := range b.N() {
		last := queens.Square{Row: 7, Col: col}
		with, err := b.With(queens.Given(last))
		if err != nil {
			fmt.Println(err)
			continue
		}
		total, err := with.Count(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(with, "has", total)
	}
	// Output:
	// queens: given queens a1 and a8 attack each other
	// n=8 given=a1,b8 has 0
	// n=8 given=a1,c8 has 2
	// n=8 given=a1,d8 has 1
	// n=8 given=a1,e8 has 1
	// n=8 given=a1,f8 has 0
	// n=8 given=a1,g8 has 0
	// queens: given queens a1 and h8 attack each other
}

// The parts of a board, for a program that shows it in its own way.
func ExampleBoard_Given() {
	b, err := queens.ParseBoard("n=5 torus given=c3 blocked=b1,e5")
	if err != nil {
		log.Fatal(err)
	}
	for queen := range b.Given() {
		fmt.Println("queen given on", queen)
	}
	for square := range b.Blocked() {
		fmt.Println(square, "blocked")
	}
	fmt.Println(b.N(), "rows, toroidal:", b.Toroidal())
	// Output:
	// queen given on c3
	// b1 blocked
	// e5 blocked
	// 5 rows, toroidal: true
}

// The order in which squares are named does not matter, nor does the way to the board.
func ExampleBoard_Equal() {
	b, err := queens.New(8, queens.Blocked(queens.Square{Row: 7, Col: 7}, queens.Square{Row: 0, Col: 0}))
	if err != nil {
		log.Fatal(err)
	}
	c, err := queens.ParseBoard("n=8 blocked=a1,h8")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b == c, b.Equal(c))
	// Output: false true
}

// Whether an answer is correct depends on the board.
func ExampleBoard_Check() {
	b, err := queens.ParseBoard("n=5 torus given=c1 blocked=a2")
	if err != nil {
		log.Fatal(err)
	}
	for _, answer := range []queens.Placement{
		{2, 4, 1, 3},
		{0, 2, 4, 1, 3},
		{2, 0, 3, 1, 4},
		{2, 4, 1, 0, 3},
		{2, 4, 1, 3, queens.Empty},
		{2, 4, 1, 3, 0},
	} {
		fmt.Println(b.Check(answer))
	}
	// Output:
	// queens: placement of 4 rows on a board of 5
	// queens: given queen c1 is missing
	// queens: queen a2 stands on a blocked square
	// queens: c1 and a4 attack each other around the edge
	// queens: rank 5 has no queen
	// <nil>
}

// On a torus queens also attack each other around the edges.
func ExampleBoard_Attacks() {
	torus, err := queens.New(4, queens.Toroidal())
	if err != nil {
		log.Fatal(err)
	}
	b1, c4 := queens.Square{Row: 0, Col: 1}, queens.Square{Row: 3, Col: 2}
	fmt.Println(b1.Attacks(c4), torus.Attacks(b1, c4))
	// Output: false true
}

// Queens that attack each other on the torus, but not on a plain board.
func ExampleBoard_Conflicts() {
	torus, err := queens.New(4, queens.Toroidal())
	if err != nil {
		log.Fatal(err)
	}
	p := queens.Placement{1, 3, 0, 2}
	fmt.Println(p.Solved())
	for s, t := range torus.Conflicts(p) {
		fmt.Println(s, "attacks", t)
	}
	// Output:
	// true
	// b1 attacks c4
	// d2 attacks a3
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

// A blocked square in the middle of an edge leaves only one reflection besides the identity,
// and orbits of two.
func ExampleBoard_Orbit() {
	b, err := queens.New(5, queens.Blocked(queens.Square{Row: 0, Col: 2}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Symmetries())
	for p, err := range b.Fundamental(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		orbit := b.Orbit(p)
		fmt.Println(orbit[0], "and", orbit[1])
	}
	// Output:
	// [identity flipcolumns]
	// 1 3 5 2 4 and 5 3 1 4 2
	// 1 4 2 5 3 and 5 2 4 1 3
	// 2 4 1 3 5 and 4 2 5 3 1
	// 2 5 3 1 4 and 4 1 3 5 2
}

// A puzzle and its solution. The squares with an x are blocked.
func ExampleBoard_Diagram() {
	b, err := queens.ParseBoard("n=5 given=b1 blocked=d2,a3,c5")
	if err != nil {
		log.Fatal(err)
	}
	style := queens.DiagramStyle{Queen: " Q", Empty: " .", Labels: true, RankUp: true}
	fmt.Println(b.Diagram(nil, style))
	solution, err := b.Unique(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(b.Diagram(solution, style))
	// Output:
	// 5  . . x . .
	// 4  . . . . .
	// 3  x . . . .
	// 2  . . . x .
	// 1  . Q . . .
	//    a b c d e
	//
	// 5  . . x Q .
	// 4  Q . . . .
	// 3  x . Q . .
	// 2  . . . x Q
	// 1  . Q . . .
	//    a b c d e
}

// In JSON a Board is a line of text. It can be read from any text that ParseBoard reads, such
// as a FEN.
func ExampleBoard_UnmarshalText() {
	var puzzle struct {
		Title string
		Board *queens.Board
	}
	stored := `{"Title": "Nauck 1850", "Board": "8/8/8/3Q4/1Q6/8/8/8 w - - 0 1"}`
	if err := json.Unmarshal([]byte(stored), &puzzle); err != nil {
		log.Fatal(err)
	}
	text, err := json.Marshal(puzzle)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
	// Output: {"Title":"Nauck 1850","Board":"n=8 given=b4,d5"}
}
