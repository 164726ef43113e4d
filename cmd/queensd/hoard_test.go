package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
)

// TestHoarder counts with one key that takes all the tasks that it gets, and keeps them. The
// count ends all the same, and says who it was; so does status.
func TestHoarder(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, "key eve --data "+dir)
	_, url := serveAt(t, "--data "+dir)
	client, err := access.ReadClient(filepath.Join(dir, "eve.key"))
	if err != nil {
		t.Fatal(err)
	}
	eve, err := nats.Connect(url, client.Options()...)
	if err != nil {
		t.Fatal(err)
	}
	defer eve.Close()
	took := make(chan struct{}, 1000)
	inbox := eve.NewInbox()
	if _, err := eve.Subscribe(inbox, func(m *nats.Msg) {
		if m.Header.Get("Status") == "" {
			took <- struct{}{}
		}
	}); err != nil {
		t.Fatal(err)
	}
	counted := make(chan result, 1)
	go func() {
		counted <- queensRun(t.Context(), "count 12 --workers 0 --tasks 300"+as("coordinator", dir, url))
	}()
	next := "queens.api.CONSUMER.MSG.NEXT." + wire.TaskStream + "." + wire.JobID("n=12")
	for len(took) < 64 {
		if err := eve.PublishRequest(next, inbox, fmt.Appendf(nil, `{"batch":1,"expires":%d}`, time.Minute)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond)
	}
	start(t, "worker --workers 1"+as("worker", dir, url))
	const named = "eve has not returned"
	if got := <-counted; got.stdout != "14200\n" || !strings.Contains(got.stderr, named) {
		t.Errorf("got %+v", got)
	}
	if got := mustRun(t, "status"+as("coordinator", dir, url)); !strings.Contains(got, named+" 64 ") || strings.Contains(got, "worker has not") {
		t.Errorf("got %q", got)
	}
}
