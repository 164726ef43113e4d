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

// A puzzle in a diagram: one queen is given, and squares with an x are blocked.
func ExampleParseBoard() {
	s, err := queens.ParseBoard(`
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
	fmt.Println(s)
	for p := range s.Solutions(context.Background()) {
		fmt.Println(p)
	}
	// Output:
	// n=6 given=f3 blocked=e1,c4,a5
	// 2 4 6 1 3 5
}

// A diagram does not say that its board is a torus. With makes it one.
func ExampleParseBoard_torus() {
	plane, err := queens.ParseBoard(`
		. . . . .
		. . . . .
		. . Q . .
		. . . . .
		. . . . x`)
	if err != nil {
		log.Fatal(err)
	}
	torus, err := plane.With(queens.Toroidal())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(torus)
	for p := range torus.Solutions(context.Background()) {
		fmt.Println(p)
	}
	// Output:
	// n=5 torus given=c3 blocked=e5
	// 2 5 3 1 4
	// 4 1 3 5 2
}

// Boards in one line, as they are stored and typed.
func ExampleParseBoard_line() {
	for _, line := range []string{
		"n=8 torus given=b4,d5 blocked=a1,h8",
		"n=8 blocked=h8,a1",
		". . . 2 4 . . .",
		"n=8 given=a1,b2",
		"n=8 given=b4 colour=white",
	} {
		s, err := queens.ParseBoard(line)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(s)
	}
	// Output:
	// n=8 torus given=b4,d5 blocked=a1,h8
	// n=8 blocked=a1,h8
	// n=8 given=b4,d5
	// queens: parse board: given queens a1 and b2 attack each other
	// queens: parse board: "colour=white": unknown word
}

// The solutions that complete two queens, on b1 and f2.
func ExampleNewFrom() {
	p, err := queens.Parse("2 6 . . . . . .")
	if err != nil {
		log.Fatal(err)
	}
	s, err := queens.NewFrom(p)
	if err != nil {
		log.Fatal(err)
	}
	for p := range s.Solutions(context.Background()) {
		fmt.Println(p)
	}
	// Output:
	// 2 6 1 7 4 8 3 5
	// 2 6 8 3 1 4 7 5
}

// How many solutions have a queen on a1, and on each square of the last row?
func ExampleBoard_With() {
	s, err := queens.New(8, queens.Given(queens.Square{Row: 0, Col: 0}))
	if err != nil {
		log.Fatal(err)
	}
	for col := range s.N() {
		last := queens.Square{Row: 7, Col: col}
		with, err := s.With(queens.Given(last))
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

func ExampleBoard_String() {
	s, err := queens.New(5,
		queens.Toroidal(),
		queens.Blocked(queens.Square{Row: 4, Col: 4}, queens.Square{Row: 0, Col: 1}),
		queens.Given(queens.Square{Row: 2, Col: 2}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s)
	// Output: n=5 torus given=c3 blocked=b1,e5
}

// What a board consists of, to show it in a way of one's own.
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

// A Board in a struct is a line of text in its JSON, and is read from any text that
// ParseBoard reads.
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

// What is wrong with an answer depends on the board.
func ExampleBoard_Check() {
	s, err := queens.ParseBoard("n=5 torus given=c1 blocked=a2")
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
		fmt.Println(s.Check(answer))
	}
	// Output:
	// queens: placement of 4 rows on a board of 5
	// queens: given queen c1 is missing
	// queens: queen a2 stands on a blocked square
	// queens: queens c1 and a4 attack each other around the edge
	// queens: rank 5 has no queen
	// <nil>
}

// Queens that leave each other alone on the plain board, and not on the torus.
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

// A blocked square on the middle of an edge leaves one reflection of the eight
// symmetries, and orbits of two.
func ExampleBoard_Orbit() {
	s, err := queens.New(5, queens.Blocked(queens.Square{Row: 0, Col: 2}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Symmetries())
	for p := range s.Fundamental(context.Background()) {
		orbit := s.Orbit(p)
		fmt.Println(orbit[0], "and", orbit[1])
	}
	// Output:
	// [Identity FlipColumns]
	// 1 3 5 2 4 and 5 3 1 4 2
	// 1 4 2 5 3 and 5 2 4 1 3
	// 2 4 1 3 5 and 4 2 5 3 1
	// 2 5 3 1 4 and 4 1 3 5 2
}

// A puzzle and its solution. Squares with an x are blocked.
func ExampleBoard_Diagram() {
	s, err := queens.ParseBoard("n=5 given=b1 blocked=d2,a3,c5")
	if err != nil {
		log.Fatal(err)
	}
	style := queens.DiagramStyle{Queen: " Q", Empty: " .", Labels: true, RankUp: true}
	fmt.Println(s.Diagram(nil, style))
	solution, err := s.Unique(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(s.Diagram(solution, style))
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
