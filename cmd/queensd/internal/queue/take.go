package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/queens/cmd/queens/ledger"
)

// takeAll takes in messages of the job's results, in their order. Results that
// contradict others are kept apart until the coordinator has counted their tasks itself.
func (c *Count) takeAll(ctx context.Context, found []message) error {
	var results []ledger.Result
	for _, m := range found {
		switch {
		case strings.HasPrefix(m.subject, resultWord):
			r, ok := parseStored(c.Cut.Head, m)
			if !ok {
				if err := c.drop(ctx, m); err != nil {
					return err
				}
				continue
			}
			c.offer(ctx, r)
			results = append(results, r)
		case strings.HasPrefix(m.subject, withdrawWord):
			if err := c.add(results); err != nil {
				return err
			}
			results = nil
			if err := c.takeWithdrawal(m); err != nil {
				return err
			}
		default:
			c.takeComplaint(ctx, m)
		}
	}
	if err := c.add(results); err != nil {
		return err
	}
	if err := c.retryDisputed(); err != nil {
		return err
	}
	for task := range c.disputed {
		c.recounts.add(ctx, task, byDispute)
	}
	return nil
}

// offer has a result counted again, if the lottery draws it. Those of an earlier run had
// their chance in it, and what it drew is in the store.
func (c *Count) offer(ctx context.Context, r ledger.Result) {
	if !c.following || c.mine(r) || c.has(r) {
		return
	}
	switch lot, trust := c.lottery.offer(r.Account()); {
	case lot:
		c.recounts.add(ctx, r.Task, byLot)
	case trust:
		c.recounts.add(ctx, r.Task, byTrust)
	}
}

// add gives results to the ledger, in one piece.
func (c *Count) add(results []ledger.Result) error {
	contradict, err := c.Ledger.Add(results...)
	for _, r := range contradict {
		c.disputed[r.Task] = append(c.disputed[r.Task], r)
	}
	return err
}

// retryDisputed gives the ledger what was contradicted by results that have been
// withdrawn.
func (c *Count) retryDisputed() error {
	disputed := c.disputed
	c.disputed = map[int][]ledger.Result{}
	for _, results := range disputed {
		if err := c.add(results); err != nil {
			return err
		}
	}
	return nil
}

// drop removes a message that is no result of the job.
func (c *Count) drop(ctx context.Context, m message) error {
	c.Queue.options.Trouble(fmt.Errorf("%s is damaged, or no result of this job; it is removed, and its task counted again", m.subject))
	return c.Queue.remove(ctx, m)
}

func (c *Count) takeWithdrawal(m message) error {
	name, number, ok := withdrawalOf(m.subject)
	if at := time.Unix(0, number).UTC(); ok && at.After(c.Ledger.Withdrawn(name)) {
		_, err := c.Ledger.Withdraw(name, at)
		return err
	}
	return nil
}

// takeComplaint has a task counted here that a worker says it cannot count, or whose
// result it cannot store.
func (c *Count) takeComplaint(ctx context.Context, m message) {
	_, task, name, ok := taskOf(m.subject)
	if _, own := c.who(task); !ok || own || task < 0 || task >= len(c.Cut.Tasks) {
		return
	}
	c.Queue.options.Trouble(fmt.Errorf("%s could not count task %d, which is counted here: %s", name, task, parseComplaint(m.data).Reason))
	c.recounts.add(ctx, task, byDispute)
}

// A LieError says that a result is wrong.
type LieError struct {
	Board     string
	Wrong     []ledger.Result // of one task
	Count     uint64          // as the coordinator has counted it
	Withdrawn int             // results
}

func (e *LieError) Error() string {
	var said, names []string
	for _, r := range e.Wrong {
		said = append(said, fmt.Sprintf("%s counted %d", who(r), r.Count))
		names = append(names, token(r.Account()))
	}
	return fmt.Sprintf("task %d of %q: %s, this computer %d; all %d results of %s were withdrawn, and their tasks are in the queue again: "+
		"take the account or the computer away that counts wrongly, then give the same command again",
		e.Wrong[0].Task, e.Board, strings.Join(said, " and "), e.Count, e.Withdrawn, strings.Join(names, " and "))
}

func who(r ledger.Result) string {
	if r.By == "" {
		return "the computer of the ledger"
	}
	return r.By
}

// judge compares the results of a task with what the coordinator has counted.
func (c *Count) judge(ctx context.Context, done recount) error {
	if done.failed != nil {
		return done.failed
	}
	results := append(slices.Collect(c.Ledger.Results(done.task)), c.disputed[done.task]...)
	wrong := slices.DeleteFunc(results, func(r ledger.Result) bool { return r.Count == done.count })
	if len(wrong) > 0 {
		return c.accuse(ctx, wrong, done.count)
	}
	if done.why == byTrust {
		return nil
	}
	return c.Queue.store(ctx, work{Job: c.job, Digest: c.Cut.Digest, Task: done.task}, done.count)
}

// accuse withdraws all results of the accounts that counted a task wrongly, and has
// them counted again.
func (c *Count) accuse(ctx context.Context, wrong []ledger.Result, count uint64) error {
	lie := &LieError{Board: c.Cut.Board, Wrong: wrong, Count: count}
	var accused []string
	for _, r := range wrong {
		if slices.Contains(accused, r.Account()) {
			continue
		}
		accused = append(accused, r.Account())
		withdrawn, err := c.withdraw(ctx, r.Account())
		lie.Withdrawn += withdrawn
		if err != nil {
			return errors.Join(lie, err)
		}
	}
	return errors.Join(lie, c.Queue.submit(ctx, c.missing()))
}

// withdraw takes all results of an account back, in the store and in the ledger.
func (c *Count) withdraw(ctx context.Context, name string) (withdrawn int, err error) {
	at := time.Unix(0, time.Now().UnixNano()).UTC()
	err = c.Queue.retry(ctx, "cannot withdraw results", func(ctx context.Context) error {
		ack, err := c.Queue.js.Publish(ctx, withdrawSubject(c.job, name, at), nil)
		if alreadyThere(err) {
			return nil // an attempt of which no answer came; the next round removes the results
		}
		if err != nil {
			return err
		}
		return c.Queue.purge(ctx, resultStream, resultWord+c.job+".*."+token(name), ack.Sequence)
	})
	if err != nil {
		return 0, err
	}
	for task, results := range c.disputed {
		left := slices.DeleteFunc(results, func(r ledger.Result) bool { return r.Account() == name })
		withdrawn += len(results) - len(left)
		c.disputed[task] = left
	}
	dropped, err := c.Ledger.Withdraw(name, at)
	if err != nil {
		return withdrawn, err
	}
	return withdrawn + dropped, c.retryDisputed()
}
