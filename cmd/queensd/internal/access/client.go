// Package access decides who may use a server and for what, and runs the server of a count.
package access

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// A Client is somebody with a key to a server.
type Client struct {
	Name string // of the key's account
	pair nkeys.KeyPair
}

// ReadClient reads a key from a file that only its owner and group may read. The file has one
// line, NAME:KEY.
func ReadClient(path string) (Client, error) {
	text, err := ReadFile(path, 0o007)
	if err != nil {
		return Client{}, err
	}
	line := strings.TrimRight(text, "\r\n")
	if line == "" || strings.TrimSpace(line) != line || strings.ContainsAny(line, "\r\n\x00") {
		return Client{}, fmt.Errorf("%s: want one line, NAME:KEY", path)
	}
	name, seed, _ := strings.Cut(line, ":")
	if err := wire.CheckAccount(name); err != nil {
		return Client{}, fmt.Errorf("%s: %w", path, err)
	}
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return Client{}, fmt.Errorf("%s: damaged key, want NAME:KEY", path)
	}
	if public, err := pair.PublicKey(); err != nil || !nkeys.IsValidPublicUserKey(public) {
		return Client{}, fmt.Errorf("%s: not the key of a user", path)
	}
	return Client{name, pair}, nil
}

// Options returns the options of a connection that presents the key.
func (c Client) Options() []nats.Option {
	public, err := c.pair.PublicKey()
	if err != nil {
		panic(err) // ReadClient has checked the key
	}
	return []nats.Option{nats.Nkey(public, c.pair.Sign), nats.CustomInboxPrefix(wire.Inbox(c.Name))}
}

// mostText is the greatest size of a file of keys or certificates in bytes.
const mostText = 1 << 20

// ReadFile returns the text of a small file. It is an error if the file's mode has any
// of the bits. The mode is that of the open file, so nobody can swap the file after the check.
func ReadFile(path string, bits os.FileMode) (string, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // opening a pipe would wait for a writer
		return "", fmt.Errorf("%s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	// Windows has no such modes.
	if mode := info.Mode().Perm(); mode&bits != 0 && runtime.GOOS != "windows" {
		return "", fmt.Errorf("%s has mode %04o, which lets others read or change it; want 0600", path, mode)
	}
	text, err := io.ReadAll(io.LimitReader(f, mostText+1))
	if err == nil && len(text) > mostText {
		err = fmt.Errorf("%s has more than %d bytes", path, mostText)
	}
	return string(text), err
}

// writeNew creates a file that only its owner may read, and syncs it. The file must not
// exist.
func writeNew(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		os.Remove(path) // half a key is useless
	}
	return err
}
