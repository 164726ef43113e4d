package main

import (
	"errors"
	"fmt"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/sample"
	"github.com/spf13/cobra"
)

func sampleCommand() *cobra.Command {
	s := sampleRun{count: cli.Number(1, 1), workers: cli.Workers()}
	cmd := &cobra.Command{
		Use:   "sample BOARD",
		Short: "Print random solutions, all equally likely",
		Long: `Sample prints random solutions that contain the given queens, or "no solution".
Every solution is equally likely. Sample counts the solutions first, so on a
large board it takes as long as count. Random is quick at any size, but some
solutions are likelier than others.

` + cli.BoardHelp + `
See solve for the formats.`,
		Example: `  queens sample 8
  queens sample 8 --given b4 --format diagram
  queens sample 12 --count 1000 --seed 1`,
		Args: cli.OneBoard,
		RunE: s.run,
	}
	cmd.Flags().VarP(&s.count, "count", "c", "print this many solutions; they may repeat")
	cmd.Flags().VarP(&s.workers, "workers", "w", "count on this many processors")
	s.seed.AddTo(cmd)
	cli.AddQuiet(cmd)
	s.printer.addTo(cmd, asVector)
	s.board.AddTo(cmd)
	return cmd
}

type sampleRun struct {
	board   cli.BoardFlags
	printer printer
	seed    cli.Seed
	count   cli.Value[int]
	workers cli.Value[int]
}

func (s *sampleRun) run(cmd *cobra.Command, args []string) error {
	b, err := plain(cmd, &s.board, args[0])
	if err != nil {
		return err
	}
	rng := s.seed.Source()
	s.seed.Tell(cmd)
	sampler, err := s.sampler(cmd, b)
	switch {
	case errors.Is(err, queens.ErrNoSolution):
		return s.printer.printNone(cmd)
	case err != nil:
		return err
	}
	return s.printer.print(cmd, plainBoard{b}, func(yield func(queens.Placement) bool) {
		for range s.count.V {
			if cmd.Context().Err() != nil || !yield(sampler.Sample(rng)) {
				return
			}
		}
	})
}

// sampler counts the solutions of a board, which may take long.
func (s *sampleRun) sampler(cmd *cobra.Command, b *queens.Board) (*sample.Sampler, error) {
	meter := cli.NewMeter(cli.Aside(cmd))
	defer meter.Start()()
	defer whenSlow(func() {
		meter.Println(fmt.Sprintf("all solutions are counted first, or they would not be equally likely; queens complete %q prints one of them soon", b))
	})()
	return sample.New(cmd.Context(), b, queens.Workers(s.workers.V), queens.OnProgress(meter.Update))
}
