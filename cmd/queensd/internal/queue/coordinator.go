package queue

import (
	"context"
	"errors"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/report"
)

// A Count is the coordinator of a job. It queues the tasks that have no result, recounts
// some of the results, and adds them up.
type Count struct {
	Queue  *Queue
	Cut    *ledger.Cut
	Ledger *ledger.Ledger // gets the results
	// Copies is the number of accounts that must agree on each task: one if it is 0.
	Copies int
	// Recount is the share of the tasks counted by others to recount at the end, but at
	// least twenty of them; 0 for none.
	Recount float64
	// Progress is called from time to time, unless it is nil.
	Progress func(queens.Progress)
	// Say is called with messages for the user, unless it is nil.
	Say func(string)

	job       string
	next      uint64 // the sequence number to continue reading results from
	most      uint64 // that a task can have
	early     *early
	audit     audit // or nil, as long as tasks have no result
	recounts  *recounter
	disputed  map[int][]ledger.Result // results that contradict the ledger's
	following bool                    // the results of earlier runs have been read
	complaint map[string]int          // the number of complaints that were believed, by account
	silence   silence
	named     map[string]report.Account // that have not returned tasks, as it was last said
	// stuckAfter is how long the server may have tasks of the job and deliver none, and
	// heldAfter how long workers may have tasks and finish none.
	stuckAfter, heldAfter time.Duration
}

// A silence remembers when the last results came that are not of its own making, and what was
// done since.
type silence struct {
	since  time.Time
	said   string
	saidAt time.Time

	helpedAt time.Time    // when something was last done about it
	renewed  bool         // by renewing the queue
	counted  map[int]bool // tasks that the coordinator counts because of it
}

// end notes that results have come.
func (s *silence) end() { *s = silence{since: time.Now(), counted: map[int]bool{}} }

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

// complete reports whether enough accounts have counted each task.
func (c *Count) complete() bool {
	if c.Ledger.Done() < c.Cut.Total {
		return false
	}
	for task := range c.Cut.Total {
		if c.copies(task) < c.Copies {
			return false
		}
	}
	return true
}

// missing returns the tasks that too few accounts have counted.
func (c *Count) missing() []queuedTask {
	var missing []queuedTask
	for task := range c.Cut.Total {
		if c.copies(task) < c.Copies {
			missing = append(missing, queuedTask{Job: c.job, Digest: c.Cut.Digest, Task: task, Copies: c.Copies, Text: c.Cut.Task(task).String()})
		}
	}
	return missing
}

// report calls c.Progress. If the sum of the counts exceeds 64 bits, it has the greatest one
// recounted instead.
func (c *Count) report(ctx context.Context) error {
	p, err := c.Cut.Progress(ctx, c.Ledger.Book)
	if errors.Is(err, queens.ErrOverflow) {
		return c.doubtGreatest(ctx, err)
	}
	if err == nil && c.Progress != nil {
		c.Progress(p)
	}
	return err
}

// doubtGreatest has the greatest count of others recounted, because the sum overflows. If there
// is none, because the coordinator itself has counted them all, it returns the error.
func (c *Count) doubtGreatest(ctx context.Context, overflow error) error {
	if c.recounts.left() > 0 {
		return nil
	}
	greatest, most := -1, uint64(0)
	for task := range c.Ledger.Tasks() {
		count, _ := c.Ledger.Count(task)
		if others, own := countedBy(c.Ledger.Book, task); others && !own && count >= most {
			greatest, most = task, count
		}
	}
	if greatest < 0 {
		return overflow
	}
	c.recounts.add(ctx, greatest)
	return nil
}
