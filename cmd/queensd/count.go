package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/spf13/cobra"
)

func countCommand() *cobra.Command {
	c := count{
		ledger:   cli.File(),
		tasks:    cli.Number("M", 0, 0),
		workers:  cli.Number("K", 0, runtime.GOMAXPROCS(0)),
		copies:   cli.Number("C", 1, 1),
		replicas: cli.Number("R", 1, 1),
		recount:  percent(1),
	}
	cmd := &cobra.Command{
		Use:   "count BOARD",
		Short: "Print how many solutions there are",
		Long: `Count prints the number of ways to place queens on a board so that none attacks
another, alone on a line. It puts tasks into the queue of a server, from which workers
take them, and counts tasks itself. However it is ended, the same command goes on
where it stopped, and workers go on meanwhile.

Some of the results of others are counted again here: those of --recount percent,
drawn by lot after they have come, at least 20, and more of those of an account that
is new. One that is wrong stops the count with exit status 2 and names the account;
all that it has counted goes back into the queue. With --copies 2 each task must have
the same count by two accounts.

With --ledger the results are kept in a file as well, with which "queens count
--ledger" goes on just as well.

` + cli.BoardHelp,
		Example: `  queensd count 22 --ledger q22.jsonl
  queensd count 23 --workers 0 --nats nats://10.0.0.7:4222 --auth coordinator.key`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              c.run,
	}
	flags := cmd.Flags()
	flags.BoolVarP(&c.census, "census", "c", false, "print the number of fundamental solutions as well")
	c.board.AddFlags(cmd)
	flags.VarP(&c.workers, "workers", "w", "count on so many processors here; 0 leaves it to others")
	flags.Var(&c.recount, "recount", "count so many percent of the results of others again; 0 for none")
	flags.Var(&c.copies, "copies", "so many accounts must agree on each task")
	flags.VarP(&c.ledger, "ledger", "o", "keep the results in this file as well, and go on from those that are there")
	flags.Var(&c.tasks, "tasks", "cut the count into so many tasks or more; 0 suits the board")
	flags.Var(&c.replicas, "replicas", "let so many servers of a cluster keep a copy of a new queue")
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "do not show how far it is")
	c.place.addFlags(cmd)
	for _, name := range []string{"workers", "recount", "copies", "tasks", "replicas"} {
		cli.MustComplete(cmd, name, cobra.NoFileCompletions)
	}
	return cmd
}

// percent returns the value of a flag that is a share.
func percent(standard float64) cli.Value[float64] {
	read := func(text string) (float64, error) {
		value, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
		if err != nil || !(value >= 0 && value <= 100) {
			return 0, errors.New("want a percentage, 0 to 100")
		}
		return value, nil
	}
	return cli.Value[float64]{V: standard, Name: "P", Read: read, Text: fmt.Sprint(standard)}
}

// count is the command line of the command of that name.
type count struct {
	board    cli.Board
	place    place
	census   bool
	quiet    bool
	ledger   cli.Value[string]
	tasks    cli.Value[int]
	workers  cli.Value[int]
	copies   cli.Value[int]
	replicas cli.Value[int]
	recount  cli.Value[float64]
}

func (c *count) run(cmd *cobra.Command, args []string) error {
	s, err := c.board.Solver(cmd, args[0])
	if err != nil {
		return err
	}
	meter := cli.NewMeter(cmd.ErrOrStderr())
	all, err := c.count(cmd, s, meter)
	if err != nil {
		return err
	}
	if !c.census {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), all)
		return err
	}
	found, err := s.Census(cmd.Context(), queens.KnownTotal(all))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s, %d fundamental\n", cli.Plural(found.All, "solution"), found.Fundamental)
	return err
}

func (c *count) count(cmd *cobra.Command, s *queens.Board, meter *cli.Meter) (uint64, error) {
	if !c.quiet {
		defer meter.Start()()
	}
	ctx, tell := cmd.Context(), tellOn(meter)
	q, err := c.place.open(ctx, queue.Coordinator, tell)
	if err != nil {
		return 0, err
	}
	defer q.Close()
	if err := q.Create(ctx, c.replicas.V); err != nil {
		return 0, err
	}
	cut, l, err := c.openLedger(ctx, q, s)
	if err != nil {
		return 0, err
	}
	defer l.Close()
	for _, line := range l.Damaged {
		tell.say(fmt.Sprintf("line %d of %s is damaged: its task is counted again", line, c.ledger.V))
	}
	tasks := cli.NewTaskMeter(ctx, s, meter)
	var last queens.Progress
	counting := &queue.Count{Queue: q, Cut: cut, Ledger: l, Copies: c.copies.V, Recount: c.recount.V / 100, Say: tell.say, Progress: func(p queens.Progress) {
		last = p
		if !c.quiet {
			tasks.Update(p)
		}
	}}
	var worker *queue.Worker
	if c.workers.V > 0 {
		worker = &queue.Worker{Queue: q, Goroutines: c.workers.V}
	}
	all, err := counting.Run(ctx, worker)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return 0, cli.Interruption(fmt.Sprintf("interrupted after %d of %s; the same command goes on from there",
			last.Done, cli.Plural(last.Total, "task")))
	}
	return all, err
}

// openLedger cuts the count as the ledger was cut, or as the server has it, or as the
// user says.
func (c *count) openLedger(ctx context.Context, q *queue.Queue, s *queens.Board) (*ledger.Cut, *ledger.Ledger, error) {
	asked := c.tasks.V
	found, err := q.Job(ctx, s.String())
	if err != nil {
		return nil, nil, err
	}
	if asked == 0 && found != nil {
		asked = found.Asked
	}
	if c.ledger.V == "" {
		cut, err := ledger.NewCut(ctx, s, asked)
		if err != nil {
			return nil, nil, err
		}
		return cut, ledger.InMemory(cut.Head), nil
	}
	opened, err := ledger.OpenCount(ctx, c.ledger.V, s, asked)
	if err != nil {
		return nil, nil, err
	}
	return opened.Cut, opened.Ledger, nil
}
