package queue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
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
	nextJob uint64               // the sequence number to continue reading jobs from
	next    uint64               // the same for results
	last    []report.Result      // the newest first

	unwanted []uint64 // sequence numbers of messages to remove from the server
}

// An archived job is a ledger, and the times of its latest results.
type archived struct {
	*ledger.Ledger
	times    []time.Time
	most     uint64 // that a task can have
	disputed bool   // it has contradicting results
	trouble  string // why its results cannot be read, or empty
}

const (
	// lately is the period over which rates are computed.
	lately = 5 * time.Minute
	// lastResults is the number of results in a report.
	lastResults = 20
)

// NewArchive returns an archive in memory.
func NewArchive(warn func(error)) *Archive {
	return &Archive{warn: warn, jobs: map[string]*archived{}}
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
	return filepath.Join(a.dir, LedgerName(head.Board))
}

// LedgerName returns the name of the file of a board's ledger, such as n19-c775b932.jsonl.
func LedgerName(board string) string {
	size, _, _ := strings.Cut(board, " ")
	return strings.ReplaceAll(size, "=", "") + "-" + wire.JobID(board)[:8] + ".jsonl"
}

func (a *Archive) open(head ledger.Head) error {
	l := ledger.InMemory(head)
	if a.dir != "" {
		var err error
		if l, err = ledger.Open(a.file(head), head); err != nil {
			return err
		}
	}
	a.jobs[wire.JobID(head.Board)] = &archived{Ledger: l, most: mostSolutions(head.Board)}
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
	byJob := map[string][]message{}
	for _, m := range found {
		id := wire.Words(m.subject)[0]
		byJob[id] = append(byJob[id], m)
	}
	for id, messages := range byJob {
		job := a.jobs[id]
		if job == nil {
			a.refuse(errors.New("there are results of unknown jobs; they are removed"), messages...)
			continue
		}
		if err := a.takeJobResults(id, job, messages); err != nil {
			return err
		}
	}
	return nil
}

// takeJobResults takes the messages of one job. If that panics, the others go on.
func (a *Archive) takeJobResults(id string, job *archived, found []message) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			job.trouble = "its results cannot be read; see the messages of the server"
			a.warn(fmt.Errorf("reading results of job %s: %v\n%s", id, cause, debug.Stack()))
		}
	}()
	var fresh []ledger.Result
	for _, m := range found {
		switch {
		case strings.HasPrefix(m.subject, wire.ResultPrefix):
			r, err := parseResult(job.Head, job.most, m)
			if err != nil {
				a.refuse(err, m)
				continue
			}
			fresh = append(fresh, r)
			a.note(job, r, m.at)
		case strings.HasPrefix(m.subject, wire.WithdrawPrefix):
			if err := job.add(fresh); err != nil {
				return err
			}
			fresh = nil
			if err := job.takeWithdrawal(m); err != nil {
				return err
			}
		default:
			if _, task, account, ok := wire.ParseTask(m.subject); !ok || task >= job.Total {
				a.refuse(fmt.Errorf("%.32q complains of tasks that %.80q does not have", account, job.Board), m)
			}
		}
	}
	return job.add(fresh)
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
	_, err := a.Withdraw(account, at, false)
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

// refuse notes messages that are of no use, to be removed from the server: a worker could fill
// it with them.
func (a *Archive) refuse(why error, found ...message) {
	a.warn(why)
	for _, m := range found {
		a.unwanted = append(a.unwanted, m.seq)
	}
}

// sweepMost is the number of messages removed at a time.
const sweepMost = 20_000

// sweep removes messages from the server that are of no use.
func (a *Archive) sweep(ctx context.Context, q *Queue) error {
	some := a.unwanted[:min(len(a.unwanted), sweepMost)]
	if err := q.remove(ctx, some); err != nil {
		return err
	}
	if a.unwanted = a.unwanted[len(some):]; len(a.unwanted) == 0 {
		a.unwanted = nil
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
