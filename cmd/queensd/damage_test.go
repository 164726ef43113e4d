package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// halfDone returns the directory of a server with half of the results of n=10.
func halfDone(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	file := filepath.Join(t.TempDir(), "half")
	_, cut := boardOf(t, "n=10", 5)
	var tasks []int
	for task := 0; task < cut.Total; task += 2 {
		tasks = append(tasks, task)
	}
	fillLedger(t, file, cut, tasks)
	server, url := serveAt(t, "--data "+dir)
	mustRun(t, "import "+file+as("coordinator", dir, url))
	waitFor(t, "the server's ledger", func() bool { return bookIn(t, dir).Done() == len(tasks) })
	kill(server)
	return dir
}

// filesIn returns the files below a directory that are not empty.
func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			if info, err := entry.Info(); err == nil && info.Size() > 0 {
				names = append(names, name)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// countIn counts n=10 with a server in a directory. The count must be right and not take
// long.
func countIn(t *testing.T, what, dir string) {
	t.Helper()
	begun := time.Now()
	server, url := serveAt(t, "--data "+dir)
	got := queensRun(t.Context(), "count 10 --quiet"+as("coordinator", dir, url))
	kill(server)
	if got.status != 0 || got.stdout != "724\n" {
		t.Errorf("%s: %+v", what, got)
	}
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("%s: it took %v", what, took)
	}
}

// TestFlippedBits flips a bit in a file of the server. What was there is rebuilt from the
// ledger or counted again. If QUEENS_LONG is set, the test tries all files, each at several
// places.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	whole := halfDone(t)
	tried := 0
	for _, name := range filesIn(t, filepath.Join(whole, "jetstream")) {
		relative, err := filepath.Rel(whole, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, percent := range placesToFlip(relative) {
			dir := copyOf(t, whole)
			flipBit(t, filepath.Join(dir, relative), percent)
			countIn(t, fmt.Sprintf("%s damaged at %d %%", relative, percent), dir)
			tried++
		}
	}
	t.Logf("%d places", tried)
	if tried < 4 {
		t.Errorf("only %d places were tried", tried)
	}
}

// placesToFlip returns where to damage a file, in percent of its size.
func placesToFlip(name string) (percents []int) {
	switch {
	case long():
		for percent := 1; percent < 100; percent += 12 {
			percents = append(percents, percent)
		}
		return percents
	case strings.Contains(name, "queens-results") && strings.HasSuffix(name, ".blk"):
		return []int{2, 50, 98}
	case strings.HasSuffix(name, "queens-results/meta.inf"):
		return []int{50}
	}
	return nil
}

// copyOf copies a directory of a server.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	for _, name := range filesIn(t, copied) {
		if err := os.Chmod(name, 0o600); err != nil { // which CopyFS does not keep
			t.Fatal(err)
		}
	}
	return copied
}

func flipBit(t *testing.T, name string, percent int) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	content[percent*len(content)/100] ^= 4
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestRebuildUnderWay damages a server while a count and a worker wait for it to come back.
// They go on.
func TestRebuildUnderWay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("clients take seconds to find a server again")
	}
	dir := t.TempDir()
	server, url := serveAt(t, "--data "+dir)
	start(t, "worker --workers 1"+as("worker", dir, url))
	counting := child(t, "count 12 --workers 0 --quiet"+as("coordinator", dir, url))
	var out, stderr bytes.Buffer
	counting.Stdout, counting.Stderr = &out, &stderr
	if err := counting.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "results", func() bool { return bookIn(t, dir).Done() > 20 })
	kill(server)
	for _, name := range filesIn(t, filepath.Join(dir, "jetstream")) {
		if strings.HasSuffix(name, ".blk") {
			flipBit(t, name, 50)
		}
	}
	start(t, "serve --data "+dir+" --listen "+strings.TrimPrefix(url, "nats://"))
	defer time.AfterFunc(2*time.Minute, func() { counting.Process.Kill() }).Stop()
	if err := counting.Wait(); err != nil || out.String() != "14200\n" {
		t.Errorf("%v, %q, %s; the server has %d results", err, &out, &stderr, bookIn(t, dir).Done())
	}
}

// TestRebuild removes the server's files, so that only the ledger is left, and then purges
// the count.
func TestRebuild(t *testing.T) {
	t.Parallel()
	dir := halfDone(t)
	before := bookIn(t, dir).Done()
	if err := os.RemoveAll(filepath.Join(dir, "jetstream")); err != nil {
		t.Fatal(err)
	}
	server, url := serveAt(t, "--data "+dir)
	if got := mustRun(t, "status"+as("coordinator", dir, url)); !strings.HasPrefix(got, fmt.Sprintf("n=10: %d of ", before)) {
		t.Errorf("rebuilt: %q", got)
	}
	worker, stderr := start(t, "worker --workers 2 --idle 500ms"+as("worker", dir, url))
	if got := mustCount(t, "count 10 --workers 0 --recount 0"+as("coordinator", dir, url)); got != "724\n" {
		t.Errorf("got %q", got)
	}
	half := func(n int) bool { return strings.HasSuffix(stderr.String(), fmt.Sprintf("counted %d tasks\n", n)) }
	if err := worker.Wait(); err != nil || !half(before) && !half(before-1) {
		t.Errorf("the worker: %v, %q; %d results were left", err, stderr, before)
	}
	kill(server)

	// A purge removes the ledger as well, even if the server dies at once.
	server, url = serveAt(t, "--data "+dir)
	mustRun(t, "jobs purge 10"+as("coordinator", dir, url))
	kill(server)
	server, url = serveAt(t, "--data "+dir)
	if got := mustRun(t, "jobs"+as("coordinator", dir, url)); got != "no counts\n" {
		t.Errorf("after a purge: %q", got)
	}
	if names := filesIn(t, filepath.Join(dir, "ledgers")); len(names) > 0 {
		t.Errorf("after a purge there are %v", names)
	}
	kill(server)
}

// TestDamagedLedgers has files beside a server that are not ledgers, and a damaged line in
// one that is.
func TestDamagedLedgers(t *testing.T) {
	t.Parallel()
	dir := halfDone(t)
	ledgers := filepath.Join(dir, "ledgers")
	names := filesIn(t, ledgers)
	content, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(content, []byte(`"count":`), []byte(`"count":1`), 1)
	for name, content := range map[string][]byte{
		names[0]:                                 changed,
		filepath.Join(ledgers, "garbage.jsonl"):  []byte("garbage\n"),
		filepath.Join(ledgers, "empty.jsonl"):    nil,
		filepath.Join(ledgers, "misnamed.jsonl"): content,
	} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, "jetstream")); err != nil {
		t.Fatal(err)
	}
	countIn(t, "ledgers", dir)
}
