package access

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/internal/testkit"
)

// namesOf returns the names of keys.
func namesOf(keys []Key) (names []string) {
	for _, k := range keys {
		names = append(names, k.Name)
	}
	return names
}

// TestKeys makes the keys of a new directory, reads them again, adds and removes some.
func TestKeys(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	first := testkit.Must(Keys(dir))
	if path, err := AddWorker(dir, "alice"); err != nil || path != filepath.Join(dir, "alice.key") {
		t.Fatalf("got %q, %v", path, err)
	}
	again := testkit.Must(Keys(dir))
	if got := namesOf(again); !slices.Equal(got, []string{"alice", wire.Coordinator, "worker"}) {
		t.Errorf("keys of %q", got)
	}
	if again[1].Public != first[0].Public || again[2].Public != first[1].Public || again[0].Public == again[1].Public {
		t.Errorf("keys %v, first %v", again, first)
	}
	for _, k := range again {
		if info, err := os.Stat(Path(dir, k.Name)); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
			t.Errorf("%s: mode %v, %v", k.Name, info.Mode(), err)
		}
	}
	testkit.NoError(t, RemoveWorker(dir, "worker"))
	if got := namesOf(testkit.Must(Keys(dir))); !slices.Equal(got, []string{"alice", wire.Coordinator}) {
		t.Errorf("then keys of %q", got)
	}
	if err := RemoveWorker(dir, "../x"); err == nil {
		t.Error("../x was removed")
	}
}

// TestBadKeys reads directories with files that are no keys.
func TestBadKeys(t *testing.T) {
	dir := t.TempDir()
	testkit.Must(Keys(dir))
	good := string(testkit.Must(os.ReadFile(Path(dir, "worker"))))
	path := Path(dir, "bob")
	for text, want := range map[string]string{
		"":                 path + ": want one line, NAME:KEY",
		good + good:        path + ": want one line, NAME:KEY",
		"bob:not a key":    path + ": damaged key, want NAME:KEY",
		good:               path + " is the key of worker",
		"b b:" + good[7:]:  path + `: name "b b": want 1 to 32 letters, digits, _ or -, with no - in front`,
		"bob:" + good[7:]:  "",
		"bob:" + good[7:9]: path + ": damaged key, want NAME:KEY",
	} {
		testkit.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		if _, err := Keys(dir); err == nil != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	testkit.NoError(t, os.Remove(path))
	testkit.NoError(t, os.Chmod(Path(dir, "worker"), 0o604))
	if _, err := Keys(dir); runtime.GOOS != "windows" && (err == nil || !strings.Contains(err.Error(), "lets others read or change it")) {
		t.Errorf("a key that others can read: %v", err)
	}
}

// TestWatch adds and removes keys, and one that cannot be read at first.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	testkit.Must(Keys(dir))
	seen, said := make(chan []string, 100), make(chan string, 100)
	go Watch(t.Context(), dir, func(keys []Key) error {
		seen <- Accounts(keys)
		return nil
	}, func(text string) { said <- text })
	mustSee := func(want ...string) {
		for !slices.Equal(<-seen, want) {
		}
	}
	for len(seen) == 0 { // until it looks
		testkit.NoError(t, os.Chtimes(dir, time.Time{}, time.Now()))
		time.Sleep(2 * lookEvery)
	}
	testkit.Must(AddWorker(dir, "alice"))
	mustSee("alice", "worker")
	testkit.NoError(t, RemoveWorker(dir, "worker"))
	mustSee("alice")
	testkit.NoError(t, os.WriteFile(Path(dir, "bob"), []byte("bob:half a k"), 0o600))
	for <-said != "the keys stay as they were: "+Path(dir, "bob")+": damaged key, want NAME:KEY" { // a new key may have been half written
	}
	testkit.NoError(t, RemoveWorker(dir, "bob"))
	testkit.Must(AddWorker(dir, "bob"))
	mustSee("alice", "bob")
}

// FuzzKey reads files of keys.
func FuzzKey(f *testing.F) {
	dir := f.TempDir()
	testkit.Must(Keys(dir))
	f.Add(string(testkit.Must(os.ReadFile(Path(dir, "worker")))))
	f.Add("ann:SUxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
	f.Add(":")
	file := filepath.Join(dir, "fuzz.key")
	f.Fuzz(func(t *testing.T, text string) {
		testkit.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		if k, err := ReadKey(file); err == nil && (wire.CheckAccount(k.Name) != nil || len(k.Options()) == 0) {
			t.Errorf("%q is the key of %q", text, k.Name)
		}
	})
}
