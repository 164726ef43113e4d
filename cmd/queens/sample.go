package main

import (
	"errors"
	"runtime"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func sampleCommand() *cobra.Command {
	s := sample{count: cli.Number("K", 1, 1), workers: cli.Number("K", 1, runtime.GOMAXPROCS(0))}
	cmd := &cobra.Command{
		Use:   "sample BOARD",
		Short: "Print random solutions, all equally likely",
		Long: `Sample prints random solutions that contain the given queens, or "no solution".
Every solution is equally likely. Sample counts the solutions first, so it is
slow on large boards; random is quick at any size, but not quite fair.

` + cli.BoardHelp + `
See solve for the formats.`,
		Example: `  queens sample 8
  queens sample 8 --given b4 --format diagram
  queens sample 12 --count 1000 --seed 1`,
		Args: cli.OneBoard,
		RunE: s.run,
	}
	cmd.Flags().VarP(&s.count, "count", "c", "print this many solutions; they may repeat")
	cli.MustComplete(cmd, "count", cobra.NoFileCompletions)
	s.workers.Text = "all"
	cmd.Flags().VarP(&s.workers, "workers", "w", "count on this many processors")
	cli.MustComplete(cmd, "workers", cobra.NoFileCompletions)
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
}

func (s *sample) run(cmd *cobra.Command, args []string) error {
	board, err := s.board.Board(cmd, args[0])
	if err != nil {
		return err
	}
	rng := s.seed.Source(cmd.ErrOrStderr())
	sampler, err := board.Sampler(cmd.Context(), queens.Workers(s.workers.V))
	switch {
	case errors.Is(err, queens.ErrNoSolution):
		return s.printer.printNone(cmd)
	case err != nil:
		return err
	}
	return s.printer.print(cmd, board, func(yield func(queens.Placement) bool) {
		for range s.count.V {
			if cmd.Context().Err() != nil || !yield(sampler.Sample(rng)) {
				return
			}
		}
	})
}
