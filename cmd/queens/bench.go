package main

import (
	"context"
	"encoding/json"
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
	b := bench{workers: cli.Number("K", 1, 1)}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast this machine counts",
		Long: `Bench counts the boards of 16 and 18 rows on one processor and prints how long
that takes, and how long it takes according to BENCHMARKS.md, on one core of an
AMD EPYC (Zen 4). The first line says which instructions the library uses.`,
		Example: `  queens bench
  queens bench --workers 8 --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return b.run(cmd) },
	}
	cmd.Flags().VarP(&b.workers, "workers", "w", "count on this many processors; the table is for one")
	cmd.Flags().BoolVarP(&b.json, "json", "j", false, `write one object; seconds are in "counts"`)
	return cmd
}

type bench struct {
	workers cli.Value[int]
	json    bool
}

// A machine is what bench says of the machine that it measures.
type machine struct {
	Kernel     string      `json:"kernel"`
	Platform   string      `json:"platform"`
	Go         string      `json:"go"`
	Processors int         `json:"processors"`
	Workers    int         `json:"workers"`
	Counts     []timedSize `json:"counts"`
}

// A timedSize is how long a count took.
type timedSize struct {
	N         int     `json:"n"`
	Solutions uint64  `json:"solutions"`
	Seconds   float64 `json:"seconds"`
	Table     float64 `json:"table_seconds,omitempty"` // in BENCHMARKS.md
}

func (b *bench) run(cmd *cobra.Command) error {
	out := cmd.OutOrStdout()
	m := machine{kernelName(), runtime.GOOS + "/" + runtime.GOARCH, runtime.Version(), runtime.NumCPU(), b.workers.V, nil}
	if !b.json {
		if _, err := fmt.Fprintf(out, "%s on %s, %s, %d of %s\n", m.Kernel, m.Platform, m.Go, m.Workers, cli.Plural(m.Processors, "processor")); err != nil {
			return err
		}
	}
	for i, n := range []int{16, 18} {
		solutions, seconds, err := timeCount(cmd.Context(), n, b.workers.V, 3-2*i)
		if err != nil {
			return err
		}
		timed := timedSize{n, solutions, seconds, 0}
		if b.workers.V == 1 {
			timed.Table = published[m.Kernel][i]
		}
		m.Counts = append(m.Counts, timed)
		if b.json {
			continue
		}
		if _, err := fmt.Fprintln(out, timed); err != nil {
			return err
		}
	}
	if b.json {
		return json.NewEncoder(out).Encode(m)
	}
	return nil
}

func (t timedSize) String() string {
	compared := "the table has no figure for this"
	if t.Table > 0 {
		compared = fmt.Sprintf("%.3f s in the table, %.1f times as long", t.Table, t.Seconds/t.Table)
	}
	return fmt.Sprintf("n = %d: %d solutions in %.3f s; %s", t.N, t.Solutions, t.Seconds, compared)
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
