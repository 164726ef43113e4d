package main

import (
	"cmp"
	"fmt"
	"iter"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

func solveCommand() *cobra.Command {
	s := solve{limit: cli.Number(0, 0), workers: cli.Workers()}
	cmd := &cobra.Command{
		Use:        "solve [BOARD]...",
		SuggestFor: []string{"solution", "solutions", "list", "all", "formats"},
		Short:      "Print solutions",
		Long: `Solve prints the solutions of a board as it finds them, in lexicographic order
of the queens' columns. At the end it prints their number, on standard error
unless standard output is a terminal. The exit status is 1 if one of the boards
has no solution. For a single solution see complete, and first for the first.

No two queens may attack each other. On a board of regions no two may touch, and
each row, column and region has one.

` + boardsHelp + `
Formats:
` + formatHelp(),
		Example: `  queens solve 8 --fundamental
  queens solve 8 --given b4,d5
  queens solve 20 --limit 3 --format vector
  queens solve 8 --limit 1 | queens draw - -o board.svg
  queens solve AAABB/AABBB/CADDB/CCEEE/CCCCC`,
		RunE: s.run,
	}
	cmd.Flags().BoolVarP(&s.fundamental, "fundamental", "u", false, "print only one of the solutions that are rotations or reflections of each other")
	cmd.Flags().VarP(&s.limit, "limit", "l", "stop after this many solutions; 0 means no limit")
	cmd.Flags().VarP(&s.workers, "workers", "w", "search on this many processors")
	cli.AddQuiet(cmd)
	s.printer.addTo(cmd, asDiagram)
	s.board.addTo(cmd)
	return cmd
}

type solve struct {
	board       boardFlags
	printer     printer
	fundamental bool
	limit       cli.Value[int]
	workers     cli.Value[int]
}

func (s *solve) run(cmd *cobra.Command, args []string) error {
	return s.board.each(cmd, args, func(b board) error { return s.solve(cmd, b) })
}

// solve prints the solutions of a board.
func (s *solve) solve(cmd *cobra.Command, b board) error {
	workers := queens.Workers(s.workers.V)
	t := &tally{placements: b.solutions(cmd.Context(), workers), limit: s.limit.V}
	if s.fundamental {
		plain, err := withoutRegions(b, "solve --fundamental")
		if err != nil {
			return err
		}
		t.placements, t.orbit = plain.Fundamental(cmd.Context(), workers), plain.Orbit
	}
	found := whenSlow(func() {
		fmt.Fprintf(cli.Aside(cmd), "no solution yet: queens complete %q finds one sooner, queens estimate %[1]q estimates how many there are\n", b)
	})
	defer found()
	err := s.printer.print(cmd, b, t.counted(found))
	if err = cmp.Or(err, t.err); err != nil {
		return err
	}
	err = summarize(cmd, t.String())
	if err == nil && t.printed == 0 {
		return cli.ErrNo
	}
	return err
}

// A tally counts solutions as they go by.
type tally struct {
	placements iter.Seq2[queens.Placement, error]
	orbit      func(queens.Placement) []queens.Placement // of a fundamental solution, or nil
	limit      int                                       // of solutions to print, or 0
	printed    int
	all        uint64 // solutions in the orbits of the fundamental ones
	err        error  // why the listing has ended early
}

// counted returns the solutions, up to the limit. It calls found for each.
func (t *tally) counted(found func()) iter.Seq[queens.Placement] {
	return func(yield func(queens.Placement) bool) {
		for p, err := range t.placements {
			if t.err = err; err != nil {
				return
			}
			found()
			t.printed++
			if t.orbit != nil {
				t.all += uint64(len(t.orbit(p)))
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
	case t.orbit != nil && !t.cut():
		return fmt.Sprintf("%s, %d fundamental", cli.Plural(t.all, noun), t.printed)
	case t.orbit != nil:
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
