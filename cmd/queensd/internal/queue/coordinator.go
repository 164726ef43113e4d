package queue

import (
	"context"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
)

// A Count is the coordinator of a job. It queues the tasks that have no result, recounts
// some of the results, and adds them up.
type Count struct {
	Queue  *Queue
	Cut    *ledger.Cut
	Ledger *ledger.Ledger // gets the results
	// Copies is the number of accounts that must agree on each task: one if it is 0.
	Copies int
	// Recount is the share of the results of others to recount, but at least twenty of
	// them; 0 for none.
	Recount float64
	// Progress is called from time to time, unless it is nil.
	Progress func(queens.Progress)
	// Say is called with messages for the user, unless it is nil.
	Say func(string)

	job       string
	next      uint64 // the sequence number to continue reading results from
	lottery   *lottery
	recounts  *recounter
	disputed  map[int][]ledger.Result // results that contradict the ledger's
	following bool                    // the results of earlier runs have been read
	silence   silence
	// stuckAfter is how long the server may have tasks of the job and deliver none, and
	// heldAfter how long workers may have tasks and finish none.
	stuckAfter, heldAfter time.Duration
}

// A silence remembers when the last results came, and what was done since.
type silence struct {
	since  time.Time
	said   string
	saidAt time.Time

	helpedAt time.Time // when something was last done about it
	renewed  bool      // by renewing the queue
}

// end notes that results have come.
func (s *silence) end() { *s = silence{since: time.Now()} }

// copies returns the number of accounts that have counted a task.
func (c *Count) copies(task int) int {
	n := 0
	for range c.Ledger.Results(task) {
		n++
	}
	return n
}

// has reports whether the ledger has a result of the same task and account.
func (c *Count) has(r ledger.Result) bool {
	for known := range c.Ledger.Results(r.Task) {
		if known.Account() == r.Account() {
			return true
		}
	}
	return false
}

// countedBy reports whether others have counted a task, and whether the coordinator has.
func (c *Count) countedBy(task int) (others, coordinator bool) {
	for r := range c.Ledger.Results(task) {
		if c.isOwn(r) {
			coordinator = true
		} else {
			others = true
		}
	}
	return others, coordinator
}

// isOwn reports whether a result was counted by a coordinator, or where the ledger is.
func (c *Count) isOwn(r ledger.Result) bool {
	return r.Account() == "" || r.Account() == wire.Coordinator
}

// complete reports whether enough accounts have counted each task.
func (c *Count) complete() bool {
	if c.Ledger.Done() < len(c.Cut.Tasks) {
		return false
	}
	for task := range c.Cut.Tasks {
		if c.copies(task) < c.Copies {
			return false
		}
	}
	return true
}

// missing returns the tasks that too few accounts have counted.
func (c *Count) missing() []queuedTask {
	var missing []queuedTask
	for task, t := range c.Cut.Tasks {
		if c.copies(task) < c.Copies {
			missing = append(missing, queuedTask{Job: c.job, Digest: c.Cut.Digest, Task: task, Copies: c.Copies, Text: t.String()})
		}
	}
	return missing
}

// report calls c.Progress.
func (c *Count) report(ctx context.Context) error {
	p, err := c.Cut.Progress(ctx, c.Ledger.Book)
	if err == nil && c.Progress != nil {
		c.Progress(p)
	}
	return err
}
