package queue

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// An Auth is a user's name and password, or a token without a name, or neither.
type Auth struct{ User, Secret string }

// ReadAuth reads a file that holds "user:password" or a token.
func ReadAuth(path string) (Auth, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Auth{}, err
	}
	line := strings.TrimRight(string(text), "\r\n")
	if strings.TrimSpace(line) != line || line == "" || strings.Contains(line, "\n") {
		return Auth{}, fmt.Errorf("%s: want one line, user:password or a token", path)
	}
	user, secret, ok := strings.Cut(line, ":")
	if !ok {
		user, secret = "", line
	} else if user == "" || secret == "" {
		return Auth{}, fmt.Errorf("%s: want one line, user:password or a token", path)
	}
	return Auth{user, secret}, nil
}

// A Server is where to connect to.
type Server struct {
	URL  string
	Auth Auth
	// CA is a file of certificates that the server's is checked against, besides
	// those of the system.
	CA string
}

// Connect connects to a server or, by a list of URLs with commas, to one of a
// cluster. It tries once, and then comes back by itself whenever it is cut off.
func Connect(s Server) (*nats.Conn, error) {
	options := s.Auth.options()
	if s.CA != "" {
		options = append(options, nats.RootCAs(s.CA))
	}
	conn, err := nats.Connect(s.URL, options...)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to %s: %w", redacted(s.URL), err)
	}
	return conn, nil
}

// ConnectInProcess connects to a server in this process.
func ConnectInProcess(server nats.InProcessConnProvider, auth Auth) (*nats.Conn, error) {
	return nats.Connect("", append(auth.options(), nats.InProcessServer(server))...)
}

func (a Auth) options() []nats.Option {
	options := []nats.Option{
		nats.Name("queens"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectBufSize(-1), // who asks tries again
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
	}
	switch {
	case a.User != "":
		return append(options, nats.UserInfo(a.User, a.Secret))
	case a.Secret != "":
		return append(options, nats.Token(a.Secret))
	}
	return options
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
