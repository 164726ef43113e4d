package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/queens/cmd/queensd/internal/access"
)

// TestInTheClear connects with a password, a token or a key, with and without TLS, where nobody
// listens. 0.0.0.0 leads back to this computer, but is not a loopback address.
func TestInTheClear(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := access.OpenKeys(dir); err != nil {
		t.Fatal(err)
	}
	for name, secret := range map[string]string{"password": "alice:long enough", "token": "a long token"} {
		if err := os.WriteFile(filepath.Join(dir, name+".key"), []byte(secret), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const warning = "queensd: the password or token goes over the network in the clear: use TLS, with a URL that begins with tls://\n"
	for _, test := range []struct {
		auth, url string
		warns     bool
	}{
		{"password", "nats://0.0.0.0:1", true},
		{"password", "0.0.0.0:1", true},
		{"password", "ws://0.0.0.0:1", true},
		{"password", "nats://127.0.0.1:1,nats://0.0.0.0:1", true},
		{"token", "nats://0.0.0.0:1", true},
		{"worker", "nats://alice:password@0.0.0.0:1", true},
		{"worker", "nats://0.0.0.0:1", false},
		{"password", "tls://0.0.0.0:1", false},
		{"password", "wss://0.0.0.0:1", false},
		{"password", "nats://127.0.0.1:1", false},
		{"password", "nats://localhost:1,nats://[::1]:1", false},
		{"password", "127.0.0.1:1", false},
		{"worker", "%", false},
	} {
		got := queensRun(t.Context(), "worker --patience 1ns"+as(test.auth, dir, test.url))
		message, warned := strings.CutPrefix(got.stderr, warning)
		if got.status != 2 || warned != test.warns || !strings.HasPrefix(message, "queensd: cannot connect to ") || strings.Contains(message, "password@") {
			t.Errorf("%s at %s: %+v", test.auth, test.url, got)
		}
	}
	if got := queensRun(t.Context(), "worker --patience 1ns --ca /not/there"+as("password", dir, "nats://0.0.0.0:1")); strings.Contains(got.stderr, "in the clear") {
		t.Errorf("with --ca: %+v", got)
	}
}
