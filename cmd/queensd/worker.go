package main

import (
	"fmt"
	"runtime"
	"time"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/spf13/cobra"
)

func workerCommand() *cobra.Command {
	w := worker{workers: cli.Number("K", 1, runtime.GOMAXPROCS(0)), idle: duration(0)}
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Help with counts that a server keeps",
		Long: `Worker takes tasks from a server, counts them and stores the results, for all
counts that are under way, in turn. It may come and go at any time: what it has not
finished goes to others.`,
		Example: `  queensd worker --nats nats://10.0.0.7:4222 --auth worker.key
  queensd worker --nats tls://10.0.0.7:4222 --auth worker.key --ca cert.pem --idle 10m`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              w.run,
	}
	flags := cmd.Flags()
	flags.VarP(&w.workers, "workers", "w", "count on so many processors at a time")
	flags.Var(&w.idle, "idle", "end after so long without a task, such as 10m")
	flags.BoolVarP(&w.quiet, "quiet", "q", false, "do not tell how many tasks were counted")
	w.place.addFlags(cmd)
	cli.MustComplete(cmd, "workers", cobra.NoFileCompletions)
	cli.MustComplete(cmd, "idle", cobra.NoFileCompletions)
	return cmd
}

// worker is the command line of the command of that name.
type worker struct {
	place   place
	workers cli.Value[int]
	idle    cli.Value[time.Duration]
	quiet   bool
}

func (w *worker) run(cmd *cobra.Command, _ []string) error {
	q, err := w.place.open(cmd.Context(), "", newTeller(cmd.ErrOrStderr()))
	if err != nil {
		return err
	}
	defer q.Close()
	if q.Account() == queue.Coordinator {
		return fmt.Errorf("a worker cannot be %s, whose results are not counted again: give it a key of its own", q.Account())
	}
	counting := &queue.Worker{Queue: q, Goroutines: w.workers.V, Idle: w.idle.V}
	err = counting.Run(cmd.Context())
	if !w.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "counted %s\n", cli.Plural(counting.Done(), "task"))
	}
	return err
}
