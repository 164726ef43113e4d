package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/coordinator"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/internal/testkit"
	"github.com/nats-io/nats.go"
)

// TestTwoCounts starts two counts with the same accounts at once, so that neither finds the other
// at its start, and a third one later. Only one goes on, and says so; a worker ends with it.
func TestTwoCounts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keys := testkit.Must(access.Keys(dir))
	server := testkit.Must(access.Start(access.Config{Listen: "127.0.0.1:0", Keys: keys, Log: func(string) {}}))
	defer server.Stop()
	key := testkit.Must(access.ReadKey(access.Path(dir, wire.Coordinator)))
	var said output
	totals, errs := make(chan uint64, 3), make(chan error, 3)
	begin := make(chan struct{})
	var counting sync.WaitGroup
	defer counting.Wait()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	count := func(n int) {
		b := testkit.Must(queens.New(n))
		opened := testkit.Must(ledger.OpenCount(ctx, fmt.Sprintf("%s/q%d", dir, n), b, 500))
		conn := testkit.Must(nats.Connect(server.URL(), key.Options()...))
		accounts := make(chan []string, 1)
		accounts <- access.Accounts(keys)
		c := &coordinator.Count{Cut: opened.Cut, Ledger: opened.Ledger, Conn: conn, Accounts: accounts, Copies: 1, Recount: 0.01, Say: func(text string) { said.Write([]byte(text + "\n")) }}
		counting.Go(func() {
			defer opened.Ledger.Close()
			defer conn.Close()
			<-begin
			total, err := c.Run(ctx)
			if err != nil {
				errs <- err
				return
			}
			totals <- total
		})
	}
	mustLose := func(boards ...string) {
		t.Helper()
		select {
		case err := <-errs:
			for _, board := range boards {
				if err.Error() == fmt.Sprintf("a count of %q uses that server already: want one count in each account", board) {
					return
				}
			}
			t.Error(err)
		case <-time.After(time.Minute):
			t.Fatal("both go on")
		}
	}
	count(10)
	count(11)
	close(begin)
	mustLose("n=10", "n=11")
	count(9)
	mustLose("n=10", "n=11")
	if !strings.Contains(said.String(), `a count of "n=9" has begun on the same server; this one goes on`) {
		t.Errorf("%q", said.String())
	}
	if got := queensRun(ctx, "worker --quiet"+as("worker", dir, server.URL())); got.status != 0 {
		t.Errorf("%+v", got)
	}
	select {
	case total := <-totals:
		if total != 724 && total != 2680 {
			t.Errorf("total %d", total)
		}
	case err := <-errs:
		t.Error(err)
	case <-time.After(time.Minute):
		t.Error("it does not end")
	}
}
