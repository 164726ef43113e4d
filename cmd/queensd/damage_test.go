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

	"example.com/queens/cmd/queens/ledger"
)

// halfDone returns a server's directory with some of the results of n=10.
func halfDone(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	file := filepath.Join(t.TempDir(), "half")
	_, cut := boardOf(t, "n=10", 5)
	l, err := ledger.Open(file, cut.Head)
	if err != nil {
		t.Fatal(err)
	}
	for task := 0; task < len(cut.Tasks); task += 2 {
		count, err := cut.Tasks[task].Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Add(ledger.Result{Task: task, Count: count}); err != nil {
			t.Fatal(err)
		}
	}
	l.Close()
	server, url := serveAt(t, "--data "+dir)
	mustRun(t, "import "+file+as("coordinator", dir, url))
	waitFor(t, "the server's ledger", func() bool { return bookIn(t, dir).Done() == (len(cut.Tasks)+1)/2 })
	server.Process.Kill()
	server.Wait()
	return dir
}

// filesIn returns the files below a directory that have content.
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

// countIn counts n=10 with a server in a directory. It must be right, and soon.
func countIn(t *testing.T, what, dir string) {
	t.Helper()
	begun := time.Now()
	server, url := serveAt(t, "--data "+dir)
	got := queensRun(t.Context(), "count 10 --quiet"+as("coordinator", dir, url))
	server.Process.Kill()
	server.Wait()
	if got.status != 0 || got.stdout != "724\n" {
		t.Errorf("%s: %+v", what, got)
	}
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("%s: it took %v", what, took)
	}
}

// TestFlippedBits damages files of the server, one at a time and in several places. What
// was there is rebuilt from the ledger, or counted again. All of the places by hand:
//
//	QUEENS_SOAK=1 go test -run TestFlippedBits -v -timeout 60m .
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	whole := halfDone(t)
	places := []int{2, 50, 98}
	if os.Getenv("QUEENS_SOAK") != "" {
		places = nil
		for percent := 1; percent < 100; percent += 4 {
			places = append(places, percent)
		}
	}
	tried := 0
	for _, name := range filesIn(t, filepath.Join(whole, "jetstream")) {
		relative, err := filepath.Rel(whole, name)
		if err != nil {
			t.Fatal(err)
		}
		results := strings.Contains(relative, "queens-results") && strings.HasSuffix(relative, ".blk")
		if os.Getenv("QUEENS_SOAK") == "" && (testing.Short() || !results) {
			if !results && !strings.HasSuffix(relative, "queens-results/meta.inf") {
				continue
			}
		}
		for _, percent := range places {
			if !results && os.Getenv("QUEENS_SOAK") == "" && percent != 50 {
				continue
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			for _, name := range filesIn(t, dir) {
				if err := os.Chmod(name, 0o600); err != nil { // as it was
					t.Fatal(err)
				}
			}
			content, err := os.ReadFile(filepath.Join(dir, relative))
			if err != nil {
				t.Fatal(err)
			}
			content[percent*len(content)/100] ^= 4
			if err := os.WriteFile(filepath.Join(dir, relative), content, 0o600); err != nil {
				t.Fatal(err)
			}
			tried++
			countIn(t, fmt.Sprintf("%s damaged at %d %%", relative, percent), dir)
		}
	}
	t.Logf("%d damaged", tried)
	if tried < 4 {
		t.Errorf("only %d places were tried", tried)
	}
}

// TestRebuildUnderWay damages the results while a count and a worker wait for the server
// to come back. They go on.
func TestRebuildUnderWay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a task that was on its way comes again after 30 seconds")
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
	server.Process.Kill()
	server.Wait()
	for _, name := range filesIn(t, filepath.Join(dir, "jetstream")) {
		if !strings.HasSuffix(name, ".blk") {
			continue
		}
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		content[len(content)/2] ^= 4
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	start(t, "serve --data "+dir+" --listen "+strings.TrimPrefix(url, "nats://"))
	if err := counting.Wait(); err != nil || out.String() != "14200\n" {
		t.Errorf("%v, %q, %s", err, &out, &stderr)
	}
}

// TestRebuild removes the server's files, or all but its ledger.
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
		t.Errorf("the worker: %v, %q; %d were there", err, stderr, before)
	}
	server.Process.Kill()
	server.Wait()

	// A purge removes the ledger too, even if the server dies at once.
	server, url = serveAt(t, "--data "+dir)
	mustRun(t, "jobs purge 10"+as("coordinator", dir, url))
	server.Process.Kill()
	server.Wait()
	server, url = serveAt(t, "--data "+dir)
	if got := mustRun(t, "jobs list"+as("coordinator", dir, url)); got != "no counts\n" {
		t.Errorf("after a purge: %q", got)
	}
	if names := filesIn(t, filepath.Join(dir, "ledgers")); len(names) > 0 {
		t.Errorf("after a purge there are %v", names)
	}
	server.Process.Kill()
	server.Wait()
}

// TestDamagedLedgers has ledgers beside a server that are none, and a damaged line.
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
