package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.com/queens/cmd/queens/ledger"
)

// TestKeys counts with two workers, each with a key of its own, and tries each key for
// what it is not.
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
		{"worker" + as("coordinator", keys, url), "a worker cannot be coordinator, whose results are not counted again: give it a key of its own"},
		{"key bob --data " + keys, "bob has a key"},
	} {
		got := queensRun(t.Context(), test.line)
		if want := (result{2, "", "queensd: " + test.want + "\n"}); got != want {
			t.Errorf("%s: got %+v, want %+v", test.line, got, want)
		}
	}
}

// TestKeyIsPrivate refuses a key that everybody can read.
func TestKeyIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes")
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

// TestPage looks at the page and the metrics of a server with a finished count.
func TestPage(t *testing.T) {
	dir := t.TempDir()
	server, out := child(t, "serve --listen 127.0.0.1:0 --http 0 --data "+dir), new(strings.Builder)
	lines, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	server.Stderr = out
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill() })
	var url, from, page string
	if _, err := fmt.Fscanf(lines, "serving %s from %s\npage at %s\n", &url, &from, &page); err != nil || from != dir {
		t.Fatalf("serving %s from %s, page at %s: %v", url, from, page, err)
	}
	if !strings.HasPrefix(page, "http://127.0.0.1:") {
		t.Errorf("the page is at %s, want it on this computer alone", page)
	}
	start(t, "worker --workers 1"+as("worker", dir, url))
	mustCount(t, "count 10 --workers 0 --tasks 5"+as("coordinator", dir, url))
	get := func(path string) string {
		answer, err := http.Get(page + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != 200 {
			t.Errorf("%s: %s, %v, %s", path, answer.Status, err, text)
		}
		return string(text)
	}
	waitFor(t, "the count on the page", func() bool {
		text := get("")
		return strings.Contains(text, "<bdi>n=10</bdi>") && strings.Contains(text, ">724<") && strings.Contains(text, ">done<") && strings.Contains(text, "<bdi>worker</bdi>")
	})
	metrics := get("metrics")
	for _, want := range []string{`queensd_job_solutions{board="n=10",job="`, "} 724\n", `queensd_workers{name="worker"} 1`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("no %s in\n%s", want, metrics)
		}
	}
	if got := queensRun(t.Context(), "serve --http nowhere --data "+t.TempDir()); got.status != 2 || !strings.Contains(got.stderr, `address "nowhere", want host:port, or a port of this computer alone`) {
		t.Errorf("got %+v", got)
	}
}
