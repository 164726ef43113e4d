package page

import (
	"context"
	"fmt"
	"time"

	"example.com/queens/cmd/queensd/internal/report"
)

const (
	// freshFor is how long a report is shown before the next one is asked for.
	freshFor = 2 * time.Second
	// lookFor is how long a report may take.
	lookFor = 10 * time.Second
)

// A cache has the latest report.
type cache struct {
	look func(context.Context) (report.Report, error)
	now  func() time.Time

	turn chan struct{} // who has it may use what follows
	at   time.Time     // when look was last called
	last report.Report // the last that there was
	err  error         // of the last call
}

func newCache(look func(context.Context) (report.Report, error)) *cache {
	return &cache{look: look, now: time.Now, turn: make(chan struct{}, 1)}
}

// get returns the latest report. With an error it is an old one, or none.
func (c *cache) get(ctx context.Context) (report.Report, error) {
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return report.Report{}, ctx.Err()
	}
	if c.at.IsZero() || c.now().Sub(c.at) >= freshFor {
		c.renew(ctx)
	}
	return c.last, c.err
}

// renew asks for a report, for whoever comes next too: it does not end with ctx.
func (c *cache) renew(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookFor)
	defer cancel()
	found, err := c.look(ctx)
	c.at, c.err = c.now(), nil
	if err != nil {
		c.err = fmt.Errorf("cannot tell how far counts are: %w", err)
		return
	}
	c.last = found
}
