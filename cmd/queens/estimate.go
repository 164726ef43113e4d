package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/sample"
	"github.com/spf13/cobra"
)

func estimateCommand() *cobra.Command {
	e := estimate{probes: cli.Number(1, 20000), workers: cli.Workers()}
	cmd := &cobra.Command{
		Use:   "estimate BOARD",
		Short: "Estimate the number of solutions",
		Long: `Estimate prints about how many solutions a board has, with the standard error,
as in 2.349e+17 ± 0.009e+17. The true number is within two standard errors about
95 times in a hundred. Four times as many probes halve the error and take four
times as long. On small boards the number is exact, and the output says so.

` + cli.BoardHelp + `
In JSON, stderr is 0 if the mean is exact, and null if the error is unknown
because at most one probe reached a solution. If none did, there may still be
solutions.`,
		Example: `  queens estimate 27
  queens estimate 64 --probes 100000 --seed 1
  queens estimate 20 --blocked a1,t20 --json`,
		Args: cli.OneBoard,
		RunE: e.run,
	}
	cmd.Flags().VarP(&e.probes, "probes", "p", "make at most this many random descents")
	cmd.Flags().VarP(&e.workers, "workers", "w", "search on this many processors")
	e.seed.AddTo(cmd)
	cmd.Flags().BoolVarP(&e.json, "json", "j", false, `write {"mean":…,"stderr":…,"probes":…,"exact":…,"seed":…}`)
	cli.AddQuiet(cmd)
	e.board.AddTo(cmd)
	return cmd
}

type estimate struct {
	board   cli.BoardFlags
	probes  cli.Value[int]
	workers cli.Value[int]
	seed    cli.Seed
	json    bool
}

func (e *estimate) run(cmd *cobra.Command, args []string) error {
	board, err := plain(cmd, &e.board, args[0])
	if err != nil {
		return err
	}
	rng := e.seed.Source()
	e.seed.Tell(cmd)
	estimated, err := sample.EstimateCount(cmd.Context(), rng, board, e.probes.V, queens.Workers(e.workers.V))
	if err != nil {
		return err
	}
	if e.json {
		return e.printJSON(cmd.OutOrStdout(), estimated)
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), estimated)
	return err
}

func (e *estimate) printJSON(w io.Writer, estimated sample.Estimate) error {
	answer := struct {
		Mean   float64  `json:"mean"`
		StdErr *float64 `json:"stderr"`
		Probes int      `json:"probes"`
		Exact  bool     `json:"exact"`
		Seed   uint64   `json:"seed"`
	}{estimated.Mean, &estimated.StdErr, estimated.Probes, estimated.Exact, e.seed.V}
	if math.IsInf(estimated.StdErr, 1) {
		answer.StdErr = nil // JSON has no infinity
	}
	return json.NewEncoder(w).Encode(answer)
}
