package queens

import (
	"math"
	"runtime"
	"sync"
	"testing"

	"example.com/queens/internal/testkit"
	"example.com/queens/internal/work"
)

func testTeam(t testing.TB, opts ...Option) work.Team {
	t.Helper()
	return testkit.Must(newTeam(opts))
}

func TestWorkers(t *testing.T) {
	if r := testTeam(t, Workers(2), Workers(5)); r.Workers != 5 {
		t.Errorf("the last option of 5 workers gives %d", r.Workers)
	}
	if r := testTeam(t, Workers(math.MaxInt)); r.Workers != maxWorkers {
		t.Errorf("the largest number of workers gives %d, want %d", r.Workers, maxWorkers)
	}
	if r := testTeam(t); r.Workers != runtime.GOMAXPROCS(0) {
		t.Errorf("no option gives %d workers", r.Workers)
	}
	b := newBoard(t, 12)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got, err := b.Count(t.Context(), Workers(3)); got != testkit.Reference[12].All || err != nil {
				t.Errorf("one of several counts at a time: %d, %v, want %d", got, err, testkit.Reference[12].All)
			}
		})
	}
	wait.Wait()
}
