package queens_test

import (
	"fmt"
	"log"
	"math/rand/v2"
	"sort"

	"example.com/queens"
)

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
	for p, weight := range b.Draws(rng) {
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
