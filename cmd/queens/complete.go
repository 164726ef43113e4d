package main

import (
	"errors"
	"slices"

	"example.com/queens"
	"github.com/spf13/cobra"
)

func completeCommand() *cobra.Command {
	var flags boardFlags
	var out printer
	cmd := &cobra.Command{
		Use:   "complete [BOARD]...",
		Short: "Print one solution of a board, even of a hard one",
		Long: `Complete prints one solution that contains the given queens, or "no solution".
It is quick even on large and hard boards, where solve may never finish.

` + boardsHelp + `
See solve for the formats.`,
		Example: `  queens complete ". . . 2 4 . . ."
  queens complete 8 --given b4,d5 --block c1
  queens complete 64 --format vector
  queens complete puzzles.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return flags.each(cmd, args, func(b board) error {
				p, err := b.Find(cmd.Context())
				switch {
				case errors.Is(err, queens.ErrNoSolution):
					return out.printNone(cmd)
				case err != nil:
					return err
				}
				return out.print(cmd, b, slices.Values([]queens.Placement{p}))
			})
		},
	}
	out.addTo(cmd, "diagram")
	flags.addTo(cmd)
	return cmd
}
