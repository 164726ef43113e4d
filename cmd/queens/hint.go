package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func hintCommand() *cobra.Command {
	var h hinter
	var flags cli.BoardFlags
	cmd := &cobra.Command{
		Use:   "hint [BOARD]...",
		Short: "Give the next step of a puzzle, with its reason",
		Long: `Hint prints the easiest step that leads on from the queens on a board: a row or
column with one open square, a queen that would leave a row or column no square,
or a trial that fails. Squares that you have crossed out can be blocked.

If the queens are in no solution, hint names one to take away. The exit status
is 1 then, and if there is no step left.

` + cli.BoardsHelp,
		Example: `  queens hint 8 --given b4,d5
  queens hint 8 --given b4,d5 --block c1 --all
  queens hint puzzle.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return flags.Each(cmd, args, func(board *queens.Board) error { return h.hint(cmd, board) })
		},
	}
	h.addTo(cmd)
	flags.AddTo(cmd)
	return cmd
}

// A hinter prints steps of either kind of puzzle.
type hinter struct {
	all, json bool
	boards    int // so far
}

func (h *hinter) addTo(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&h.all, "all", false, "print all steps")
	cmd.Flags().BoolVarP(&h.json, "json", "j", false, `write {"rule":…,"queens":…,"excluded":…,"because":…,"text":…}`)
}

// begin separates the steps of a board from those before.
func (h *hinter) begin(cmd *cobra.Command) error {
	if h.boards++; h.boards == 1 || h.json {
		return nil
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout())
	return err
}

func (h *hinter) hint(cmd *cobra.Command, board *queens.Board) error {
	if err := h.begin(cmd); err != nil {
		return err
	}
	if _, err := board.Find(cmd.Context()); errors.Is(err, queens.ErrNoSolution) {
		return sayWrong(cmd, board)
	} else if err != nil {
		return err
	}
	steps, err := printSteps(cmd, h, board.Deduce(cmd.Context()))
	switch {
	case errors.Is(err, queens.ErrNotUnique):
		return orNo(summarize(cmd, "no further step: there is more than one solution"))
	case errors.Is(err, queens.ErrRulesEnd):
		return orNo(summarize(cmd, "no further step that a person would find"))
	case err == nil && steps == 0:
		return orNo(summarize(cmd, "the board is solved"))
	}
	return err
}

// printSteps prints the first step, or all, each as a sentence or as JSON, and returns how
// many there were, and why there are no more.
func printSteps[D fmt.Stringer](cmd *cobra.Command, h *hinter, steps iter.Seq2[D, error]) (printed int, end error) {
	for step, err := range steps {
		if err != nil {
			return printed, err
		}
		if h.json {
			err = json.NewEncoder(cmd.OutOrStdout()).Encode(step)
		} else {
			_, err = fmt.Fprintln(cmd.OutOrStdout(), step)
		}
		if printed++; err != nil || !h.all {
			return printed, err
		}
	}
	return printed, nil
}

// orNo returns an error, or else the one that stands for the answer no.
func orNo(err error) error {
	if err != nil {
		return err
	}
	return cli.ErrNo
}

// sayWrong says what keeps a board from being solved: one of its queens, if without it
// there is a solution.
func sayWrong(cmd *cobra.Command, board *queens.Board) error {
	text := "no solution"
	for queen := range board.Given() {
		solvable, err := solvableWithout(cmd.Context(), board, queen)
		if err != nil {
			return err
		}
		if solvable {
			text = fmt.Sprintf("no solution; without the queen on %v there is one", queen)
			break
		}
	}
	return orNo(summarize(cmd, text))
}

func solvableWithout(ctx context.Context, board *queens.Board, queen queens.Square) (bool, error) {
	p := cli.GivenOf(board)
	p[queen.Row] = queens.Empty
	constraints := []queens.Constraint{queens.Blocked(slices.Collect(board.Blocked())...)}
	if board.Toroidal() {
		constraints = append(constraints, queens.Toroidal())
	}
	without, err := queens.NewFrom(p, constraints...)
	if err == nil {
		_, err = without.Find(ctx)
	}
	if errors.Is(err, queens.ErrNoSolution) {
		return false, nil
	}
	return err == nil, err
}
