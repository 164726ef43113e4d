package queens_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"example.com/queens"
)

func ExampleSolver_Count() {
	s, err := queens.New(8, queens.Given(queens.Square{Row: 3, Col: 1}, queens.Square{Row: 4, Col: 3}))
	if err != nil {
		log.Fatal(err)
	}
	count, err := s.Count(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(count, "ways to complete Nauck's two queens of 1850")
	// Output:
	// 2 ways to complete Nauck's two queens of 1850
}

func ExampleSolver_Count_cancel() {
	s, err := queens.New(32)
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, err = s.Count(ctx)
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
	// Output:
	// true
}

func ExampleSolver_Census() {
	s, err := queens.New(8)
	if err != nil {
		log.Fatal(err)
	}
	census, err := s.Census(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(census.All, "solutions,", census.Fundamental, "fundamental")
	for size, orbits := range census.Orbits {
		if orbits > 0 {
			fmt.Printf("%d orbits of %d\n", orbits, size)
		}
	}
	// Output:
	// 92 solutions, 12 fundamental
	// 1 orbits of 4
	// 11 orbits of 8
}

func ExampleSolver_CensusOf() {
	s, err := queens.New(10)
	if err != nil {
		log.Fatal(err)
	}
	var all uint64
	for _, task := range s.Tasks(100) {
		solutions, err := task.Count(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		all += solutions
	}
	census, err := s.CensusOf(context.Background(), all)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(census.All, "solutions,", census.Fundamental, "fundamental")
	// Output: 724 solutions, 92 fundamental
}

func ExampleOnProgress() {
	s, err := queens.New(12, queens.Workers(1), queens.OnProgress(func(p queens.Progress) {
		if p.Done == p.Total {
			fmt.Println("done:", p.Solutions)
		}
	}))
	if err != nil {
		log.Fatal(err)
	}
	if _, err := s.Count(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// done: 14200
}

func ExampleSolver_Tasks() {
	s, err := queens.New(10)
	if err != nil {
		log.Fatal(err)
	}
	var total uint64
	for _, task := range s.Tasks(100) {
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

func ExampleTask_MarshalText() {
	s, err := queens.New(4)
	if err != nil {
		log.Fatal(err)
	}
	for _, task := range s.Tasks(1) {
		text, err := task.MarshalText()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s\n", text)
	}
	// Output:
	// queens-task/1 n=4 placed=c1,a2,d3,b4 weight=2 crc32=3f6c4af5
}
