package sample_test

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/sample"
	"golang.org/x/exp/stats"
)

// checkUniform draws about as many samples as it is told, and tests by chi-squared
// that all solutions are equally likely.
func checkUniform(t *testing.T, pos boardtest.Spec, seed uint64, samples int) {
	t.Helper()
	s, solutions := pos.Board(t), pos.Solutions()
	m, err := sample.New(t.Context(), s)
	if len(solutions) == 0 {
		if m != nil || !errors.Is(err, queens.ErrNoSolution) {
			t.Errorf("%+v: sampler %v, %v, want %v", pos, m, err, queens.ErrNoSolution)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	times := max(samples/len(solutions), 5)
	drawn := map[string]int{}
	rng := seeded(seed)
	for range times * len(solutions) {
		drawn[m.Sample(rng).String()]++
	}
	chi2 := 0.0
	for _, p := range solutions {
		difference := float64(drawn[p.String()] - times)
		chi2 += difference * difference / float64(times)
		delete(drawn, p.String())
	}
	for p := range drawn {
		t.Errorf("%+v: sample %v is not a solution", pos, p)
	}
	// Wilson and Hilferty: the cube root of chi-squared by degree of freedom is
	// about normal.
	if freedom := float64(len(solutions) - 1); freedom > 0 {
		z := (math.Cbrt(chi2/freedom) - 1 + 2/(9*freedom)) / math.Sqrt(2/(9*freedom))
		if math.Abs(z) > 3.5 {
			t.Errorf("%+v: chi-squared %.1f with %v degrees of freedom, %.1f standard deviations off", pos, chi2, freedom, z)
		}
	}
}

func TestSampleUniform(t *testing.T) {
	testkit.Sequential(t)
	positions := []boardtest.Spec{
		{N: 0}, {N: 1}, {N: 2}, {N: 3}, {N: 4}, {N: 5}, {N: 6}, {N: 7}, {N: 8},
		{N: 5, Torus: true}, {N: 6, Torus: true}, {N: 7, Torus: true},
		{N: 8, Given: []queens.Square{{Row: 3, Col: 1}, {Row: 4, Col: 3}}},
		{N: 8, Given: []queens.Square{{Row: 0, Col: 3}}},
		{N: 8, Blocked: []queens.Square{{Row: 0, Col: 0}, {Row: 7, Col: 7}}},                                     // half turn and transpositions
		{N: 8, Blocked: []queens.Square{{Row: 0, Col: 3}, {Row: 0, Col: 4}}},                                     // one reflection
		{N: 8, Blocked: []queens.Square{{Row: 0, Col: 1}, {Row: 1, Col: 7}, {Row: 7, Col: 6}, {Row: 6, Col: 0}}}, // quarter turns
		{N: 7, Given: []queens.Square{{Row: 3, Col: 3}}},
		{N: 9, Given: []queens.Square{{Row: 4, Col: 4}}}, // kept by all symmetries
	}
	large := boardtest.Spec{N: 34} // too large for the block search, with 73 solutions
	for row, col := range testkit.Must(queens.NewPlacement(large.N).Complete(t.Context(), seeded(3))) {
		if row >= 11 {
			large.Given = append(large.Given, queens.Square{Row: row, Col: col})
		}
	}
	for _, pos := range append(positions, boardtest.Spec{N: 9}, boardtest.Spec{N: 10}, large) {
		checkUniform(t, pos, 1, testkit.Fewer(10000, 3000))
	}
}

func TestSampleConstrained(t *testing.T) {
	testkit.Sequential(t)
	rng := seeded(4)
	rounds := testkit.Fewer(60, 20)
	for range rounds {
		pos := boardtest.RandomSpec(rng, 4+rng.IntN(5))
		pos.Blocked = pos.Blocked[:len(pos.Blocked)/4]
		if _, err := queens.New(pos.N, pos.Constraints()...); err == nil {
			checkUniform(t, pos, 5, 2000)
		}
	}
}

func TestSampleDeterministic(t *testing.T) {
	s := testkit.Must(queens.New(14, queens.Blocked(queens.Square{Row: 0, Col: 0})))
	var first []queens.Placement
	for _, workers := range []int{1, 2, 7} {
		m, rng := sampler(t, s, queens.Workers(workers)), seeded(1)
		var drawn []queens.Placement
		for range 5 {
			drawn = append(drawn, m.Sample(rng))
		}
		if first == nil {
			first = drawn
		}
		if !slices.EqualFunc(drawn, first, slices.Equal) {
			t.Errorf("%d workers: samples %v, want %v", workers, drawn, first)
		}
	}
}

// Goroutines share a sampler, and change what they draw.
func TestSampleConcurrent(t *testing.T) {
	s := boardtest.Spec{N: 13}.Board(t)
	m := sampler(t, s)
	want := m.Sample(seeded(0))
	var wait sync.WaitGroup
	for seed := range uint64(4) {
		wait.Go(func() {
			rng := seeded(seed)
			for i := range 50 {
				p := m.Sample(rng)
				if !p.Solved() || seed == 0 && i == 0 && !slices.Equal(p, want) {
					t.Errorf("sample %v", p)
				}
				clear(p)
			}
		})
	}
	wait.Wait()
	if got := m.Sample(seeded(0)); !slices.Equal(got, want) {
		t.Errorf("sample %v, and then %v", want, got)
	}
}

func sampler(t testing.TB, s *queens.Board, opts ...queens.Option) *sample.Sampler {
	t.Helper()
	return testkit.Must(sample.New(t.Context(), s, opts...))
}

// Over fixed seeds, the mean weight is the number of solutions, and what draws say of each
// square of the board is the share of the solutions with a queen there, within the error that
// chance explains: the z-scores are those of a normal distribution.
func TestDrawsUnbiased(t *testing.T) {
	testkit.Sequential(t)
	const draws = 40_000 // with fewer, some squares of a torus are hit too rarely
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	var scores []float64
	for i, spec := range []boardtest.Spec{
		{N: 4}, {N: 8}, {N: 10}, {N: 12}, {N: 13}, {N: 14}, {N: 11, Torus: true}, {N: 13, Torus: true},
		{N: 10, Given: []queens.Square{{Row: 2, Col: 3}}}, {N: 12, Blocked: []queens.Square{{Row: 0, Col: 0}, {Row: 1, Col: 5}, {Row: 5, Col: 5}, {Row: 6, Col: 1}, {Row: 11, Col: 3}, {Row: 7, Col: 8}}},
		{N: 11, Given: []queens.Square{{Row: 0, Col: 4}}, Blocked: []queens.Square{{Row: 5, Col: 5}, {Row: 3, Col: 9}}}, {N: 13, Torus: true, Blocked: []queens.Square{{Row: 0, Col: 0}, {Row: 4, Col: 4}}},
	} {
		b := spec.Board(t)
		for seed := range seeds {
			z := squareScores(b, uint64(i)<<8|seed, draws)
			t.Logf("%v, seed %d: number z = %+.2f, squares mean z² = %.2f", b, seed, z[0], meanSquare(z[1:]))
			scores = append(scores, z[0])
			if worst := slices.MaxFunc(z, func(x, y float64) int { return int(math.Copysign(1, math.Abs(x)-math.Abs(y))) }); math.Abs(worst) > 5 {
				t.Errorf("%v, seed %d: z-score %.1f", b, seed, worst)
			}
		}
	}
	mean, deviation := stats.MeanAndStdDev(scores)
	if limit := 3 / math.Sqrt(float64(len(scores))); math.Abs(mean) > limit || deviation < 0.6 || deviation > 1.5 {
		t.Errorf("z-scores of the numbers have mean %.2f and deviation %.2f", mean, deviation)
	}
}

// squareScores returns by how many standard errors draws miss the number of solutions, and,
// for each square with both, the number of those with a queen there.
func squareScores(b *queens.Board, seed uint64, draws int) []float64 {
	n := b.N()
	exact := make([]float64, 1+n*n)
	for p := range queens.All(n) {
		if b.Check(p) == nil {
			addSquares(exact, p, 1)
		}
	}
	sums, squares := make([]float64, len(exact)), make([]float64, len(exact))
	for p, weight := range take(sample.Draws(seeded(seed), b), draws) {
		if p != nil && (b.Check(p) != nil || weight <= 0) || p == nil && weight != 0 {
			panic(fmt.Sprint(b, p, weight))
		}
		addSquares(sums, p, weight)
		addSquares(squares, p, weight*weight)
	}
	var scores []float64
	for i, want := range exact {
		mean := sums[i] / float64(draws)
		variance := squares[i]/float64(draws) - mean*mean
		// rare squares have no normal distribution
		if stdErr := math.Sqrt(variance / float64(draws)); i == 0 || want > exact[0]/50 {
			if math.Abs(mean-want) < 1e-9*want {
				scores = append(scores, 0) // on a board so small that nothing is left to chance
				continue
			}
			scores = append(scores, (mean-want)/stdErr)
		}
	}
	return scores
}

func addSquares(sums []float64, p queens.Placement, weight float64) {
	if p == nil {
		return
	}
	sums[0] += weight
	for row, col := range p {
		sums[1+row*len(p)+col] += weight
	}
}

func meanSquare(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x * x
	}
	return sum / float64(len(xs))
}

func take(seq iter.Seq2[queens.Placement, float64], most int) iter.Seq2[queens.Placement, float64] {
	return func(yield func(queens.Placement, float64) bool) {
		i := 0
		for p, weight := range seq {
			if i++; !yield(p, weight) || i == most {
				return
			}
		}
	}
}

// Draws are the caller's, and a loop may end anywhere. The next loop goes on with other draws.
func TestDrawsIterator(t *testing.T) {
	seq := sample.Draws(seeded(1), boardtest.New(t, 20))
	next, stop := iter.Pull2(seq)
	p, weight, _ := next()
	text := fmt.Sprint(p, weight)
	if next(); fmt.Sprint(p, weight) != text {
		t.Error("a draw changes")
	}
	stop()
	if why := testkit.Recovered(func() {
		for p, weight := range seq {
			panic(fmt.Sprint(p, weight))
		}
	}); why == nil || why == text {
		t.Errorf("recovered %v, after the draw %s", why, text)
	}
}

func TestDrawsTrivial(t *testing.T) {
	for _, test := range []struct {
		board *queens.Board
		want  float64
	}{
		{new(queens.Board), 1}, {boardtest.Spec{N: 1}.Board(t), 1}, {boardtest.Spec{N: 2}.Board(t), 0}, {boardtest.Spec{N: 3}.Board(t), 0},
		{boardtest.Spec{N: 1, Blocked: []queens.Square{{Row: 0, Col: 0}}}.Board(t), 0},
		{boardtest.Spec{N: 8, Blocked: []queens.Square{{Row: 0, Col: 0}, {Row: 1, Col: 0}, {Row: 2, Col: 0}, {Row: 3, Col: 0}, {Row: 4, Col: 0}, {Row: 5, Col: 0}, {Row: 6, Col: 0}, {Row: 7, Col: 0}}}.Board(t), 0},
	} {
		for p, weight := range take(sample.Draws(seeded(1), test.board), 5) {
			if weight != test.want || (p == nil) != (test.want == 0) {
				t.Errorf("%v: %v, %v, want weight %v", test.board, p, weight, test.want)
			}
		}
	}
}
