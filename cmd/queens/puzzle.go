package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/svg"
	"example.com/queens/puzzle"
	"github.com/spf13/cobra"
)

func puzzleCommand() *cobra.Command {
	p := puzzleRun{difficulty: difficultyFlag(), score: scoreFlag(), count: cli.Number(1, 1), output: pictureFile()}
	cmd := &cobra.Command{
		Use:        "puzzle BOARD",
		SuggestFor: []string{"generate", "make", "new"},
		Short:      "Make puzzles with exactly one solution",
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

The score, from 0 to 100, says more: it grows with the number of steps, with
their rules, and with how far one has to look for them. With --score 40-50 the
puzzle has one of these scores; puzzles are made and thrown away until one does.

Hint shows the steps, as --steps does. Boards of regions of up to 10 rows take
about a millisecond, of 14 rows a tenth of a second.

` + cli.BoardHelp + `
See solve for the formats. Regions are written as letters unless on a terminal.
In JSON each puzzle is an object on a line by itself, which other commands read
and verify checks: {"board":…,"difficulty":"medium","score":…,"seed":…}. With
--answer it has an "answer", and with --steps that and "steps", each with its
reason.`,
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
	flags.Var(&p.score, "score", "make a puzzle with a score in this range, such as 40-50")
	flags.VarP(&p.count, "count", "c", "make this many")
	flags.BoolVarP(&p.answer, "answer", "a", false, "print the solution too")
	flags.BoolVar(&p.steps, "steps", false, "print the steps of a person who solves it; with --json the solution too")
	flags.VarP(&p.output, "output", "o", "write a picture to this file, in SVG; of several a sheet")
	p.seed.AddTo(cmd)
	cli.AddQuiet(cmd)
	p.printer.addTo(cmd, asDiagram)
	p.board.addTo(cmd)
	return cmd
}

// scores is a range of scores.
type scores struct{ least, most int }

func (s scores) has(score int) bool { return score >= s.least && score <= s.most }

// scoreFlag returns the value of a flag that takes a range of scores, all by default.
func scoreFlag() cli.Value[scores] {
	read := func(text string) (scores, error) {
		from, to, err := readRange(text, 100)
		return scores{from, to}, err
	}
	return cli.Value[scores]{V: scores{0, 100}, Name: "RANGE", Read: read}
}

type puzzleRun struct {
	board         boardFlags
	difficulty    cli.Value[puzzle.Difficulty]
	score         cli.Value[scores]
	count         cli.Value[int]
	answer, steps bool
	output        cli.Value[string]
	seed          cli.Seed
	printer       printer
	sheet         *svg.Sheet // or nil
}

func (p *puzzleRun) run(cmd *cobra.Command, args []string) error {
	maker, err := p.board.maker(cmd, args[0])
	if err != nil {
		return err
	}
	if p.answer && p.printer.format.V.noQueens {
		return fmt.Errorf("a %s has no queens, so --answer needs another format", p.printer.format.V.name)
	}
	if p.board.regions && !p.printer.chosen && !cli.IsTerminal(cmd.OutOrStdout()) {
		p.printer.format.V = asLetters
	}
	if p.output.V == "" {
		return p.makeAll(cmd, maker)
	}
	out, err := openTarget(cmd, p.output.V) // before the puzzles take long
	if err != nil {
		return err
	}
	p.sheet = &svg.Sheet{Writer: out}
	if err = p.makeAll(cmd, maker); err == nil {
		err = p.sheet.Finish()
	}
	return cmp.Or(err, out.close())
}

// makeAll makes the puzzles, and prints and draws them.
func (p *puzzleRun) makeAll(cmd *cobra.Command, maker puzzleMaker) error {
	rng := p.seed.Source()
	found := whenSlow(func() {
		fmt.Fprintln(cli.Aside(cmd), "no puzzle yet: with fewer rows, or without --score, it takes less time")
	})
	defer found()
	for i := range p.count.V {
		made, rating, err := p.make(cmd.Context(), maker, rng)
		found()
		switch {
		case errors.Is(err, queens.ErrNoSolution) && i == 0:
			return p.printer.printNone(cmd)
		case errors.Is(err, puzzle.ErrNoPuzzle), errors.Is(err, errNoScore):
			return cmp.Or(conclude(cmd, cli.Message(err)), cli.ErrNo)
		case err != nil:
			return err
		}
		if i == 0 {
			p.seed.Tell(cmd)
		}
		if err := p.show(cmd, made, rating); err != nil {
			return err
		}
	}
	return nil
}

// errNoScore says that puzzles with a score are rare, or that there are none.
var errNoScore = fmt.Errorf("none of %d puzzles has such a score", mostTried)

// mostTried is how many puzzles are made before one with the right score is given up.
const mostTried = 2000

// make makes a puzzle with the difficulty and the score that the flags ask for. If they ask only for
// a score, it tries the difficulties in turn, and drops one if the board has no such puzzle.
func (p *puzzleRun) make(ctx context.Context, maker puzzleMaker, rng *rand.Rand) (made board, rating puzzle.Rating, err error) {
	levels := []puzzle.Difficulty{puzzle.Easy, puzzle.Medium, puzzle.Hard, puzzle.Expert}
	anyLevel := p.score.Text != "" && p.difficulty.Text == ""
	for try := 0; try < mostTried && len(levels) > 0; try++ {
		level := try % len(levels)
		if anyLevel {
			made, err = maker(ctx, rng, levels[level])
		} else {
			made, err = maker.any(ctx, rng, p.difficulty)
		}
		switch {
		case anyLevel && errors.Is(err, puzzle.ErrNoPuzzle):
			levels = slices.Delete(levels, level, level+1)
			continue
		case err != nil:
			return nil, rating, err
		}
		if rating, err = made.Rate(ctx); err != nil || p.score.V.has(rating.Score) {
			return made, rating, err
		}
	}
	return nil, rating, errNoScore
}

// show prints and draws a puzzle, with its answer and its steps if the user asked for them.
func (p *puzzleRun) show(cmd *cobra.Command, made board, rating puzzle.Rating) error {
	answer, err := made.Unique(cmd.Context())
	if err != nil {
		return err
	}
	given := cli.GivenOf(made)
	boards := []queens.Placement{given}
	if p.answer {
		boards = append(boards, answer)
	}
	if p.sheet != nil {
		if err := made.WriteSVG(p.sheet, boards[len(boards)-1]); err != nil {
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
		return p.encode(cmd.OutOrStdout(), made, rating, answer, steps)
	}
	if err := p.printer.print(cmd, made, slices.Values(boards)); err != nil {
		return err
	}
	if err := printComments(cmd.OutOrStdout(), steps); err != nil || p.board.regions {
		return err
	}
	return summarize(cmd, fmt.Sprintf("%s given, %v, score %d; queens complete %q shows the only solution",
		cli.Plural(len(slices.Collect(given.Queens())), "queen"), rating.Difficulty, rating.Score, made))
}

// encode writes a puzzle as JSON.
func (p *puzzleRun) encode(w io.Writer, made board, rating puzzle.Rating, answer queens.Placement, steps []fmt.Stringer) error {
	object := struct {
		Board      board             `json:"board"`
		Answer     queens.Placement  `json:"answer,omitempty"`
		Difficulty puzzle.Difficulty `json:"difficulty"`
		Score      int               `json:"score"`
		Seed       uint64            `json:"seed"`
		Steps      *[]fmt.Stringer   `json:"steps,omitempty"`
	}{Board: made, Difficulty: rating.Difficulty, Score: rating.Score, Seed: p.seed.V}
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
