package queue

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// sayEvery is how often the same is said again.
const sayEvery = time.Minute

// sayWaiting says what the count waits for, if no result has come for some time. If there
// are workers all the same, some of the tasks are counted here: damage or malice may have
// the server give them to nobody, or a worker hold them for ever.
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
	var accounts []string
	for _, worker := range workers {
		if !slices.Contains(accounts, worker.Name) {
			accounts = append(accounts, worker.Name)
		}
	}
	if text := c.waitsFor(l, accounts, others); text != "" && (text != w.said || time.Since(w.saidAt) > sayEvery) {
		w.said, w.saidAt = text, time.Now()
		c.Say(text)
	}
	patience := c.stuckAfter
	if l.underWay > 0 {
		patience = c.heldAfter
	}
	if l.waiting+l.underWay > 0 && len(accounts) >= c.Copies && time.Since(w.last) > patience && time.Since(w.helped) > patience {
		w.helped = time.Now()
		c.help(ctx)
	}
}

// waitsFor says in words what a count waits for.
func (c *Count) waitsFor(l load, accounts []string, others map[string]load) string {
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
	case len(accounts) == 0:
		return "waiting: there is no worker; start some with \"queensd worker\""
	case len(accounts) < c.Copies:
		return fmt.Sprintf("waiting: %d accounts must count each task, but only %s has workers", c.Copies, strings.Join(accounts, " and "))
	case l.underWay > 0:
		return ""
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
	c.Say(fmt.Sprintf("no result has come for %v: %d of the missing tasks are counted here", time.Since(c.waited.last).Round(time.Second), len(missing)))
	for _, w := range missing {
		c.recounts.add(ctx, w.Task, byDispute)
	}
}
