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
