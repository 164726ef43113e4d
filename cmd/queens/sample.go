package main

import (
	"context"
	"io"
	"iter"
	"math/rand/v2"

	"example.com/queens"
	"github.com/spf13/cobra"
)

func sampleCommand(todo *job) *cobra.Command {
	s := sample{count: 1, format: formatNamed("vector")}
	cmd := &cobra.Command{
		Use:   "sample BOARD",
		Short: "Print solutions drawn at random, all equally likely",
		Long: `Sample prints solutions that have the given queens, each drawn from all of them
with the same probability, or "no solution". It counts solutions to be fair, so
large boards take long; random is quick at any size, but not quite fair.

` + boardHelp + `
The format is one of those of solve. "No solution" goes to standard output for
diagrams and grids, and to standard error for the other formats.`,
		Example: `  queens sample 8
  queens sample 8 --given b4 --format diagram
  queens sample 12 --count 1000 --seed 1`,
		Args:              boardOnly,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			*todo, err = s.puzzleJob(args[0], cmd.InOrStdin(), func(ctx context.Context, p puzzle) error {
				return s.run(ctx, p, cmd.OutOrStdout(), cmd.ErrOrStderr())
			})
			return err
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&s.count, "count", "print `K` solutions; one may come again")
	mustComplete(cmd, "count", cobra.NoFileCompletions)
	s.seed.addFlag(cmd)
	s.format.addFlag(cmd)
	s.constraints.addFlags(cmd)
	return cmd
}

// sample is the command line of the command of that name.
type sample struct {
	constraints
	count  number
	seed   seed
	format format
}

func (s *sample) run(ctx context.Context, p puzzle, stdout, stderr io.Writer) error {
	return s.format.printAny(ctx, p.samples(s.seed.source(stderr), int(s.count)), stdout, stderr)
}

// samples returns an iterator over so many solutions drawn at random, or none.
func (p puzzle) samples(rng *rand.Rand, count int) iter.Seq[queens.Placement] {
	return func(yield func(queens.Placement) bool) {
		for range count {
			if sample, ok := p.Sample(rng); !ok || !yield(sample) {
				return
			}
		}
	}
}
