package queens_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"time"

	"example.com/queens"
)

// In how many ways can Nauck's two queens of 1850 be completed?
func ExampleBoard_Count() {
	b, err := queens.New(8, queens.Given(queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Count(context.Background()))
	// Output: 2 <nil>
}

func ExampleBoard_Census() {
	b, err := queens.New(8)
	if err != nil {
		log.Fatal(err)
	}
	census, err := b.Census(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(census)
	fmt.Println(census.Orbits[4], "of them has only four images")
	// Output:
	// 92 solutions in 12 orbits: 1 of 4, 11 of 8
	// 1 of them has only four images
}

// The tasks of a count came to 724 solutions: how many are there up to symmetry?
func ExampleBoard_CensusOf() {
	b, err := queens.New(10)
	if err != nil {
		log.Fatal(err)
	}
	census, err := b.CensusOf(context.Background(), 724)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(census.All, "solutions,", census.Fundamental, "fundamental")
	// Output: 724 solutions, 92 fundamental
}

// One goroutine counts, and leaves the other processors to the rest of the program.
func ExampleWorkers() {
	fmt.Println(queens.Count(context.Background(), 12, queens.Workers(1)))
	// Output: 14200 <nil>
}

func ExampleProgress() {
	p := queens.Progress{Done: 61, Total: 1024, Solutions: 7386256, Fraction: 0.5}
	fmt.Println(p)

	elapsed := 3 * time.Minute
	left := time.Duration(float64(elapsed) * (1 - p.Fraction) / p.Fraction)
	fmt.Println(left, "left")
	// Output:
	// 50.0 %, 61 of 1024 pieces, 7386256 solutions
	// 3m0s left
}

func ExampleOnProgress() {
	show := func(p queens.Progress) {
		if p.Fraction == 1 {
			fmt.Println("done:", p.Solutions)
		}
	}
	if _, err := queens.Count(context.Background(), 12, queens.OnProgress(show)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// done: 14200
}

func ExampleBoard_Tasks() {
	b, err := queens.New(10)
	if err != nil {
		log.Fatal(err)
	}
	var total uint64
	tasks, err := b.Tasks(context.Background(), 100)
	if err != nil {
		log.Fatal(err)
	}
	for task := range tasks.All() {
		text, err := task.MarshalText() // to be sent to another machine
		if err != nil {
			log.Fatal(err)
		}
		var received queens.Task
		if err := received.UnmarshalText(text); err != nil {
			log.Fatal(err)
		}
		count, err := received.Count(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		total += count
	}
	fmt.Println(total)
	// Output:
	// 724
}

// No other count confirms the result of this one. Some of its tasks are checked in another way.
func ExampleTask_Check() {
	b, err := queens.New(20)
	if err != nil {
		log.Fatal(err)
	}
	tasks, err := b.Tasks(context.Background(), 1000)
	if err != nil {
		log.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		task := tasks.At(rng.IntN(tasks.Len()))
		if err := task.Check(context.Background(), rng); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("no check failed")
	// Output: no check failed
}
