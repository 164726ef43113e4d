package queue

import (
	"context"
	"errors"
	"fmt"

	"example.com/queens/cmd/queens/ledger"
	"github.com/nats-io/nats.go/jetstream"
)

// parseJob reads a message of the job stream. A job that was purged has no head.
func parseJob(m message) (head *ledger.Head, err error) {
	if len(m.data) == 0 {
		return nil, nil
	}
	h, err := ledger.ParseHead(m.data)
	if err == nil && m.subject != jobWord+JobID(h.Board) {
		err = fmt.Errorf("it is that of %q", h.Board)
	}
	if err != nil {
		return nil, fmt.Errorf("job %.80s: %w", m.subject, err)
	}
	return &h, nil
}

// Job returns the job of a board, or nil if there is none.
func (q *Queue) Job(ctx context.Context, board string) (found *ledger.Head, err error) {
	_, _, err = q.read(ctx, jobStream, jobWord+JobID(board), func(m message) error {
		if found, err = parseJob(m); err != nil {
			err = fmt.Errorf("%w; \"queensd jobs purge\" removes it", err)
		}
		return err
	})
	return found, err
}

// StoreJob makes a job known.
func (q *Queue) StoreJob(ctx context.Context, head ledger.Head) error {
	line := head.Line()
	if most := int(q.conn.MaxPayload()); len(line) > min(most, maxHead) {
		return fmt.Errorf("the board's text takes %d bytes, of which the server stores at most %d", len(line), min(most, maxHead))
	}
	return q.retry(ctx, "cannot store the job", func(ctx context.Context) error {
		return q.put(ctx, jobWord+JobID(head.Board), line)
	})
}

// Cancel takes the job of a board out of the queue. Its results stay.
func (q *Queue) Cancel(ctx context.Context, board string) error {
	return q.end(ctx, JobID(board))
}

// Purge removes the job of a board, and all its results.
func (q *Queue) Purge(ctx context.Context, board string) error {
	job := JobID(board)
	if err := q.end(ctx, job); err != nil {
		return err
	}
	return q.retry(ctx, "cannot purge the job", func(ctx context.Context) error {
		// First the word, by which a ledger beside the server knows that it is to go.
		if err := q.put(ctx, jobWord+job, nil); err != nil {
			return err
		}
		return q.purge(ctx, resultStream, "queens.*."+job+".>", 0)
	})
}

// remove takes one message out of the result stream.
func (q *Queue) remove(ctx context.Context, m message) error {
	return q.retry(ctx, "cannot remove "+m.subject, func(ctx context.Context) error {
		s, err := q.js.Stream(ctx, resultStream)
		if err == nil {
			err = s.DeleteMsg(ctx, m.seq)
		}
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		return err
	})
}

// Store gives the server a job with results that were counted elsewhere, and returns how
// many of them it did not have.
func (q *Queue) Store(ctx context.Context, book *ledger.Book) (added int, err error) {
	found, err := q.Job(ctx, book.Board)
	if err != nil {
		return 0, err
	}
	if found == nil {
		err = q.StoreJob(ctx, book.Head)
	} else if *found != book.Head {
		err = fmt.Errorf("the server has the count of %q in other tasks: %+v, not %+v", book.Board, *found, book.Head)
	}
	if err != nil {
		return 0, err
	}
	id := JobID(book.Board)
	return q.postResults(ctx, func(yield func(post) bool) {
		for r := range book.All() {
			if !yield(post{resultSubject(id, r), book.ResultLine(r)}) {
				return
			}
		}
	})
}
