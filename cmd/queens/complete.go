package main

import (
	"errors"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func completeCommand() *cobra.Command {
	var board cli.Board
	var out printer
	cmd := &cobra.Command{
		Use:   "complete BOARD",
		Short: "Print one solution of a board, also of a hard one",
		Long: `Complete prints a solution that has the given queens, or "no solution". It is
quick on large boards and on hard ones, where solve could take for ever.

` + cli.BoardHelp + `
The formats are those of solve.`,
		Example: `  queens complete ". . . 2 4 . . ."
  queens complete 8 --given b4,d5 --block c1
  queens complete 64 --format vector
  queens complete - < puzzle.txt`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := board.Solver(cmd, args[0])
			if err != nil {
				return err
			}
			p, err := s.Find(cmd.Context())
			switch {
			case errors.Is(err, queens.ErrNoSolution):
				return summarize(cmd, "no solution")
			case err != nil:
				return err
			}
			return out.print(cmd, s, slices.Values([]queens.Placement{p}))
		},
	}
	out.addFlags(cmd, "diagram")
	board.AddFlags(cmd)
	return cmd
}
