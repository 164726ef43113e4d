// Package access says who may use a server and for what. Each key has an account of
// its own, which reaches the account of the streams through imports of exactly the
// subjects that its role needs.
//
// Permissions alone would not do: within one account a worker can have the server's
// answers sent to any subject. An acknowledgement whose answer goes to
// $JS.API.STREAM.DELETE.queens-results would delete the results. Between accounts,
// answers go back to where the question came from.
package access

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// A Client is who connects to a server. The zero Client has no credentials.
type Client struct {
	name   string
	pair   nkeys.KeyPair // or nil
	secret string        // or empty
	token  bool          // the secret is without a name
	api    string        // prefix of JetStream's subjects, or empty for the usual one
}

// ReadClient reads credentials from a file that only its owner and group may read. It
// has one line: NAME:KEY, as a server of this program writes it; or for other servers
// USER:PASSWORD or a token.
func ReadClient(path string) (Client, error) {
	line, err := readLine(path)
	if err != nil {
		return Client{}, err
	}
	name, secret, named := strings.Cut(line, ":")
	if !named {
		name, secret = "", line
	} else if err := checkName(name); err != nil {
		return Client{}, fmt.Errorf("%s: %w", path, err)
	}
	if len(secret) < leastSecret {
		return Client{}, fmt.Errorf("%s: the secret has %d bytes, want at least %d", path, len(secret), leastSecret)
	}
	c := Client{name: name, secret: secret, token: !named}
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

// HasKey reports whether the client has a key of a server of this program, which lets it
// use no other name.
func (c Client) HasKey() bool { return c.pair != nil }

// Options returns what a connection needs to show who the client is.
func (c Client) Options() []nats.Option {
	switch {
	case c.pair != nil:
		public, err := c.pair.PublicKey()
		if err != nil {
			panic(err) // it was read from a whole key
		}
		return []nats.Option{nats.Nkey(public, c.pair.Sign)}
	case c.token:
		return []nats.Option{nats.Token(c.secret)}
	case c.secret != "":
		return []nats.Option{nats.UserInfo(c.name, c.secret)}
	}
	return nil
}

// JetStream returns the client's way to the streams over its connection.
func (c Client) JetStream(conn *nats.Conn) (jetstream.JetStream, error) {
	if c.api == "" {
		return jetstream.New(conn)
	}
	return jetstream.NewWithAPIPrefix(conn, c.api)
}

// looksLikeKey reports whether a secret is the seed of a user's key, whole or not.
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

// nobody is the name in the subjects of results of which it is not known who counted them.
const nobody = "ledger"

var names = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// checkName checks the name of a client, which is a word of subjects.
func checkName(name string) error {
	if !names.MatchString(name) || name == nobody {
		return fmt.Errorf("name %.40q: want 1 to 32 letters, digits, _ or -, and not %q", name, nobody)
	}
	return nil
}
