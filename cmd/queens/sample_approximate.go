package main

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"sort"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

// weightedDraws are the solutions among many draws.
type weightedDraws struct {
	n          int
	columns    []uint8   // of one solution after the other
	cumulative []float64 // their weights, added up
	squares    float64   // the sum of the squares of the weights
}

// sampleApproximately prints solutions that are drawn, with replacement and by their weights,
// from as many draws as approximate says.
func (s *sample) sampleApproximately(cmd *cobra.Command, board *queens.Board, rng *rand.Rand) error {
	d := weightedDraws{n: board.N()}
	made := 0
	for p, weight := range board.Draws(rng) {
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		d.add(p, weight)
		if made++; made == s.approximate.V {
			break
		}
	}
	if len(d.cumulative) == 0 {
		return fmt.Errorf("none of %s reached a solution, which does not prove that there is none; try more", cli.Plural(made, "draw"))
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s, %d of them solutions, worth %.0f draws with equal chances\n",
		cli.Plural(made, "draw"), len(d.cumulative), d.effective())
	return s.printer.print(cmd, board, d.sample(cmd, rng, s.count.V))
}

func (d *weightedDraws) add(p queens.Placement, weight float64) {
	if p == nil {
		return
	}
	for _, col := range p {
		d.columns = append(d.columns, uint8(col))
	}
	d.cumulative = append(d.cumulative, d.total()+weight)
	d.squares += weight * weight
}

func (d *weightedDraws) total() float64 {
	if len(d.cumulative) == 0 {
		return 0
	}
	return d.cumulative[len(d.cumulative)-1]
}

// effective returns the effective sample size: how many draws with equal weights would be as
// good.
func (d *weightedDraws) effective() float64 { return d.total() / d.squares * d.total() }

// sample yields solutions with chances in proportion to their weights.
func (d *weightedDraws) sample(cmd *cobra.Command, rng *rand.Rand, count int) iter.Seq[queens.Placement] {
	return func(yield func(queens.Placement) bool) {
		for range count {
			i := min(sort.SearchFloat64s(d.cumulative, rng.Float64()*d.total()), len(d.cumulative)-1)
			p := make(queens.Placement, d.n)
			for row := range p {
				p[row] = int(d.columns[d.n*i+row])
			}
			if cmd.Context().Err() != nil || !yield(p) {
				return
			}
		}
	}
}
