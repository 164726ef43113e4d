package queens_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"example.com/queens"
)

// In how many ways can Nauck's two queens of 1850 be completed?
func ExampleBoard_Count() {
	b, err := queens.New(8, queens.Given(queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3}))
	if err != nil {
		log.Fatal(err)
	}
	count, err := b.Count(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(count)
	// Output: 2
}

// One goroutine counts, and leaves the other processors to the rest of the program.
func ExampleWorkers() {
	count, err := queens.Count(context.Background(), 12, queens.Workers(1))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(count)
	// Output: 14200
}

// A progress bar. Fraction estimates how much of the work is done, and so how long the rest
// will take.
func ExampleOnProgress() {
	start := time.Now()
	show := func(p queens.Progress) {
		elapsed := time.Since(start).Seconds()
		left := elapsed * (1 - p.Fraction) / p.Fraction
		if p.Fraction == 1 {
			fmt.Printf("%.0f %% done, %.0f s left, %d solutions\n", 100*p.Fraction, left, p.Solutions)
		}
	}
	if _, err := queens.Count(context.Background(), 12, queens.OnProgress(show)); err != nil {
		log.Fatal(err)
	}
	// Output: 100 % done, 0 s left, 14200 solutions
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

func ExampleProgress() {
	p := queens.Progress{Done: 61, Total: 1024, Solutions: 7386256, Fraction: 0.5}
	fmt.Println(p)
	// Output: 50.0 %, 61 of 1024 pieces, 7386256 solutions
}
