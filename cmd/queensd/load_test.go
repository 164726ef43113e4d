package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/internal/testkit"
)

// TestManyWorkers has workers on a thousand machines help with one count. It keeps their results in little
// memory, and few tasks are counted twice.
func TestManyWorkers(t *testing.T) {
	workers, tasks := 100, testkit.Fewer(5000, 1000)
	if testkit.Long() {
		workers, tasks = 1000, 20_000
	}
	s := &scene{t: t, dir: keyDir(t, many()...), ctx: t.Context()}
	var count *process
	count, s.url = startCount(t, fmt.Sprintf("15 --workers 0 --quiet --recount 1 --tasks %d --ledger %s/q.jsonl", tasks, s.dir))
	total := testkit.Must(ledger.ReadFile(s.dir + "/q.jsonl")).Total
	var sent atomic.Int64
	var working sync.WaitGroup
	for i := range workers {
		working.Go(func() {
			n, err := s.honestly(many()[i%len(many())], fmt.Sprintf("m%d", i))
			if err != nil {
				t.Error(err)
			}
			sent.Add(int64(n))
		})
	}
	megabytes := 0
	for ; len(count.ended) == 0; time.Sleep(20 * time.Millisecond) {
		megabytes = max(megabytes, peak(count.Process.Pid))
	}
	count.mustEnd(t)
	working.Wait()
	twice := 100 * (float64(sent.Load())/float64(total) - 1)
	t.Logf("%d workers, %d tasks; counted twice: %.2f %%; %d MB", workers, total, twice, megabytes)
	if count.stdout.String() != "2279184\n" {
		t.Errorf("%q", count.stdout)
	}
	// While tasks are left that nobody has, each is handed out once. At the end idle workers count what
	// others have.
	if megabytes > 200 || twice > 50 {
		t.Errorf("%d MB, %.2f %% counted twice", megabytes, twice)
	}
}
