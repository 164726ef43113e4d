package queue

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"example.com/queens/cmd/queensd/internal/access"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Server is where to connect to.
type Server struct {
	URL    string
	Client access.Client // who connects
	// CA is a file of certificates that the server's is checked against, besides
	// those of the system.
	CA string
}

// Connect connects to a server or, by a list of URLs with commas, to one of a
// cluster. It tries once, and then comes back by itself whenever it is cut off.
func Connect(s Server) (jetstream.JetStream, error) {
	options := options(s.Client)
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
	// There is no network to give up, but the machine may be busy.
	conn, err := nats.Connect("", append(options(client), nats.InProcessServer(server), nats.Timeout(20*time.Second))...)
	if err != nil {
		return nil, err
	}
	return client.JetStream(conn)
}

func options(client access.Client) []nats.Option {
	return append(client.Options(),
		nats.Name("queens"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250*time.Millisecond),
		nats.ReconnectBufSize(-1), // who asks tries again
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
	)
}

// Refused reports whether a connection failed because of who asks or how, so that
// to try again is no use.
func Refused(err error) bool {
	var certificate *tls.CertificateVerificationError
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrSecureConnRequired) ||
		errors.Is(err, nats.ErrSecureConnWanted) || errors.As(err, &certificate)
}

// redacted returns a list of URLs without passwords.
func redacted(list string) string {
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		if u, err := url.Parse(name); err == nil && u.User != nil {
			u.User = url.User("…")
			name, _ = url.PathUnescape(u.String())
		}
		names = append(names, name)
	}
	return strings.Join(names, ",")
}
