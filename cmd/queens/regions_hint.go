package main

import (
	"fmt"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

func regionsHintCommand() *cobra.Command {
	var h regionsHint
	cmd := &cobra.Command{
		Use:   "hint [BOARD]...",
		Short: "Give the next step of a board, with its reason",
		Long: `Hint prints the easiest step that leads on from the queens and the crosses on a
board. If one of these contradicts the solution, it says which. The exit status
is 1 then, and if there is no step left.

` + regionsHelp,
		Example: `  queens regions hint board.txt --given c1 --block a2
  queens regions generate 8 --seed 1 | queens regions hint --all`,
	}
	cmd.Flags().BoolVar(&h.all, "all", false, "print all steps")
	cmd.Flags().BoolVarP(&h.json, "json", "j", false, `write {"rule":…,"text":…,"queens":…,"excluded":…}`)
	h.marks.AddSquaresTo(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		boards := 0
		return forEach(cmd, args, &h.marks, func(b *regions.Board) error {
			if boards++; boards > 1 && !h.json {
				if _, err := fmt.Fprintln(cmd.OutOrStdout()); err != nil {
					return err
				}
			}
			return h.hint(cmd, b)
		})
	}
	return cmd
}

type regionsHint struct {
	marks     cli.BoardFlags
	all, json bool
}

func (h *regionsHint) hint(cmd *cobra.Command, b *regions.Board) error {
	wrong, err := wrongMark(cmd, b)
	if err != nil {
		return err
	}
	if wrong != "" {
		return orNo(summarize(cmd, wrong))
	}
	steps := 0
	for step := range b.Deduce(cmd.Context()) {
		if err := printStep(cmd, h.json, step.Rule, step, step.Queens, step.Excluded); err != nil {
			return err
		}
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		if steps++; !h.all {
			break
		}
	}
	if steps == 0 {
		return orNo(summarize(cmd, "no further step"))
	}
	return nil
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
