package queens_test

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"
	"testing"

	. "example.com/queens"
	. "example.com/queens/internal/testkit"
	"golang.org/x/exp/stats"
)

// checkUniform draws about as many samples as it is told, and tests by chi-squared
// that all solutions are equally likely.
func checkUniform(t *testing.T, pos boardSpec, seed uint64, samples int) {
	t.Helper()
	s, solutions := pos.board(t), pos.solutions()
	m, err := s.Sampler(t.Context())
	if len(solutions) == 0 {
		if m != nil || !errors.Is(err, ErrNoSolution) {
			t.Errorf("%+v: sampler %v, %v, want %v", pos, m, err, ErrNoSolution)
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
	positions := []boardSpec{
		{n: 0}, {n: 1}, {n: 2}, {n: 3}, {n: 4}, {n: 5}, {n: 6}, {n: 7}, {n: 8},
		{n: 5, torus: true}, {n: 6, torus: true}, {n: 7, torus: true},
		{n: 8, given: []Square{{3, 1}, {4, 3}}},
		{n: 8, given: []Square{{0, 3}}},
		{n: 8, blocked: []Square{{0, 0}, {7, 7}}},                 // half turn and transpositions
		{n: 8, blocked: []Square{{0, 3}, {0, 4}}},                 // one reflection
		{n: 8, blocked: []Square{{0, 1}, {1, 7}, {7, 6}, {6, 0}}}, // quarter turns
		{n: 7, given: []Square{{3, 3}}},
		{n: 9, given: []Square{{4, 4}}}, // kept by all symmetries
	}
	large := boardSpec{n: 34} // too large for the block search, with 73 solutions
	for row, col := range Must(ConstructRandom(t.Context(), seeded(3), large.n)) {
		if row >= 11 {
			large.given = append(large.given, Square{row, col})
		}
	}
	for _, pos := range append(positions, boardSpec{n: 9}, boardSpec{n: 10}, large) {
		checkUniform(t, pos, 1, Fewer(10000, 3000))
	}
}

func TestSampleConstrained(t *testing.T) {
	rng := seeded(4)
	rounds := Fewer(60, 20)
	for range rounds {
		pos := randomSpec(rng, 4+rng.IntN(5))
		pos.blocked = pos.blocked[:len(pos.blocked)/4]
		if _, err := New(pos.n, pos.constraints()...); err == nil {
			checkUniform(t, pos, 5, 2000)
		}
	}
}

// A queen of a sample stands in a column of the first row as often as the
// solutions of OEIS A059963 say, and on the other three edges too.
func TestSampleEdges(t *testing.T) {
	const n, samples = 14, 10000 // samples cut pieces into parts
	s := boardSpec{n: n}.board(t)
	want := make([]float64, n)
	for p := range s.Solutions(t.Context()) {
		want[p[0]] += samples * 4 / 365596.
	}
	got := make([]float64, n)
	rng, m := seeded(6), sampler(t, s)
	for range samples {
		p := m.Sample(rng)
		if !p.Solved() {
			t.Fatalf("sample %v", p)
		}
		got[p[0]]++
		got[p[n-1]]++
		got[slices.Index(p, 0)]++
		got[slices.Index(p, n-1)]++
	}
	for col := range want {
		if math.Abs(got[col]-want[col]) > 4*math.Sqrt(want[col]) {
			t.Errorf("%v queens in column %d of an edge, want about %.0f", got[col], col, want[col])
		}
	}
}

func TestSampleDeterministic(t *testing.T) {
	s := Must(New(14, Blocked(Square{0, 0})))
	var first []Placement
	for _, workers := range []int{1, 2, 7} {
		m, rng := sampler(t, s, Workers(workers)), seeded(1)
		var drawn []Placement
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
	s := boardSpec{n: 13}.board(t)
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

func sampler(t testing.TB, s *Board, opts ...Option) *Sampler {
	t.Helper()
	return Must(s.Sampler(t.Context(), opts...))
}

// Over fixed seeds, the mean weight is the number of solutions, and what draws say of each
// square of the board is the share of the solutions with a queen there, within the error that
// chance explains: the z-scores are those of a normal distribution.
func TestDrawsUnbiased(t *testing.T) {
	if RaceEnabled {
		t.Skip("a statistic of one goroutine")
	}
	const draws = 40_000 // with fewer, some squares of a torus are hit too rarely
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	var scores []float64
	for i, spec := range []boardSpec{
		{n: 4}, {n: 8}, {n: 10}, {n: 12}, {n: 13}, {n: 14}, {n: 11, torus: true}, {n: 13, torus: true},
		{n: 10, given: []Square{{2, 3}}}, {n: 12, blocked: []Square{{0, 0}, {1, 5}, {5, 5}, {6, 1}, {11, 3}, {7, 8}}},
		{n: 11, given: []Square{{0, 4}}, blocked: []Square{{5, 5}, {3, 9}}}, {n: 13, torus: true, blocked: []Square{{0, 0}, {4, 4}}},
	} {
		b := spec.board(t)
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
func squareScores(b *Board, seed uint64, draws int) []float64 {
	n := b.N()
	exact := make([]float64, 1+n*n)
	for p := range All(n) {
		if b.Check(p) == nil {
			addSquares(exact, p, 1)
		}
	}
	sums, squares := make([]float64, len(exact)), make([]float64, len(exact))
	for p, weight := range take(b.Draws(seeded(seed)), draws) {
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

func addSquares(sums []float64, p Placement, weight float64) {
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

func take(seq iter.Seq2[Placement, float64], most int) iter.Seq2[Placement, float64] {
	return func(yield func(Placement, float64) bool) {
		i := 0
		for p, weight := range seq {
			if i++; !yield(p, weight) || i == most {
				return
			}
		}
	}
}

// At n = 27, where the number is known, and 64, where another program estimated it.
func TestDrawsLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("only figures")
	}
	for _, test := range []struct {
		n             int
		want, percent float64
	}{{20, 39029188884, 0}, {27, 234907967154122528, 0}, {64, 1.87e63, 0.9}} {
		var weights []float64
		for _, weight := range take(boardSpec{n: test.n}.board(t).Draws(seeded(1)), 10_000) {
			weights = append(weights, weight)
		}
		mean, deviation := stats.MeanAndStdDev(weights)
		stdErr := deviation / 100
		ess := math.Pow(mean, 2) / (math.Pow(mean, 2) + deviation*deviation)
		t.Logf("n = %d: %.3g ± %.2g, a draw is worth %.3f; %d of 10000 failed", test.n, mean, stdErr, ess, len(slices.DeleteFunc(weights, func(w float64) bool { return w > 0 })))
		if math.Abs(mean-test.want) > 3*math.Hypot(stdErr, test.percent/100*test.want) || stdErr > 0.1*mean {
			t.Errorf("n = %d: %.3g ± %.2g, want %.3g", test.n, mean, stdErr, test.want)
		}
	}
}

func TestDrawsReproducible(t *testing.T) {
	b := boardSpec{n: 20}.board(t)
	list := func(seq iter.Seq2[Placement, float64]) (all []string) {
		for p, weight := range take(seq, 20) {
			all = append(all, fmt.Sprint(p, weight))
		}
		return all
	}
	if one, two := list(b.Draws(seeded(1))), list(b.Draws(seeded(1))); !slices.Equal(one, two) {
		t.Errorf("the same seed gives different draws:\n%v\n%v", one, two)
	}
	seq := b.Draws(seeded(1))
	if one, two := list(seq), list(seq); slices.Equal(one, two) || slices.Equal(one, list(b.Draws(seeded(2)))) {
		t.Error("draws repeat")
	}
	if one, two := list(b.Draws(nil)), list(b.Draws(nil)); slices.Equal(one, two) {
		t.Error("without a seed, draws repeat")
	}
	// Draws are the caller's, and a loop may end anywhere.
	next, stop := iter.Pull2(b.Draws(seeded(1)))
	p, weight, _ := next()
	text := fmt.Sprint(p, weight)
	if next(); fmt.Sprint(p, weight) != text {
		t.Error("a draw changes")
	}
	stop()
	wantPanic(t, errBody.Error(), func() {
		for range b.Draws(seeded(1)) {
			panic(errBody)
		}
	})
}

func TestDrawsTrivial(t *testing.T) {
	for _, test := range []struct {
		board *Board
		want  float64
	}{
		{new(Board), 1}, {boardSpec{n: 1}.board(t), 1}, {boardSpec{n: 2}.board(t), 0}, {boardSpec{n: 3}.board(t), 0},
		{boardSpec{n: 1, blocked: []Square{{0, 0}}}.board(t), 0},
		{boardSpec{n: 8, blocked: []Square{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}}}.board(t), 0},
	} {
		for p, weight := range take(test.board.Draws(seeded(1)), 5) {
			if weight != test.want || (p == nil) != (test.want == 0) {
				t.Errorf("%v: %v, %v, want weight %v", test.board, p, weight, test.want)
			}
		}
	}
}
