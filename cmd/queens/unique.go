package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"example.com/queens"
	"github.com/spf13/cobra"
)

func uniqueCommand(todo *job) *cobra.Command {
	u := unique{format: formats[0]}
	cmd := &cobra.Command{
		Use:   "unique BOARD",
		Short: "Say whether a board has exactly one solution",
		Long: `Unique says whether the given queens make a puzzle, which has exactly one
solution, or whether there is none or more than one. It prints the solution, or
two that show that there is more than one. The exit status is 0 only if there is
exactly one.

` + boardHelp + `
The format is one of those of solve. The answer follows diagrams and grids on
standard output; with the other formats it goes to standard error.`,
		Example: `  queens unique 8 --given b4,d5
  queens unique 8 --given b4,d5 --block c1
  queens unique "15863724"
  queens unique - --format vector < puzzle.txt`,
		Args:              boardOnly,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			*todo, err = u.puzzleJob(args[0], cmd.InOrStdin(), func(ctx context.Context, p puzzle) error {
				return u.run(ctx, p, cmd.OutOrStdout(), cmd.ErrOrStderr())
			})
			return err
		},
	}
	u.format.addFlag(cmd)
	u.constraints.addFlags(cmd)
	return cmd
}

// unique is the command line of the command of that name.
type unique struct {
	constraints
	format format
}

func (u *unique) run(ctx context.Context, p puzzle, stdout, stderr io.Writer) error {
	var t tally
	if err := u.format.print(ctx, p.upToTwo(ctx), &t, stdout); err != nil {
		return err
	}
	said := [...]string{"no solution", "exactly one solution", "more than one solution"}[t.printed]
	if _, err := fmt.Fprintln(u.format.summary(stdout, stderr), said); err != nil {
		return err
	}
	return answer(t.printed == 1)
}

// upToTwo returns an iterator over the solution, if there is exactly one, over two
// if there are more, and over none.
func (p puzzle) upToTwo(ctx context.Context) iter.Seq[queens.Placement] {
	return func(yield func(queens.Placement) bool) {
		if only, err := p.Unique(ctx); err == nil {
			yield(only)
			return
		}
		first, err := p.Find(ctx)
		if err != nil || !yield(first) {
			return
		}
		if second, err := p.another(ctx, first); err == nil {
			yield(second)
		}
	}
}

// another returns a solution other than the first of several. It keeps the queens
// of as many rows as it can, so that the search for it is short: the two are the
// same down to some row, where they differ.
func (p puzzle) another(ctx context.Context, first queens.Placement) (queens.Placement, error) {
	var squares []queens.Square
	for s := range first.Queens() {
		squares = append(squares, s)
	}
	for row := p.n - 1; row >= 0; row-- {
		s, err := p.with(queens.Given(squares[:row]...), queens.Blocked(squares[row]))
		if err != nil {
			continue // the queen of the row is given
		}
		second, err := s.Find(ctx)
		if !errors.Is(err, queens.ErrNoSolution) {
			return second, err
		}
	}
	panic("another solution is there and not found")
}
