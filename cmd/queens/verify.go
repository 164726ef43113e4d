package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/internal/ledger"
	"github.com/spf13/cobra"
)

func verifyCommand() *cobra.Command {
	v := verify{on: cli.File(), format: formatFlag(formats...)}
	v.format.V, v.format.Text = nil, ""
	cmd := &cobra.Command{
		Use:        "verify [BOARD]...",
		SuggestFor: []string{"check", "validate"},
		Short:      "Check whether placements are solutions",
		Long: `Verify reads placements of any size and says of each whether it is a solution.
If it is not, verify names the fault: a given queen that is missing, a queen on
a blocked square, two queens that attack each other, or an empty row. With
--format each placement follows its verdict. The exit status is 0 only if
all are solutions, 1 if one is not, and 2 if something cannot be read.

BOARD is a placement in any notation, queens on a board of regions, or a file,
or - or nothing for standard input. "queens help board" says more. With --on,
placements are checked against another board. Each line of output starts with
the file, if one is named, and the number of the placement in it.

In a JSON object the "answer" is checked against the "board". If the object has
a "difficulty", a "score" or "steps", like those that puzzle --json --steps
writes, they must be right, and the answer must be the only solution.`,
		Example: `  queens verify answers.txt
  queens solve 8 | queens verify
  echo 1 5 8 6 3 7 4 2 | queens verify
  queens verify --given b4,d5 puzzle1.txt puzzle2.txt
  queens solve board.txt -f vector | queens verify --on board.txt`,
		RunE: v.run,
	}
	cmd.Flags().VarP(&v.format, "format", "f", "show each placement too, in this format: "+formatNames())
	cmd.Flags().BoolVarP(&v.json, "json", "j", false, `write {"number":…,"solution":…,"wrong":…} for each placement`)
	v.colors.addTo(cmd)
	v.on.Name = "BOARD"
	cmd.Flags().Var(&v.on, "on", "check placements against this board")
	v.board.addTo(cmd)
	return cmd
}

type verify struct {
	board  boardFlags
	on     cli.Value[string]
	format cli.Value[*format] // nil if no placements are shown
	json   bool
	colors colors
}

func (v *verify) run(cmd *cobra.Command, args []string) error {
	if i := slices.IndexFunc(args, ledger.IsFile); i >= 0 {
		return fmt.Errorf("%s is a ledger: see queens audit", args[i])
	}
	if len(args) > 1 && !slices.ContainsFunc(args, func(arg string) bool { return len(arg) > 3 || strings.Trim(arg, "0123456789") != "" }) {
		return fmt.Errorf("put quotes around a placement with spaces: queens verify %q", strings.Join(args, " "))
	}
	placements, check := v.board.positions(), v.check
	if v.on.V != "" {
		b, err := v.board.one(cmd, v.on.V)
		if err != nil {
			return err
		}
		placements = (&boardFlags{}).positions()
		check = func(_ context.Context, p position) error { return cmp.Or(p.noQueens, b.Check(p.queens)) }
	}
	out := &autoFlushWriter{w: bufio.NewWriter(cmd.OutOrStdout())}
	err := placements.Each(cmd, args, func(place cli.Place, p position) error {
		if err := p.unanswered(); err != nil {
			return cli.Report(cmd, fmt.Errorf("%v: %w", place, err))
		}
		fault := check(cmd.Context(), p)
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		if err := cmp.Or(v.print(out, place, p.queens, fault), v.show(out, cmd.OutOrStdout(), p)); err != nil {
			return err
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
	wrong, text := "", "solution"
	if fault != nil {
		wrong = cli.Message(fault)
		text = "not a solution: " + wrong
	}
	if !v.json {
		_, err := fmt.Fprintf(w, "%v: %s\n", place, text)
		return err
	}
	if v.format.V == nil {
		p = nil
	}
	return json.NewEncoder(w).Encode(struct {
		cli.Place
		Solution bool             `json:"solution"`
		Wrong    string           `json:"wrong,omitempty"`
		Answer   queens.Placement `json:"answer,omitempty"`
	}{place, fault == nil, wrong, p})
}

// show prints a placement if the user asked for that. In JSON the verdict has it.
func (v *verify) show(w, stdout io.Writer, p position) error {
	if v.format.V == nil || v.json {
		return nil
	}
	if err := v.format.V.check(p.board, p.queens); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, v.format.V.writer(stdout, &v.colors, p.board)(p.queens))
	return err
}

// check returns what is wrong with a placement, or nil if it is a solution.
func (v *verify) check(ctx context.Context, p position) error {
	onBoard := p.queens.Check
	if p.board != nil {
		onBoard = func() error { return p.board.Check(p.queens) }
	}
	if err := cmp.Or(p.noQueens, v.onFlags(p), onBoard()); err != nil {
		return err
	}
	switch {
	case p.board != nil:
		return p.checkClaims(ctx)
	case len(p.queens) <= queens.MaxN: // what it says of itself besides its queens
		return p.noBoard
	}
	return nil
}

// onFlags checks a placement on its board with the constraints of the flags.
func (v *verify) onFlags(p position) error {
	if !v.board.IsSet() {
		return nil
	}
	b, err := p.board, error(nil)
	if _, hasRegions := b.(regionBoard); !hasRegions {
		b, err = emptyBoard(len(p.queens))
	}
	if err == nil {
		b, err = v.board.mark(b)
	}
	if err != nil {
		return err
	}
	return b.Check(p.queens)
}
