package access

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nkeys"
)

func TestOpenKeys(t *testing.T) {
	dir := t.TempDir()
	first := testkit.Must(openKeys(dir))
	if path, err := AddWorker(dir, "alice"); err != nil || path != filepath.Join(dir, "alice.key") {
		t.Fatalf("got %q, %v", path, err)
	}
	again := testkit.Must(openKeys(dir))
	if diff := cmp.Diff(first, again[:2]); diff != "" {
		t.Error(diff)
	}
	if len(again) != 3 || again[2].Name != "alice" {
		t.Errorf("users %v", again)
	}
	list := testkit.Must(os.ReadFile(filepath.Join(dir, keysName)))
	for _, u := range again {
		path := Path(dir, u.Name)
		c := testkit.Must(ReadClient(path))
		if c.public != u.Public || c.Name != u.Name {
			t.Errorf("%s has key %s of %s, want %s", path, c.public, c.Name, u.Public)
		}
		secret := testkit.Must(c.pair.Seed())
		if strings.Contains(string(list), string(secret)) {
			t.Errorf("the list of keys has the secret of %s", u.Name)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	for _, name := range []string{keysName, "coordinator.key", "worker.key", "alice.key"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}
}

// TestKeysMoveAway removes the files of the keys, as if moved to where they are used.
func TestKeysMoveAway(t *testing.T) {
	dir := t.TempDir()
	first := testkit.Must(openKeys(dir))
	for _, name := range []string{wire.Coordinator, "worker"} {
		testkit.NoError(t, os.Remove(Path(dir, name)))
	}
	again, err := openKeys(dir)
	if err != nil || !cmp.Equal(first, again) {
		t.Errorf("got %v, %v, want %v", again, err, first)
	}
	if _, err := os.Stat(Path(dir, wire.Coordinator)); !os.IsNotExist(err) {
		t.Errorf("a second key for the coordinator: %v", err)
	}
}

// TestKeysCutOff interrupts the first start before it has written the list of keys.
func TestKeysCutOff(t *testing.T) {
	dir := t.TempDir()
	testkit.Must(makeKey(dir, wire.Coordinator))
	before := testkit.Must(os.ReadFile(Path(dir, wire.Coordinator)))
	k := testkit.Must(openKeys(dir))
	after, err := os.ReadFile(Path(dir, wire.Coordinator))
	if err != nil || string(after) != string(before) {
		t.Errorf("the key was %q and is %q, %v", before, after, err)
	}
	if c, err := ReadClient(Path(dir, wire.Coordinator)); err != nil || c.public != k[0].Public {
		t.Errorf("got %v, %v", c, err)
	}
	testkit.NoError(t, os.Remove(filepath.Join(dir, keysName)))
	testkit.NoError(t, os.WriteFile(Path(dir, "worker"), []byte("worker:not a key"), 0o600))
	if _, err := openKeys(dir); err == nil || !strings.HasSuffix(err.Error(), "worker.key: damaged key, want NAME:KEY") {
		t.Errorf("got %v", err)
	}
}

// TestAddWorker makes the first key of a directory, and one that cannot be made.
func TestAddWorker(t *testing.T) {
	fresh := filepath.Join(t.TempDir(), "new")
	if path, err := AddWorker(fresh, "console"); err != nil || path != filepath.Join(fresh, "console.key") {
		t.Errorf("in a new directory: got %q, %v", path, err)
	}
	if _, err := AddWorker(fresh, "Console"); err == nil || err.Error() != "console already has a key" {
		t.Errorf("got %v", err)
	}
	if found, err := fs.Glob(os.DirFS(fresh), "*"); err != nil || len(found) != 4 {
		t.Errorf("files in a new directory: %v, %v", found, err)
	}
}

func TestReadUsersErrors(t *testing.T) {
	dir := t.TempDir()
	k := testkit.Must(openKeys(dir))
	path := filepath.Join(dir, keysName)
	good := k[0].line() + k[1].line()
	pair := testkit.Must(nkeys.CreateUser())
	third := user{"third", testkit.Must(pair.PublicKey())}
	for text, want := range map[string]string{
		"":                                       path + " has no keys; remove it and the files of the keys to have new ones made",
		good + third.line():                      "",
		strings.TrimSpace(good):                  path + ": line 2: want a name and a public key",
		good + "\n":                              path + ": line 3: want a name and a public key",
		good + "x\n":                             path + ": line 3: want a name and a public key",
		good + "worker x " + third.Public + "\n": path + ": line 3: want a name and a public key",
		good + "x UABC\n":                        path + `: line 3: "UABC" is not the public key of a user`,
		good + "x.y " + third.Public + "\n":      path + `: line 3: name "x.y": want 1 to 32 letters, digits, _ or -, with no - in front`,
		good + "Worker " + third.Public + "\n":   path + ": line 3: worker and Worker differ in case only",
		good + k[1].line():                       path + ": line 3: worker is listed twice",
		good + "x " + k[0].Public + "\n":         path + ": line 3: x has the key of coordinator",
	} {
		testkit.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := openKeys(dir)
		if err == nil != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	for _, mode := range []os.FileMode{0o620, 0o602} {
		testkit.NoError(t, os.Chmod(path, mode))
		if _, err := openKeys(dir); err == nil || !strings.Contains(err.Error(), "lets others read or change it") {
			t.Errorf("mode %v: %v", mode, err)
		}
	}
}

// FuzzKeys reads key files and lines of the list of keys.
func FuzzKeys(f *testing.F) {
	dir := f.TempDir()
	testkit.Must(openKeys(dir))
	for _, name := range []string{"worker.key", keysName} {
		text := testkit.Must(os.ReadFile(filepath.Join(dir, name)))
		f.Add(string(text))
	}
	f.Add("ann:SUxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
	f.Add(":")
	file := filepath.Join(dir, "fuzz.key")
	f.Fuzz(func(t *testing.T, text string) {
		if u, err := parseUser(text, nil); err == nil {
			if again, err := parseUser(u.line(), nil); again != u || err != nil {
				t.Errorf("%q was read as %v, and that as %v, %v", text, u, again, err)
			}
		}
		testkit.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		if c, err := ReadClient(file); err == nil {
			c.Options()
		}
	})
}
