package main

import (
	"context"
	"fmt"
	"io"
	"iter"

	"example.com/queens"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
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
	solutions(context.Context, ...queens.Option) iter.Seq2[queens.Placement, error]
	count(context.Context, ...queens.Option) (uint64, error)
	steps(context.Context) iter.Seq2[fmt.Stringer, error]
}

// A plainBoard is a board without regions.
type plainBoard struct{ *queens.Board }

func (b plainBoard) put(given, blocked []queens.Square) (board, error) {
	with, err := b.With(queens.Given(given...), queens.Blocked(blocked...))
	return plainBoard{with}, err
}

func (b plainBoard) steps(ctx context.Context) iter.Seq2[fmt.Stringer, error] {
	return convert(puzzle.Deduce(ctx, b.Board), func(step puzzle.Deduction) (fmt.Stringer, error) { return step, nil })
}

func (b plainBoard) solutions(ctx context.Context, opts ...queens.Option) iter.Seq2[queens.Placement, error] {
	return b.Solutions(ctx, opts...)
}

func (b plainBoard) count(ctx context.Context, opts ...queens.Option) (uint64, error) {
	return b.Count(ctx, opts...)
}

// Rate returns how hard b is as a puzzle.
func (b plainBoard) Rate(ctx context.Context) (puzzle.Rating, error) {
	return puzzle.Rate(ctx, b.Board)
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
	return convert(b.Deduce(ctx), func(step regions.Deduction) (fmt.Stringer, error) { return step, nil })
}

// Boards of regions have few solutions, so that options are of no use.
func (b regionBoard) solutions(ctx context.Context, _ ...queens.Option) iter.Seq2[queens.Placement, error] {
	return b.Solutions(ctx)
}

func (b regionBoard) count(ctx context.Context, _ ...queens.Option) (uint64, error) {
	return b.Count(ctx)
}

// withoutRegions returns the board for what does not take boards of regions.
func withoutRegions(b board, what string) (*queens.Board, error) {
	without, ok := b.(plainBoard)
	if !ok {
		return nil, fmt.Errorf("%s does not take boards of regions", what)
	}
	return without.Board, nil
}
