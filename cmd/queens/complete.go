package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func completeCommand() *cobra.Command {
	var c completion
	cmd := &cobra.Command{
		Use:   "complete [BOARD]...",
		Short: "Print one solution of a board, even of a hard one, or of one of a million rows",
		Long: `Complete prints one solution that contains the given queens, or "no solution".
It is quick even on large and hard boards, where solve may never finish.

BOARD may have more than 64 rows, up to 134217728, as a number or a placement.
Then squares cannot be blocked, there is no torus, and --seed draws the
solution. Where there are few solutions and many queens to place, it may go on
for ever.

` + boardsHelp + `
See solve for the formats.`,
		Example: `  queens complete ". . . 2 4 . . ."
  queens complete 8 --given b4,d5 --block c1
  queens complete 64 --format vector
  queens complete 1000 --given a1 --seed 1 --format vector
  queens complete puzzles.txt`,
		RunE: c.run,
	}
	c.out.addTo(cmd, "diagram")
	c.seed.AddTo(cmd)
	c.flags.addTo(cmd)
	return cmd
}

type completion struct {
	flags boardFlags
	seed  cli.Seed
	out   printer
}

// A completable is a board, or a placement with more rows than boards have.
type completable struct {
	board board
	large queens.Placement
}

func (c *completion) run(cmd *cobra.Command, args []string) error {
	boards := c.flags.kind()
	kind := cli.Kind[completable]{
		Name: boards.Name,
		Parse: func(text string) (completable, error) {
			if large := parseLarge(text); large != nil {
				return completable{large: large}, nil
			}
			b, err := boards.Parse(text)
			return completable{board: b}, err
		},
		Read: func(r io.Reader) iter.Seq2[completable, error] {
			return func(yield func(completable, error) bool) { readCompletable(r, boards, yield) }
		},
		Mark: func(b completable) (completable, error) {
			if b.large != nil {
				return b, c.give(b.large)
			}
			marked, err := boards.Mark(b.board)
			return completable{board: marked}, err
		},
	}
	return kind.Each(cmd, args, func(_ cli.Place, b completable) error { return c.complete(cmd, b) })
}

func (c *completion) complete(cmd *cobra.Command, b completable) error {
	find := func() (queens.Placement, error) { return b.board.Find(cmd.Context()) }
	if b.large != nil {
		if c.out.format.isDiagram() && !c.out.json && len(b.large) > maxDiagram {
			return fmt.Errorf("the board has %d rows, want at most %d for a %s", len(b.large), maxDiagram, &c.out.format)
		}
		find = func() (queens.Placement, error) {
			return b.large.Complete(cmd.Context(), c.seed.Source(cmd.ErrOrStderr()))
		}
	}
	p, err := find()
	switch {
	case errors.Is(err, queens.ErrNoSolution):
		return c.out.printNone(cmd)
	case err != nil:
		return err
	}
	return c.out.print(cmd, b.board, slices.Values([]queens.Placement{p}))
}

// give puts the queens of the flags on a placement.
func (c *completion) give(p queens.Placement) error {
	if len(c.flags.Blocked) > 0 || c.flags.Torus || c.flags.regions {
		return fmt.Errorf("a board of %d rows has only given queens: --block, --torus and --regions are for at most %d rows", len(p), queens.MaxN)
	}
	for _, queen := range c.flags.Given {
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

// parseLarge returns the placement of a text if it has more rows than a board.
func parseLarge(text string) queens.Placement {
	p, err := queens.Parse(text)
	if n, notNumber := strconv.Atoi(text); notNumber == nil {
		p, err = nil, nil
		if n > queens.MaxN && n <= maxConstruct {
			p = slices.Repeat(queens.Placement{queens.Empty}, n)
		}
	}
	if err != nil || len(p) <= queens.MaxN {
		return nil
	}
	return p
}

// readCompletable yields the boards of a stream or, if its first placement has more rows than a
// board, its placements.
func readCompletable(r io.Reader, boards cli.Kind[board], yield func(completable, error) bool) {
	var begun bytes.Buffer // what has been read of r, until it is known what there is
	tee := io.TeeReader(r, &begun)
	large := false
	for p, err := range queens.ReadPlacements(tee) {
		large = err == nil && len(p) > queens.MaxN
		break
	}
	r = io.MultiReader(&begun, r)
	if !large {
		yieldAll(boards.Read(r), func(b board) completable { return completable{board: b} }, yield)
		return
	}
	yieldAll(queens.ReadPlacements(r), func(p queens.Placement) completable { return completable{large: p} }, yield)
}
