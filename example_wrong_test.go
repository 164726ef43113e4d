package queens_test

import (
	"context"
	"fmt"
	"log"
	"slices"

	"example.com/queens"
)

// A pupil hands in a board. Is it correct, and if not, which queens attack each other?
func Example_wrongAnswer() {
	answer, err := queens.Parse(`
		8 . . . Q . . . .
		7 . Q . . . . . .
		6 . . . . . . Q .
		5 . . Q . . . . .
		4 . . . . . . . Q
		3 . . . . . Q . .
		2 . . . . Q . . .
		1 Q . . . . . . .
		  a b c d e f g h`)
	if err != nil {
		log.Fatal(err)
	}
	if answer.Solved() {
		fmt.Println("Right!")
		return
	}
	kept := slices.Clone(answer)
	for s, t := range answer.Conflicts() {
		fmt.Println("The queens on", s, "and", t, "attack each other.")
		kept[s.Row], kept[t.Row] = queens.Empty, queens.Empty
	}

	// Which solutions keep the queens that attack no other queen?
	b, err := queens.NewFrom(kept)
	if err != nil {
		log.Fatal(err)
	}
	for p, err := range b.Solutions(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print("Right would be:\n", p.Diagram(queens.DiagramStyle{Labels: true, RankUp: true}))
	}
	// Output:
	// The queens on e2 and f3 attack each other.
	// The queens on f3 and b7 attack each other.
	// The queens on h4 and d8 attack each other.
	// Right would be:
	// 8 ...Q....
	// 7 .Q......
	// 6 ......Q.
	// 5 ..Q.....
	// 4 .....Q..
	// 3 .......Q
	// 2 ....Q...
	// 1 Q.......
	//   abcdefgh
}
