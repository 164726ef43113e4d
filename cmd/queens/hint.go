package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func hintCommand() *cobra.Command {
	var h hinter
	cmd := &cobra.Command{
		Use:   "hint BOARD",
		Short: "Give the next step of a puzzle, with its reason",
		Long: `Hint prints the easiest step that leads on from the queens on a board: a row or
column with one open square, a queen that would leave a row or column no square,
or a trial that fails. Squares that you have crossed out can be blocked.

If the queens are in no solution, hint names one to take away. The exit status
is 1 then, and if there is no step left.

` + cli.BoardHelp,
		Example: `  queens hint 8 --given b4,d5
  queens hint 8 --given b4,d5 --block c1 --all
  queens hint puzzle.txt`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              h.run,
	}
	cmd.Flags().BoolVar(&h.all, "all", false, "print all steps")
	cmd.Flags().BoolVarP(&h.json, "json", "j", false, `write {"rule":…,"text":…,"queens":…,"excluded":…}`)
	h.board.AddTo(cmd)
	return cmd
}

type hinter struct {
	board     cli.BoardFlags
	all, json bool
}

func (h *hinter) run(cmd *cobra.Command, args []string) error {
	board, err := h.board.Board(cmd, args[0])
	if err != nil {
		return err
	}
	if _, err := board.Find(cmd.Context()); errors.Is(err, queens.ErrNoSolution) {
		return sayWrong(cmd, board)
	} else if err != nil {
		return err
	}
	placed := len(slices.Collect(board.Given()))
	steps := 0
	for step := range board.Deduce(cmd.Context()) {
		if err := printStep(cmd, h.json, step.Rule, step, step.Queens, step.Excluded); err != nil {
			return err
		}
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		steps++
		placed += len(step.Queens)
		if !h.all {
			return nil
		}
	}
	switch {
	case placed < board.N():
		return orNo(summarize(cmd, "no further step: there is more than one solution"))
	case steps == 0:
		return orNo(summarize(cmd, "the board is solved"))
	}
	return nil
}

// orNo returns an error, or else the one that stands for the answer no.
func orNo(err error) error {
	if err != nil {
		return err
	}
	return cli.ErrNo
}

// printStep prints a step of either kind of puzzle: its sentence, or JSON.
func printStep(cmd *cobra.Command, asJSON bool, rule, step fmt.Stringer, placed, excluded []queens.Square) error {
	if !asJSON {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), step)
		return err
	}
	return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
		Rule     string   `json:"rule"`
		Text     string   `json:"text"`
		Queens   []string `json:"queens"`
		Excluded []string `json:"excluded"`
	}{rule.String(), step.String(), squareTexts(placed), squareTexts(excluded)})
}

// squareTexts returns the names of squares. It never returns nil, which would be null in JSON.
func squareTexts(squares []queens.Square) []string {
	texts := make([]string, len(squares))
	for i, square := range squares {
		texts[i] = square.String()
	}
	return texts
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
