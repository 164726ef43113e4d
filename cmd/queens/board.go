package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

// A board is one of either kind: a chessboard, perhaps a toroidal one, or one of regions.
type board interface {
	fmt.Stringer
	N() int
	Given() iter.Seq[queens.Square]
	Blocked() iter.Seq[queens.Square]
	Attacks(p, q queens.Square) bool
	Check(queens.Placement) error
	Find(context.Context) (queens.Placement, error)
	Unique(context.Context) (queens.Placement, error)
	Another(context.Context, queens.Placement) (queens.Placement, error)
	Rate(context.Context) (puzzle.Rating, error)
	WriteSVG(io.Writer, queens.Placement) error

	// put returns the board with more given queens and blocked squares.
	put(given, blocked []queens.Square) (board, error)
	// solutions returns all solutions, listed by as many workers, if boards of the kind can have more
	// than one.
	solutions(ctx context.Context, workers int) iter.Seq2[queens.Placement, error]
	steps(context.Context) iter.Seq2[fmt.Stringer, error]
	count(context.Context, ...queens.Option) (uint64, error)
}

// A plainBoard is a board without regions.
type plainBoard struct{ *queens.Board }

func (b plainBoard) put(given, blocked []queens.Square) (board, error) {
	with, err := b.With(queens.Given(given...), queens.Blocked(blocked...))
	return plainBoard{with}, err
}

func (b plainBoard) steps(ctx context.Context) iter.Seq2[fmt.Stringer, error] {
	return each(puzzle.Deduce(ctx, b.Board), func(step puzzle.Deduction) (fmt.Stringer, error) { return step, nil })
}

func (b plainBoard) count(ctx context.Context, opts ...queens.Option) (uint64, error) {
	return b.Count(ctx, opts...)
}

// Rate returns how hard b is as a puzzle.
func (b plainBoard) Rate(ctx context.Context) (puzzle.Rating, error) {
	return puzzle.Rate(ctx, b.Board)
}

func (b plainBoard) solutions(ctx context.Context, workers int) iter.Seq2[queens.Placement, error] {
	return b.Solutions(ctx, queens.Workers(workers))
}

// emptyBoard returns a plain board without constraints. The board is nil if there is an error.
func emptyBoard(n int) (board, error) {
	b, err := queens.New(n)
	if err != nil {
		return nil, err
	}
	return plainBoard{b}, nil
}

// A regionBoard is a board of regions.
type regionBoard struct{ *regions.Board }

func (b regionBoard) put(given, blocked []queens.Square) (board, error) {
	with, err := b.With(regions.Given(given...), regions.Blocked(blocked...))
	return regionBoard{with}, err
}

func (b regionBoard) steps(ctx context.Context) iter.Seq2[fmt.Stringer, error] {
	return each(b.Deduce(ctx), func(step regions.Deduction) (fmt.Stringer, error) { return step, nil })
}

func (b regionBoard) solutions(ctx context.Context, _ int) iter.Seq2[queens.Placement, error] {
	return b.Solutions(ctx)
}

func (b regionBoard) count(ctx context.Context, _ ...queens.Option) (uint64, error) {
	return b.Count(ctx)
}

// each yields what an iterator does, as another type, and its errors.
func each[T, U any](items iter.Seq2[T, error], as func(T) (U, error)) iter.Seq2[U, error] {
	return func(yield func(U, error) bool) {
		for item, err := range items {
			var other U
			if err == nil {
				other, err = as(item)
			}
			if !yield(other, err) {
				return
			}
		}
	}
}

// boardsHelp explains the arguments of a command that takes any number of boards.
const boardsHelp = `BOARD is a size, a board or a placement in any notation, a file with any number
of these, or - or nothing for standard input. "queens help board" says more.
`

// boardFlags are the flags of commands that take boards of either kind.
type boardFlags struct {
	cli.BoardFlags
	regions bool
}

func (f *boardFlags) addTo(cmd *cobra.Command) {
	f.AddTo(cmd)
	cmd.Flags().BoolVar(&f.regions, "regions", false, "the board is one of regions, where its form leaves that open")
}

// one returns the only board that an argument names, with what the flags add.
func (f *boardFlags) one(cmd *cobra.Command, arg string) (board, error) {
	return f.kind().One(cmd, arg)
}

// plain returns the only board that an argument names, which must not be one of regions.
func plain(cmd *cobra.Command, f *cli.BoardFlags, arg string) (*queens.Board, error) {
	b, err := (&boardFlags{BoardFlags: *f}).one(cmd, arg)
	if err != nil {
		return nil, err
	}
	return withoutRegions(b, cmd.Name())
}

// withoutRegions returns the board for what does not take boards of regions.
func withoutRegions(b board, what string) (*queens.Board, error) {
	without, ok := b.(plainBoard)
	if !ok {
		return nil, fmt.Errorf("%s does not take boards of regions", what)
	}
	return without.Board, nil
}

// each calls do with each board that the arguments name. See [cli.Kind.Each].
func (f *boardFlags) each(cmd *cobra.Command, args []string, do func(board) error) error {
	return f.kind().Each(cmd, args, func(_ cli.Place, b board) error { return do(b) })
}

func (f *boardFlags) kind() cli.Kind[board] {
	onBoard := func(p position) (board, error) { return p.board, p.noBoard }
	return cli.Kind[board]{
		Name: "board",
		Parse: func(text string) (board, error) {
			p, err := f.parse(text)
			return p.board, cmp.Or(err, p.noBoard)
		},
		Read: func(in io.Reader) iter.Seq2[board, error] { return each(f.read(in), onBoard) },
		Mark: f.mark,
	}
}

// mark adds what the flags ask for to a board.
func (f *boardFlags) mark(b board) (board, error) {
	if b, ok := b.(plainBoard); ok {
		with, err := b.With(f.Constraints()...)
		return plainBoard{with}, err
	}
	if f.Torus {
		return nil, errors.New("--torus is for boards without regions")
	}
	return b.put(f.Given.V, f.Blocked.V)
}
