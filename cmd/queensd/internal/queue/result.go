package queue

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
)

// storeResult stores the count of a task. If this account has stored a result of the task
// before, the two must agree.
func (q *Queue) storeResult(ctx context.Context, t queuedTask, count uint64) error {
	r := ledger.Result{Task: t.Task, Count: count, By: q.by(), At: time.Now().UTC().Truncate(time.Second)}
	m := resultMessage(t.Job, t.head(), r)
	return q.retry(ctx, "cannot store result", func(ctx context.Context) error {
		err := q.put(ctx, m.subject, m.data)
		if !isDuplicate(err) {
			return err
		}
		switch stored, found := q.ownResult(ctx, t); {
		case !found:
			return &conflictError{count, "unreadable"}
		case stored.Count != count:
			return &conflictError{count, strconv.FormatUint(stored.Count, 10)}
		}
		return nil
	})
}

// ownResult returns the result of a task that this account has stored, if there is one that
// can be read.
func (q *Queue) ownResult(ctx context.Context, t queuedTask) (ledger.Result, bool) {
	attempt, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	subject := wire.ResultSubject(t.Job, t.Task, q.Account())
	msg, err := q.conn.RequestWithContext(attempt, q.direct(wire.ResultStream)+"."+subject, nil)
	if err != nil || msg.Header.Get("Status") != "" {
		return ledger.Result{}, false // whatever the reason, storing will show it
	}
	r, err := t.head().ParseResult(msg.Data)
	return r, err == nil && r.Task == t.Task
}

// A conflictError says that the result of a task cannot be stored, because this account has
// stored another.
type conflictError struct {
	count  uint64
	stored string
}

func (e *conflictError) Error() string {
	return fmt.Sprintf("counted %d, but the account's stored result is %s", e.count, e.stored)
}
