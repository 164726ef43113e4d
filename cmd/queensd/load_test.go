package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/wire"
	"example.com/queens/cmd/queensd/internal/worker"
	"example.com/queens/internal/testkit"
	"example.com/queens/tasks"
	"github.com/nats-io/nats.go"
)

// TestManyWorkers has workers on a thousand machines, whose tasks take 10 ms, help with one
// count. It keeps thousands of results a second in little memory, and hardly any task is
// counted twice.
func TestManyWorkers(t *testing.T) {
	workers, keys, number := 100, 2, 5000
	if long() {
		workers, keys, number = 1000, 16, 50_000
	}
	dir := t.TempDir()
	for key := range keys {
		mustRun(t, fmt.Sprintf("key k%d --keys %s", key, dir))
	}
	count, url := startCount(t, fmt.Sprintf("15 --workers 0 --quiet --recount 1 --tasks %d --ledger %s/q.jsonl", number, dir))
	head := testkit.Must(ledger.ReadFile(filepath.Join(dir, "q.jsonl")))
	var counted, sent atomic.Int64
	begin := make(chan struct{})
	var connected, working sync.WaitGroup
	for i := range workers {
		name := fmt.Sprintf("k%d", i%keys)
		client := testkit.Must(access.ReadClient(access.Path(dir, name)))
		connected.Add(1)
		working.Go(func() {
			conn, err := nats.Connect(url, append(client.Options(), nats.Timeout(20*time.Second), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))...)
			connected.Done()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			<-begin
			w := &worker.Worker{
				Conn: conn, Account: name, Machine: wire.Machine{Name: fmt.Sprintf("m%d", i), Goroutines: 1}, Patience: time.Minute, Say: func(string) {},
				Count: func(ctx context.Context, task tasks.Task) (uint64, error) {
					time.Sleep(10 * time.Millisecond)
					counted.Add(1)
					return task.Count(ctx)
				},
			}
			n, err := w.Run(t.Context())
			if err != nil {
				t.Error(err)
			}
			sent.Add(int64(n))
		})
	}
	connected.Wait()
	close(begin)
	begun := time.Now()
	for done := 0; done < head.Total; time.Sleep(20 * time.Millisecond) {
		if done = bytes.Count(testkit.Must(os.ReadFile(filepath.Join(dir, "q.jsonl"))), []byte("\n")) - 1; len(count.ended) > 0 {
			break
		}
	}
	took := time.Since(begun).Seconds()
	megabytes := peak(count.Process.Pid)
	count.mustEnd(t)
	working.Wait()
	twice := 100 * (float64(counted.Load())/float64(head.Total) - 1)
	cpu := count.cpu()
	t.Logf("%d workers, %d tasks in %.1f s: %.0f a second; counted twice: %.2f %%; the count: %d MB, %v of CPU, %.0f µs a task",
		workers, head.Total, took, float64(head.Total)/took, twice, megabytes, cpu, float64(cpu.Microseconds())/float64(head.Total))
	if count.stdout.String() != "2279184\n" {
		t.Errorf("%q", count.stdout)
	}
	// A task that nobody has is handed out once; at the end all are with somebody: a worker
	// has a dozen at most when they take 10 ms.
	if atEnd := 100 * float64(12*workers) / float64(head.Total); megabytes > 200 || math.IsNaN(twice) || twice > atEnd {
		t.Errorf("%d MB, %.2f %% counted twice", megabytes, twice)
	}
}
