package dashboard

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/queens/cmd/queensd/internal/report"
)

// A source counts its calls.
type source struct {
	calls int
	err   error
}

func (s *source) look(context.Context) (report.Report, error) {
	s.calls++
	return report.Report{At: noon.Add(time.Duration(s.calls) * time.Hour)}, s.err
}

// TestCache asks many times at once, within two seconds, and after them.
func TestCache(t *testing.T) {
	s := &source{}
	c := newCache(s.look)
	now := noon
	c.now = func() time.Time { return now }
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			if _, err := c.get(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	now = now.Add(freshFor - 1)
	if r, err := c.get(t.Context()); err != nil || s.calls != 1 || !r.At.Equal(noon.Add(time.Hour)) {
		t.Errorf("%d calls, %v, %v", s.calls, r, err)
	}
	now = now.Add(1)
	s.err = errors.New("away") // which comes with the last report
	for range 2 {
		r, err := c.get(t.Context())
		if !errors.Is(err, s.err) || s.calls != 2 || !r.At.Equal(noon.Add(time.Hour)) {
			t.Errorf("%d calls, %v, %v", s.calls, r, err)
		}
	}
	now = now.Add(freshFor)
	s.err = nil
	if r, err := c.get(t.Context()); err != nil || s.calls != 3 || !r.At.Equal(noon.Add(3*time.Hour)) {
		t.Errorf("%d calls, %v, %v", s.calls, r, err)
	}
}

// TestCacheWaits cancels a caller that waits for a report, and the one that asked for it:
// the report comes all the same.
func TestCacheWaits(t *testing.T) {
	asked, answer := make(chan context.Context), make(chan error)
	c := newCache(func(ctx context.Context) (report.Report, error) {
		asked <- ctx
		return report.Report{At: noon}, <-answer
	})
	first, leave := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := c.get(first)
		done <- err
	}()
	ctx := <-asked
	leave()
	if ctx.Err() != nil {
		t.Error("the call of look ended with its caller")
	}
	if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > lookFor {
		t.Errorf("deadline %v, %t", deadline, ok)
	}
	second, leave := context.WithCancel(t.Context())
	leave()
	if _, err := c.get(second); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	answer <- nil
	if err := <-done; err != nil {
		t.Error(err)
	}
	if r, err := c.get(t.Context()); err != nil || !r.At.Equal(noon) {
		t.Errorf("got %v, %v", r, err)
	}
}

// TestTrouble shows an error beside the last report, and fails for Prometheus.
func TestTrouble(t *testing.T) {
	var trouble error
	pages := New(func(context.Context) (report.Report, error) { return sample(), trouble })
	trouble = errors.New("the server is away")
	for path, want := range map[string]int{"/": 503, "/metrics": 500} {
		r := get(t, pages, "GET", path)
		if text := body(t, r); r.StatusCode != want || !strings.Contains(text, "cannot read the state of the counts: the server is away") {
			t.Errorf("%s: %s\n%s", path, r.Status, text)
		}
	}
}
