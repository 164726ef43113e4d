package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/queue"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/spf13/cobra"
)

func countCommand() *cobra.Command {
	c := countRun{
		ledger:   cli.File(),
		tasks:    cli.Number("M", 0, 0),
		workers:  cli.Number("K", 0, runtime.GOMAXPROCS(0)),
		copies:   cli.Number("C", 1, 1),
		replicas: cli.Number("R", 1, 1),
		recount:  percentage(1),
	}
	cmd := &cobra.Command{
		Use:   "count BOARD",
		Short: "Print the number of solutions",
		Long: `Count prints the number of ways to place queens on a board so that no two attack
each other, and nothing else. It puts tasks into the queue of a server, from
which workers take them, and counts tasks itself. However it ends, the same
command goes on where it stopped. In between, the workers go on.

When all results have come, some of the tasks that others have counted are drawn
at random and recounted here: --recount percent of them, at least 20. Before,
some of each account are recounted as they come. A wrong result ends the count
with exit status 2 and names the account; all results of that account are
withdrawn, and their tasks queued again. Each run draws anew. With --copies 2,
two accounts must agree on each task.

With --ledger the results are kept in a file as well, which "queens count
--ledger" can go on from too.

` + cli.BoardHelp,
		Example: `  queensd count 22 --ledger q22.jsonl
  queensd count 23 --workers 0 --nats nats://10.0.0.7:4222 --auth coordinator.key`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              c.run,
	}
	flags := cmd.Flags()
	flags.BoolVar(&c.census, "census", false, "print the number of fundamental solutions as well")
	c.board.AddTo(cmd)
	flags.VarP(&c.workers, "workers", "w", "count on this many goroutines here; 0 leaves all but recounts to others")
	flags.Var(&c.recount, "recount", "recount this percentage of what others have counted, at least 20 tasks; 0 for none")
	flags.Var(&c.copies, "copies", "let this many accounts count each task, and agree")
	flags.Var(&c.ledger, "ledger", "keep the results in this file as well, and go on from those in it")
	flags.Var(&c.tasks, "tasks", "cut the count into at least this many tasks; 0 for as many as suit the board")
	flags.Var(&c.replicas, "replicas", "let this many servers of a cluster keep a copy of a new queue")
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "do not show progress")
	c.server.addTo(cmd)
	noCompletion(cmd, "workers", "recount", "copies", "tasks", "replicas")
	return cmd
}

// A countRun is a run of the command "count".
type countRun struct {
	board    cli.BoardFlags
	server   serverFlags
	census   bool
	quiet    bool
	ledger   cli.Value[string]
	tasks    cli.Value[int]
	workers  cli.Value[int]
	copies   cli.Value[int]
	replicas cli.Value[int]
	recount  cli.Value[float64]
}

func (c *countRun) run(cmd *cobra.Command, args []string) error {
	b, err := c.board.Board(cmd, args[0])
	if err != nil {
		return err
	}
	all, err := c.count(cmd, b, cli.NewMeter(cmd.ErrOrStderr()))
	if err != nil {
		return err
	}
	if !c.census {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), all)
		return err
	}
	census, err := b.CensusOf(cmd.Context(), all)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s, %d fundamental\n", cli.Plural(census.All, "solution"), census.Fundamental)
	return err
}

func (c *countRun) count(cmd *cobra.Command, b *queens.Board, meter *cli.Meter) (uint64, error) {
	if !c.quiet {
		defer meter.Start()()
	}
	ctx, tell := cmd.Context(), messengerAbove(meter)
	q, err := c.server.open(ctx, wire.Coordinator, tell)
	if err != nil {
		return 0, err
	}
	defer q.Close()
	if err := q.Create(ctx, c.replicas.V); err != nil {
		return 0, err
	}
	cut, l, err := c.openLedger(ctx, q, b)
	if err != nil {
		return 0, err
	}
	defer l.Close()
	for _, line := range l.Damaged {
		tell.say(fmt.Sprintf("line %d of %s is damaged: its task is counted again", line, c.ledger.V))
	}
	var last queens.Progress
	counting := &queue.Count{
		Queue: q, Cut: cut, Ledger: l, Copies: c.copies.V, Recount: c.recount.V / 100, Say: tell.say,
		Progress: func(p queens.Progress) {
			last = p
			meter.Update(p)
		},
	}
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

// openLedger opens the ledger, and cuts the count into tasks: as many as the user asks for,
// or as the server has, or as the ledger has.
func (c *countRun) openLedger(ctx context.Context, q *queue.Queue, b *queens.Board) (*ledger.Cut, *ledger.Ledger, error) {
	asked := c.tasks.V
	found, err := q.Job(ctx, b.String())
	if err != nil {
		return nil, nil, err
	}
	if asked == 0 && found != nil {
		asked = found.Asked
	}
	if c.ledger.V == "" {
		cut, err := ledger.NewCut(ctx, b, asked)
		if err != nil {
			return nil, nil, err
		}
		return cut, ledger.InMemory(cut.Head), nil
	}
	opened, err := ledger.OpenCount(ctx, c.ledger.V, b, asked)
	if err != nil {
		return nil, nil, err
	}
	return opened.Cut, opened.Ledger, nil
}
