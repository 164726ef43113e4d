package queens_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"math/rand/v2"

	"example.com/queens"
)

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
