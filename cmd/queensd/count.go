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
	"example.com/queens/cmd/queensd/internal/dashboard"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/tasks"
	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"
)

func countCommand() *cobra.Command {
	c := countRun{
		ledger:  cli.File(),
		tasks:   cli.Number(0, 0),
		workers: cli.Number(0, runtime.GOMAXPROCS(0)),
		copies:  cli.Number(1, 1),
		recount: cli.Percentage(1),
		remote:  remoteFlags{patience: duration(standardPatience)},
	}
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
--config" prints its accounts, and --auth is coordinator.key.

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
	flags.StringVar(&c.server.Listen, "listen", "", "let workers connect to this `ADDRESS`, host:port, and help; port 0 is any free one")
	flags.StringVar(&c.server.Keys, "keys", "", "keep the keys in this `DIRECTORY` instead of beside the ledger")
	flags.StringVar(&c.server.Cert, "cert", "", "use TLS with the certificates in this `FILE`")
	flags.StringVar(&c.server.Key, "key", "", "the private key for --cert is in this `FILE`")
	flags.StringVar(&c.http, "http", "", "serve a status page and /metrics at this `ADDRESS`: host:port, or a port for this computer only")
	flags.VarP(&c.workers, "workers", "w", "count on this many goroutines here; with 0, only recount here")
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
	board   cli.BoardFlags
	server  access.Config
	remote  remoteFlags
	http    string
	census  bool
	ledger  cli.Value[string]
	tasks   cli.Value[int]
	workers cli.Value[int]
	copies  cli.Value[int]
	recount cli.Value[float64]
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
	case c.server.Listen != "" && c.remote.nats != "":
		return errors.New("--listen runs a server and --nats uses another: want one of them")
	case (c.server.Cert == "") != (c.server.Key == ""):
		return errors.New("TLS needs both a certificate and its key")
	case c.server.Listen == "" && (c.server.Cert != "" || c.server.Key != "" || c.server.Keys != ""):
		return errors.New("--cert, --key and --keys need --listen")
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
	if c.http != "" {
		url, closePage, err := dashboard.Listen(c.http, dashboard.New(counting.Report))
		if err != nil {
			return 0, nil, err
		}
		defer closePage()
		tell.say("page at " + url)
	}
	conn, stop, err := c.connect(ctx, tell)
	if err != nil {
		return 0, nil, err
	}
	defer stop()
	counting.Conn = conn
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

// connect returns the connection over which workers help, if any: to a server in this process, or
// to the user's own.
func (c *countRun) connect(ctx context.Context, tell *messenger) (conn *nats.Conn, stop func(), err error) {
	if c.remote.nats != "" {
		conn, _, err := c.remote.connect(ctx, tell)
		if err != nil {
			return nil, nil, err
		}
		return conn, conn.Close, c.alone(ctx, conn)
	}
	if c.server.Listen == "" {
		return nil, func() {}, nil
	}
	if c.server.Keys == "" {
		c.server.Keys = filepath.Dir(c.ledger.V)
	}
	c.server.Log = tell.say
	debug.SetGCPercent(30) // a thousand connections make a lot of garbage
	server, err := access.Start(c.server)
	if err != nil {
		return nil, nil, err
	}
	client, err := access.ReadClient(access.Path(c.server.Keys, wire.Coordinator))
	if err == nil {
		conn, err = nats.Connect("", append(append(client.Options(), options(tell)...), nats.InProcessServer(server.Server))...)
	}
	if err != nil {
		server.Stop()
		return nil, nil, fmt.Errorf("cannot connect to the server in this process: %w", err)
	}
	tell.say(fmt.Sprintf("workers may connect to %s, with %s", server.URL(), access.Path(c.server.Keys, "worker")))
	return conn, func() { conn.Close(); server.Stop() }, nil
}

// alone returns an error if another count uses the user's server. One that is stopped or busy does
// not answer.
func (c *countRun) alone(ctx context.Context, conn *nats.Conn) error {
	found, err := askReport(ctx, conn)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return nil
	case err == nil:
		err = fmt.Errorf("a count of %.80q uses that server already: want one count in each account", found.Board)
	default:
		err = fmt.Errorf("a count uses that server already and does not answer, or was cut off a few minutes ago: %w", err)
	}
	conn.Close()
	return err
}
