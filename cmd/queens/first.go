package main

import (
	"fmt"
	"sync/atomic"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/find"
	"github.com/spf13/cobra"
)

func firstCommand() *cobra.Command {
	f := first{workers: cli.Workers()}
	cmd := &cobra.Command{
		Use:   "first BOARD",
		Short: "Print the lexicographically first solution",
		Long: `First prints the solution that solve would print first, or "no solution". It
does not search all that comes before it, so it is much quicker: a few seconds
at most on an empty board of up to 64 rows. An empty board may have up to 128,
and take minutes or days. With blocked squares or given queens it can take much
longer. Standard error says how many rows are settled.

` + cli.BoardHelp + `
See solve for the formats.`,
		Example: `  queens first 30
  queens first 8 --blocked a1 --format diagram`,
		Args: cli.OneBoard,
		RunE: f.run,
	}
	cmd.Flags().VarP(&f.workers, "workers", "w", "work on this many processors")
	cli.AddQuiet(cmd)
	f.printer.addTo(cmd, asVector)
	f.board.AddTo(cmd)
	return cmd
}

type first struct {
	board   cli.BoardFlags
	printer printer
	workers cli.Value[int]
}

func (f *first) run(cmd *cobra.Command, args []string) error {
	if n, ok := cli.Size(args[0]); ok && n > queens.MaxN {
		return f.large(cmd, n)
	}
	b, err := plain(cmd, &f.board, args[0])
	if err != nil {
		return err
	}
	settled, stop := tellSettled(cmd, b.N())
	defer stop()
	p, err := b.First(cmd.Context(), queens.Workers(f.workers.V), queens.OnProgress(func(p queens.Progress) { settled(p.Done) }))
	return f.printer.printOne(cmd, plainBoard{b}, p, err)
}

// large prints the first solution of an empty board with more rows than other boards.
func (f *first) large(cmd *cobra.Command, n int) error {
	switch {
	case n > find.MaxRows:
		return fmt.Errorf("n = %d out of range 0..%d", n, find.MaxRows)
	case f.board.IsSet():
		return fmt.Errorf("a board of %d rows must be empty; --given, --blocked and --torus go up to %d", n, queens.MaxN)
	}
	if err := f.printer.fitSize(n); err != nil {
		return err
	}
	settled, stop := tellSettled(cmd, n)
	defer stop()
	p, err := find.FirstQuery{Workers: f.workers.V, OnRows: settled}.Find(cmd.Context(), find.Empty(n, false))
	return f.printer.printOne(cmd, nil, p, err)
}

// tellSettled says on standard error how many rows of n are settled, every few seconds until stop is
// called.
func tellSettled(cmd *cobra.Command, n int) (settled func(rows int), stop func()) {
	var rows atomic.Int64
	stop = cli.Every(5*time.Second, func() {
		fmt.Fprintf(cli.Aside(cmd), "%d of %d rows settled\n", rows.Load(), n)
	})
	return func(k int) { rows.Store(int64(k)) }, stop
}
