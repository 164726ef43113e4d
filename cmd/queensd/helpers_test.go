package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/queens/cmd/queens/cli"
)

// beQueens in the environment turns the test binary into the program.
const beQueens = "BE_QUEENSD"

func TestMain(m *testing.M) {
	if os.Getenv(beQueens) != "" {
		main()
	}
	// These tests kill processes, but do not cut the power: files may be in memory.
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		os.Setenv("TMPDIR", "/dev/shm")
	}
	os.Exit(m.Run())
}

// A result is the output of a run of the program.
type result struct {
	status         int
	stdout, stderr string
}

// queensRun runs a command line. It splits the words at spaces, without quoting.
func queensRun(ctx context.Context, line string) result {
	var stdout, stderr strings.Builder
	status := cli.Run(ctx, newRoot(), words(line), &stdout, &stderr)
	return result{status, stdout.String(), stderr.String()}
}

// words is never nil, because cobra would replace that by the arguments of the test.
func words(line string) []string { return append([]string{}, strings.Fields(line)...) }

// mustRun returns the standard output of a run that succeeds.
func mustRun(t *testing.T, line string) string {
	t.Helper()
	got := queensRun(t.Context(), line)
	if got.status != 0 {
		t.Fatalf("queensd %s: status %d, stderr %q", line, got.status, got.stderr)
	}
	return got.stdout
}

// A process is the program in a process of its own.
type process struct {
	*exec.Cmd
	stdout, stderr *output
	ended          chan error
}

// An output is what a process has written so far.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// start starts the program, and kills it at the end of the test.
func start(t *testing.T, line string) *process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{exec.Command(exe, words(line)...), &output{}, &output{}, make(chan error, 1)}
	p.Env = append(os.Environ(), beQueens+"=1")
	p.Stdout, p.Stderr = p.stdout, p.stderr
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.Wait() }()
	t.Cleanup(p.kill)
	return p
}

// kill kills a process and waits for its end.
func (p *process) kill() {
	p.Process.Kill()
	p.ended <- <-p.ended
}

// mustEnd waits for the end of a process that succeeds.
func (p *process) mustEnd(t *testing.T, within time.Duration) {
	t.Helper()
	select {
	case err := <-p.ended:
		p.ended <- err
		if err != nil {
			t.Fatalf("%q: %v, %s", p.Args[1:], err, p.stderr)
		}
	case <-time.After(within):
		t.Fatalf("%q does not end: %s", p.Args[1:], p.stderr)
	}
}

var connectTo = regexp.MustCompile(`workers may connect to ([a-z]+://[^ ,]+),`)

// startCount starts a count with a server at any free port, and returns its URL.
func startCount(t *testing.T, line string) (p *process, url string) {
	t.Helper()
	p = start(t, "count --listen 127.0.0.1:0 "+line)
	waitFor(t, "the server", func() bool {
		found := connectTo.FindStringSubmatch(p.stderr.String())
		if found != nil {
			url = found[1]
		}
		if len(p.ended) > 0 && found == nil {
			t.Fatalf("%q: %s", p.Args[1:], p.stderr)
		}
		return found != nil
	})
	return p, url
}

// as returns the flags of a client with the key of a name in a directory.
func as(name, dir, url string) string {
	return " --nats " + url + " --auth " + filepath.Join(dir, name+".key")
}

// waitFor waits until a condition holds.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// long reports whether tests are to run whole, not shortened.
func long() bool { return os.Getenv("QUEENS_LONG") != "" }
