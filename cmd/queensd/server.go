package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/queens/cmd/internal/cli"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/coordinator"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"
)

// remoteFlags say which server to connect to and how.
type remoteFlags struct {
	worker         bool // it connects as a worker, otherwise as a count
	nats, auth, ca string
	patience       cli.Value[time.Duration]
}

const (
	standardURL      = "nats://127.0.0.1:4222"
	standardPatience = 30 * time.Second
	// connectEvery is the time between attempts to connect, and warnAfter how long they may fail
	// before the user is told. reportFor is how long a count may take to report.
	connectEvery = 250 * time.Millisecond
	warnAfter    = 3 * time.Second
	reportFor    = 2 * time.Second
)

func (f *remoteFlags) addTo(cmd *cobra.Command, url string) {
	flags := cmd.Flags()
	flags.StringVar(&f.nats, "nats", url, "use the NATS server at this `URL`, or a cluster at several, separated by commas")
	flags.StringVar(&f.auth, "auth", "", "present the key in this `FILE`")
	flags.StringVar(&f.ca, "ca", "", "trust the certificates in this `FILE` for TLS")
	flags.Var(&f.patience, "patience", "give up after this long without an answer from the server")
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

// client reads the key, which must be that of a worker or of the count.
func (f *remoteFlags) client() (access.Client, error) {
	if f.auth == "" {
		name := wire.Coordinator
		if f.worker {
			name = "worker"
		}
		return access.Client{}, fmt.Errorf("--auth is missing: the file of a key, such as %s.key beside the ledger", name)
	}
	client, err := access.ReadClient(f.auth)
	switch isCount := client.Name == wire.Coordinator; {
	case err != nil:
	case f.worker && isCount:
		err = fmt.Errorf("%s is the key of the count: a worker needs one of its own, such as worker.key", f.auth)
	case !f.worker && !isCount:
		err = fmt.Errorf("%s is the key of %s, want coordinator.key", f.auth, client.Name)
	}
	return client, err
}

// options returns the options that all connections have.
func options(tell *messenger) []nats.Option {
	return []nats.Option{
		nats.MaxReconnects(-1),
		nats.ReconnectWait(connectEvery),
		nats.ReconnectBufSize(-1), // a request without a connection fails at once, and is repeated
		nats.IgnoreAuthErrorAbort(),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { tell.warn(err) }),
	}
}

// connect connects to the server, and waits for it if necessary. The account is that of the key.
func (f *remoteFlags) connect(ctx context.Context, tell *messenger) (conn *nats.Conn, account string, err error) {
	client, err := f.client()
	if err != nil {
		return nil, "", err
	}
	dialer := &access.Dialer{}
	if strings.Contains(f.nats, "tls://") {
		dialer.TLS = &tls.Config{}
	}
	if f.ca != "" {
		pool := x509.NewCertPool()
		if text, err := access.ReadFile(f.ca, 0); err != nil {
			return nil, "", err
		} else if !pool.AppendCertsFromPEM([]byte(text)) {
			return nil, "", fmt.Errorf("%s has no certificate", f.ca)
		}
		dialer.TLS = &tls.Config{RootCAs: pool}
	}
	all := slices.Concat(client.Options(), options(tell), dialer.Options())
	for begun := time.Now(); ; {
		conn, err := nats.Connect(f.nats, all...)
		switch took := time.Since(begun); {
		case err == nil:
			return conn, client.Name, nil
		case dialer.Violation() != nil:
			return nil, "", dialer.Violation()
		case refused(err):
			return nil, "", fmt.Errorf("%s refuses the key %s: %w", f.nats, f.auth, err)
		case took > f.patience.V:
			return nil, "", fmt.Errorf("cannot connect to %s: %w; gave up after %v: is the address right, and is \"queensd count --listen\" running there?", f.nats, err, f.patience.V)
		case took > warnAfter:
			tell.warn(fmt.Errorf("cannot connect to %s: %w; trying again", f.nats, err))
		}
		select {
		case <-time.After(connectEvery):
		case <-ctx.Done():
			return nil, "", ctx.Err()
		}
	}
}

// refused reports whether trying again is pointless.
func refused(err error) bool {
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return untrusted || errors.Is(err, nats.ErrAuthorization) ||
		errors.Is(err, nats.ErrSecureConnRequired) || errors.Is(err, nats.ErrSecureConnWanted)
}

// askReport asks the count of a server for its report.
func askReport(ctx context.Context, conn *nats.Conn) (*coordinator.Report, error) {
	ctx, stop := context.WithTimeout(ctx, reportFor)
	defer stop()
	m, err := conn.RequestWithContext(ctx, wire.StatusSubject, nil)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no answer within %v", reportFor)
	}
	if err != nil {
		return nil, err
	}
	r := &coordinator.Report{}
	return r, json.Unmarshal(m.Data, r)
}
