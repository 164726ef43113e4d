package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.com/queens/cmd/queensd/internal/embedded"
	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/spf13/cobra"
)

func serveCommand(todo *job) *cobra.Command {
	var s serve
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Keep counts for workers on many computers",
		Long: `Serve runs a NATS server with JetStream that keeps tasks and results of counts in
a directory, and a ledger of the results beside them. Ctrl-C ends it; nothing is
lost by that, however it is ended, and workers wait until it is back.

Others need a user's name and password, or a token, unless the address is that of
this computer alone. Give the server a certificate: without TLS, who listens on
the network can read them.`,
		Example: `  queensd serve --data q22
  queensd serve --data q22 --listen :4222 --auth secret --cert cert.pem --key key.pem`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			*todo, err = s.job(cmd.OutOrStdout(), cmd.ErrOrStderr())
			return err
		},
	}
	s.addFlags(cmd)
	return cmd
}

// serve is the command line of the command of that name.
type serve struct {
	config embedded.Config
	auth   string
}

func (s *serve) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&s.config.Dir, "data", "", "keep all files in this `directory`")
	flags.StringVar(&s.config.Listen, "listen", "127.0.0.1:4222", "listen at this `address`, host:port; port 0 is any")
	flags.StringVar(&s.auth, "auth", "", "ask for what this `file` holds, user:password or a\ntoken")
	flags.StringVar(&s.config.Cert, "cert", "", "use TLS with the certificates in this `file`")
	flags.StringVar(&s.config.Key, "key", "", "and the private key in this `file`")
	flags.StringVar(&s.config.Monitor, "monitor", "", "show the server's monitoring pages at this loopback\n`address`")
	mustComplete(cmd, "data", completeDir)
	mustComplete(cmd, "listen", cobra.NoFileCompletions)
	mustComplete(cmd, "monitor", cobra.NoFileCompletions)
}

// noArguments checks that a command has flags only.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s has %d arguments, want none", cmd.Name(), len(args))
	}
	return nil
}

func (s *serve) job(stdout, stderr io.Writer) (job, error) {
	if s.config.Dir == "" {
		return nil, errors.New("serve needs --data")
	}
	if s.auth != "" {
		auth, err := queue.ReadAuth(s.auth)
		if err != nil {
			return nil, err
		}
		s.config.User, s.config.Secret = auth.User, auth.Secret
	}
	if err := s.config.Check(); err != nil {
		return nil, err
	}
	return func(ctx context.Context) error { return s.run(ctx, stdout, newDisplay(stderr, true)) }, nil
}

func (s *serve) run(ctx context.Context, stdout io.Writer, show *display) error {
	s.config.Log = func(line string) { show.trouble(errors.New(line)) }
	store, err := openDir(ctx, s.config, queue.Options{Trouble: show.trouble})
	if err != nil {
		return err
	}
	defer store.close()
	if _, err := fmt.Fprintf(stdout, "serving %s from %s\n", address(store.server), s.config.Dir); err != nil {
		return err
	}
	ctx, stop := store.watched(ctx)
	defer stop()
	for {
		err := store.queue.Follow(ctx, store.ledger)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !errors.Is(err, queue.ErrWatchEnded):
			return fmt.Errorf("cannot keep the ledger: %w", err)
		}
		show.trouble(err)
	}
}

// address returns the URL of a server, without what it asks for.
func address(s *embedded.Server) string {
	url := s.ClientURL()
	if at := strings.LastIndex(url, "@"); at >= 0 {
		scheme, _, _ := strings.Cut(url, "://")
		url = scheme + "://" + url[at+1:]
	}
	return url
}
