package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func sampleCommand() *cobra.Command {
	s := sample{count: cli.Number("K", 1, 1)}
	cmd := &cobra.Command{
		Use:   "sample BOARD",
		Short: "Print solutions at random that are all equally likely",
		Long: `Sample prints solutions that have the given queens, each drawn from all of them
with the same probability, or "no solution". It counts solutions to be fair, so
large boards take long; random is quick at any size, but not quite fair.

` + cli.BoardHelp + `
The formats are those of solve.`,
		Example: `  queens sample 8
  queens sample 8 --given b4 --format diagram
  queens sample 12 --count 1000 --seed 1`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run,
	}
	cmd.Flags().VarP(&s.count, "count", "c", "print so many; one may come again")
	cli.MustComplete(cmd, "count", cobra.NoFileCompletions)
	s.seed.AddFlag(cmd)
	s.printer.addFlags(cmd, "vector")
	s.board.AddFlags(cmd)
	return cmd
}

// sample is the command line of the command of that name.
type sample struct {
	board   cli.Board
	printer printer
	seed    cli.Seed
	count   cli.Value[int]
}

func (s *sample) run(cmd *cobra.Command, args []string) error {
	board, err := s.board.Solver(cmd, args[0])
	if err != nil {
		return err
	}
	rng := s.seed.Source(cmd.ErrOrStderr())
	sampler, err := board.Sampler(cmd.Context())
	switch {
	case errors.Is(err, queens.ErrNoSolution):
		return summarize(cmd, "no solution")
	case err != nil:
		return err
	}
	return s.printer.print(cmd, board, func(yield func(queens.Placement) bool) {
		for range s.count.V {
			if cmd.Context().Err() != nil || !yield(sampler.Sample(rng)) {
				return
			}
		}
	})
}

const (
	maxConstruct = 1 << 27 // the largest board that the library constructs
	maxDiagram   = 1000    // the largest that is drawn in text, a character a square and more
)

const constructHelp = `
The formats are those of solve; diagrams and grids have at most 1000 rows. Only
2 and 3 are sizes without a solution.`

func constructCommand() *cobra.Command {
	var out printer
	cmd := &cobra.Command{
		Use:   "construct N",
		Short: "Print a solution of any size at once, always the same one",
		Long: `Construct prints a solution of the N×N board by a closed form, a million queens
in less than a second. Queens cannot be given; see complete.
` + constructHelp,
		Example: `  queens construct 8
  queens construct 1000000 --json`,
		RunE: func(cmd *cobra.Command, args []string) error { return printOfSize(cmd, args, out, queens.Construct) },
	}
	anySize(cmd)
	out.addFlags(cmd, "vector")
	return cmd
}

func randomCommand() *cobra.Command {
	var out printer
	var seed cli.Seed
	cmd := &cobra.Command{
		Use:   "random N",
		Short: "Print a solution of any size at random, some likelier than others",
		Long: `Random prints a solution of the N×N board at random, a million queens in about a
second. Every solution can come up, but some are likelier than others; sample is
fair to all.
` + constructHelp,
		Example: `  queens random 8 --format diagram
  queens random 1000000 --seed 1 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return printOfSize(cmd, args, out, func(n int) (queens.Placement, error) {
				return queens.ConstructRandom(n, seed.Source(cmd.ErrOrStderr()))
			})
		},
	}
	anySize(cmd)
	seed.AddFlag(cmd)
	out.addFlags(cmd, "vector")
	return cmd
}

// anySize makes a command take one argument, a size that may be large.
func anySize(cmd *cobra.Command) {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("%s has %s, want one, the size of the board", cmd.Name(), cli.Plural(len(args), "argument"))
		}
		return nil
	}
	cmd.ValidArgsFunction = cobra.NoFileCompletions
}

// printOfSize prints the solution that make makes of the size in the arguments.
func printOfSize(cmd *cobra.Command, args []string, out printer, make func(int) (queens.Placement, error)) error {
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 0 || n > maxConstruct {
		return fmt.Errorf("size of the board is %q, want a whole number 0..%d", args[0], maxConstruct)
	}
	if out.format.drawn() && !out.json && n > maxDiagram {
		return fmt.Errorf("size of the board is %d, want at most %d for a %s", n, maxDiagram, &out.format)
	}
	p, err := make(n)
	if errors.Is(err, queens.ErrNoSolution) {
		return summarize(cmd, "no solution")
	}
	if err != nil {
		return err
	}
	var s *queens.Board // to paint it on, if it is small
	if n <= queens.MaxN {
		if s, err = queens.New(n); err != nil {
			return err
		}
	}
	return out.print(cmd, s, slices.Values([]queens.Placement{p}))
}
