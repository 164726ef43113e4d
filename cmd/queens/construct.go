package main

import (
	"example.com/queens"
	"github.com/spf13/cobra"
)

func constructCommand() *cobra.Command {
	return ofSize(&cobra.Command{
		Use:   "construct N",
		Short: "Print a solution of any size, always the same one",
		Long: `Construct prints a solution of the N×N board by a closed formula, a million
queens in less than a second. For given queens see complete.
` + sizeHelp,
		Example: `  queens construct 8
  queens construct 1000000 --json`,
	}, func(cmd *cobra.Command, n int) (queens.Placement, error) {
		return orInterrupted(cmd.Context(), func() (queens.Placement, error) { return queens.Construct(n) })
	})
}
