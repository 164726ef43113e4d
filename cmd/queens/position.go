package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/regions"
)

// A position is queens, right or wrong, and the board that they stand on.
type position struct {
	queens queens.Placement // or nil if it is wrong before it is a placement
	board  board            // or nil
	wrong  error            // why there is no board: it would be too large, or its queens attack each other
	isSize bool             // a board without queens
	claims cli.Claims
}

// positions is the kind of text that is read as queens on boards of either kind.
func (f *boardFlags) positions() cli.Kind[position] {
	return cli.Kind[position]{
		Name: "placement",
		Parse: func(text string) (position, error) {
			if f.formOf(text) == regionForm {
				b, err := parseRegions(text)
				return onRegions(b, err)
			}
			p, err := cli.Positions.Parse(text)
			return plainPosition(p), err
		},
		Read: func(r io.Reader) iter.Seq2[position, error] {
			return func(yield func(position, error) bool) {
				found, r := f.lookAhead(r)
				if found != regionForm {
					yieldAll(cli.Positions.Read(r), plainPosition, yield)
					return
				}
				for claimed, err := range cli.WithClaims(r, regions.ReadBoards) {
					if !yieldAnswers(claimed, err, yield) {
						return
					}
				}
			}
		},
	}
}

// noQueens returns what is wrong if that leaves no placement.
func (p position) noQueens() error {
	if p.queens == nil {
		return p.wrong
	}
	return nil
}

// unanswered returns an error if there is a board, but no queen to be judged.
func (p position) unanswered() error {
	for range p.queens.Queens() {
		return nil
	}
	if _, hasRegions := p.board.(regionBoard); !hasRegions && !p.isSize || len(p.queens) == 0 {
		return nil
	}
	return errors.New("the board has no queens, so there is no answer to check")
}

func plainPosition(p cli.Position) position {
	read := position{queens: p.Queens, wrong: p.Wrong, isSize: p.IsSize, claims: p.Claims}
	if p.Board != nil {
		read.board = plainBoard{p.Board}
	}
	return read
}

// onRegions returns the given queens of a board as its answer. An answer that is wrong is read as
// queens that cannot be given.
func onRegions(b board, err error) (position, error) {
	switch {
	case errors.Is(err, queens.ErrGiven):
		return position{wrong: err}, nil
	case err != nil:
		return position{}, err
	}
	return position{queens: cli.GivenOf(b), board: b}, nil
}

// yieldAnswers yields the answers that an object has beside its board, or the queens on the board.
func yieldAnswers(read cli.Claimed[*regions.Board], err error, yield func(position, error) bool) bool {
	answers := read.Claims.Answers
	if read.Claims.Answer != nil {
		answers = []json.RawMessage{read.Claims.Answer}
	}
	if err != nil || answers == nil {
		p, err := onRegions(regionBoard{read.Item}, err)
		p.claims = read.Claims
		return yield(p, err)
	}
	p := position{board: regionBoard{read.Item}, claims: read.Claims}
	for _, text := range answers {
		var err error
		if p.queens, err = queens.Parse(string(text)); err != nil {
			err = fmt.Errorf("answer: %s", cli.Message(err))
		}
		if !yield(p, err) {
			return false
		}
	}
	return true
}
