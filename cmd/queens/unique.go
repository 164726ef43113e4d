package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func uniqueCommand() *cobra.Command {
	var u unique
	cmd := &cobra.Command{
		Use:   "unique BOARD",
		Short: "Say whether a board has exactly one solution",
		Long: `Unique says whether the given queens make a puzzle, which has exactly one
solution, or whether there is none or more than one. It prints the solution, or
two that show that there are several. The exit status is 0 only if there is
exactly one.

` + cli.BoardHelp + `
The formats are those of solve. In JSON the answer is
{"solutions":"one","boards":[…]}, or "none" or "several".`,
		Example: `  queens unique 8 --given b4,d5
  queens unique 8 --given b4,d5 --block c1
  queens unique "15863724"
  queens unique - --format vector < puzzle.txt`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              u.run,
	}
	u.printer.addFlags(cmd, "diagram")
	u.board.AddFlags(cmd)
	return cmd
}

// unique is the command line of the command of that name.
type unique struct {
	board   cli.Board
	printer printer
}

func (u *unique) run(cmd *cobra.Command, args []string) error {
	s, err := u.board.Solver(cmd, args[0])
	if err != nil {
		return err
	}
	found, err := upToTwo(cmd.Context(), s)
	if err != nil {
		return err
	}
	if err := u.say(cmd, s, found); err != nil {
		return err
	}
	if len(found) != 1 {
		return cli.ErrNo
	}
	return nil
}

func (u *unique) say(cmd *cobra.Command, s *queens.Board, found []queens.Placement) error {
	if u.printer.json {
		answer := struct {
			Solutions string             `json:"solutions"`
			Boards    []queens.Placement `json:"boards"`
		}{[]string{"none", "one", "several"}[len(found)], found}
		_, err := fmt.Fprintln(cmd.OutOrStdout(), toJSON(answer))
		return err
	}
	if err := u.printer.print(cmd, s, slices.Values(found)); err != nil {
		return err
	}
	return summarize(cmd, []string{"no solution", "exactly one solution", "more than one solution"}[len(found)])
}

// upToTwo returns the solution if there is exactly one, two if there are more, or none.
func upToTwo(ctx context.Context, s *queens.Board) ([]queens.Placement, error) {
	only, err := s.Unique(ctx)
	switch {
	case err == nil:
		return []queens.Placement{only}, nil
	case errors.Is(err, queens.ErrNoSolution):
		return []queens.Placement{}, nil
	case !errors.Is(err, queens.ErrNotUnique):
		return nil, err
	}
	first, err := s.Find(ctx)
	if err != nil {
		return nil, err
	}
	second, err := another(ctx, s, first)
	return []queens.Placement{first, second}, err
}

// another returns a solution other than the first of several. It keeps the queens of as
// many rows as it can, so that the search for it is short: the two are the same down to
// some row, where they differ.
func another(ctx context.Context, s *queens.Board, first queens.Placement) (queens.Placement, error) {
	squares := slices.Collect(first.Queens())
	for row := len(first) - 1; row >= 0; row-- {
		other, err := s.With(queens.Given(squares[:row]...), queens.Blocked(squares[row]))
		if err != nil {
			continue // the queen of the row is given
		}
		if second, err := other.Find(ctx); !errors.Is(err, queens.ErrNoSolution) {
			return second, err
		}
	}
	panic("another solution is there and not found")
}
