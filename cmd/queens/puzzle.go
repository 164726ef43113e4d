package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

func puzzleCommand() *cobra.Command {
	p := puzzle{difficulty: difficultyFlag(), count: cli.Number("K", 1, 1), output: cli.File()}
	cmd := &cobra.Command{
		Use:   "puzzle BOARD",
		Short: "Make puzzles with exactly one solution",
		Long: `Puzzle makes puzzles with exactly one solution. It prints each and, with
--answer, its solution. With --regions, BOARD is a size, and the puzzle is a
board divided into regions. Otherwise the constraints of BOARD belong to the
puzzle, and queens are given. Without any one of them there would be several
solutions, or the puzzle would be harder.

How hard a puzzle is depends on what it takes to solve it:

          given queens                         regions
  easy    rows and columns with one square     one row, column or region at once
  medium  queens that leave a line no square   two of them at once
  hard    trials                               more
  expert  trials within which to look further  trials

Hint shows the steps, as --steps does. Boards of regions of up to 10 rows take
about a millisecond, of 14 rows a tenth of a second.

` + cli.BoardHelp + `
See solve for the formats. Regions are written as letters unless on a terminal.
In JSON each puzzle is an object on a line by itself, which other commands read
and verify checks: {"board":…,"difficulty":"medium","seed":…}. With --answer it
has an "answer", and with --steps that and "steps", each with its reason.`,
		Example: `  queens puzzle 8
  queens puzzle 8 --difficulty hard --seed 1 --answer
  queens puzzle 8 --regions --format link
  queens puzzle 10 --output puzzle.svg
  queens puzzle 8 --regions --count 6 --output sheet.svg
  queens puzzle 8 --count 10000 --json --steps > puzzles.jsonl`,
		Args: cli.OneBoard,
		RunE: p.run,
	}
	flags := cmd.Flags()
	flags.VarP(&p.difficulty, "difficulty", "d", "how hard it is: easy, medium, hard or expert; without it medium if there is such a puzzle, else easy")
	flags.VarP(&p.count, "count", "c", "make this many")
	flags.BoolVarP(&p.answer, "answer", "a", false, "print the solution too")
	flags.BoolVar(&p.steps, "steps", false, "print the steps of a person who solves it; with --json the solution too")
	flags.VarP(&p.output, "output", "o", "write a picture to this file, in SVG; of several a sheet")
	p.seed.AddTo(cmd)
	p.printer.addTo(cmd, "diagram")
	p.board.addTo(cmd)
	return cmd
}

// difficultyFlag returns the value of a flag that takes a difficulty.
func difficultyFlag() cli.Value[queens.Difficulty] {
	read := func(name string) (d queens.Difficulty, err error) {
		if err = d.UnmarshalText([]byte(name)); err != nil {
			err = errors.New("want easy, medium, hard or expert")
		}
		return d, err
	}
	return cli.Value[queens.Difficulty]{Name: "LEVEL", V: queens.Medium, Read: read, Words: []string{"easy", "medium", "hard", "expert"}}
}

type puzzle struct {
	board         boardFlags
	difficulty    cli.Value[queens.Difficulty]
	count         cli.Value[int]
	answer, steps bool
	output        cli.Value[string]
	seed          cli.Seed
	printer       printer
	page          sheet
}

func (p *puzzle) run(cmd *cobra.Command, args []string) error {
	maker, err := p.board.maker(cmd, args[0])
	if err != nil {
		return err
	}
	if p.answer && p.printer.format.V.name == "link" && !p.printer.json {
		return errors.New("a link has no queens, so --answer needs another format")
	}
	if p.board.regions && !cmd.Flags().Changed("format") && !cli.IsTerminal(cmd.OutOrStdout()) {
		p.printer.format.V = formatNamed("letters")
	}
	rng := p.seed.Source(cmd.ErrOrStderr())
	for i := range p.count.V {
		made, level, err := maker.any(cmd.Context(), rng, p.difficulty)
		if errors.Is(err, queens.ErrNoSolution) && i == 0 {
			return p.printer.printNone(cmd)
		}
		if err != nil {
			return err
		}
		if err := p.show(cmd, made, level); err != nil {
			return err
		}
	}
	if p.output.V == "" {
		return nil
	}
	return writeFile(cmd, p.output.V, p.page.svg())
}

// A puzzleMaker makes a puzzle of a difficulty.
type puzzleMaker func(context.Context, *rand.Rand, queens.Difficulty) (board, error)

// maker returns what makes puzzles of a board, or of boards of regions that have its size.
func (f *boardFlags) maker(cmd *cobra.Command, arg string) (puzzleMaker, error) {
	if f.regions {
		n, err := strconv.Atoi(arg)
		switch {
		case err != nil:
			return nil, fmt.Errorf("size of the board is %q, want a whole number 1..%d", arg, regions.MaxN)
		case f.IsSet():
			return nil, errors.New("--given, --blocked and --torus do not go with --regions: the board is new")
		}
		return func(ctx context.Context, rng *rand.Rand, level queens.Difficulty) (board, error) {
			made, err := regions.Generate(ctx, rng, n, level)
			return regionBoard{made}, err
		}, nil
	}
	b, err := plain(cmd, &f.BoardFlags, arg)
	return func(ctx context.Context, rng *rand.Rand, level queens.Difficulty) (board, error) {
		made, err := b.Puzzle(ctx, rng, level)
		return plainBoard{made}, err
	}, err
}

// any makes a puzzle of the difficulty that was asked for. If none was, an easy one will do.
func (m puzzleMaker) any(ctx context.Context, rng *rand.Rand, asked cli.Value[queens.Difficulty]) (board, queens.Difficulty, error) {
	level := asked.V
	made, err := m(ctx, rng, level)
	if errors.Is(err, queens.ErrNoPuzzle) && asked.Text == "" {
		if easy, easyErr := m(ctx, rng, queens.Easy); easyErr == nil {
			return easy, queens.Easy, nil
		}
	}
	return made, level, err
}

// show prints and draws a puzzle, with its answer and its steps if the user asked for them.
func (p *puzzle) show(cmd *cobra.Command, made board, level queens.Difficulty) error {
	answer, err := made.Unique(cmd.Context())
	if err != nil {
		return err
	}
	given := cli.GivenOf(made)
	boards := []queens.Placement{given}
	if p.answer {
		boards = append(boards, answer)
	}
	if p.output.V != "" {
		if err := p.page.add(func(w io.Writer) error { return made.WriteSVG(w, boards[len(boards)-1]) }); err != nil {
			return err
		}
	}
	steps := []fmt.Stringer{}
	if p.steps {
		for step, err := range made.steps(cmd.Context()) {
			if err != nil {
				return err
			}
			steps = append(steps, step)
		}
	}
	if p.printer.json {
		return p.encode(cmd.OutOrStdout(), made, level, answer, steps)
	}
	if err := p.printer.print(cmd, made, slices.Values(boards)); err != nil {
		return err
	}
	if err := printComments(cmd.OutOrStdout(), steps); err != nil || p.board.regions {
		return err
	}
	return summarize(cmd, fmt.Sprintf("%s given, %v; queens complete %q shows the only solution",
		cli.Plural(len(slices.Collect(given.Queens())), "queen"), level, made))
}

// encode writes a puzzle as JSON.
func (p *puzzle) encode(w io.Writer, made board, level queens.Difficulty, answer queens.Placement, steps []fmt.Stringer) error {
	object := struct {
		Board      board             `json:"board"`
		Answer     queens.Placement  `json:"answer,omitempty"`
		Difficulty queens.Difficulty `json:"difficulty"`
		Seed       uint64            `json:"seed"`
		Steps      *[]fmt.Stringer   `json:"steps,omitempty"`
	}{Board: made, Difficulty: level, Seed: p.seed.V}
	if p.answer || p.steps {
		object.Answer = answer
	}
	if p.steps {
		object.Steps = &steps
	}
	return json.NewEncoder(w).Encode(object)
}

// printComments prints steps as comments, which the readers of boards skip.
func printComments(w io.Writer, steps []fmt.Stringer) error {
	text := ""
	for _, step := range steps {
		text += fmt.Sprintf("# %v\n", step)
	}
	if text != "" {
		text += "\n"
	}
	_, err := io.WriteString(w, text)
	return err
}
