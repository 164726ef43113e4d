package queens_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"example.com/queens"
)

func ExampleParseSquare() {
	for _, name := range []string{"b4", "B4", "aa30", "b0", "Qb4"} {
		s, err := queens.ParseSquare(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(s, s.Row, s.Col)
	}
	// Output:
	// b4 3 1
	// b4 3 1
	// aa30 29 26
	// queens: parse square: "b0" is not a square, want one such as "b4"
	// queens: parse square: "Qb4" is not a square, want one such as "b4"
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
	fmt.Println(b)
	fmt.Println(b.Unique(context.Background()))
	// Output:
	// n=6 given=f3 blocked=e1,c4,a5
	// 2 4 6 1 3 5 <nil>
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
	// queens: parse board: "colour=white": unknown word
}

// A puzzle as a vector: queens on b1 and f2.
func ExampleNewFrom() {
	p, err := queens.Parse("2 6 . . . . . .")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(queens.NewFrom(p))
	fmt.Println(queens.NewFrom(p, queens.Blocked(queens.Square{Row: 2, Col: 7})))
	// Output:
	// n=8 given=b1,f2 <nil>
	// n=8 given=b1,f2 blocked=h3 <nil>
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
	// queens: queens c1 and a4 attack each other around the edge
	// queens: rank 5 has no queen
	// <nil>
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

func ExampleBoard_Equal() {
	a1, h8 := queens.Square{Row: 0, Col: 0}, queens.Square{Row: 7, Col: 7}
	one, err := queens.New(8, queens.Blocked(a1, h8))
	if err != nil {
		log.Fatal(err)
	}
	read, err := queens.ParseBoard("blocked=h8,a1 n=8")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(one.Equal(read))
	// Output: true
}
