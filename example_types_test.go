package queens_test

import (
	"context"
	"encoding/json"
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
		fmt.Println(b)
		fmt.Println(b.Count(context.Background()))
	}
	// Output:
	// n=6 blocked=b1
	// 3 <nil>
	// n=6 torus blocked=b1
	// 0 <nil>
}

// Constraints can be collected before there is a board.
func ExampleConstraint() {
	var constraints []queens.Constraint
	for _, name := range []string{"b4", "d5"} {
		square, err := queens.ParseSquare(name)
		if err != nil {
			log.Fatal(err)
		}
		constraints = append(constraints, queens.Given(square))
	}
	board, err := queens.New(8, constraints...)
	fmt.Println(board, err)
	// Output: n=8 given=b4,d5 <nil>
}

// Options can be collected as well, and one set of them goes with any call.
func ExampleOption() {
	options := []queens.Option{queens.Workers(2), queens.OnProgress(func(queens.Progress) {})}
	board, err := queens.New(8, queens.Given(queens.Square{Row: 0, Col: 0}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(board.Count(context.Background(), options...))
	fmt.Println(board.First(context.Background(), options...))
	for p, err := range board.Solutions(context.Background(), options...) {
		fmt.Println(p, err)
	}
	// Output:
	// 4 <nil>
	// 1 5 8 6 3 7 2 4 <nil>
	// 1 5 8 6 3 7 2 4 <nil>
	// 1 6 8 3 7 4 2 5 <nil>
	// 1 7 4 6 8 2 5 3 <nil>
	// 1 7 5 8 2 4 6 3 <nil>
}

func ExampleSquare() {
	square := queens.Square{Row: 3, Col: 1}
	fmt.Println(square)

	text, err := json.Marshal([]queens.Square{square, {Row: 4, Col: 3}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)

	var squares []queens.Square
	err = json.Unmarshal(text, &squares)
	fmt.Println(squares, err)
	// Output:
	// b4
	// ["b4","d5"]
	// [b4 d5] <nil>
}

func ExampleSymmetry() {
	var turn queens.Symmetry
	if err := turn.UnmarshalText([]byte("rotate90")); err != nil {
		log.Fatal(err)
	}
	p := queens.Placement{1, 3, 0, 2}
	fmt.Println(turn, "takes", p, "to", p.Transform(turn))
	fmt.Println(turn.Compose(turn), "and", turn.Inverse(), "are turns as well")
	// Output:
	// rotate90 takes 2 4 1 3 to 2 4 1 3
	// rotate180 and rotate270 are turns as well
}

func ExampleDiagramStyle() {
	p := queens.Placement{1, 3, 0, 2}
	fmt.Println(p.Diagram(queens.DiagramStyle{Queen: "♛", Empty: "·", Labels: true, RankUp: true}))
	// Output:
	// 4 ··♛·
	// 3 ♛···
	// 2 ···♛
	// 1 ·♛··
	//   abcd
}

// A task is text, from which any machine can count it.
func ExampleTask() {
	board, err := queens.New(10)
	if err != nil {
		log.Fatal(err)
	}
	tasks, err := board.Tasks(context.Background(), 2)
	if err != nil {
		log.Fatal(err)
	}
	first := tasks.At(0)
	fmt.Println(first)
	fmt.Println(first.Count(context.Background()))
	// Output:
	// queens-task/1 n=10 placed=a5,f6,e8 weight=8 crc32=358107e6
	// 8 <nil>
}

// Millions of tasks take no more memory than a few until they are asked for.
func ExampleTaskList() {
	board, err := queens.New(18)
	if err != nil {
		log.Fatal(err)
	}
	list, err := board.Tasks(context.Background(), 1000)
	if err != nil {
		log.Fatal(err)
	}
	var cost float64
	for task := range list.All() {
		cost += task.Cost()
	}
	fmt.Println(list)
	fmt.Printf("the first takes %.2f %% of the time\n", 100*list.At(0).Cost()/cost)
	// Output:
	// 1000 tasks of n=18
	// the first takes 0.10 % of the time
}

// A step as JSON, for a page or a data set: what follows is named, and why, in a sentence
// and step by step.
func ExampleDeduction() {
	board, err := queens.ParseBoard("n=8 given=b4,d5")
	if err != nil {
		log.Fatal(err)
	}
	for step, err := range board.Deduce(context.Background()) {
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
	//   "lines": [
	//     "file f"
	//   ],
	//   "steps": [
	//     {
	//       "rule": "single",
	//       "queens": [
	//         "a6"
	//       ],
	//       "lines": [
	//         "file a"
	//       ],
	//       "text": "File a has one open square left, a6."
	//     },
	//     {
	//       "rule": "contradiction",
	//       "lines": [
	//         "file f"
	//       ],
	//       "text": "File f has no open square left."
	//     }
	//   ],
	//   "text": "A queen on g1 would force a queen on a6, leaving file f no square."
	// }
}

func ExampleDifficulty() {
	var d queens.Difficulty
	if err := d.UnmarshalText([]byte("Hard")); err != nil {
		log.Fatal(err)
	}
	fmt.Println(d, d > queens.Medium)
	fmt.Println(d.UnmarshalText([]byte("fiendish")))
	// Output:
	// hard true
	// queens: difficulty "fiendish", want easy, medium, hard or expert
}
