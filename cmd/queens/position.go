package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/regions"
)

// A position is queens, right or wrong, and the board that they stand on.
type position struct {
	queens queens.Placement // or nil if it is wrong before it is a placement
	board  board            // or nil
	wrong  error            // why there is no board: it would be too large, or its queens attack each other
	isSize bool             // a board without queens
	claims claims
}

// positions is the kind of text that is read as queens on boards of either kind.
func (f *boardFlags) positions() cli.Kind[position] {
	return cli.Kind[position]{
		Name: "placement",
		Parse: func(text string) (position, error) {
			if f.regions || formOf(text, true) == regionForm {
				b, err := parseRegions(text)
				return onRegions(b, err)
			}
			b, wrong := queens.ParseBoard(text)
			p, err := queens.Parse(text)
			return onPlain(p, err, b, wrong)
		},
		Read: func(r io.Reader) iter.Seq2[position, error] {
			return func(yield func(position, error) bool) {
				found, in := lookAhead(r)
				told, boards := readClaims(in)
				if f.regions || found == regionForm {
					readRegions(boards, told, yield)
				} else {
					readPlain(boards, told, yield)
				}
			}
		},
	}
}

// readPlain yields what a stream has as placements and as boards, item by item, with the claims
// of objects of JSON.
func readPlain(r io.Reader, told *claimReader, yield func(position, error) bool) {
	placements, boards := fork(r)
	next, stop := iter.Pull2(queens.ReadBoards(boards))
	defer stop()
	for p, err := range queens.ReadPlacements(placements) {
		b, wrong, more := next()
		if !more { // what comes after a placement that is too long for a board
			wrong = errors.New("no board is read after one of more than 16 MiB")
			if len(p) <= queens.MaxN {
				err = wrong
			}
		}
		read, err := onPlain(p, err, b, wrong)
		read.claims = told.next()
		if !yield(read, err) {
			return
		}
	}
}

// readRegions yields the answers that objects have beside their boards, or the queens on boards.
func readRegions(r io.Reader, told *claimReader, yield func(position, error) bool) {
	for b, err := range regions.ReadBoards(r) {
		claims := told.next()
		told.left = 0 // each object is one board, however many answers it has
		answers := claims.Answers
		if claims.Answer != nil {
			answers = []json.RawMessage{claims.Answer}
		}
		if err != nil || answers == nil {
			p, err := onRegions(regionBoard{b}, err)
			p.claims = claims
			if !yield(p, err) {
				return
			}
			continue
		}
		for _, text := range answers {
			answer, err := queens.Parse(string(text))
			if err != nil {
				err = fmt.Errorf("answer: %s", cli.Message(err))
			}
			if !yield(position{board: regionBoard{b}, queens: answer, claims: claims}, err) {
				return
			}
		}
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

// onPlain combines what two readers make of a text.
func onPlain(p queens.Placement, err error, b *queens.Board, wrong error) (position, error) {
	read := position{queens: p, wrong: wrong}
	if wrong == nil {
		read.board = plainBoard{b}
	}
	switch {
	case err != nil && wrong != nil:
		return position{}, wrong
	case err != nil: // a size, say
		read.queens, read.isSize = cli.GivenOf(b), true
		for range b.Given() {
			read.isSize = false
		}
	}
	return read, nil
}

// onRegions returns the given queens of a board as its answer. A wrong answer is one whose queens
// cannot be given.
func onRegions(b board, err error) (position, error) {
	switch {
	case errors.Is(err, queens.ErrGiven):
		return position{wrong: err}, nil
	case err != nil:
		return position{}, err
	}
	return position{queens: cli.GivenOf(b), board: b}, nil
}
