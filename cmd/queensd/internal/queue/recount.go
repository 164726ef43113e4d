package queue

import (
	"context"

	"example.com/queens"
)

// A reason says why a task is counted again.
type reason int

const (
	byTrust   reason = iota // its account has not yet earned trust
	byLot                   // it was drawn, which is noted in the store
	byDispute               // its results differ, or a worker could not count it
)

// A recount is a task that the coordinator has counted itself.
type recount struct {
	task   int
	why    reason
	count  uint64
	failed error
}

// A recounter counts tasks, a few at a time.
type recounter struct {
	tasks []queens.Task
	most  int // at a time

	why     map[int]reason // of those that wait or are being counted
	waiting []int
	running int
	done    chan recount
}

func newRecounter(tasks []queens.Task, most int) *recounter {
	return &recounter{tasks: tasks, most: most, why: map[int]reason{}, done: make(chan recount, most)}
}

// add has a task counted. One that waits already may get a better reason.
func (r *recounter) add(ctx context.Context, task int, why reason) {
	have, there := r.why[task]
	if !there || have < why {
		r.why[task] = why
	}
	if !there {
		r.waiting = append(r.waiting, task)
		r.begin(ctx)
	}
}

// begin starts as many as may be.
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

// take notes that a task of r.done has been taken, and starts the next.
func (r *recounter) take(ctx context.Context, c recount) recount {
	c.why = r.why[c.task]
	delete(r.why, c.task)
	r.running--
	r.begin(ctx)
	return c
}

// left returns how many tasks are not counted yet.
func (r *recounter) left() int { return r.running + len(r.waiting) }

// stop waits until none is running. Their context must have ended.
func (r *recounter) stop() {
	for r.waiting = nil; r.running > 0; r.running-- {
		<-r.done
	}
}
