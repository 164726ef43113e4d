package queens_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/puzzle"
)

// A class hands in its answers, a name and a placement on each line, in any notation: vectors
// count columns from 1, arrays from 0. Which are right, and what is wrong with the others?
func Example_checkAnswers() {
	const file = `Ada	2 4 6 8 3 1 7 5
Blaise	a1 e2 h3 f4 c5 g6 b7 d8
Carl	[0, 4, 7, 5, 2, 6, 1, 3]
Emmy	1 5 8 6 3 7 2 2
Kurt	1 5 8 6
Sofia	1 5 8 6 3 7 2 nine
`
	for line := range strings.Lines(file) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
		answer, err := queens.ParsePlacement(text)
		if err == nil && len(answer) != 8 {
			err = fmt.Errorf("%d rows, want 8", len(answer))
		}
		if err == nil {
			err = answer.Check()
		}
		if err != nil {
			fmt.Println(name+":", err)
			continue
		}
		fmt.Println(name + ": right")
	}
	// Output:
	// Ada: right
	// Blaise: right
	// Carl: right
	// Emmy: queens: f4 and b8 attack each other
	// Kurt: queens: parse: item 2 is "5", want a column 1..4 or "."
	// Sofia: queens: parse: "1 5 8 6 3 7 2 nine" is not a board: want columns, squares, a FEN or a diagram
}

// A game: load what was saved, say what is wrong, give a hint, save.
func Example_game() {
	saved := []byte(`{"puzzle":"n=8 given=c4,e3,g2","queens":["h7","f8"],"crosses":["d8"]}`)
	var game struct {
		Puzzle  *queens.Board   `json:"puzzle"`
		Queens  []queens.Square `json:"queens"`
		Crosses []queens.Square `json:"crosses"`
	}
	if err := json.Unmarshal(saved, &game); err != nil {
		log.Fatal(err)
	}
	solution, err := game.Puzzle.Unique(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	isWrong := func(s queens.Square) bool { return solution[s.Row] != s.Col }
	for _, queen := range game.Queens {
		if isWrong(queen) {
			fmt.Println("The queen on", queen, "is wrong.")
		}
	}
	game.Queens = slices.DeleteFunc(game.Queens, isWrong)

	played, err := game.Puzzle.With(queens.Given(game.Queens...), queens.Blocked(game.Crosses...))
	if err != nil {
		log.Fatal(err)
	}
	for hint, err := range puzzle.Deduce(context.Background(), played) {
		if err != nil {
			log.Fatal(err) // a cross is wrong, or the rules end
		}
		fmt.Println("Hint:", hint)
		game.Queens = append(game.Queens, hint.Queens...)
		game.Crosses = append(game.Crosses, hint.Excluded...)
		break
	}
	if saved, err = json.Marshal(game); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", saved)
	// Output:
	// The queen on f8 is wrong.
	// Hint: Rank 5 has one open square left, a5.
	// {"puzzle":"n=8 given=g2,e3,c4","queens":["h7","a5"],"crosses":["d8"]}
}

// A sheet of two puzzles, an easy one and a hard one, with the solutions at the end.
func Example_makePuzzle() {
	board, err := queens.New(8)
	if err != nil {
		log.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(8, 1850)) // the same sheet each time
	style := queens.DiagramStyle{Labels: true, RankUp: true}
	var solutions []queens.Placement
	for _, difficulty := range []puzzle.Difficulty{puzzle.Easy, puzzle.Hard} {
		made, err := puzzle.Generate(context.Background(), rng, board, difficulty)
		if err != nil {
			log.Fatal(err)
		}
		solution, err := made.Unique(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		solutions = append(solutions, solution)
		fmt.Printf("%v: place the other queens.\n%s\n", difficulty, made.Diagram(nil, style))
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
	for step, end := range puzzle.Deduce(context.Background(), board) {
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
