package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
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

func (c *count) answer(s *queens.Solver, found queens.Census, took time.Duration) string {
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

func (c *count) count(cmd *cobra.Command, s *queens.Solver) (queens.Census, error) {
	meter := cli.NewMeter(cmd.ErrOrStderr())
	meter.Long = c.longCount
	if !c.quiet {
		defer meter.Start()()
	}
	options := []queens.RunOption{queens.Workers(c.workers.V), queens.OnProgress(meter.Update)}
	switch {
	case c.ledger.V != "":
		all, err := c.countInLedger(cmd, s, meter)
		if err != nil || !c.census {
			return queens.Census{All: all}, err
		}
		return s.CensusOf(cmd.Context(), all)
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

func (c *count) countInLedger(cmd *cobra.Command, s *queens.Solver, meter *cli.Meter) (uint64, error) {
	ctx := cmd.Context()
	l, err := ledger.Open(ctx, c.ledger.V, s, c.tasks.V)
	if err != nil {
		return 0, err
	}
	defer l.Close()
	for _, line := range l.Damaged {
		fmt.Fprintf(cmd.ErrOrStderr(), "line %d of %s is damaged: its task is counted again\n", line, c.ledger.V)
	}
	share := &share{ctx: ctx, board: s, begun: time.Now(), known: isEven(s)}
	all, err := l.Run(ctx, c.workers.V, func(p queens.Progress) {
		share.last = p
		if !c.quiet {
			share.tell(meter)
		}
	})
	if errors.Is(err, context.Canceled) {
		done := share.last
		return 0, cli.Interruption(fmt.Sprintf("interrupted after %d of %s; the same command goes on from there",
			done.Done, cli.Plural(done.Total, "task")))
	}
	return all, err
}

// A share estimates what share of a count in tasks is done: solutions found of all that
// there may be, because most tasks take too different times to go by their number.
type share struct {
	ctx         context.Context
	board       *queens.Solver
	begun       time.Time
	first, last queens.Progress
	known       bool
	solutions   float64 // of the board, as estimated; 0 to go by the number of tasks
}

// isEven reports whether all tasks of a board take about as long. Those of large empty
// boards do, which the library counts by joining halves.
func isEven(s *queens.Solver) bool {
	return s.N() >= 18 && s.String() == fmt.Sprintf("n=%d", s.N())
}

const (
	// A count of so many tasks is long enough to be worth an estimate at once, which
	// takes some hundredths of a second. Others must have gone on for shareAfter.
	manyTasks  = 1000
	shareAfter = 2 * time.Second
)

// tell tells a meter how far the count is: nothing at first, and then how far it was at
// the beginning too.
func (e *share) tell(meter *cli.Meter) {
	if e.first.Total == 0 {
		e.first = e.last
	}
	switch {
	case e.known:
	case e.last.Total < manyTasks && time.Since(e.begun) < shareAfter:
		return
	default:
		found, err := e.board.Estimate(e.ctx, rand.New(rand.NewPCG(1, 1)), 2500)
		if err != nil {
			return // the count ends too
		}
		e.known, e.solutions = true, found.Mean
		meter.Update(e.with(e.first))
	}
	meter.Update(e.with(e.last))
}

func (e *share) with(p queens.Progress) queens.Progress {
	const nearly = 0.999
	switch {
	case p.Done == p.Total:
		p.Fraction = 1
	case e.solutions == 0:
		p.Fraction = float64(p.Done) / float64(p.Total)
	default:
		p.Fraction = min(float64(p.Solutions)/e.solutions, nearly)
	}
	return p
}
