package queens_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"

	"example.com/queens"
)

// Is there a solution without a queen on either of the two long diagonals?
func ExampleBoard_Find() {
	const n = 24
	var diagonals []queens.Square
	for i := range n {
		diagonals = append(diagonals, queens.Square{Row: i, Col: i}, queens.Square{Row: i, Col: n - 1 - i})
	}
	b, err := queens.New(n, queens.Blocked(diagonals...))
	if err != nil {
		log.Fatal(err)
	}
	p, err := b.Find(context.Background())
	if err != nil {
		log.Fatal(err) // ErrNoSolution, if there were none
	}
	fmt.Println(p.Solved(), p[0] != 0)
	// Output: true true
}

// The first solution of the 35×35 board begins with the low columns. Backtracking row by row
// would take long to get there.
func ExampleBoard_First() {
	b, err := queens.New(35)
	if err != nil {
		log.Fatal(err)
	}
	p, err := b.First(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p)
	// Output: 1 3 5 2 4 9 11 13 15 6 8 19 24 26 31 29 32 35 33 28 30 17 7 34 10 18 16 14 12 20 25 23 21 27 22
}

// A puzzle has exactly one solution. Queens on b4 and d5 leave two, as has been
// known since 1850. A third queen can make a puzzle of them, or leave no solution.
func ExampleBoard_Unique() {
	b4, d5 := queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3}
	a1, a6 := queens.Square{Row: 0, Col: 0}, queens.Square{Row: 5, Col: 0}
	for _, given := range [][]queens.Square{{b4, d5}, {b4, d5, a6}, {b4, d5, a1}} {
		b, err := queens.New(8, queens.Given(given...))
		if err != nil {
			log.Fatal(err)
		}
		p, err := b.Unique(context.Background())
		switch {
		case errors.Is(err, queens.ErrNotUnique):
			fmt.Println(given, "has several solutions")
		case errors.Is(err, queens.ErrNoSolution):
			fmt.Println(given, "has no solution")
		case err != nil:
			log.Fatal(err)
		default:
			fmt.Println(given, "has the solution", p)
		}
	}
	// Output:
	// [b4 d5] has several solutions
	// [b4 d5 a6] has the solution 3 6 8 2 4 1 7 5
	// [b4 d5 a1] has no solution
}

// A puzzle maker has a solution and wants it to be the only one. As long as there is
// another, one of the queens that are not in it is given.
func ExampleBoard_Another() {
	ctx := context.Background()
	solution := queens.Placement{3, 1, 6, 2, 5, 7, 4, 0}
	b, err := queens.New(len(solution))
	if err != nil {
		log.Fatal(err)
	}
	var given []queens.Square
	for {
		other, err := b.Another(ctx, solution)
		if errors.Is(err, queens.ErrNoSolution) {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		for queen := range solution.Queens() {
			if other[queen.Row] != queen.Col {
				given = append(given, queen)
				break
			}
		}
		if b, err = b.With(queens.Given(given...)); err != nil {
			log.Fatal(err)
		}
	}
	only, err := b.Unique(ctx)
	fmt.Println(len(given) < len(solution), slices.Equal(only, solution), err)
	// Output: true true <nil>
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

// Different seeds give different solutions. The same seed gives the same one.
func ExampleConstructRandom() {
	for _, seed := range []uint64{1, 2, 3, 1} {
		p, err := queens.ConstructRandom(context.Background(), rand.New(rand.NewPCG(seed, 0)), 8)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(p)
	}
	// Output:
	// 4 2 7 3 6 8 5 1
	// 7 1 3 8 6 4 2 5
	// 5 7 2 6 3 1 4 8
	// 4 2 7 3 6 8 5 1
}

// Half of the queens of a solution of a thousand rows are given, chosen at random.
func ExamplePlacement_Complete() {
	rng := rand.New(rand.NewPCG(1, 0))
	solution, err := queens.ConstructRandom(context.Background(), rng, 1000)
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
