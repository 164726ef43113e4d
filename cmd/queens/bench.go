package main

import (
	"fmt"
	"runtime"

	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

func benchCommand() *cobra.Command {
	workers := cli.Number(1, 1)
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast this machine counts",
		Long: `Bench times the counts of the boards of 16 and 18 rows on one processor, and
compares them with BENCHMARKS.md, whose times are for one core of an Intel Xeon
with AVX-512.`,
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
