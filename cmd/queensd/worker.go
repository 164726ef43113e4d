package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/cmd/queensd/internal/worker"
	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/spf13/cobra"
)

func workerCommand() *cobra.Command {
	w := workerRun{workers: cli.Workers(), patience: duration(standardPatience)}
	cmd := &cobra.Command{
		Use:   "worker --auth FILE",
		Short: "Help with the count of another computer",
		Long: `Worker takes tasks from a count, counts them and returns the results until the
count is done. It may come and go at any time: others count what it does not
return. It counts only as many tasks at a time as fit into memory.`,
		Example: `  queensd worker --nats nats://10.0.0.7:4222 --auth worker.key
  queensd worker --nats tls://10.0.0.7:4222 --auth worker.key --ca cert.pem --patience 24h`,
		Args:              cli.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return w.run(cmd) },
	}
	flags := cmd.Flags()
	flags.VarP(&w.workers, "workers", "w", "count on this many processors")
	flags.Var(&w.patience, "patience", "give up after this long without an answer from the server")
	cli.AddQuiet(cmd)
	w.remote.addTo(cmd, standardURL)
	return cmd
}

type workerRun struct {
	remote   remoteFlags
	workers  cli.Value[int]
	patience cli.Value[time.Duration]
}

// run takes tasks from a count until it is done.
func (w *workerRun) run(cmd *cobra.Command) error {
	tell := messengerTo(cmd.ErrOrStderr())
	key, err := w.remote.key(false)
	if err != nil {
		return err
	}
	conn, err := w.remote.connect(cmd.Context(), key, w.patience.V, tell.say)
	if err != nil {
		return err
	}
	defer conn.Close()
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	memory := memlimit.ApplyRatio(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem), 0.9)
	helper := &worker.Worker{
		Conn: conn, Account: key.Name, Patience: w.patience.V, Say: tell.say,
		Machine: wire.Machine{Name: host, Kernel: runtime.GOOS + "-" + runtime.GOARCH, Goroutines: w.workers.V},
	}
	helper.Memory, _ = memory() // 0 if it is unknown
	if !cli.Quiet(cmd) {
		tell.say(fmt.Sprintf("connected as %s; taking tasks for %s", key.Name, cli.Plural(w.workers.V, "goroutine")))
	}
	sent, err := helper.Run(cmd.Context())
	fmt.Fprintf(cli.Aside(cmd), "counted %s\n", cli.Plural(sent, "task"))
	return err
}
