package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strconv"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func solveCommand() *cobra.Command {
	s := solve{limit: cli.Number("K", 0, 0)}
	cmd := &cobra.Command{
		Use:   "solve [BOARD]...",
		Short: "Print solutions",
		Long: `Solve prints the ways to place queens on a board so that no two attack each
other, in lexicographic order of the queens' columns, as they are found. At the
end it prints their number, on standard error unless standard output is a
terminal.

` + cli.BoardsHelp + `
Formats:
` + formatHelp(),
		Example: `  queens solve 8 --fundamental
  queens solve 8 --given b4,d5
  queens solve 20 --limit 3 --format vector
  queens solve 8 --limit 1 | queens draw - -o board.svg`,
		RunE: s.run,
	}
	cmd.Flags().BoolVarP(&s.fundamental, "fundamental", "u", false, "print only one of the solutions that are rotations or reflections of each other")
	s.limit.Text = ""
	cmd.Flags().VarP(&s.limit, "limit", "l", "stop after this many solutions; 0 means no limit")
	cli.MustComplete(cmd, "limit", cobra.NoFileCompletions)
	s.printer.addTo(cmd, "diagram")
	s.board.AddTo(cmd)
	return cmd
}

type solve struct {
	board       cli.BoardFlags
	printer     printer
	fundamental bool
	limit       cli.Value[int]
}

func (s *solve) run(cmd *cobra.Command, args []string) error {
	return s.board.Each(cmd, args, func(board *queens.Board) error {
		line := strconv.Quote(board.String())
		if len(args) == 1 {
			line = s.board.Line(args[0])
		}
		return s.solve(cmd, board, line)
	})
}

// solve prints the solutions of a board, which the user can name by line in another command.
func (s *solve) solve(cmd *cobra.Command, board *queens.Board, line string) error {
	t := &tally{board: board, fundamental: s.fundamental, limit: s.limit.V}
	hint := time.AfterFunc(patience, func() {
		fmt.Fprintf(cmd.ErrOrStderr(), "no solution yet: \"queens complete %s\" finds one sooner, \"queens estimate %[1]s\" estimates how many there are\n", line)
	})
	defer hint.Stop()
	err := s.printer.print(cmd, board, t.counted(cmd.Context(), func() { hint.Stop() }))
	if err = cmp.Or(err, t.err); err != nil {
		return err
	}
	err = summarize(cmd, t.String())
	if err == nil && t.printed == 0 {
		return cli.ErrNo
	}
	return err
}

// patience is how long a search runs before the user gets a hint.
const patience = 3 * time.Second

// A tally counts solutions as they go by.
type tally struct {
	board       *queens.Board
	fundamental bool
	limit       int // of solutions to print, or 0
	printed     int
	all         uint64 // solutions in the orbits of the fundamental ones
	err         error  // why the listing has ended early
}

// counted returns the solutions, up to the limit. It calls found for each.
func (t *tally) counted(ctx context.Context, found func()) iter.Seq[queens.Placement] {
	placements := t.board.Solutions(ctx)
	if t.fundamental {
		placements = t.board.Fundamental(ctx)
	}
	return func(yield func(queens.Placement) bool) {
		for p, err := range placements {
			if t.err = err; err != nil {
				return
			}
			found()
			t.printed++
			if t.fundamental {
				t.all += uint64(len(t.board.Orbit(p)))
			}
			if !yield(p) || t.cut() {
				return
			}
		}
	}
}

// cut reports whether the limit is reached.
func (t *tally) cut() bool { return t.limit > 0 && t.printed == t.limit }

// String returns the summary: "92 solutions, 12 fundamental".
func (t *tally) String() string {
	noun := "solution"
	switch {
	case t.printed == 0:
		return "no solutions"
	case t.fundamental && !t.cut():
		return fmt.Sprintf("%s, %d fundamental", cli.Plural(t.all, noun), t.printed)
	case t.fundamental:
		noun = "fundamental solution"
	}
	switch {
	case t.cut() && t.printed == 1:
		return "first " + noun
	case t.cut():
		return "first " + cli.Plural(t.printed, noun)
	}
	return cli.Plural(t.printed, noun)
}
