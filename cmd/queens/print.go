package main

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"sync"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

// A printer is the flags that say how to write boards.
type printer struct {
	format format
	json   bool
	colors colors
}

func (p *printer) addFlags(cmd *cobra.Command, standard string) {
	p.format = formatNamed(standard)
	cmd.Flags().VarP(&p.format, "format", "f", "how to write a board: diagram, grid, vector, fen, squares, json")
	cli.MustComplete(cmd, "format", completeFormat)
	cmd.Flags().BoolVarP(&p.json, "json", "j", false, "write JSON: boards as --format json does, answers as objects")
	p.colors.addFlag(cmd)
}

// print writes placements on a board as they come. Without a solver, because the board
// is too large for one, they are not painted.
func (p *printer) print(cmd *cobra.Command, s *queens.Board, placements iter.Seq[queens.Placement]) error {
	soon := &soonWriter{w: bufio.NewWriter(cmd.OutOrStdout())}
	write := p.writer(cmd.OutOrStdout(), s)
	for placement := range placements {
		if _, err := fmt.Fprintln(soon, write(placement)); err != nil {
			return err
		}
	}
	if err := soon.flush(); err != nil {
		return err
	}
	return cmd.Context().Err()
}

// writer returns the function that writes a placement for a standard output.
func (p *printer) writer(stdout io.Writer, s *queens.Board) func(queens.Placement) string {
	form := p.format
	if p.json {
		form = formatNamed("json")
	}
	if s != nil && form.name == "diagram" {
		return p.colors.drawer(stdout, s)
	}
	return func(q queens.Placement) string { return form.write(s, q) }
}

// summarize says what there is to say about the boards: to people, if they see it, and
// otherwise beside what others read.
func summarize(cmd *cobra.Command, text string) error {
	w := cmd.ErrOrStderr()
	if cli.IsTerminal(cmd.OutOrStdout()) {
		w = cmd.OutOrStdout()
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// flushAfter is how long a solution may wait to be seen. To write out each would cost
// more than finding it.
const flushAfter = 50 * time.Millisecond

// A soonWriter gathers what is written, but not for long.
type soonWriter struct {
	mu  sync.Mutex
	w   *bufio.Writer
	due *time.Timer // or nil if nothing waits
}

func (s *soonWriter) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.due == nil {
		s.due = time.AfterFunc(flushAfter, func() { s.flush() })
	}
	return s.w.Write(b)
}

func (s *soonWriter) flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.due = nil
	return s.w.Flush()
}
