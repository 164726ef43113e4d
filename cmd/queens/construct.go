package main

import (
	"context"
	"fmt"
	"iter"
	"strconv"

	"example.com/queens"
	"github.com/spf13/cobra"
)

const (
	maxConstruct = 1 << 27 // the largest board that the library constructs
	maxDiagram   = 1000    // the largest board that is drawn in text: it takes a character a square and more
)

const constructHelp = `
The format is one of those of solve; diagrams and grids have at most 1000 rows.
Only 2 and 3 are sizes without a solution.`

func constructCommand(todo *job) *cobra.Command {
	form := formatNamed("vector")
	cmd := &cobra.Command{
		Use:   "construct N",
		Short: "Print a solution of any size at once, always the same",
		Long: `Construct prints a solution of the N×N board by a closed form, a million queens
in less than a second. Queens cannot be given; see complete.
` + constructHelp,
		Example: `  queens construct 8
  queens construct 1000000 --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := constructSize(args[0], form)
			if err != nil {
				return err
			}
			*todo = func(ctx context.Context) error {
				return form.printAny(ctx, constructed(n, queens.Construct), cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return nil
		},
	}
	anySize(cmd)
	form.addFlag(cmd)
	return cmd
}

func randomCommand(todo *job) *cobra.Command {
	form := formatNamed("vector")
	var chance seed
	cmd := &cobra.Command{
		Use:   "random N",
		Short: "Print a varied solution of any size, quickly",
		Long: `Random prints a solution of the N×N board at random, a million queens in about a
second. Every solution can come up, but some are likelier than others; sample is
fair to all.
` + constructHelp,
		Example: `  queens random 8 --format diagram
  queens random 1000000 --seed 1 --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := constructSize(args[0], form)
			if err != nil {
				return err
			}
			*todo = func(ctx context.Context) error {
				rng := chance.source(cmd.ErrOrStderr())
				random := func(n int) (queens.Placement, error) { return queens.Random(n, rng) }
				return form.printAny(ctx, constructed(n, random), cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return nil
		},
	}
	anySize(cmd)
	chance.addFlag(cmd)
	form.addFlag(cmd)
	return cmd
}

// anySize makes a command take one argument, a size that may be large.
func anySize(cmd *cobra.Command) {
	cmd.Args = sizeOnly
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		if number, ok := negativeNumber(err); ok {
			return anySizeError(number)
		}
		return err
	})
}

// constructSize reads the size of a board that is to be constructed and written.
func constructSize(text string, f format) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxConstruct {
		return 0, anySizeError(text)
	}
	if f.drawn && n > maxDiagram {
		return 0, fmt.Errorf("size of the board is %d, want at most %d for a %s", n, maxDiagram, f.name)
	}
	return n, nil
}

func anySizeError(text string) error {
	return fmt.Errorf("size of the board is %q, want a whole number 0..%d", text, maxConstruct)
}

// constructed returns the sequence of the solution that construct returns. The size
// has been checked: the only error left is that there is no solution.
func constructed(n int, construct func(int) (queens.Placement, error)) iter.Seq[queens.Placement] {
	return one(func() (queens.Placement, error) { return construct(n) })
}
