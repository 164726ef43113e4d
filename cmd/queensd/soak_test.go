package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/queue"
)

// TestSoak counts n = 16 in thousands of tasks, and kills workers, the server and the
// coordinator at random until the count is done.
func TestSoak(t *testing.T) {
	if !long() {
		t.Skip("set QUEENS_LONG=1 to run it: it takes a minute or two")
	}
	const asked, kills = 2500, 10
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	dir := t.TempDir()
	server, url := serveAt(t, "--data "+dir)
	var total bytes.Buffer
	lines := map[string]string{
		"server":      "serve --listen " + strings.TrimPrefix(url, "nats://") + " --data " + dir,
		"worker 1":    "worker --workers 1" + as("worker", dir, url),
		"worker 2":    "worker --workers 1" + as("worker", dir, url),
		"coordinator": fmt.Sprintf("count 16 --workers 0 --quiet --tasks %d --ledger %s/q16.jsonl", asked, dir) + as("coordinator", dir, url),
	}
	names := []string{"server", "worker 1", "worker 2", "coordinator"}
	running := map[string]*exec.Cmd{"server": server}
	ended := make(chan error, 1)
	run := func(name string) {
		cmd := child(t, lines[name])
		if name == "coordinator" {
			total.Reset()
			cmd.Stdout = &total
		}
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill() })
		running[name] = cmd
		if name == "coordinator" {
			go func() { ended <- cmd.Wait() }()
		}
	}
	for _, name := range names[1:] {
		run(name)
	}
	begun := time.Now()
	killed := map[string]int{}
	count := 0
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("the coordinator ended with %v", err)
			}
			book := bookIn(t, dir)
			t.Logf("%v, killed %v, %d results of %d tasks", time.Since(begun).Round(time.Second), killed, book.Len(), book.Done())
			if total.String() != "14772512\n" || count < kills || book.Total < asked {
				t.Errorf("total %q of %d tasks after %d kills", total.String(), book.Total, count)
			}
			return
		case <-time.After(time.Duration(300+rng.IntN(900)) * time.Millisecond):
		}
		name := names[rng.IntN(len(names))]
		running[name].Process.Kill()
		if name == "coordinator" {
			if err := <-ended; err == nil {
				ended <- nil // it was done
				continue
			}
		} else {
			running[name].Wait()
		}
		killed[name]++
		count++
		time.Sleep(time.Duration(rng.IntN(300)) * time.Millisecond)
		run(name)
	}
}

// TestLarge has a hundred thousand results. A server rebuilds its files from their ledger,
// and a count adds them up, in bounded time and memory.
func TestLarge(t *testing.T) {
	if !long() {
		t.Skip("set QUEENS_LONG=1 to run it: it cuts a board into a hundred thousand tasks, three times")
	}
	_, cut := boardOf(t, "n=24", 100_000)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "ledgers"), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(filepath.Join(dir, "ledgers", queue.LedgerName(cut.Board)), cut.Head)
	if err != nil {
		t.Fatal(err)
	}
	var results []ledger.Result
	for task := range cut.Total {
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

// peak returns the largest memory that a process has had, in megabytes; 0 if the system
// does not tell.
func peak(pid int) (megabytes int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Sscan(line, &megabytes)
	return megabytes >> 10
}
