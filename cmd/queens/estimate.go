package main

import (
	"fmt"
	"math"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func estimateCommand() *cobra.Command {
	e := estimate{probes: cli.Number("K", 1, 20000)}
	cmd := &cobra.Command{
		Use:   "estimate BOARD",
		Short: "Print roughly how many solutions there are",
		Long: `Estimate prints about how many solutions a board has, with standard error, such
as 2.349e+17 ± 0.009e+17: the number is within twice that error about 95 times
in a hundred. Four times the probes halve the error and take four times as long.
On small boards the number is exact, and said to be so.

` + cli.BoardHelp + `
In JSON, stderr is 0 if the mean is exact, and null if the error cannot be told:
if no probe came to a solution, which proves nothing, or if there was but one.`,
		Example: `  queens estimate 27
  queens estimate 64 --probes 100000 --seed 1
  queens estimate 20 --block a1,t20 --json`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              e.run,
	}
	cmd.Flags().VarP(&e.probes, "probes", "p", "search at random so often, at most")
	cli.MustComplete(cmd, "probes", cobra.NoFileCompletions)
	e.seed.AddFlag(cmd)
	cmd.Flags().BoolVarP(&e.json, "json", "j", false, `write {"mean":…,"stderr":…,"probes":…,"exact":…,"seed":…}`)
	e.board.AddFlags(cmd)
	return cmd
}

// estimate is the command line of the command of that name.
type estimate struct {
	board  cli.Board
	probes cli.Value[int]
	seed   cli.Seed
	json   bool
}

func (e *estimate) run(cmd *cobra.Command, args []string) error {
	s, err := e.board.Solver(cmd, args[0])
	if err != nil {
		return err
	}
	found, err := s.Estimate(cmd.Context(), e.seed.Source(cmd.ErrOrStderr()), e.probes.V)
	if err != nil {
		return err
	}
	text := found.String()
	if e.json {
		text = estimateJSON(found, e.seed.V)
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
	return err
}

// estimateJSON returns the same for programs.
func estimateJSON(e queens.Estimate, seed uint64) string {
	object := struct {
		Mean   float64  `json:"mean"`
		StdErr *float64 `json:"stderr"`
		Probes int      `json:"probes"`
		Exact  bool     `json:"exact"`
		Seed   uint64   `json:"seed"`
	}{e.Mean, &e.StdErr, e.Probes, e.Exact, seed}
	if math.IsInf(e.StdErr, 1) {
		object.StdErr = nil // JSON has no infinity
	}
	return toJSON(object)
}
