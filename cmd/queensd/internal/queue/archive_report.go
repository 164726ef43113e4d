package queue

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"example.com/queens/cmd/queensd/internal/report"
	"example.com/queens/cmd/queensd/internal/wire"
)

// Report returns the state of all jobs of the archive, and the workers.
func (a *Archive) Report(ctx context.Context, q *Queue) (report.Report, error) {
	backlogs, err := q.backlogs(ctx)
	if err != nil {
		return report.Report{}, err
	}
	workers, err := q.workers(ctx)
	if err != nil {
		return report.Report{}, err
	}
	accounts := q.accounts(ctx)
	slices.SortFunc(workers, func(a, b report.Worker) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Host, b.Host), cmp.Compare(a.PID, b.PID))
	})
	a.mu.Lock()
	defer a.mu.Unlock()
	r := report.Report{At: time.Now().UTC().Truncate(time.Second), Jobs: []report.Job{}, Workers: workers, Accounts: accounts, Last: slices.Clone(a.last)}
	for _, job := range slices.SortedFunc(maps.Values(a.jobs), func(a, b *archived) int { return cmp.Compare(a.Board, b.Board) }) {
		left, active := backlogs[wire.JobID(job.Board)]
		r.Jobs = append(r.Jobs, job.report(left, active))
	}
	return r, nil
}

func (a *archived) report(left backlog, active bool) report.Job {
	j := report.Job{ID: wire.JobID(a.Board), Board: a.Board, Tasks: a.Total, Waiting: left.waiting, UnderWay: left.underWay}
	p, err := a.Progress()
	j.Done, j.Solutions = p.Done, p.Solutions
	switch {
	case err != nil:
		j.Trouble = err.Error()
	case a.trouble != "":
		j.Trouble = a.trouble
	case a.disputed:
		j.Trouble = "results of a task differ"
	}
	switch {
	case active:
		j.State = report.Counting
	case j.Done == j.Tasks:
		j.State = report.Done
	default:
		j.State = report.Cancelled
	}
	if j.Rate = rate(a.times, time.Now()); j.Rate > 0 {
		j.SecondsLeft = float64(j.Tasks-j.Done) / j.Rate
	}
	return j
}

// rate returns the number of times per second, of those in the last minutes and from the
// first of them on.
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
