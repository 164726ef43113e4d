// Package sample draws random solutions of a board, and estimates how many there are.
//
//	board, _ := queens.New(8)
//	sampler, err := sample.New(ctx, board) // counts once
//	fmt.Println(sampler.Sample(rng))       // all solutions are equally likely
//
//	board, _ = queens.New(30) // too large to count
//	fmt.Println(sample.EstimateCount(ctx, rng, board, 5000)) // 3.26e+20 ± 0.08e+20 (4992 probes) <nil>
//
// On boards with too many solutions to count, [Draws] yields random solutions with weights.
// Averages over all solutions can be estimated from them.
package sample

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/internal/cross"
	"example.com/queens/internal/probe"
	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
)

// An Estimate says about how many solutions a board has: Mean, with the standard error StdErr, from
// a number of random Probes. [EstimateCount] makes one, and says what a probe is.
//
// If it is Exact, Mean is the number of solutions, and StdErr is 0. StdErr is +Inf if nothing
// is known about the error: after a single probe, or if all results were the same, such as 0.
type Estimate struct {
	Mean, StdErr float64
	Probes       int
	Exact        bool
}

// String returns the estimate with only the digits that its standard error supports:
// "92 exactly", "14230 ± 90 (20000 probes)", "8.39e+31 ± 0.14e+31 (20000 probes)" or
// "3e+20, error unknown (1 probe)".
func (e Estimate) String() string {
	probes := words.Plural(e.Probes, "probe")
	switch {
	case e.Exact:
		return fmt.Sprintf("%.0f exactly", e.Mean)
	case !(0 < e.StdErr && e.StdErr <= math.MaxFloat64):
		return fmt.Sprintf("%.1g, error unknown (%s)", e.Mean, probes)
	}
	digit := lastDigit(e.StdErr)
	mean, stdErr := roundTo(digit, e.Mean), roundTo(digit, e.StdErr)
	scale, suffix := 0, ""
	if largest := max(mean, stdErr); largest >= 1e7 {
		scale = int(math.Log10(largest))
		suffix = fmt.Sprintf("e+%02d", scale)
	}
	unit, shown := math.Pow10(scale), max(0, scale-digit)
	return fmt.Sprintf("%.*f%s ± %.*f%s (%s)", shown, mean/unit, suffix, shown, stdErr/unit, suffix, probes)
}

// lastDigit returns the place, as a power of ten, of the last digit to print of a standard
// error: its first digit that is not 0, or the next one if that is a 1.
func lastDigit(stdErr float64) int {
	digits := strconv.FormatFloat(stdErr, 'e', 1, 64) // such as 1.4e+30
	place, _ := strconv.Atoi(digits[len("1.4e"):])
	if digits[0] == '1' {
		place--
	}
	return place
}

// roundTo rounds x to a multiple of a power of ten.
func roundTo(place int, x float64) float64 {
	unit := math.Pow10(place)
	return math.Round(x/unit) * unit
}

// estimateJSON is an Estimate in JSON, which has no infinity.
type estimateJSON struct {
	Mean   float64  `json:"mean"`
	StdErr *float64 `json:"stderr"` // nil, and null, for +Inf
	Probes int      `json:"probes"`
	Exact  bool     `json:"exact"`
}

// MarshalJSON returns the fields of e by their names in small letters. A StdErr of +Inf is
// null.
func (e Estimate) MarshalJSON() ([]byte, error) {
	fields := estimateJSON{Mean: e.Mean, StdErr: &e.StdErr, Probes: e.Probes, Exact: e.Exact}
	if math.IsInf(e.StdErr, 1) {
		fields.StdErr = nil
	}
	return json.Marshal(fields)
}

// UnmarshalJSON reads what [Estimate.MarshalJSON] writes. If there is an error, e does not change.
func (e *Estimate) UnmarshalJSON(data []byte) error {
	var read estimateJSON
	if err := json.Unmarshal(data, &read); err != nil {
		return fmt.Errorf("sample: estimate: %w", err)
	}
	if bytes.Equal(data, []byte("null")) {
		return nil // as encoding/json has it
	}
	*e = Estimate{Mean: read.Mean, StdErr: math.Inf(1), Probes: read.Probes, Exact: read.Exact}
	if read.StdErr != nil {
		e.StdErr = *read.StdErr
	}
	return nil
}

// EstimateCount estimates the number of solutions, for boards with too many to count. It is
// unbiased, that is right on average, and within two standard errors of the number about 95
// times in a hundred. On empty boards 20000 probes give a standard error of 1.3 % at n = 27 and of
// 2 % at n = 64. Four times as many halve the error, and take four times as long. Boards where many
// squares are blocked are harder.
//
// A probe places one queen after the other at random ([Knuth 1975]). Many run side by side, and
// those that leave few open squares are replaced by others ([Fearnhead and Clifford 2003]). The
// probes are divided into independent repetitions; the standard error comes from their results, and
// is rough below some thousand probes. If a repetition has enough probes to visit every partial
// board, the estimate is exact. That is so on small boards, and on boards that soon prove to have
// no solution.
//
// It works on as many goroutines as [queens.Workers] says, and takes a few megabytes for each,
// however many probes there are. It may make a few probes fewer than asked for, since all
// repetitions are equal. In [queens.Progress] the repetitions are the pieces, and Solutions is 0.
// For a given state of rng the estimate is always the same, except that its last digits may differ
// on another kind of processor; if rng is nil, the seed is drawn at random.
//
// It is an error if probes is less than 1. A cancelled context ends it within milliseconds,
// with the context's error.
//
// [Knuth 1975]: https://doi.org/10.1090/S0025-5718-1975-0373371-6
// [Fearnhead and Clifford 2003]: https://doi.org/10.1111/1467-9868.00421
func EstimateCount(ctx context.Context, rng *rand.Rand, b *queens.Board, probes int, opts ...queens.Option) (Estimate, error) {
	team, err := newTeam(opts)
	if err != nil {
		return Estimate{}, err
	}
	if probes < 1 {
		return Estimate{}, fmt.Errorf("sample: %d probes, want at least 1", probes)
	}
	d := divide(probes)
	rng = work.Rand(rng)
	seeds := make([][2]uint64, d.repetitions)
	for i := range seeds {
		seeds[i] = [2]uint64{rng.Uint64(), rng.Uint64()}
	}
	results := make([]float64, d.repetitions)
	exact := make([]bool, d.repetitions) // all true or all false
	board := cross.New(b).Board
	err = work.UntilDone(ctx, func(stop *atomic.Bool) error {
		_, _, err := team.Count(stop, work.Repeated(d.repetitions, func() func(i int) {
			prober := probe.New(board.Open, board.Torus, d.size, stop)
			return func(i int) {
				rng := rand.New(rand.NewPCG(seeds[i][0], seeds[i][1]))
				results[i], exact[i] = prober.Estimate(rng, d.rounds)
			}
		}))
		return err
	})
	if err != nil {
		return Estimate{}, err
	}
	e := Estimate{Probes: d.repetitions * d.rounds * d.size, Exact: exact[0]}
	e.Mean, e.StdErr = meanAndStdErr(results)
	switch {
	case e.Exact:
		e.Mean, e.StdErr = results[0], 0
	case slices.Min(results) == slices.Max(results):
		e.StdErr = math.Inf(1)
	}
	return e, nil
}

// meanAndStdErr returns the mean of independent results and its standard error.
func meanAndStdErr(results []float64) (mean, stdErr float64) {
	n := float64(len(results))
	for _, result := range results {
		mean += result / n
	}
	squares := 0.0
	for _, result := range results {
		squares += (result - mean) * (result - mean)
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}

// A division divides the probes into repetitions. Each is the mean of several rounds, in each
// of which size probes go on side by side.
type division struct{ repetitions, rounds, size int }

const (
	// minRepetitions are enough for two standard errors to hold 95 % of the cases: 94.6 %, by
	// Student's distribution with 31 degrees of freedom.
	minRepetitions = 32
	// maxRepetitions bounds the memory for their results.
	maxRepetitions = 4096
	// maxPopulation bounds the probes of a round, and its memory. With the same number of
	// probes in all, larger populations give no smaller error.
	maxPopulation = 1024
)

// divide divides the probes. If they are few, there are about as many repetitions as probes in
// each.
func divide(probes int) division {
	rounds := (probes-1)/maxPopulation + 1
	few := int(math.Ceil(math.Sqrt(float64(probes))))
	d := division{repetitions: max(min(few, minRepetitions), min(rounds, maxRepetitions))}
	d.rounds = (rounds-1)/d.repetitions + 1
	d.size = probes / d.repetitions / d.rounds
	return d
}

// Draws returns an iterator, without end, over independent random draws of a solution, each
// with a weight. Some draws come to a dead end: they yield nil with the weight 0. The mean
// of the weights tends to the number of solutions and, for any function f of a solution, the
// sum of f(p)·weight divided by the sum of the weights tends to the average of f over all
// solutions, each counted once. Averages can therefore be estimated on boards that are too
// large to count, where a [Sampler] cannot draw.
//
// Sums over a fixed number of draws are unbiased: the expected value of f(p)·weight, where a dead
// end counts as 0, is the sum of f over all solutions. An average from K draws is about as precise
// as one from (Σ weight)²/Σ weight² draws of a Sampler (Kong 1992): on empty boards, about K/6 at n
// = 27 and K/8 at n = 64. (A. Kong. A note on importance sampling using standardized weights.
// Technical Report 348, Department of Statistics, University of Chicago. 1992.)
//
// A draw is a single probe of [EstimateCount], which gets a more precise mean from as many probes.
// It takes O(n²) time.
//
// Each iteration goes on with rng, and with the same state of rng yields the same; if rng is
// nil, the seed is drawn at random. Each [queens.Placement] is the caller's to keep and to change. On
// a board without solutions all draws are dead ends.
func Draws(rng *rand.Rand, b *queens.Board) iter.Seq2[queens.Placement, float64] {
	start := cross.New(b).Board
	return func(yield func(queens.Placement, float64) bool) {
		p := probe.New(start.Open, start.Torus, 1, new(atomic.Bool))
		for rng := work.Rand(rng); yield(p.Draw(rng)); {
		}
	}
}
