package queens_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"example.com/queens"
)

// A sheet of two puzzles, an easy one and a hard one, with the solutions at the end.
func Example_makePuzzle() {
	board, err := queens.New(8)
	if err != nil {
		log.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(8, 1850)) // the same sheet each time
	style := queens.DiagramStyle{Labels: true, RankUp: true}
	var solutions []queens.Placement
	for _, difficulty := range []queens.Difficulty{queens.Easy, queens.Hard} {
		puzzle, err := board.Puzzle(context.Background(), rng, difficulty)
		if err != nil {
			log.Fatal(err)
		}
		solution, err := puzzle.Unique(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		solutions = append(solutions, solution)
		fmt.Printf("%v: place the other queens.\n%s\n", difficulty, puzzle.Diagram(nil, style))
	}
	fmt.Println("Solutions, the column of each row's queen:")
	for _, solution := range solutions {
		fmt.Println(solution)
	}
	// Output:
	// easy: place the other queens.
	// 8 ........
	// 7 ...Q....
	// 6 ........
	// 5 ..Q.....
	// 4 ........
	// 3 ........
	// 2 ........
	// 1 ....Q...
	//   abcdefgh
	//
	// hard: place the other queens.
	// 8 ........
	// 7 ........
	// 6 ........
	// 5 ........
	// 4 ..Q.....
	// 3 ........
	// 2 ......Q.
	// 1 ...Q....
	//   abcdefgh
	//
	// Solutions, the column of each row's queen:
	// 5 7 2 6 3 1 4 8
	// 4 7 5 3 1 6 8 2
}

func ExampleBoard_Puzzle() {
	torus, err := queens.New(11, queens.Toroidal())
	if err != nil {
		log.Fatal(err)
	}
	puzzle, err := torus.Puzzle(context.Background(), rand.New(rand.NewPCG(1, 2)), queens.Hard)
	if err != nil {
		log.Fatal(err) // ErrNoPuzzle, if there were none
	}
	fmt.Println(puzzle)
	// Output: n=11 torus given=i2,j4,g9
}

func ExampleBoard_Difficulty() {
	for _, text := range []string{
		"n=8 given=e4,a5,f7,c8",
		"n=8 given=e4,a5,f7",
		"n=8 given=e4,a5",
		"n=8 given=e4",
	} {
		board, err := queens.ParseBoard(text)
		if err != nil {
			log.Fatal(err)
		}
		difficulty, err := board.Difficulty(context.Background())
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(difficulty)
	}
	// Output:
	// easy
	// medium
	// hard
	// queens: more than one solution
}
