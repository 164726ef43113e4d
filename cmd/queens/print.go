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

// A printer holds the flags that choose how boards are written.
type printer struct {
	format format
	json   bool
	colors colors
}

func (p *printer) addTo(cmd *cobra.Command, standard string) {
	p.format = formatNamed(standard)
	cmd.Flags().VarP(&p.format, "format", "f", "how to write a board: diagram, grid, vector, fen, squares, json")
	cli.MustComplete(cmd, "format", completeFormat)
	cmd.Flags().BoolVarP(&p.json, "json", "j", false, "write JSON: boards as with --format json, answers as objects")
	p.colors.addTo(cmd)
}

// print writes placements as they come. A nil board, of one larger than MaxN, is not
// drawn in colour.
func (p *printer) print(cmd *cobra.Command, board *queens.Board, placements iter.Seq[queens.Placement]) error {
	soon := &soonWriter{w: bufio.NewWriter(cmd.OutOrStdout())}
	write := p.writer(cmd.OutOrStdout(), board)
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
func (p *printer) writer(stdout io.Writer, board *queens.Board) func(queens.Placement) string {
	form := p.format
	if p.json {
		form = formatNamed("json")
	}
	if board != nil && form.name == "diagram" {
		return p.colors.drawer(stdout, board)
	}
	return func(q queens.Placement) string { return form.write(board, q) }
}

// summarize prints a summary of the boards: after them on a terminal, and otherwise on
// standard error, so that it does not mix with boards that a program reads.
func summarize(cmd *cobra.Command, text string) error {
	w := cmd.ErrOrStderr()
	if cli.IsTerminal(cmd.OutOrStdout()) {
		w = cmd.OutOrStdout()
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// flushAfter is how long output may wait in a buffer. To write each solution by itself
// would take longer than to find it.
const flushAfter = 50 * time.Millisecond

// A soonWriter buffers what is written, but not for long.
type soonWriter struct {
	mu  sync.Mutex
	w   *bufio.Writer
	due *time.Timer // or nil if the buffer is empty
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
