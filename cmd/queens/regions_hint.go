package main

import (
	"errors"
	"fmt"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

func regionsHintCommand() *cobra.Command {
	var h hinter
	var marks cli.BoardFlags
	cmd := &cobra.Command{
		Use:   "hint [BOARD]...",
		Short: "Give the next step of a board, with its reason",
		Long: `Hint prints the easiest step that leads on from the queens and the crosses on a
board. If one of these contradicts the solution, it says which. The exit status
is 1 then, and if there is no step left.

` + regionsHelp,
		Example: `  queens regions hint board.txt --given c1 --block a2
  queens regions generate 8 --seed 1 | queens regions hint --all`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return forEach(cmd, args, &marks, func(b *regions.Board) error { return h.hintRegions(cmd, b) })
		},
	}
	h.addTo(cmd)
	marks.AddSquaresTo(cmd)
	return cmd
}

func (h *hinter) hintRegions(cmd *cobra.Command, b *regions.Board) error {
	if err := h.begin(cmd); err != nil {
		return err
	}
	wrong, err := wrongMark(cmd, b)
	if err != nil {
		return err
	}
	if wrong != "" {
		return orNo(summarize(cmd, wrong))
	}
	steps, err := printSteps(cmd, h, b.Deduce(cmd.Context()))
	if errors.Is(err, queens.ErrNotUnique) || errors.Is(err, queens.ErrRulesEnd) || errors.Is(err, queens.ErrNoSolution) {
		err = nil // the last step says as much
	}
	if err == nil && steps == 0 {
		return orNo(summarize(cmd, "no further step"))
	}
	return err
}

// wrongMark says which queen or cross on a board contradicts the only solution that its
// regions have, or nothing.
func wrongMark(cmd *cobra.Command, b *regions.Board) (string, error) {
	bare, err := regions.New(b.Regions())
	if err != nil {
		return "", err
	}
	solution, err := bare.Unique(cmd.Context())
	if err != nil {
		return "", cmd.Context().Err() // several solutions, or none: the steps tell
	}
	return contradiction(b, solution), nil
}

// contradiction names a queen or a cross that a solution contradicts, or nothing.
func contradiction(b *regions.Board, solution queens.Placement) string {
	for queen := range b.Given() {
		if solution[queen.Row] != queen.Col {
			return fmt.Sprintf("the queen on %v is wrong", queen)
		}
	}
	for square := range b.Blocked() {
		if solution[square.Row] == square.Col {
			return fmt.Sprintf("the cross on %v is wrong", square)
		}
	}
	return ""
}
