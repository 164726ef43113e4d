// Package access decides who may use a server and for what, and runs the server of a count.
package access

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// A Client is somebody with a key to a server.
type Client struct {
	Name   string // of the key's account
	public string
	pair   nkeys.KeyPair
}

// ReadClient reads a key from a file that only its owner and group may read. The file has one
// line, NAME:KEY.
func ReadClient(path string) (Client, error) {
	text, err := ReadFile(path, 0o007)
	if err != nil {
		return Client{}, err
	}
	line := strings.TrimSpace(text)
	if line == "" || strings.ContainsAny(line, "\r\n") {
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
	public, err := pair.PublicKey()
	if err != nil || !nkeys.IsValidPublicUserKey(public) {
		return Client{}, fmt.Errorf("%s: not the key of a user", path)
	}
	return Client{name, public, pair}, nil
}

// Options returns the options of a connection that presents the key.
func (c Client) Options() []nats.Option {
	return []nats.Option{nats.Nkey(c.public, c.pair.Sign), nats.CustomInboxPrefix(wire.Inbox(c.Name))}
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

// writeNew creates a file that only its owner may read. The file must not exist.
func writeNew(path, text string) error {
	err := write(path, os.O_CREATE|os.O_EXCL, text)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		os.Remove(path) // half a key is useless
	}
	return err
}

// write writes to a file, opened in a mode such as os.O_APPEND, and syncs it.
func write(path string, mode int, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|mode, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}
