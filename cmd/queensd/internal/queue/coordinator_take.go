package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
)

// takeAll takes in messages of the stream of results, in order. It sets results aside that
// contradict others, until the coordinator has counted their tasks itself.
func (c *Count) takeAll(ctx context.Context, found []message) error {
	var results []ledger.Result
	for _, m := range found {
		switch {
		case strings.HasPrefix(m.subject, wire.ResultPrefix):
			r, err := parseResult(c.Cut.Head, c.most, m)
			if err != nil {
				if err := c.drop(ctx, m, err); err != nil {
					return err
				}
				continue
			}
			results = append(results, r)
		case strings.HasPrefix(m.subject, wire.WithdrawPrefix):
			if err := c.takeResults(ctx, results); err != nil {
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
	return c.takeResults(ctx, results)
}

// drop removes a message that is not a result of the job.
func (c *Count) drop(ctx context.Context, m message, why error) error {
	c.Queue.options.Warn(fmt.Errorf("%w; it is removed, and its task counted again", why))
	if errors.Is(why, errTooMany) {
		_, task, account, _ := wire.ParseTask(m.subject)
		c.heed(ctx, account, task, "its count is not possible") // or it might get the task forever
	}
	return c.Queue.remove(ctx, []uint64{m.seq})
}

// takeResults adds results to the ledger. It has some of them recounted that are new, and
// those that contradict others.
func (c *Count) takeResults(ctx context.Context, results []ledger.Result) error {
	// Only results end a silence: messages of other kinds cost a worker nothing.
	if slices.ContainsFunc(results, func(r ledger.Result) bool { return !c.silence.counted[r.Task] && !c.has(r) }) {
		c.silence.end()
	}
	for _, r := range results {
		// Results of earlier runs wait for the audit.
		if c.Recount > 0 && c.following && !isOwn(r) && !c.has(r) && c.early.draw(r.Account()) {
			c.recounts.add(ctx, r.Task)
		}
	}
	if err := c.add(results); err != nil {
		return err
	}
	if err := c.retryDisputed(); err != nil {
		return err
	}
	for task := range c.disputed {
		c.recounts.add(ctx, task)
	}
	return nil
}

// add adds results to the ledger, all at once.
func (c *Count) add(results []ledger.Result) error {
	contradict, err := c.Ledger.Add(results...)
	for _, r := range contradict {
		c.disputed[r.Task] = append(c.disputed[r.Task], r)
	}
	return err
}

// retryDisputed adds the disputed results to the ledger whose opponents were withdrawn.
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

func (c *Count) takeWithdrawal(m message) error {
	if _, account, at, ok := wire.ParseWithdrawal(m.subject); ok && at.After(c.Ledger.Withdrawn(account)) {
		c.audit = nil
		_, err := c.Ledger.Withdraw(account, at, false)
		return err
	}
	return nil
}

// mostComplaints is the number of complaints of an account that a coordinator believes. A task
// without a result comes back into the queue all the same.
const mostComplaints = 1000

// takeComplaint counts a task here that a worker could not count, or whose result it could
// not store.
func (c *Count) takeComplaint(ctx context.Context, m message) {
	if _, task, account, ok := wire.ParseTask(m.subject); ok && task < c.Cut.Total {
		c.heed(ctx, account, task, parseComplaint(m.data).Reason)
	}
}

// heed counts a task here that an account could not count, unless that has been done.
func (c *Count) heed(ctx context.Context, account string, task int, reason string) {
	if c.recounts.has(task) {
		return
	}
	if _, own := countedBy(c.Ledger.Book, task); own {
		return
	}
	warn := c.Queue.options.Warn
	switch c.complaint[account]++; {
	case c.complaint[account] <= mostComplaints:
		warn(fmt.Errorf("%s could not count task %d, so it is counted here: %s", account, task, reason))
		c.recounts.add(ctx, task)
	case c.complaint[account] == mostComplaints+1:
		warn(fmt.Errorf("%s could not count more than %d tasks: its complaints are no longer heeded", account, mostComplaints))
	}
}

// judge compares the results of a task with the coordinator's own count.
func (c *Count) judge(ctx context.Context, own recount) error {
	if own.failed != nil {
		return own.failed
	}
	if wrong := c.wrong(own); len(wrong) > 0 {
		return c.accuse(ctx, wrong, own.count)
	}
	return c.Queue.storeResult(ctx, queuedTask{Job: c.job, Digest: c.Cut.Digest, Task: own.task}, own.count)
}

// wrong returns the results of a task that differ from the coordinator's own count.
func (c *Count) wrong(own recount) []ledger.Result {
	results := append(slices.Collect(c.Ledger.Results(own.task)), c.disputed[own.task]...)
	return slices.DeleteFunc(results, func(r ledger.Result) bool { return r.Count == own.count })
}

// accuse withdraws all results of the accounts that counted a task wrongly, and queues their
// tasks again.
func (c *Count) accuse(ctx context.Context, wrong []ledger.Result, count uint64) error {
	found := &WrongResultError{Board: c.Cut.Board, Wrong: wrong, Count: count}
	var accused []string
	for _, r := range wrong {
		if slices.Contains(accused, r.Account()) {
			continue
		}
		accused = append(accused, r.Account())
		withdrawn, err := c.withdraw(ctx, r.Account())
		found.Withdrawn += withdrawn
		if err != nil {
			return errors.Join(found, err)
		}
	}
	return errors.Join(found, c.Queue.submit(ctx, c.missing()))
}

// withdraw withdraws all results of an account, on the server and in the ledger, and returns
// their number.
func (c *Count) withdraw(ctx context.Context, account string) (withdrawn int, err error) {
	c.audit = nil
	at := time.Unix(0, time.Now().UnixNano()).UTC()
	err = c.Queue.retry(ctx, "cannot withdraw results", func(ctx context.Context) error {
		ack, err := c.Queue.js.Publish(ctx, wire.WithdrawSubject(c.job, account, at), nil)
		if isDuplicate(err) {
			return nil // an attempt without an answer; the next round removes the results
		}
		if err != nil {
			return err
		}
		return c.Queue.purge(ctx, wire.ResultStream, wire.ResultsOf(c.job, account), ack.Sequence)
	})
	if err != nil {
		return 0, err
	}
	for task, results := range c.disputed {
		left := slices.DeleteFunc(results, func(r ledger.Result) bool { return r.Account() == account })
		withdrawn += len(results) - len(left)
		c.disputed[task] = left
	}
	dropped, err := c.Ledger.Withdraw(account, at, false)
	if err != nil {
		return withdrawn, err
	}
	return withdrawn + dropped, c.retryDisputed()
}

// A WrongResultError says that the coordinator has counted a task otherwise than others.
type WrongResultError struct {
	Board     string
	Wrong     []ledger.Result // of one task
	Count     uint64          // the coordinator's
	Withdrawn int             // the number of results withdrawn
}

func (e *WrongResultError) Error() string {
	var said, names []string
	for _, r := range e.Wrong {
		by, account := r.By, r.Account()
		if by == "" {
			by, account = "the computer of the ledger", "that computer"
		}
		said = append(said, fmt.Sprintf("%s counted %d", by, r.Count))
		names = append(names, account)
	}
	return fmt.Sprintf("task %d of %q: %s, this computer %d; all %d results of %s were withdrawn, and their tasks queued again: "+
		"remove the account or the computer that counts wrongly, then give the same command again",
		e.Wrong[0].Task, e.Board, strings.Join(said, " and "), e.Count, e.Withdrawn, strings.Join(names, " and "))
}
