package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"
)

func workerCommand(todo *job) *cobra.Command {
	var w worker
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Help with counts that a server keeps",
		Long: `Worker takes tasks from a server, counts them and stores the results, for all
counts that the server has. It may come and go at any time: it waits for a server
that is not there, and what it has not finished goes to others.`,
		Example: `  queensd worker --nats nats://10.0.0.7:4222 --auth secret
  queensd worker --nats tls://10.0.0.7:4222 --auth secret --ca cert.pem --idle 10m`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			*todo, err = w.job(cmd.ErrOrStderr())
			return err
		},
	}
	w.addFlags(cmd)
	return cmd
}

// worker is the command line of the command of that name.
type worker struct {
	place
	workers int
	idle    time.Duration
	quiet   bool
}

func (w *worker) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	w.place.addServerFlags(cmd)
	flags.IntVar(&w.workers, "workers", runtime.GOMAXPROCS(0), "count with `K` goroutines")
	flags.DurationVar(&w.idle, "idle", 0, "end after this `time` without a task, such as 10m; 0 is\nnever")
	flags.BoolVar(&w.quiet, "quiet", false, "do not tell how many tasks were counted")
	mustComplete(cmd, "workers", cobra.NoFileCompletions)
	mustComplete(cmd, "idle", cobra.NoFileCompletions)
}

func (w *worker) job(stderr io.Writer) (job, error) {
	switch {
	case w.nats == "":
		return nil, errors.New("worker needs --nats")
	case w.workers < 1:
		return nil, fmt.Errorf("%d workers, want at least 1", w.workers)
	case w.idle < 0:
		return nil, fmt.Errorf("idle time is %v, want at least 0", w.idle)
	}
	return func(ctx context.Context) error {
		done, err := w.run(ctx, newDisplay(stderr, true).trouble)
		if !w.quiet {
			fmt.Fprintf(stderr, "counted %s\n", plural(uint64(done), "task"))
		}
		return err
	}, nil
}

// run returns how many tasks were counted.
func (w *worker) run(ctx context.Context, trouble func(error)) (int, error) {
	conn, err := w.join(ctx, trouble)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	q, err := queue.Open(ctx, conn, queue.Options{Trouble: trouble})
	if err != nil {
		return 0, err
	}
	counting := &queue.Worker{Queue: q, Goroutines: w.workers, Idle: w.idle}
	defer announce(ctx, counting)()
	err = counting.Run(ctx)
	return counting.Done(), err
}

// joinEvery is how often a server is tried that is not there.
const joinEvery = time.Second

// join connects to the server, as soon as it is there.
func (w *worker) join(ctx context.Context, trouble func(error)) (*nats.Conn, error) {
	for {
		conn, err := w.connect()
		if err == nil || queue.Refused(err) {
			return conn, err
		}
		trouble(err)
		select {
		case <-time.After(joinEvery):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
