package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queens/ledger"
	"github.com/spf13/cobra"
)

func verifyCommand() *cobra.Command {
	v := verify{boards: map[int]*queens.Board{}}
	cmd := &cobra.Command{
		Use:   "verify [BOARD]...",
		Short: "Check whether placements are solutions",
		Long: `Verify reads placements of any size and prints for each whether it is a
solution. If it is not, verify names the fault: a given queen that is missing, a
queen on a blocked square, two queens that attack each other, or an empty row.
With --format each placement follows its verdict. The exit status is 0 only if
all are solutions, 1 if one is not, and 2 if something cannot be read.

BOARD is a placement in any notation, a file that has any number of them, or -
for standard input, which is read without it too. Each line of output starts
with the file, if any is named, and the number of the placement in it. Lines
that start with # are skipped. An input without placements is an error.

In an object of JSON the "answer" is checked on the "board"; and if it has them,
as those of puzzle --json --steps, that the "difficulty" and the "steps" are
those of the board, and the answer its only one.`,
		Example: `  queens verify answers.txt
  queens solve 8 | queens verify
  echo 1 5 8 6 3 7 4 2 | queens verify
  queens verify --given b4,d5 puzzle1.txt puzzle2.txt`,
		RunE: v.run,
	}
	v.printer.addTo(cmd, "diagram")
	v.printer.format = format{}
	cmd.PreRunE = nil // with --json the placement is an array
	cmd.Flags().Lookup("format").Usage = "show each placement too, in this format"
	cmd.Flags().Lookup("format").DefValue = ""
	cmd.Flags().Lookup("json").Usage = `write {"number":…,"solution":…,"wrong":…} for each placement`
	v.board.AddTo(cmd)
	return cmd
}

type verify struct {
	board   cli.BoardFlags
	printer printer               // without a format no placements are shown
	boards  map[int]*queens.Board // by size, with the constraints of the flags
}

func (v *verify) run(cmd *cobra.Command, args []string) error {
	if i := slices.IndexFunc(args, ledger.IsFile); i >= 0 {
		return fmt.Errorf("%s is a ledger: see queens audit", args[i])
	}
	out := &soonWriter{w: bufio.NewWriter(cmd.OutOrStdout())}
	err := cli.Positions.Each(cmd, args, func(place cli.Place, p cli.Position) error {
		fault := v.check(cmd.Context(), p)
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		if err := v.print(out, place, p.Queens, fault); err != nil {
			return err
		}
		if v.printer.format.name != "" && !v.printer.json {
			if _, err := fmt.Fprintln(out, v.printer.writer(cmd.OutOrStdout(), p.Board)(p.Queens)); err != nil {
				return err
			}
		}
		if fault != nil {
			return cli.ErrNo
		}
		return nil
	})
	return cmp.Or(out.flush(), err)
}

// print prints the verdict on a placement.
func (v *verify) print(w io.Writer, place cli.Place, p queens.Placement, fault error) error {
	if v.printer.format.name == "" {
		p = nil
	}
	return printVerdict(w, v.printer.json, place, p, fault)
}

// printVerdict prints whether a placement is a solution and, in JSON, the placement if it is
// not nil.
func printVerdict(w io.Writer, asJSON bool, place cli.Place, p queens.Placement, fault error) error {
	wrong, text := "", "solution"
	if fault != nil {
		wrong = cli.Message(fault)
		text = "not a solution: " + wrong
	}
	if asJSON {
		return json.NewEncoder(w).Encode(struct {
			cli.Place
			Solution bool             `json:"solution"`
			Wrong    string           `json:"wrong,omitempty"`
			Answer   queens.Placement `json:"answer,omitempty"`
		}{place, fault == nil, wrong, p})
	}
	_, err := fmt.Fprintf(w, "%v: %s\n", place, text)
	return err
}

// check returns what is wrong with a placement, or nil if it is a solution.
func (v *verify) check(ctx context.Context, p cli.Position) error {
	onBoard := p.Queens.Check
	if p.Board != nil {
		onBoard = func() error { return p.Board.Check(p.Queens) }
	}
	if err := cmp.Or(v.onFlags(p.Queens), onBoard()); err != nil {
		return err
	}
	switch {
	case p.Board != nil:
		return checkClaims(ctx, p.Claims, withoutOptions{p.Board}, p.Queens, p.Board.Deduce(ctx))
	case len(p.Queens) <= queens.MaxN: // what it says of itself besides its queens
		return p.Wrong
	}
	return nil
}

// onFlags checks a placement on the board of the flags.
func (v *verify) onFlags(p queens.Placement) error {
	if !v.board.IsSet() {
		return nil
	}
	board, ok := v.boards[len(p)]
	if !ok {
		var err error
		if board, err = queens.New(len(p), v.board.Constraints()...); err != nil {
			return err
		}
		v.boards[len(p)] = board
	}
	return board.Check(p)
}
