package queue

import (
	"context"

	"example.com/queens"
)

// A recountReason says why the coordinator counts a task. The greater ones prevail.
type recountReason int

const (
	byTrust   recountReason = iota // its account has not earned trust yet
	byLot                          // the lottery drew it: the result is stored
	byDispute                      // its results differ, or a worker could not count it: the result is stored
)

// A recount is the coordinator's own count of a task.
type recount struct {
	task   int
	why    recountReason
	count  uint64
	failed error
}

// A recounter counts tasks for the coordinator, a few at a time.
type recounter struct {
	tasks []queens.Task
	most  int // at a time

	why     map[int]recountReason // by task, waiting or running
	waiting []int
	running int
	done    chan recount
}

func newRecounter(tasks []queens.Task, most int) *recounter {
	return &recounter{tasks: tasks, most: most, why: map[int]recountReason{}, done: make(chan recount, most)}
}

// add has a task counted, unless it waits or runs already.
func (r *recounter) add(ctx context.Context, task int, why recountReason) {
	have, known := r.why[task]
	r.why[task] = max(have, why)
	if !known {
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
			count, err := r.tasks[task].Count(ctx)
			r.done <- recount{task: task, count: count, failed: err}
		}()
	}
}

// take completes a recount that was received from r.done, and starts the next task.
func (r *recounter) take(ctx context.Context, c recount) recount {
	c.why = r.why[c.task]
	delete(r.why, c.task)
	r.running--
	r.begin(ctx)
	return c
}

// has reports whether a task waits or runs.
func (r *recounter) has(task int) bool {
	_, known := r.why[task]
	return known
}

// left returns the number of tasks that wait or run.
func (r *recounter) left() int { return r.running + len(r.waiting) }

// stop waits until no task runs. Their context must have ended.
func (r *recounter) stop() {
	for r.waiting = nil; r.running > 0; r.running-- {
		<-r.done
	}
}
