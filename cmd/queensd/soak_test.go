package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestSoak counts n = 16 in ten thousand tasks while workers, the server and the
// coordinator are killed at random, and killed again until it is done. By hand:
//
//	QUEENS_SOAK=1 go test -run TestSoak -v -timeout 30m .
func TestSoak(t *testing.T) {
	if os.Getenv("QUEENS_SOAK") == "" {
		t.Skip("set QUEENS_SOAK to run it")
	}
	const asked, kills = 5000, 20 // which makes some ten thousand tasks
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
			if total.String() != "14772512\n" || count < kills || book.Total < 10000 {
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
