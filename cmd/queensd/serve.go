//go:build !(386 || arm || mips || mipsle)

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/dashboard"
	"example.com/queens/cmd/queensd/internal/embedded"
	"example.com/queens/cmd/queensd/internal/queue"
	"example.com/queens/cmd/queensd/internal/report"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/spf13/cobra"
)

func serveCommand() *cobra.Command {
	var s serveRun
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Keep the counts of many computers",
		Long: `Serve runs a NATS server with JetStream. It keeps the tasks and results of all
counts in a directory, and a ledger of each count beside them. Ctrl-C ends it.
However it ends, no stored result is lost, and workers wait for it as long as
their --patience. If its files are damaged, it rebuilds them from the ledgers.

Nobody gets in without a key. On its first start the server makes
coordinator.key and worker.key in the directory. Give the first to whoever
counts and the second to workers, for their --auth; "queensd key" makes more. A
worker's key lets it take tasks, store results and complaints under its own
name, announce itself, and nothing else. Without a certificate, keys stay secret
all the same, but whoever controls the network can change what is sent. The
status page needs no key: whoever reaches its address can read it.`,
		Example: `  queensd serve --data q22
  queensd serve --data q22 --listen :4222 --cert cert.pem --key key.pem --http 8080`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run,
	}
	flags := cmd.Flags()
	flags.StringVar(&s.config.Dir, "data", "", "keep all files in this `DIRECTORY`")
	flags.StringVar(&s.config.Listen, "listen", "127.0.0.1:4222", "listen at this `ADDRESS`, host:port; port 0 is any free one")
	flags.StringVar(&s.config.Keys, "keys", "", "keep the keys in this `DIRECTORY`, not in that of --data")
	flags.StringVar(&s.config.Cert, "cert", "", "use TLS with the certificates in this `FILE`")
	flags.StringVar(&s.config.Key, "key", "", "and with the private key in this `FILE`")
	flags.StringVar(&s.config.Monitor, "monitor", "", "show the server's monitoring pages at this loopback `ADDRESS`")
	flags.StringVar(&s.http, "http", "", "show a status page and /metrics at this `ADDRESS`, host:port, or at a port of this computer alone")
	onlyDirectories(cmd, "data", "keys")
	noCompletion(cmd, "listen", "monitor", "http")
	return cmd
}

// A serveRun is a run of the command "serve".
type serveRun struct {
	config embedded.Config
	http   string
	tell   *messenger
	queue  atomic.Pointer[queue.Queue] // for the dashboard; nil while the server starts
}

func (s *serveRun) run(cmd *cobra.Command, _ []string) error {
	if s.config.Dir == "" {
		return errors.New("serve needs --data")
	}
	if err := s.config.Check(); err != nil {
		return err
	}
	debug.SetGCPercent(50) // little work: leave the memory to other programs
	s.tell = messengerTo(cmd.ErrOrStderr())
	s.config.Log = s.tell.say
	lock, err := embedded.LockDir(s.config.Dir)
	if err != nil {
		return err
	}
	defer lock.Close()
	archive, err := queue.OpenArchive(filepath.Join(s.config.Dir, "ledgers"), s.tell.warn)
	if err != nil {
		return err
	}
	defer archive.Close()
	show := "" // where the dashboard is
	if s.http != "" {
		board, err := s.dashboard(archive)
		if err != nil {
			return err
		}
		defer board.Close()
		show = "page at " + board.URL() + "\n"
	}
	var once sync.Once // even if the server is started again
	ready := func(address string) {
		once.Do(func() { fmt.Fprintf(cmd.OutOrStdout(), "serving %s from %s\n%s", address, s.config.Dir, show) })
	}
	for rebuilt := (time.Time{}); ; rebuilt = time.Now() {
		err := s.serve(cmd.Context(), archive, ready)
		if !errors.Is(err, queue.ErrUnreadable) || time.Since(rebuilt) < time.Minute {
			return err
		}
		s.tell.warn(fmt.Errorf("%w; rebuilding them from the ledgers, and keeping the old ones as jetstream.damaged", err))
		if err := s.setAside(); err != nil {
			return err
		}
	}
}

// dashboard serves the dashboard at s.http.
func (s *serveRun) dashboard(archive *queue.Archive) (*dashboard.Server, error) {
	return dashboard.Listen(s.http, dashboard.New(func(ctx context.Context) (report.Report, error) {
		q := s.queue.Load()
		if q == nil {
			return report.Report{}, errors.New("the server is starting")
		}
		return archive.Report(ctx, q)
	}))
}

// setAside renames the directory of the server's files.
func (s *serveRun) setAside() error {
	files, aside := filepath.Join(s.config.Dir, "jetstream"), filepath.Join(s.config.Dir, "jetstream.damaged")
	return errors.Join(os.RemoveAll(aside), os.Rename(files, aside))
}

// serve runs the server until ctx is done or its files turn out to be damaged. It lets
// nobody in before the server and the ledgers have the same results.
func (s *serveRun) serve(ctx context.Context, archive *queue.Archive, ready func(address string)) error {
	private := s.config
	private.Listen, private.Monitor = "", ""
	err := s.with(ctx, private, func(ctx context.Context, _ *embedded.Server, q *queue.Queue) error {
		return s.reconcile(ctx, archive, q)
	})
	if err != nil {
		return err
	}
	return s.with(ctx, s.config, func(ctx context.Context, server *embedded.Server, q *queue.Queue) error {
		own, err := s.connect(server)
		if err != nil {
			return err
		}
		desk, err := queue.OpenDesk(own, server.Workers(), s.tell.say)
		if err != nil {
			return err
		}
		defer desk.Close()
		s.config.Listen = server.Addr().String() // if it was port 0, the next start takes the same
		s.queue.Store(q)
		ready(server.ClientURL())
		ctx, stop := s.watched(ctx, server)
		defer stop()
		if err := archive.Follow(ctx, q); ctx.Err() == nil {
			return err
		}
		return context.Cause(ctx) // the failure of the server, if it was that
	})
}

// with starts a server and calls f with it and its queue.
func (s *serveRun) with(ctx context.Context, config embedded.Config, f func(context.Context, *embedded.Server, *queue.Queue) error) error {
	server, err := embedded.Start(config)
	if err != nil {
		return err
	}
	defer server.Stop()
	q, err := s.connect(server)
	if err != nil {
		return err
	}
	defer q.Close()
	if err := f(ctx, server, q); ctx.Err() == nil {
		return err
	}
	return ctx.Err()
}

// connect returns the queue of a server in this process.
func (s *serveRun) connect(server *embedded.Server) (*queue.Queue, error) {
	js, err := queue.ConnectInProcess(server, server.Host())
	if err != nil {
		return nil, err
	}
	return queue.New(js, queue.Options{Account: wire.Coordinator, Desk: true, Warn: s.tell.warn})
}

// reconcile copies to the server what only the ledgers have, and the other way round.
func (s *serveRun) reconcile(ctx context.Context, archive *queue.Archive, q *queue.Queue) error {
	streams, err := filepath.Glob(filepath.Join(s.config.Dir, "jetstream", "*", "streams", "*"))
	if err != nil {
		return err
	}
	for _, stream := range streams {
		if err := q.CheckStream(ctx, filepath.Base(stream)); err != nil {
			return err
		}
	}
	if err := q.Create(ctx, 1); err != nil {
		return err
	}
	if err := archive.Read(ctx, q); err != nil {
		return err
	}
	added, err := archive.Restore(ctx, q)
	if added > 0 {
		s.tell.say(fmt.Sprintf("restored %s from the ledgers", cli.Plural(added, "result")))
	}
	return err
}

// watchEvery is the time between checks that the server works.
const watchEvery = 200 * time.Millisecond

// watched returns a context that ends when the server fails, with the failure as cause.
func (s *serveRun) watched(ctx context.Context, server *embedded.Server) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancelCause(ctx)
	go func() {
		ticker := time.NewTicker(watchEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				if err := server.Failed(); err != nil {
					stop(err)
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, func() { stop(nil) }
}
