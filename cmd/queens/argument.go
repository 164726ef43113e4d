package main

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

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
	cmd.Flags().BoolVar(&f.regions, "regions", false, "read numbers as the regions of a board, and make boards of regions")
}

// each calls do with each board that the arguments name. See [cli.Source.Each].
func (f *boardFlags) each(cmd *cobra.Command, args []string, do func(board) error) error {
	return f.boards().Each(cmd, args, func(_ cli.Place, b board) error {
		b, err := f.mark(b)
		if err != nil {
			return cli.Report(cmd, err)
		}
		return do(b)
	})
}

// one returns the only board that an argument names.
func (f *boardFlags) one(cmd *cobra.Command, arg string) (board, error) {
	b, err := f.boards().One(cmd, arg)
	if err != nil {
		return nil, err
	}
	return f.mark(b)
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

// plain returns the only board that an argument names, which must not be one of regions.
func plain(cmd *cobra.Command, f *cli.BoardFlags, arg string) (*queens.Board, error) {
	b, err := (&boardFlags{BoardFlags: *f}).one(cmd, arg)
	if err != nil {
		return nil, err
	}
	return withoutRegions(b, cmd.Name())
}

// boards returns how boards of either kind are read. Queens on them are given.
func (f *boardFlags) boards() cli.Source[board] {
	return cli.Source[board]{Name: "board", Size: f.empty, Read: func(in io.Reader) iter.Seq2[board, error] {
		return convert(f.read(in), func(p position) (board, error) { return p.board, p.noBoard })
	}}
}

// positions returns how queens on boards of either kind are read, right or wrong.
func (f *boardFlags) positions() cli.Source[position] {
	return cli.Source[position]{Name: "placement", Read: f.read, Size: func(n int) (position, error) {
		b, err := f.empty(n)
		if err != nil {
			return position{}, err
		}
		return position{board: b, queens: cli.GivenOf(b)}, nil
	}}
}

// empty returns a board of a size.
func (f *boardFlags) empty(n int) (board, error) {
	b, err := queens.New(n)
	switch {
	case f.regions:
		return nil, errors.New("a number is not a board of regions")
	case n > queens.MaxN && n <= maxRows:
		return nil, fmt.Errorf("%w; only complete, random, construct and first take larger ones", err)
	case err != nil:
		return nil, err
	}
	return plainBoard{b}, nil
}
