package queens_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math"
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

// Counting the solutions of the 30×30 board would take thousands of years of processor time.
func ExampleBoard_Estimate() {
	b, err := queens.New(30)
	if err != nil {
		log.Fatal(err)
	}
	e, err := b.Estimate(context.Background(), rand.New(rand.NewPCG(1, 2)), 5000)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(e)
	fmt.Printf("give or take %.0f %%\n", 100*e.StdErr/e.Mean)
	// Output:
	// 3.26e+20 ± 0.08e+20 (4992 probes)
	// give or take 2 %
}

// JSON has no infinity: an unknown error is null.
func ExampleEstimate_MarshalJSON() {
	for _, e := range []queens.Estimate{
		{Mean: 92, Probes: 20000, Exact: true},
		{Mean: 14230, StdErr: 90, Probes: 20000},
		{Mean: 3e+20, StdErr: math.Inf(1), Probes: 1},
	} {
		text, err := json.Marshal(e)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v: %s\n", e, text)
	}
	// Output:
	// 92 exactly: {"mean":92,"stderr":0,"probes":20000,"exact":true}
	// 14230 ± 90 (20000 probes): {"mean":14230,"stderr":90,"probes":20000,"exact":false}
	// 3e+20, error unknown (1 probe): {"mean":300000000000000000000,"stderr":null,"probes":1,"exact":false}
}

func ExampleSampler() {
	b, err := queens.New(8, queens.Given(queens.Square{Row: 3, Col: 1}))
	if err != nil {
		log.Fatal(err)
	}
	m, err := b.Sampler(context.Background())
	if err != nil {
		log.Fatal(err) // ErrNoSolution, if there were none
	}
	p := m.Sample(rand.New(rand.NewPCG(1, 2)))
	fmt.Print(p.Diagram(queens.DiagramStyle{}))
	// Output:
	// ..Q.....
	// .....Q..
	// ...Q....
	// .Q......
	// .......Q
	// ....Q...
	// ......Q.
	// Q.......
}

// How often does a queen stand in a corner, in the middle of an edge and in the centre, in
// units of what it would be if all squares were alike? The 365596 solutions of the 14×14 board
// say 0.46, 1.42 and 0.72. Draws say it of boards with more solutions than anybody can go
// through, too.
func ExampleBoard_Draws() {
	const n, draws = 14, 20_000
	b, err := queens.New(n)
	if err != nil {
		log.Fatal(err)
	}
	var total, corner, edge, centre float64 // sums of weights
	made := 0
	for p, weight := range b.Draws(rand.New(rand.NewPCG(1, 2))) {
		for queen := range p.Queens() {
			// Of each square, its images under all symmetries count as well.
			x, y := min(queen.Col, n-1-queen.Col), min(queen.Row, n-1-queen.Row)
			switch [2]int{min(x, y), max(x, y)} {
			case [2]int{0, 0}:
				corner += weight / 4
			case [2]int{0, n/2 - 1}:
				edge += weight / 8
			case [2]int{n/2 - 1, n/2 - 1}:
				centre += weight / 4
			}
		}
		total += weight
		if made++; made == draws {
			break
		}
	}
	fmt.Printf("about %.1g solutions\n", total/draws)
	fmt.Printf("corner %.1f, middle of an edge %.1f, centre %.1f\n", n*corner/total, n*edge/total, n*centre/total)
	// Output:
	// about 4e+05 solutions
	// corner 0.5, middle of an edge 1.4, centre 0.8
}
