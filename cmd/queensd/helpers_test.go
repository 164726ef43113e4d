package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/testkit"
)

// beQueens in the environment turns the test binary into the program.
const beQueens = "BE_QUEENSD"

func TestMain(m *testing.M) {
	if os.Getenv(beQueens) != "" {
		go func() { // it does not outlive the test, however that ends
			io.Copy(io.Discard, os.Stdin)
			os.Exit(3)
		}()
		main()
	}
	// These tests kill processes, but do not cut the power: files may be in memory.
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		os.Setenv("TMPDIR", "/dev/shm")
	}
	flag.Parse()
	if testkit.RaceEnabled { // each takes ten times as long
		manyTasks = " --tasks 1000"
	}
	flag.Set("test.parallel", "8") // most of these tests wait most of the time
	os.Exit(m.Run())
}

// manyTasks are so many that a count takes some seconds.
var manyTasks = " --tasks 5000"

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
	return launch(t, exec.Command(testkit.Must(os.Executable()), words(line)...))
}

// launch starts the program by a command, with more in its environment.
func launch(t *testing.T, cmd *exec.Cmd, env ...string) *process {
	t.Helper()
	p := &process{cmd, &output{}, &output{}, make(chan error, 1)}
	p.Env = append(append(os.Environ(), env...), beQueens+"=1", "GORACE=atexit_sleep_ms=0") // or each would end a second late under -race
	p.Stdout, p.Stderr = p.stdout, p.stderr
	if _, err := p.StdinPipe(); err != nil { // open as long as this process lives
		t.Fatal(err)
	}
	testkit.NoError(t, p.Start())
	go func() { p.ended <- p.Wait() }()
	t.Cleanup(p.kill)
	return p
}

// kill kills a process and waits for its end.
func (p *process) kill() {
	p.Process.Kill()
	p.ended <- <-p.ended
}

// hasEnded reports whether a process has ended. If so, its state may be read.
func (p *process) hasEnded() bool {
	select {
	case err := <-p.ended:
		p.ended <- err
		return true
	default:
		return false
	}
}

// mustEnd waits for the end of a process that succeeds.
func (p *process) mustEnd(t *testing.T) {
	t.Helper()
	waitFor(t, fmt.Sprintf("the end of %q", p.Args[1:]), func() bool { return len(p.ended) > 0 })
	err := <-p.ended
	p.ended <- err
	if err != nil {
		t.Fatalf("%q: %v, %s", p.Args[1:], err, p.stderr)
	}
}

var connectTo = regexp.MustCompile(`workers may connect to ([a-z]+://[^ ,]+),`)

// startCount starts a count with a server at any free port, and returns its URL.
func startCount(t *testing.T, line string) (p *process, url string) {
	t.Helper()
	p = start(t, "count --listen 127.0.0.1:0 "+line)
	return p, p.url(t)
}

// url waits for the URL of a count's server.
func (p *process) url(t *testing.T) (url string) {
	t.Helper()
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
	return url
}

// page returns the URL of a count's page, once it has that of its server.
func (p *process) page() string {
	return strings.TrimPrefix(regexp.MustCompile(`queensd: status at http://[^ \n]+`).FindString(p.stderr.String()), "queensd: status at ")
}

// keyDir returns a new directory with keys of these names.
func keyDir(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		mustRun(t, "key "+name+" --keys "+dir)
	}
	return dir
}

// as returns the flags of a client with the key of a name in a directory.
func as(name, dir, url string) string {
	return " --nats " + url + " --auth " + filepath.Join(dir, name+".key")
}

// waitFor waits until a condition holds.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for begun := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if inVain(begun) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// inVain reports whether there is no point in waiting any longer, however busy this machine is.
func inVain(begun time.Time) bool { return time.Since(begun) > 5*time.Minute }
