package main

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func uniqueCommand() *cobra.Command {
	var u unique
	cmd := &cobra.Command{
		Use:   "unique BOARD",
		Short: "Check whether a board has exactly one solution",
		Long: `Unique checks whether a board has exactly one solution, as a puzzle should. It
prints the solution, or two different ones if there are several. The exit status
is 0 only if there is exactly one.

` + cli.BoardHelp + `
See solve for the formats. In JSON the answer is
{"solutions":"one","boards":[…]}, or "none" or "several".`,
		Example: `  queens unique 8 --given b4,d5
  queens unique 8 --given b4,d5 --block c1
  queens unique "15863724"
  queens unique - --format vector < puzzle.txt`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              u.run,
	}
	u.printer.addTo(cmd, "diagram")
	u.board.AddTo(cmd)
	return cmd
}

type unique struct {
	board   cli.BoardFlags
	printer printer
}

func (u *unique) run(cmd *cobra.Command, args []string) error {
	board, err := u.board.Board(cmd, args[0])
	if err != nil {
		return err
	}
	found, err := upToTwo(cmd.Context(), board)
	if err != nil {
		return err
	}
	if err := u.print(cmd, board, found); err != nil {
		return err
	}
	if len(found) != 1 {
		return cli.ErrNo
	}
	return nil
}

func (u *unique) print(cmd *cobra.Command, board *queens.Board, found []queens.Placement) error {
	if u.printer.json {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
			Solutions string             `json:"solutions"`
			Boards    []queens.Placement `json:"boards"`
		}{[]string{"none", "one", "several"}[len(found)], found})
	}
	if err := u.printer.print(cmd, board, slices.Values(found)); err != nil {
		return err
	}
	return summarize(cmd, []string{"no solution", "exactly one solution", "more than one solution"}[len(found)])
}

// upToTwo returns the only solution, two of several, or none.
func upToTwo(ctx context.Context, board *queens.Board) ([]queens.Placement, error) {
	found := []queens.Placement{}
	first, err := board.Find(ctx)
	if err == nil {
		found = append(found, first)
		var second queens.Placement
		if second, err = board.Another(ctx, first); err == nil {
			found = append(found, second)
		}
	}
	if errors.Is(err, queens.ErrNoSolution) {
		err = nil
	}
	return found, err
}
