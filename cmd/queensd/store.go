package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/queens/cmd/queensd/internal/embedded"
	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"
)

// place are the flags that say where a durable count is kept.
type place struct {
	data string
	nats string
	auth string
	ca   string
}

func (p *place) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.data, "data", "", "keep tasks and results in this `directory`")
	mustComplete(cmd, "data", completeDir)
	p.addServerFlags(cmd)
}

func (p *place) addServerFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&p.nats, "nats", "", "use the server at this `URL`, or a cluster by several,\nwith commas")
	flags.StringVar(&p.auth, "auth", "", "read user:password, or a token, for the server from\nthis `file`")
	flags.StringVar(&p.ca, "ca", "", "trust the certificates in this `file` for TLS")
	mustComplete(cmd, "nats", cobra.NoFileCompletions)
}

func completeDir(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func (p place) check() error {
	if p.nats == "" && (p.auth != "" || p.ca != "") {
		return errors.New("--auth and --ca are for a server, with --nats")
	}
	return nil
}

// checkOne checks that there is exactly one place.
func (p place) checkOne() error {
	if (p.data == "") == (p.nats == "") {
		return errors.New("want either --data or --nats")
	}
	return p.check()
}

// connect connects to the server.
func (p place) connect() (*nats.Conn, error) {
	server := queue.Server{URL: p.nats, CA: p.ca}
	if p.auth != "" {
		var err error
		if server.Auth, err = queue.ReadAuth(p.auth); err != nil {
			return nil, err
		}
	}
	return queue.Connect(server)
}

// patience is how long the server in this process may fail to answer.
const patience = 10 * time.Second

// A store is what keeps a durable count, open.
type store struct {
	queue  *queue.Queue
	ledger *queue.Ledger    // or nil
	server *embedded.Server // or nil

	closers []func() // last first
}

// openStore opens the place: a directory with a server in this process, or a server with
// or without a directory for the ledger.
func (p place) openStore(ctx context.Context, options queue.Options) (*store, error) {
	if p.nats == "" {
		options.Sole = true
		options.Patience = patience
		return openDir(ctx, embedded.Config{Dir: p.data}, options)
	}
	s := &store{}
	if p.data != "" {
		if err := s.openLedger(p.data, options.Trouble); err != nil {
			s.close()
			return nil, err
		}
	}
	conn, err := p.connect()
	if err != nil {
		s.close()
		return nil, err
	}
	return s.openQueue(ctx, conn, options)
}

// openDir opens a directory and starts a server in it.
func openDir(ctx context.Context, config embedded.Config, options queue.Options) (*store, error) {
	s := &store{}
	if err := s.openLedger(config.Dir, options.Trouble); err != nil {
		s.close()
		return nil, err
	}
	var err error
	if s.server, err = embedded.Start(config); err != nil {
		s.close()
		return nil, err
	}
	s.closers = append(s.closers, s.server.Stop)
	conn, err := queue.ConnectInProcess(s.server, queue.Auth{User: config.User, Secret: config.Secret})
	if err != nil {
		s.close()
		return nil, err
	}
	return s.openQueue(ctx, conn, options)
}

// openLedger takes the directory and opens its ledger.
func (s *store) openLedger(dir string, trouble func(error)) error {
	lock, err := embedded.LockDir(dir)
	if err != nil {
		return err
	}
	s.closers = append(s.closers, func() { lock.Close() })
	ledger, damage, err := queue.OpenLedger(dir)
	if err != nil {
		return fmt.Errorf("cannot open the ledger: %w", err)
	}
	for _, d := range damage {
		trouble(fmt.Errorf("line %d of the ledger is damaged and was taken out: %w", d.Line, d.Err))
	}
	s.ledger = ledger
	s.closers = append(s.closers, func() { ledger.Close() })
	return nil
}

// openQueue opens the queue, and gives it what only the ledger has.
func (s *store) openQueue(ctx context.Context, conn *nats.Conn, options queue.Options) (*store, error) {
	s.closers = append(s.closers, conn.Close)
	watched, stop := s.watched(ctx)
	defer stop()
	var err error
	if s.queue, err = queue.Create(watched, conn, options); err == nil {
		s.closers = append(s.closers, s.queue.Close)
		if s.ledger != nil {
			err = s.queue.Restore(watched, s.ledger)
		}
	}
	if err != nil {
		if ctx.Err() == nil {
			err = s.explain(err)
		}
		s.close()
		return nil, err
	}
	return s, nil
}

// explain says why the server in this process has failed, if it has.
func (s *store) explain(err error) error {
	if s.server == nil {
		return err
	}
	return cmp.Or(s.server.Failed(), err)
}

// watchEvery is how often it is seen to that the server in this process works.
const watchEvery = 200 * time.Millisecond

// watched returns a context that ends when the server in this process has failed.
func (s *store) watched(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancelCause(ctx)
	if s.server != nil {
		go func() {
			ticker := time.NewTicker(watchEvery)
			defer ticker.Stop()
			for {
				select {
				case <-ticker.C:
					if err := s.server.Failed(); err != nil {
						stop(err)
					}
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	return ctx, func() { stop(nil) }
}

func (s *store) close() {
	for len(s.closers) > 0 {
		last := len(s.closers) - 1
		s.closers[last]()
		s.closers = s.closers[:last]
	}
}
