package main

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
	"golang.org/x/sys/cpu"
)

// published are the times of BENCHMARKS.md: seconds in which one core counts n = 16 and 18.
var published = map[string][2]float64{
	"AVX-512":     {0.050, 0.653},
	"AVX2":        {0.051, 0.737},
	"portable Go": {0.117, 2.969},
}

// coreSeconds are its times for n = 19 and more, in which one core counts or would count with
// AVX-512.
var coreSeconds = []float64{5.4, 18.8, 2.7 * minute, 16.2 * minute, 2.5 * hour, 17.8 * hour, 6.7 * day, 63 * day, 1.84 * year, 16.2 * year}

const minute, hour, day, year = 60.0, 3600.0, 86400.0, 365 * 86400.0

func benchCommand() *cobra.Command {
	workers := cli.Number("K", 1, 1)
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast this machine counts",
		Long: `Bench times the counts of the boards of 16 and 18 rows on one processor, and
compares them with BENCHMARKS.md, whose times are for one core of an AMD EPYC
(Zen 4). The first line names the instruction set that the library uses.`,
		Example: `  queens bench
  queens bench --workers 8`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return bench(cmd, workers.V) },
	}
	cmd.Flags().VarP(&workers, "workers", "w", "count on this many processors; the table is for one")
	return cmd
}

func bench(cmd *cobra.Command, workers int) error {
	out, kernel := cmd.OutOrStdout(), kernelName()
	_, err := fmt.Fprintf(out, "%s on %s/%s, %s, %d of %s\n", kernel, runtime.GOOS, runtime.GOARCH, runtime.Version(), workers, cli.Plural(runtime.NumCPU(), "processor"))
	if err != nil {
		return err
	}
	for i, n := range []int{16, 18} {
		solutions, seconds, err := timeCount(cmd.Context(), n, workers, 3-2*i)
		if err != nil {
			return err
		}
		compared := "the table has no figure for this"
		if table := published[kernel][i]; workers == 1 && table > 0 {
			compared = fmt.Sprintf("%.3f s in the table, %.1f times as long", table, seconds/table)
		}
		if _, err := fmt.Fprintf(out, "n = %d: %d solutions in %.3f s; %s\n", n, solutions, seconds, compared); err != nil {
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

// kernelName returns the instructions that the library uses on this machine.
func kernelName() string {
	x86 := cpu.X86
	switch {
	case isPure():
	case runtime.GOARCH == "arm64":
		return "NEON"
	case x86.HasAVX512F && x86.HasAVX512VPOPCNTDQ:
		return "AVX-512"
	case x86.HasAVX512F:
		return "AVX-512 without VPOPCNTDQ"
	case x86.HasAVX2 && x86.HasBMI2 && x86.HasPOPCNT && runtime.GOARCH == "amd64":
		return "AVX2"
	}
	return "portable Go"
}

// isPure reports whether the program was built without assembly.
func isPure() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, setting := range info.Settings {
		if setting.Key == "-tags" && strings.Contains(setting.Value, "purego") {
			return true
		}
	}
	return false
}
