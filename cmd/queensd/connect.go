package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"
)

// remoteFlags say which server to connect to and how.
type remoteFlags struct {
	nats, auth, ca cli.Value[string]
}

const (
	standardURL      = "nats://127.0.0.1:4222"
	standardPatience = 30 * time.Second
	// connectEvery is the time between attempts to connect, and warnAfter how long they may fail
	// before the user is told.
	connectEvery = 250 * time.Millisecond
	warnAfter    = 3 * time.Second
)

func (f *remoteFlags) addTo(cmd *cobra.Command, url string) {
	f.nats, f.auth, f.ca = text("URL", url), cli.File(), cli.File()
	flags := cmd.Flags()
	flags.Var(&f.nats, "nats", "use the NATS server at this URL, or a cluster at several, separated by commas")
	flags.Var(&f.auth, "auth", "present the key in this file")
	flags.Var(&f.ca, "ca", "trust the certificates in this file for TLS")
}

// text returns the value of a flag that takes any text.
func text(name, standard string) cli.Value[string] {
	read := func(text string) (string, error) {
		if text == "" {
			return "", errors.New("it is empty")
		}
		return text, nil
	}
	return cli.Value[string]{V: standard, Name: name, Read: read, Text: standard}
}

// duration returns the value of a flag that is a positive duration, and standard unless it is given.
func duration(standard time.Duration) cli.Value[time.Duration] {
	read := func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return 0, errors.New(`want a time such as 90s or 10m`)
		}
		return d, nil
	}
	return cli.Value[time.Duration]{V: standard, Name: "TIME", Read: read, Text: standard.String()}
}

// key reads the key, which must be that of the count, or of a worker.
func (f *remoteFlags) key(ofCount bool) (access.Key, error) {
	example := "worker.key"
	if ofCount {
		example = "coordinator.key"
	}
	if f.auth.V == "" {
		return access.Key{}, fmt.Errorf("--auth is missing: the file of a key, such as %s beside the ledger", example)
	}
	key, err := access.ReadKey(f.auth.V)
	switch {
	case err != nil:
	case ofCount && key.Name != wire.Coordinator:
		err = fmt.Errorf("%s is the key of %s, want coordinator.key", f.auth.V, key.Name)
	case !ofCount && key.Name == wire.Coordinator:
		err = fmt.Errorf("%s is the key of the count: a worker needs one of its own, such as worker.key", f.auth.V)
	}
	return key, err
}

// options returns the options that all connections have.
func options(say func(string)) []nats.Option {
	return []nats.Option{
		nats.MaxReconnects(-1),
		nats.ReconnectWait(connectEvery),
		nats.ReconnectBufSize(-1), // a request without a connection fails at once, and is repeated
		nats.IgnoreAuthErrorAbort(),
		nats.IgnoreDiscoveredServers(), // a server must not send us, and our signatures, elsewhere
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { say(cli.Message(err)) }),
	}
}

// connect connects to the server with a key, and waits for it if necessary.
func (f *remoteFlags) connect(ctx context.Context, key access.Key, patience time.Duration, say func(string)) (*nats.Conn, error) {
	all := append(key.Options(), options(say)...)
	if f.ca.V != "" {
		pool := x509.NewCertPool()
		if text, err := access.ReadFile(f.ca.V, 0); err != nil {
			return nil, err
		} else if !pool.AppendCertsFromPEM([]byte(text)) {
			return nil, fmt.Errorf("%s has no certificate", f.ca.V)
		}
		all = append(all, nats.Secure(&tls.Config{RootCAs: pool}))
	}
	for begun := time.Now(); ; {
		conn, err := nats.Connect(f.nats.V, all...)
		switch took := time.Since(begun); {
		case err == nil:
			return conn, nil
		case refused(err):
			return nil, fmt.Errorf("%s refuses the key %s: %w", f.nats.V, f.auth.V, err)
		case took > patience:
			return nil, fmt.Errorf("cannot connect to %s: %w; gave up after %v: is the address right, and is \"queensd count --listen\" running there?", f.nats.V, err, patience)
		case took > warnAfter:
			say(fmt.Sprintf("cannot connect to %s: %s; trying again", f.nats.V, cli.Message(err)))
		}
		select {
		case <-time.After(connectEvery):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// refused reports whether trying again is pointless.
func refused(err error) bool {
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return untrusted || errors.Is(err, nats.ErrAuthorization) ||
		errors.Is(err, nats.ErrSecureConnRequired) || errors.Is(err, nats.ErrSecureConnWanted)
}
