package access

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nkeys"
)

// keysName is the file that lists who may use the server: a line for each, with a name and a
// public key. The secret halves are in files of their own, which may be moved.
const keysName = "keys"

// A user is somebody with a key.
type user struct{ Name, Public string }

// openKeys reads the keys of a directory. If there are none, it makes the directory and two keys,
// coordinator.key and worker.key. Workers that need no names of their own share the second.
func openKeys(dir string) ([]user, error) {
	users, err := readUsers(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		return users, err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	var lines strings.Builder
	for _, name := range []string{wire.Coordinator, "worker"} {
		u, err := makeKey(dir, name)
		if err != nil {
			return nil, err
		}
		users = append(users, u)
		lines.WriteString(u.line())
	}
	return users, writeNew(filepath.Join(dir, keysName), lines.String())
}

// AddWorker makes a key for another worker and returns the name of its file.
func AddWorker(dir, name string) (path string, err error) {
	if err := wire.CheckAccount(name); err != nil {
		return "", err
	}
	users, err := openKeys(dir)
	if err != nil {
		return "", err
	}
	for _, u := range users {
		if strings.EqualFold(u.Name, name) { // some file systems do not tell them apart
			return "", fmt.Errorf("%s already has a key", u.Name)
		}
	}
	u, err := makeKey(dir, name)
	if err != nil {
		return "", err
	}
	return Path(dir, name), write(filepath.Join(dir, keysName), os.O_APPEND, u.line())
}

// RemoveWorker takes a worker's key off the list. It also removes the file of its secret half, if
// that is here, so that a new key for the same name will be a different one.
func RemoveWorker(dir, name string) error {
	users, err := readUsers(dir)
	if err != nil {
		return err
	}
	if name == wire.Coordinator {
		return errors.New("coordinator has the key of the count itself, which cannot be removed")
	}
	list := filepath.Join(dir, keysName)
	if !slices.ContainsFunc(users, func(u user) bool { return u.Name == name }) {
		return fmt.Errorf("%s has no key in %s", name, list)
	}
	var lines strings.Builder
	for _, u := range users {
		if u.Name != name {
			lines.WriteString(u.line())
		}
	}
	os.Remove(list + ".new") // left by an attempt that was killed
	if err := writeNew(list+".new", lines.String()); err != nil {
		return err
	}
	if err := os.Rename(list+".new", list); err != nil {
		return err
	}
	if err := os.Remove(Path(dir, name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (u user) line() string { return u.Name + " " + u.Public + "\n" }

// Path returns the name of the file with the key of a name.
func Path(dir, name string) string { return filepath.Join(dir, name+".key") }

// makeKey makes a key and writes its file. If the file exists, it uses the key there: an earlier
// attempt was interrupted before it could write the list.
func makeKey(dir, name string) (user, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return user{}, err
	}
	seed, err := pair.Seed()
	if err != nil {
		return user{}, err
	}
	path := Path(dir, name)
	if err := writeNew(path, name+":"+string(seed)+"\n"); err != nil && !errors.Is(err, fs.ErrExist) {
		return user{}, err
	}
	c, err := ReadClient(path)
	if err == nil && c.Name != name {
		err = fmt.Errorf("%s is not the key of %s", path, name)
	}
	return user{name, c.public}, err
}

// readUsers reads the list of keys, which nobody but its owner may be able to write.
func readUsers(dir string) ([]user, error) {
	path := filepath.Join(dir, keysName)
	text, err := ReadFile(path, 0o022)
	if err != nil {
		return nil, err
	}
	var users []user
	for line := range strings.Lines(text) {
		u, err := parseUser(line, users)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, len(users)+1, err)
		}
		users = append(users, u)
	}
	if len(users) == 0 {
		return nil, fmt.Errorf("%s has no keys; remove it and the files of the keys to have new ones made", path)
	}
	return users, nil
}

// parseUser reads a line of the list. The user must differ from those in the lines before.
func parseUser(line string, before []user) (user, error) {
	words := strings.Fields(line)
	if len(words) != 2 || !strings.HasSuffix(line, "\n") {
		return user{}, errors.New("want a name and a public key")
	}
	u := user{words[0], words[1]}
	if !nkeys.IsValidPublicUserKey(u.Public) {
		return user{}, fmt.Errorf("%.80q is not the public key of a user", u.Public)
	}
	if err := wire.CheckAccount(u.Name); err != nil {
		return user{}, err
	}
	for _, other := range before {
		switch {
		case u.Name == other.Name:
			return user{}, fmt.Errorf("%s is listed twice", u.Name)
		case strings.EqualFold(u.Name, other.Name):
			return user{}, fmt.Errorf("%s and %s differ in case only", other.Name, u.Name)
		case u.Public == other.Public:
			return user{}, fmt.Errorf("%s has the key of %s", u.Name, other.Name)
		}
	}
	return u, nil
}
