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
	p := puzzle{output: cli.File(), queens: cli.Number("K", 0, 0)}
	cmd := &cobra.Command{
		Use:   "puzzle BOARD",
		Short: "Make a puzzle with exactly one solution",
		Long: `Puzzle makes a puzzle with exactly one solution, giving as few queens as it can.
It prints the puzzle and, with --answer, the solution. The constraints of BOARD
belong to the puzzle.

` + cli.BoardHelp + `
See solve for the formats.`,
		Example: `  queens puzzle 8
  queens puzzle 8 --seed 1 --answer
  queens puzzle 10 --queens 6 --output puzzle.svg
  queens puzzle 8 --seed 1 | queens complete -`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              p.run,
	}
	flags := cmd.Flags()
	flags.VarP(&p.queens, "queens", "k", "give this many queens, not as few as possible")
	p.queens.Text = ""
	cli.MustComplete(cmd, "queens", cobra.NoFileCompletions)
	flags.BoolVarP(&p.answer, "answer", "a", false, "print the solution too")
	flags.VarP(&p.output, "output", "o", "write a picture of the puzzle to this file, in SVG")
	p.seed.AddTo(cmd)
	p.printer.addTo(cmd, "diagram")
	p.board.AddTo(cmd)
	return cmd
}

type puzzle struct {
	board   cli.BoardFlags
	printer printer
	queens  cli.Value[int]
	seed    cli.Seed
	answer  bool
	output  cli.Value[string]
}

func (p *puzzle) run(cmd *cobra.Command, args []string) error {
	board, err := p.board.Board(cmd, args[0])
	if err != nil {
		return err
	}
	rng := p.seed.Source(cmd.ErrOrStderr())
	next, err := randomSolutions(cmd.Context(), board, rng)
	if errors.Is(err, queens.ErrNoSolution) {
		return summarize(cmd, "no solution")
	}
	if err != nil {
		return err
	}
	given, answer, err := fewest(cmd.Context(), board, next, rng)
	if err != nil {
		return err
	}
	if given, err = p.fillUp(given, answer, rng); err != nil {
		return err
	}
	made, err := board.With(queens.Given(given...))
	if err != nil {
		return err
	}
	return p.show(cmd, made, answer)
}

// show prints and draws the puzzle, with its answer if the user asked for it.
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
		return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
			Board  *queens.Board    `json:"board"`
			Answer queens.Placement `json:"answer"`
			Seed   uint64           `json:"seed"`
		}{made, answer, p.seed.V})
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

// randomSolutions returns a function that returns random solutions. It counts solutions
// unless the board has no constraints.
func randomSolutions(ctx context.Context, board *queens.Board, rng *rand.Rand) (func() queens.Placement, error) {
	if !hasConstraints(board) {
		_, err := queens.Construct(board.N()) // fails where ConstructRandom does
		return func() queens.Placement {
			p, _ := queens.ConstructRandom(board.N(), rng)
			return p
		}, err
	}
	sampler, err := board.Sampler(ctx)
	return func() queens.Placement { return sampler.Sample(rng) }, err
}

func hasConstraints(board *queens.Board) bool {
	for range board.Given() {
		return true
	}
	for range board.Blocked() {
		return true
	}
	return board.Toroidal()
}

// tries is how many puzzles are made, of which the best is shown. Together they take one or
// two tenths of a second for n up to 30.
const tries = 200

// fewest makes puzzles and returns the given queens and the answer of the one with the
// fewest given queens.
func fewest(ctx context.Context, board *queens.Board, next func() queens.Placement, rng *rand.Rand) (best []queens.Square, answer queens.Placement, err error) {
	for range tries {
		solution := next()
		given, err := reduce(ctx, board, solution, rng)
		if err != nil {
			return nil, nil, err
		}
		if answer == nil || len(given) < len(best) {
			best, answer = given, solution
		}
	}
	return best, answer, nil
}

// reduce returns queens of an answer that belong to no other solution. It removes the
// queens in random order, but keeps each without which there is another solution.
func reduce(ctx context.Context, board *queens.Board, answer queens.Placement, rng *rand.Rand) ([]queens.Square, error) {
	given := slices.Collect(answer.Queens())
	rng.Shuffle(len(given), func(i, j int) { given[i], given[j] = given[j], given[i] })
	for i := len(given) - 1; i >= 0; i-- {
		fewer := slices.Delete(slices.Clone(given), i, i+1)
		made, err := board.With(queens.Given(fewer...))
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

// fillUp adds queens of the answer until there are as many as the user asked for.
func (p *puzzle) fillUp(given []queens.Square, answer queens.Placement, rng *rand.Rand) ([]queens.Square, error) {
	asked := p.queens.V
	switch {
	case asked == 0:
		return given, nil
	case asked > len(answer):
		return nil, fmt.Errorf("--queens is %d, want at most %d", asked, len(answer))
	case asked < len(given):
		return nil, fmt.Errorf("no puzzle with %s was found, the fewest had %d; try another --seed", cli.Plural(asked, "given queen"), len(given))
	}
	rest := slices.DeleteFunc(slices.Collect(answer.Queens()), func(queen queens.Square) bool { return slices.Contains(given, queen) })
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	return append(given, rest[:asked-len(given)]...), nil
}
