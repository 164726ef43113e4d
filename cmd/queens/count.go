package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func countCommand(todo *job) *cobra.Command {
	var board constraints
	cmd := &cobra.Command{
		Use:   "count N",
		Short: "Print how many solutions there are",
		Long: `Count prints the number of ways to place N queens on the N×N board so that none
attacks another, alone on a line. It goes through the solutions, so large boards
take long; Ctrl-C ends it.`,
		Example: `  queens count 8
  queens count 8 --given b4,d5
  queens count 13 --torus`,
		Args:              sizeOnly,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := board.solver(args[0])
			if err != nil {
				return err
			}
			*todo = func(ctx context.Context) error {
				count, err := s.Count(ctx)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(cmd.OutOrStdout(), count)
				return err
			}
			return nil
		},
	}
	board.addFlags(cmd)
	return cmd
}
