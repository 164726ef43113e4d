package sample_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"sort"

	"example.com/queens"
	"example.com/queens/sample"
)

// Counting the solutions of the 30×30 board would take thousands of years of processor time.
func ExampleEstimateCount() {
	b, err := queens.New(30)
	if err != nil {
		log.Fatal(err)
	}
	e, err := sample.EstimateCount(context.Background(), rand.New(rand.NewPCG(1, 2)), b, 5000)
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
	for _, e := range []sample.Estimate{
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

func ExampleNew() {
	b, err := queens.New(8, queens.Given(queens.Square{Row: 3, Col: 1}))
	if err != nil {
		log.Fatal(err)
	}
	m, err := sample.New(context.Background(), b)
	if err != nil {
		log.Fatal(err) // queens.ErrNoSolution, if there were none
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
func ExampleDraws() {
	const n, draws = 14, 20_000
	b, err := queens.New(n)
	if err != nil {
		log.Fatal(err)
	}
	var total, corner, edge, centre float64 // sums of weights
	made := 0
	for p, weight := range sample.Draws(rand.New(rand.NewPCG(1, 2)), b) {
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

// A nearly uniform sample of the solutions of a board that nobody can count: of many draws,
// each with a weight, some are chosen with chances in proportion to their weights. The
// effective size says how many draws with equal chances the weighted ones are worth; the
// sample should be much smaller.
func Example_uniformSample() {
	const n, draws, wanted = 30, 20_000, 100
	b, err := queens.New(n)
	if err != nil {
		log.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var solutions []queens.Placement
	var upTo []float64 // sums of the weights of the draws so far
	var sum, squares float64
	made := 0
	for p, weight := range sample.Draws(rng, b) {
		if p != nil {
			sum += weight
			squares += weight * weight
			solutions, upTo = append(solutions, p), append(upTo, sum)
		}
		if made++; made == draws {
			break
		}
	}
	fmt.Printf("%d draws are worth about %.1g with equal chances\n", draws, sum*sum/squares)

	distinct := make(map[string]bool)
	for range wanted {
		i := sort.SearchFloat64s(upTo, rng.Float64()*sum)
		distinct[solutions[i].String()] = true
	}
	fmt.Println("more than 90 of 100 are distinct:", len(distinct) > 90)
	// Output:
	// 20000 draws are worth about 3e+03 with equal chances
	// more than 90 of 100 are distinct: true
}
