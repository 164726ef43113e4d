package puzzle_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"

	"example.com/queens"
	"example.com/queens/puzzle"
)

// The example of the package comment.
func Example() {
	ctx := context.Background()
	empty, _ := queens.New(8)
	board, _ := puzzle.Generate(ctx, rand.New(rand.NewPCG(1, 2)), empty, puzzle.Medium)
	for step := range puzzle.Deduce(ctx, board) {
		fmt.Println(step)
	}
	// Output:
	// A queen on a3 or b3 would leave rank 2 no square.
	// Rank 3 has one open square left, h3.
	// File c has one open square left, c5.
	// Rank 7 has one open square left, b7.
	// Rank 2 has one open square left, a2.
	// Rank 8 has one open square left, d8.
}

func ExampleGenerate() {
	torus, err := queens.New(11, queens.Toroidal())
	if err != nil {
		log.Fatal(err)
	}
	made, err := puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 2)), torus, puzzle.Hard)
	if err != nil {
		log.Fatal(err) // ErrNoPuzzle, if there were none
	}
	fmt.Println(made)
	// Output: n=11 torus given=i2,j4,g9
}

func ExampleRate() {
	for _, text := range []string{
		"n=8 given=e4,a5,f7,c8",
		"n=8 given=e4,a5,f7",
		"n=8 given=e4,a5",
		"n=10 given=a9,c10",
		"n=8 given=e4",
	} {
		board, err := queens.ParseBoard(text)
		if err != nil {
			log.Fatal(err)
		}
		rating, err := puzzle.Rate(context.Background(), board)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rating)
	}
	// Output:
	// easy, score 7, 4 steps
	// medium, score 12, 6 steps
	// hard, score 58, 14 steps
	// expert, score 100, 39 steps
	// queens: more than one solution
}

func ExampleDifficulty() {
	var d puzzle.Difficulty
	if err := d.UnmarshalText([]byte("Hard")); err != nil {
		log.Fatal(err)
	}
	fmt.Println(d, d > puzzle.Medium)
	fmt.Println(d.UnmarshalText([]byte("fiendish")))
	// Output:
	// hard true
	// puzzle: difficulty "fiendish", want easy, medium, hard or expert
}

// The first step is a hint, which can be given a third at a time. Somebody has crossed out
// d8 of a puzzle, and is stuck.
func ExampleDeduce() {
	made, err := queens.ParseBoard("n=8 given=c4,e3,g2")
	if err != nil {
		log.Fatal(err)
	}
	attempt, err := made.With(queens.Blocked(queens.Square{Row: 7, Col: 3}))
	if err != nil {
		log.Fatal(err)
	}
	for hint, err := range puzzle.Deduce(context.Background(), attempt) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("Look at:", hint.Line, hint.Because)
		fmt.Println("Because:", hint)
		fmt.Println("Queens:", hint.Queens, "no queens:", hint.Excluded)
		break
	}
	// Output:
	// Look at: rank 6 [d6 f6]
	// Because: A queen on f8 would leave rank 6 no square.
	// Queens: [] no queens: [f8]
}

// The steps solve the board, or the last pair says why they do not.
func ExampleDeduce_ends() {
	for _, text := range []string{"n=8 given=c4,e3,g2", "n=8 given=b4,d5", "n=6 given=a1", "n=14 torus"} {
		board, err := queens.ParseBoard(text)
		if err != nil {
			log.Fatal(err)
		}
		steps, end := 0, error(nil)
		for _, end = range puzzle.Deduce(context.Background(), board) {
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
	// n=14 torus: 0 steps, puzzle: the rules end here
}

// A step as JSON, for a page or a data set: what follows is named, and why, in a sentence
// and step by step.
func ExampleDeduction() {
	board, err := queens.ParseBoard("n=8 given=b4,d5")
	if err != nil {
		log.Fatal(err)
	}
	for step, err := range puzzle.Deduce(context.Background(), board) {
		if err != nil {
			log.Fatal(err)
		}
		text, err := json.MarshalIndent(step, "", "  ")
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s\n", text)
		break
	}
	// Output:
	// {
	//   "rule": "trial",
	//   "excluded": [
	//     "g1"
	//   ],
	//   "because": [
	//     "f1",
	//     "f2",
	//     "f6"
	//   ],
	//   "line": "file f",
	//   "steps": [
	//     {
	//       "rule": "single",
	//       "queens": [
	//         "a6"
	//       ],
	//       "line": "file a",
	//       "text": "File a has one open square left, a6."
	//     },
	//     {
	//       "rule": "contradiction",
	//       "line": "file f",
	//       "text": "File f has no open square left."
	//     }
	//   ],
	//   "text": "A queen on g1 would force a queen on a6, leaving file f no square."
	// }
}
