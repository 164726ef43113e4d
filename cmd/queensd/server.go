package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/queue"
	"example.com/queens/cmd/queensd/internal/report"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/cobra"
)

// serverFlags say which server to connect to, and how.
type serverFlags struct {
	nats, auth, ca string
	patience       cli.Value[time.Duration]
}

func (f *serverFlags) addTo(cmd *cobra.Command) { f.addWith(cmd, 30*time.Second) }

func (f *serverFlags) addWith(cmd *cobra.Command, patience time.Duration) {
	f.patience = duration(patience)
	flags := cmd.Flags()
	flags.StringVar(&f.nats, "nats", "nats://127.0.0.1:4222", "the server's `URL`, or those of a cluster, separated by commas")
	flags.StringVar(&f.auth, "auth", "", "present the key in this `FILE`, such as DIR/worker.key of \"serve --data DIR\"; for other servers it has USER:PASSWORD or a token")
	flags.StringVar(&f.ca, "ca", "", "trust the certificates in this `FILE` for TLS")
	flags.Var(&f.patience, "patience", "give up if the server does not answer for this long")
	noCompletion(cmd, "nats", "patience")
}

// open connects to the server under the given name, or under that of the credentials if
// it is empty. A server that is not of this program does not check the name.
func (f *serverFlags) open(ctx context.Context, name string, tell *messenger) (*queue.Queue, error) {
	server := queue.Server{URL: f.nats, CA: f.ca}
	if f.auth != "" {
		var err error
		if server.Client, err = access.ReadClient(f.auth); err != nil {
			return nil, err
		}
	}
	has := server.Client.Name()
	if name == "" {
		name = has
	} else if server.Client.HasKey() && has != name {
		return nil, fmt.Errorf("%s is the key of %s, want that of %s", f.auth, has, name)
	}
	if server.InTheClear() {
		tell.warn(errors.New("the password or token goes over the network in the clear: use TLS, with a URL that begins with tls://"))
	}
	js, err := f.connect(ctx, server, tell)
	if err != nil {
		return nil, err
	}
	return queue.New(js, queue.Options{Account: name, Patience: f.patience.V, Desk: server.Client.HasKey(), Warn: tell.warn})
}

const (
	// connectEvery is the time between attempts to connect, and warnAfter the time after
	// which a failure is shown.
	connectEvery = 250 * time.Millisecond
	warnAfter    = 3 * time.Second
)

// connect connects to the server, and waits for it if it is not there yet.
func (f *serverFlags) connect(ctx context.Context, server queue.Server, tell *messenger) (jetstream.JetStream, error) {
	for begun := time.Now(); ; {
		js, err := queue.Connect(server)
		switch took := time.Since(begun); {
		case err == nil || queue.Refused(err):
			return js, err
		case took > f.patience.V:
			return nil, fmt.Errorf("%w; gave up after %v: is the address right, and is \"queensd serve\" running there?", err, f.patience.V)
		case took > warnAfter:
			tell.warn(fmt.Errorf("%w; trying again", err))
		}
		select {
		case <-time.After(connectEvery):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// archive reads all jobs and results of the server.
func (f *serverFlags) archive(cmd *cobra.Command) (*queue.Archive, *queue.Queue, error) {
	tell := messengerTo(cmd.ErrOrStderr())
	q, err := f.open(cmd.Context(), wire.Coordinator, tell)
	if err != nil {
		return nil, nil, err
	}
	all := queue.NewArchive(tell.warn)
	if err := all.Read(cmd.Context(), q); err != nil {
		q.Close()
		return nil, nil, err
	}
	return all, q, nil
}

// report returns the state of all counts and workers of the server.
func (f *serverFlags) report(cmd *cobra.Command) (report.Report, error) {
	all, q, err := f.archive(cmd)
	if err != nil {
		return report.Report{}, err
	}
	defer q.Close()
	return all.Report(cmd.Context(), q)
}
