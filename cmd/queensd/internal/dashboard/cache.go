package dashboard

import (
	"context"
	"fmt"
	"time"

	"example.com/queens/cmd/queensd/internal/report"
)

const (
	// freshFor is the least time between two reports.
	freshFor = 2 * time.Second
	// lookFor is the longest time that a report may take.
	lookFor = 10 * time.Second
)

// A cache keeps the latest report.
type cache struct {
	look func(context.Context) (report.Report, error)
	now  func() time.Time

	lock chan struct{} // full while somebody uses the fields below
	at   time.Time     // when look was last called
	last report.Report // the last one without an error
	err  error         // of the last call
}

func newCache(look func(context.Context) (report.Report, error)) *cache {
	return &cache{look: look, now: time.Now, lock: make(chan struct{}, 1)}
}

// get returns the latest report. With an error it is an old report, or none.
func (c *cache) get(ctx context.Context) (report.Report, error) {
	select {
	case c.lock <- struct{}{}:
		defer func() { <-c.lock }()
	case <-ctx.Done():
		return report.Report{}, ctx.Err()
	}
	if c.at.IsZero() || c.now().Sub(c.at) >= freshFor {
		c.renew(ctx)
	}
	return c.last, c.err
}

// renew asks for a report. It does not end with ctx: the next caller wants the report too.
func (c *cache) renew(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookFor)
	defer cancel()
	found, err := c.look(ctx)
	c.at, c.err = c.now(), nil
	if err != nil {
		c.err = fmt.Errorf("cannot read the state of the counts: %w", err)
		return
	}
	c.last = found
}
