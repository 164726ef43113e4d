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
//	QUEENS_SOAK=1 go test -run TestSoak -v -timeout 20m .
func TestSoak(t *testing.T) {
	if os.Getenv("QUEENS_SOAK") == "" {
		t.Skip("set QUEENS_SOAK to run it")
	}
	const tasks, kills = 10000, 20
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	dir := t.TempDir()
	server, url := serveAt(t, "--data "+dir)
	address := strings.TrimPrefix(url, "nats://")
	var total bytes.Buffer
	lines := map[string]string{
		"server":      "serve --listen " + address + " --data " + dir,
		"worker 1":    "worker --workers 1 --nats " + url,
		"worker 2":    "worker --workers 1 --nats " + url,
		"coordinator": fmt.Sprintf("count 16 --workers 0 --quiet --tasks %d --nats %s", tasks, url),
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
	}
	await := func() {
		cmd := running["coordinator"]
		go func() { ended <- cmd.Wait() }()
	}
	for _, name := range names[1:] {
		run(name)
	}
	await()
	begun := time.Now()
	killed := map[string]int{}
	count := 0
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("the coordinator ended with %v", err)
			}
			t.Logf("%v, killed %v, %d results", time.Since(begun).Round(time.Second), killed, resultsIn(t, dir))
			if total.String() != "14772512\n" || count < kills {
				t.Errorf("total %q after %d kills", total.String(), count)
			}
			return
		case <-time.After(time.Duration(300+rng.IntN(900)) * time.Millisecond):
		}
		name := names[rng.IntN(len(names))]
		if name == "coordinator" && total.Len() > 0 {
			continue
		}
		cmd := running[name]
		cmd.Process.Kill()
		if name == "coordinator" {
			if err := <-ended; err == nil {
				ended <- nil // it was done
				continue
			}
		} else {
			cmd.Wait()
		}
		killed[name]++
		count++
		time.Sleep(time.Duration(rng.IntN(300)) * time.Millisecond)
		run(name)
		if name == "coordinator" {
			await()
		}
	}
}
