package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

const (
	maxConstruct = 1 << 27 // the largest board that the library constructs
	maxDiagram   = 1000    // the largest board drawn as text, at one or more characters a square
)

const constructHelp = `
See solve for the formats; a diagram or grid has at most 1000 rows. The only
sizes without a solution are 2 and 3.`

func constructCommand() *cobra.Command {
	var out printer
	cmd := &cobra.Command{
		Use:   "construct N",
		Short: "Print a solution of any size, always the same one",
		Long: `Construct prints a solution of the N×N board by a closed formula: a million
queens take less than a second. It does not take given queens; see complete.
` + constructHelp,
		Example: `  queens construct 8
  queens construct 1000000 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := sizeIn(args, out)
			if err != nil {
				return err
			}
			return printOfSize(cmd, n, out, func() (queens.Placement, error) { return queens.Construct(n) })
		},
	}
	takeSize(cmd)
	out.addTo(cmd, "vector")
	return cmd
}

func randomCommand() *cobra.Command {
	var out printer
	var seed cli.Seed
	cmd := &cobra.Command{
		Use:   "random N",
		Short: "Print a random solution of any size, some likelier than others",
		Long: `Random prints a random solution of the N×N board: a million queens take about a
second. Every solution can come up, but some are likelier than others; sample is
fair.
` + constructHelp,
		Example: `  queens random 8 --format diagram
  queens random 1000000 --seed 1 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := sizeIn(args, out)
			if err != nil {
				return err
			}
			rng := seed.Source(cmd.ErrOrStderr())
			return printOfSize(cmd, n, out, func() (queens.Placement, error) { return queens.ConstructRandom(cmd.Context(), rng, n) })
		},
	}
	takeSize(cmd)
	seed.AddTo(cmd)
	out.addTo(cmd, "vector")
	return cmd
}

// takeSize makes a command take one argument, the size of the board.
func takeSize(cmd *cobra.Command) {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("%s has %s, want one, the size of the board", cmd.Name(), cli.Plural(len(args), "argument"))
		}
		return nil
	}
	cmd.ValidArgsFunction = cobra.NoFileCompletions
}

// sizeIn returns the size in the arguments.
func sizeIn(args []string, out printer) (int, error) {
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 0 || n > maxConstruct {
		return 0, fmt.Errorf("size of the board is %q, want a whole number 0..%d", args[0], maxConstruct)
	}
	if out.format.isDiagram() && !out.json && n > maxDiagram {
		return 0, fmt.Errorf("size of the board is %d, want at most %d for a %s", n, maxDiagram, &out.format)
	}
	return n, out.format.check(nil, nil)
}

// printOfSize prints the solution of n rows that construct returns.
func printOfSize(cmd *cobra.Command, n int, out printer, construct func() (queens.Placement, error)) error {
	var b board
	if n <= queens.MaxN {
		bare, err := queens.New(n)
		if err != nil {
			return err
		}
		b = plainBoard{bare}
	}
	out.fit(cmd, b, n)
	write := out.writer(cmd.OutOrStdout(), b)
	text, err := untilDone(cmd.Context(), func() (string, error) {
		p, err := construct()
		if err != nil {
			return "", err
		}
		return write(p) + "\n", nil
	})
	if errors.Is(err, queens.ErrNoSolution) {
		return out.printNone(cmd)
	}
	for len(text) > 0 && err == nil {
		part := text[:min(len(text), 1<<20)]
		if err = cmd.Context().Err(); err == nil {
			_, err = io.WriteString(cmd.OutOrStdout(), part)
		}
		text = text[len(part):]
	}
	return err
}

// untilDone returns what f returns, unless ctx ends first: then f goes on in vain, until the
// process ends.
func untilDone(ctx context.Context, f func() (string, error)) (string, error) {
	type result struct {
		text string
		err  error
	}
	ended := make(chan result, 1)
	go func() {
		text, err := f()
		ended <- result{text, err}
	}()
	select {
	case r := <-ended:
		return r.text, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
