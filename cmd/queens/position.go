package main

import (
	"errors"
	"io"
	"iter"
	"math"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/reading"
	"example.com/queens/regions"
)

// A position is queens, right or wrong, and the board that they stand on.
type position struct {
	queens   queens.Placement
	noQueens error // why there is no placement: two queens stand in one row
	board    board
	noBoard  error  // why there is no board: it would be too large, or its queens attack each other
	object   string // the JSON of the one that has it, or empty
}

// limits are those of what is read: no placement that the library makes is larger.
var limits = reading.Limits{Rows: maxRows, Bytes: min(4<<30, math.MaxInt), Sizes: true}

// read yields what a stream has, as boards of regions if the first one is one by its form, or if the
// user says so.
func (f *boardFlags) read(in io.Reader) iter.Seq2[position, error] {
	return func(yield func(position, error) bool) {
		divided := f.regions
		if !divided {
			divided, in = reading.IsRegions(in, limits)
		}
		if divided {
			onRegions(in)(yield)
		} else {
			convert(reading.Read(in, limits), plainPosition)(yield)
		}
	}
}

// convert yields what an iterator does, as another type, and its errors.
func convert[T, U any](items iter.Seq2[T, error], to func(T) (U, error)) iter.Seq2[U, error] {
	return func(yield func(U, error) bool) {
		for item, err := range items {
			var other U
			if err == nil {
				other, err = to(item)
			}
			if !yield(other, err) {
				return
			}
		}
	}
}

// plainPosition returns what a text says as a position on a board without regions. What is wrong with it
// is in the position, not an error.
func plainPosition(r *reading.Reading) (position, error) {
	p := position{queens: r.Answer, noQueens: r.NoAnswer, noBoard: r.NoBoard, object: r.Object}
	if r.NoBoard == nil {
		b, err := boardOf(r)
		if p.noBoard = err; err == nil {
			p.board = plainBoard{b}
		}
	}
	if _, isAttack := r.NoAnswer.(*reading.Attack); r.NoAnswer != nil && !isAttack && p.board != nil {
		p.queens, p.noQueens = cli.GivenOf(p.board), nil
	}
	return p, nil
}

// boardOf returns the board that a text describes.
func boardOf(r *reading.Reading) (*queens.Board, error) {
	if n := len(r.Queens); n > queens.MaxN {
		return queens.New(n) // which is an error
	}
	constraints := []queens.Constraint{queens.Blocked(squaresOf(r.Blocked)...)}
	if r.Torus {
		constraints = append(constraints, queens.Toroidal())
	}
	return queens.NewFrom(r.Queens, constraints...)
}

func squaresOf(read []reading.Square) []queens.Square {
	squares := make([]queens.Square, len(read))
	for i, s := range read {
		squares[i] = queens.Square(s)
	}
	return squares
}

// onRegions yields what a stream has as boards of regions: the answers that objects have beside them, or
// the queens on them.
func onRegions(in io.Reader) iter.Seq2[position, error] {
	return func(yield func(position, error) bool) {
		for d, err := range reading.Divisions(in, reading.Limits{Rows: regions.MaxN, Bytes: limits.Bytes}) {
			if err != nil {
				if !yield(position{}, err) {
					return
				}
				continue
			}
			for p, err := range answersOn(d) {
				if err != nil {
					err = &reading.Error{Line: d.Line, Err: errors.New(cli.Message(err))}
				}
				if !yield(p, err) {
					return
				}
			}
		}
	}
}

// answersOn yields the answers beside a board of regions, or the queens on it. A wrong answer is one whose
// queens cannot be given.
func answersOn(d *reading.Division) iter.Seq2[position, error] {
	return func(yield func(position, error) bool) {
		p := position{object: d.Object}
		b, err := regions.New(d.Regions, regions.Given(squaresOf(d.Given)...), regions.Blocked(squaresOf(d.Blocked)...))
		switch {
		case errors.Is(err, queens.ErrGiven):
			p.noQueens, p.noBoard = err, err
			yield(p, nil)
			return
		case err != nil:
			yield(p, err)
			return
		}
		p.board, p.queens = regionBoard{b}, cli.GivenOf(b)
		answers := d.Answers()
		if answers == nil {
			yield(p, nil)
			return
		}
		for _, answer := range answers {
			p.queens, p.noQueens, err = answer.Answer, answer.NoAnswer, nil
			if _, isAttack := p.noQueens.(*reading.Attack); p.noQueens != nil && !isAttack {
				err = p.noQueens
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// unanswered returns an error if there is a board, but no queen to be judged.
func (p position) unanswered() error {
	for range p.queens.Queens() {
		return nil
	}
	if p.noQueens != nil || len(p.queens) == 0 {
		return nil
	}
	return errors.New("the board has no queens, so there is no answer to check")
}
