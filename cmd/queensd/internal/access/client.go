// Package access decides who may use a server, and for what. Each key has an account of
// its own, which imports exactly the subjects that its role needs from the account of the
// streams.
//
// Permissions alone would not do: within one account a worker can direct the server's
// answers to any subject. An acknowledgement whose answer goes to
// $JS.API.STREAM.DELETE.queens-results would delete the results. Between accounts,
// answers go back to where the request came from.
package access

import (
	"errors"
	"fmt"
	"strings"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// A Client has the credentials for a server. The zero Client has none.
type Client struct {
	name   string
	pair   nkeys.KeyPair // or nil
	secret string        // a password or token, or empty
	api    string        // the prefix of JetStream's API, or empty for the usual one
}

// ReadClient reads credentials from a file that only its owner and group may read. The
// file has one line: NAME:KEY, as a server of this program writes it, or, for other servers,
// USER:PASSWORD or a token.
func ReadClient(path string) (Client, error) {
	line, err := readLine(path)
	if err != nil {
		return Client{}, err
	}
	name, secret, named := strings.Cut(line, ":")
	if !named {
		name, secret = "", line
	} else if err := wire.CheckAccount(name); err != nil {
		return Client{}, fmt.Errorf("%s: %w", path, err)
	}
	if len(secret) < leastSecret {
		return Client{}, fmt.Errorf("%s: the secret has %d bytes, want at least %d", path, len(secret), leastSecret)
	}
	c := Client{name: name, secret: secret}
	if !looksLikeKey(secret) {
		return c, nil
	}
	if !named {
		return Client{}, fmt.Errorf("%s: a key without a name, want NAME:KEY", path)
	}
	if c.pair, err = userKey(secret); err != nil {
		return Client{}, fmt.Errorf("%s: %w", path, err)
	}
	c.secret, c.api = "", apiPrefix
	return c, nil
}

// Name returns the name of the client in subjects.
func (c Client) Name() string {
	if c.name == "" {
		return "anonymous"
	}
	return c.name
}

// HasKey reports whether the client has a key of a server of this program. Such a server
// lets it use no other name.
func (c Client) HasKey() bool { return c.pair != nil }

// HasSecret reports whether the client has a password or token, which it shows to the server.
func (c Client) HasSecret() bool { return c.secret != "" }

// Options returns the options of a connection that presents the credentials.
func (c Client) Options() []nats.Option {
	switch {
	case c.pair != nil:
		public, err := c.pair.PublicKey()
		if err != nil {
			panic(err) // userKey has checked the key
		}
		return []nats.Option{nats.Nkey(public, c.pair.Sign)}
	case c.secret == "":
		return nil
	case c.name == "":
		return []nats.Option{nats.Token(c.secret)}
	}
	return []nats.Option{nats.UserInfo(c.name, c.secret)}
}

// JetStream returns the client's access to the streams over its connection.
func (c Client) JetStream(conn *nats.Conn) (jetstream.JetStream, error) {
	if c.api == "" {
		return jetstream.New(conn)
	}
	return jetstream.NewWithAPIPrefix(conn, c.api)
}

// looksLikeKey reports whether a secret is the seed of a user's key, even a damaged one.
func looksLikeKey(secret string) bool {
	const length = 58
	return strings.HasPrefix(secret, "SU") && len(secret) == length && strings.ToUpper(secret) == secret
}

// userKey returns the key of a seed.
func userKey(seed string) (nkeys.KeyPair, error) {
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return nil, errors.New("damaged key")
	}
	if public, err := pair.PublicKey(); err != nil || !nkeys.IsValidPublicUserKey(public) {
		return nil, errors.New("not the key of a user")
	}
	return pair, nil
}
