package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/internal/testkit"
	"github.com/nats-io/nats.go"
)

// startWithFiles starts a count with a page that may open only so many files.
func startWithFiles(t *testing.T, files int, line string) (p *process, url, page string) {
	t.Helper()
	exe := testkit.Must(os.Executable())
	limited := fmt.Sprintf(`ulimit -n %d; exec "$0" "$@"`, files)
	p = launch(t, exec.Command("sh", append([]string{"-c", limited, exe}, words("count --listen 127.0.0.1:0 --http 0 "+line)...)...))
	return p, p.url(t), p.page()
}

// watch watches a process until it ends, and returns its largest number of descriptors and its peak memory.
func watch(pid int) (descriptors, megabytes int) {
	for ; ; time.Sleep(20 * time.Millisecond) {
		files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
		if err != nil || len(files) == 0 {
			return descriptors, megabytes
		}
		descriptors, megabytes = max(descriptors, len(files)), max(megabytes, peak(pid))
	}
}

// TestFewDescriptors has clients that try to take all descriptors of a count that may open 512 files.
// An honest worker still gets in, and the total is right.
func TestFewDescriptors(t *testing.T) {
	t.Parallel()
	during := 4 * time.Second
	if long() {
		during = 20 * time.Second // connections are made anew every second
	}
	// An address may have half of all connections, so the attackers come from one of their own.
	elsewhere := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}, Timeout: time.Second}
	for name, test := range map[string]struct {
		most int // descriptors
		play func(s *scene, page string, wait *sync.WaitGroup)
	}{
		"120 connections of a key that never read": {240, func(s *scene, _ string, wait *sync.WaitGroup) {
			for range 120 {
				wait.Go(func() {
					s.forever(func() {
						if e, err := s.dial("eve0", nats.NoReconnect()); err == nil {
							e.neverRead()
						}
						time.Sleep(time.Second)
					})
				})
			}
		}},
		"200 strangers": {240, func(s *scene, _ string, wait *sync.WaitGroup) {
			s.hold(wait, s.url, 200, "")
		}},
		"200 half requests for the page": {120, func(s *scene, page string, wait *sync.WaitGroup) {
			s.hold(wait, page, 200, "GET / HTTP/1.1\r\nHost:")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := keyDir(t, "eve0")
			count, url, page := startWithFiles(t, 512, "14 --workers 0 --quiet --tasks 200 --ledger "+filepath.Join(dir, "q.jsonl"))
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			s := &scene{t: t, dir: dir, url: url, count: count, from: elsewhere, ctx: ctx}
			var wait sync.WaitGroup
			test.play(s, page, &wait)
			var descriptors, megabytes int
			var watching sync.WaitGroup
			watching.Go(func() { descriptors, megabytes = watch(count.Process.Pid) })
			time.Sleep(during)
			begun := time.Now()
			got := queensRun(t.Context(), "worker --quiet --patience 10m"+as("worker", dir, url))
			took := time.Since(begun)
			stop()
			wait.Wait()
			if got.status != 0 { // then nobody ends the count
				t.Fatalf("the worker has failed after %v: %s; the count: %s", took, got.stderr, count.stderr)
			}
			count.mustEnd(t)
			watching.Wait()
			t.Logf("%d descriptors, %d MB; a worker has taken %.1f s for all tasks", descriptors, megabytes, took.Seconds())
			if count.stdout.String() != "365596\n" || descriptors > test.most || megabytes > mostMegabytes {
				t.Errorf("%q, %s", count.stdout, count.stderr)
			}
		})
	}
}

// TestPipe gives pipes that nobody writes to instead of files.
func TestPipe(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	testkit.NoError(t, syscall.Mkfifo(pipe, 0o600))
	if got := queensRun(t.Context(), "worker --auth "+pipe); got.stderr != "queensd: "+pipe+" is not a regular file\n" {
		t.Errorf("%+v", got)
	}
}

// TestStoppedCount stops a count on the user's server and lets it go on. No other count can start
// there meanwhile.
func TestStoppedCount(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := testkit.Must(access.Start(access.Config{Listen: "127.0.0.1:0", Keys: dir, Log: func(string) {}}))
	defer server.Stop()
	key := as("coordinator", dir, server.URL())
	first := start(t, "count 15 --workers 0 --quiet --ledger "+dir+"/q15.jsonl"+key)
	waitFor(t, "the count", func() bool { return queensRun(t.Context(), "status"+key).status == 0 })
	for _, test := range []struct {
		signal os.Signal
		want   string
	}{
		{syscall.SIGSTOP, "a count uses that server already and does not answer, or was cut off a few minutes ago: no answer within 2s\n"},
		{syscall.SIGCONT, `a count of "n=15" uses that server already: want one count in each account` + "\n"},
	} {
		testkit.NoError(t, first.Process.Signal(test.signal))
		if test.signal == syscall.SIGCONT {
			waitFor(t, "the count", func() bool { return queensRun(t.Context(), "status"+key).status == 0 })
		}
		got := queensRun(t.Context(), "count 14 --quiet --ledger "+dir+"/q14.jsonl"+key)
		if got.status != 2 || got.stderr != "queensd: "+test.want {
			t.Errorf("%v: %+v", test.signal, got)
		}
	}
	first.kill()
	waitFor(t, "the end of its connection", func() bool { return server.NumClients() == 0 })
	if got := mustRun(t, "count 10 --quiet --ledger "+dir+"/q10.jsonl"+key); got != "724\n" {
		t.Errorf("%q", got)
	}
}
