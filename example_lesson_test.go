package queens_test

import (
	"context"
	"encoding/json"
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
