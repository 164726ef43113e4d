package main

import (
	"context"
	"errors"
	"math/rand/v2"

	"example.com/queens/cmd/internal/cli"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

// difficultyFlag returns the value of a flag that takes a difficulty, medium by default.
func difficultyFlag() cli.Value[puzzle.Difficulty] {
	value := cli.Choice("LEVEL", puzzle.Difficulty.String, puzzle.Easy, puzzle.Medium, puzzle.Hard, puzzle.Expert)
	value.V, value.Text = puzzle.Medium, ""
	return value
}

// A puzzleMaker makes a puzzle of a difficulty.
type puzzleMaker func(context.Context, *rand.Rand, puzzle.Difficulty) (board, error)

// maker returns what makes puzzles of a board, or of boards of regions that have its size.
func (f *boardFlags) maker(cmd *cobra.Command, arg string) (puzzleMaker, error) {
	if f.regions {
		n, err := readSize(arg, 1, regions.MaxN)
		switch {
		case err != nil:
			return nil, err
		case f.IsSet():
			return nil, errors.New("--given, --blocked and --torus do not go with --regions: the board is new")
		}
		return func(ctx context.Context, rng *rand.Rand, level puzzle.Difficulty) (board, error) {
			made, err := regions.Generate(ctx, rng, n, level)
			return regionBoard{made}, err
		}, nil
	}
	b, err := plain(cmd, &f.BoardFlags, arg)
	return func(ctx context.Context, rng *rand.Rand, level puzzle.Difficulty) (board, error) {
		made, err := puzzle.Generate(ctx, rng, b, level)
		return plainBoard{made}, err
	}, err
}

// any makes a puzzle of the difficulty that was asked for. If none was, an easy one will do.
func (m puzzleMaker) any(ctx context.Context, rng *rand.Rand, asked cli.Value[puzzle.Difficulty]) (board, error) {
	made, err := m(ctx, rng, asked.V)
	if errors.Is(err, puzzle.ErrNoPuzzle) && asked.Text == "" {
		if easy, easyErr := m(ctx, rng, puzzle.Easy); easyErr == nil {
			return easy, nil
		}
	}
	return made, err
}
