package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/report"
	"example.com/queens/cmd/queensd/internal/wire"
)

// An Archive has all jobs and results of a server: in ledgers beside the server's files,
// from which these can be rebuilt, or only in memory.
type Archive struct {
	dir  string // of the ledgers; empty if in memory
	warn func(error)

	mu      sync.Mutex
	jobs    map[string]*archived // by ID
	unknown map[string]bool      // IDs of unknown jobs that have results on the server
	nextJob uint64               // the sequence number to continue reading jobs from
	next    uint64               // the same for results
	last    []report.Result      // the newest first
}

// An archived job is a ledger, and the times of its latest results.
type archived struct {
	*ledger.Ledger
	times    []time.Time
	disputed bool // it has contradicting results
}

const (
	// lately is the period over which rates are computed.
	lately = 5 * time.Minute
	// lastResults is the number of results in a report.
	lastResults = 20
)

// NewArchive returns an archive in memory.
func NewArchive(warn func(error)) *Archive {
	return &Archive{warn: warn, jobs: map[string]*archived{}, unknown: map[string]bool{}}
}

// OpenArchive opens the ledgers of a directory, and creates the directory if need be. It
// warns of ledgers that cannot be read, and leaves them alone.
func OpenArchive(dir string, warn func(error)) (*Archive, error) {
	a := NewArchive(warn)
	a.dir = dir
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if err := a.openFile(name); err != nil {
			warn(fmt.Errorf("skipping a ledger: %w", err))
		}
	}
	return a, nil
}

func (a *Archive) openFile(name string) error {
	book, err := ledger.ReadFile(name)
	if err != nil {
		return err
	}
	if name != a.file(book.Head) {
		return fmt.Errorf("%s should be named %s", name, a.file(book.Head))
	}
	for _, line := range book.Damaged {
		a.warn(fmt.Errorf("line %d of %s is damaged", line, name))
	}
	return a.open(book.Head)
}

func (a *Archive) file(head ledger.Head) string {
	return filepath.Join(a.dir, wire.JobID(head.Board)+".jsonl")
}

func (a *Archive) open(head ledger.Head) error {
	l := ledger.InMemory(head)
	if a.dir != "" {
		var err error
		if l, err = ledger.Open(a.file(head), head); err != nil {
			return err
		}
	}
	a.jobs[wire.JobID(head.Board)] = &archived{Ledger: l}
	return nil
}

// Close closes the ledgers.
func (a *Archive) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	var err error
	for _, job := range a.jobs {
		err = errors.Join(err, job.Close())
	}
	return err
}

// Read takes in all that a server has. It returns ErrUnreadable, having taken in the rest, if
// the server cannot read some jobs, results or tasks.
func (a *Archive) Read(ctx context.Context, q *Queue) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	lost, err := a.read(ctx, q)
	if gaveUp, ok := errors.AsType[*giveUpError](err); ok {
		return fmt.Errorf("%w: %w", ErrUnreadable, gaveUp.err)
	}
	if err != nil {
		return err
	}
	return lostError(lost)
}

// lostError returns an error if messages were lost.
func lostError(lost int) error {
	if lost == 0 {
		return nil
	}
	return fmt.Errorf("%w: %d messages cannot be read", ErrUnreadable, lost)
}

func (a *Archive) read(ctx context.Context, q *Queue) (lost int, err error) {
	var lostJobs, lostResults, lostTasks int
	if a.nextJob, lostJobs, err = q.read(ctx, wire.JobStream, wire.JobPrefix+"*", 1, a.takeJob); err != nil {
		return 0, err
	}
	next, lostResults, err := q.readResults(ctx, "*", a.takeResults)
	if err != nil {
		return 0, err
	}
	a.next = next
	_, lostTasks, err = q.read(ctx, wire.TaskStream, wire.TaskPrefix+">", 1, func(message) error { return nil })
	return lostJobs + lostResults + lostTasks, err
}

// Follow takes in what is new, until ctx is done.
func (a *Archive) Follow(ctx context.Context, q *Queue) error {
	for ctx.Err() == nil {
		if err := a.readNew(ctx, q); err != nil {
			return err
		}
		pause(ctx, followEvery)
	}
	return ctx.Err()
}

// followEvery is the time between two requests for what is new.
const followEvery = 200 * time.Millisecond

func (a *Archive) readNew(ctx context.Context, q *Queue) (err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	lostJobs := 0
	next, lost, err := q.readBatches(ctx, wire.ResultStream, wire.JobSubjects("*"), a.next, func(found []message) (err error) {
		// Jobs are stored before their results: read after the results, all are known.
		if err := a.readJobs(ctx, q, &lostJobs); err != nil {
			return err
		}
		return a.takeResults(found)
	})
	if err == nil {
		err = a.readJobs(ctx, q, &lostJobs)
	}
	if err != nil {
		return err
	}
	a.next = next
	if err := lostError(lost + lostJobs); err != nil {
		return err
	}
	return a.sweep(ctx, q)
}

func (a *Archive) readJobs(ctx context.Context, q *Queue, lost *int) (err error) {
	var n int
	a.nextJob, n, err = q.read(ctx, wire.JobStream, wire.JobPrefix+"*", a.nextJob, a.takeJob)
	*lost += n
	return err
}

// takeJob opens the ledger of a job, or removes it if the job was purged.
func (a *Archive) takeJob(m message) error {
	head, err := parseJob(m)
	if err != nil {
		a.warn(err)
		return nil
	}
	id := strings.TrimPrefix(m.subject, wire.JobPrefix)
	old := a.jobs[id]
	if old != nil && head != nil && old.Head == *head {
		return nil
	}
	if old != nil {
		delete(a.jobs, id)
		if err := old.Close(); err != nil {
			return err
		}
		if a.dir != "" {
			if err := os.Remove(a.file(old.Head)); err != nil {
				return err
			}
		}
	}
	if head == nil {
		return nil
	}
	return a.open(*head)
}

// takeResults adds results to their ledgers, and withdraws them.
func (a *Archive) takeResults(found []message) error {
	fresh := map[string][]ledger.Result{} // by job
	for _, m := range found {
		id := wire.Words(m.subject)[0]
		job := a.jobs[id]
		switch {
		case job == nil:
			if !a.unknown[id] {
				a.unknown[id] = true
				a.warn(fmt.Errorf("there are results of an unknown job %.40q", id))
			}
		case strings.HasPrefix(m.subject, wire.ResultPrefix):
			if r, ok := parseResult(job.Head, m); ok {
				fresh[id] = append(fresh[id], r)
				a.note(job, r, m.at)
			} else {
				a.warn(fmt.Errorf("%s is damaged, or not a result of its job", m.subject))
			}
		case strings.HasPrefix(m.subject, wire.WithdrawPrefix):
			if err := job.add(fresh[id]); err != nil {
				return err
			}
			delete(fresh, id)
			if err := job.takeWithdrawal(m); err != nil {
				return err
			}
		}
	}
	for id, results := range fresh {
		if err := a.jobs[id].add(results); err != nil {
			return err
		}
	}
	return nil
}

func (a *archived) add(results []ledger.Result) error {
	contradict, err := a.Add(results...)
	a.disputed = a.disputed || len(contradict) > 0
	return err
}

func (a *archived) takeWithdrawal(m message) error {
	_, account, at, ok := wire.ParseWithdrawal(m.subject)
	if !ok || !at.After(a.Withdrawn(account)) {
		return nil
	}
	a.disputed = false
	_, err := a.Withdraw(account, at)
	return err
}

// note remembers when a result came.
func (a *Archive) note(job *archived, r ledger.Result, at time.Time) {
	for len(job.times) > 0 && time.Since(job.times[0]) > lately {
		job.times = job.times[1:]
	}
	if time.Since(at) < lately {
		job.times = append(job.times, at)
	}
	last := report.Result{Board: job.Board, Task: r.Task, Count: r.Count, By: r.By, At: at}
	a.last = slices.Insert(a.last, 0, last)[:min(len(a.last)+1, lastResults)]
}

// sweep removes results of unknown jobs from the server, which a worker could fill it with.
func (a *Archive) sweep(ctx context.Context, q *Queue) error {
	for id := range a.unknown {
		if !wire.IsJobID(id) {
			continue // as a filter, * would stand for all jobs
		}
		err := q.retry(ctx, "cannot remove results", func(ctx context.Context) error {
			return q.purge(ctx, wire.ResultStream, wire.JobSubjects(id), 0)
		})
		if err != nil {
			return err
		}
		delete(a.unknown, id)
	}
	return nil
}

// Restore stores on a server what only the archive has, and returns the number of these
// results.
func (a *Archive) Restore(ctx context.Context, q *Queue) (added int, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for id, job := range a.jobs {
		n, err := q.Store(ctx, job.Book)
		if added += n; err != nil {
			return added, err
		}
		if n > 0 && job.Done() < job.Total {
			// The server has lost results, and may have an outdated record of the tasks.
			if err := q.renew(ctx, id); err != nil {
				return added, err
			}
		}
	}
	return added, nil
}

// Book returns the results of a board's job.
func (a *Archive) Book(board string) (*ledger.Book, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if job := a.jobs[wire.JobID(board)]; job != nil {
		return job.Book, nil
	}
	return nil, fmt.Errorf("the server has no count of %q", board)
}

func (a *Archive) byBoard() []*archived {
	var jobs []*archived
	for _, job := range a.jobs {
		jobs = append(jobs, job)
	}
	slices.SortFunc(jobs, func(a, b *archived) int { return cmp.Compare(a.Board, b.Board) })
	return jobs
}
