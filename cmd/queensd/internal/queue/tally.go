package queue

import (
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
)

// A Count is the coordinator of a job: it queues the tasks that have no result, has
// some of the results counted again, and adds them up.
type Count struct {
	Queue  *Queue
	Cut    *ledger.Cut
	Ledger *ledger.Ledger // gets the results
	// Copies is how many accounts must agree on each task: one if it is 0.
	Copies int
	// Recount is the share of the results of others that is counted again, of which
	// there are at least twenty; 0 for none.
	Recount float64
	// Progress is called now and then, if it is not nil.
	Progress func(queens.Progress)
	// Say gets what people should know, if it is not nil.
	Say func(string)

	job       string
	next      uint64 // where to go on reading results
	lottery   *lottery
	recounts  *recounter
	disputed  map[int][]ledger.Result // results that contradict the ledger's
	following bool                    // whether the results of earlier runs have been read
	waited    watch
	// stuckAfter is how long the server may give no task of the job to anybody, and
	// heldAfter how long all may be under way and none be done.
	stuckAfter, heldAfter time.Duration
}

// copies returns how many accounts have counted a task.
func (c *Count) copies(task int) int {
	n := 0
	for range c.Ledger.Results(task) {
		n++
	}
	return n
}

// has reports whether the ledger has a result of this account and task.
func (c *Count) has(r ledger.Result) bool {
	for known := range c.Ledger.Results(r.Task) {
		if known.Account() == r.Account() {
			return true
		}
	}
	return false
}

// who reports whether others have counted a task, and whether the coordinator has.
func (c *Count) who(task int) (foreign, own bool) {
	for r := range c.Ledger.Results(task) {
		if c.mine(r) {
			own = true
		} else {
			foreign = true
		}
	}
	return foreign, own
}

// mine reports whether a result was counted by a coordinator, or where the ledger is.
func (c *Count) mine(r ledger.Result) bool {
	return r.Account() == "" || r.Account() == Coordinator
}

// missing returns the tasks that too few have counted.
func (c *Count) missing() []work {
	var missing []work
	for task, t := range c.Cut.Tasks {
		if c.copies(task) < c.Copies {
			missing = append(missing, work{Job: c.job, Digest: c.Cut.Digest, Task: task, Copies: c.Copies, Text: t.String()})
		}
	}
	return missing
}

// tell tells how far the count is.
func (c *Count) tell() error {
	p, err := c.Ledger.Progress()
	if err == nil && c.Progress != nil {
		c.Progress(p)
	}
	return err
}

// A watch remembers when something last came, and what was said since.
type watch struct {
	last   time.Time
	said   string
	saidAt time.Time
	helped time.Time // when tasks were last counted here
}

// came notes that results have come.
func (w *watch) came() { *w = watch{last: time.Now()} }
