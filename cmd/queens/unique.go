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

const uniqueJSON = `{"board":…,"solutions":"one","difficulty":"medium","answers":[…]}, or "none", or
"several" with two of them.`

func uniqueCommand() *cobra.Command {
	var u unique
	cmd := &cobra.Command{
		Use:   "unique [BOARD]...",
		Short: "Check whether boards have exactly one solution, and how hard they are",
		Long: `Unique checks whether a board has exactly one solution, as a puzzle should. It
prints the solution, or two different ones if there are several, and says how
hard the puzzle is for a person. The exit status is 0 only if all boards have
exactly one.

` + cli.BoardsHelp + `
See solve for the formats. In JSON the answer is
` + uniqueJSON,
		Example: `  queens unique 8 --given b4,d5
  queens unique 8 --given b4,d5 --block c1
  queens unique "15863724"
  queens unique puzzles.txt --format vector`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return u.board.Each(cmd, args, func(board *queens.Board) error { return u.decide(cmd, board) })
		},
	}
	u.printer.addTo(cmd, "diagram")
	u.board.AddTo(cmd)
	return cmd
}

type unique struct {
	board   cli.BoardFlags
	printer printer
}

// decide prints the solution of a board, or that there is not just one.
func (u *unique) decide(cmd *cobra.Command, board *queens.Board) error {
	v, err := verdictOn(cmd.Context(), withoutOptions{board})
	if err != nil {
		return err
	}
	if u.printer.json {
		return v.encode(cmd)
	}
	if err := u.printer.print(cmd, board, slices.Values(v.Answers)); err != nil {
		return err
	}
	return v.say(cmd)
}

// A puzzleBoard is a board of either kind.
type puzzleBoard interface {
	Find(context.Context) (queens.Placement, error)
	Another(context.Context, queens.Placement) (queens.Placement, error)
	Difficulty(context.Context) (queens.Difficulty, error)
}

// withoutOptions is a board of queens as a puzzleBoard.
type withoutOptions struct{ *queens.Board }

func (b withoutOptions) Find(ctx context.Context) (queens.Placement, error) { return b.Board.Find(ctx) }

func (b withoutOptions) Another(ctx context.Context, p queens.Placement) (queens.Placement, error) {
	return b.Board.Another(ctx, p)
}

func (b withoutOptions) Difficulty(ctx context.Context) (queens.Difficulty, error) {
	return b.Board.Difficulty(ctx)
}

// A verdict says whether a board has one solution. The answers are that, or two of several.
type verdict struct {
	Board      any                `json:"board"`
	Solutions  string             `json:"solutions"`
	Difficulty *queens.Difficulty `json:"difficulty,omitempty"`
	Answers    []queens.Placement `json:"answers"`
}

func verdictOn(ctx context.Context, board puzzleBoard) (*verdict, error) {
	v := &verdict{Board: board, Answers: []queens.Placement{}}
	first, err := board.Find(ctx)
	if err == nil {
		v.Answers = append(v.Answers, first)
		var second queens.Placement
		if second, err = board.Another(ctx, first); err == nil {
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
	level, err := board.Difficulty(ctx)
	v.Difficulty = &level
	return v, err
}

// encode writes the verdict as JSON.
func (v *verdict) encode(cmd *cobra.Command) error {
	if err := json.NewEncoder(cmd.OutOrStdout()).Encode(v); err != nil {
		return err
	}
	return v.no()
}

// say prints the verdict in words.
func (v *verdict) say(cmd *cobra.Command) error {
	text := []string{"no solution", "exactly one solution", "more than one solution"}[len(v.Answers)]
	if v.Difficulty != nil {
		text += ", " + v.Difficulty.String()
	}
	if err := summarize(cmd, text); err != nil {
		return err
	}
	return v.no()
}

func (v *verdict) no() error {
	if len(v.Answers) != 1 {
		return cli.ErrNo
	}
	return nil
}
