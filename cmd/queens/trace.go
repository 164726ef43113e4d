package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

func traceCommand() *cobra.Command {
	t := trace{limit: cli.Number(0, 0)}
	cmd := &cobra.Command{
		Use:   "trace BOARD",
		Short: "Show the textbook search step by step",
		Long: `Trace shows how the textbook search finds solutions. It tries the squares of a
row in turn. A square that a queen attacks is rejected, and the queen is named.
On any other the search places a queen, goes on to the next row, and removes the
queen when it comes back. A terminal shows an animation; elsewhere the steps are
listed and numbered. The exit status is 1 if there is no solution.

` + cli.BoardHelp,
		Example: `  queens trace 8
  queens trace 6 --limit 1 | less
  queens trace 8 --limit 1 --brief`,
		Args: cli.OneBoard,
		RunE: t.run,
	}
	cmd.Flags().BoolVar(&t.brief, "brief", false, "leave out the squares that are rejected")
	cmd.Flags().BoolVarP(&t.json, "json", "j", false, "write a JSON object for each step, and one with the totals")
	cmd.Flags().VarP(&t.limit, "limit", "l", "stop after this many solutions; 0 means no limit")
	cli.AddQuiet(cmd)
	t.colors.addTo(cmd)
	t.board.AddTo(cmd)
	return cmd
}

type trace struct {
	board  cli.BoardFlags
	limit  cli.Value[int]
	colors colors
	json   bool
	brief  bool
}

func (t *trace) run(cmd *cobra.Command, args []string) error {
	board, err := plain(cmd, &t.board, args[0])
	if err != nil {
		return err
	}
	s := newSearch(board, t.limit.V, t.brief)
	defer s.stop()
	out := cmd.OutOrStdout()
	switch {
	case t.json:
		err = listJSON(cmd, s)
	case hasScreen(cmd):
		err = show(cmd, &animation{search: s, write: t.colors.drawer(out, plainBoard{board}), rate: 4})
	default:
		err = list(cmd, s)
	}
	if err == nil && s.ended && s.Solutions == 0 {
		return cli.ErrNo
	}
	return err
}

// list prints all steps.
func list(cmd *cobra.Command, s *search) error {
	err := s.write(cmd, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%d %s\n", s.Steps, s.lastStep())
		return err
	})
	if err != nil {
		return err
	}
	return summarize(cmd, s.counters.String())
}

// listJSON prints all steps, and then their numbers.
func listJSON(cmd *cobra.Command, s *search) error {
	type step struct {
		Step   int              `json:"step"` // its number, from 1
		Op     queens.Op        `json:"op"`
		Square *queens.Square   `json:"square,omitempty"`
		By     *queens.Square   `json:"by,omitempty"` // the queen that attacks it, if it is rejected
		Board  queens.Placement `json:"board,omitempty"`
	}
	err := s.write(cmd, func(w io.Writer) error {
		said := step{Step: s.Steps, Op: s.last.Op, Square: &s.last.Square}
		switch s.last.Op {
		case queens.Found:
			said.Square, said.Board = nil, s.queens
		case queens.Reject:
			said.By = &s.last.By
		}
		return json.NewEncoder(w).Encode(said)
	})
	if err != nil {
		return err
	}
	return json.NewEncoder(cmd.OutOrStdout()).Encode(s.counters)
}

// write takes all steps and writes each.
func (s *search) write(cmd *cobra.Command, writeLast func(io.Writer) error) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	for s.advance() {
		if err := cmp.Or(writeLast(out), cmd.Context().Err()); err != nil {
			return err
		}
	}
	return out.Flush()
}
