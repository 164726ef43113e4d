package main

import (
	"strings"
	"testing"
	"time"
)

// TestWorkerWaits starts a worker before its server.
func TestWorkerWaits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server, url := serveAt(t, "--data "+dir)
	kill(server)
	worker, stderr := start(t, "worker --idle 1s"+as("worker", dir, url))
	time.Sleep(300 * time.Millisecond)
	start(t, "serve --data "+dir+" --listen "+strings.TrimPrefix(url, "nats://"))
	if err := worker.Wait(); err != nil || !strings.HasSuffix(stderr.String(), "counted 0 tasks\n") {
		t.Errorf("the worker ended with %v, %q", err, stderr)
	}
}
