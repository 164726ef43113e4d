package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sort"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
)

// weightedDraws are the solutions among many draws.
type weightedDraws struct {
	n          int
	columns    []uint8   // of one solution after the other
	cumulative []float64 // their weights, added up
	total      float64   // of all weights
	squares    float64   // the sum of the squares of the weights
}

// drawWeighted makes draws. It is an error if none of them is a solution.
func drawWeighted(ctx context.Context, board *queens.Board, rng *rand.Rand, draws int) (*weightedDraws, error) {
	d := &weightedDraws{n: board.N()}
	made := 0
	for p, weight := range board.Draws(rng) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if p != nil {
			for _, col := range p {
				d.columns = append(d.columns, uint8(col))
			}
			d.total += weight
			d.cumulative = append(d.cumulative, d.total)
			d.squares += weight * weight
		}
		if made++; made == draws {
			break
		}
	}
	if len(d.cumulative) == 0 {
		return nil, fmt.Errorf("none of %s reached a solution, which does not prove that there is none; try more", cli.Plural(made, "draw"))
	}
	return d, nil
}

// effective returns the effective sample size: how many draws with equal weights would be as
// good.
func (d *weightedDraws) effective() float64 { return d.total / d.squares * d.total }

// Sample returns one of the solutions, with chances in proportion to their weights.
func (d *weightedDraws) Sample(rng *rand.Rand) queens.Placement {
	i := min(sort.SearchFloat64s(d.cumulative, rng.Float64()*d.total), len(d.cumulative)-1)
	p := make(queens.Placement, d.n)
	for row := range p {
		p[row] = int(d.columns[d.n*i+row])
	}
	return p
}
