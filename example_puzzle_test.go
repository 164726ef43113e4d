package queens_test

import (
	"context"
	"errors"
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

func ExampleBoard_Rate() {
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
		rating, err := board.Rate(context.Background())
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rating)
	}
	// Output:
	// easy, score 4, 4 steps
	// medium, score 7, 6 steps
	// hard, score 41, 14 steps
	// queens: more than one solution
}

// The first step is a hint, which can be given a third at a time. Somebody has crossed out
// d8 of a puzzle, and is stuck.
func ExampleBoard_Deduce() {
	puzzle, err := queens.ParseBoard("n=8 given=c4,e3,g2")
	if err != nil {
		log.Fatal(err)
	}
	attempt, err := puzzle.With(queens.Blocked(queens.Square{Row: 7, Col: 3}))
	if err != nil {
		log.Fatal(err)
	}
	for hint, err := range attempt.Deduce(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("Look at:", hint.Lines, hint.Because)
		fmt.Println("Because:", hint)
		fmt.Println("Queens:", hint.Queens, "no queens:", hint.Excluded)
		break
	}
	// Output:
	// Look at: [rank 6] [d6 f6]
	// Because: A queen on f8 would leave rank 6 no square.
	// Queens: [] no queens: [f8]
}

// The steps solve the board, or the last pair says why they do not.
func ExampleBoard_Deduce_ends() {
	for _, text := range []string{"n=8 given=c4,e3,g2", "n=8 given=b4,d5", "n=6 given=a1", "n=14 torus"} {
		board, err := queens.ParseBoard(text)
		if err != nil {
			log.Fatal(err)
		}
		steps, end := 0, error(nil)
		for _, end = range board.Deduce(context.Background()) {
			if end == nil {
				steps++
			}
		}
		fmt.Printf("%v: %d steps, %v\n", board, steps, end)
	}
	// Output:
	// n=8 given=g2,e3,c4: 7 steps, <nil>
	// n=8 given=b4,d5: 9 steps, queens: more than one solution
	// n=6 given=a1: 9 steps, queens: no solution
	// n=14 torus: 0 steps, queens: the rules end here
}

// A worked sheet for a lesson, of a puzzle of 1850: queens are given on b4 and d5. The steps
// hold in both of its solutions, and stop where they differ. To go on, somebody has to
// choose.
func Example_workedPuzzle() {
	board, err := queens.ParseBoard("n=8 given=b4,d5")
	if err != nil {
		log.Fatal(err)
	}
	style := queens.DiagramStyle{Labels: true, RankUp: true}
	fmt.Print("Place the other six queens.\n", board.Diagram(nil, style))

	fmt.Println("\nStep by step:")
	reached, number := board, 0
	for step, end := range board.Deduce(context.Background()) {
		if errors.Is(end, queens.ErrNotUnique) {
			fmt.Println("\nThere is more than one solution, and each open square is in one:")
			break
		}
		if end != nil {
			log.Fatal(end)
		}
		number++
		fmt.Printf("%d. %v\n", number, step)
		reached, err = reached.With(queens.Given(step.Queens...), queens.Blocked(step.Excluded...))
		if err != nil {
			log.Fatal(err)
		}
	}

	for solution, err := range reached.Solutions(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(solution)
	}
	// Output:
	// Place the other six queens.
	// 8 ........
	// 7 ........
	// 6 ........
	// 5 ...Q....
	// 4 .Q......
	// 3 ........
	// 2 ........
	// 1 ........
	//   abcdefgh
	//
	// Step by step:
	// 1. A queen on g1 would force a queen on a6, leaving file f no square.
	// 2. A queen on e2 would force queens on f6 and c1, leaving rank 8 no square.
	// 3. A queen on h7 would force a queen on f2, leaving rank 3 no square.
	// 4. A queen on f6 would force queens on c1 and g3, leaving rank 2 no square.
	// 5. A queen on e3 would force a queen on f1, leaving file a no square.
	// 6. File e has one open square left, e8.
	// 7. A queen on h2 would leave rank 3 no square.
	// 8. A queen on c7 would leave file g no square.
	// 9. A queen on a1 would leave rank 7 no square.
	//
	// There is more than one solution, and each open square is in one:
	// 3 6 8 2 4 1 7 5
	// 6 3 7 2 4 8 1 5
}
