package queue

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// sayEvery is the time after which a message is repeated.
const sayEvery = time.Minute

// checkSilence says what the count waits for if no result has come for some time. It
// reports whether it did something about it; then everything must be read anew.
func (c *Count) checkSilence(ctx context.Context, left backlog) (helped bool, err error) {
	s := &c.silence
	if s.since.IsZero() {
		s.end()
	}
	if time.Since(s.since) < warnAfter {
		return false, nil
	}
	workers, err := c.Queue.workers(ctx)
	if err != nil {
		return false, nil // retry has warned
	}
	others, err := c.Queue.backlogs(ctx)
	if err != nil {
		return false, nil
	}
	delete(others, c.job)
	var accounts []string
	for _, worker := range workers {
		if !slices.Contains(accounts, worker.Name) {
			accounts = append(accounts, worker.Name)
		}
	}
	if text := c.waitsFor(left, accounts, others); text != "" && (text != s.said || time.Since(s.saidAt) > sayEvery) {
		s.said, s.saidAt = text, time.Now()
		c.Say(text)
	}
	return c.help(ctx, left, len(accounts), others)
}

// nameHolders says once which accounts do not return tasks, and again when they get no more.
func (c *Count) nameHolders(ctx context.Context) {
	for _, a := range c.Queue.accounts(ctx) {
		if before, known := c.named[a.Name]; !known || a.Stopped && !before.Stopped {
			c.named[a.Name] = a
			c.Say(a.String())
		}
	}
}

// waitsFor returns what a count waits for, in words.
func (c *Count) waitsFor(left backlog, accounts []string, others map[string]backlog) string {
	busy, jobs := busyWith(others)
	switch {
	case left.isEmpty():
		return ""
	case len(accounts) == 0:
		return "waiting: there is no worker; start some with \"queensd worker\""
	case len(accounts) < c.Copies:
		return fmt.Sprintf("waiting: %d accounts must count each task, but only %s has workers", c.Copies, strings.Join(accounts, " and "))
	case left.underWay > 0:
		return ""
	case busy > 0:
		return fmt.Sprintf("waiting: the workers are busy with %d tasks of other jobs (%s); see \"queensd jobs\"", busy, strings.Join(jobs, ", "))
	}
	return "waiting: the workers take no task of this job"
}

// busyWith returns the number of tasks of other jobs under way, and these jobs.
func busyWith(others map[string]backlog) (tasks int, jobs []string) {
	for job, other := range others {
		if tasks += other.underWay; other.underWay > 0 {
			jobs = append(jobs, job)
		}
	}
	slices.Sort(jobs)
	return tasks, jobs
}

// helpAtOnce is the number of missing tasks that the coordinator counts at a time.
const helpAtOnce = 16

// help does something about missing tasks if no result has come for long, although there are
// workers, or because the queue is empty. A damaged server may deliver tasks to nobody, all
// workers may keep what they take, and a server of another program, without a desk, lets one
// of them take all tasks. If no task is under way, and other jobs are not the reason, help
// renews the queue. If that does not help, it counts tasks here, until a result comes from
// elsewhere.
func (c *Count) help(ctx context.Context, left backlog, accounts int, others map[string]backlog) (helped bool, err error) {
	s := &c.silence
	patience := c.stuckAfter
	if left.underWay > 0 {
		patience = c.heldAfter
	}
	if len(s.counted) > 0 && c.recounts.left() == 0 {
		patience = 0 // go on
	}
	if time.Since(s.since) < patience || time.Since(s.helpedAt) < patience || !left.isEmpty() && accounts < c.Copies {
		return false, nil
	}
	missing := slices.DeleteFunc(c.missing(), func(t queuedTask) bool { return c.recounts.has(t.Task) })
	if len(missing) == 0 {
		return false, nil
	}
	s.helpedAt = time.Now()
	silent := fmt.Sprintf("no result has come for %v", time.Since(s.since).Round(time.Second))
	busy, _ := busyWith(others)
	if !s.renewed && len(s.counted) == 0 && left.underWay == 0 && (left.waiting == 0 || busy == 0) {
		s.renewed = true
		c.Say(fmt.Sprintf("%s: queueing %d missing tasks again", silent, len(missing)))
		return true, c.Queue.renew(ctx, c.job)
	}
	s.renewed = false
	missing = slices.DeleteFunc(missing, func(t queuedTask) bool { _, own := countedBy(c.Ledger.Book, t.Task); return own })
	if missing = missing[:min(len(missing), helpAtOnce)]; len(missing) == 0 {
		return false, nil
	}
	c.Say(fmt.Sprintf("%s: counting %d of the missing tasks here", silent, len(missing)))
	for _, t := range missing {
		s.counted[t.Task] = true
		c.recounts.add(ctx, t.Task)
	}
	return true, nil
}
