package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sort"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/sample"
	"github.com/spf13/cobra"
)

func sampleCommand() *cobra.Command {
	s := drawing{count: cli.Number(1, 1), workers: cli.Workers(), approximate: cli.Number(1, 0)}
	cmd := &cobra.Command{
		Use:   "sample BOARD",
		Short: "Print random solutions, all equally likely",
		Long: `Sample prints random solutions that contain the given queens, or "no solution".
Every solution is equally likely. Sample counts the solutions first, so it is
slow on large boards. Random is quick at any size, but not quite fair.

With --approximate N it does not count. It makes N weighted random draws and
resamples them, with replacement, in proportion to their weights. Solutions may
repeat, and they are equally likely only in the limit of large N. Sample prints
the effective sample size; print far fewer solutions than that.

` + cli.BoardHelp + `
See solve for the formats.`,
		Example: `  queens sample 8
  queens sample 8 --given b4 --format diagram
  queens sample 12 --count 1000 --seed 1
  queens sample 64 --approximate 10000 --count 5`,
		Args: cli.OneBoard,
		RunE: s.run,
	}
	cmd.Flags().VarP(&s.count, "count", "c", "print this many solutions; they may repeat")
	cmd.Flags().VarP(&s.workers, "workers", "w", "count on this many processors")
	cmd.Flags().Var(&s.approximate, "approximate", "resample this many weighted draws instead of counting; for large boards")
	s.seed.AddTo(cmd)
	cli.AddQuiet(cmd)
	s.printer.addTo(cmd, "vector")
	s.board.AddTo(cmd)
	return cmd
}

type drawing struct {
	board       cli.BoardFlags
	printer     printer
	seed        cli.Seed
	count       cli.Value[int]
	workers     cli.Value[int]
	approximate cli.Value[int] // draws, or 0
}

func (s *drawing) run(cmd *cobra.Command, args []string) error {
	board, err := plain(cmd, &s.board, args[0])
	if err != nil {
		return err
	}
	rng := s.seed.Source()
	s.seed.Tell(cmd)
	source, err := s.source(cmd, board, rng)
	switch {
	case errors.Is(err, queens.ErrNoSolution):
		return s.printer.printNone(cmd)
	case err != nil:
		return err
	}
	return s.printer.print(cmd, plainBoard{board}, func(yield func(queens.Placement) bool) {
		for range s.count.V {
			if cmd.Context().Err() != nil || !yield(source.Sample(rng)) {
				return
			}
		}
	})
}

// source returns what draws the solutions.
func (s *drawing) source(cmd *cobra.Command, board *queens.Board, rng *rand.Rand) (interface {
	Sample(*rand.Rand) queens.Placement
}, error) {
	if s.approximate.V == 0 {
		meter := cli.NewMeter(cli.Aside(cmd))
		defer meter.Start()()
		found := hint(func() {
			meter.Println(fmt.Sprintf("still counting: queens sample %q --approximate 10000 does without", board))
		})
		defer found()
		return sample.New(cmd.Context(), board, queens.Workers(s.workers.V), queens.OnProgress(meter.Update))
	}
	d, err := drawWeighted(cmd.Context(), board, rng, s.approximate.V)
	if err == nil {
		fmt.Fprintf(cli.Aside(cmd), "%s, %d of them solutions; effective sample size %.0f\n",
			cli.Plural(s.approximate.V, "draw"), len(d.cumulative), d.effective())
	}
	return d, err
}

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
	for p, weight := range sample.Draws(rng, board) {
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
