package main

import (
	"bufio"
	"fmt"

	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

func traceCommand() *cobra.Command {
	t := trace{limit: cli.Number("K", 0, 0)}
	cmd := &cobra.Command{
		Use:   "trace BOARD",
		Short: "Show the textbook search step by step",
		Long: `Trace shows how the textbook search finds solutions: row by row it places a
queen on each square that is not attacked, searches the rows below, and removes
it again. On a terminal that is an animation, and elsewhere a list of numbered
steps.

` + cli.BoardHelp,
		Example: `  queens trace 8
  queens trace 6 --limit 1 | less`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              t.run,
	}
	t.limit.Text = ""
	cmd.Flags().VarP(&t.limit, "limit", "l", "stop after so many solutions; 0 is no limit")
	cli.MustComplete(cmd, "limit", cobra.NoFileCompletions)
	t.colors.addFlag(cmd)
	t.board.AddFlags(cmd)
	return cmd
}

// trace is the command line of the command of that name.
type trace struct {
	board  cli.Board
	limit  cli.Value[int]
	colors colors
}

func (t *trace) run(cmd *cobra.Command, args []string) error {
	s, err := t.board.Solver(cmd, args[0])
	if err != nil {
		return err
	}
	search := newSearch(s, t.limit.V)
	defer search.stop()
	out := cmd.OutOrStdout()
	if cli.IsTerminal(out) && cli.IsTerminal(cmd.InOrStdin()) && !cli.IsDumb() {
		return animate(cmd, search, t.colors.drawer(out, s))
	}
	return list(cmd, search)
}

// list prints all steps.
func list(cmd *cobra.Command, search *search) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	for search.advance() {
		if _, err := fmt.Fprintf(out, "%d %s\n", search.steps, search.said()); err != nil {
			return err
		}
		if err := cmd.Context().Err(); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return summarize(cmd, search.counters())
}
