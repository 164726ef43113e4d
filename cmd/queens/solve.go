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
	"strconv"
	"time"

	"example.com/queens"
	"github.com/spf13/cobra"
)

func solveCommand(todo *job) *cobra.Command {
	s := solve{format: formats[0]}
	cmd := &cobra.Command{
		Use:   "solve N",
		Short: "Print solutions",
		Long: `Solve prints the ways to place N queens on the N×N board so that none attacks
another, in lexicographic order of the queens' columns, as they are found.

Formats:
` + formatHelp() + `
Diagrams and grids have a blank line after each board, and the number of
solutions at the end. In the other formats each solution is a line, and the
number goes to standard error.`,
		Example: `  queens solve 8 --fundamental
  queens solve 8 --given b4,d5
  queens solve 25 --limit 2605 --format vector
  queens solve 8 --block a1,b1,c1 --block h8 --format json`,
		Args:              sizeOnly,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			*todo, err = s.job(args[0], cmd.OutOrStdout(), cmd.ErrOrStderr())
			return err
		},
	}
	s.addFlags(cmd)
	return cmd
}

// solve is the command line of the command of that name.
type solve struct {
	constraints
	fundamental bool
	limit       limit
	format      format
}

func (s *solve) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&s.fundamental, "fundamental", false, "only one of the solutions that turning and reflecting\nthe board, with its constraints, make of each other")
	flags.Var(&s.limit, "limit", "stop after `K` solutions; 0 is no limit")
	flags.Var(&s.format, "format", "how to write a solution; see above")
	mustComplete(cmd, "limit", cobra.NoFileCompletions)
	mustComplete(cmd, "format", completeFormat)
	s.constraints.addFlags(cmd)
}

func (s *solve) job(size string, stdout, stderr io.Writer) (job, error) {
	solver, err := s.solver(size)
	if err != nil {
		return nil, err
	}
	solutions := solver.Solutions
	var group []queens.Symmetry
	if s.fundamental {
		solutions = solver.Fundamental
		group = solver.Symmetries()
	}
	summary := s.format.summary(stdout, stderr)
	return func(ctx context.Context) error {
		t := tally{group: group, limit: uint64(s.limit)}
		if err := s.format.print(ctx, solutions(ctx), &t, stdout); err != nil {
			return err
		}
		_, err := fmt.Fprintln(summary, t)
		return err
	}, nil
}

// flushInterval is how long a solution may wait to be seen. Flushing after each
// would cost more than finding it.
const flushInterval = 50 * time.Millisecond

// print writes the solutions as they come, until there are no more or the tally's
// limit is reached.
func (f *format) print(ctx context.Context, solutions iter.Seq[queens.Placement], t *tally, w io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	found := send(ctx, solutions)
	flush := time.NewTicker(flushInterval)
	defer flush.Stop()
	out := bufio.NewWriter(w)
	for {
		select {
		case p, ok := <-found:
			if !ok {
				return cmp.Or(out.Flush(), ctx.Err())
			}
			if _, err := fmt.Fprintln(out, f.write(p)); err != nil {
				return err
			}
			t.add(p)
			if t.cut() {
				return out.Flush()
			}
		case <-flush.C:
			if err := out.Flush(); err != nil {
				return err
			}
		case <-ctx.Done():
			return cmp.Or(out.Flush(), ctx.Err())
		}
	}
}

// send searches in a goroutine of its own, so that a solution that is long in
// coming holds up neither output nor the end of the program. The search ends at
// the first solution after ctx is done.
func send(ctx context.Context, solutions iter.Seq[queens.Placement]) <-chan queens.Placement {
	found := make(chan queens.Placement, 256)
	go func() {
		defer close(found)
		for p := range solutions {
			select {
			case found <- p:
			case <-ctx.Done():
				return
			}
		}
	}()
	return found
}

// tally counts what has been printed.
type tally struct {
	group   []queens.Symmetry // that the solutions are fundamental under, if they are
	printed uint64
	all     uint64 // solutions that the fundamental ones stand for
	limit   uint64 // of those to print, or 0
}

// cut reports whether the limit ended it.
func (t *tally) cut() bool { return t.limit > 0 && t.printed == t.limit }

func (t *tally) add(p queens.Placement) {
	t.printed++
	if t.group != nil {
		t.all += orbitSize(p, t.group)
	}
}

// orbitSize returns the number of images of p under a group of symmetries.
func orbitSize(p queens.Placement, group []queens.Symmetry) uint64 {
	stabilizer := 0
	for _, s := range p.Stabilizer() {
		if slices.Contains(group, s) {
			stabilizer++
		}
	}
	return uint64(len(group) / stabilizer)
}

// String returns the summary: "92 solutions, 12 fundamental".
func (t tally) String() string {
	switch {
	case t.printed == 0:
		return "no solutions"
	case t.cut() && t.group != nil:
		return first(t.printed, "fundamental solution")
	case t.cut():
		return first(t.printed, "solution")
	case t.group != nil:
		return fmt.Sprintf("%s, %d fundamental", plural(t.all, "solution"), t.printed)
	}
	return plural(t.printed, "solution")
}

func first(n uint64, noun string) string {
	if n == 1 {
		return "first " + noun
	}
	return "first " + plural(n, noun)
}

func plural(n uint64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// limit is the value of the flag: at most so many solutions, all if it is 0.
type limit uint64

func (l *limit) Set(text string) error {
	k, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return errors.New("want a whole number, 0 for no limit")
	}
	*l = limit(k)
	return nil
}

func (l *limit) String() string { return strconv.FormatUint(uint64(*l), 10) }

func (l *limit) Type() string { return "K" }
