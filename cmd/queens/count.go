package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queens/ledger"
	"github.com/spf13/cobra"
)

func countCommand() *cobra.Command {
	c := count{
		ledger:  cli.File(),
		tasks:   cli.Number("M", 0, 0),
		workers: cli.Number("K", 1, runtime.GOMAXPROCS(0)),
	}
	cmd := &cobra.Command{
		Use:   "count BOARD",
		Short: "Print how many solutions there are",
		Long: `Count prints the number of ways to place queens on a board so that none attacks
another, alone on a line. On empty boards the time grows six- to ninefold with
each row; Ctrl-C ends it.

With --ledger the results are kept in a file, task by task. However the count is
ended, the same command goes on where it stopped, at any number of workers.

` + cli.BoardHelp + `
A terminal shows how far it is; elsewhere standard error gets a line now and
then.`,
		Example: `  queens count 8
  queens count 8 --given b4,d5
  queens count 13 --torus
  queens count 21 --ledger q21.jsonl`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              c.run,
	}
	flags := cmd.Flags()
	flags.BoolVarP(&c.census, "census", "c", false, "print the number of fundamental solutions as well")
	flags.VarP(&c.ledger, "ledger", "o", "keep the results in this file, and go on from those that are there")
	c.tasks.Text = ""
	flags.Var(&c.tasks, "tasks", "cut a count with --ledger into so many tasks or more; 0 suits the board")
	flags.VarP(&c.workers, "workers", "w", "count on so many processors at a time")
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "do not show how far it is")
	flags.BoolVarP(&c.json, "json", "j", false, `write {"board":…,"solutions":…,"elapsed_seconds":…}`)
	cli.MustComplete(cmd, "tasks", cobra.NoFileCompletions)
	cli.MustComplete(cmd, "workers", cobra.NoFileCompletions)
	c.board.AddFlags(cmd)
	return cmd
}

// count is the command line of the command of that name.
type count struct {
	board   cli.Board
	census  bool
	ledger  cli.Value[string]
	tasks   cli.Value[int]
	workers cli.Value[int]
	quiet   bool
	json    bool
}

func (c *count) run(cmd *cobra.Command, args []string) error {
	s, err := c.board.Solver(cmd, args[0])
	if err != nil {
		return err
	}
	if c.tasks.V > 0 && c.ledger.V == "" {
		return errors.New("--tasks is for a count with --ledger")
	}
	begun := time.Now()
	found, err := c.count(cmd, s)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), c.answer(s, found, time.Since(begun)))
	return err
}

func (c *count) answer(s *queens.Board, found queens.Census, took time.Duration) string {
	switch {
	case c.json:
		object := struct {
			Board       string  `json:"board"`
			Solutions   uint64  `json:"solutions"`
			Fundamental *uint64 `json:"fundamental,omitempty"`
			Seconds     float64 `json:"elapsed_seconds"`
		}{Board: s.String(), Solutions: found.All, Seconds: took.Seconds()}
		if c.census {
			object.Fundamental = &found.Fundamental
		}
		return toJSON(object)
	case c.census:
		return fmt.Sprintf("%s, %d fundamental", cli.Plural(found.All, "solution"), found.Fundamental)
	}
	return fmt.Sprint(found.All)
}

func (c *count) count(cmd *cobra.Command, s *queens.Board) (queens.Census, error) {
	meter := cli.NewMeter(cmd.ErrOrStderr())
	meter.Long = c.longCount
	if !c.quiet {
		defer meter.Start()()
	}
	options := []queens.Option{queens.Workers(c.workers.V), queens.OnProgress(meter.Update)}
	switch {
	case c.ledger.V != "":
		all, err := c.countInLedger(cmd, s, meter)
		if err != nil || !c.census {
			return queens.Census{All: all}, err
		}
		return s.Census(cmd.Context(), queens.KnownTotal(all))
	case c.census:
		return s.Census(cmd.Context(), options...)
	}
	all, err := s.Count(cmd.Context(), options...)
	return queens.Census{All: all}, err
}

func (c *count) longCount(seconds float64) string {
	text := "this takes about " + cli.Duration(seconds)
	if c.ledger.V == "" {
		text += "; with --ledger FILE it could be stopped, and go on later"
	}
	return text
}

func (c *count) countInLedger(cmd *cobra.Command, s *queens.Board, meter *cli.Meter) (uint64, error) {
	ctx := cmd.Context()
	counting, err := ledger.OpenCount(ctx, c.ledger.V, s, c.tasks.V)
	if err != nil {
		return 0, err
	}
	defer counting.Ledger.Close()
	for _, line := range counting.Ledger.Damaged {
		fmt.Fprintf(cmd.ErrOrStderr(), "line %d of %s is damaged: its task is counted again\n", line, c.ledger.V)
	}
	tasks := cli.NewTaskMeter(ctx, s, meter)
	var done queens.Progress
	all, err := counting.Run(ctx, c.workers.V, func(p queens.Progress) {
		done = p
		if !c.quiet {
			tasks.Update(p)
		}
	})
	if errors.Is(err, context.Canceled) {
		return 0, cli.Interruption(fmt.Sprintf("interrupted after %d of %s; the same command goes on from there",
			done.Done, cli.Plural(done.Total, "task")))
	}
	return all, err
}
