package main

import (
	"fmt"
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
	"github.com/nats-io/nats.go"
)

// TestManyWorkers has workers on a thousand machines help with one count. It keeps thousands of results a
// second in little memory, and few tasks are counted twice.
func TestManyWorkers(t *testing.T) {
	workers, keys, tasks := 100, 2, testkit.Fewer(5000, 1000)
	if long() {
		workers, keys, tasks = 1000, 16, 20_000
	}
	dir := t.TempDir()
	for key := range keys {
		mustRun(t, fmt.Sprintf("key k%d --keys %s", key, dir))
	}
	count, url := startCount(t, fmt.Sprintf("15 --workers 0 --quiet --recount 1 --tasks %d --ledger %s/q.jsonl", tasks, dir))
	head := testkit.Must(ledger.ReadFile(filepath.Join(dir, "q.jsonl")))
	var sent atomic.Int64
	begin := make(chan struct{})
	var connected, working sync.WaitGroup
	for i := range workers {
		name := fmt.Sprintf("k%d", i%keys)
		key := testkit.Must(access.ReadKey(access.Path(dir, name)))
		connected.Add(1)
		working.Go(func() {
			conn, err := nats.Connect(url, append(key.Options(), nats.Timeout(20*time.Second), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))...)
			connected.Done()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			<-begin
			w := &worker.Worker{
				Conn: conn, Account: name, Machine: wire.Machine{Name: fmt.Sprintf("m%d", i), Goroutines: 1}, Patience: time.Minute, Say: func(string) {},
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
	megabytes := 0
	for ; len(count.ended) == 0; time.Sleep(20 * time.Millisecond) {
		megabytes = max(megabytes, peak(count.Process.Pid))
	}
	took := time.Since(begun).Seconds()
	count.mustEnd(t)
	working.Wait()
	twice := 100 * (float64(sent.Load())/float64(head.Total) - 1)
	cpu := count.cpu()
	t.Logf("%d workers, %d tasks in %.1f s: %.0f a second; counted twice: %.2f %%; the count: %d MB, %v of CPU, %.0f µs a task",
		workers, head.Total, took, float64(head.Total)/took, twice, megabytes, cpu, float64(cpu.Microseconds())/float64(head.Total))
	if count.stdout.String() != "2279184\n" {
		t.Errorf("%q", count.stdout)
	}
	// While tasks are left that nobody has, each is handed out once. At the end idle workers count what
	// others have.
	if megabytes > 200 || twice > 50 {
		t.Errorf("%d MB, %.2f %% counted twice", megabytes, twice)
	}
}
