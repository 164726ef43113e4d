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
	"example.com/queens/cmd/queensd/internal/embedded"
	"example.com/queens/cmd/queensd/internal/page"
	"example.com/queens/cmd/queensd/internal/queue"
	"example.com/queens/cmd/queensd/internal/report"
	"github.com/spf13/cobra"
)

func serveCommand() *cobra.Command {
	var s serve
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Keep counts for workers on many computers",
		Long: `Serve runs a NATS server with JetStream that keeps tasks and results of counts in
a directory, and a ledger of each count beside them. Ctrl-C ends it; nothing is
lost by that, however it is ended, and workers wait until it is back. If the server's
files are damaged, it rebuilds them from the ledgers.

Nobody gets in without a key. On its first start the server makes coordinator.key
and worker.key in the directory; give the first to who counts, and the second to
workers, each with --auth. "queensd key" makes more. A worker's key lets it take
tasks and store results under its own name, and nothing else. Without a certificate
nobody learns a key, but who controls the network can change what is sent.`,
		Example: `  queensd serve --data q22
  queensd serve --data q22 --listen :4222 --cert cert.pem --key key.pem --http 8080`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run,
	}
	flags := cmd.Flags()
	flags.StringVar(&s.config.Dir, "data", "", "keep all files in this `DIRECTORY`")
	flags.StringVar(&s.config.Listen, "listen", "127.0.0.1:4222", "listen at this `ADDRESS`, host:port; port 0 is any")
	flags.StringVar(&s.config.Keys, "keys", "", "let in those whose keys are in this `DIRECTORY`, not in that of --data")
	flags.StringVar(&s.config.Cert, "cert", "", "use TLS with the certificates in this `FILE`")
	flags.StringVar(&s.config.Key, "key", "", "and the private key in this `FILE`")
	flags.StringVar(&s.config.Monitor, "monitor", "", "show the server's monitoring pages at this loopback `ADDRESS`")
	flags.StringVar(&s.http, "http", "", "show a page of how far counts are, and /metrics, at this `ADDRESS`, or at a port of this computer alone")
	cli.MustComplete(cmd, "data", onlyDirectories)
	cli.MustComplete(cmd, "keys", onlyDirectories)
	cli.MustComplete(cmd, "listen", cobra.NoFileCompletions)
	cli.MustComplete(cmd, "monitor", cobra.NoFileCompletions)
	cli.MustComplete(cmd, "http", cobra.NoFileCompletions)
	return cmd
}

// serve is the command line of the command of that name.
type serve struct {
	config embedded.Config
	http   string
	tell   *teller
	queue  atomic.Pointer[queue.Queue] // for the page
}

func (s *serve) run(cmd *cobra.Command, _ []string) error {
	if s.config.Dir == "" {
		return errors.New("serve needs --data")
	}
	if err := s.config.Check(); err != nil {
		return err
	}
	debug.SetGCPercent(50) // it has little to do, and other programs the rest of the memory
	s.tell = newTeller(cmd.ErrOrStderr())
	s.config.Log = s.tell.say
	lock, err := embedded.LockDir(s.config.Dir)
	if err != nil {
		return err
	}
	defer lock.Close()
	archive, err := queue.OpenArchive(filepath.Join(s.config.Dir, "ledgers"), s.tell.trouble)
	if err != nil {
		return err
	}
	defer archive.Close()
	shown := ""
	if s.http != "" {
		pages, err := s.pages(archive)
		if err != nil {
			return err
		}
		defer pages.Close()
		shown = "page at " + pages.URL() + "\n"
	}
	var once sync.Once // also if it has to begin again
	ready := func(address string) {
		once.Do(func() { fmt.Fprintf(cmd.OutOrStdout(), "serving %s from %s\n%s", address, s.config.Dir, shown) })
	}
	for rebuilt := (time.Time{}); ; rebuilt = time.Now() {
		err := s.serve(cmd.Context(), archive, ready)
		if !errors.Is(err, queue.ErrUnreadable) || time.Since(rebuilt) < time.Minute {
			return err
		}
		s.tell.trouble(fmt.Errorf("%w; they are rebuilt from the ledgers, and the old ones kept as jetstream.damaged", err))
		if err := s.setAside(); err != nil {
			return err
		}
	}
}

// pages shows how far counts are at s.http, for which the queue may not be there yet.
func (s *serve) pages(archive *queue.Archive) (*page.Server, error) {
	return page.Listen(s.http, page.New(func(ctx context.Context) (report.Report, error) {
		q := s.queue.Load()
		if q == nil {
			return report.Report{}, errors.New("the server is starting")
		}
		return archive.Report(ctx, q)
	}))
}

// setAside takes the server's files out of its way.
func (s *serve) setAside() error {
	files, aside := filepath.Join(s.config.Dir, "jetstream"), filepath.Join(s.config.Dir, "jetstream.damaged")
	return errors.Join(os.RemoveAll(aside), os.Rename(files, aside))
}

// serve runs the server until ctx is done or its files turn out to be damaged. Nobody
// gets in before it has all that it should have.
func (s *serve) serve(ctx context.Context, archive *queue.Archive, ready func(address string)) error {
	private := s.config
	private.Listen, private.Monitor = "", ""
	err := s.with(ctx, private, func(ctx context.Context, _ *embedded.Server, q *queue.Queue) error {
		return s.bring(ctx, archive, q)
	})
	if err != nil {
		return err
	}
	return s.with(ctx, s.config, func(ctx context.Context, server *embedded.Server, q *queue.Queue) error {
		s.config.Listen = server.Addr().String() // port 0 is the same next time
		s.queue.Store(q)
		ready(server.ClientURL())
		ctx, stop := s.watched(ctx, server)
		defer stop()
		if err := archive.Follow(ctx, q); ctx.Err() == nil {
			return err
		}
		return context.Cause(ctx) // why the server has failed
	})
}

// with calls f with a server and its queue.
func (s *serve) with(ctx context.Context, config embedded.Config, f func(context.Context, *embedded.Server, *queue.Queue) error) error {
	server, err := embedded.Start(config)
	if err != nil {
		return err
	}
	defer server.Stop()
	js, err := queue.ConnectInProcess(server, server.Host())
	if err != nil {
		return err
	}
	defer js.Conn().Close()
	q, err := queue.New(js, queue.Options{Account: queue.Coordinator, Trouble: s.tell.trouble})
	if err != nil {
		return err
	}
	if err := f(ctx, server, q); ctx.Err() == nil {
		return err
	}
	return ctx.Err()
}

// bring gives the server what only the ledgers have, and the other way round.
func (s *serve) bring(ctx context.Context, archive *queue.Archive, q *queue.Queue) error {
	kept, err := filepath.Glob(filepath.Join(s.config.Dir, "jetstream", "*", "streams", "*"))
	if err != nil {
		return err
	}
	for _, stream := range kept {
		if err := q.Knows(ctx, filepath.Base(stream)); err != nil {
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
		s.tell.say(fmt.Sprintf("%s of the ledgers, which the server had not", cli.Plural(added, "result")))
	}
	return err
}

// watchEvery is how often it is seen to that the server works.
const watchEvery = 200 * time.Millisecond

// watched returns a context that ends when the server has failed.
func (s *serve) watched(ctx context.Context, server *embedded.Server) (context.Context, context.CancelFunc) {
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
