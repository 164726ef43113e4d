package main

import (
	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

func randomCommand() *cobra.Command {
	var seed cli.Seed
	cmd := &cobra.Command{
		Use:   "random N",
		Short: "Print a random solution of any size, some likelier than others",
		Long: `Random prints a random solution of the N×N board: a million queens take about a
second. Every solution can come up, but some are likelier than others. Sample
gives all the same chance.
` + sizeHelp,
		Example: `  queens random 8 --format diagram
  queens random 1000000 --seed 1 --json`,
	}
	seed.AddTo(cmd)
	cli.AddQuiet(cmd)
	return ofSize(cmd, func(cmd *cobra.Command, n int) (queens.Placement, error) {
		rng := seed.Source()
		seed.Tell(cmd)
		return queens.NewPlacement(n).Complete(cmd.Context(), rng)
	})
}
