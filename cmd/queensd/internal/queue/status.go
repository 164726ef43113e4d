package queue

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// A JobStatus says how far a job is and how fast.
type JobStatus struct {
	Board     string  `json:"board"`
	Done      int     `json:"done"`
	Total     int     `json:"total"`
	Solutions uint64  `json:"solutions"` // of the tasks done
	Rate      float64 `json:"rate"`      // tasks per second lately, 0 if none was done
	Left      float64 `json:"left"`      // seconds for the other tasks at that rate, 0 if it is unknown
}

// Progress returns how far it is.
func (s JobStatus) Progress() Progress { return Progress{s.Done, s.Total, s.Solutions} }

// lately is the time that rates are taken over.
const lately = 5 * time.Minute

// Status returns the state of the jobs among records, by board. It cuts the tasks of
// each job again, to know which results belong to it.
func Status(ctx context.Context, records []Record, now time.Time) ([]JobStatus, error) {
	results := map[string]*Result{}
	jobs := map[string]Job{} // the last line of a board counts
	for _, r := range records {
		if r.Job != nil {
			jobs[r.Job.ID()] = *r.Job
		} else {
			results[r.ID] = r.Result
		}
	}
	states := []JobStatus{}
	for _, job := range jobs {
		plan, err := job.plan(ctx)
		if err != nil {
			return nil, err
		}
		state := JobStatus{Board: job.Board(), Total: len(plan.tasks)}
		var times []time.Time
		for _, task := range plan.tasks {
			r := results[task.ID()]
			if r == nil {
				continue
			}
			state.Done++
			if state.Solutions, err = add(state.Solutions, r.Count); err != nil {
				return nil, err
			}
			if r.Time != nil {
				times = append(times, *r.Time)
			}
		}
		if state.Rate = rate(times, now); state.Rate > 0 {
			state.Left = float64(state.Total-state.Done) / state.Rate
		}
		states = append(states, state)
	}
	slices.SortFunc(states, func(a, b JobStatus) int { return cmp.Compare(a.Board, b.Board) })
	return states, nil
}

// rate returns how many of the times there are in a second lately, from the first of
// them on.
func rate(times []time.Time, now time.Time) float64 {
	first, count := now, 0
	for _, t := range times {
		if now.Sub(t) < lately {
			count++
			if t.Before(first) {
				first = t
			}
		}
	}
	if count < 2 {
		return 0
	}
	return float64(count-1) / max(now.Sub(first).Seconds(), 1e-3)
}
