package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

func estimateCommand(todo *job) *cobra.Command {
	e := estimate{probes: 20000}
	cmd := &cobra.Command{
		Use:   "estimate BOARD",
		Short: "Print roughly how many solutions there are",
		Long: `Estimate prints about how many solutions have the given queens, with standard
error, such as 2.349e17 ± 0.4 %: the number is within twice that error about 95
times in a hundred. Four times the probes halve the error and take four times as
long. On small boards the number is exact, and said to be so.

` + boardHelp + `
In JSON, stderr is 0 if the mean is exact, and null if the error cannot be told:
if no probe came to a solution, which proves nothing, or if there was but one.`,
		Example: `  queens estimate 27
  queens estimate 64 --probes 100000 --seed 1
  queens estimate 20 --block a1,t20 --json`,
		Args:              boardOnly,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			*todo, err = e.puzzleJob(args[0], cmd.InOrStdin(), func(ctx context.Context, p puzzle) error {
				return e.run(ctx, p, cmd.OutOrStdout(), cmd.ErrOrStderr())
			})
			return err
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&e.probes, "probes", "search at random `K` times, at most")
	mustComplete(cmd, "probes", cobra.NoFileCompletions)
	e.seed.addFlag(cmd)
	flags.BoolVar(&e.json, "json", false, `print {"mean":…,"stderr":…,"probes":…,"seed":…}`)
	e.constraints.addFlags(cmd)
	return cmd
}

// estimate is the command line of the command of that name.
type estimate struct {
	constraints
	probes number
	seed   seed
	json   bool
}

func (e *estimate) run(ctx context.Context, p puzzle, stdout, stderr io.Writer) error {
	rng := e.seed.source(stderr)
	result, err := await(ctx, func() (queens.Estimate, error) {
		return p.Estimate(rng, int(e.probes)), nil
	})
	if err != nil {
		return err
	}
	text := estimateText(result)
	if e.json {
		text = estimateJSON(result, e.seed.value)
	}
	_, err = fmt.Fprintln(stdout, text)
	return err
}

// estimateText returns the mean and its error for people.
func estimateText(e queens.Estimate) string {
	switch {
	case e.StdErr == 0:
		return strconv.FormatFloat(e.Mean, 'f', -1, 64) + ", exactly"
	case e.Mean == 0:
		return fmt.Sprintf("none found by %s", plural(uint64(e.Probes), "probe"))
	case math.IsInf(e.StdErr, 1):
		return scientific(e.Mean, 2) + ", with unknown error"
	}
	relative := e.StdErr / e.Mean
	// The last digit is worth at most a standard error.
	digits := max(2, 1+int(math.Ceil(-math.Log10(relative))))
	return fmt.Sprintf("%s ± %.2g %%", scientific(e.Mean, digits), 100*relative)
}

// scientific writes x with so many digits: "2.35e17".
func scientific(x float64, digits int) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', digits-1, 64), "e")
	power, _ := strconv.Atoi(exponent)
	return fmt.Sprintf("%se%d", mantissa, power)
}

// estimateJSON returns the same for programs.
func estimateJSON(e queens.Estimate, seed uint64) string {
	object := struct {
		Mean   float64  `json:"mean"`
		StdErr *float64 `json:"stderr"`
		Probes int      `json:"probes"`
		Seed   uint64   `json:"seed"`
	}{e.Mean, &e.StdErr, e.Probes, seed}
	if math.IsInf(e.StdErr, 1) {
		object.StdErr = nil // JSON has no infinity
	}
	text, err := json.Marshal(object)
	if err != nil {
		panic(err) // all numbers left have their JSON
	}
	return string(text)
}
