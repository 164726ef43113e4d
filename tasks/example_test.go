package tasks_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"example.com/queens"
	"example.com/queens/tasks"
)

// The tasks of a count came to 724 solutions: how many are there up to symmetry?
func ExampleCensusOf() {
	b, err := queens.New(10)
	if err != nil {
		log.Fatal(err)
	}
	census, err := tasks.CensusOf(context.Background(), b, 724)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(census.All, "solutions,", census.Fundamental, "fundamental")
	// Output: 724 solutions, 92 fundamental
}

func ExampleCut() {
	b, err := queens.New(10)
	if err != nil {
		log.Fatal(err)
	}
	var total uint64
	list, err := tasks.Cut(context.Background(), b, 100)
	if err != nil {
		log.Fatal(err)
	}
	for _, task := range list.All() {
		text, err := task.MarshalText() // to be sent to another machine
		if err != nil {
			log.Fatal(err)
		}
		var received tasks.Task
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

// A task is text, from which any machine can count it.
func ExampleTask() {
	board, err := queens.New(10)
	if err != nil {
		log.Fatal(err)
	}
	list, err := tasks.Cut(context.Background(), board, 2)
	if err != nil {
		log.Fatal(err)
	}
	first := list.At(0)
	count, err := first.Count(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(first)
	fmt.Println(count)
	// Output:
	// queens-task/1 n=10 placed=a5,f6,e8 weight=8 crc32=358107e6
	// 8
}

// No other count confirms the result of this one. Some of its tasks are checked in another way.
func ExampleTask_SelfTest() {
	b, err := queens.New(20)
	if err != nil {
		log.Fatal(err)
	}
	list, err := tasks.Cut(context.Background(), b, 1000)
	if err != nil {
		log.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		task := list.At(rng.IntN(list.Len()))
		if err := task.SelfTest(context.Background(), rng); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("no check failed")
	// Output: no check failed
}

// Millions of tasks take no more memory than a few until they are asked for.
func ExampleList() {
	board, err := queens.New(18)
	if err != nil {
		log.Fatal(err)
	}
	list, err := tasks.Cut(context.Background(), board, 1000)
	if err != nil {
		log.Fatal(err)
	}
	var cost float64
	for _, task := range list.All() {
		cost += task.Cost()
	}
	fmt.Println(list.Len(), "tasks")
	fmt.Printf("the first takes %.2f %% of the time\n", 100*list.At(0).Cost()/cost)
	// Output:
	// 1000 tasks
	// the first takes 0.10 % of the time
}
