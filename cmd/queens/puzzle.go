package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func puzzleCommand() *cobra.Command {
	p := puzzle{output: cli.File(), queens: cli.Number("K", 0, 0)}
	cmd := &cobra.Command{
		Use:   "puzzle BOARD",
		Short: "Make a puzzle with exactly one solution",
		Long: `Puzzle makes a puzzle: a board with as few given queens as it can find that
leave exactly one solution. It prints the puzzle, and with --answer its solution
too. What is special about BOARD belongs to the puzzle.

` + cli.BoardHelp + `
The formats are those of solve.`,
		Example: `  queens puzzle 8
  queens puzzle 8 --seed 1 --answer
  queens puzzle 10 --queens 6 --output puzzle.svg
  queens puzzle 8 --seed 1 | queens complete -`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              p.run,
	}
	flags := cmd.Flags()
	flags.VarP(&p.queens, "queens", "k", "give so many queens, not as few as can be")
	p.queens.Text = ""
	cli.MustComplete(cmd, "queens", cobra.NoFileCompletions)
	flags.BoolVarP(&p.answer, "answer", "a", false, "show the solution as well")
	flags.VarP(&p.output, "output", "o", "draw the puzzle to this file, in SVG")
	p.seed.AddFlag(cmd)
	p.printer.addFlags(cmd, "diagram")
	p.board.AddFlags(cmd)
	return cmd
}

// puzzle is the command line of the command of that name.
type puzzle struct {
	board   cli.Board
	printer printer
	queens  cli.Value[int]
	seed    cli.Seed
	answer  bool
	output  cli.Value[string]
}

func (p *puzzle) run(cmd *cobra.Command, args []string) error {
	s, err := p.board.Solver(cmd, args[0])
	if err != nil {
		return err
	}
	rng := p.seed.Source(cmd.ErrOrStderr())
	draw, err := solutions(cmd.Context(), s, rng)
	if errors.Is(err, queens.ErrNoSolution) {
		return summarize(cmd, "no solution")
	}
	if err != nil {
		return err
	}
	given, answer, err := fewest(cmd.Context(), s, draw, rng)
	if err != nil {
		return err
	}
	if given, err = p.fillUp(given, answer, rng); err != nil {
		return err
	}
	made, err := s.With(queens.Given(given...))
	if err != nil {
		return err
	}
	return p.show(cmd, made, answer)
}

// show prints and draws the puzzle, with its answer if it is asked for.
func (p *puzzle) show(cmd *cobra.Command, made *queens.Board, answer queens.Placement) error {
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
		if err := writePicture(cmd, p.output.V, picture.Bytes()); err != nil {
			return err
		}
	}
	if p.printer.json {
		object := struct {
			Board  string           `json:"board"`
			Answer queens.Placement `json:"answer"`
			Seed   uint64           `json:"seed"`
		}{made.String(), answer, p.seed.V}
		_, err := fmt.Fprintln(cmd.OutOrStdout(), toJSON(object))
		return err
	}
	boards := []queens.Placement{given}
	if p.answer {
		boards = append(boards, answer)
	}
	if err := p.printer.print(cmd, made, slices.Values(boards)); err != nil {
		return err
	}
	return summarize(cmd, fmt.Sprintf("%s given, exactly one solution; queens complete %q shows it",
		cli.Plural(len(slices.Collect(given.Queens())), "queen"), made))
}

// solutions returns a function that draws solutions at random. Only those of an empty
// board are found without counting.
func solutions(ctx context.Context, s *queens.Board, rng *rand.Rand) (func() queens.Placement, error) {
	if s.String() == fmt.Sprintf("n=%d", s.N()) {
		_, err := queens.Construct(s.N()) // fails where Random does
		return func() queens.Placement {
			p, _ := queens.ConstructRandom(s.N(), rng)
			return p
		}, err
	}
	sampler, err := s.Sampler(ctx)
	return func() queens.Placement { return sampler.Sample(rng) }, err
}

// tries is how many puzzles are made for one that is shown: together they take a tenth
// of a second or two up to n = 30.
const tries = 200

// fewest returns the given queens and the answer of the puzzle with the fewest queens
// that it can find.
func fewest(ctx context.Context, s *queens.Board, draw func() queens.Placement, rng *rand.Rand) (best []queens.Square, answer queens.Placement, err error) {
	for range tries {
		solution := draw()
		given, err := reduced(ctx, s, solution, rng)
		if err != nil {
			return nil, nil, err
		}
		if answer == nil || len(given) < len(best) {
			best, answer = given, solution
		}
	}
	return best, answer, nil
}

// reduced returns queens of an answer that leave no other. It takes away one after the
// other, in an order by chance, as long as there is no other.
func reduced(ctx context.Context, s *queens.Board, answer queens.Placement, rng *rand.Rand) ([]queens.Square, error) {
	given := slices.Collect(answer.Queens())
	rng.Shuffle(len(given), func(i, j int) { given[i], given[j] = given[j], given[i] })
	for i := len(given) - 1; i >= 0; i-- {
		fewer := slices.Delete(slices.Clone(given), i, i+1)
		made, err := s.With(queens.Given(fewer...))
		if err != nil {
			return nil, err
		}
		switch _, err := made.Unique(ctx); {
		case err == nil:
			given = fewer
		case !errors.Is(err, queens.ErrNotUnique):
			return nil, err
		}
	}
	return given, nil
}

// fillUp adds queens of the answer until there are as many as were asked for.
func (p *puzzle) fillUp(given []queens.Square, answer queens.Placement, rng *rand.Rand) ([]queens.Square, error) {
	asked := p.queens.V
	switch {
	case asked == 0:
		return given, nil
	case asked > len(answer):
		return nil, fmt.Errorf("%d given queens, want at most %d", asked, len(answer))
	case asked < len(given):
		return nil, fmt.Errorf("no puzzle of %s was found, the fewest were %d; try another --seed", cli.Plural(asked, "given queen"), len(given))
	}
	rest := slices.DeleteFunc(slices.Collect(answer.Queens()), func(s queens.Square) bool { return slices.Contains(given, s) })
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	return append(given, rest[:asked-len(given)]...), nil
}
