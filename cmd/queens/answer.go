package main

import (
	"context"
	"fmt"
	"io"
	"iter"

	"example.com/queens"
	"github.com/spf13/cobra"
)

// addFlag adds the flag that sets the format.
func (f *format) addFlag(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(f, "format", "how to write a solution; see solve")
	mustComplete(cmd, "format", completeFormat)
}

// formatNamed returns the format of a name that there is.
func formatNamed(name string) (f format) {
	if err := f.Set(name); err != nil {
		panic(err)
	}
	return f
}

// printAny writes solutions as they come, and says so if there are none.
func (f *format) printAny(ctx context.Context, solutions iter.Seq[queens.Placement], stdout, stderr io.Writer) error {
	var t tally
	err := f.print(ctx, solutions, &t, stdout)
	if err == nil && t.printed == 0 {
		_, err = fmt.Fprintln(f.summary(stdout, stderr), "no solution")
	}
	return err
}

// summary returns where to say what there is to say about the solutions.
func (f *format) summary(stdout, stderr io.Writer) io.Writer {
	if f.drawn {
		return stdout
	}
	return stderr
}

// one returns the sequence of the solution that find finds, if it does.
func one(find func() (queens.Placement, error)) iter.Seq[queens.Placement] {
	return func(yield func(queens.Placement) bool) {
		if p, err := find(); err == nil {
			yield(p)
		}
	}
}
