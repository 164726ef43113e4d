package queue

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"example.com/queens/cmd/queensd/internal/access"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Server says where to connect, and with which credentials.
type Server struct {
	URL    string // or those of a cluster, separated by commas
	Client access.Client
	CA     string // a file of certificates to trust besides those of the system, or empty
}

// InTheClear reports whether a password or token would cross a network without TLS. Keys never
// leave this computer: they sign.
func (s Server) InTheClear() bool {
	if s.CA != "" {
		return false // which makes nats.go insist on TLS
	}
	for name := range strings.SplitSeq(s.URL, ",") {
		u, err := parseURL(name)
		if err != nil {
			continue // nothing is sent there
		}
		ip := net.ParseIP(u.Hostname())
		here := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
		if (s.Client.HasSecret() || u.User != nil) && !here && u.Scheme != "tls" && u.Scheme != "wss" {
			return true
		}
	}
	return false
}

// parseURL reads a URL as nats.go does: without a scheme, it is that of a server of NATS.
func parseURL(name string) (*url.URL, error) {
	name = strings.TrimSpace(name)
	if !strings.Contains(name, "://") {
		name = "nats://" + name
	}
	return url.Parse(name)
}

// Connect connects to a server. It tries once. Once established, the connection renews
// itself whenever it is lost.
func Connect(s Server) (jetstream.JetStream, error) {
	options := connectOptions(s.Client)
	if s.CA != "" {
		options = append(options, nats.RootCAs(s.CA))
	}
	conn, err := nats.Connect(s.URL, options...)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to %s: %w", redacted(s.URL), err)
	}
	return s.Client.JetStream(conn)
}

// ConnectInProcess connects to a server in this process.
func ConnectInProcess(server nats.InProcessConnProvider, client access.Client) (jetstream.JetStream, error) {
	// The timeout allows for a busy machine.
	conn, err := nats.Connect("", append(connectOptions(client), nats.InProcessServer(server), nats.Timeout(20*time.Second))...)
	if err != nil {
		return nil, err
	}
	return client.JetStream(conn)
}

func connectOptions(client access.Client) []nats.Option {
	return append(client.Options(),
		nats.Name("queens"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250*time.Millisecond),
		nats.ReconnectBufSize(-1), // callers try again
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
	)
}

// Refused reports whether a connection failed because of its credentials or of TLS, so that
// another attempt would fail as well.
func Refused(err error) bool {
	var certificate *tls.CertificateVerificationError
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrSecureConnRequired) ||
		errors.Is(err, nats.ErrSecureConnWanted) || errors.As(err, &certificate)
}

// redacted removes passwords from a list of URLs.
func redacted(list string) string {
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		if u, err := parseURL(name); err == nil && u.User != nil {
			u.User = url.User("…")
			name, _ = url.PathUnescape(u.String())
		}
		names = append(names, name)
	}
	return strings.Join(names, ",")
}
