package queue

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	// stuckAfter is how long the server may give no task of a job to anybody.
	stuckAfter = 10 * time.Second
	// sayEvery is how often the same is said again.
	sayEvery = time.Minute
)

// sayWaiting says what the count waits for, if no result has come for some time. If the
// server gives its tasks to nobody, though there are workers, some are counted here.
func (c *Count) sayWaiting(ctx context.Context, l load) {
	w := &c.waited
	if w.last.IsZero() {
		w.came()
	}
	if time.Since(w.last) < sayAfter {
		return
	}
	workers, err := c.Queue.workers(ctx)
	if err != nil {
		return // it was said
	}
	others, err := c.Queue.loads(ctx)
	if err != nil {
		return
	}
	delete(others, c.job)
	if text := c.waitsFor(l, len(workers), others); text != "" && (text != w.said || time.Since(w.saidAt) > sayEvery) {
		w.said, w.saidAt = text, time.Now()
		c.Say(text)
	}
	stuck := l.waiting > 0 && l.underWay == 0 && len(workers) > 0
	switch {
	case !stuck:
		w.stuckAt = time.Time{}
	case w.stuckAt.IsZero():
		w.stuckAt = time.Now()
	case time.Since(w.stuckAt) > stuckAfter:
		w.stuckAt = time.Time{}
		c.help(ctx)
	}
}

// waitsFor says in words what a count waits for.
func (c *Count) waitsFor(l load, workers int, others map[string]load) string {
	busy := 0
	var boards []string
	for job, other := range others {
		if busy += other.underWay; other.underWay > 0 {
			boards = append(boards, job)
		}
	}
	slices.Sort(boards)
	switch {
	case l.waiting+l.underWay == 0:
		return ""
	case workers == 0:
		return "waiting: there is no worker; start some with \"queensd worker\""
	case l.underWay > 0:
		return ""
	case c.Copies > 1:
		return fmt.Sprintf("waiting: %d accounts must count each task, see \"queensd status\" for those that are there", c.Copies)
	case busy > 0:
		return fmt.Sprintf("waiting: the workers are busy with %d tasks of other jobs (%s); see \"queensd jobs list\"", busy, strings.Join(boards, ", "))
	}
	return "waiting: the workers take no task of this job"
}

// help counts some of the missing tasks here.
func (c *Count) help(ctx context.Context) {
	const some = 16
	missing := c.missing()
	missing = missing[:min(len(missing), some)]
	c.Say(fmt.Sprintf("the server gives tasks to nobody: %d are counted here", len(missing)))
	for _, w := range missing {
		c.recounts.add(ctx, w.Task, byDispute)
	}
}
