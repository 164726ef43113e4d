package main

import (
	"fmt"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

func completeCommand() *cobra.Command {
	var c completion
	cmd := &cobra.Command{
		Use:   "complete [BOARD]...",
		Short: "Print one solution of a board, quickly, even of a hard or huge one",
		Long: `Complete prints one solution that contains the given queens, or "no solution".
It is quick even on large and hard boards, where solve may never finish.

BOARD may have more than 64 rows, up to 134217728, as a number or a placement;
a number is always a size. Such a board has no blocked squares and no torus, and
its solution is random: --seed repeats it. With few solutions and many queens to
place, the search may never end.

` + boardsHelp + `
See solve for the formats.`,
		Example: `  queens complete ". . . 2 4 . . ."
  queens complete 8 --given b4,d5 --blocked c1
  queens complete 64 --format vector
  queens complete 1000 --given a1 --seed 1 --format vector
  queens complete puzzles.txt`,
		RunE: c.run,
	}
	c.out.addTo(cmd, asDiagram)
	c.seed.AddTo(cmd)
	cli.AddQuiet(cmd)
	c.flags.addTo(cmd)
	return cmd
}

type completion struct {
	flags boardFlags
	seed  cli.Seed
	out   printer
}

func (c *completion) run(cmd *cobra.Command, args []string) error {
	boards := c.flags.positions()
	size := boards.Size
	boards.Name, boards.Huge = "board", true
	boards.Size = func(n int) (position, error) {
		switch {
		case n <= queens.MaxN:
			return size(n)
		case n > maxRows:
			return position{}, fmt.Errorf("n = %d out of range 0..%d", n, maxRows)
		}
		return position{queens: queens.NewPlacement(n)}, nil
	}
	return boards.Each(cmd, args, func(_ cli.Place, p position) error {
		if p.board == nil && len(p.queens) > queens.MaxN {
			return c.completeLarge(cmd, p.queens)
		}
		b, err := p.board, p.noBoard
		if err == nil {
			b, err = c.flags.mark(b)
		}
		if err != nil {
			return cli.Report(cmd, err)
		}
		answer, err := b.Find(cmd.Context())
		return c.out.printOne(cmd, b, answer, err)
	})
}

// completeLarge completes a placement that is too large for a board.
func (c *completion) completeLarge(cmd *cobra.Command, p queens.Placement) error {
	if err := c.give(p); err != nil {
		return cli.Report(cmd, err)
	}
	if err := c.out.fitSize(len(p)); err != nil { // before the search takes long
		return err
	}
	rng := c.seed.Source()
	c.seed.Tell(cmd)
	answer, err := p.Complete(cmd.Context(), rng)
	return c.out.printOne(cmd, nil, answer, err)
}

// give puts the queens of the flags on a placement.
func (c *completion) give(p queens.Placement) error {
	if len(c.flags.Blocked.V) > 0 || c.flags.Torus || c.flags.regions {
		return fmt.Errorf("a board of %d rows has only given queens: --blocked, --torus and --regions are for at most %d rows", len(p), queens.MaxN)
	}
	for _, queen := range c.flags.Given.V {
		switch {
		case max(queen.Row, queen.Col) >= len(p):
			return fmt.Errorf("given queen %v is off the %d×%[2]d board", queen, len(p))
		case p[queen.Row] != queens.Empty && p[queen.Row] != queen.Col:
			return fmt.Errorf("given queens %v and %v attack each other", queens.Square{Row: queen.Row, Col: p[queen.Row]}, queen)
		}
		p[queen.Row] = queen.Col
	}
	return nil
}
