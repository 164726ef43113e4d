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
	"github.com/nats-io/nats.go/jetstream"
)

// An Archive is what a server has of all jobs: in ledgers beside its own files, from
// which those can be rebuilt, or in memory only.
type Archive struct {
	dir     string // or empty
	trouble func(error)

	mu      sync.Mutex
	jobs    map[string]*archived
	unknown map[string]bool // jobs of results that were left out, and stand there still
	nextJob uint64          // where to go on reading
	next    uint64
	last    []report.Result // the latest first
}

// An archived job is a ledger, and when its last results came.
type archived struct {
	*ledger.Ledger
	times    []time.Time
	disputed bool
}

const (
	// lately is the time that rates are taken over.
	lately = 5 * time.Minute
	// lastResults is how many of the last results are kept to be shown.
	lastResults = 20
)

// NewArchive returns an archive in memory.
func NewArchive(trouble func(error)) *Archive {
	return &Archive{trouble: trouble, jobs: map[string]*archived{}, unknown: map[string]bool{}}
}

// OpenArchive opens the ledgers of a directory, which is made if it is not there. One
// that cannot be read is reported and left alone.
func OpenArchive(dir string, trouble func(error)) (*Archive, error) {
	a := NewArchive(trouble)
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
			trouble(fmt.Errorf("a ledger is left out: %w", err))
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
		return fmt.Errorf("%s should have the name %s", name, a.file(book.Head))
	}
	for _, line := range book.Damaged {
		a.trouble(fmt.Errorf("line %d of %s is damaged", line, name))
	}
	return a.open(book.Head)
}

func (a *Archive) file(head ledger.Head) string {
	return filepath.Join(a.dir, JobID(head.Board)+".jsonl")
}

func (a *Archive) open(head ledger.Head) error {
	l := ledger.InMemory(head)
	if a.dir != "" {
		var err error
		if l, err = ledger.Open(a.file(head), head); err != nil {
			return err
		}
	}
	a.jobs[JobID(head.Board)] = &archived{Ledger: l}
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

// ErrUnreadable says that a server has lost messages that it should have.
var ErrUnreadable = errors.New("the server's files are damaged")

// Knows returns ErrUnreadable if the server does not know a stream of which it has files.
func (q *Queue) Knows(ctx context.Context, stream string) error {
	err := q.retry(ctx, "cannot look for "+stream, func(ctx context.Context) error {
		_, err := q.js.Stream(ctx, stream)
		return err
	})
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("%w: those of %s", ErrUnreadable, stream)
	}
	return err
}

// Read takes in all that a server has. It fails with ErrUnreadable if some of it cannot
// be read, or that of tasks, having taken in all the rest.
func (a *Archive) Read(ctx context.Context, q *Queue) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	lost, err := a.read(ctx, q)
	if gaveUp, ok := errors.AsType[*giveUpError](err); ok {
		return fmt.Errorf("%w: %w", ErrUnreadable, gaveUp.err)
	}
	if err == nil && lost > 0 {
		err = fmt.Errorf("%w: %d messages cannot be read", ErrUnreadable, lost)
	}
	return err
}

func (a *Archive) read(ctx context.Context, q *Queue) (lost int, err error) {
	if a.nextJob, lost, err = q.read(ctx, jobStream, jobWord+"*", a.takeJob); err != nil {
		return lost, err
	}
	next, unreadable, err := q.results(ctx, "*", a.takeResults)
	if err != nil {
		return lost, err
	}
	a.next = next
	_, lostTasks, err := q.read(ctx, taskStream, taskWord+">", func(message) error { return nil })
	return lost + unreadable + lostTasks, err
}

// Follow takes in what is new, again and again until ctx is done.
func (a *Archive) Follow(ctx context.Context, q *Queue) error {
	for ctx.Err() == nil {
		if err := a.readNew(ctx, q); err != nil {
			return err
		}
		pause(ctx, pollMost)
	}
	return ctx.Err()
}

func (a *Archive) readNew(ctx context.Context, q *Queue) (err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	lostJobs := 0
	next, lost, err := q.readBatches(ctx, resultStream, "queens.*.>", a.next, func(found []message) (err error) {
		// Results come after their jobs: who looks at them first has the jobs of all.
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
	if a.next = next; lost+lostJobs > 0 {
		return fmt.Errorf("%w: %d messages cannot be read", ErrUnreadable, lost+lostJobs)
	}
	return a.sweep(ctx, q)
}

// sweep removes what the server has of jobs that it does not know, which a worker could
// fill it with.
func (a *Archive) sweep(ctx context.Context, q *Queue) error {
	for id := range a.unknown {
		if !isJobID(id) {
			continue // a star would stand for all
		}
		err := q.retry(ctx, "cannot remove results", func(ctx context.Context) error {
			return q.purge(ctx, resultStream, "queens.*."+id+".>", 0)
		})
		if err != nil {
			return err
		}
		delete(a.unknown, id)
	}
	return nil
}

func (a *Archive) readJobs(ctx context.Context, q *Queue, lost *int) (err error) {
	var n int
	a.nextJob, n, err = q.readFrom(ctx, jobStream, jobWord+"*", a.nextJob, a.takeJob)
	*lost += n
	return err
}

// takeJob opens the ledger of a job, or removes it if the job was purged.
func (a *Archive) takeJob(m message) error {
	head, err := parseJob(m)
	if err != nil {
		a.trouble(err)
		return nil
	}
	id := strings.TrimPrefix(m.subject, jobWord)
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

// takeResults adds results to their ledgers.
func (a *Archive) takeResults(found []message) error {
	fresh := map[string][]ledger.Result{}
	add := func(id string) error {
		job := a.jobs[id]
		contradict, err := job.Add(fresh[id]...)
		job.disputed = job.disputed || len(contradict) > 0
		delete(fresh, id)
		return err
	}
	for _, m := range found {
		id := words(m.subject)[0]
		job := a.jobs[id]
		if job == nil {
			if !a.unknown[id] {
				a.unknown[id] = true
				a.trouble(fmt.Errorf("there are results of job %.40q, which is not known", id))
			}
			continue
		}
		switch {
		case strings.HasPrefix(m.subject, resultWord):
			if r, ok := parseStored(job.Head, m); ok {
				fresh[id] = append(fresh[id], r)
				a.note(job, r, m.at)
			} else {
				a.trouble(fmt.Errorf("%s is damaged, or no result of its job", m.subject))
			}
		case strings.HasPrefix(m.subject, withdrawWord):
			if err := add(id); err != nil {
				return err
			}
			name, number, ok := withdrawalOf(m.subject)
			if at := time.Unix(0, number).UTC(); ok && at.After(job.Withdrawn(name)) {
				if _, err := job.Withdraw(name, at); err != nil {
					return err
				}
				job.disputed = false
			}
		}
	}
	for id := range fresh {
		if err := add(id); err != nil {
			return err
		}
	}
	return nil
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

// Restore gives a server what only the archive has, and returns how many results that
// was.
func (a *Archive) Restore(ctx context.Context, q *Queue) (added int, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for id, job := range a.jobs {
		n, err := q.Store(ctx, job.Book)
		if added += n; err != nil {
			return added, err
		}
		if n > 0 && job.Done() < job.Total {
			if err := q.activate(ctx, id); err != nil {
				return added, err
			}
		}
	}
	return added, nil
}

// Book returns what there is of the count of a board.
func (a *Archive) Book(board string) (*ledger.Book, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if job := a.jobs[JobID(board)]; job != nil {
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
