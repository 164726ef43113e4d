package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/queue"
)

// TestLarge has a hundred thousand results: a server rebuilds its files from their
// ledger, and a count adds them up. By hand, on Linux:
//
//	QUEENS_SOAK=1 go test -run TestLarge -v .
func TestLarge(t *testing.T) {
	if os.Getenv("QUEENS_SOAK") == "" {
		t.Skip("set QUEENS_SOAK to run it")
	}
	_, cut := boardOf(t, "n=24", 100_000)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "ledgers"), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(filepath.Join(dir, "ledgers", queue.JobID(cut.Board)+".jsonl"), cut.Head)
	if err != nil {
		t.Fatal(err)
	}
	var results []ledger.Result
	for task := range cut.Tasks {
		results = append(results, ledger.Result{Task: task, Count: 1, By: "coordinator@here", At: time.Unix(1e9, 0).UTC()})
	}
	if _, err := l.Add(results...); err != nil {
		t.Fatal(err)
	}
	l.Close()
	begun := time.Now()
	server, url := serveAt(t, "--data "+dir)
	took := time.Since(begun)
	if took > 20*time.Second {
		t.Errorf("it took %v to rebuild", took)
	}
	t.Logf("rebuilt %d results in %v", len(results), took)
	begun = time.Now()
	counting := child(t, "count 24 --workers 0"+as("coordinator", dir, url))
	var out bytes.Buffer
	counting.Stdout = &out
	if err := counting.Start(); err != nil {
		t.Fatal(err)
	}
	most := 0
	ended := make(chan error, 1)
	go func() { ended <- counting.Wait() }()
	for alive := true; alive; {
		select {
		case err := <-ended:
			if alive = false; err != nil {
				t.Error(err)
			}
		case <-time.After(20 * time.Millisecond):
			most = max(most, peak(counting.Process.Pid))
		}
	}
	if want := fmt.Sprintln(len(results)); out.String() != want {
		t.Errorf("it counted %q, want %q", &out, want)
	}
	t.Logf("added up in %v; the count took %d MB, the server %d MB", time.Since(begun), most, peak(server.Process.Pid))
	if most > 200 || peak(server.Process.Pid) > 200 {
		t.Error("that is too much memory")
	}
}

// peak returns the most memory that a process has had, in megabytes.
func peak(pid int) (megabytes int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Sscan(line, &megabytes)
	return megabytes >> 10
}
