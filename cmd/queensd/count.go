package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/coordinator"
	"example.com/queens/cmd/queensd/internal/monitor"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/tasks"
	"github.com/spf13/cobra"
)

func countCommand() *cobra.Command {
	c := countRun{
		ledger:  cli.File(),
		listen:  text("ADDRESS", ""),
		keys:    text("DIRECTORY", ""),
		cert:    cli.File(),
		key:     cli.File(),
		http:    text("ADDRESS", ""),
		tasks:   cli.Number(0, 0),
		workers: cli.Number(0, runtime.GOMAXPROCS(0)),
		copies:  cli.Number(1, 1),
		recount: cli.Percentage(1),
	}
	c.workers.Text = "all"
	cmd := &cobra.Command{
		Use:   "count BOARD --ledger FILE",
		Short: "Print the number of solutions",
		Long: `Count prints the number of ways to place queens on a board so that no two attack
each other, and nothing else. It keeps the results in a ledger, counts tasks
itself, and with --listen lets workers help. However it ends, the same command
resumes it. The ledger has the same format as that of "queens count --ledger".

With --listen nobody gets in without a key. The first start makes worker.key
beside the ledger: copy it to every machine that should help. "queensd key" makes
more keys. With TLS (--cert, --key) nobody in between can change what is sent.
With --nats the count uses your own NATS server or cluster instead: "queensd key
--config" prints its accounts, and --auth is coordinator.key among the keys.

When all results are in, r of the N tasks are drawn at random and recounted
here: --recount percent of them, but at least 20. If one is wrong, all results
of its account are withdrawn and counted again, and the next draw is twice as
large. The same happens after an interruption during the recounts.
Recounts run on this computer even with --workers 0. With --copies 2, two
accounts must agree on each task.

` + cli.BoardHelp,
		Example: `  queensd count 22 --ledger q22.jsonl --listen :4222 --http 8080
  queensd count 22 --ledger q22.jsonl --nats nats://10.0.0.7:4222 --auth coordinator.key`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              c.run,
	}
	flags := cmd.Flags()
	flags.Var(&c.ledger, "ledger", "keep the results in this file, and continue from those already in it")
	flags.Var(&c.listen, "listen", "let workers connect to this address, host:port, and help; port 0 is any free one")
	flags.Var(&c.keys, "keys", "the keys are in this directory; by default in that of the ledger, or of --auth")
	flags.Var(&c.cert, "cert", "use TLS with the certificates in this file")
	flags.Var(&c.key, "key", "the private key for --cert is in this file")
	flags.Var(&c.http, "http", "serve the status as JSON and /metrics at this address: host:port, or a port for this computer only")
	flags.VarP(&c.workers, "workers", "w", "count on this many processors; with 0, only recount here")
	flags.Var(&c.recount, "recount", "recount this percentage of the tasks, at least 20; 0 for none")
	flags.Var(&c.copies, "copies", "have each task counted by this many accounts, which must agree")
	flags.Var(&c.tasks, "tasks", "cut the count into at least this many tasks; 0 for as many as suit the board")
	flags.BoolVar(&c.census, "census", false, "print the orbits of the solutions and their sizes as well")
	cli.AddQuiet(cmd)
	c.board.AddTo(cmd)
	c.remote.addTo(cmd, "")
	cmd.MarkFlagDirname("keys")
	return cmd
}

type countRun struct {
	board                                 cli.BoardFlags
	remote                                remoteFlags
	ledger, listen, keys, cert, key, http cli.Value[string]
	tasks, workers, copies                cli.Value[int]
	recount                               cli.Value[float64]
	census                                bool
}

func (c *countRun) run(cmd *cobra.Command, args []string) error {
	if err := c.check(); err != nil {
		return err
	}
	b, err := cli.Boards.One(cmd, args[0])
	if err != nil {
		return err
	}
	if b, err = b.With(c.board.Constraints()...); err != nil {
		return err
	}
	all, withdrawn, err := c.count(cmd, b)
	if err != nil {
		return err
	}
	var answer any = all
	if c.census {
		if answer, err = tasks.CensusOf(cmd.Context(), b, all); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), answer)
	if len(withdrawn) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "queensd: wrong results were withdrawn and counted again, those of %s\n", strings.Join(withdrawn, ", "))
	}
	return err
}

func (c *countRun) check() error {
	switch {
	case c.ledger.V == "":
		return errors.New("count needs --ledger, the file for the results")
	case c.listen.V != "" && c.remote.nats.V != "":
		return errors.New("--listen runs a server and --nats uses another: want one of them")
	case (c.cert.V == "") != (c.key.V == ""):
		return errors.New("TLS needs both a certificate and its key")
	case c.listen.V == "" && c.cert.V != "":
		return errors.New("--cert and --key need --listen")
	case c.listen.V == "" && c.remote.nats.V == "" && c.keys.V != "":
		return errors.New("--keys needs --listen or --nats")
	}
	return nil
}

// count returns the total, and whose results were withdrawn.
func (c *countRun) count(cmd *cobra.Command, b *queens.Board) (all uint64, withdrawn []string, err error) {
	meter := cli.NewMeter(cmd.ErrOrStderr())
	if !cli.Quiet(cmd) {
		defer meter.Start()()
	}
	ctx, tell := cmd.Context(), &messenger{println: meter.Println} // above its line
	opened, err := ledger.OpenCount(ctx, c.ledger.V, b, c.tasks.V)
	if err != nil {
		return 0, nil, err
	}
	defer opened.Ledger.Close()
	for _, text := range opened.Ledger.Damage() {
		tell.say(text)
	}
	counting := &coordinator.Count{
		Cut: opened.Cut, Ledger: opened.Ledger, Workers: c.workers.V, Copies: c.copies.V, Recount: c.recount.V / 100,
		Say: tell.say, Progress: meter.Update,
	}
	if c.http.V != "" {
		url, stop, err := monitor.Listen(c.http.V, monitor.New(counting.Report))
		if err != nil {
			return 0, nil, err
		}
		defer stop()
		tell.say("status at " + url)
	}
	if c.listen.V != "" || c.remote.nats.V != "" {
		stop, err := c.connect(ctx, counting, tell)
		if err != nil {
			return 0, nil, err
		}
		defer stop()
	}
	all, err = counting.Run(ctx)
	for _, name := range opened.Ledger.WithdrawnAccounts() {
		withdrawn = append(withdrawn, wire.Shown(name))
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return 0, nil, cli.Interruption(fmt.Sprintf("interrupted after %d of %s; the same command goes on from there",
			opened.Ledger.Done(), cli.Plural(opened.Ledger.Total, "task")))
	}
	return all, withdrawn, err
}

// connect connects a count to a server in this process, or to the user's own, and tells it which
// accounts may help, until stop is called.
func (c *countRun) connect(ctx context.Context, counting *coordinator.Count, tell *messenger) (stop func(), err error) {
	var hangUp func()
	others := &messenger{println: tell.println} // what others can cause leaves the count's own messages alone
	dir, use := c.keys.V, func([]access.Key) error { return nil }
	var keys []access.Key
	if c.listen.V != "" {
		if dir == "" {
			dir = filepath.Dir(c.ledger.V)
		}
		if keys, err = access.Keys(dir); err != nil {
			return nil, fmt.Errorf("cannot read the keys: %w", err)
		}
		debug.SetGCPercent(20) // a thousand connections make a lot of garbage
		server, err := access.Start(access.Config{Listen: c.listen.V, Cert: c.cert.V, Key: c.key.V, Keys: keys, Log: others.say}, options(others.say)...)
		if err != nil {
			return nil, err
		}
		counting.Conn, use, hangUp = server.Conn, server.Use, server.Stop
		tell.say(fmt.Sprintf("workers may connect to %s, with %s", server.URL(), access.Path(dir, "worker")))
	} else {
		key, err := c.remote.key(true)
		if err != nil {
			return nil, err
		}
		if dir == "" {
			dir = filepath.Dir(c.remote.auth.V)
		}
		if keys, err = access.Keys(dir); err != nil {
			return nil, fmt.Errorf("cannot read the keys: %w", err)
		}
		if len(access.Accounts(keys)) == 0 {
			return nil, fmt.Errorf("no worker has a key in %s: --keys is the directory from which \"queensd key --config\" printed the accounts", dir)
		}
		if counting.Conn, err = c.remote.connect(ctx, key, standardPatience, others.say); err != nil {
			return nil, err
		}
		hangUp = counting.Conn.Close
	}
	accounts := make(chan []string, 1)
	accounts <- access.Accounts(keys)
	counting.Accounts = accounts
	ctx, end := context.WithCancel(ctx)
	go access.Watch(ctx, dir, func(keys []access.Key) error {
		if err := use(keys); err != nil {
			return err
		}
		tell.say("the keys have changed; the new ones are in force")
		select {
		case accounts <- access.Accounts(keys):
		case <-ctx.Done():
		}
		return nil
	}, tell.say)
	return func() { end(); hangUp() }, nil
}
