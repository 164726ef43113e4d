package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/words"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

func hintCommand() *cobra.Command {
	var h hinter
	cmd := &cobra.Command{
		Use:        "hint [BOARD]...",
		SuggestFor: []string{"explain", "deduce", "steps"},
		Short:      "Give the next step of a puzzle, with its reason",
		Long: `Hint prints the easiest next step for the queens on a board: a line with one
open square, say, a queen that would leave a line without a square, or a trial
that fails. Squares that you have crossed out can be blocked. With --look it
only says where to look, and gives nothing of the answer away.

If no solution has these queens, hint names one to remove, or a cross. The exit
status is then 1, as it is if there is no step left.

` + boardsHelp,
		Example: `  queens hint 8 --given b4,d5
  queens hint 8 --given b4,d5 --look
  queens hint 8 --given b4,d5 --blocked c1 --all
  queens hint AAABB/AABBB/CADDB/CCEEE/CCCCC
  queens hint puzzle.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return h.board.each(cmd, args, func(b board) error { return h.hint(cmd, b) })
		},
	}
	cmd.Flags().BoolVar(&h.all, "all", false, "print all steps")
	cmd.Flags().BoolVar(&h.look, "look", false, "say only where to look")
	cmd.Flags().BoolVarP(&h.json, "json", "j", false, "write each step as a JSON object")
	cmd.MarkFlagsMutuallyExclusive("look", "json")
	h.board.addTo(cmd)
	return cmd
}

// A hinter prints steps.
type hinter struct {
	board           boardFlags
	all, look, json bool
	boards          int // so far
}

func (h *hinter) hint(cmd *cobra.Command, b board) error {
	if h.boards++; h.boards > 1 && !h.json { // apart from the steps of the board before
		if _, err := fmt.Fprintln(cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	text, err := fault(cmd.Context(), b)
	if err == nil && text == "" {
		text, err = h.printSteps(cmd, b)
	}
	if err != nil || text == "" {
		return err
	}
	return cmp.Or(conclude(cmd, text), cli.ErrNo)
}

// printSteps prints the first step, or all, each as a sentence or as JSON. It returns why there
// is none, or no other one.
func (h *hinter) printSteps(cmd *cobra.Command, b board) (end string, err error) {
	end = "the board is solved"
	for step, err := range b.steps(cmd.Context()) {
		switch {
		case errors.Is(err, queens.ErrNoSolution):
			return "no solution", nil
		case errors.Is(err, queens.ErrNotUnique):
			return "no further step: there is more than one solution", nil
		case errors.Is(err, puzzle.ErrRulesEnd):
			return "no further step that a person would find", nil
		case err != nil:
			return "", err
		case h.json:
			err = json.NewEncoder(cmd.OutOrStdout()).Encode(step)
		case h.look:
			_, err = fmt.Fprintln(cmd.OutOrStdout(), lookOf(step))
		default:
			_, err = fmt.Fprintln(cmd.OutOrStdout(), step)
		}
		if err != nil || !h.all {
			return "", err
		}
		end = ""
	}
	return end, nil
}

// lookOf says where a step looks, which is the first third of a hint.
func lookOf(step fmt.Stringer) string {
	var at []string
	var because []queens.Square
	switch step := step.(type) {
	case puzzle.Deduction:
		because = step.Because
		at = []string{step.Line.String()}
	case regions.Deduction:
		because = step.Because
		for _, unit := range step.Units {
			at = append(at, unit.String())
		}
	}
	text := "Look at " + strings.Join(at, " and ")
	if len(because) > 0 {
		text += ": " + strings.Join(words.Names(slices.Values(because)), ", ")
	}
	return text + "."
}

// fault says what keeps a board from being solved, or nothing. Of a board of regions it is a
// queen or a cross that contradicts the only solution; of another one a queen without which
// there is a solution.
func fault(ctx context.Context, b board) (string, error) {
	if b, ok := b.(regionBoard); ok {
		bare, err := regions.New(b.Regions())
		if err != nil {
			return "", err
		}
		solution, err := bare.Unique(ctx)
		if err != nil {
			return "", ctx.Err() // several solutions, or none: the steps tell
		}
		return contradiction(b, solution), nil
	}
	if _, err := b.Find(ctx); !errors.Is(err, queens.ErrNoSolution) {
		return "", err
	}
	for queen := range b.Given() {
		switch err := findWithout(ctx, b.(plainBoard), queen); {
		case err == nil:
			return fmt.Sprintf("no solution; without the queen on %v there is one", queen), nil
		case !errors.Is(err, queens.ErrNoSolution):
			return "", err
		}
	}
	return "no solution", nil
}

// contradiction names a queen or a cross that a solution contradicts, or nothing.
func contradiction(b board, solution queens.Placement) string {
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

// findWithout returns an error unless the board has a solution without a given queen.
func findWithout(ctx context.Context, b plainBoard, queen queens.Square) error {
	p := cli.GivenOf(b)
	p[queen.Row] = queens.Empty
	constraints := []queens.Constraint{queens.Blocked(slices.Collect(b.Blocked())...)}
	if b.Toroidal() {
		constraints = append(constraints, queens.Toroidal())
	}
	without, err := queens.NewFrom(p, constraints...)
	if err == nil {
		_, err = without.Find(ctx)
	}
	return err
}
