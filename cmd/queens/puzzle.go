package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func puzzleCommand() *cobra.Command {
	p := puzzle{output: cli.File(), difficulty: difficultyFlag()}
	cmd := &cobra.Command{
		Use:   "puzzle BOARD",
		Short: "Make a puzzle with exactly one solution",
		Long: `Puzzle makes a puzzle with exactly one solution. It prints the puzzle and, with
--answer, the solution. The constraints of BOARD belong to the puzzle. Without
any of the queens that it adds, there would be several solutions, or it would be
harder.

An easy puzzle is solved by looking for rows and columns with one open square. A
medium one also takes queens that would leave a row or column no square. A hard
one takes trials. Hint shows the steps.

` + cli.BoardHelp + `
See solve for the formats.`,
		Example: `  queens puzzle 8
  queens puzzle 8 --difficulty hard --seed 1 --answer
  queens puzzle 10 --output puzzle.svg
  queens puzzle 8 --seed 1 | queens hint - --all`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              p.run,
	}
	flags := cmd.Flags()
	flags.VarP(&p.difficulty, "difficulty", "d", "how hard it is: easy, medium or hard; without it medium if there is such a puzzle, else easy")
	cli.MustComplete(cmd, "difficulty", completeDifficulty)
	flags.BoolVarP(&p.answer, "answer", "a", false, "print the solution too")
	flags.VarP(&p.output, "output", "o", "write a picture of the puzzle to this file, in SVG")
	p.seed.AddTo(cmd)
	p.printer.addTo(cmd, "diagram")
	p.board.AddTo(cmd)
	return cmd
}

// difficultyFlag returns the value of a flag that is not set.
func difficultyFlag() cli.Value[queens.Difficulty] {
	return cli.Value[queens.Difficulty]{Name: "LEVEL", V: queens.Medium, Read: func(name string) (d queens.Difficulty, err error) {
		if err = d.UnmarshalText([]byte(name)); err != nil {
			err = errors.New("want easy, medium, hard or expert")
		}
		return d, err
	}}
}

func completeDifficulty(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"easy", "medium", "hard", "expert"}, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

type puzzle struct {
	board      cli.BoardFlags
	printer    printer
	difficulty cli.Value[queens.Difficulty]
	seed       cli.Seed
	answer     bool
	output     cli.Value[string]
}

func (p *puzzle) run(cmd *cobra.Command, args []string) error {
	board, err := p.board.Board(cmd, args[0])
	if err != nil {
		return err
	}
	rng := p.seed.Source(cmd.ErrOrStderr())
	made, level, err := p.make(cmd.Context(), board, rng)
	if errors.Is(err, queens.ErrNoSolution) {
		return p.printer.printNone(cmd)
	}
	if err != nil {
		return err
	}
	answer, err := made.Unique(cmd.Context())
	if err != nil {
		return err
	}
	return p.show(cmd, made, answer, level)
}

// make returns a puzzle of the difficulty that was asked for.
func (p *puzzle) make(ctx context.Context, board *queens.Board, rng *rand.Rand) (*queens.Board, queens.Difficulty, error) {
	level := p.difficulty.V
	made, err := board.Puzzle(ctx, rng, level)
	if errors.Is(err, queens.ErrNoPuzzle) && p.difficulty.Text == "" {
		level = queens.Easy
		made, err = board.Puzzle(ctx, rng, level)
	}
	return made, level, err
}

// show prints and draws the puzzle, with its answer if the user asked for it.
func (p *puzzle) show(cmd *cobra.Command, made *queens.Board, answer queens.Placement, level queens.Difficulty) error {
	given := cli.GivenOf(made)
	if p.output.V != "" {
		var picture bytes.Buffer
		shown := given
		if p.answer {
			shown = answer
		}
		if err := made.WriteSVG(&picture, shown); err != nil {
			return err
		}
		if err := writeFile(cmd, p.output.V, picture.Bytes()); err != nil {
			return err
		}
	}
	if p.printer.json {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
			Board      *queens.Board    `json:"board"`
			Answer     queens.Placement `json:"answer"`
			Difficulty string           `json:"difficulty"`
			Seed       uint64           `json:"seed"`
		}{made, answer, level.String(), p.seed.V})
	}
	boards := []queens.Placement{given}
	if p.answer {
		boards = append(boards, answer)
	}
	if err := p.printer.print(cmd, made, slices.Values(boards)); err != nil {
		return err
	}
	return summarize(cmd, fmt.Sprintf("%s given, %s; queens complete %q shows the only solution",
		cli.Plural(len(slices.Collect(given.Queens())), "queen"), level.String(), made))
}

// lower returns the name of a difficulty in small letters, as flags have it.
