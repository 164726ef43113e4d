package main

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

// coreSeconds are the times of BENCHMARKS.md: seconds in which one core counts, or would count,
// the boards of 16 and more rows with AVX-512.
var coreSeconds = []float64{
	0.050, 0.331, 0.653, 5.4, 18.8, 2.7 * minute, 16.2 * minute, 2.5 * hour, 17.8 * hour, 6.7 * day, 63 * day, 1.84 * year, 16.2 * year,
}

const tableFrom = 16 // the size of the first

const minute, hour, day, year = 60.0, 3600.0, 86400.0, 365 * 86400.0

func benchCommand() *cobra.Command {
	workers := cli.Number(1, 1)
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast this machine counts",
		Long: `Bench times the counts of the boards of 16 and 18 rows on one processor, and
compares them with BENCHMARKS.md, whose times are for one core of an AMD EPYC
(Zen 4) with AVX-512.`,
		Example: `  queens bench
  queens bench --workers 8`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return bench(cmd, workers.V) },
	}
	cmd.Flags().VarP(&workers, "workers", "w", "count on this many processors; the table is for one")
	return cmd
}

func bench(cmd *cobra.Command, workers int) error {
	out := cmd.OutOrStdout()
	_, err := fmt.Fprintf(out, "%s/%s, %s, %d of %s\n", runtime.GOOS, runtime.GOARCH, runtime.Version(), workers, cli.Plural(runtime.NumCPU(), "processor"))
	if err != nil {
		return err
	}
	for i, n := range []int{16, 18} {
		solutions, seconds, err := timeCount(cmd.Context(), n, workers, 3-2*i)
		if err != nil {
			return err
		}
		table := coreSeconds[n-tableFrom]
		if _, err := fmt.Fprintf(out, "n = %d: %d solutions in %.3f s, %.2f times the %.3f s in the table\n", n, solutions, seconds, seconds/table, table); err != nil {
			return err
		}
	}
	return nil
}

// timeCount counts a board on some processors and returns the least time of some runs.
func timeCount(ctx context.Context, n, workers, runs int) (solutions uint64, seconds float64, err error) {
	seconds = math.Inf(1)
	for range runs {
		begun := time.Now()
		if solutions, err = queens.Count(ctx, n, queens.Workers(workers)); err != nil {
			return 0, 0, err
		}
		seconds = min(seconds, time.Since(begun).Seconds())
	}
	return solutions, seconds, nil
}

const (
	forecastFrom = 19
	growth       = 12 // from row to row beyond the table
)

// forecast returns about how many seconds a count will take on some processors, or 0 if that cannot
// be told: the board is small or not empty. It counts the board of 16 rows to see how fast the machine is.
func forecast(ctx context.Context, board *queens.Board, workers int) (seconds float64, err error) {
	n := board.N()
	if isEmpty := board.String() == fmt.Sprintf("n=%d", n); n < forecastFrom || !isEmpty {
		return 0, nil
	}
	_, speed, err := timeCount(ctx, tableFrom, 1, 1)
	if err != nil {
		return 0, err
	}
	row := min(n-tableFrom, len(coreSeconds)-1)
	seconds = coreSeconds[row] * math.Pow(growth, float64(n-tableFrom-row))
	return seconds * speed / coreSeconds[0] / float64(workers), nil
}
