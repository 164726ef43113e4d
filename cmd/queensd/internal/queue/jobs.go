package queue

import (
	"context"
	"fmt"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
)

// Job returns the head of a board's job, or nil if there is none.
func (q *Queue) Job(ctx context.Context, board string) (found *ledger.Head, err error) {
	_, _, err = q.read(ctx, wire.JobStream, wire.JobPrefix+wire.JobID(board), 1, func(m message) error {
		if found, err = parseJob(m); err != nil {
			err = fmt.Errorf("%w; \"queensd jobs purge\" removes it", err)
		}
		return err
	})
	return found, err
}

// parseJob reads a message of the stream of jobs. The head of a purged job is nil.
func parseJob(m message) (*ledger.Head, error) {
	if len(m.data) == 0 {
		return nil, nil
	}
	h, err := ledger.ParseHead(m.data)
	if err == nil && m.subject != wire.JobPrefix+wire.JobID(h.Board) {
		err = fmt.Errorf("it is that of %q", h.Board)
	}
	if err != nil {
		return nil, fmt.Errorf("job %.80s: %w", m.subject, err)
	}
	return &h, nil
}

// StoreJob stores the head of a job, unless it exists. That a board has a job in other tasks is
// an error.
func (q *Queue) StoreJob(ctx context.Context, head ledger.Head) error {
	switch found, err := q.Job(ctx, head.Board); {
	case err != nil:
		return err
	case found != nil && *found != head:
		return fmt.Errorf("the server has the count of %q in %d tasks (--tasks %d, digest %s), not in %d (--tasks %d, digest %s); "+
			"ask for the same, or purge that job", found.Board, found.Total, found.Asked, found.Digest, head.Total, head.Asked, head.Digest)
	case found != nil:
		return nil
	}
	line := head.Line()
	if most := min(int(q.conn.MaxPayload()), wire.MaxHead); len(line) > most {
		return fmt.Errorf("the board's text takes %d bytes, of which the server stores at most %d", len(line), most)
	}
	return q.retry(ctx, "cannot store the job", func(ctx context.Context) error {
		return q.put(ctx, wire.JobPrefix+wire.JobID(head.Board), line)
	})
}

// Store stores a job with results that were counted elsewhere, and returns the number of
// results that are new.
func (q *Queue) Store(ctx context.Context, book *ledger.Book) (added int, err error) {
	if err := q.StoreJob(ctx, book.Head); err != nil {
		return 0, err
	}
	id := wire.JobID(book.Board)
	return q.storeResults(ctx, func(yield func(message) bool) {
		for r := range book.All() {
			if !yield(resultMessage(id, book.Head, r)) {
				return
			}
		}
	})
}

// Cancel removes the tasks of a board's job from the queue. Its results stay.
func (q *Queue) Cancel(ctx context.Context, board string) error {
	return q.end(ctx, wire.JobID(board))
}

// Purge removes the job of a board and all its results.
func (q *Queue) Purge(ctx context.Context, board string) error {
	job := wire.JobID(board)
	if err := q.end(ctx, job); err != nil {
		return err
	}
	return q.retry(ctx, "cannot purge the job", func(ctx context.Context) error {
		// The head goes first: it tells an archive to remove its ledger.
		if err := q.put(ctx, wire.JobPrefix+job, nil); err != nil {
			return err
		}
		return q.purge(ctx, wire.ResultStream, wire.JobSubjects(job), 0)
	})
}
