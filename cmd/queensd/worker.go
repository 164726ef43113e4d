package main

import (
	"fmt"
	"os"
	"runtime"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/cmd/queensd/internal/worker"
	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/spf13/cobra"
)

func workerCommand() *cobra.Command {
	w := workerRun{
		workers: cli.Number("K", 1, runtime.GOMAXPROCS(0)),
		remote:  remoteFlags{patience: duration(standardPatience)},
	}
	cmd := &cobra.Command{
		Use:   "worker --auth FILE",
		Short: "Help with the count of another computer",
		Long: `Worker takes tasks from a count, counts them and returns the results until the
count is done. It may come and go at any time: others count what it does not
return. It counts only as many tasks at a time as fit into memory.`,
		Example: `  queensd worker --nats nats://10.0.0.7:4222 --auth worker.key
  queensd worker --nats tls://10.0.0.7:4222 --auth worker.key --ca cert.pem --patience 24h`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              w.run,
	}
	flags := cmd.Flags()
	flags.VarP(&w.workers, "workers", "w", "count on this many goroutines")
	flags.BoolVarP(&w.quiet, "quiet", "q", false, "do not say how many tasks were counted")
	w.remote.addTo(cmd, standardURL)
	return cmd
}

// A workerRun is a run of the command "worker".
type workerRun struct {
	remote  remoteFlags
	workers cli.Value[int]
	quiet   bool
}

func (w *workerRun) run(cmd *cobra.Command, _ []string) error {
	tell := messengerTo(cmd.ErrOrStderr())
	conn, account, err := w.remote.connect(cmd.Context(), asWorker, tell)
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
		Conn: conn, Account: account, Patience: w.remote.patience.V, Say: tell.say,
		Machine: wire.Machine{Name: host, Kernel: runtime.GOOS + "-" + runtime.GOARCH, Goroutines: w.workers.V},
	}
	helper.Memory, _ = memory() // 0 if it is unknown
	if !w.quiet {
		tell.say(fmt.Sprintf("connected as %s; taking tasks for %s", account, cli.Plural(w.workers.V, "goroutine")))
	}
	sent, err := helper.Run(cmd.Context())
	if !w.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "counted %s\n", cli.Plural(sent, "task"))
	}
	return err
}
