package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"example.com/queens/cmd/queens/ledger"
)

// TestKeys counts with two workers, each with a key of its own, and tries keys for what they
// are not.
func TestKeys(t *testing.T) {
	keys, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{"alice", "bob"} {
		if got, want := mustRun(t, "key "+name+" --data "+keys), filepath.Join(keys, name+".key")+"\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	_, url := serveAt(t, "--data "+dir+" --keys "+keys)
	if _, err := os.Stat(filepath.Join(dir, "coordinator.key")); !os.IsNotExist(err) {
		t.Errorf("keys in both directories: %v", err)
	}
	for _, name := range []string{"alice", "bob"} {
		start(t, "worker --workers 1"+as(name, keys, url))
	}
	file := filepath.Join(dir, "q10.jsonl")
	if got := mustCount(t, "count 10 --workers 0 --tasks 5 --ledger "+file+as("coordinator", keys, url)); got != "724\n" {
		t.Errorf("got %q", got)
	}
	book, err := ledger.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]int{}
	for r := range book.All() {
		by[r.Account()]++
	}
	if total := by["alice"] + by["bob"]; total != book.Done() || book.Len() != total+by["coordinator"] {
		t.Errorf("%d tasks were counted by %v", book.Done(), by)
	}
	for _, test := range []struct{ line, want string }{
		{"count 8" + as("alice", keys, url), filepath.Join(keys, "alice.key") + " is the key of alice, want that of coordinator"},
		{"status" + as("worker", keys, url), filepath.Join(keys, "worker.key") + " is the key of worker, want that of coordinator"},
		{"worker" + as("coordinator", keys, url), "a worker cannot be coordinator, whose results are never recounted: give it a key of its own"},
		{"key bob --data " + keys, "bob already has a key"},
	} {
		got := queensRun(t.Context(), test.line)
		if want := (result{2, "", "queensd: " + test.want + "\n"}); got != want {
			t.Errorf("%s: got %+v, want %+v", test.line, got, want)
		}
	}
}

// TestKeyIsPrivate uses a key file that everybody can read. That is an error.
func TestKeyIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	dir := t.TempDir()
	_, url := serveAt(t, "--data "+dir)
	path := filepath.Join(dir, "worker.key")
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	got := queensRun(t.Context(), "worker"+as("worker", dir, url))
	if want := "queensd: " + path + " has mode 0644, which lets others read or change it; want 0600\n"; got != (result{2, "", want}) {
		t.Errorf("got %+v", got)
	}
}
