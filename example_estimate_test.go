package queens_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"slices"

	"example.com/queens"
)

// To count the solutions of the 30×30 board would take many thousand years of
// processor time.
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

// How many solutions have a queen in a corner? A poll among random solutions says
// about how many; on a board of this size that can still be counted as well.
func Example_pollAmongSolutions() {
	const n, polled = 10, 1000
	corner := func(p queens.Placement) bool {
		return slices.Contains([]int{0, n - 1}, p[0]) || slices.Contains([]int{0, n - 1}, p[n-1])
	}

	b, err := queens.New(n)
	if err != nil {
		log.Fatal(err)
	}
	m, err := b.Sampler(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	yes := 0
	for range polled {
		if corner(m.Sample(rng)) {
			yes++
		}
	}
	fmt.Printf("%.1f %% of %d random solutions\n", 100*float64(yes)/polled, polled)

	all := 0
	yes = 0
	for p, err := range b.Solutions(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		all++
		if corner(p) {
			yes++
		}
	}
	fmt.Printf("%.1f %% of all %d\n", 100*float64(yes)/float64(all), all)
	// Output:
	// 35.4 % of 1000 random solutions
	// 35.4 % of all 724
}
