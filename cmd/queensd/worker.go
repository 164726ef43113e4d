package main

import (
	"fmt"
	"os"
	"runtime"

	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/cmd/queensd/internal/worker"
	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/spf13/cobra"
)

func workerCommand() *cobra.Command {
	remote := remoteFlags{worker: true, patience: duration(standardPatience)}
	workers := cli.Number(1, runtime.GOMAXPROCS(0))
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
		RunE:              func(cmd *cobra.Command, _ []string) error { return remote.work(cmd, workers.V) },
	}
	flags := cmd.Flags()
	flags.VarP(&workers, "workers", "w", "count on this many goroutines")
	cli.AddQuiet(cmd)
	remote.addTo(cmd, standardURL)
	return cmd
}

// work takes tasks from a count until it is done.
func (f *remoteFlags) work(cmd *cobra.Command, goroutines int) error {
	tell := messengerTo(cmd.ErrOrStderr())
	conn, account, err := f.connect(cmd.Context(), tell)
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
		Conn: conn, Account: account, Patience: f.patience.V, Say: tell.say,
		Machine: wire.Machine{Name: host, Kernel: runtime.GOOS + "-" + runtime.GOARCH, Goroutines: goroutines},
	}
	helper.Memory, _ = memory() // 0 if it is unknown
	if !cli.Quiet(cmd) {
		tell.say(fmt.Sprintf("connected as %s; taking tasks for %s", account, cli.Plural(goroutines, "goroutine")))
	}
	sent, err := helper.Run(cmd.Context())
	fmt.Fprintf(cli.Aside(cmd), "counted %s\n", cli.Plural(sent, "task"))
	return err
}
