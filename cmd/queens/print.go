package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

// A printer holds the flags that choose how boards are written.
type printer struct {
	format cli.Value[*format]
	json   bool
	colors colors
	chosen bool // whether the user chose the format
}

func (p *printer) addTo(cmd *cobra.Command, standard *format) {
	p.format = formatFlag(formats...)
	p.format.V, p.format.Text = standard, standard.name
	cmd.Flags().VarP(&p.format, "format", "f", "how to write a board: "+formatNames())
	cmd.Flags().BoolVarP(&p.json, "json", "j", false, "write JSON: boards as with --format json, answers as objects")
	p.colors.addTo(cmd)
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		changed := cmd.Flags().Changed("format")
		p.chosen = p.json || changed
		if p.json && changed && p.format.V != asJSON {
			return fmt.Errorf("--json and --format %s exclude each other", p.format.V.name)
		}
		if p.json {
			p.format.V = asJSON
		}
		return nil
	}
}

// print writes placements as they come. The board is nil if it has more rows than MaxN; then nothing
// is drawn in colour.
func (p *printer) print(cmd *cobra.Command, b board, placements iter.Seq[queens.Placement]) error {
	soon := &autoFlushWriter{w: bufio.NewWriter(cmd.OutOrStdout())}
	defer soon.flush()
	var write func(queens.Placement) string
	for placement := range placements {
		if err := p.format.V.check(b, placement); err != nil {
			return err
		}
		if write == nil {
			p.fit(cmd, b, placement)
			write = p.format.V.writer(cmd.OutOrStdout(), &p.colors, b)
		}
		var err error
		if len(placement) > maxDiagram {
			err = writeLong(cmd.Context(), soon, func() string { return write(placement) + "\n" })
		} else {
			_, err = io.WriteString(soon, write(placement)+"\n")
		}
		if err != nil {
			return err
		}
		if cmd.Context().Err() != nil {
			break
		}
	}
	if err := soon.flush(); err != nil {
		return err
	}
	return cmd.Context().Err()
}

// writeLong makes a text and writes it, unless the context ends.
func writeLong(ctx context.Context, w io.Writer, text func() string) error {
	long, err := orInterrupted(ctx, func() (string, error) { return text(), nil })
	for err == nil && long != "" {
		part := long[:min(len(long), 1<<20)]
		if _, err = io.WriteString(w, part); err == nil {
			long, err = long[len(part):], ctx.Err()
		}
	}
	return err
}

// writer returns the function that writes a placement for a standard output.
func (f *format) writer(stdout io.Writer, c *colors, b board) func(queens.Placement) string {
	isTerminal := cli.IsTerminal(stdout)
	if b != nil && f == asDiagram && (isTerminal || c.V == "always") {
		return c.drawer(stdout, b)
	}
	return func(q queens.Placement) string {
		if !isTerminal {
			return f.write(b, q)
		}
		return strings.ReplaceAll(f.write(b, q), "♛", queenSign())
	}
}

// fit changes the format, and says so, if diagrams such as that of q are too wide for the terminal:
// to squares or, on boards of regions, to letters.
func (p *printer) fit(cmd *cobra.Command, b board, q queens.Placement) {
	stdout, wide := cmd.OutOrStdout(), p.format.V
	if !cli.IsTerminal(stdout) || !wide.lines {
		return
	}
	columns, _ := textSize(wide.write(b, q))
	room := cli.TerminalWidth(stdout)
	if columns <= room {
		return
	}
	p.format.V = asSquares
	if _, hasRegions := b.(regionBoard); hasRegions {
		p.format.V = asLetters
	}
	fmt.Fprintf(cli.Aside(cmd), "a %s would take %d columns, the terminal has %d: here are %s\n", wide.name, columns, room, p.format.V.name)
}

// fitSize makes vectors of boards that are too large for a diagram, unless the user chose diagrams.
func (p *printer) fitSize(n int) error {
	if n > maxDiagram && !p.chosen {
		p.format.V = asVector
	}
	return p.format.V.fits(n)
}

// printOne writes the solution that was found, or says that there is none.
func (p *printer) printOne(cmd *cobra.Command, b board, found queens.Placement, err error) error {
	switch {
	case errors.Is(err, queens.ErrNoSolution):
		return p.printNone(cmd)
	case err != nil:
		return err
	}
	return p.print(cmd, b, slices.Values([]queens.Placement{found}))
}

// printNone says that there is no solution to print.
func (p *printer) printNone(cmd *cobra.Command) error {
	var err error
	if p.format.V == asJSON {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), "null")
	} else {
		err = conclude(cmd, "no solution")
	}
	return cmp.Or(err, cli.ErrNo)
}

// summarize prints a summary of the boards, unless the command is to be quiet.
func summarize(cmd *cobra.Command, text string) error {
	if cli.Quiet(cmd) {
		return nil
	}
	return conclude(cmd, text)
}

// conclude prints an answer about the boards: after them on a terminal, and otherwise on
// standard error, so that it does not mix with boards that a program reads.
func conclude(cmd *cobra.Command, text string) error {
	w := cmd.ErrOrStderr()
	if cli.IsTerminal(cmd.OutOrStdout()) {
		w = cmd.OutOrStdout()
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// orInterrupted returns what f does, or the error of the context as soon as that ends. The program
// ends then, and does not wait for f.
func orInterrupted[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// flushAfter is how long output may wait in a buffer. Writing each solution by itself would
// take longer than finding it.
const flushAfter = 50 * time.Millisecond

// An autoFlushWriter buffers what is written, but not for long.
type autoFlushWriter struct {
	mu  sync.Mutex
	w   *bufio.Writer
	due *time.Timer // or nil if the buffer is empty
}

func (s *autoFlushWriter) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.due == nil {
		s.due = time.AfterFunc(flushAfter, func() { s.flush() })
	}
	return s.w.Write(b)
}

func (s *autoFlushWriter) flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.due = nil
	return s.w.Flush()
}
