package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func puzzleCommand() *cobra.Command {
	p := puzzle{maker: newMaker()}
	cmd := &cobra.Command{
		Use:   "puzzle BOARD",
		Short: "Make puzzles with exactly one solution",
		Long: `Puzzle makes puzzles with exactly one solution. It prints each and, with
--answer, its solution. The constraints of BOARD belong to the puzzle. Without
any of the queens that it adds, there would be several solutions, or it would be
harder.

An easy puzzle is solved by looking for rows and columns with one open square. A
medium one also takes queens that would leave a row or column no square. A hard
one takes trials, and an expert one trials within which one must look further.
Hint shows the steps, as --steps does.

` + cli.BoardHelp + `
See solve for the formats.

` + madeJSON,
		Example: `  queens puzzle 8
  queens puzzle 8 --difficulty hard --seed 1 --answer
  queens puzzle 10 --output puzzle.svg
  queens puzzle 8 --seed 1 | queens hint - --all
  queens puzzle 8 --count 10000 --json --steps > puzzles.jsonl`,
		Args: cli.OneBoard,
		RunE: p.run,
	}
	p.addTo(cmd, "; without it medium if there is such a puzzle, else easy")
	p.printer.addTo(cmd, "diagram")
	p.board.AddTo(cmd)
	return cmd
}

type puzzle struct {
	maker
	board   cli.BoardFlags
	printer printer
}

func (p *puzzle) run(cmd *cobra.Command, args []string) error {
	board, err := p.board.Board(cmd, args[0])
	if err != nil {
		return err
	}
	rng := p.seed.New()
	for i := range p.count.V {
		made, level, err := p.make(cmd.Context(), board, rng)
		if errors.Is(err, queens.ErrNoSolution) && i == 0 {
			return p.printer.printNone(cmd)
		}
		if err != nil {
			return err
		}
		if i == 0 {
			p.seed.Tell(cmd.ErrOrStderr())
		}
		if err := p.show(cmd, made, level); err != nil {
			return err
		}
	}
	return p.finish(cmd)
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

// show prints and draws a puzzle, with its answer and its steps if the user asked for them.
func (p *puzzle) show(cmd *cobra.Command, made *queens.Board, level queens.Difficulty) error {
	answer, err := made.Unique(cmd.Context())
	if err != nil {
		return err
	}
	given := cli.GivenOf(made)
	boards := []queens.Placement{given}
	if p.answer {
		boards = append(boards, answer)
	}
	err = p.draw(func(w io.Writer) error { return made.WriteSVG(w, boards[len(boards)-1]) })
	if err != nil {
		return err
	}
	steps, err := collect(&p.maker, made.Deduce(cmd.Context()))
	if err != nil {
		return err
	}
	if p.printer.json {
		return p.encode(cmd.OutOrStdout(), made, level, answer, steps)
	}
	if err := p.printer.print(cmd, made, slices.Values(boards)); err != nil {
		return err
	}
	if err := printComments(cmd.OutOrStdout(), steps); err != nil {
		return err
	}
	return summarize(cmd, fmt.Sprintf("%s given, %v; queens complete %q shows the only solution",
		cli.Plural(len(slices.Collect(given.Queens())), "queen"), level, made))
}
