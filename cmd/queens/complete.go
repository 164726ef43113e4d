package main

import (
	"errors"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func completeCommand() *cobra.Command {
	var flags cli.BoardFlags
	var out printer
	cmd := &cobra.Command{
		Use:   "complete [BOARD]...",
		Short: "Print one solution of a board, even of a hard one",
		Long: `Complete prints one solution that contains the given queens, or "no solution".
It is quick even on large and hard boards, where solve may never finish.

` + cli.BoardsHelp + `
See solve for the formats.`,
		Example: `  queens complete ". . . 2 4 . . ."
  queens complete 8 --given b4,d5 --block c1
  queens complete 64 --format vector
  queens complete puzzles.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return flags.Each(cmd, args, func(board *queens.Board) error {
				p, err := board.Find(cmd.Context())
				switch {
				case errors.Is(err, queens.ErrNoSolution):
					return out.printNone(cmd)
				case err != nil:
					return err
				}
				return out.print(cmd, board, slices.Values([]queens.Placement{p}))
			})
		},
	}
	out.addTo(cmd, "diagram")
	flags.AddTo(cmd)
	return cmd
}
