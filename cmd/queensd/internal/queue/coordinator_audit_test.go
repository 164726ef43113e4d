package queue

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
)

// TestDraws compares the frequency of draws with their probability.
func TestDraws(t *testing.T) {
	t.Parallel()
	tasks := make([]int, 100)
	often := make([]int, 100)
	rng := newRand()
	for range 2000 {
		for i := range tasks {
			tasks[i] = i
		}
		for _, task := range draw(rng, tasks, 10) {
			often[task]++
		}
	}
	for task, n := range often {
		if n < 120 || n > 280 {
			t.Errorf("task %d was drawn %d times of 2000, want about 200", task, n)
		}
	}
	for _, test := range []struct {
		tasks int
		share float64
		want  int
	}{{0, 0.05, 0}, {5, 0.05, 5}, {20, 0.05, 20}, {400, 0.05, 20}, {401, 0.05, 21}, {10000, 0.05, 500}, {10000, 0, 0}, {50, 1, 50}} {
		if got := quota(test.tasks, test.share); got != test.want {
			t.Errorf("quota of %d, %v: %d, want %d", test.tasks, test.share, got, test.want)
		}
	}
}

// TestEarly compares the early draws of many accounts with their probability: the first result
// of each, the second one in half of them, and the third with probability 1/2·1/3 + 1/2·1/2.
func TestEarly(t *testing.T) {
	t.Parallel()
	const accounts = 20000
	e := newEarly()
	var drawn [3]int
	for i := range accounts {
		for k := range drawn {
			if e.draw(fmt.Sprint(i)) {
				drawn[k]++
			}
		}
	}
	for k, p := range []float64{1, 1. / 2, 5. / 12} {
		if want, most := p*accounts, 5*math.Sqrt(p*(1-p)*accounts); math.Abs(float64(drawn[k])-want) > most {
			t.Errorf("result %d of an account was drawn %d times of %d, want about %.0f", k+1, drawn[k], accounts, want)
		}
	}
}

// TestAuditRecounts counts with results that came before. Each run recounts as many as it must,
// and none that were recounted before.
func TestAuditRecounts(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	c := newCount(t, q, 10, 0)
	posts := resultsBy(t, c, "ann@a")
	if n, err := q.storeResults(t.Context(), slices.Values(posts)); n != len(posts) || err != nil {
		t.Fatal(n, err)
	}
	if n, err := q.storeResults(t.Context(), slices.Values(posts)); n != 0 || err != nil {
		t.Errorf("again, %d were new, %v", n, err)
	}
	tests := []struct {
		share float64
		want  int
	}{{0, 0}, {0.01, 20}, {0.01, 40}, {0.3, 40 + int(math.Ceil(0.3*float64(len(posts))))}, {1, len(posts)}}
	for _, test := range tests {
		c = newCount(t, q, 10, 0)
		c.Recount = test.share
		mustCount(t, c, nil)
		again := 0
		found, err := allResults(t, q, c.job)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range found {
			if _, _, account, _ := wire.ParseTask(m.subject); account == wire.Coordinator {
				again++
			}
		}
		if again != test.want {
			t.Errorf("share %v: %d were recounted, want %d", test.share, again, test.want)
		}
	}
}

// TestFirstLie has an account that gives one wrong result, its first. That one is recounted
// as soon as it comes.
func TestFirstLie(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	c := newCount(t, openQueue(t, s, Options{}), 10, 0)
	c.Recount = 1e-9
	ended := make(chan error, 1)
	go func() {
		_, err := c.Run(t.Context(), nil)
		ended <- err
	}()
	waitQueued(t, c)
	var lied atomic.Bool
	defer workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "eve"}), Goroutines: 1, count: lie(func(int) bool {
		return lied.CompareAndSwap(false, true)
	})})()
	err := <-ended
	if _, ok := errors.AsType[*WrongResultError](err); !ok {
		t.Errorf("got %v", err)
	}
}

// TestSilentRecounts stores all results at once while their tasks wait in the queue. The
// recounts bring no message, but the count goes on after them.
func TestSilentRecounts(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 10, 0)
	c.Recount = 1e-9
	counted := make(chan struct{})
	go func() {
		defer close(counted)
		mustCount(t, c, nil)
	}()
	waitQueued(t, c)
	if n, err := q.storeResults(t.Context(), slices.Values(resultsBy(t, c, "ann@a"))); n != c.Cut.Total || err != nil {
		t.Error(n, err)
	}
	<-counted
}

// TestLiars has a liar among three workers, in several counts. One that always lies must be
// found each time; one that lies about a tenth of its tasks must not be missed more often
// than the formula allows.
func TestLiars(t *testing.T) {
	t.Parallel()
	runs := 2
	if long() {
		runs = 25
	}
	for _, share := range []float64{1, 0.1} {
		misses := 0
		expected, variance := 0.0, 0.0 // of misses, at most
		for range runs {
			lies, caught, tasks := runWithLiar(t, share)
			if lies == 0 {
				continue
			}
			p := missed(tasks, lies, quota(tasks, 0.01))
			expected += p
			variance += p * (1 - p)
			if !caught {
				misses++
			}
		}
		t.Logf("share %v: %d misses in %d runs, of at most %.1f expected", share, misses, runs, expected)
		if share == 1 && misses > 0 || float64(misses) > expected+4*math.Sqrt(variance)+0.5 {
			t.Errorf("share %v: %d misses in %d runs", share, misses, runs)
		}
	}
}

// missed returns the probability that no forged result is among those drawn.
func missed(results, forged, drawn int) float64 {
	p := 1.0
	for i := range drawn {
		p *= max(0, float64(results-forged-i)) / float64(results-i)
	}
	return p
}

// runWithLiar counts once, and returns the number of lies, whether the liar was named, and
// the number of tasks.
func runWithLiar(t *testing.T, share float64) (lies int, caught bool, tasks int) {
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	var lied atomic.Int64
	for _, name := range []string{"ann", "bob", "eve"} {
		w := &Worker{Queue: openQueue(t, s, Options{Account: name}), Goroutines: 1}
		if name == "eve" {
			w.count = lie(func(int) bool {
				if rand.Float64() < share {
					lied.Add(1)
					return true
				}
				return false
			})
		}
		defer workFor(t, w)()
	}
	c := newCount(t, q, 10, 0)
	c.Recount = 0.01
	total, err := c.Run(t.Context(), nil)
	wrong, caught := errors.AsType[*WrongResultError](err)
	switch {
	case caught && (wrong.Wrong[0].Account() != "eve" || len(wrong.Wrong) != 1):
		t.Errorf("the wrong one was accused: %v", err)
	case err != nil && !caught:
		t.Error(err)
	case err == nil && total == solutions[10] && lied.Load() > 0:
		t.Errorf("the total is right with %d lies", lied.Load())
	}
	return int(lied.Load()), caught, c.Cut.Total
}

// TestVoidAudit withdraws results after the draw. The audit is void, and the next one has the
// results that came instead.
func TestVoidAudit(t *testing.T) {
	t.Parallel()
	s := simulate(t, simulated, 1)
	s.away = true
	for task, count := range s.truth {
		s.store("eve", task, count+1)
	}
	s.restart()
	if _, over, err := s.c.total(t.Context()); over || err != nil || s.c.recounts.left() != leastQuota {
		t.Fatalf("%t, %v, %d recounts", over, err, s.c.recounts.left())
	}
	withdrawal := message{subject: wire.WithdrawSubject(s.c.job, "eve", time.Now())}
	if err := s.c.takeAll(t.Context(), []message{withdrawal}); err != nil {
		t.Fatal(err)
	}
	for task, count := range s.truth {
		s.store("ann", task, count)
	}
	if s.c.audit != nil {
		t.Error("the audit goes on without the results that it copied")
	}
	if s.missed() || s.named != nil {
		t.Errorf("the total is wrong, or %v was named", s.named)
	}
}
