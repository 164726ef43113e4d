package embedded

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestCheck(t *testing.T) {
	tests := []struct {
		config Config
		want   string // start of the error
	}{
		{Config{Listen: "127.0.0.1:4222"}, ""},
		{Config{Listen: "localhost:0"}, ""},
		{Config{Listen: "[::1]:4222"}, ""},
		{Config{Listen: ":4222"}, ""},
		{Config{Listen: "127.0.0.1:0", Monitor: "127.0.0.1:0"}, ""},
		{Config{Listen: "0.0.0.0:4222"}, ""},
		{Config{Listen: "[::]:4222"}, ""},
		{Config{Listen: "4222"}, `address "4222" is not host:port`},
		{Config{Listen: "localhost:x"}, `address "localhost:x" has port "x"`},
		{Config{Listen: "localhost:65536"}, `address "localhost:65536" has port "65536"`},
		{Config{Listen: "localhost:1", Cert: "c"}, "TLS needs both"},
		{Config{Listen: "localhost:1", Key: "k"}, "TLS needs both"},
		{Config{Listen: "localhost:1", Monitor: "8222"}, `address "8222" is not host:port`},
		{Config{Listen: "localhost:1", Monitor: ":8222"}, `monitoring address ":8222" is open to others`},
	}
	for _, test := range tests {
		err := test.config.Check()
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: got %v, want %q", test.config, err, test.want)
		}
	}
}

func TestStartErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	blocked := t.TempDir()
	if err := os.WriteFile(filepath.Join(blocked, "jetstream"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	badKeys := t.TempDir()
	if err := os.WriteFile(filepath.Join(badKeys, "keys"), []byte("nobody\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, config := range []Config{
		{Dir: file},
		{Dir: blocked},
		{Dir: badKeys},
		{Dir: t.TempDir(), Listen: "127.0.0.1:0", Cert: file, Key: file},
	} {
		if s, err := Start(config); err == nil {
			s.Stop()
			t.Errorf("%+v: the server started", config)
		}
	}
}

// TestAddressInUse starts a second server at the address of another.
func TestAddressInUse(t *testing.T) {
	first, err := Start(Config{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Stop()
	start := time.Now()
	second, err := Start(Config{Dir: t.TempDir(), Listen: first.Addr().String()})
	if err == nil {
		second.Stop()
		t.Fatal("two servers listen at one address")
	}
	if !strings.Contains(err.Error(), "in use") || time.Since(start) > 5*time.Second {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
}

func TestMonitor(t *testing.T) {
	s, err := Start(Config{Dir: t.TempDir(), Listen: "127.0.0.1:0", Monitor: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	answer, err := http.Get(fmt.Sprintf("http://%s/jsz", s.MonitorAddr()))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || !strings.Contains(string(text), "streams") {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestFailed(t *testing.T) {
	for _, listen := range []string{"", "127.0.0.1:0"} {
		var lines []string
		s, err := Start(Config{Dir: t.TempDir(), Listen: listen, Log: func(line string) { lines = append(lines, line) }})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Stop()
		if err := s.Failed(); err != nil {
			t.Errorf("got %v", err)
		}
		s.log.Warnf("slow")
		s.log.Errorf("disk %s\n", "full")
		// With an open port, errors may be of clients.
		if err := s.Failed(); (err != nil) != (listen == "") {
			t.Errorf("listening at %q: got %v", listen, err)
		}
		if err := s.DisableJetStream(); err != nil {
			t.Fatal(err)
		}
		if err := s.Failed(); err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("got %v", err)
		}
		if got := strings.Join(lines, ","); !strings.Contains(got, "slow,disk full") {
			t.Errorf("logged %q", got)
		}
	}
}

// TestLogIsVisible logs what a client made up.
func TestLogIsVisible(t *testing.T) {
	var lines []string
	l := &log{write: func(line string) { lines = append(lines, line) }}
	l.Errorf("client %d\x1b[2J\n", 1)
	l.Errorf("client %d\r\u202e", 2)
	l.Warnf("calm")
	if want := []string{"client 1?[2J", "client 2??", "calm"}; !slices.Equal(lines, want) {
		t.Errorf("got %q, want %q", lines, want)
	}
	if got := l.trouble(); got == nil || got.Error() != "client 2??" {
		t.Errorf("the last error is %v", got)
	}
}

func TestLockDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "data")
	lock, err := LockDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LockDir(dir); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("the second got %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	if lock, err = LockDir(dir); err != nil {
		t.Fatal(err)
	}
	lock.Close()
	if _, err := LockDir(filepath.Join(dir, "lock")); err == nil || !strings.Contains(err.Error(), "cannot create the data directory") {
		t.Errorf("a file in the way: %v", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "x", "lock"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := LockDir(filepath.Join(dir, "x")); err == nil || !strings.Contains(err.Error(), "cannot lock the data directory") {
		t.Errorf("a directory in the way: %v", err)
	}
}

// TestSyncs starts a server that syncs each message before it says that it is stored.
func TestSyncs(t *testing.T) {
	s, err := Start(Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	if !s.JetStreamConfig().SyncAlways {
		t.Error("the server does not sync")
	}
}
