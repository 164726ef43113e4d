// Package access decides who may use a server and for what, and runs the server of a count.
package access

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// A Key lets its holder use a server under the name of its account.
type Key struct {
	Name   string
	Public string
	pair   nkeys.KeyPair
}

// suffix is that of the names of files with keys.
const suffix = ".key"

// Path returns the name of the file with the key of a name.
func Path(dir, name string) string { return filepath.Join(dir, name+suffix) }

// ReadKey reads a key from a file that only its owner and group may read. The file has one line,
// NAME:KEY.
func ReadKey(path string) (Key, error) {
	text, err := ReadFile(path, 0o007)
	if err != nil {
		return Key{}, err
	}
	line := strings.TrimSpace(text)
	if line == "" || strings.ContainsAny(line, "\r\n") {
		return Key{}, fmt.Errorf("%s: want one line, NAME:KEY", path)
	}
	name, seed, _ := strings.Cut(line, ":")
	if err := wire.CheckAccount(name); err != nil {
		return Key{}, fmt.Errorf("%s: %w", path, err)
	}
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return Key{}, fmt.Errorf("%s: damaged key, want NAME:KEY", path)
	}
	public, err := pair.PublicKey()
	if err != nil || !nkeys.IsValidPublicUserKey(public) {
		return Key{}, fmt.Errorf("%s: not the key of a user", path)
	}
	return Key{name, public, pair}, nil
}

// Options returns the options of a connection that presents the key.
func (k Key) Options() []nats.Option {
	return []nats.Option{nats.Nkey(k.Public, k.pair.Sign), nats.CustomInboxPrefix(wire.Inbox(k.Name))}
}

// WhyClosed returns why a connection was closed.
func WhyClosed(c *nats.Conn) error {
	return fmt.Errorf("the connection to the server was closed: %w", cmp.Or(c.LastError(), nats.ErrConnectionClosed))
}

// Keys returns the keys whose files are in a directory, by name. If that of the count is missing, it
// makes the directory, this key, and worker.key, for workers that need no names of their own.
func Keys(dir string) ([]Key, error) {
	names, err := names(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if !slices.Contains(names, wire.Coordinator) {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		for _, name := range []string{"worker", wire.Coordinator} { // the last one says that both are there
			if err := makeKey(dir, name); err != nil && !errors.Is(err, fs.ErrExist) {
				return nil, err
			}
		}
		return Keys(dir)
	}
	var keys []Key
	for _, name := range names {
		k, err := ReadKey(Path(dir, name))
		if err == nil && k.Name != name {
			err = fmt.Errorf("%s is the key of %s", Path(dir, name), k.Name)
		}
		if err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// names returns the names of the keys in a directory.
func names(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), suffix); ok {
			names = append(names, name)
		}
	}
	return names, err
}

// Accounts returns the names of the workers among keys.
func Accounts(keys []Key) (names []string) {
	for _, k := range keys {
		if k.Name != wire.Coordinator {
			names = append(names, k.Name)
		}
	}
	return names
}

// AddWorker makes a key for another worker and returns the name of its file.
func AddWorker(dir, name string) (path string, err error) {
	if err := wire.CheckAccount(name); err != nil {
		return "", err
	}
	keys, err := Keys(dir)
	if err != nil {
		return "", err
	}
	for _, k := range keys {
		if strings.EqualFold(k.Name, name) { // some file systems do not tell them apart
			return "", fmt.Errorf("%s already has a key", k.Name)
		}
	}
	return Path(dir, name), makeKey(dir, name)
}

// RemoveWorker removes a worker's key, so that a new one for the same name will be different.
func RemoveWorker(dir, name string) error {
	if name == wire.Coordinator {
		return errors.New("coordinator has the key of the count itself, which cannot be removed")
	}
	if err := wire.CheckAccount(name); err != nil {
		return err
	}
	err := os.Remove(Path(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s has no key in %s", name, dir)
	}
	return err
}

func makeKey(dir, name string) error {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return err
	}
	seed, err := pair.Seed()
	if err != nil {
		return err
	}
	return writeNew(Path(dir, name), name+":"+string(seed)+"\n")
}

// lookEvery is how often a count looks for new and for removed keys.
const lookEvery = 200 * time.Millisecond

// Watch calls changed with the keys in a directory whenever files of keys come or go, until the context
// ends. If it cannot read them, or changed fails, it says so and tries again.
func Watch(ctx context.Context, dir string, changed func([]Key) error, say func(string)) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for seen := listing(dir); ; {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		now := listing(dir)
		if now == seen {
			continue
		}
		keys, err := Keys(dir)
		if err == nil {
			err = changed(keys)
		}
		if err != nil {
			say(fmt.Sprintf("the keys stay as they were: %v", err))
			continue
		}
		seen = now
	}
}

// listing returns a text that changes when files of keys come or go.
func listing(dir string) string {
	names, err := names(dir)
	info, statErr := os.Stat(dir)
	if err != nil || statErr != nil {
		return ""
	}
	return fmt.Sprint(info.ModTime(), names)
}
