package queens_test

import (
	"fmt"
	"log"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sort"

	"example.com/queens"
	"example.com/queens/sample"
)

// The 12 fundamental solutions of the 8×8 board, and how their orbits add up to all 92
// solutions: eleven orbits of 8, and one of 4, whose solutions a half turn leaves unchanged.
func Example_fundamentalSolutions() {
	orbits := map[int]int{}
	total := 0
	for p := range queens.Fundamental(8) {
		size := len(p.Orbit())
		orbits[size]++
		total += size
		fmt.Println(p, "·", size, p.Stabilizer())
	}
	fmt.Printf("8·%d + 4·%d = %d\n", orbits[8], orbits[4], total)
	// Output:
	// 1 5 8 6 3 7 2 4 · 8 [identity]
	// 1 6 8 3 7 4 2 5 · 8 [identity]
	// 2 4 6 8 3 1 7 5 · 8 [identity]
	// 2 5 7 1 3 8 6 4 · 8 [identity]
	// 2 5 7 4 1 8 6 3 · 8 [identity]
	// 2 6 1 7 4 8 3 5 · 8 [identity]
	// 2 6 8 3 1 4 7 5 · 8 [identity]
	// 2 7 3 6 8 5 1 4 · 8 [identity]
	// 2 7 5 8 1 4 6 3 · 8 [identity]
	// 3 5 2 8 1 7 4 6 · 4 [identity rotate180]
	// 3 5 8 4 1 7 2 6 · 8 [identity]
	// 3 6 2 5 8 1 7 4 · 8 [identity]
	// 8·11 + 4·1 = 92
}

// How few given queens leave a board exactly one solution? A set of queens does if it is part
// of one solution and of no other. Each solution is a set of squares, one bit a square.
func Example_smallestPuzzles() {
	for n := 4; n <= 8; n++ {
		var solutions []uint64
		for p := range queens.All(n) {
			var squares uint64
			for queen := range p.Queens() {
				squares |= 1 << (queen.Row*n + queen.Col)
			}
			solutions = append(solutions, squares)
		}
		fewest := n
		for _, solution := range solutions {
			for given := solution; given != 0; given = (given - 1) & solution {
				others := func(s uint64) bool { return s != solution && s&given == given }
				if bits.OnesCount64(given) < fewest && !slices.ContainsFunc(solutions, others) {
					fewest = bits.OnesCount64(given)
				}
			}
		}
		fmt.Println(n, fewest)
	}
	// Output:
	// 4 1
	// 5 2
	// 6 1
	// 7 2
	// 8 2
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
