package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

// boardHelp explains the argument of the commands that take a board.
const boardHelp = `BOARD is the size of an empty board, or a placement whose queens are given, in
any notation that the library parses or solve prints, or - to read a placement
from standard input. A number of up to three digits is a size. Squares alone do
not tell the size of their board: that of "b4 d5" is 5. Say 8 --given b4,d5.
`

// A puzzle is a board with constraints.
type puzzle struct {
	n       int
	options []queens.Option
	*queens.Solver
}

func newPuzzle(n int, options []queens.Option) (puzzle, error) {
	s, err := queens.New(n, options...)
	return puzzle{n, options, s}, err
}

// with returns the solver of the puzzle with more constraints.
func (p puzzle) with(options ...queens.Option) (*queens.Solver, error) {
	return queens.New(p.n, slices.Concat(p.options, options)...)
}

// boardOnly checks that a command has one argument, the board.
func boardOnly(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s has %d arguments, want one, the board", cmd.Name(), len(args))
	}
	return nil
}

// puzzleJob returns the job of doing something with the board that arg stands for,
// where the queens of a placement are given.
func (c *constraints) puzzleJob(arg string, stdin io.Reader, do func(context.Context, puzzle) error) (job, error) {
	empty := func(n int) (puzzle, error) { return newPuzzle(n, c.options()) }
	given := func(p queens.Placement) (puzzle, error) {
		return newPuzzle(len(p), append(c.options(), queens.Given(slices.Collect(p.Queens())...)))
	}
	return boardJob(arg, stdin, empty, given, do)
}

// boardJob returns the job of doing something with what is made of arg: of the size
// that it states, or of the placement that it is or has read from standard input.
// Only standard input is left for the job to read.
func boardJob[T any](arg string, stdin io.Reader, ofSize func(int) (T, error), of func(queens.Placement) (T, error), do func(context.Context, T) error) (job, error) {
	if arg == "-" {
		return func(ctx context.Context) error {
			p, err := readPlacement(ctx, stdin)
			if err != nil {
				return err
			}
			made, err := of(p)
			if err != nil {
				return err
			}
			return do(ctx, made)
		}, nil
	}
	made, err := fromArgument(arg, ofSize, of)
	return func(ctx context.Context) error { return do(ctx, made) }, err
}

func fromArgument[T any](arg string, ofSize func(int) (T, error), of func(queens.Placement) (T, error)) (made T, err error) {
	if n, ok := boardSize(arg); ok {
		return ofSize(n)
	}
	p, err := parseBoard(arg)
	if err != nil {
		return made, err
	}
	return of(p)
}

func (c *constraints) options() []queens.Option {
	options := []queens.Option{queens.Given(c.given...), queens.Blocked(c.blocked...)}
	if c.torus {
		options = append(options, queens.Toroidal())
	}
	return options
}

// boardSize returns the size that an argument states. A longer number is a
// placement, a digit for each row.
func boardSize(arg string) (n int, ok bool) {
	n, err := strconv.Atoi(arg)
	return n, err == nil && n < 1000
}

// parseBoard reads an argument that is a placement.
func parseBoard(arg string) (queens.Placement, error) {
	p, err := parsePlacement(arg)
	if err != nil {
		return nil, fmt.Errorf("board is %.40q, want a size 0..%d or a placement: %s", arg, queens.MaxN, message(err))
	}
	return p, nil
}

// parsePlacement reads what the library does, and the JSON of a placement.
func parsePlacement(text string) (queens.Placement, error) {
	if !strings.HasPrefix(strings.TrimSpace(text), "[") {
		return queens.Parse(text)
	}
	var columns []*int // where null is told from 0
	if err := json.Unmarshal([]byte(text), &columns); err != nil {
		return nil, fmt.Errorf("parse: JSON: %w", err)
	}
	p := make(queens.Placement, len(columns))
	for row, col := range columns {
		if col == nil || *col < queens.Empty || *col >= len(p) {
			return nil, fmt.Errorf("parse: item %d of the JSON is no column 0..%d, nor -1 for an empty row", row+1, len(p)-1)
		}
		p[row] = *col
	}
	return p, nil
}

// maxText is the most that is read as one placement, in bytes: room for all that
// the library reads.
const maxText = 64 << 20

// readPlacement reads standard input, all of it, as one placement.
func readPlacement(ctx context.Context, stdin io.Reader) (queens.Placement, error) {
	p, err := await(ctx, func() (queens.Placement, error) {
		text, err := io.ReadAll(io.LimitReader(stdin, maxText+1))
		if err != nil {
			return nil, err
		}
		if len(text) > maxText {
			return nil, errTooLong
		}
		return parsePlacement(string(text))
	})
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("standard input: %s", message(err))
	}
	return p, err
}

var errTooLong = errors.New("placement is longer than 64 MiB")

// await calls f in a goroutine of its own, so that the end of ctx need not wait for
// it.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
