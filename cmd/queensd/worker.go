package main

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/queue"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/spf13/cobra"
)

func workerCommand() *cobra.Command {
	w := workerRun{workers: cli.Number("K", 1, runtime.GOMAXPROCS(0)), idle: duration(0)}
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Help with the counts of a server",
		Long: `Worker takes tasks from a server, counts them and stores the results. It works
for all counts under way, in turn. It may come and go at any time: others take
over what it has not finished.`,
		Example: `  queensd worker --nats nats://10.0.0.7:4222 --auth worker.key
  queensd worker --nats tls://10.0.0.7:4222 --auth worker.key --ca cert.pem --idle 10m`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              w.run,
	}
	flags := cmd.Flags()
	flags.VarP(&w.workers, "workers", "w", "count on this many goroutines")
	flags.Var(&w.idle, "idle", "exit after this long without a task, such as 10m")
	flags.BoolVarP(&w.quiet, "quiet", "q", false, "do not say how many tasks were counted")
	w.server.addTo(cmd)
	noCompletion(cmd, "workers", "idle")
	return cmd
}

// A workerRun is a run of the command "worker".
type workerRun struct {
	server  serverFlags
	workers cli.Value[int]
	idle    cli.Value[time.Duration]
	quiet   bool
}

func (w *workerRun) run(cmd *cobra.Command, _ []string) error {
	tell := messengerTo(cmd.ErrOrStderr())
	q, err := w.server.open(cmd.Context(), "", tell)
	if err != nil {
		return err
	}
	defer q.Close()
	if q.Account() == wire.Coordinator {
		return fmt.Errorf("a worker cannot be %s, whose results are never recounted: give it a key of its own", q.Account())
	}
	worker := &queue.Worker{Queue: q, Goroutines: w.workers.V, Idle: w.idle.V}
	if w.quiet {
		return worker.Run(cmd.Context())
	}
	tell.say(fmt.Sprintf("connected as %s; taking tasks for %s", q.Account(), cli.Plural(w.workers.V, "goroutine")))
	ctx, stop := context.WithCancel(cmd.Context())
	var telling sync.WaitGroup
	telling.Go(func() { tellProgress(ctx, worker, tell) })
	err = worker.Run(cmd.Context())
	stop()
	telling.Wait()
	fmt.Fprintf(cmd.ErrOrStderr(), "counted %s\n", cli.Plural(worker.Done(), "task"))
	return err
}

// tellProgress says from time to time what a worker has done.
func tellProgress(ctx context.Context, worker *queue.Worker, tell *messenger) {
	ticker := time.NewTicker(repeatAfter)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			tell.say(cli.Plural(worker.Done(), "task") + " counted so far")
		case <-ctx.Done():
			return
		}
	}
}
