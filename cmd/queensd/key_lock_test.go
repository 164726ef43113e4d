package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLockedOut deletes the line of a key, which the server then refuses, and makes a new one,
// which it accepts. Each takes effect when the server is started again.
func TestLockedOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	status := func(name, path, want string) {
		t.Helper()
		server, url := serveAt(t, "--data "+dir)
		defer kill(server)
		got := queensRun(t.Context(), "worker --quiet --idle 1ms --auth "+path+" --nats "+url)
		if want == "" && got != (result{}) || want != "" && (got.status != 2 || !strings.Contains(got.stderr, want)) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	worker := filepath.Join(dir, "worker.key")
	status("worker", worker, "")
	keys := filepath.Join(dir, "keys")
	text, err := os.ReadFile(keys)
	if err != nil {
		t.Fatal(err)
	}
	coordinator, _, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(keys, []byte(coordinator+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status("a key without a line", worker, "Authorization Violation")
	status("a new key", strings.TrimSpace(mustRun(t, "key alice --data "+dir)), "")
}
