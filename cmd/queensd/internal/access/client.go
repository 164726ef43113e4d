// Package access decides who may use a server, and for what, and runs the server of a count.
package access

import (
	"errors"
	"fmt"
	"strings"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// A Client has a key for a server.
type Client struct {
	Name string // of the key's account
	pair nkeys.KeyPair
}

// ReadClient reads a key from a file that only its owner and group may read. The file has one
// line, NAME:KEY.
func ReadClient(path string) (Client, error) {
	line, err := readLine(path)
	if err != nil {
		return Client{}, err
	}
	name, seed, _ := strings.Cut(line, ":")
	if err := wire.CheckAccount(name); err != nil {
		return Client{}, fmt.Errorf("%s: %w", path, err)
	}
	pair, err := userKey(seed)
	if err != nil {
		return Client{}, fmt.Errorf("%s: %w", path, err)
	}
	return Client{name, pair}, nil
}

// Options returns the options of a connection that presents the key.
func (c Client) Options() []nats.Option {
	public, err := c.pair.PublicKey()
	if err != nil {
		panic(err) // userKey has checked the key
	}
	return []nats.Option{nats.Nkey(public, c.pair.Sign), nats.CustomInboxPrefix(wire.Inbox(c.Name))}
}

// userKey returns the key of a seed.
func userKey(seed string) (nkeys.KeyPair, error) {
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return nil, errors.New("damaged key, want NAME:KEY")
	}
	if public, err := pair.PublicKey(); err != nil || !nkeys.IsValidPublicUserKey(public) {
		return nil, errors.New("not the key of a user")
	}
	return pair, nil
}
