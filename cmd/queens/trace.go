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
queen on each square that is not attacked, searches the next row, and removes
the queen again. A terminal shows an animation; otherwise the output is a list
of numbered steps.

` + cli.BoardHelp,
		Example: `  queens trace 8
  queens trace 6 --limit 1 | less`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              t.run,
	}
	t.limit.Text = ""
	cmd.Flags().VarP(&t.limit, "limit", "l", "stop after this many solutions; 0 means no limit")
	cli.MustComplete(cmd, "limit", cobra.NoFileCompletions)
	t.colors.addTo(cmd)
	t.board.AddTo(cmd)
	return cmd
}

type trace struct {
	board  cli.BoardFlags
	limit  cli.Value[int]
	colors colors
}

func (t *trace) run(cmd *cobra.Command, args []string) error {
	board, err := t.board.Board(cmd, args[0])
	if err != nil {
		return err
	}
	s := newSearch(board, t.limit.V)
	defer s.stop()
	out := cmd.OutOrStdout()
	if cli.IsTerminal(out) && cli.IsTerminal(cmd.InOrStdin()) && !cli.IsDumb() {
		return animate(cmd, s, t.colors.drawer(out, board))
	}
	return list(cmd, s)
}

// list prints all steps.
func list(cmd *cobra.Command, s *search) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	for s.advance() {
		if _, err := fmt.Fprintf(out, "%d %s\n", s.steps, s.lastStep()); err != nil {
			return err
		}
		if err := cmd.Context().Err(); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return summarize(cmd, s.counters())
}
