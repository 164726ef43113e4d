package queens_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"

	"example.com/queens"
)

// In JSON a square is its name.
func ExampleSquare() {
	text, err := json.Marshal([]queens.Square{{Row: 3, Col: 1}, {Row: 4, Col: 3}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)

	var squares []queens.Square
	if err := json.Unmarshal(text, &squares); err != nil {
		log.Fatal(err)
	}
	fmt.Println(squares[0], "is row", squares[0].Row, "and column", squares[0].Col)
	// Output:
	// ["b4","d5"]
	// b4 is row 3 and column 1
}

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

func ExampleSquare_Attacks() {
	b4 := queens.Square{Row: 3, Col: 1}
	for _, s := range []queens.Square{{Row: 3, Col: 6}, {Row: 6, Col: 4}, {Row: 4, Col: 3}} {
		fmt.Println(b4, s, b4.Attacks(s))
	}
	// Output:
	// b4 g4 true
	// b4 e7 true
	// b4 d5 false
}

// A new placement is empty: put queens into its rows, or take them out with Empty.
// A Placement is the column of the queen in each row, from 0. Its text counts from 1.
func ExamplePlacement() {
	p := queens.Placement{1, 3, 0, 2}
	fmt.Println(p[0], p)
	p[3] = queens.Empty
	fmt.Println(p)
	// Output:
	// 1 2 4 1 3
	// 2 4 1 .
}

func ExampleNewPlacement() {
	p := queens.NewPlacement(4)
	fmt.Println(p)
	p[0] = 1
	p[3] = 2
	fmt.Println(p)
	p[0] = queens.Empty
	fmt.Println(p)
	// Output:
	// . . . .
	// 2 . . 3
	// . . . 3
}

func ExamplePlacement_Valid() {
	fmt.Println(queens.Placement{1, 3, queens.Empty, queens.Empty}.Valid())
	fmt.Println(queens.Placement{1, 2, queens.Empty, queens.Empty}.Valid())
	// Output:
	// true
	// false
}

func ExamplePlacement_Solved() {
	fmt.Println(queens.Placement{1, 3, 0, 2}.Solved())
	fmt.Println(queens.Placement{1, 3, 0, queens.Empty}.Solved())
	fmt.Println(queens.Placement{}.Solved())
	// Output:
	// true
	// false
	// true
}

func ExamplePlacement_Check() {
	for _, p := range []queens.Placement{{1, 3, 0, 4}, {1, 3, 0, 1}, {1, 3, 0, queens.Empty}, {1, 3, 0, 2}} {
		fmt.Println(p.Check())
	}
	// Output:
	// queens: placement has 4 on rank 4, want a column 0..3 or Empty (-1)
	// queens: b1 and b4 attack each other
	// queens: rank 4 has no queen
	// <nil>
}

// A program that marks the two queens does not need to read the error.
func ExampleAttackError() {
	err := queens.Placement{1, 3, 0, 1}.Check()
	if attack, ok := errors.AsType[*queens.AttackError](err); ok {
		fmt.Println("mark", attack.Queens[0], "and", attack.Queens[1])
	}
	// Output: mark b1 and b4
}

func ExamplePlacement_Queens() {
	for s := range (queens.Placement{1, 3, queens.Empty, 2}).Queens() {
		fmt.Print(s, " ")
	}
	// Output: b1 d2 c4
}

func ExamplePlacement_Conflicts() {
	for s, t := range (queens.Placement{0, 1, 3, 0}).Conflicts() {
		fmt.Println(s, "attacks", t)
	}
	// Output:
	// a1 attacks b2
	// a1 attacks a4
}

func ExampleConstruct() {
	for n := range 9 {
		p, err := queens.Construct(n)
		if errors.Is(err, queens.ErrNoSolution) {
			fmt.Println(n, "none")
			continue
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%d (%v)\n", n, p)
	}
	// Output:
	// 0 ()
	// 1 (1)
	// 2 none
	// 3 none
	// 4 (2 4 1 3)
	// 5 (2 4 1 3 5)
	// 6 (2 4 6 1 3 5)
	// 7 (2 4 6 1 3 5 7)
	// 8 (4 6 8 2 7 1 3 5)
}

func ExampleConstructRandom() {
	p, err := queens.ConstructRandom(context.Background(), rand.New(rand.NewPCG(1, 2)), 100_000)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(p), "rows, solved:", p.Solved())
	// Output: 100000 rows, solved: true
}

// Half of the queens of a solution of a thousand rows are given, chosen at random.
func ExamplePlacement_Complete() {
	rng := rand.New(rand.NewPCG(1, 0))
	solution, err := queens.NewPlacement(1000).Complete(context.Background(), rng)
	if err != nil {
		log.Fatal(err)
	}
	given := slices.Clone(solution)
	for _, row := range rng.Perm(1000)[:500] {
		given[row] = queens.Empty
	}
	p, err := given.Complete(context.Background(), rng)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("solved:", p.Solved())

	_, err = queens.Placement{1, queens.Empty, queens.Empty, queens.Empty}.Complete(context.Background(), nil)
	fmt.Println(err)
	_, err = queens.Placement{0, queens.Empty, queens.Empty, queens.Empty}.Complete(context.Background(), nil)
	fmt.Println(err)
	// Output:
	// solved: true
	// <nil>
	// queens: no solution
}

func ExampleSymmetry() {
	turn := queens.Rotate90
	p := queens.Placement{1, 3, 0, 2}
	fmt.Println(turn, "takes", p, "to", p.Transform(turn))
	fmt.Println(turn.Compose(turn), "and", turn.Inverse(), "are turns as well")
	// Output:
	// rotate90 takes 2 4 1 3 to 2 4 1 3
	// rotate180 and rotate270 are turns as well
}

func ExampleSymmetry_Inverse() {
	p := queens.Placement{0, 2, queens.Empty, queens.Empty}
	turned := p.Transform(queens.Rotate90)
	fmt.Println(turned)
	fmt.Println(turned.Transform(queens.Rotate90.Inverse()))
	// Output:
	// 4 . 3 .
	// 1 3 . .
}

func ExampleSymmetry_Apply() {
	const n = 8
	b1 := queens.Square{Row: 0, Col: 1}
	for s := queens.Identity; s <= queens.AntiTranspose; s++ {
		fmt.Println(s, s.Apply(n, b1))
	}
	// Output:
	// identity b1
	// rotate90 h2
	// rotate180 g8
	// rotate270 a7
	// fliprows b8
	// transpose a2
	// flipcolumns g1
	// antitranspose h7
}

// The order matters: the right-hand symmetry acts first.
func ExampleSymmetry_Compose() {
	fmt.Println(queens.Rotate90.Compose(queens.FlipRows))
	fmt.Println(queens.FlipRows.Compose(queens.Rotate90))
	// Output:
	// transpose
	// antitranspose
}

func ExamplePlacement_Transform() {
	p := queens.Placement{0, 2, queens.Empty, queens.Empty}
	fmt.Print(p.Diagram(queens.DiagramStyle{}))
	fmt.Println(queens.Rotate90)
	fmt.Print(p.Transform(queens.Rotate90).Diagram(queens.DiagramStyle{}))
	// Output:
	// Q...
	// ..Q.
	// ....
	// ....
	// rotate90
	// ...Q
	// ....
	// ..Q.
	// ....
}

// Two answers are equal up to symmetry if they have the same canonical form.
func ExamplePlacement_Canonical() {
	p := queens.Placement{3, 6, 2, 7, 1, 4, 0, 5}
	q := queens.Placement{1, 3, 5, 7, 2, 0, 6, 4}
	fmt.Println(p.Canonical())
	fmt.Println(q.Canonical())
	// Output:
	// 2 4 6 8 3 1 7 5
	// 2 4 6 8 3 1 7 5
}

func ExamplePlacement_IsFundamental() {
	for p := range queens.All(6) {
		fmt.Println(p, p.IsFundamental())
	}
	// Output:
	// 2 4 6 1 3 5 true
	// 3 6 2 5 1 4 false
	// 4 1 5 2 6 3 false
	// 5 3 1 6 4 2 false
}

func ExamplePlacement_Orbit() {
	for _, p := range (queens.Placement{0, 2, 4, 1, 3}).Orbit() {
		fmt.Println(p)
	}
	// Output:
	// 1 3 5 2 4
	// 1 4 2 5 3
	// 2 4 1 3 5
	// 3 1 4 2 5
	// 3 5 2 4 1
	// 4 2 5 3 1
	// 5 2 4 1 3
	// 5 3 1 4 2
}

func ExamplePlacement_Stabilizer() {
	fmt.Println(queens.Placement{1, 3, 0, 2}.Stabilizer())
	// Output: [identity rotate90 rotate180 rotate270]
}
