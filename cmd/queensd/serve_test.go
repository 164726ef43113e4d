package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/report"
)

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

// bookIn reads the only ledger of a server's directory.
func bookIn(t *testing.T, dir string) *ledger.Book {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "ledgers", "*.jsonl"))
	if len(names) == 0 {
		return ledger.NewBook(ledger.Head{})
	}
	if len(names) > 1 || err != nil {
		t.Fatalf("ledgers %v, %v", names, err)
	}
	book, err := ledger.ReadFile(names[0])
	if info, statErr := os.Stat(names[0]); err != nil && statErr == nil && info.Size() == 0 {
		return ledger.NewBook(ledger.Head{}) // it is just being begun
	}
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// TestServe counts with a server, a worker and a coordinator, each a process.
func TestServe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server, url := serveAt(t, "--data "+dir)
	at := as("coordinator", dir, url)
	worker, stderr := start(t, "worker --workers 1 --idle 3s"+as("worker", dir, url))
	file := filepath.Join(dir, "q10.jsonl")
	if got := mustCount(t, "count 10 --workers 0 --tasks 5 --ledger "+file+at); got != "724\n" {
		t.Errorf("got %q", got)
	}
	if got := mustRun(t, "status"+at); !strings.HasPrefix(got, "n=10: ") || !strings.Contains(got, "724 solutions") || !strings.Contains(got, ", done\nworker ") {
		t.Errorf("status says %q", got)
	}
	var state report.Report
	if err := json.Unmarshal([]byte(mustRun(t, "status --json"+at)), &state); err != nil {
		t.Fatal(err)
	}
	if len(state.Jobs) != 1 || state.Jobs[0].Done != state.Jobs[0].Tasks || state.Jobs[0].Solutions != 724 || len(state.Last) != 20 {
		t.Errorf("status is %+v", state)
	}
	if err := worker.Wait(); err != nil || !strings.Contains(stderr.String(), "counted ") {
		t.Errorf("the worker ended with %v, %q", err, stderr)
	}

	// The ledgers here and there are the same, and say that some were counted again.
	book, err := ledger.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the server's ledger", func() bool { return bookIn(t, dir).Len() == book.Len() })
	if !slices.Equal(slices.Collect(book.All()), slices.Collect(bookIn(t, dir).All())) {
		t.Error("the ledgers differ")
	}
	again := 0
	for r := range book.All() {
		if r.Account() == "coordinator" {
			again++
		} else if r.Account() != "worker" || r.At.IsZero() {
			t.Errorf("result %+v", r)
		}
	}
	if again < 20 {
		t.Errorf("%d results were counted again", again)
	}
	if got := mustRun(t, "verify "+file); !strings.Contains(got, "counted again, 0 wrong") {
		t.Errorf("verify: %q", got)
	}

	// The results move to another server, and nothing is counted there.
	exported := filepath.Join(dir, "exported")
	if err := os.WriteFile(exported, []byte(mustRun(t, "export 10"+at)), 0o600); err != nil {
		t.Fatal(err)
	}
	another := t.TempDir()
	_, other := serveAt(t, "--data "+another)
	there := as("coordinator", another, other)
	for _, want := range []string{" results of ", "0 results of "} {
		if got := mustRun(t, "import "+exported+there); !strings.Contains(got, want) || !strings.HasPrefix(got, "n=10: ") {
			t.Errorf("import: got %q, want %q", got, want)
		}
	}
	if got := mustCount(t, "count 10 --workers 0"+there); got != "724\n" {
		t.Errorf("got %q", got)
	}
	if got := mustRun(t, "jobs list"+there); !strings.HasSuffix(got, ", done\n") {
		t.Errorf("jobs list: %q", got)
	}
	if got := mustRun(t, "jobs purge 10"+there) + mustRun(t, "status"+there); got != "n=10 purged\nno counts\n" {
		t.Errorf("purge: %q", got)
	}

	for _, line := range []string{"count 8", "worker", "status", "export 8"} {
		got := queensRun(t.Context(), line+" --nats "+url)
		if got.status != 2 || !strings.Contains(got.stderr, "uthorization") {
			t.Errorf("%s without a key: %+v", line, got)
		}
	}
	if runtime.GOOS != "windows" {
		server.Process.Signal(os.Interrupt)
		server.Wait()
		if server.ProcessState.ExitCode() != 130 {
			t.Errorf("the server ended with status %d", server.ProcessState.ExitCode())
		}
	}
	got := queensRun(t.Context(), "count 8 --patience 300ms"+at)
	if got.status != 2 || !strings.HasPrefix(got.stderr, "queensd: cannot connect to ") || !strings.Contains(got.stderr, "gave up after 300ms") {
		t.Errorf("without a server: %+v", got)
	}
}

// TestOneLedger goes on with a ledger of the program for one machine, whose lines say
// nobody's name.
func TestOneLedger(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "q12.jsonl")
	s, cut := boardOf(t, "n=12", 300)
	l, err := ledger.Open(file, cut.Head)
	if err != nil {
		t.Fatal(err)
	}
	for task := range 50 {
		count, err := cut.Tasks[task].Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Add(ledger.Result{Task: task, Count: count}); err != nil {
			t.Fatal(err)
		}
	}
	l.Close()
	dir := t.TempDir()
	_, url := serveAt(t, "--data "+dir)
	if got := mustCount(t, "count 12 --ledger "+file+as("coordinator", dir, url)); got != "14200\n" {
		t.Errorf("got %q", got)
	}
	c, err := ledger.OpenCount(t.Context(), file, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Ledger.Close()
	if c.Ledger.Done() != len(cut.Tasks) || len(c.Ledger.Damaged) > 0 {
		t.Errorf("the ledger has %d tasks of %d, damaged %v", c.Ledger.Done(), len(cut.Tasks), c.Ledger.Damaged)
	}
}

// TestVerify finds a wrong result in a ledger, and a damaged line.
func TestVerify(t *testing.T) {
	t.Parallel()
	_, cut := boardOf(t, "n=8", 10)
	text := cut.Line()
	for task := range cut.Tasks {
		count, err := cut.Tasks[task].Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if task == 3 {
			count++
		}
		text = append(text, cut.ResultLine(ledger.Result{Task: task, Count: count, By: "eve@e", At: time.Unix(1e9, 0).UTC()})...)
	}
	file := filepath.Join(t.TempDir(), "ledger")
	if err := os.WriteFile(file, append(text, "x\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	got := queensRun(t.Context(), "verify --recount 100 "+file)
	if got.status != 1 || !strings.Contains(got.stdout, " is damaged\ntask 3 has the count ") || !strings.Contains(got.stdout, ` by "eve@e", but it is `) || !strings.Contains(got.stdout, ", 1 wrong; ") {
		t.Errorf("got %+v", got)
	}
}

// TestWorkerWaits has a worker that comes before its server.
func TestWorkerWaits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server, url := serveAt(t, "--data "+dir)
	server.Process.Kill()
	server.Wait()
	worker, stderr := start(t, "worker --idle 1s"+as("worker", dir, url))
	time.Sleep(300 * time.Millisecond)
	start(t, "serve --data "+dir+" --listen "+strings.TrimPrefix(url, "nats://"))
	if err := worker.Wait(); err != nil || !strings.HasSuffix(stderr.String(), "counted 0 tasks\n") {
		t.Errorf("it ended with %v, %q", err, stderr)
	}
}

// TestInterrupt ends a count with one signal, and a server's directory belongs to one
// process.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no signal can be sent")
	}
	dir := t.TempDir()
	_, url := serveAt(t, "--data "+dir)
	got := queensRun(t.Context(), "serve --data "+dir)
	if want := "queensd: data directory " + dir + " is in use by another process\n"; got != (result{2, "", want}) {
		t.Errorf("a second server: %+v", got)
	}
	cmd, stderr := start(t, "count 19 --quiet"+as("coordinator", dir, url))
	waitFor(t, "results", func() bool { return bookIn(t, dir).Done() > 0 })
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if got := stderr.String(); cmd.ProcessState.ExitCode() != 130 || !strings.HasPrefix(got, "queensd: interrupted after ") || !strings.HasSuffix(got, " tasks; the same command goes on from there\n") {
		t.Errorf("status %d, stderr %q", cmd.ProcessState.ExitCode(), got)
	}
	if got := mustRun(t, "jobs cancel 19"+as("coordinator", dir, url)); got != "n=19 cancelled\n" {
		t.Errorf("cancel: %q", got)
	}
	if got := mustRun(t, "jobs list"+as("coordinator", dir, url)); !strings.HasPrefix(got, "n=19: ") || !strings.Contains(got, "cancelled") {
		t.Errorf("list: %q", got)
	}
}

// TestFullDisk counts on a disk that is too small, and goes on when it has grown; and on
// one that cannot be written.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds until a disk is full")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	disk := t.TempDir()
	// In a name space of its own, anybody may mount a file system.
	script := func(lines string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "unshare", "--map-root-user", "--mount", "sh", "-c", "set -e; "+lines)
		cmd.Env = append(os.Environ(), beQueens+"=1", "QUEENSD="+exe, "DISK="+disk)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := script("mount -t tmpfs tmpfs $DISK"); err != nil {
		t.Skipf("cannot mount: %v, %s", err, out)
	}
	for _, size := range []string{"16k", "64k"} {
		out, err := script("mount -t tmpfs -o size=" + size + " tmpfs $DISK; " +
			"$QUEENSD serve --data $DISK/data --listen 127.0.0.1:0 >$DISK.out & server=$!; sleep 1; " +
			"url=$(cut -d ' ' -f 2 $DISK.out); [ -z \"$url\" ] || ! $QUEENSD count 12 --quiet --patience 1s --auth $DISK/data/coordinator.key --nats $url; kill $server || true; wait $server || true; " +
			"mount -o remount,size=100m $DISK; echo grown; " +
			"$QUEENSD serve --data $DISK/data --listen 127.0.0.1:0 >$DISK.out & server=$!; sleep 1; $QUEENSD count 12 --quiet --auth $DISK/data/coordinator.key --nats $(cut -d ' ' -f 2 $DISK.out); kill $server")
		small, grown, _ := strings.Cut(out, "grown\n")
		if err != nil || strings.Contains(small, "14200") || !strings.Contains(grown, "14200\n") {
			t.Errorf("size %s: %v\n%s", size, err, out)
		}
	}
	out, err := script("mount -t tmpfs tmpfs $DISK; mount -o remount,ro $DISK; ! $QUEENSD serve --data $DISK; ! $QUEENSD serve --data $DISK/data")
	if want := "read-only file system\n"; err != nil || strings.Count(out, want) != 2 {
		t.Errorf("read-only: %v\n%s", err, out)
	}
}
