package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"sync"

	"example.com/queens"
	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/spf13/cobra"
)

func countCommand(todo *job) *cobra.Command {
	var c count
	cmd := &cobra.Command{
		Use:   "count N",
		Short: "Print how many solutions there are",
		Long: `Count prints the number of ways to place N queens on the N×N board so that none
attacks another, alone on a line. It is cut into tasks. However it is ended, the same
command goes on where it stopped, and only the tasks that were under way are lost.

With --data the results are kept in a directory. With --nats the tasks and results
are kept by a server or cluster, see "queensd serve", and workers on any number of
computers may help, see "queensd worker". With both, the directory has the ledger
of the results.

A terminal shows how far it is; elsewhere standard error gets a line every few
seconds.`,
		Example: `  queensd count 21 --data q21
  queensd count 22 --nats nats://10.0.0.7:4222 --auth secret`,
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
	place
	census   bool
	quiet    bool
	workers  int
	tasks    int
	replicas int
}

func (c *count) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&c.census, "census", false, "print the number of fundamental solutions as well")
	c.constraints.addFlags(cmd)
	flags.IntVar(&c.workers, "workers", runtime.GOMAXPROCS(0), "count with `K` goroutines; 0 leaves it to other workers")
	flags.BoolVar(&c.quiet, "quiet", false, "do not show how far it is")
	c.place.addFlags(cmd)
	flags.IntVar(&c.tasks, "tasks", 0, "cut the count into about `M` tasks; 0 is by the size of\nthe board")
	flags.IntVar(&c.replicas, "replicas", 0, "let `R` servers of a cluster keep a copy; 0 is one, or\nas it is")
	for _, flag := range []string{"workers", "tasks", "replicas"} {
		mustComplete(cmd, flag, cobra.NoFileCompletions)
	}
}

func (c *count) job(size string, cmd *cobra.Command) (job, error) {
	show := newDisplay(cmd.ErrOrStderr(), c.quiet)
	s, err := c.solver(size)
	if err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		found, err := c.run(ctx, s, show)
		if err != nil {
			return err
		}
		return c.print(cmd.OutOrStdout(), found)
	}, nil
}

func (c *count) check() error {
	switch {
	case c.data == "" && c.nats == "":
		return errors.New("want --data, --nats or both")
	case c.workers < 0:
		return fmt.Errorf("%d workers, want at least 0", c.workers)
	case c.workers == 0 && c.nats == "":
		return errors.New("0 workers, want at least 1 without --nats")
	case c.tasks < 0:
		return fmt.Errorf("%d tasks, want at least 1, or 0 for the default", c.tasks)
	case c.replicas < 0 || c.replicas > 5:
		return fmt.Errorf("%d replicas, want 1 to 5, or 0 for the default", c.replicas)
	case c.replicas > 0 && c.nats == "":
		return errors.New("--replicas is for counts with --nats")
	}
	return c.place.check()
}

func (c *count) run(ctx context.Context, s *queens.Solver, show *display) (queens.Census, error) {
	defer show.start()()
	all, err := c.countTasks(ctx, s, show)
	if err != nil || !c.census {
		return queens.Census{All: all}, err
	}
	return s.CensusOf(ctx, all)
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

func (c *count) countTasks(ctx context.Context, s *queens.Solver, show *display) (uint64, error) {
	// The server makes little garbage, but would have it collected often.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	job := c.queueJob()
	job.Tasks = c.tasks
	plan := sync.OnceValues(func() (queue.Plan, error) { return queue.NewPlan(ctx, job, s) })
	go plan() // while the server starts
	options := queue.Options{Replicas: c.replicas, Trouble: show.trouble}
	store, err := c.openStore(ctx, options)
	if err != nil {
		return 0, err
	}
	defer store.close()
	total, err := c.countIn(ctx, store, plan, show)
	if err == nil {
		return total, nil
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return 0, &interruption{show.text() + "; the same command goes on from there"}
	}
	return 0, store.explain(err)
}

func (c *count) countIn(ctx context.Context, store *store, plan func() (queue.Plan, error), show *display) (uint64, error) {
	ctx, stop := store.watched(ctx)
	defer stop()
	cut, err := plan()
	if err != nil {
		return 0, err
	}
	counting, err := queue.NewCount(ctx, store.queue, cut)
	if err != nil {
		return 0, err
	}
	counting.Ledger = store.ledger
	counting.Progress = show.update
	if c.workers == 0 {
		return counting.Run(ctx, nil)
	}
	worker := &queue.Worker{Queue: store.queue, Goroutines: c.workers}
	if c.nats != "" {
		defer announce(ctx, worker)()
	}
	return counting.Run(ctx, worker)
}

// announce tells others of a worker until the function that it returns is called.
func announce(ctx context.Context, w *queue.Worker) (end func()) {
	ctx, stop := context.WithCancel(ctx)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		w.Announce(ctx)
	}()
	return func() {
		stop()
		<-gone
	}
}
