package main

import (
	"context"

	"example.com/queens"
	"github.com/spf13/cobra"
)

func completeCommand(todo *job) *cobra.Command {
	var board constraints
	form := formats[0]
	cmd := &cobra.Command{
		Use:   "complete BOARD",
		Short: "Print one solution of a board",
		Long: `Complete prints a solution that has the given queens, or "no solution". It is
quick on large boards and on hard ones, where solve could take for ever.

` + boardHelp + `
The format is one of those of solve. "No solution" goes to standard output for
diagrams and grids, and to standard error for the other formats.`,
		Example: `  queens complete ". . . 2 4 . . ."
  queens complete 8 --given b4,d5 --block c1
  queens complete 64 --format vector
  queens complete - < puzzle.txt`,
		Args:              boardOnly,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			*todo, err = board.puzzleJob(args[0], cmd.InOrStdin(), func(ctx context.Context, p puzzle) error {
				return form.printAny(ctx, one(func() (queens.Placement, error) { return p.Find(ctx) }), cmd.OutOrStdout(), cmd.ErrOrStderr())
			})
			return err
		},
	}
	form.addFlag(cmd)
	board.addFlags(cmd)
	return cmd
}
