package main

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"example.com/queens"
	"github.com/spf13/cobra"
)

func countCommand(todo *job) *cobra.Command {
	var c count
	cmd := &cobra.Command{
		Use:   "count N",
		Short: "Print how many solutions there are",
		Long: `Count prints the number of ways to place N queens on the N×N board so that none
attacks another, alone on a line. The time grows six- to ninefold with each row;
Ctrl-C ends it.

A terminal shows how far it is; elsewhere standard error gets a line every few
seconds.`,
		Example: `  queens count 8
  queens count 8 --given b4,d5
  queens count 13 --torus`,
		Args:              sizeOnly,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			*todo, err = c.job(args[0], cmd)
			return err
		},
	}
	c.addFlags(cmd)
	return cmd
}

// count is the command line of the command of that name.
type count struct {
	constraints
	census  bool
	quiet   bool
	workers int
}

func (c *count) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&c.census, "census", false, "print the number of fundamental solutions as well")
	c.constraints.addFlags(cmd)
	flags.IntVar(&c.workers, "workers", runtime.GOMAXPROCS(0), "count with `K` goroutines")
	flags.BoolVar(&c.quiet, "quiet", false, "do not show how far it is")
	mustComplete(cmd, "workers", cobra.NoFileCompletions)
}

func (c *count) job(size string, cmd *cobra.Command) (job, error) {
	show := newDisplay(cmd.ErrOrStderr(), c.quiet)
	s, err := c.solver(size)
	if err != nil {
		return nil, err
	}
	if c.workers < 1 {
		return nil, fmt.Errorf("%d workers, want at least 1", c.workers)
	}
	return func(ctx context.Context) error {
		found, err := c.run(ctx, s, show)
		if err != nil {
			return err
		}
		return c.print(cmd.OutOrStdout(), found)
	}, nil
}

func (c *count) run(ctx context.Context, s *queens.Solver, show *display) (queens.Census, error) {
	defer show.start()()
	options := []queens.RunOption{queens.Workers(c.workers), queens.OnProgress(show.update)}
	if c.census {
		return s.Census(ctx, options...)
	}
	all, err := s.Count(ctx, options...)
	return queens.Census{All: all}, err
}

func (c *count) print(w io.Writer, found queens.Census) error {
	var err error
	if c.census {
		_, err = fmt.Fprintf(w, "%s, %d fundamental\n", plural(found.All, "solution"), found.Fundamental)
	} else {
		_, err = fmt.Fprintln(w, found.All)
	}
	return err
}
