package queue

import (
	"context"

	"example.com/queens/cmd/queens/ledger"
)

// A recount is the coordinator's own count of a task.
type recount struct {
	task   int
	count  uint64
	failed error
}

// A recounter counts tasks for the coordinator, a few at a time.
type recounter struct {
	cut  *ledger.Cut
	most int // at a time

	known   map[int]bool // tasks that wait or run
	waiting []int
	running int
	done    chan recount
}

func newRecounter(cut *ledger.Cut, most int) *recounter {
	return &recounter{cut: cut, most: most, known: map[int]bool{}, done: make(chan recount, most)}
}

// add has a task counted, unless it waits or runs already.
func (r *recounter) add(ctx context.Context, task int) {
	if !r.known[task] {
		r.known[task] = true
		r.waiting = append(r.waiting, task)
		r.begin(ctx)
	}
}

// begin starts as many tasks as may run.
func (r *recounter) begin(ctx context.Context) {
	for r.running < r.most && len(r.waiting) > 0 {
		task := r.waiting[0]
		r.waiting = r.waiting[1:]
		r.running++
		go func() {
			count, err := r.cut.Task(task).Count(ctx)
			r.done <- recount{task: task, count: count, failed: err}
		}()
	}
}

// take completes a recount that was received from r.done, and starts the next task.
func (r *recounter) take(ctx context.Context, c recount) recount {
	delete(r.known, c.task)
	r.running--
	r.begin(ctx)
	return c
}

// has reports whether a task waits or runs.
func (r *recounter) has(task int) bool { return r.known[task] }

// left returns the number of tasks that wait or run.
func (r *recounter) left() int { return r.running + len(r.waiting) }

// stop waits until no task runs. Their context must have ended.
func (r *recounter) stop() {
	for r.waiting = nil; r.running > 0; r.running-- {
		<-r.done
	}
}
