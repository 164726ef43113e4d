package main

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/puzzle"
	"github.com/spf13/cobra"
)

func uniqueCommand() *cobra.Command {
	var u unique
	cmd := &cobra.Command{
		Use:        "unique [BOARD]...",
		SuggestFor: []string{"rate", "difficulty"},
		Short:      "Check whether boards have exactly one solution, and how hard they are",
		Long: `Unique checks whether a board has exactly one solution, as a puzzle should. It
prints the solution, or two different ones if there are several, and says how
hard the puzzle is for a person. The exit status is 0 only if all boards have
exactly one.

` + boardsHelp + `
See solve for the formats. In JSON the answer is
{"board":…,"solutions":"one","difficulty":"medium","answers":[…]}, or "none", or
"several" with two of them.`,
		Example: `  queens unique 8 --given b4,d5
  queens unique 8 --given b4,d5 --blocked c1
  queens unique "15863724"
  queens unique AAABB/AABBB/CADDB/CCEEE/CCCCC
  queens unique puzzles.txt --format vector`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return u.board.each(cmd, args, func(b board) error { return u.decide(cmd, b) })
		},
	}
	u.printer.addTo(cmd, asDiagram)
	u.board.addTo(cmd)
	return cmd
}

type unique struct {
	board   boardFlags
	printer printer
}

// decide prints the solution of a board, or that there is not just one.
func (u *unique) decide(cmd *cobra.Command, b board) error {
	v, err := verdictOn(cmd.Context(), b)
	if err != nil {
		return err
	}
	if u.printer.json {
		err = json.NewEncoder(cmd.OutOrStdout()).Encode(v)
	} else if err = u.printer.print(cmd, b, slices.Values(v.Answers)); err == nil {
		err = conclude(cmd, v.String())
	}
	if err == nil && len(v.Answers) != 1 {
		return cli.ErrNo
	}
	return err
}

// A verdict says whether a board has one solution. The answers are that, or two of several.
type verdict struct {
	Board      board              `json:"board"`
	Solutions  string             `json:"solutions"`
	Difficulty *puzzle.Difficulty `json:"difficulty,omitempty"`
	Answers    []queens.Placement `json:"answers"`
}

func verdictOn(ctx context.Context, b board) (*verdict, error) {
	v := &verdict{Board: b, Answers: []queens.Placement{}}
	first, err := b.Find(ctx)
	if err == nil {
		v.Answers = append(v.Answers, first)
		var second queens.Placement
		if second, err = b.Another(ctx, first); err == nil {
			v.Answers = append(v.Answers, second)
		}
	}
	if err != nil && !errors.Is(err, queens.ErrNoSolution) {
		return nil, err
	}
	v.Solutions = []string{"none", "one", "several"}[len(v.Answers)]
	if len(v.Answers) != 1 {
		return v, nil
	}
	rating, err := b.Rate(ctx)
	v.Difficulty = &rating.Difficulty
	return v, err
}

// String returns the verdict in words.
func (v *verdict) String() string {
	text := []string{"no solution", "exactly one solution", "more than one solution"}[len(v.Answers)]
	if v.Difficulty != nil {
		text += ", " + v.Difficulty.String()
	}
	return text
}
