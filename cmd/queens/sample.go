package main

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func sampleCommand() *cobra.Command {
	s := sample{count: cli.Number("K", 1, 1), workers: cli.Workers(), approximate: cli.Number("K", 1, 0)}
	cmd := &cobra.Command{
		Use:   "sample BOARD",
		Short: "Print random solutions, all equally likely",
		Long: `Sample prints random solutions that contain the given queens, or "no solution".
Every solution is equally likely. Sample counts the solutions first, so it is
slow on large boards. Random is quick at any size, but not quite fair.

With --approximate K it does not count. It makes K weighted random draws and
resamples them, with replacement, in proportion to their weights. Solutions may
repeat, and they are equally likely only in the limit of large K. Sample prints
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
	s.printer.addTo(cmd, "vector")
	s.board.AddTo(cmd)
	return cmd
}

type sample struct {
	board   cli.BoardFlags
	printer printer
	seed    cli.Seed
	count   cli.Value[int]
	workers cli.Value[int]

	approximate cli.Value[int] // draws, or 0
}

func (s *sample) run(cmd *cobra.Command, args []string) error {
	board, err := plain(cmd, &s.board, args[0])
	if err != nil {
		return err
	}
	rng := s.seed.Source(cmd.ErrOrStderr())
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
func (s *sample) source(cmd *cobra.Command, board *queens.Board, rng *rand.Rand) (interface {
	Sample(*rand.Rand) queens.Placement
}, error) {
	if s.approximate.V == 0 {
		return board.Sampler(cmd.Context(), queens.Workers(s.workers.V))
	}
	d, err := drawWeighted(cmd.Context(), board, rng, s.approximate.V)
	if err == nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s, %d of them solutions; effective sample size %.0f\n",
			cli.Plural(s.approximate.V, "draw"), len(d.cumulative), d.effective())
	}
	return d, err
}
