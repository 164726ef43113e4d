package main

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queens/ledger"
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

// mustRun returns the standard output of a run that succeeds without a message.
func mustRun(t *testing.T, line string) string {
	t.Helper()
	got := queensRun(t.Context(), line)
	if got.status != 0 || got.stderr != "" {
		t.Fatalf("queensd %s: status %d, stderr %q", line, got.status, got.stderr)
	}
	return got.stdout
}

// mustCount is mustRun for a count. On a busy machine it may say that it waits.
func mustCount(t *testing.T, line string) string {
	t.Helper()
	got := queensRun(t.Context(), line)
	if got.status != 0 {
		t.Fatalf("queensd %s: status %d, stderr %q", line, got.status, got.stderr)
	}
	return got.stdout
}

// child returns a command that runs the program in a process of its own.
func child(t *testing.T, line string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, words(line)...)
	cmd.Env = append(os.Environ(), beQueens+"=1")
	return cmd
}

// start starts the program in a process of its own, and kills it at the end of the test.
func start(t *testing.T, line string) (cmd *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	cmd, stderr = child(t, line), new(bytes.Buffer)
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd, stderr
}

// serveAt starts a server in a process of its own and returns its URL.
func serveAt(t *testing.T, line string) (*exec.Cmd, string) {
	t.Helper()
	cmd := child(t, "serve --listen 127.0.0.1:0 "+line)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	text, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		cmd.Wait()
		t.Fatalf("%v, %s", err, &stderr)
	}
	return cmd, strings.Fields(text)[1]
}

// as returns the flags of a client of the server in a directory.
func as(name, dir, url string) string {
	return " --nats " + url + " --auth " + filepath.Join(dir, name+".key")
}

func boardOf(t *testing.T, text string, asked int) (*queens.Board, *ledger.Cut) {
	t.Helper()
	s, err := queens.ParseBoard(text)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := ledger.NewCut(t.Context(), s, asked)
	if err != nil {
		t.Fatal(err)
	}
	return s, cut
}

// bookIn reads the only ledger in the directory of a server.
func bookIn(t *testing.T, dir string) *ledger.Book {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "ledgers", "*.jsonl"))
	if len(names) == 0 {
		return ledger.NewBook(ledger.Head{})
	}
	if len(names) > 1 || err != nil {
		t.Fatalf("ledgers %v, %v", names, err)
	}
	info, err := os.Stat(names[0])
	if err == nil && info.Size() == 0 {
		return ledger.NewBook(ledger.Head{}) // it is just being created
	}
	book, err := ledger.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	return book
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

// kill kills a process and waits for its end.
func kill(cmd *exec.Cmd) {
	cmd.Process.Kill()
	cmd.Wait()
}

// fillLedger counts tasks of a cut and adds the results to a ledger.
func fillLedger(t *testing.T, file string, cut *ledger.Cut, tasks []int) {
	t.Helper()
	l, err := ledger.Open(file, cut.Head)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	err = cut.CountTasks(t.Context(), tasks, 1, func(r ledger.Result) {
		if _, err := l.Add(r); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// long reports whether tests are to run whole, not shortened.
func long() bool { return os.Getenv("QUEENS_LONG") != "" }
