package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/report"
	"example.com/queens/cmd/queensd/internal/wire"
)

// TestServe counts with a server, a worker and a coordinator, each of them a process, and
// moves the results to another server.
func TestServe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server, url := serveAt(t, "--data "+dir)
	at := as("coordinator", dir, url)
	file := filepath.Join(t.TempDir(), "q10.jsonl")
	worker, workerErr := start(t, "worker --workers 1 --idle 5s"+as("worker", dir, url))
	if got := mustCount(t, "count 10 --workers 0 --tasks 5 --ledger "+file+at); got != "724\n" {
		t.Errorf("got %q", got)
	}
	t.Run("status", func(t *testing.T) { testStatus(t, at) })
	t.Run("ledger", func(t *testing.T) { testLedger(t, file, dir) })
	t.Run("export and import", func(t *testing.T) { testTransfer(t, at) })
	t.Run("no key", func(t *testing.T) {
		for _, line := range []string{"count 8", "worker", "status", "export 8"} {
			got := queensRun(t.Context(), line+" --nats "+url)
			if got.status != 2 || !strings.Contains(got.stderr, "uthorization") {
				t.Errorf("%s: %+v", line, got)
			}
		}
	})
	t.Run("idle worker", func(t *testing.T) {
		if err := worker.Wait(); err != nil || !strings.Contains(workerErr.String(), "counted ") {
			t.Errorf("it ended with %v, %q", err, workerErr)
		}
	})
	t.Run("stopped server", func(t *testing.T) { testStopped(t, server, at) })
}

// testStatus checks what is said of a count of n=10 that has just ended.
func testStatus(t *testing.T, at string) {
	got := mustRun(t, "status"+at)
	if !strings.HasPrefix(got, "n=10: ") || !strings.Contains(got, "724 solutions") || !strings.Contains(got, ", done\nworker ") {
		t.Errorf("got %q", got)
	}
	var state report.Report
	if err := json.Unmarshal([]byte(mustRun(t, "status --json"+at)), &state); err != nil {
		t.Fatal(err)
	}
	if len(state.Jobs) != 1 || state.Jobs[0].Done != state.Jobs[0].Tasks || state.Jobs[0].Solutions != 724 || len(state.Last) != 20 {
		t.Errorf("got %+v", state)
	}
}

// testLedger compares the ledger of a coordinator with the server's. Both say that the worker
// has counted all tasks, and the coordinator at least 20.
func testLedger(t *testing.T, file, dir string) {
	book, err := ledger.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the server's ledger", func() bool { return bookIn(t, dir).Len() == book.Len() })
	if !slices.Equal(slices.Collect(book.All()), slices.Collect(bookIn(t, dir).All())) {
		t.Error("the ledgers differ")
	}
	recounted := 0
	for r := range book.All() {
		if r.Account() == wire.Coordinator {
			recounted++
		} else if r.Account() != "worker" || r.At.IsZero() {
			t.Errorf("result %+v", r)
		}
	}
	if recounted < 20 {
		t.Errorf("%d results were recounted", recounted)
	}
	if got := mustRun(t, "verify "+file); !strings.Contains(got, "recounted, 0 wrong") {
		t.Errorf("verify: %q", got)
	}
}

// testTransfer moves the results of n=10 to another server, which need not count anything.
func testTransfer(t *testing.T, at string) {
	exported := filepath.Join(t.TempDir(), "exported")
	if err := os.WriteFile(exported, []byte(mustRun(t, "export 10"+at)), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	_, url := serveAt(t, "--data "+dir)
	at = as("coordinator", dir, url)
	for _, want := range []string{" results of ", "0 results of "} {
		if got := mustRun(t, "import "+exported+at); !strings.Contains(got, want) || !strings.HasPrefix(got, "n=10: ") {
			t.Errorf("import: got %q, want %q", got, want)
		}
	}
	if got := mustCount(t, "count 10 --workers 0"+at); got != "724\n" {
		t.Errorf("count: %q", got)
	}
	if got := mustRun(t, "jobs"+at); !strings.HasSuffix(got, ", done\n") {
		t.Errorf("jobs: %q", got)
	}
	if got := mustRun(t, "jobs purge 10"+at) + mustRun(t, "status"+at); got != "n=10 purged\nno counts\n" {
		t.Errorf("jobs purge: %q", got)
	}
}

// testStopped interrupts a server, and looks for it.
func testStopped(t *testing.T, server *exec.Cmd, at string) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send the signal")
	}
	server.Process.Signal(os.Interrupt)
	server.Wait()
	if status := server.ProcessState.ExitCode(); status != 130 {
		t.Errorf("the server ended with status %d", status)
	}
	got := queensRun(t.Context(), "count 8 --patience 300ms"+at)
	if got.status != 2 || !strings.HasPrefix(got.stderr, "queensd: cannot connect to ") || !strings.Contains(got.stderr, "gave up after 300ms") {
		t.Errorf("a count: %+v", got)
	}
}

// TestPage requests the page and the metrics of a server with a finished count.
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
		t.Errorf("the page is at %s, want a loopback address", page)
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

// TestFullDisk counts on a disk that is too small, and goes on when it has grown. Then it
// tries a disk that is read-only.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes seconds to fill a disk")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	disk := t.TempDir()
	// In a namespace of its own, any user may mount a file system.
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
