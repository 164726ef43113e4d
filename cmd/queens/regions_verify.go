package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"iter"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

func regionsVerifyCommand() *cobra.Command {
	var v regionsVerify
	cmd := &cobra.Command{
		Use:   "verify [BOARD]...",
		Short: "Check whether the queens on boards are solutions",
		Long: `Verify prints for each board whether its queens are a solution, and if not, what
is wrong: two that attack each other, a region with two, or a row without one.
With --on it reads placements in any notation, and checks them on that board.
The exit status is 0 only if all are solutions, 1 if one is not, and 2 if
something cannot be read.

In an object of JSON the "answer" is checked on the "board"; and if it has them,
as those of generate --json --steps, that the "difficulty" and the "steps" are
those of the board, and the answer its only one.

` + regionsHelp,
		Example: `  queens regions verify boards.jsonl
  queens regions solve board.txt | queens regions verify
  queens regions solve a.txt -f vector | queens regions verify --on a.txt`,
		RunE: v.run,
	}
	cmd.Flags().StringVar(&v.on, "on", "", "check placements on this board")
	cmd.Flags().BoolVarP(&v.json, "json", "j", false, `write {"number":…,"solution":…,"wrong":…} for each placement`)
	v.marks.AddSquaresTo(cmd)
	return cmd
}

type regionsVerify struct {
	marks cli.BoardFlags
	on    string
	json  bool
}

func (v *regionsVerify) run(cmd *cobra.Command, args []string) error {
	out := &soonWriter{w: bufio.NewWriter(cmd.OutOrStdout())}
	print := func(place cli.Place, fault error) error {
		if err := cmp.Or(cmd.Context().Err(), printVerdict(out, v.json, place, nil, fault)); err != nil {
			return err
		}
		if fault != nil {
			return cli.ErrNo
		}
		return nil
	}
	if v.on == "" {
		err := v.kind().Each(cmd, args, func(place cli.Place, answer regionsAnswer) error {
			return print(place, v.check(cmd.Context(), answer))
		})
		return cmp.Or(out.flush(), err)
	}
	board, err := regionsKind(&v.marks).One(cmd, v.on)
	if err != nil {
		return err
	}
	err = cli.Positions.Each(cmd, args, func(place cli.Place, p cli.Position) error { return print(place, board.Check(p.Queens)) })
	return cmp.Or(out.flush(), err)
}

// A regionsAnswer is a board with an answer, or with what is wrong with its queens.
type regionsAnswer = cli.Claimed[*regions.Board]

// kind is that of boards with their queens.
func (v *regionsVerify) kind() cli.Kind[regionsAnswer] {
	boards := regionsKind(&v.marks)
	return cli.Kind[regionsAnswer]{
		Name: boards.Name,
		Parse: func(text string) (regionsAnswer, error) {
			board, err := boards.Parse(text)
			return wrongQueens(regionsAnswer{Item: board}, err)
		},
		Read: func(r io.Reader) iter.Seq2[regionsAnswer, error] {
			return func(yield func(regionsAnswer, error) bool) {
				for answer, err := range cli.WithClaims(r, boards.Read) {
					if !yield(wrongQueens(answer, err)) {
						return
					}
				}
			}
		},
		Mark: func(answer regionsAnswer) (marked regionsAnswer, err error) {
			if answer.Wrong == nil {
				answer.Item, err = boards.Mark(answer.Item)
			}
			return wrongQueens(answer, err)
		},
	}
}

// wrongQueens tells a wrong answer, which the library reads as given queens that cannot be,
// from what cannot be read.
func wrongQueens(answer regionsAnswer, err error) (regionsAnswer, error) {
	if err != nil && (strings.Contains(err.Error(), "given queens ") || strings.Contains(err.Error(), "on a blocked square")) {
		answer.Wrong, err = err, nil
	}
	return answer, err
}

// check returns what is wrong with the answer to a board or, without one, with its queens.
func (v *regionsVerify) check(ctx context.Context, answer regionsAnswer) error {
	board, texts := answer.Item, answer.Claims.Answers
	switch {
	case answer.Wrong != nil:
		return answer.Wrong
	case answer.Claims.Answer != nil:
		texts = []json.RawMessage{answer.Claims.Answer}
	case texts == nil:
		p := slices.Repeat(queens.Placement{queens.Empty}, board.N())
		for queen := range board.Given() {
			p[queen.Row] = queen.Col
		}
		return board.Check(p)
	}
	for _, text := range texts {
		p, err := queens.Parse(string(text))
		if err = cmp.Or(err, board.Check(p)); err == nil {
			err = checkClaims(ctx, answer.Claims, board, p, board.Deduce(ctx))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
